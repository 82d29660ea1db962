"""One batch asked until its answer is whole, within the budget, and the answer judged."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event

from perimetry.encoders.api.answer import Answer, BrokenAnswerError, read_answer
from perimetry.encoders.api.batching import Count
from perimetry.encoders.api.budget import Budget
from perimetry.encoders.api.client import Client, Problem
from perimetry.encoders.api.key import Key
from perimetry.encoders.api.retry import Retry
from perimetry.errors import EncodingError


class Asker:
    """Asks one endpoint. Threads may share it."""

    def __init__(
        self, name: str, client: Client, *, key: Key, count: Count, budget: Budget, retry: Retry
    ) -> None:
        self.name = name
        self.budget = budget
        self.count = count
        self._client = client
        self._key = key
        self._retry = retry

    def ask(self, texts: Sequence[str], stop: Event | None = None) -> Answer:
        """The answer to one request with ``texts``, one finite vector each.

        Raises:
            BudgetError: the request would go beyond a limit.
            EncodingError: the answer is whole and wrong.
            UnavailableError: the server refuses, or goes on failing.
        """
        estimated = sum(self.count(texts))

        def send() -> Answer | Problem:
            aside = self.budget.take(estimated)
            came = self._client.post(texts)
            if isinstance(came, Problem):
                refused = came.status is not None
                self.budget.unanswered(aside, estimated, refused=refused)
                return came
            tokens = None
            try:
                answer = read_answer(came, len(texts))
                tokens = answer.tokens
            except BrokenAnswerError as error:
                return Problem(self._key.scrub(f"a broken answer, {error}"))
            except EncodingError as error:
                problem = self._key.scrub(str(error))
            else:
                return answer
            finally:
                self.budget.answered(aside, estimated, tokens)
            raise EncodingError(
                f"{self.name}: {problem}. Nothing of this answer is kept: look at the server, for "
                "instance with perimetry doctor."
            )

        return self._retry.until_answered(send, stop or Event())
