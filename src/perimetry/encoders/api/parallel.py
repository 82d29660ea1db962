"""Several requests at once, in threads; what comes is handed on before anything else is begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Event, Thread
from typing import TypeVar

from perimetry.encoders.api.retry import StoppedError

T = TypeVar("T")
R = TypeVar("R")


def as_they_come(work: Callable[[T, Event], R], items: Sequence[T], *, workers: int) -> Iterator[R]:
    """The results of ``work`` on each of ``items``, in the order in which they come.

    The next item is begun when a result has been taken, so at most ``workers`` of them are begun
    and not yet handed on. When one fails no more is begun; those that are answered still are handed
    on, and then the first failure is raised. The threads are daemons: an interrupted process does
    not wait for them.

    Args:
        work: takes an item and an event that says that the result is no longer wanted.
        items: what to do.
        workers: at most this many threads.
    """
    inbox: SimpleQueue[T | None] = SimpleQueue()
    outbox: SimpleQueue[tuple[R | None, BaseException | None]] = SimpleQueue()
    stop = Event()

    def serve() -> None:
        while (item := inbox.get()) is not None:
            try:
                outbox.put((work(item, stop), None))
            except BaseException as error:  # handed to the caller, whatever it is
                outbox.put((None, error))

    threads = [Thread(target=serve, daemon=True) for _ in range(min(workers, len(items)))]
    failure: BaseException | None = None
    waiting = iter(items)
    begun = 0
    try:
        for thread in threads:
            thread.start()
            inbox.put(next(waiting))
            begun += 1
        while begun:
            result, error = outbox.get()
            begun -= 1
            if error is not None:
                stop.set()
                if failure is None or isinstance(failure, StoppedError):
                    failure = error
            elif result is not None:
                yield result
            if failure is None and (item := next(waiting, None)) is not None:
                inbox.put(item)
                begun += 1
    finally:
        stop.set()
        for _ in threads:
            inbox.put(None)
    if failure is not None:
        raise failure
