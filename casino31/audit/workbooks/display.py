"""What a reader sees of a whole workbook: its sheets, names, properties and charts, and parts beside them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from casino31.audit.workbooks.cells import SheetCell, SheetError, cells_of, shared_strings, sheet_parts
from casino31.audit.workbooks.drawings import drawing_facts, linked
from casino31.audit.workbooks.looks import CellLook, styles_of
from casino31.audit.workbooks.plain_xml import QUOTED, element_text, local, parsed, told
from casino31.audit.workbooks.sheet_display import SheetDisplay, sheet_display

BOOK = "workbook"
"""Where what belongs to no sheet is."""
_KNOWN = {
    "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml",
    "xl/sharedStrings.xml", "xl/calcChain.xml", "docProps/app.xml", "docProps/core.xml", "docProps/custom.xml",
}  # fmt: skip
"""Parts that are read here, or that show nothing."""
_UNSEEN_PARTS = re.compile(r"xl/theme/[^/]+\.xml|xl/printerSettings/[^/]+")
_PROPERTIES = {"title", "creator", "description", "subject", "keywords", "category", "contentStatus"}
_PROPERTIES |= {"lastModifiedBy", "created", "modified", "identifier", "version"}


@dataclass(frozen=True)
class Display:
    """A workbook as it is shown."""

    cells: dict[str, dict[str, SheetCell]]
    """Of each sheet, in their order."""
    sheets: dict[str, SheetDisplay]
    facts: dict[str, str]
    """Of the workbook as a whole."""
    parts: dict[str, str]
    """The part of each sheet."""
    bare: CellLook
    """How a cell looks that the file does not list."""
    program: str
    """What the file says it was saved by."""


def display_of(parts: dict[str, bytes]) -> Display:
    """Return what a workbook shows; SheetError when it is none.

    >>> display_of({})
    Traceback (most recent call last):
    casino31.audit.workbooks.cells.SheetError: no list of sheets: 'xl/workbook.xml'
    """
    sheets = sheet_parts(parts)
    styles, shared = styles_of(parts), shared_strings(parts)
    seen = set(_KNOWN)
    facts = dict(_book_facts(parts, list(sheets)))
    facts |= dict(_properties(parts))
    facts |= dict(_letters(parts, ["xl/sharedStrings.xml", *sheets.values()]))
    shown = {}
    for title, part in sheets.items():
        try:
            sheet = sheet_display(parts[part], styles)
            shown[title] = replace(sheet, facts={**sheet.facts, **dict(_pictures(parts, part, seen))})
        except (ValueError, IndexError, KeyError) as error:
            raise SheetError(f"the sheet {title!r} cannot be read: {error}") from None
        seen |= {part, f"{posixpath.dirname(part)}/_rels/{posixpath.basename(part)}.rels"}
    for name in sorted(parts.keys() - seen):
        if not _UNSEEN_PARTS.fullmatch(name) and not name.endswith("/"):
            facts[f"part {name}"] = f"{len(parts[name]):,} bytes"
    cells = {title: cells_of(parts[part], shared) for title, part in sheets.items()}
    return Display(cells, shown, facts, sheets, styles.looks[0], _program(parts))


@lru_cache(maxsize=8)
def _main_part(rels: bytes) -> str:
    links = linked({"_rels/x.rels": rels}, "x")
    return next((target for target, kind in links.values() if kind == "officeDocument"), "")


def _book_facts(parts: dict[str, bytes], titles: list[str]) -> Iterator[tuple[str, str]]:
    """Names, the sheets' visibility, and what the window shows."""
    main = _main_part(parts["_rels/.rels"]) if "_rels/.rels" in parts else "xl/workbook.xml"
    if main != "xl/workbook.xml":
        raise SheetError(f"the file opens {main!r}, not xl/workbook.xml")
    for part in parsed(parts["xl/workbook.xml"]):
        name = local(part)
        if name == "sheets":
            for sheet in part:
                state = sheet.get("state", "visible")
                if state != "visible":
                    yield f"sheet {sheet.get('name')}", state
        elif name == "definedNames":
            for child in part:
                home = child.get("localSheetId", "")
                of = f" of {titles[int(home)]}" if home.isdigit() and int(home) < len(titles) else ""
                hidden = " (hidden)" if child.get("hidden") in ("1", "true") else ""
                yield f"name {child.get('name')}{of}", QUOTED.sub(r"\1!", child.text or "") + hidden
        elif name in ("bookViews", "workbookPr", "calcPr"):
            for child in part if name == "bookViews" else [part]:
                for key, value in told(child).items():
                    yield f"{local(child)}: {key}", value
        elif name not in ("fileVersion", "extLst") and (part.attrib or len(part)):
            yield name, element_text(part)


def _properties(parts: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    """The file's properties that programs and folders show."""
    for child in parsed(parts.get("docProps/core.xml", b"<none/>")):
        if local(child) in _PROPERTIES and child.text:
            yield f"property {local(child)}", child.text
    for child in parsed(parts.get("docProps/app.xml", b"<none/>")):
        if local(child) in ("Company", "Manager", "HyperlinkBase") and child.text:
            yield f"property {local(child)}", child.text
    for child in parsed(parts.get("docProps/custom.xml", b"<none/>")):
        yield f"property {child.get('name')}", element_text(child)


def _letters(parts: dict[str, bytes], names: list[str]) -> Iterator[tuple[str, str]]:
    """Letters with a look of their own within the text of a cell, which may strike or hide some of them."""
    for name in names:
        own = [run for run in parsed(parts.get(name, b"<none/>")).iter() if local(run) == "rPr"]
        if own:
            yield f"letters in {name}", f"{len(own):,} runs with a look of their own"


def _program(parts: dict[str, bytes]) -> str:
    root = parsed(parts.get("docProps/app.xml", b"<none/>"))
    return next((child.text or "" for child in root if local(child) == "Application"), "")


def _pictures(parts: dict[str, bytes], part: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    """What the drawings of a sheet show; links and comments are facts of their own."""
    for target, kind in linked(parts, part).values():
        if kind == "drawing" and target in parts:
            yield from drawing_facts(parts, target, seen)
        elif kind == "hyperlink":
            yield f"link to {target}", "outside"
