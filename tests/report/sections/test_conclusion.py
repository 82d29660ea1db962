from dataclasses import replace

from perimetry.records import Estimate
from perimetry.report import build_view
from perimetry.results import EncoderEstimate
from tests.report.audits import BLIND_TO_NEGATION, SEEN, Order, make_audit


def sentence(orders: dict[str, Order]) -> str:
    return build_view(make_audit(orders)).encoders[0].conclusion.sentence


def test_the_worst_breaking_edit_is_named_with_its_share_against_each_partner():
    assert sentence(BLIND_TO_NEGATION) == (
        "tiny cannot be trusted with negation: the negated sentence lies closer to the original "
        "than the one with a synonym in 71 % of 200 sentences and than the one with a typo in "
        "71 % of 200."
    )


def test_a_tie_is_not_counted_as_lying_closer():
    said = sentence({"antonym": Order(0.40, "inverted", ties=0.25)})
    assert "the one with a synonym in 35 % of 200 sentences" in said


def test_a_weak_edit_makes_the_encoder_unsure():
    said = sentence({"negation": SEEN, "antonym": Order(0.70, "weak")})
    assert said.startswith("tiny is unsure of antonyms: the sentence with an antonym lies closer")
    assert "30 %" in said


def test_where_ties_dominate_the_sentence_says_equally_close():
    assert sentence({"random_word": Order(0.05, "blind", ties=0.90)}) == (
        "tiny cannot tell a random word from a synonym or a typo: both lie equally close to the "
        "original in 90 % of 400 comparisons."
    )


def test_an_encoder_without_a_blind_spot_is_said_to_keep_meanings_apart():
    assert sentence({"antonym": SEEN, "negation": Order(0.90, "sees it")}) == (
        "tiny keeps antonyms and negation apart from edits that keep the meaning: even for "
        "negation it puts the right sentence closer in 90 % of 400 comparisons."
    )


def test_an_edit_that_could_not_be_judged_is_named_beside_what_is_seen():
    said = sentence({"antonym": SEEN, "negation": Order(0.5, "too few to say", groups=12)})
    assert said.endswith("; there is too little to say about negation.")


def test_an_undecided_edit_never_hides_a_failing_one():
    orders = {"negation": Order(0.1, "too few to say"), "antonym": Order(0.52, "blind")}
    assert "cannot be trusted with antonyms" in sentence(orders)


def test_few_sentences_are_not_judged():
    assert sentence({"negation": Order(0.5, "too few to say", groups=12)}) == (
        "tiny was asked too little to be judged: 12 independent sentences, and a verdict needs at "
        "least 30."
    )


def test_wide_intervals_are_not_blamed_on_few_sentences():
    said = sentence({"negation": Order(0.5, "too few to say", groups=40)})
    assert "cannot be judged from 40 sentences: the intervals are too wide" in said


def test_data_without_triplets_ask_nothing_of_the_order():
    conclusion = build_view(make_audit({})).encoders[0].conclusion
    assert conclusion.finding.startswith("was not asked to tell meanings apart")
    assert conclusion.evidence == ""


def test_the_evidence_has_interval_and_counts():
    evidence = build_view(make_audit()).encoders[0].conclusion.evidence
    assert evidence == (
        "negation: order accuracy 0.29 (0.24 to 0.34), 400 triplets of 200 sentences"
    )


def test_of_many_keeping_edits_the_two_worst_with_enough_sentences_are_named():
    audit = make_audit(BLIND_TO_NEGATION)
    kept = dict.fromkeys(("synonym", "typo", "casing", "abbreviation"), "same")
    note = replace(audit.datasets["heros"], relations={**kept, "negation": "different"})
    more = [
        EncoderEstimate("tiny", "heros", Estimate(kind, "order_accuracy", value, 0, 1, n, n))
        for kind, value, n in (("casing>negation", 1.0, 200), ("abbreviation>negation", 0.0, 5))
    ]
    audit = replace(audit, datasets={"heros": note}, estimates=[*audit.estimates, *more])
    said = build_view(audit).encoders[0].conclusion.sentence
    assert "a synonym in 71 % of 200 sentences and than the one with a typo in 71 %" in said
    assert "casing" not in said
    assert "abbreviation" not in said


def test_partners_made_by_rule_are_said_to_be_in_the_limits():
    [limit, *_] = build_view(make_audit(source="rules on mine.txt", data="mine.txt")).limits
    assert "their partners from perimetry's rules" in limit
