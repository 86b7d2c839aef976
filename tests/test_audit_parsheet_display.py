"""Par sheets by what a reader sees: one thing altered, as written or as LibreOffice saved it, is named."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from casino31.api.rebuild import rebuilder
from casino31.audit.workbooks.container import container_problems
from casino31.audit.workbooks.differences import differences
from casino31.audit.workbooks.display import BOOK, display_of
from casino31.audit.workbooks.parsheet import ParSheetAudit, audit_parsheet
from tests.libreoffice import convert, program
from tests.test_audit_parsheet import made, packed, parts_of

Parts = dict[str, bytes]
REMAKE = rebuilder()
PICTURE = (
    b'<xdr:oneCellAnchor xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing">'
    b"<xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
    b'<xdr:ext cx="900000" cy="900000"/><xdr:pic><xdr:blip embed="rIdPicture"/></xdr:pic></xdr:oneCellAnchor>'
)
LINK = b'<Relationship Id="rIdPicture" Type="x/image" Target="../media/seal.png"/>'


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    return parts_of(made("natural-31", tmp_path_factory.mktemp("sheets") / "a.xlsx"))


@pytest.fixture(scope="module")
def resaved(tmp_path_factory: pytest.TempPathFactory) -> Parts:
    folder = tmp_path_factory.mktemp("resaved")
    return parts_of(convert(made("natural-31", folder / "a.xlsx"), "xlsx", folder))


def within(part: str, old: bytes, new: bytes) -> Callable[[Parts], Parts]:
    """Replace the first match in a part, or in the first part of that kind that has one."""

    def alter(parts: Parts) -> Parts:
        for name in sorted(name for name in parts if re.fullmatch(part, name)):
            altered, times = re.subn(old, new, parts[name], count=1)
            if times and altered != parts[name]:
                return parts | {name: altered}
        raise AssertionError(f"no {old!r} in {part}")

    return alter


def with_picture(parts: Parts) -> Parts:
    name = next(name for name in sorted(parts) if name.startswith("xl/drawings/drawing"))
    links = name.replace("drawings/", "drawings/_rels/") + ".rels"
    return parts | {
        name: re.sub(rb"(</(?:\w+:)?wsDr>)", PICTURE + rb"\1", parts[name]),
        links: parts[links].replace(b"</Relationships>", LINK + b"</Relationships>"),
        "xl/media/seal.png": b"a seal of approval",
    }


SHEET, ANY = r"xl/worksheets/sheet1\.xml", r"xl/worksheets/sheet\d+\.xml"
CHART, STYLES, BOOK_XML = r"xl/charts/chart1\.xml", r"xl/styles\.xml", r"xl/workbook\.xml"
NO_PART = b'<Override PartName="/a" ContentType="b"/>'
LINKS = r"xl/_rels/workbook\.xml\.rels"
TYPES = r"\[Content_Types\]\.xml"
HOUSE_EDGE = rb"(house_edge_natural_31\"[^>]*>'?Summary'?!\$B\$)[0-9]+"
MERGED = b'</sheetData><mergeCells><mergeCell ref="A9:B9"/></mergeCells>'


def marked(tag: bytes, attribute: bytes, value: bytes) -> Callable[[Parts], Parts]:
    """Give the first element of a name in the first worksheet an attribute, or another value of it."""

    def alter(parts: Parts) -> Parts:
        name = "xl/worksheets/sheet1.xml"
        found = re.search(rb"<%s [^>]*>" % tag, parts[name])
        assert found
        without = re.sub(rb' %s="[^"]*"' % attribute, b"", found[0])
        new = without.replace(b"<%s " % tag, b'<%s %s="%s" ' % (tag, attribute, value), 1)
        return parts | {name: parts[name].replace(found[0], new, 1)}

    return alter


ALTERATIONS: dict[str, tuple[Callable[[Parts], Parts], str]] = {
    "number format": (within(STYLES, rb'formatCode="0\.0000%"', b'formatCode="&quot;2.8&quot;%"'), "number format"),
    "letters in white": (within(STYLES, rb'(<color rgb=")..1F3864', rb"\g<1>FFFFFFFF"), "ink"),
    "tiny letters": (within(STYLES, rb'<sz val="16" ?/>', b'<sz val="1"/>'), "font"),
    "letters struck out": (
        within(
            r"xl/(sharedStrings|worksheets/sheet1)\.xml",
            rb"<(si|is)><t[^>]*>([^<]+)</t></\1>",
            rb"<\1><r><rPr><strike/></rPr><t>\2</t></r></\1>",
        ),
        "a look of their own",
    ),
    "hidden row": (marked(b"row", b"hidden", b"true"), "row 1: hidden was added"),
    "hidden column": (marked(b"col", b"hidden", b"1"), "column A: hidden was added"),
    "narrow column": (marked(b"col", b"width", b"0.5"), "characters wide"),
    "low row": (marked(b"row", b"ht", b"1"), "points high"),
    "hidden sheet": (within(BOOK_XML, rb'(sheetId="2" state=")visible', rb"\1hidden"), "hidden was added"),
    "header": (within(SHEET, rb"<oddHeader>", b"<oddHeader>&amp;CCertified"), "margin: oddHeader"),
    "chart title": (within(CHART, rb"<((?:a:)t)>Return", rb"<\1>True return"), "chart/title"),
    "chart cache": (within(CHART, rb"(<(?:c:)?v>)0\.25140", rb"\g<1>0.35140"), "numCache"),
    "axis": (within(CHART, rb'(<(?:c:)?orientation val=")minMax', rb"\1maxMin"), "orientation"),
    "name moved": (within(BOOK_XML, HOUSE_EDGE, rb"\g<1>99"), "name house"),
    "rule always on": (within(SHEET, rb"<formula>[^<]*", b"<formula>TRUE"), "conditional format"),
    "input rule": (within(ANY, rb"<formula1>-1</formula1>", b"<formula1>-2</formula1>"), "input rule"),
    "picture": (with_picture, "image: SHA-256"),
    "creator": (within(r"docProps/core\.xml", b"(<dc:creator>)", rb"\1A laboratory and "), "property creator"),
    "comment": (lambda parts: parts | {"xl/comments1.xml": b"<comments/>"}, "part xl/comments1.xml"),
    "formulas shown": (marked(b"sheetView", b"showFormulas", b"1"), "view: showFormulas"),
    "zeros not shown": (marked(b"sheetView", b"showZeros", b"0"), "view: showZeros"),
    "merged cells": (within(SHEET, rb"</sheetData>", MERGED), "merged A9:B9"),
    "a part without a type": (within(TYPES, rb"<Override [^>]*/styles.xml[^>]*/>", b""), "xl/styles.xml"),
    "a part of another type": (
        within(TYPES, rb"spreadsheetml\.worksheet\+", b"spreadsheetml.chartsheet+"),
        "is taken",
    ),
    "a type without a part": (
        within(TYPES, b"</Types>", b'<Override PartName="/a" ContentType="b"/></Types>'),
        "/a",
    ),
    "a relationship twice": (within(LINKS, rb"(<Relationship [^>]*/>)", rb"\1\1"), "more than once"),
    "types that are no XML": (within(TYPES, b"</Types>", b"</Type>"), "no XML"),
    "another root": (within(r"_rels/\.rels", rb'Target="xl/workbook\.', b'Target="xl/other.'), "xl/other.xml"),
}


def judged(parts: Parts, path: Path) -> tuple[bool | None, str]:
    """Whether a file conforms, and what is said; a file that cannot be read says so."""
    from casino31.faults import RulesError

    try:
        answer = audit_parsheet(packed(parts, path), REMAKE)
    except RulesError as error:
        return False, str(error)
    return answer.verdict.conforms, "\n".join(problem.message for problem in answer.verdict.problems)


@pytest.mark.parametrize("name", ALTERATIONS)
def test_one_alteration_of_a_file_as_written_is_named(written: Parts, tmp_path: Path, name: str) -> None:
    alter, said = ALTERATIONS[name]
    conforms, message = judged(alter(written), tmp_path / "b.xlsx")
    assert conforms is False
    assert said in message


@pytest.mark.slow
@pytest.mark.parametrize("name", ALTERATIONS)
def test_one_alteration_after_an_honest_save_is_named(resaved: Parts, tmp_path: Path, name: str) -> None:
    alter, said = ALTERATIONS[name]
    conforms, message = judged(alter(resaved), tmp_path / "b.xlsx")
    assert conforms is False
    assert said in message


@pytest.mark.slow
def test_what_a_save_drops_leaves_the_question_open(resaved: Parts, tmp_path: Path) -> None:
    """Nothing false is shown, and not all is there: named, and the answer is that nobody can say."""
    without = dict(resaved)
    name = next(
        name for name in sorted(without) if re.fullmatch(ANY, name) and b"<dataValidations" in without[name]
    )
    without[name] = re.sub(rb"<dataValidations.*</dataValidations>", b"", without[name])
    conforms, message = judged(without, tmp_path / "b.xlsx")
    assert conforms is None
    assert "input rule" in message
    assert "is gone" in message


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["31-classic-b", "pair-plus", "greek-31-heath-infinite"])
def test_an_honest_save_shows_the_same(tmp_path: Path, layout: str) -> None:
    """LibreOffice as a workbook, and by way of its own format: the list of what may differ holds."""
    path = Path(__file__).parent.parent / "reports" / f"{layout}.xlsx"
    filed = display_of(parts_of(path))
    for saved in (convert(path, "xlsx", tmp_path), convert(convert(path, "ods", tmp_path), "xlsx", tmp_path)):
        shown = display_of(parts_of(saved))
        assert "LibreOffice" in shown.program
        assert list(differences(shown, filed, exact=False)) == []
        assert list(differences(shown, filed, exact=True)) != []


@pytest.mark.slow
def test_an_honest_save_conforms(resaved: Parts, tmp_path: Path) -> None:
    answer = audit_parsheet(packed(resaved, tmp_path / "b.xlsx"), REMAKE)
    assert (answer.verdict.conforms, answer.identical) == (True, False)
    assert "saved by another program (LibreOffice" in answer.verdict.notes[0]


@pytest.mark.slow
def test_a_save_that_damages_what_is_shown_is_told(tmp_path: Path) -> None:
    """Gnumeric garbles the margins of pages and drops what charts keep: each is named."""
    import subprocess

    path = made("natural-31", tmp_path / "a.xlsx")
    saved = tmp_path / "b.xlsx"
    subprocess.run([program("ssconvert"), path, saved], check=True, capture_output=True)
    answer = audit_parsheet(saved, REMAKE)
    assert answer.verdict.conforms is False
    assert any("margin: oddHeader" in problem.message for problem in answer.verdict.problems)
    assert not any(problem.code in ("altered", "stale", "missing") for problem in answer.verdict.problems)


def one(path: Path) -> ParSheetAudit:
    return audit_parsheet(path, REMAKE)


def test_a_save_without_stored_values_is_one_sentence(written: Parts, tmp_path: Path) -> None:
    path = packed(written, tmp_path / "a.xlsx")
    openpyxl.load_workbook(path).save(tmp_path / "b.xlsx")
    answer = one(tmp_path / "b.xlsx")
    assert answer.verdict.conforms is False
    (problem,) = answer.verdict.problems
    assert (problem.code, problem.where) == ("missing", BOOK)
    assert "formulas has a stored value: it was saved by a program that computes nothing" in problem.message


def zipped(parts: Parts, *more: tuple[str, bytes]) -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, content in [*parts.items(), *more]:
            archive.writestr(name, content)
    return held.getvalue()


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_what_a_zip_holds_beside_its_parts_is_said(written: Parts, tmp_path: Path) -> None:
    plain = zipped(written)
    name = next(iter(written))
    for content, said in [
        (b"#!/bin/sh\n" + plain, "10 bytes stand before the zip"),
        (plain + b"junk", "4 bytes stand behind the zip"),
        (zipped(written, (name, written[name])), "stands in it 2 times"),
        (zipped(written, (name.upper(), written[name])), "stands in it 2 times"),
    ]:
        path = tmp_path / "b.xlsx"
        path.write_bytes(content)
        answer = one(path)
        assert answer.verdict.conforms is False
        assert any(said in problem.message for problem in answer.verdict.problems)
    assert list(container_problems(plain)) == []


def test_bytes_between_the_parts_of_a_zip_are_said() -> None:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("one", b"1")
        held.write(b"<hidden/>")
        archive.start_dir = held.tell()
        archive.writestr("two", b"2")
    said = [problem.message for problem in container_problems(held.getvalue())]
    assert said == ["9 bytes stand behind the part one"]


def test_another_zip_program_is_said(written: Parts, tmp_path: Path) -> None:
    held = tmp_path / "b.xlsx"
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in reversed(written.items()):
            archive.writestr(name, content)
    answer = one(held)
    assert (answer.verdict.conforms, answer.identical) == (True, False)
    assert answer.verdict.notes == ("the zip around the parts was packed by another program",)


def test_nothing_that_is_compared_depends_on_a_library(written: Parts, tmp_path: Path) -> None:
    """openpyxl states its version in the file, orders attributes as it likes, and may write defaults or not."""
    app = b"<Properties><Application>Microsoft Excel</Application><AppVersion>3.1</AppVersion></Properties>"
    other = {name: content.replace(b' state="visible"', b"") for name, content in written.items()}
    answer = one(packed(other | {"docProps/app.xml": app}, tmp_path / "b.xlsx"))
    assert answer.verdict.conforms
    assert answer.verdict.notes[0].startswith("bytes differ in docProps/app.xml, xl/workbook.xml")
