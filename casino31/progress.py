"""How far long work is: the library tells each step, and says nothing unless somebody listens."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Listener: TypeAlias = Callable[[str, int, int], None]
"""(what, steps done, steps in all): called before the first step and after each."""

_LISTENER: ContextVar[Listener | None] = ContextVar("casino31 progress", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Let a listener hear every step of the work inside.

    >>> with heard_by(lambda what, done, whole: print(what, done, "of", whole)):
    ...     total = sum(steps("sums", [3, 4]))
    sums 0 of 2
    sums 1 of 2
    sums 2 of 2
    """
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def steps(what: str, items: Collection[T]) -> Iterator[T]:
    """Yield some items and tell how many are done.

    >>> list(steps("nobody listens", [1, 2]))
    [1, 2]
    """
    listener = _LISTENER.get()
    if listener is None:
        yield from items
        return
    listener(what, 0, len(items))
    for done, item in enumerate(items, 1):
        yield item
        listener(what, done, len(items))
