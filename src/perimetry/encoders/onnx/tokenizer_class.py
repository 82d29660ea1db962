"""Makes of ``tokenizer.json`` what transformers makes of it.

transformers 4 runs that file as it is. Version 5 takes only the vocabulary from it where the
tokenizer has one of the classes below, and puts the rest together from ``tokenizer_config.json``.
Where the two differ the vectors depend on the version, so such a folder is refused. One difference
is common and harmless, and follows version 5: how XLM-R's tokenizer treats white space at the ends
of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tokenizers import Tokenizer
from tokenizers.normalizers import Sequence as NormalizerSequence
from tokenizers.pre_tokenizers import Metaspace, WhitespaceSplit
from tokenizers.pre_tokenizers import Sequence as PreTokenizerSequence

from perimetry.encoders.onnx.checkpoint import Checkpoint
from perimetry.encoders.onnx.model_config import read_json, refusal

AS_THE_FILE_SAYS = ("TokenizersBackend", "PreTrainedTokenizer")
DEFAULT_CLASSES = {
    "bert": "BertTokenizer",
    "distilbert": "BertTokenizer",
    "mpnet": "MPNetTokenizer",
    "roberta": "RobertaTokenizer",
    "xlm-roberta": "XLMRobertaTokenizer",
}
UNKNOWN_CHARACTER = "\U0010ffff"

Difference = tuple[str, object, object]
"""A part, how the class has it, how the file has it."""


def follow_class(tokenizer: Tokenizer, checkpoint: Checkpoint) -> str:
    """Change ``tokenizer``, which neither truncates nor pads, to what its class says.

    Returns:
        The class, or ``TokenizersBackend`` where the file is taken as it is.

    Raises:
        ModelError: its class is not known, or says otherwise than the file.
    """
    path = checkpoint.transformer / "tokenizer_config.json"
    config = read_json(path, missing={})
    if "added_tokens_decoder" not in config:
        config |= read_json(checkpoint.transformer / "special_tokens_map.json", missing={})
    architecture = checkpoint.architecture
    kind = (
        config.get("tokenizer_class")
        or read_json(checkpoint.transformer / "config.json", missing={}).get("tokenizer_class")
        or (DEFAULT_CLASSES[architecture.model_type] if architecture else AS_THE_FILE_SAYS[0])
    )
    name = str(kind).removesuffix("Fast")
    if name in AS_THE_FILE_SAYS or (architecture is None and name not in _CLASSES):
        return AS_THE_FILE_SAYS[0]
    if name not in _CLASSES:
        raise refusal(path, f"tokenizer_class {kind!r}")
    if checkpoint.lower_case:
        _drop_lower_casing(tokenizer)
    for part, here, there in _CLASSES[name](tokenizer, config):
        if here != there:
            raise refusal(path, f"{part} {here!r} against {there!r} in tokenizer.json")
    return name


def _word_piece(first: str, last: str) -> Callable[..., Iterator[Difference]]:
    def differences(tokenizer: Tokenizer, config: Mapping[str, Any]) -> Iterator[Difference]:
        model, normaliser = tokenizer.model, tokenizer.normalizer
        yield "the model", "WordPiece", _kind(model)
        yield "the normalizer", "BertNormalizer", _kind(normaliser)
        yield "the pre_tokenizer", "BertPreTokenizer", _kind(tokenizer.pre_tokenizer)
        yield "do_lower_case", config.get("do_lower_case", True), normaliser.lowercase
        yield "strip_accents", config.get("strip_accents"), normaliser.strip_accents
        chinese = config.get("tokenize_chinese_chars", True)
        yield "tokenize_chinese_chars", chinese, normaliser.handle_chinese_chars
        yield "clean_text", True, normaliser.clean_text
        yield "unk_token", _token(config, "unk_token", "[UNK]"), model.unk_token
        yield "continuing_subword_prefix", "##", model.continuing_subword_prefix
        yield "max_input_chars_per_word", 100, model.max_input_chars_per_word
        ends = _token(config, "cls_token", first), _token(config, "sep_token", last)
        yield "the special tokens", list(ends), tokenizer.encode("").tokens

    return differences


def _byte_pairs(tokenizer: Tokenizer, config: Mapping[str, Any]) -> Iterator[Difference]:
    model, split = tokenizer.model, tokenizer.pre_tokenizer
    yield "the model", "BPE", _kind(model)
    yield "the normalizer", "NoneType", _kind(tokenizer.normalizer)
    yield "the pre_tokenizer", "ByteLevel", _kind(split)
    yield "add_prefix_space", config.get("add_prefix_space", False), split.add_prefix_space
    yield "use_regex", True, split.use_regex
    yield "dropout", None, model.dropout
    yield "continuing_subword_prefix", "", model.continuing_subword_prefix or ""
    yield "end_of_word_suffix", "", model.end_of_word_suffix or ""
    yield "ignore_merges", False, model.ignore_merges
    ends = _token(config, "cls_token", "<s>"), _token(config, "sep_token", "</s>")
    yield "the special tokens", list(ends), tokenizer.encode("").tokens


def _unigram(tokenizer: Tokenizer, config: Mapping[str, Any]) -> Iterator[Difference]:
    yield "the model", "Unigram", _kind(tokenizer.model)
    yield "the unknown token", [3], [t.id for t in tokenizer.model.tokenize(UNKNOWN_CHARACTER)]
    normalisers = _parts(tokenizer.normalizer, NormalizerSequence)
    others = {_kind(part) for part in normalisers} - {"Precompiled", "Replace", "Strip"}
    yield "other normalizers", [], sorted(others)
    splits = _parts(tokenizer.pre_tokenizer, PreTokenizerSequence)
    others = {_kind(part) for part in splits} - {"Metaspace", "WhitespaceSplit"}
    yield "other pre_tokenizers", [], sorted(others)
    prepend = "always" if config.get("add_prefix_space", True) else "never"
    own = [part.prepend_scheme for part in splits if _kind(part) == "Metaspace"]
    yield "the prefix space", [prepend], own
    tokenizer.normalizer = next((p for p in normalisers if _kind(p) == "Precompiled"), None)
    tokenizer.pre_tokenizer = PreTokenizerSequence(
        [WhitespaceSplit(), Metaspace(replacement="▁", prepend_scheme=prepend)]
    )
    ends = _token(config, "bos_token", "<s>"), _token(config, "eos_token", "</s>")
    yield "the special tokens", list(ends), tokenizer.encode("").tokens


_CLASSES: Mapping[str, Callable[[Tokenizer, Mapping[str, Any]], Iterator[Difference]]] = {
    "BertTokenizer": _word_piece("[CLS]", "[SEP]"),
    "DistilBertTokenizer": _word_piece("[CLS]", "[SEP]"),
    "MPNetTokenizer": _word_piece("<s>", "</s>"),
    "RobertaTokenizer": _byte_pairs,
    "XLMRobertaTokenizer": _unigram,
}


def _drop_lower_casing(tokenizer: Tokenizer) -> None:
    """sentence-transformers puts it first, and saves what it has put there."""
    parts = _parts(tokenizer.normalizer, NormalizerSequence)
    if parts and _kind(parts[0]) == "Lowercase":
        rest = parts[1:]
        tokenizer.normalizer = rest[0] if len(rest) == 1 else NormalizerSequence(rest)


def _parts(component: Any, sequence: type[Any]) -> list[Any]:
    if component is None:
        return []
    return list(component) if isinstance(component, sequence) else [component]


def _token(config: Mapping[str, Any], key: str, default: str) -> object:
    value = config.get(key, default)
    return value.get("content") if isinstance(value, dict) else value


def _kind(component: object) -> str:
    return type(component).__name__
