"""Whole files or none: an output never replaces another before it is complete."""

import os
import tempfile
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
