from __future__ import annotations

from functools import partial

import pytest

from perimetry.rules.role_swap import RoleSwap
from tests.rules.asking import best_edit

KIND = "no subject and object of one kind"
MUTUAL = "a deed that may be mutual"
ORDER = "a word that hangs on the order"
SWAPPED = {
    "The dog chased the cat.": "The cat chased the dog.",
    "A dog is chasing a cat.": "A cat is chasing a dog.",
    "The nurse helped the patient.": "The patient helped the nurse.",
    "The nurses help the patient.": "The patient helps the nurses.",
    "The nurse helps the patients.": "The patients help the nurse.",
    "The nurse is helping two patients.": "Two patients are helping the nurse.",
    "Two doctors were watching the child.": "The child was watching two doctors.",
    "The manager has dismissed the clerks.": "The clerks have dismissed the manager.",
    "The landlord sued the tenant.": "The tenant sued the landlord.",
    "The tenant will pay the landlord.": "The landlord will pay the tenant.",
    "The lawyer can question the witness.": "The witness can question the lawyer.",
    "The borrower owes the lender.": "The lender owes the borrower.",
    "The young man pushed the old woman.": "The old woman pushed the young man.",
    "The teacher praised the student on Friday.": "The student praised the teacher on Friday.",
    "Yesterday the mayor thanked the protesters.": "Yesterday the protesters thanked the mayor.",
    "The soldiers attacked the rebels.": "The rebels attacked the soldiers.",
    "The client was deceived by the agent.": "The agent was deceived by the client.",
    "A thief was arrested by two officers.": "Two officers were arrested by a thief.",
    "A boy is running after a girl.": "A girl is running after a boy.",
    "A man is standing behind a woman.": "A woman is standing behind a man.",
    "Russia invaded Ukraine early in the spring.": "Ukraine invaded Russia early in the spring.",
    "The coach trains the runner.": "The runner trains the coach.",
    # left alone
    "The man met the woman.": MUTUAL,
    "The lawyer married the doctor.": MUTUAL,
    "The boy resembles the man.": MUTUAL,
    "The man hugged the woman.": MUTUAL,
    "The soldier fought the rebel.": MUTUAL,
    "The nurse removed the bandage.": KIND,
    "The storm hit the town.": KIND,
    "The man called a man.": KIND,
    "A man helped another man.": KIND,
    "Every nurse helped a patient.": KIND,
    "She helped the patient.": KIND,
    "The nurse helped him.": KIND,
    "The nurse helped her brother.": KIND,
    "The nurse slept.": KIND,
    "Did the nurse help the patient?": KIND,
    "The nurse helped the patient who fell.": KIND,
    "The nurse and the doctor helped the patient.": KIND,
    "The nurse helped the patient find his shoes.": KIND,
    "The nurse helped the patient with his shoes.": KIND,
    "The nurse called the doctor when it rained.": ORDER,
    "This nurse helped the patient.": ORDER,
    "the dog chased the cat": "small letters and no full stop",
    "A dog chasing a cat.": "no finite main verb beyond doubt",
}
HELD = [source for source, text in SWAPPED.items() if text not in RoleSwap.reasons]


outcome = partial(best_edit, RoleSwap())


@pytest.mark.parametrize(("source", "expected"), SWAPPED.items())
def test_roles_are_exchanged_or_the_sentence_left_alone(source: str, expected: str) -> None:
    assert outcome(source) == expected


@pytest.mark.parametrize("source", HELD)
def test_swapped_twice_it_is_the_source_again(source: str) -> None:
    assert outcome(outcome(source), seed=5) == source
