"""Whole files or none: an output never replaces another before it is complete."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it there; OSError leaves what was there untouched.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a.txt"), b"31")
    ...     Path(folder, "a.txt").read_bytes(), os.listdir(folder)
    (b'31', ['a.txt'])
    """
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise


def write_new(path: Path, content: bytes) -> None:
    """Write a whole file where there is none; FileExistsError leaves the one that is there.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_new(Path(folder, "a.txt"), b"31")
    ...     write_new(Path(folder, "a.txt"), b"32")
    Traceback (most recent call last):
    FileExistsError: ...
    """
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(part, 0o666 & ~mask)
        os.link(part, path)
    finally:
        os.unlink(part)


@contextmanager
def growing(path: Path) -> Iterator[Path]:
    """Lend a file to write piece by piece; it takes its place when all went well, and is removed when not.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with growing(Path(folder, "a.txt")) as part:
    ...         written = part.write_bytes(b"31")
    ...     os.listdir(folder)
    ['a.txt']
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=f".part{path.suffix}")
    os.close(handle)
    try:
        yield Path(name)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
