"""``openai:MODEL[@BASE_URL]`` an encoder behind an OpenAI-compatible endpoint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np
from numpy.typing import NDArray

from perimetry.encoders.api.answer import Answer
from perimetry.encoders.api.asker import Asker
from perimetry.encoders.api.batching import batches
from perimetry.encoders.api.endpoint import Endpoint
from perimetry.encoders.api.identity import CANARIES, RIDERS, Identity, IdentityBook
from perimetry.encoders.api.memory import Layers, Memory
from perimetry.encoders.api.parallel import as_they_come
from perimetry.encoders.api.plan import Plan
from perimetry.encoders.api.recording import Recording
from perimetry.encoders.api.tokens import TokenCount
from perimetry.encoders.base import check_texts, shortened
from perimetry.errors import EncodingError, UnavailableError
from perimetry.records import Role

Vectors = NDArray[np.float32]


@dataclass(frozen=True)
class Part:
    """Texts as they were sent, and their vectors ``(len(sent), d)``."""

    sent: Sequence[str]
    vectors: Vectors


class ModelChangedError(EncodingError):
    """Another model answers under the same name."""


class ApiEncoder:
    """Asks an endpoint, or its recording.

    Without a memory each call is asked as it is given, which is what an examination wants. With one
    (:meth:`remember`) a text is asked once, whatever its role, every answer is kept before it is
    handed on, and a canary rides along with every request: an answer in which it has moved is
    refused whole, so a model that is exchanged during a run is not mixed in.

    Args:
        endpoint: what is asked.
        name: how tables call it.
        identity: which model answers, ``None`` where nothing is known and nothing may be sent.
        tokens: how tokens are counted.
        asker: sends requests, ``None`` where nothing is sent.
        recording: kept beside other memories.
        book: where an identity is given up.
        notices: what the user should know, a sentence each.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        name: str,
        identity: Identity | None,
        *,
        tokens: TokenCount,
        asker: Asker | None = None,
        recording: Recording | None = None,
        book: IdentityBook | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        self.endpoint = endpoint
        self.name = name
        self.identity = identity
        self.prompts: Mapping[Role, str] = {}
        self.notices = tuple(notices)
        self.asked = 0
        self._tokens = tokens
        self._asker = asker
        self._recording = recording
        self._memory: Memory | None = recording
        self._book = book
        self.fingerprint = identity.fingerprint if identity else "openai-unknown"
        self.setup: Mapping[str, object] = {
            "engine": "openai",
            "model": endpoint.model,
            "answered_as": identity.answered_as if identity else None,
            "host": endpoint.host,
            "dimension": identity.dimension if identity else None,
            "dimensions_asked": endpoint.dimensions,
            "format": endpoint.format,
            "normalise": identity.unit if identity else None,
            "canary_tolerance": endpoint.tolerance,
            "prompts": {},
        }

    @property
    def offline(self) -> bool:
        """Whether nothing is ever sent."""
        return self._asker is None

    def remember(self, memory: Memory) -> None:
        """Look answers up in ``memory`` first, and keep them there."""
        self._memory = Layers([memory, *([self._recording] if self._recording else [])])

    def encode(self, texts: Sequence[str], *, role: Role, prompt: str | None = None) -> Vectors:
        """Ask for ``prompt + text`` for each text; the role changes nothing.

        Raises:
            BudgetError: the next request would go beyond a limit.
            EncodingError: an answer is whole and wrong.
            UnavailableError: the server refuses or goes on failing, or a replay lacks a text.
        """
        del role
        check_texts(texts)
        sent = [(prompt or "") + text for text in texts]
        vectors = np.empty((len(sent), self._known.dimension), dtype=np.float32)
        if self._memory is None:
            for places, rows in self._answers(sent, riders=False):
                vectors[places] = rows
            return vectors
        found = dict(self._memory.get(list(dict.fromkeys(sent))))
        for part in self.ask([text for text in dict.fromkeys(sent) if text not in found]):
            found.update(zip(part.sent, part.vectors, strict=True))
        for row, text in enumerate(sent):
            vectors[row] = found[text]
        return vectors

    def missing(self, sent: Sequence[str]) -> list[str]:
        """The distinct texts of ``sent`` that no memory has."""
        distinct = list(dict.fromkeys(sent))
        found = self._memory.get(distinct) if self._memory else {}
        return [text for text in distinct if text not in found]

    def ask(self, sent: Sequence[str]) -> Iterator[Part]:
        """Ask for distinct texts, as they are sent, and hand on each answer once it is kept.

        Raises:
            As :meth:`encode` does.
        """
        if not sent:
            return
        if self._asker is None:
            where = self._recording.folder if self._recording else "a dry run"
            raise UnavailableError(
                f"{self.name}: {where} has no vector for {len(sent):,} texts, first "
                f"{shortened(sent[0])!r}, and nothing is sent. Record them with --record."
            )
        for places, vectors in self._answers(sent, riders=self.endpoint.batch > 1):
            part = Part([sent[place] for place in places], vectors)
            if self._memory is not None:
                self._memory.put(part.sent, part.vectors)
            yield part

    def check_end(self) -> None:
        """Ask for the canaries again, if anything was asked.

        Raises:
            ModelChangedError: they have moved, so what came since the start is doubtful. The
                fingerprint is given up: nothing under it is used again.
        """
        if self._asker is None or not self.asked:
            return
        answer = self._asker.ask(CANARIES)
        self._check(answer)
        moved = self._known.moved(answer.vectors)
        if moved <= self.endpoint.tolerance:
            return
        if self._book:
            self._book.retire(self._known)
        if self._recording:
            self._recording.retire()
        raise ModelChangedError(
            f"{self.name}: the model has changed during the run: its canaries have moved by "
            f"{moved:.2g} of their length. What was stored of it is given up; run again."
        )

    def plan(self, sent: Sequence[str]) -> Plan:
        """What asking for the distinct texts of ``sent`` would take; nothing is sent."""
        distinct = list(dict.fromkeys(sent))
        missing = self.missing(distinct)
        riders = self.endpoint.batch > 1
        tokens, made = self._batches(missing, riders=riders)
        canaries = self._tokens.count(CANARIES)
        riding = sum(canaries[number % RIDERS] for number in range(len(made))) if riders else 0
        checks = 2 if missing else 1
        return Plan(
            encoder=self.name,
            texts=len(distinct),
            known=len(distinct) - len(missing),
            tokens=tokens + riding + sum(canaries) * checks,
            counted=self._tokens.source,
            requests=len(made) + checks,
        )

    @property
    def _sender(self) -> Asker:
        if self._asker is None:
            raise UnavailableError(f"{self.name} was opened to send nothing.")
        return self._asker

    @property
    def _known(self) -> Identity:
        if self.identity is None:
            raise UnavailableError(f"{self.name} was opened for a dry run and encodes nothing.")
        return self.identity

    def _batches(self, sent: Sequence[str], *, riders: bool) -> tuple[int, list[list[int]]]:
        """The tokens of all, and the places of each request's texts, with riders the longest first.

        Without riders the order is kept, so that an examination sees the batches that it made.
        """
        tokens = self._tokens.count(sent)
        order = sorted(range(len(sent)), key=lambda place: -tokens[place] if riders else place)
        made = batches(
            [tokens[place] for place in order],
            most_texts=self.endpoint.batch - riders,
            most_tokens=self.endpoint.batch_tokens,
        )
        return sum(tokens), [[order[place] for place in batch] for batch in made]

    def _answers(
        self, sent: Sequence[str], *, riders: bool
    ) -> Iterator[tuple[Sequence[int], Vectors]]:
        """The places of texts and their vectors, as answers come."""
        asker = self._sender
        _, made = self._batches(sent, riders=riders)

        def work(item: tuple[int, list[int]], stop: Event) -> tuple[Sequence[int], Vectors]:
            number, places = item
            batch = [sent[place] for place in places]
            if not riders:
                answer = asker.ask(batch, stop)
                self._check(answer)
                return places, answer.vectors
            which, seat = number % RIDERS, number % (len(batch) + 1)
            answer = asker.ask([*batch[:seat], CANARIES[which], *batch[seat:]], stop)
            self._check(answer)
            self._check_rider(answer, which, seat)
            return places, np.delete(answer.vectors, seat, axis=0)

        for places, vectors in as_they_come(
            work, list(enumerate(made)), workers=self.endpoint.concurrency
        ):
            self.asked += len(places)
            yield places, vectors

    def _check(self, answer: Answer) -> None:
        """Refuse an answer of another dimension, or by a model of another name.

        Raises:
            EncodingError: it is.
        """
        known = self._known
        if answer.vectors.shape[1] != known.dimension:
            raise EncodingError(
                f"{self.name}: a vector has {answer.vectors.shape[1]} dimensions and the first had "
                f"{known.dimension}. Nothing of this answer is kept."
            )
        said = self.endpoint.key.scrub(answer.model) if answer.model else None
        if said != known.answered_as:
            raise ModelChangedError(
                f"{self.name}: the server now answers as {said!r}, and did as "
                f"{known.answered_as!r}. Nothing of this answer is kept; run again."
            )

    def _check_rider(self, answer: Answer, which: int, seat: int) -> None:
        """Refuse an answer in which the canary has moved.

        Raises:
            EncodingError: it stands in another row.
            ModelChangedError: it has another vector.
        """
        moved = self._known.moved(answer.vectors[seat : seat + 1], slice(which, which + 1))
        if moved <= self.endpoint.tolerance:
            return
        for row in range(len(answer.vectors)):
            there = self._known.moved(answer.vectors[row : row + 1], slice(which, which + 1))
            if there <= self.endpoint.tolerance:
                raise EncodingError(
                    f"{self.name}: the vectors come in another order than the texts: that of text "
                    f"{seat} stands in row {row} of {len(answer.vectors)}. Nothing of this answer "
                    "is kept."
                )
        raise ModelChangedError(
            f"{self.name}: a canary that rides along has moved by {moved:.2g} of its length, so "
            "another model answers now, or a vector depends on its batch (perimetry doctor says "
            "which). Nothing of this answer is kept; what was stored before is of the first model."
        )
