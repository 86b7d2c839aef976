"""From a path to a document: what cannot be read, or is not text, is a fault like any other."""

import hashlib
import os.path
import re
from pathlib import Path

from casino31.bounded import open_plain
from casino31.faults import Fault, RulesError
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import suggest

LARGEST_FILE = 2**16
"""Bytes: such a file has a few thousand, and what is larger is another kind of file."""


def shipped_folder(name: str) -> Path:
    """Return where files that come with the program are: in the package once installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def names_in(folder: Path, ending: str = ".toml") -> tuple[str, ...]:
    """Return the names of the files of a folder that comes with the program."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{ending}")))


def find(name_or_path: str | Path, folder: Path, what: str, ending: str = ".toml") -> tuple[bytes, str, Path]:
    """Return the bytes of a file or of a shipped name, how messages name it, and its path; RulesError otherwise."""
    path, shown, shipped = Path(name_or_path), str(name_or_path), names_in(folder, ending)
    if shown in shipped and not os.path.isfile(path):
        path = folder / f"{shown}{ending}"
        shown = f"{folder.name}/{path.name}"
    try:
        with open_plain(path) as file:
            return file.read(LARGEST_FILE + 1), shown, path
    except IsADirectoryError:
        raise refused_file(shown, "file", "a directory", f"a {what} file") from None
    except FileNotFoundError:
        near = [other.name for other in path.parent.glob(f"*{ending}")]
        hint = suggest(path.name, near) or suggest(path.stem, shipped) or f"shipped are {', '.join(shipped)}"
        raise refused_file(shown, "file", "no such file", f"a {what} file or a shipped name", hint) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refused_file(shown, "file", f"it cannot be read: {reason}", f"a {what} file") from None


def document_of(content: bytes, file: str, what: str, begins: str) -> Document:
    """Return the document of a file's bytes; bytes that are not UTF-8 are faults at their places."""
    if len(content) > LARGEST_FILE:
        raise refused_file(file, "file", f"more than {LARGEST_FILE:,} bytes", f"a {what} of a few thousand")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content:
        hint = "save it as UTF-8 text" if content[:1] in (b"\xff", b"\xfe") else "this is not a text file"
        raise refused_file(file, "encoding", "bytes that are not UTF-8", "a text in UTF-8", hint)
    # An undecodable byte becomes one lone surrogate: it keeps its place, and the rest can still be read.
    text = content.decode("utf-8", "surrogateescape")
    readable = re.sub("[\ud800-\udfff]", "\ufffd", text)
    document = Document(readable, file, hashlib.sha256(content).hexdigest())
    if not document.text.strip():
        document.fault_at((0, 1), "empty", "an empty file", f"a {what}, which begins with {begins}")
        document.check()
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    for bad in re.finditer("[\ud800-\udfff]+", text):
        found = "bytes " + " ".join(f"{ord(c) - 0xDC00:#04x}" for c in bad.group()[:4]) + " that are not UTF-8"
        document.fault_at(bad.span(), "encoding", found, "a text in UTF-8", "save the file as UTF-8")
    return document


def refused_file(file: str, code: str, found: str, expected: str, hint: str = "") -> RulesError:
    """Return the error of a file that is refused as a whole."""
    return RulesError([Fault(file, 0, 0, code, found, expected, hint)])
