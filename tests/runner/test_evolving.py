from __future__ import annotations

import sys
from collections import Counter

import pytest

from perimetry.encoders import open_encoder
from perimetry.errors import InputError, MissingExtraError
from perimetry.probes.claim_search import ClaimSearchProbe, ClaimSet, EvolvingClaim
from perimetry.rules import all_rules, sentence
from perimetry.runner import run_audit
from perimetry.runner.evolving import (
    KINDS,
    PER_RULE,
    RULES,
    builtin_claims,
    evolving_claims,
    with_edits,
)


def small(*texts: str) -> ClaimSet:
    claims = [EvolvingClaim(f"i{n}", f"g{n}", text, 0) for n, text in enumerate(texts)]
    return ClaimSet("mine", "file mine", ["a fact-check"], claims)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_supported_and_refuted_claims_are_searched_among_all_evidence(split: str) -> None:
    data = builtin_claims(split)  # type: ignore[arg-type]
    assert len(data.claims) == 56
    assert Counter(Counter(claim.group for claim in data.claims).values()) == {2: 28}
    assert len(data.corpus) == len(set(data.corpus)) == 56 + 600
    assert {claim.fact_check for claim in data.claims} < set(range(56))


def test_the_two_claims_of_a_group_have_one_fact_check() -> None:
    data = builtin_claims()
    assert len({(claim.group, claim.fact_check) for claim in data.claims}) == 28
    first = data.claims[0]
    assert "Okafor" in first.text
    assert "Okafor" in data.corpus[first.fact_check]


def test_every_rule_of_a_kind_exists() -> None:
    assert set(RULES) <= set(all_rules())
    assert len(set(RULES)) == len(RULES)


def test_a_rule_gives_its_edits_in_order_and_one_that_declines_is_absent() -> None:
    text = "The committee did not publish its report about the harbour last winter."
    data = with_edits(small(text, "Ja."), seed=0, rules=["typo", "un_negation", "entity"])
    edited, short = data.claims
    assert edited.edits["un_negation"] == [
        "The committee published its report about the harbour last winter."
    ]
    assert 1 < len(edited.edits["typo"]) <= PER_RULE
    assert "entity" not in edited.edits
    assert short.edits == {}
    typo = all_rules()["typo"].edits(sentence.Sentence(text), seed=0)
    assert edited.edits["typo"] == [edit.text for edit in typo]  # type: ignore[union-attr]


def test_relations_and_pools_are_those_of_the_rules_asked() -> None:
    data = with_edits(small("It is 3 km."), seed=0, rules=["voice", "negation", "contraction"])
    assert data.relations == {"voice": "same", "negation": "different", "contraction": "same"}
    assert data.pools == {"rewrites": ["contraction", "voice"]}
    assert data.notes == ("edits: rules, at most 5 a rule, seed 0",)


def test_edits_depend_on_the_seed_alone() -> None:
    rules = ["casing", "typo"]
    one = evolving_claims("dev", seed=1, rules=rules)
    assert one == evolving_claims("dev", seed=1, rules=rules)
    assert one != evolving_claims("dev", seed=2, rules=rules)


def test_a_limit_counts_fact_checks_and_keeps_their_claims() -> None:
    data = evolving_claims(seed=3, limit=4, rules=["casing"])
    assert len(data.claims) == 8
    assert len({claim.fact_check for claim in data.claims}) == 4
    assert len(data.corpus) == 656
    with pytest.raises(InputError, match="at least 1"):
        evolving_claims(seed=3, limit=0)


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(InputError, match=r"no rule 'typos'\. Did you mean 'typo'"):
        evolving_claims(seed=0, rules=["typos"])


def test_without_the_grammar_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentence._grammar.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'perimetry\[rules\]'"):
        evolving_claims(seed=0, limit=1, rules=["negation"])
    sentence._grammar.cache_clear()


def test_all_kinds_of_the_paper_that_rules_make_are_counted() -> None:
    data = evolving_claims(seed=0)
    notes = ClaimSearchProbe(data).note().notes
    assert "typo: 56 of 56 claims edited, 193 versions" in notes
    assert "entity: 0 of 56 claims edited, 0 versions" in notes
    assert set(data.pools) == {kind for kind, rules in KINDS.items() if len(rules) > 1}


def test_an_encoder_that_ignores_case_finds_what_it_found_and_typos_do_harm() -> None:
    data = evolving_claims(seed=0, limit=20, rules=["casing", "typo"])
    audit = run_audit(
        [open_encoder(None), open_encoder("hash:")],
        [ClaimSearchProbe(data)],
        suite="claims",
        seed=0,
    )
    minilm, hashed = (record.name for record in audit.encoders)

    def value(who: str, subset: str, measure: str) -> float:
        found = audit.get(who, subset, measure)
        assert found is not None
        return found.value

    assert value(hashed, "casing", "map_10_change") == 0
    assert value(minilm, "casing", "worst_map_10_change") == 0
    assert value(minilm, "typo", "worst_map_10_change") < 0
    assert value(minilm, "typo", "worst_map_10") <= value(minilm, "typo", "map_10")
    assert value("BM25", "unedited", "map_10") > value("token Jaccard", "unedited", "map_10")
    assert value(minilm, "unedited", "recall_1") > value("BM25", "unedited", "recall_1")
