"""Whole files or none: an output never replaces another before it is complete, and has one writer at a time."""

from __future__ import annotations

import errno
import filecmp
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

LONGEST = 40
"""Characters of a file's name that the names of its temporary file and its lock repeat."""


class UnwritableFileError(OSError):
    """A file that cannot be written; the message is a sentence that names it."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        self.path, reason = Path(path), error.strerror or str(error)
        super().__init__(error.errno or errno.EIO, reason, str(path))

    def __str__(self) -> str:
        return f"{self.path}: cannot be written: {self.strerror}"


class TakenError(ValueError):
    """A place that another process writes to, or that holds what must not be lost: one sentence that names it."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Make any error of the system an UnwritableFileError of this file.

    >>> with writing(Path("a.txt")):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    casino31.atomic_file.UnwritableFileError: a.txt: cannot be written: No space left on device
    """
    try:
        yield
    except (UnwritableFileError, FileExistsError):
        raise
    except OSError as error:
        raise UnwritableFileError(path, error) from error
    except ValueError as error:
        if "null" not in str(error):
            raise
        raise UnwritableFileError(path, OSError(errno.EINVAL, "its name holds a null character")) from error


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it there; UnwritableFileError leaves what was there untouched.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a.txt"), b"31")
    ...     Path(folder, "a.txt").read_bytes(), os.listdir(folder)
    (b'31', ['a.txt'])
    """
    with growing(path) as part, part.open("wb") as file:
        file.write(content)


def write_new(path: Path, content: bytes) -> None:
    """Write a whole file where there is none; FileExistsError leaves the one that is there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_new(Path(folder, "a.txt"), b"31")
    ...     write_new(Path(folder, "a.txt"), b"32")
    Traceback (most recent call last):
    FileExistsError: ...
    """
    with writing(path), _beside(path) as part:
        part.write_bytes(content)
        os.chmod(part, _mode_of(path))
        to_disk(str(part))
        os.link(part, path)


@contextmanager
def growing(path: Path, over: bool = True) -> Iterator[Path]:
    """Lend a file to write piece by piece; it takes its place when all went well, and is removed when not.

    Its name is new and nobody else's, it has the mode of the file that it replaces, and it is on the disk before it
    gets the name. A symbolic link stays one: the file that it leads to is written. UnwritableFileError names the
    file that was asked for. Unless ``over``, a file of other content is not replaced: TakenError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with growing(Path(folder, "a.txt")) as part:
    ...         written = part.write_bytes(b"31")
    ...     os.listdir(folder)
    ['a.txt']
    """
    with writing(path):
        place = Path(os.path.realpath(path))
        mode = _mode_of(place)
        with _beside(place) as part:
            yield part
            if not over and os.path.exists(place) and not filecmp.cmp(part, place, shallow=False):
                raise TakenError(f"{path}: a file of other content is there, and is kept; --force writes over it")
            os.chmod(part, mode)
            to_disk(str(part))
            os.replace(part, place)
    with suppress(OSError):  # not every system can: the file itself is on the disk already
        to_disk(str(place.parent))


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A new file beside another, of a name that was nobody's; it is gone in the end unless it has been renamed."""
    import tempfile

    handle, name = tempfile.mkstemp(
        dir=place.parent, prefix=f".{_short(place)}.", suffix=f".part{place.suffix[:10]}"
    )
    try:
        os.close(handle)
        yield Path(name)
    finally:
        with suppress(OSError):
            os.unlink(name)


@contextmanager
def alone(*paths: Path) -> Iterator[None]:
    """Keep other processes from files that are written over and over; TakenError when one of them is being written.

    The lock is a hidden file beside each of them. It ends with the process that holds it, however that ends.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, alone(Path(folder, "a.txt")):
    ...     with alone(Path(folder, "a.txt")):
    ...         pass
    Traceback (most recent call last):
    casino31.atomic_file.TakenError: ...a.txt: another casino31 is writing this file; name another one, or wait
    """
    if not paths:
        yield
        return
    with ExitStack() as locks:
        for path in {os.path.realpath(path): path for path in paths}.values():
            with writing(path):
                place = Path(os.path.realpath(path))
                lock = _locked(place.with_name(f".{_short(place)}.lock"))
            if lock is None:
                raise TakenError(f"{path}: another casino31 is writing this file; name another one, or wait")
            locks.callback(_unlocked, *lock)
        yield


def _locked(lock: Path) -> tuple[int, Path] | None:
    """A lock that is held, by its number and its place; None where another process holds it."""
    from filelock import lock_descriptor

    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            if not lock_descriptor(handle, blocking=False):
                os.close(handle)
                return None
            if os.path.exists(lock) and os.path.samestat(os.fstat(handle), os.stat(lock)):
                return handle, lock
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)  # whoever held it has removed it in between: it keeps nobody out


def _unlocked(handle: int, lock: Path) -> None:
    with suppress(OSError):  # where an open file cannot be removed it stays, and does no harm
        os.unlink(lock)
    os.close(handle)


def _short(path: Path) -> str:
    return path.name[:LONGEST]


def _mode_of(path: Path) -> int:
    """The mode of the file that is replaced, else that of a new file; OSError where a file cannot be."""
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no ordinary file")
        return stat.S_IMODE(mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def to_disk(name: str) -> None:
    """Wait until what was written to a file, or the names in a folder, are on the disk."""
    handle = os.open(name, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
