"""What is printed: control characters shown as escapes, and what an encoding lacks never a reason to fail."""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from casino31.atomic_file import UnwritableFileError

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn the order of the others: names in foreign files may hold them."""


def escaped(text: str) -> str:
    """Return a text with its control characters as escapes, as JSON writes them.

    >>> escaped("a\\x1b[31mred"), escaped("\\r 3 %"), escaped("a\\rb")
    ('a\\\\u001b[31mred', '\\r 3 %', 'a\\\\u000db')
    """
    mark = "\r" * text.startswith("\r")  # a line of progress writes over the one before
    return mark + _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text[len(mark) :])


class NoReaderError(Exception):
    """Nobody reads what is printed any more."""


class ScreenStream(io.TextIOBase):
    """A stream of text over another one; None stands for one that is closed. Errors name the stream.

    >>> ScreenStream(None, "stdout").write("31")
    Traceback (most recent call last):
    casino31.atomic_file.UnwritableFileError: stdout: cannot be written: it is closed
    """

    def __init__(self, stream: TextIO | None, name: str) -> None:
        self._stream, self._name = stream, name
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream; "utf-8" where there is none."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        """Whether a person is looking."""
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        """That of the stream."""
        return io.TextIOBase.fileno(self) if self._stream is None else self._stream.fileno()

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, text: str) -> int:
        """Write a text."""
        with self._named():
            if self._stream is None:
                raise OSError(errno.EBADF, "it is closed")
            self._stream.write(escaped(text))
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        with self._named():
            if self._stream is not None:
                self._stream.flush()

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise NoReaderError from None
        except OSError as error:
            raise UnwritableFileError(self._name, error) from error


def speaks_unicode() -> bool:
    """Whether stdout has every character."""
    try:
        return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf")
    except LookupError:
        return False


def set_up() -> None:
    """Put screens over stdout and stderr; a closed one keeps its number, which no file of ours may get."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdout = ScreenStream(sys.stdout, "stdout")
    talk = open(os.devnull, "w", encoding="utf-8") if sys.stderr is None else sys.stderr  # noqa: SIM115
    sys.stderr = ScreenStream(talk, "stderr")


def give_up() -> None:
    """Send what stdout still holds back nowhere: it has been said that it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
