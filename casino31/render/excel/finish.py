"""The finishing step over a workbook's parts: its cells, and no trace of the clock or of a library.

openpyxl writes formulas without values, so that a reader that does not recalculate shows blanks, and stamps the
hour and its own version on the file. Here the sheets get their cells, and a file is a function of what is in it:
parts in a fixed order with one fixed time, fixed properties, one way to write XML, and no compression, whose
bytes would depend on the library that packs them.
"""

from collections.abc import Sequence
from html import escape
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from casino31.faults import SelfCheckError
from casino31.render.excel.rows import SheetData

EPOCH = "1980-01-01"
"""The day stamped on a file whose date is not stated: the first that a zip member can carry."""
LAST_YEAR = 2107
"""The last year that a zip member can carry."""

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_PREFIXES = {
    "c": CHART,
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
}
_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_APP = (
    _DECLARED + '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>"
)
"""What spreadsheets ask of a file before they trust its styles; no version of any library."""


def finish(raw: bytes, cells: Sequence[SheetData], title: str, maker: str, date: str = "") -> bytes:
    """Return the finished file; ``cells`` are those of each sheet.

    ``date`` is YYYY-MM-DD or "". SelfCheckError when a sheet has cells already or no place for any.
    """
    day = date or EPOCH
    year, month, of_month = (int(part) for part in day.split("-"))
    out = BytesIO()
    with ZipFile(BytesIO(raw)) as old, ZipFile(out, "w", ZIP_STORED) as new:
        for name in _ordered(old.namelist()):
            text = _part(name, old.read(name), cells, (title, maker, day))
            member = ZipInfo(name, (min(max(year, 1980), LAST_YEAR), month, of_month, 0, 0, 0))
            member.compress_type, member.create_system, member.external_attr = ZIP_STORED, 3, 0o600 << 16
            new.writestr(member, text.encode("utf-8"))
    return out.getvalue()


def _ordered(names: Sequence[str]) -> list[str]:
    """The table of contents first, as readers of a stream expect it, the rest by name."""
    return sorted(names, key=lambda name: (name != "[Content_Types].xml", name))


def _part(name: str, content: bytes, cells: Sequence[SheetData], known: tuple[str, str, str]) -> str:
    if name == "docProps/core.xml":
        return _properties(*known)
    if name == "docProps/app.xml":
        return _APP
    root = ElementTree.fromstring(content)
    if name.startswith("xl/worksheets/sheet"):
        place = int(name.removeprefix("xl/worksheets/sheet").removesuffix(".xml")) - 1
        _without(root, "evenHeader", "evenFooter", "firstHeader", "firstFooter")
        return _with_cells(root, cells[place], name)
    if name.startswith("xl/charts/"):
        # without this word the labels take the format of their cells instead of their own
        for code in root.iter(f"{{{CHART}}}numFmt"):
            code.attrib.setdefault("sourceLinked", "0")
    elif name == "xl/workbook.xml":
        _without(root, "workbookProtection")
    return written(root)


def _with_cells(root: ElementTree.Element, cells: SheetData, name: str) -> str:
    """A sheet with its cells in the place of the empty element for them."""
    dimension = root.find(f"{{{MAIN}}}dimension")
    if dimension is not None:
        dimension.set("ref", cells.area)
    before, place, after = written(root).partition("<sheetData />")
    if not place:
        raise SelfCheckError(f"{name}: no place for its cells")
    return before + cells.xml + after


def _without(root: ElementTree.Element, *names: str) -> None:
    """Remove elements that say nothing."""
    tags = {f"{{{MAIN}}}{name}" for name in names}
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in tags and not (child.text or "").strip()]:
            parent.remove(child)


def written(root: ElementTree.Element) -> str:
    """Return an element as a whole part, its names under the usual prefixes.

    >>> written(ElementTree.fromstring('<a xmlns="http://b"><c/></a>'))[56:]
    '<a xmlns="http://b"><c /></a>'
    """
    space = root.tag[1:].partition("}")[0] if root.tag.startswith("{") else ""
    for prefix, uri in _PREFIXES.items():
        ElementTree.register_namespace(prefix, uri)
    if space and space not in _PREFIXES.values():
        for element in root.iter():
            element.tag = element.tag.removeprefix(f"{{{space}}}")
        root.set("xmlns", space)
    return _DECLARED + ElementTree.tostring(root, "unicode")


def _properties(title: str, maker: str, day: str) -> str:
    stamp = f"{day}T00:00:00Z"
    return (
        f"{_DECLARED}<cp:coreProperties "
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(title, quote=False)}</dc:title><dc:creator>{escape(maker, quote=False)}</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{stamp}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{stamp}</dcterms:modified></cp:coreProperties>'
    )
