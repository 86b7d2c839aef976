"""Compiled loops: an interruption is put off while one is made, and never lost."""

import os
import signal
from typing import Any

import pytest

from casino31 import fast


def test_an_interruption_during_the_first_call_comes_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def loop(number: int) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        done.append(number)
        return number

    monkeypatch.setattr("numba.njit", lambda **_: lambda function: function)
    made: Any = fast.compiled(loop)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        made(1)
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is before
