"""Compiled loops, where the extra ``fast`` (numba) is installed.

Each loop is plain Python over arrays, and stands beside a numpy route to the same numbers: a machine without numba
loses time and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])
Answer = TypeVar("Answer")


def compiled(loop: Callable[..., Answer]) -> Callable[..., Answer] | None:
    """Return a loop compiled for this processor, or None where numba is not installed.

    The machine code is kept beside the source (or in the user's cache), so that only the first run waits for it. It
    holds no interpreter lock and raises no error on overflow: the caller bounds the integers beforehand. An
    interruption from the keyboard waits for the first call to end: the compiler would swallow it.

    >>> def total(values):
    ...     found = 0
    ...     for value in values:
    ...         found += value
    ...     return found
    >>> import numpy as np
    >>> (compiled(total) or total)(np.arange(32))
    496
    """
    return cast("Callable[..., Answer] | None", _compiled(loop))


@cache
def _compiled(loop: Callable[..., object]) -> Callable[..., object] | None:
    try:
        from numba import njit
    except ImportError:
        return None
    fast: Callable[..., object] = njit(nogil=True, cache=_has_source(loop))(loop)
    called = False

    def call(*arguments: object) -> object:
        nonlocal called
        if called:
            return fast(*arguments)
        with _uninterrupted():
            answer = fast(*arguments)
        called = True
        return answer

    return call


def part(function: Function) -> Function:
    """Make a function one that compiled loops can call: a loop too long for one function is cut into such parts.

    >>> part(abs)(-31)
    31
    """
    try:
        from numba import njit
    except ImportError:
        return function
    if not _has_source(function):
        return function
    callable_from_loops: Any = njit(nogil=True, cache=True)(function)
    found: Function = callable_from_loops
    return found


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off an interruption from the keyboard to the end; other threads than the main one never see any."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGINT)):
        yield
        return
    came = False

    def note(*_: object) -> None:
        nonlocal came
        came = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _has_source(loop: Callable[..., object]) -> bool:
    """Whether the loop stands in a file: machine code of anything else cannot be kept."""
    from pathlib import Path

    code = getattr(loop, "__code__", None)
    return code is not None and Path(code.co_filename).is_file()
