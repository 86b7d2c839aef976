"""One report in every format: the same numbers, the same bytes, and what each format promises."""

import re
import subprocess
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.page import Cell, Note, Page, Quote, Report
from casino31.pages.deliverable import Deliverable
from casino31.pages.par_sheets import SheetRequest, sheet_deliverable
from casino31.render.colours import shade
from casino31.render.files import ENDINGS, rendered
from casino31.render.pdf import PdfError, pdf_bytes
from casino31.render.pdf.letters import WIDER
from casino31.render.text import text
from casino31.render.webpage import html
from casino31.rulesfile import RulesFile, load, parse
from tests.libreoffice import program
from tests.par_sheets import cells_as_text

GOLDEN = Path(__file__).parent / "golden"
FILED = '[document]\nnumber = "PS-7"\nrevision = "B"\nprepared_by = "A lab"\n[table]\nrounds_per_hour = 60\n'
FILED += 'minimum_bet = 5\nmaximum_bet = 500\npayout_limit = 10000\ncurrency = "USD"\n'


def filing_of(file: RulesFile) -> Deliverable:
    return sheet_deliverable(file.game, file.rules, file.name, file.folder, SheetRequest(date="2026-02-03"))


@cache
def filing(name: str = "natural-31") -> Deliverable:
    return filing_of(load(name))


