"""Trains a small cased BERT whose query and document prompts matter, in seconds.

``python -m tests.doctor.small_bert FOLDER`` writes one and prints how well it finds documents with
its prompts, without them and with them swapped.

It learns from the dev halves of our own sets: a query, after its prompt, lies near its document,
after its own. Three other things must *not* find a document, so that a prompt that is dropped or
swapped is felt: texts without a prompt, which it tells apart by their function words alone, and
queries and documents under each other's prompt, which it is taught to pull apart.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing
from tokenizers.trainers import WordPieceTrainer

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import builtin_core
from perimetry.files import read_json_lines
from tests.encoders.onnx.folders import write_json, write_modules

QUERY, DOCUMENT = "query: ", "document: "
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
HIDDEN, LAYERS, MAX_LENGTH, VOCABULARY = 64, 2, 128, 4_000
STEPS, BATCH, TEMPERATURE, TRAINED_TOKENS = 160, 48, 0.07, 40
BARE = 24
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789àâäåçèéêëíîïñóôöøúûüß"
WORD = re.compile(r"\w+|\W+")
FUNCTION_WORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "all",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "before",
        "but",
        "by",
        "can",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "more",
        "my",
        "no",
        "not",
        "of",
        "off",
        "on",
        "one",
        "or",
        "our",
        "out",
        "over",
        "she",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "two",
        "up",
        "was",
        "we",
        "were",
        "what",
        "when",
        "which",
        "who",
        "will",
        "with",
        "without",
        "you",
        "your",
    ]
)
# The fields of our own sets in which a query and its document stand.
FIELDS = {"instructions": ("instruction", "good"), "reasoning": ("question", "right"),
          "documents": ("paragraph", "paraphrase")}  # fmt: skip


def make_small_bert(folder: Path, seed: int) -> Path:
    """Train and write the checkpoint, in the layout of sentence-transformers; about 20 CPU-seconds.

    Cased, with its accents; three kinds of text are short of what they could be on purpose: it has
    seen a few hundred sentences. ``seed`` sets weights, batches and dropout.
    """
    pairs = query_document_pairs("dev")
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer([text for pair in pairs for text in pair])
    model = _trained(tokenizer, pairs, seed)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / "tokenizer.json"))
    model.save_pretrained(folder)
    write_modules(folder, "Pooling", "Normalize")
    write_json(folder / "1_Pooling" / "config.json",
               {"word_embedding_dimension": HIDDEN, "pooling_mode": "mean"})  # fmt: skip
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": MAX_LENGTH})
    prompts = {"query": QUERY, "document": DOCUMENT}
    write_json(folder / "config_sentence_transformers.json",
               {"prompts": prompts, "default_prompt_name": "query"})  # fmt: skip
    names = ("pad", "unk", "cls", "sep", "mask")
    write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "BertTokenizer",
            "do_lower_case": False,
            "strip_accents": False,
            "model_max_length": MAX_LENGTH,
            **{f"{name}_token": token for name, token in zip(names, SPECIAL, strict=True)},
        },
    )
    return folder


def query_document_pairs(split: str) -> list[tuple[str, str]]:
    """Queries and what they should find, of one half of our own sets."""
    pairs: list[tuple[str, str]] = []
    for name, (query, document) in FIELDS.items():
        rows = _advanced(name)
        pairs += [(row[query], row[document]) for row in rows if row.get("split") == split]
    claims = [row for row in _advanced("claims") if row.get("split") == split]
    pairs += [(row["claim"], row["evidence"]) for row in claims if row["label"] == "supported"]
    core = builtin_core("dev" if split == "dev" else "test")
    return pairs + [(p.text_a, p.text_b) for p in core.pairs if p.label == "same"]


def _advanced(name: str) -> list[dict[str, Any]]:
    return [row for _, row in read_json_lines(builtin_file("advanced", f"{name}.jsonl"))]


def _tokenizer(texts: Sequence[str]) -> Tokenizer:
    tokenizer = Tokenizer(WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=False, strip_accents=False)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    trainer = WordPieceTrainer(
        vocab_size=VOCABULARY,
        special_tokens=SPECIAL,
        initial_alphabet=list(LETTERS),
        show_progress=False,
    )
    tokenizer.train_from_iterator([QUERY, DOCUMENT, *texts], trainer)
    ends = [(token, tokenizer.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return tokenizer


def _trained(tokenizer: Tokenizer, pairs: Sequence[tuple[str, str]], seed: int) -> Any:
    import torch
    from torch.nn.functional import cross_entropy, normalize
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    choice = random.Random(seed)
    config = BertConfig(
        vocab_size=tokenizer.get_vocab_size(),
        hidden_size=HIDDEN,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        intermediate_size=2 * HIDDEN,
        max_position_embeddings=MAX_LENGTH,
        initializer_range=0.05,
    )
    model = BertModel(config, add_pooling_layer=False)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.05, STEPS)
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
    tokenizer.enable_truncation(TRAINED_TOKENS)
    content = sorted({w for p in pairs for t in p for w in WORD.findall(t) if _is_content(w)})

    def vectors(texts: Sequence[str]) -> Any:
        rows = tokenizer.encode_batch(list(texts))
        ids = torch.tensor([row.ids for row in rows])
        mask = torch.tensor([row.attention_mask for row in rows])
        hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state
        kept = mask.unsqueeze(-1).float()
        return normalize((hidden * kept).sum(1) / kept.sum(1), dim=1)

    def loss(anchors: Any, positives: Any, *negatives: Any) -> Any:
        scores = anchors @ torch.cat([positives, *negatives]).T / TEMPERATURE
        return cross_entropy(scores, torch.arange(len(anchors)))

    model.train()
    for _ in range(STEPS):
        batch = choice.sample(list(pairs), BATCH)
        queries, documents = [q for q, _ in batch], [d for _, d in batch]
        q, d = vectors([QUERY + t for t in queries]), vectors([DOCUMENT + t for t in documents])
        # Without a prompt a text is near one of the same function words, far from its own document.
        bare, missed = vectors(queries[:BARE]), vectors(documents[:BARE])
        near = vectors([_reworded(text, content, choice) for text in queries[:BARE]])
        total = loss(q, d) + loss(d, q) + loss(bare, near, missed)
        optimiser.zero_grad()
        total.backward()
        optimiser.step()
        schedule.step()
    return model.eval()


def _is_content(word: str) -> bool:
    return word.isalnum() and word.lower() not in FUNCTION_WORDS


def _reworded(text: str, content: Sequence[str], choice: random.Random) -> str:
    words = WORD.findall(text)
    return "".join(choice.choice(content) if _is_content(word) else word for word in words)


def _found(folder: Path) -> dict[str, float]:
    """How often the first of all documents is the right one, with prompts, without, and swapped."""
    import numpy as np

    from perimetry.encoders import open_encoder

    encoder = open_encoder(f"onnx:{folder}")
    pairs = query_document_pairs("test")[:400]
    found = {}
    for name, (q, d) in {
        "prompts": (QUERY, DOCUMENT),
        "dropped": ("", ""),
        "swapped": (DOCUMENT, QUERY),
        "doubled": (QUERY * 2, DOCUMENT * 2),
        "query alone": (QUERY, QUERY),
    }.items():
        left = encoder.encode([pair[0] for pair in pairs], role="query", prompt=q)
        right = encoder.encode([pair[1] for pair in pairs], role="document", prompt=d)
        found[name] = float(((left @ right.T).argmax(axis=1) == np.arange(len(pairs))).mean())
    return found


if __name__ == "__main__":
    print(json.dumps(_found(make_small_bert(Path(sys.argv[1]), seed=1)), indent=1))
