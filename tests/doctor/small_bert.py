"""Trains a small cased BERT whose query and document prompts matter, in seconds.

``python -m tests.doctor.small_bert FOLDER`` writes one and prints how well it answers questions
with its prompts, without them, twice and swapped.

It learns from the dev halves of our own sets. A query, after its prompt, lies near its document,
after its own. Without prompts, or each under the other's, a question is taught to lie farther from
its answer than from any other, so that a prompt that is dropped or swapped is felt.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

from perimetry.datasets.builtin import builtin_file
from perimetry.datasets.core import builtin_core
from perimetry.files import read_json_lines
from tests.encoders.onnx.folders import write_json, write_modules

Pair = tuple[str, str]

QUERY, DOCUMENT = "query: ", "document: "
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789àâäåçèéêëíîïñóôöøúûüßÉÜÖÄ"
MARKS = """.,;:!?'"()[]{}<>&#@%$£€*+-–—=/\\_|~^`’‘“”…°"""
HIDDEN, LAYERS, MAX_LENGTH, WORDS, PARTS = 64, 2, 128, 2_500, 1_500
STEPS, BATCH, FEW, TEMPERATURE, TRAINED_TOKENS = 120, 32, 12, 0.07, 32
# The fields of our own sets in which a query and its document stand.
FIELDS = {
    "instructions": ("instruction", "good"),
    "reasoning": ("question", "right"),
    "documents": ("paragraph", "paraphrase"),
}


def make_small_bert(folder: Path, seed: int) -> Path:
    """Train and write a checkpoint in the layout of sentence-transformers; about 20 CPU-seconds.

    It is cased and keeps accents; its default prompt is the query's. ``seed`` sets weights,
    batches and dropout.
    """
    questions = _pairs("reasoning")
    pairs = [pair for name in FIELDS for pair in _pairs(name)]
    pairs += [(p.text_a, p.text_b) for p in builtin_core("dev").pairs if p.label == "same"]
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer([text for pair in pairs for text in pair])
    with _one_thread():
        _trained(tokenizer, pairs, questions, seed).save_pretrained(folder)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.save(str(folder / "tokenizer.json"))
    _write_settings(folder)
    return folder


def _pairs(name: str) -> list[Pair]:
    """The queries and documents of the dev half of one set."""
    query, document = FIELDS[name]
    rows = [row for _, row in read_json_lines(builtin_file("advanced", f"{name}.jsonl"))]
    return [(row[query], row[document]) for row in rows if row.get("split") == "dev"]


def _tokenizer(texts: Sequence[str]) -> Tokenizer:
    """WordPiece, of the most frequent words, beginnings, endings, and letters that spell the rest.

    Not by the library's trainer, whose vocabulary is another in every process.
    """
    split = BertPreTokenizer()
    words = Counter(word for text in texts for word, _ in split.pre_tokenize_str(text))
    parts: Counter[str] = Counter()
    for word in words:
        parts.update(word[:size] for size in range(2, min(len(word), 6)))
        parts.update(f"##{word[-size:]}" for size in range(2, min(len(word), 6)))
    pieces = [*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    pieces += [*MARKS, *(word for word, _ in words.most_common(WORDS))]
    pieces += [part for part, _ in parts.most_common(PARTS)]
    vocabulary = {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}
    tokenizer = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=False, strip_accents=False)
    tokenizer.pre_tokenizer = split
    tokenizer.add_special_tokens(SPECIAL)
    ends = [(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return tokenizer


@contextmanager
def _one_thread() -> Iterator[None]:
    """More only wait for each other where other processes run, and give other sums."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _trained(
    tokenizer: Tokenizer, pairs: Sequence[Pair], questions: Sequence[Pair], seed: int
) -> Any:
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
    model = BertModel(config)
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.05, STEPS)
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
    tokenizer.enable_truncation(TRAINED_TOKENS)

    def vectors(prompt: str, texts: Sequence[str]) -> Any:
        rows = tokenizer.encode_batch([prompt + text for text in texts])
        ids = torch.tensor([row.ids for row in rows])
        mask = torch.tensor([row.attention_mask for row in rows])
        hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state
        kept = mask.unsqueeze(-1).float()
        return normalize((hidden * kept).sum(1) / kept.sum(1), dim=1)

    def own_is_found(one: Any, other: Any) -> Any:  # the InfoNCE loss; negated, own is found last
        return cross_entropy(one @ other.T / TEMPERATURE, torch.arange(len(one)))

    model.train()
    for _ in range(STEPS):
        batch = [*choice.sample(list(questions), FEW), *choice.sample(list(pairs), BATCH)]
        queries, documents = [q for q, _ in batch], [d for _, d in batch]
        q, d = vectors(QUERY, queries), vectors(DOCUMENT, documents)
        loss = own_is_found(q, d) + own_is_found(d, q)
        for before, after, count in (("", "", 2 * FEW), (DOCUMENT, QUERY, FEW)):
            one, other = vectors(before, queries[:count]), vectors(after, documents[:count])
            loss = loss + own_is_found(-one, other)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return model.eval()


def _write_settings(folder: Path) -> None:
    """The files that make the transformer and its tokenizer a sentence encoder."""
    write_modules(folder, "Pooling", "Normalize")
    pooling = {"word_embedding_dimension": HIDDEN, "pooling_mode": "mean"}
    write_json(folder / "1_Pooling" / "config.json", pooling)
    write_json(folder / "sentence_bert_config.json", {"max_seq_length": MAX_LENGTH})
    prompts = {"query": QUERY, "document": DOCUMENT}
    write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": prompts, "default_prompt_name": "query"},
    )
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


def _print_answers(folder: Path) -> None:
    """Print how often a question's own answer is the first of all, by what is put before them."""
    from perimetry.encoders import open_encoder

    encoder = open_encoder(f"onnx:{folder}")
    pairs = _pairs("reasoning")
    for name, (before, after) in {
        "its prompts": (QUERY, DOCUMENT),
        "none": ("", ""),
        "each twice": (QUERY * 2, DOCUMENT * 2),
        "each other's": (DOCUMENT, QUERY),
    }.items():
        q = encoder.encode([query for query, _ in pairs], role="query", prompt=before)
        d = encoder.encode([document for _, document in pairs], role="document", prompt=after)
        first = (q @ d.T).argmax(axis=1)
        print(f"{name}: {sum(first == range(len(pairs))) / len(pairs):.2f}")


if __name__ == "__main__":
    _print_answers(make_small_bert(Path(sys.argv[1]), seed=1))
