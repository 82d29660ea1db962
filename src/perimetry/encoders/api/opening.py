"""Opens an endpoint: which model answers, and whether it is one that was met before."""

from __future__ import annotations

from collections.abc import Mapping

from perimetry.encoders.api.asker import Asker
from perimetry.encoders.api.client import Client
from perimetry.encoders.api.encoder import ApiEncoder, ModelChangedError
from perimetry.encoders.api.endpoint import Endpoint
from perimetry.encoders.api.identity import CANARIES, Identity, IdentityBook, recognised
from perimetry.encoders.api.recording import Recording
from perimetry.encoders.api.retry import Patience, Retry
from perimetry.encoders.api.settings import ApiSettings
from perimetry.encoders.api.tokens import token_count
from perimetry.encoders.uri import EncoderURI
from perimetry.errors import EncodingError


def open_api(uri: EncoderURI, settings: ApiSettings | None = None) -> ApiEncoder:
    """Open ``openai:MODEL[@BASE_URL]``: one request with the canaries, none in a replay or dry run.

    Raises:
        InputError: an option or the base URL is wrong.
        MissingExtraError: the client is not installed.
        ModelChangedError: a recording that is to be continued is of another model.
        UnavailableError: no key, no recording, or the server refuses.
    """
    settings = settings or ApiSettings()
    offline = settings.dry_run or settings.replay is not None
    endpoint = Endpoint.parse(uri, insecure=settings.insecure, offline=offline)
    name = endpoint.display(uri.options)
    tokens = token_count(endpoint.tokenizer)
    book = IdentityBook()
    asked = _asked(endpoint)
    if settings.replay is not None:
        recording = Recording.replayed(settings.replay, asked)
        return ApiEncoder(endpoint, name, recording.identity, tokens=tokens, recording=recording)
    if settings.dry_run:
        latest = next(reversed(book.known(asked)), None)
        return ApiEncoder(endpoint, name, latest, tokens=tokens)
    asker = Asker(
        name,
        Client(endpoint),
        key=endpoint.key,
        count=tokens.count,
        budget=settings.budget,
        retry=Retry(name, Patience(endpoint.retries), pause=settings.pause),
    )
    fresh = _met(asker, endpoint, asked, book.retired(asked))
    known = book.known(asked)
    kept = Recording.find(settings.record, asked) if settings.record else None
    candidates = [one for one in ([kept.identity] if kept else known) if not book.gave_up(one)]
    identity = recognised(fresh, candidates, endpoint.tolerance)
    if kept and identity is None:
        raise ModelChangedError(
            f"{name}: another model answers than the one in {kept.folder}. Record into another "
            "folder, so that they are not mixed."
        )
    notices = _notices(name, endpoint, fresh, None if identity or not known else known[-1])
    identity = identity or fresh
    book.keep(identity)
    if settings.record and kept is None:
        kept = Recording.begin(settings.record, identity)
    return ApiEncoder(
        endpoint, name, identity,
        tokens=tokens, asker=asker, recording=kept, book=book, notices=notices,
    )  # fmt: skip


def _asked(endpoint: Endpoint) -> Mapping[str, object]:
    return {
        "model": endpoint.model,
        "host": endpoint.host,
        "dimensions": endpoint.dimensions,
        "format": endpoint.format,
    }


def _met(asker: Asker, endpoint: Endpoint, asked: Mapping[str, object], retired: int) -> Identity:
    answer = asker.ask(CANARIES)
    dimension = answer.vectors.shape[1]
    if endpoint.dimensions and dimension != endpoint.dimensions:
        raise EncodingError(
            f"{asker.name}: {endpoint.dimensions} dimensions were asked and {dimension} came: the "
            f"server does not cut. ?dim={endpoint.dimensions} cuts on this side."
        )
    answered_as = endpoint.key.scrub(answer.model) if answer.model else None
    return Identity(asked, answered_as, answer.vectors, retired)


def _notices(name: str, endpoint: Endpoint, fresh: Identity, before: Identity | None) -> list[str]:
    """What the user should know of the model that answers."""
    said = []
    if fresh.answered_as not in (None, endpoint.model):
        said.append(f"{name}: the server calls the model {fresh.answered_as!r}.")
    if before is not None:
        said.append(
            f"{name}: another model answers than before (canaries moved by "
            f"{before.moved(fresh.canaries):.2g} of their length). It has a fingerprint of its "
            "own, and no vector of the earlier one is used."
        )
    return said
