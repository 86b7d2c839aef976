"""The zip around a workbook's parts: nothing before, between or behind them, and each part once."""

from __future__ import annotations

import io
import struct
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from re import fullmatch

from casino31.audit.finding import Problem
from casino31.audit.workbooks.plain_xml import local, parsed

TYPES = "[Content_Types].xml"
_LOCAL, _LIST, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_DESCRIPTORS = (0, 12, 16, 20, 24)
"""How long what follows a part may be, where the part's length stands behind it."""


def container_problems(content: bytes) -> Iterator[Problem]:
    """Yield what a zip holds beside its parts, and parts that stand in it twice.

    >>> held = io.BytesIO()
    >>> with zipfile.ZipFile(held, "w") as archive:
    ...     archive.writestr("a", b"")
    >>> list(container_problems(held.getvalue()))
    []
    >>> [problem.message for problem in container_problems(b"junk" + held.getvalue())]
    ['4 bytes stand before the zip']
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        listed = archive.infolist()
        comment, start = archive.comment, archive.start_dir
    for name, times in Counter(part.filename.lower() for part in listed).items():
        if times > 1:
            yield _problem(
                "duplicate", f"the part {name} stands in it {times} times: programs differ on which is read"
            )
    if comment:
        yield _problem("zip", f"the zip carries a comment of {len(comment):,} bytes")
    end = content.rfind(_END)
    behind = len(content) - end - 22 - len(comment)
    if behind:
        yield _problem("zip", f"{behind:,} bytes stand behind the zip")
    places = sorted((part.header_offset, part) for part in listed)
    before = places[0][0] if places else start
    if before:
        yield _problem("zip", f"{before:,} bytes stand before the zip")
    for (place, part), after in zip(places, [*(place for place, _ in places[1:]), start], strict=True):
        name_length, extra = struct.unpack_from("<HH", content, place + 26)
        ends = place + 30 + name_length + extra + part.compress_size
        allowed = _DESCRIPTORS if part.flag_bits & 8 else (0,)
        if after - ends not in allowed:
            yield _problem("zip", f"{after - ends:,} bytes stand behind the part {part.filename}")


def type_problems(parts: Mapping[str, bytes]) -> Iterator[Problem]:
    """Yield each part of a workbook that its list of content types leaves out, or takes for something else.

    SheetError when the list is no XML. A part without a type is not read, or the whole file is refused.

    >>> [problem.message for problem in type_problems({"[Content_Types].xml": b"<Types/>", "xl/styles.xml": b""})]
    ['no content type is stated for the part xl/styles.xml']
    """
    by_name: dict[str, str] = {}
    by_ending: dict[str, str] = {}
    for entry in parsed(parts.get(TYPES, b"")):
        kind = entry.get("ContentType", "")
        if local(entry) == "Override":
            by_name[entry.get("PartName", "").lower()] = kind
        elif local(entry) == "Default":
            by_ending[entry.get("Extension", "").lower()] = kind
    for name in parts:
        if name == TYPES or name.endswith("/"):
            continue
        kind = by_name.pop(f"/{name.lower()}", "") or by_ending.get(name.rpartition(".")[2].lower(), "")
        fits = next((what for pattern, what in _FITS if fullmatch(pattern, name)), "")
        if not kind:
            yield _problem("types", f"no content type is stated for the part {name}")
        elif not kind.endswith(fits):
            yield _problem("types", f"the part {name} is taken for {kind}, not for {fits}")
    for name in by_name:
        yield _problem("types", f"a content type is stated for {name}, which is no part of the file")


def link_problems(parts: Mapping[str, bytes]) -> Iterator[Problem]:
    """Yield each list of relationships in which two have one name: programs differ on which of them holds.

    >>> twice = b'<R><Relationship Id="rId1"/><Relationship Id="rId1"/></R>'
    >>> [problem.message for problem in link_problems({"_rels/.rels": twice})]
    ['the list _rels/.rels has the relationship rId1 more than once']
    """
    for name, content in parts.items():
        if name.endswith(".rels"):
            (most, times), *_ = Counter(entry.get("Id", "") for entry in parsed(content)).most_common(1) or [
                ("", 0)
            ]
            if times > 1:
                yield _problem("duplicate", f"the list {name} has the relationship {most} more than once")


_FITS = (
    (r"xl/workbook\.xml", "spreadsheetml.sheet.main+xml"),
    (r"xl/worksheets/[^/]+\.xml", "spreadsheetml.worksheet+xml"),
    (r"xl/styles\.xml", "spreadsheetml.styles+xml"),
    (r"xl/sharedStrings\.xml", "spreadsheetml.sharedStrings+xml"),
    (r"xl/theme/[^/]+\.xml", "officedocument.theme+xml"),
    (r"xl/drawings/[^/]+\.xml", "officedocument.drawing+xml"),
    (r"xl/charts/chart\d+\.xml", "drawingml.chart+xml"),
    (r"docProps/core\.xml", "package.core-properties+xml"),
    (r"docProps/app\.xml", "officedocument.extended-properties+xml"),
    (r".*\.rels", "package.relationships+xml"),
)
"""How the content type of a part ends."""


def _problem(code: str, message: str) -> Problem:
    return Problem(code, "zip", message, "the parts alone, each once", message)


def packed_by_another(content: bytes) -> bool:
    """Return whether the zip itself was not made by this program, which compresses nothing and lists parts by name.

    >>> held = io.BytesIO()
    >>> with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
    ...     archive.writestr("a", b"")
    >>> packed_by_another(held.getvalue())
    True
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        listed = archive.infolist()
    names = [part.filename for part in listed]
    ours = sorted(names, key=lambda name: (name != "[Content_Types].xml", name))
    return names != ours or any(part.compress_type != zipfile.ZIP_STORED for part in listed)
