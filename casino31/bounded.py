"""Files from strangers: ordinary ones, of a stated size, unpacked no further than stated, nested no deeper."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import json
import lzma
import os
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from casino31.serialize import JsonObject

DEEPEST = 32
"""Lists and tables within each other: what this program writes has six."""
LONGEST_NUMBER = 64
"""Characters of a decimal number in JSON; a whole number may have as many digits as Python reads."""
MOST_MEMORY = 2**27
"""Bytes that unpacking itself may take."""
PIECE = 2**20


def open_plain(path: Path | str) -> BinaryIO:
    """Open an ordinary file to read; OSError says what it is instead: a folder, a pipe, a device.

    >>> open_plain(os.devnull)
    Traceback (most recent call last):
    OSError: [Errno 22] it is a pipe or a device, not a file: '/dev/null'
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # a pipe must not be waited for
    try:
        handle = os.open(path, flags)
    except ValueError:
        raise OSError(errno.EINVAL, "its name holds a null character", str(path)) from None
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
        if not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def content_of(path: Path | str, most: int) -> bytes:
    """Return the bytes of an ordinary file of at most so many; OSError as ``open_plain``, or that there are more.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.txt").write_bytes(b"313")
    ...     content_of(Path(folder, "a.txt"), 2)
    Traceback (most recent call last):
    OSError: [Errno 27] it has more than 2 bytes: ...
    """
    with open_plain(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return content


def sha256_of(path: Path | str) -> str:
    """Return the SHA-256 of an ordinary file in hexadecimal; OSError as ``open_plain``.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.txt").write_bytes(b"31")
    ...     sha256_of(Path(folder, "a.txt"))[:8]
    'eb1e33e8'
    """
    digest = hashlib.sha256()
    with open_plain(path) as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def unpacked(data: bytes, ending: str, most: int) -> bytes:
    """Return packed bytes unpacked, by the ending of their file, ".gz" or ".xz"; any other are as they are.

    ValueError when they are not sound, or more than so many: no more than that is ever unpacked.

    >>> unpacked(gzip.compress(b"31"), ".gz", 2), unpacked(lzma.compress(b"31"), ".xz", 2)
    (b'31', b'31')
    >>> unpacked(gzip.compress(b"0" * 1_000), ".gz", 99)
    Traceback (most recent call last):
    ValueError: it unpacks to more than 99 bytes
    """
    try:
        if ending == ".gz":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
                content = file.read(most + 1)
        elif ending == ".xz":
            packed = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
            content = packed.decompress(data, most + 1)
            if len(content) <= most and (not packed.eof or packed.unused_data):
                raise ValueError("it is truncated, or something follows its end")
        else:
            content = data
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ValueError(f"it is truncated or cannot be unpacked ({error})") from None
    if len(content) > most:
        raise ValueError(f"it unpacks to more than {most:,} bytes")
    return content


def json_of(text: str | bytes, *, decimals: bool = False) -> Any:
    """Return what a JSON text says; ValueError for what is none, and for what JSON leaves open.

    Neither a key that stands twice, nor Infinity or NaN, nor numbers of hundreds of digits, nor lists in lists in
    lists without end are read. With ``decimals`` a decimal number stays the text that it is.

    >>> json_of('{"paid": 1.10}', decimals=True), json_of("[1, 2.5]")
    ({'paid': '1.10'}, [1, 2.5])
    >>> for bad in ("[1", '{"a": 1, "a": 2}', "[NaN]", "1" * 9999, "1e999", "[" * 99 + "]" * 99, r'"\\ud800"'):
    ...     try:
    ...         json_of(bad)
    ...     except ValueError as error:
    ...         print(error)
    no JSON, or half of it
    the key 'a' stands twice
    the number NaN
    no JSON, or half of it
    the number 1e999
    lists and tables nested too deep
    half a character
    """
    reader = _short if decimals else _float
    try:
        value = json.loads(text, parse_float=reader, parse_constant=_constant, object_pairs_hook=_table)
    except RecursionError:
        raise ValueError("lists and tables nested too deep") from None
    except _JsonError:
        raise
    except ValueError:
        raise ValueError("no JSON, or half of it") from None
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise ValueError("lists and tables nested too deep")
        level = [item for outer in level for item in _within(outer) if type(item) in (dict, list)]
    if (b"\\u" if isinstance(text, bytes) else "\\u") in text:  # type: ignore[operator]
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("half a character") from None
    return value


def sealed(record: JsonObject) -> bytes:
    """Return a record as a JSON text with the SHA-256 of all that it says: whoever takes it up can tell a change.

    >>> unsealed(sealed({"hands": 31}))
    {'hands': 31}
    >>> unsealed(sealed({"hands": 31}).replace(b"31", b"32"))
    Traceback (most recent call last):
    ValueError: it has changed since it was written
    """
    return (json.dumps({**record, "sha256": _digest(record)}) + "\n").encode()


def unsealed(content: bytes) -> JsonObject:
    """Return the record of a sealed text, without its digest; ValueError when it is none, or has changed."""
    record = json_of(content)
    if not isinstance(record, dict):
        raise ValueError("another kind of file")
    digest = record.pop("sha256", None)
    if digest != _digest(record):
        raise ValueError("it has changed since it was written" if digest else "another kind of file")
    return record


def _digest(record: JsonObject) -> str:
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


class _JsonError(ValueError):
    pass


def _within(outer: object) -> Iterable[object]:
    return outer.values() if type(outer) is dict else outer if type(outer) is list else ()


def _short(text: str) -> str:
    if len(text) > LONGEST_NUMBER:
        raise _JsonError(f"a number of {len(text):,} digits")
    return text


def _float(text: str) -> float:
    number = float(_short(text))
    if number in (float("inf"), float("-inf")):
        raise _JsonError(f"the number {text}")
    return number


def _constant(text: str) -> NoReturn:
    raise _JsonError(f"the number {text}")


def _table(pairs: list[tuple[str, object]]) -> JsonObject:
    table = dict(pairs)
    if len(table) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise _JsonError(f"the key {twice[:40]!r} stands twice")
    return table