@cache
def filed() -> Deliverable:
    return filing_of(parse(load("natural-31").text + "\n" + FILED, "filed"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_report_gives_the_same_bytes(ending: str) -> None:
    assert rendered(filing(), ending) == rendered(filing_of(load("natural-31")), ending)


def test_the_cells_of_a_workbook_are_those_on_file() -> None:
    """Cells as text: a difference says which cell, formula or format. ``python -m tests.test_render`` writes it."""
    found = cells_as_text(rendered(filing(), ".xlsx"))
    assert found == GOLDEN.joinpath("natural-31.cells.txt").read_text(encoding="utf-8")


class Elements(HTMLParser):
    """The tags of a page, those that are open, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in ("meta", "br", "rect", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("rect", "line"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_web_page_stands_alone() -> None:
    page = Elements()
    content = html(filing().report)
    page.feed(content)
    assert page.open == []
    assert all(address.startswith("#") for address in page.addresses)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "url(" not in content
    assert "http" not in content.replace("http-equiv", "")
    for word in (
        "prefers-color-scheme:dark",
        "@media print",
        'lang="en"',
        'scope="col"',
        'scope="row"',
        "aria-label",
    ):
        assert word in content
    words = " ".join(page.words)
    for figure in ("6.081448 %", "336/5525", "22,100"):
        assert figure in words
    assert len(content) < 300_000


def test_text_from_outside_is_text_in_the_web_page() -> None:
    report = Report("<b>&", "s", (Page("P", (Note("<script>alert(1)</script>"),)),))
    assert "<script" not in html(report)
    assert "&lt;b&gt;&amp;" in html(report)


@cache
def pdf_words(paper: str = "A4") -> str:
    done = subprocess.run(
        [program("pdftotext"), "-layout", "-", "-"],
        input=rendered(filed(), ".pdf", paper),
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


def test_the_pdf_has_a_cover_and_numbered_pages() -> None:
    pages = pdf_words().rstrip("\f").split("\f")
    for words in ("Natural 31 bonus", "Document number", "PS-7", "A lab", "Jurisdiction", "Approval", "Signature"):
        assert words in pages[0]
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert number == 1 or "PS-7" in page
    whole = " ".join(pdf_words().split())
    for figure in ("6.081448 %", "336/5525", "USD 5", "What regulations ask of a filing"):
        assert figure in whole


def test_every_row_of_the_text_stands_in_the_pdf() -> None:
    """The numbers of both are the same: every exact fraction of the one is in the other."""
    words = "".join(pdf_words().split())
    fractions = set(re.findall(r"\b\d+/\d+\b", text(filed().report)))
    assert len(fractions) > 8
    assert {each for each in fractions if each not in words} == set()


@pytest.mark.parametrize(("paper", "size"), [("A4", "595.276 x 841.89"), ("Letter", "612 x 792")])
def test_the_pdf_is_of_the_paper_asked_for(paper: str, size: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(rendered(filed(), ".pdf", paper))
    told = subprocess.run([program("pdfinfo"), str(path)], capture_output=True, text=True, check=True).stdout
    assert f"Page size:       {size} pts" in told
    assert b"FlateDecode" not in path.read_bytes(), "compressed bytes differ from machine to machine"


WORLD = {
    "number": "\u0391-7/\u0416",
    "prepared_by": "Sp\u00f3\u0142ka G\u0119\u015bl\u0105",
    "prepared_for": "\u0130stanbul, \u0131\u011f\u015f",
    "jurisdiction": "\u0395\u03bb\u03bb\u03ac\u03b4\u03b1, \u0423\u043a\u0440\u0430\u0457\u043d\u0430",
}
"""Greek, Cyrillic, Polish and Turkish."""


def test_a_pdf_is_set_in_the_letters_of_its_filing(tmp_path: Path) -> None:
    rows = tuple((label, f"{value} 123") for label, value in WORLD.items())
    report = Report(WORLD["jurisdiction"], "s", (Page("P", (Note(WORLD["prepared_by"]),)),), filing=rows)
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_bytes(report))
    assert path.read_bytes() == pdf_bytes(report)
    words = subprocess.run([program("pdftotext"), str(path), "-"], capture_output=True, check=True).stdout.decode()
    for stated in (report.title, *(value for _, value in rows)):
        assert stated in words
    fonts = subprocess.run([program("pdffonts"), str(path)], capture_output=True, text=True, check=True).stdout
    assert "+DejaVuSans " in fonts
    assert "+BitstreamVeraSans-Roman" in fonts


REFUSED = [
    ("\u4e09", "a PDF cannot show '\u4e09' (U+4E09) in the title"),
    ("\u05e9", "a PDF cannot show '\u05e9' (U+05E9) in the title"),
    ("\u202e", "(U+202E) in the title"),
]


@pytest.mark.parametrize(("letter", "said"), REFUSED)
def test_a_letter_that_no_font_has_is_named_with_its_place(letter: str, said: str) -> None:
    with pytest.raises(PdfError) as caught:
        pdf_bytes(Report(f"31 {letter}", "s", (Page("P", ()),)))
    assert said in str(caught.value)
    with pytest.raises(PdfError, match="in line 2 of File on page P"):
        pdf_bytes(Report("31", "s", (Page("P", (Quote("File", ("one", letter)),)),)))


def test_without_the_wider_fonts_a_western_pdf_is_made_and_a_greek_one_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from casino31.render.pdf import letters

    known = letters.letters_of
    monkeypatch.setattr(letters, "letters_of", lambda name: frozenset() if name in WIDER.values() else known(name))
    assert pdf_bytes(Report("Zürich ± 3", "s", (Page("P", ()),)))[:5] == b"%PDF-"
    with pytest.raises(
        PdfError, match=r"in the title needs the fonts of matplotlib: pip install 'casino31\[pdf\]'"
    ):
        pdf_bytes(Report("\u0391\u03b8\u03ae\u03bd\u03b1", "s", (Page("P", ()),)))


def test_a_filing_states_what_its_layout_states_and_nothing_else() -> None:
    assert dict(filed().report.filing) == {"Document number": "PS-7", "Revision": "B", "Prepared by": "A lab"}
    assert [page.title for page in filed().report.pages][3:5] == ["At the table", "Checklist"]
    assert filing().report.filing == ()
    assert not {"At the table", "Checklist"} & {page.title for page in filing().report.pages}


def test_the_round_stands_before_the_wager_that_is_a_part_of_it() -> None:
    play = next(page for page in filing("31-classic-b").report.pages if page.title == "Play")
    told = text(Report("t", "s", (play,)))
    assert "whose house edge is 3.8039 %" in told
    assert told.index("House edge of the round, bet main") < told.index("House edge of this wager alone")


def test_a_scale_runs_over_the_median() -> None:
    from casino31.page import Heat

    heat = Heat("a", "b", "000000", "808080", "FFFFFF")
    assert [shade(value, [0.0, 4.0, 6.0], heat) for value in (0.0, 2.0, 4.0, 6.0)] == [
        *("000000", "404040", "808080", "FFFFFF")
    ]
    assert Cell(Fraction(1, 3)).value == Fraction(1, 3)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    GOLDEN.joinpath("natural-31.cells.txt").write_text(cells_as_text(rendered(filing(), ".xlsx")), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("strategy", "31-classic-b"),
        ("strategy", "casino-war"),
        ("analyze", "pair-plus"),
        ("paytable", "sensitivity", "natural-31"),
    ],
)
def test_a_verb_draws_its_answer(arguments: tuple[str, ...], tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    done = CliRunner().invoke(cli, [*arguments, "--plot", str(picture)])
    assert done.exit_code == 0, done.output
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_nothing_to_draw_is_a_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["strategy", "pair-plus", "--plot", str(tmp_path / "picture.png")])
    assert (done.exit_code, done.stderr) == (2, "nothing is decided here: there is no strategy to draw\n")
    assert not list(tmp_path.iterdir())
