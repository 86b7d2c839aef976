"""The sheets of paper of a PDF: their size, upright or on their side, with a header, a footer and page n of N."""

from typing import IO

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

from casino31.page import Report
from casino31.render.pdf.letters import PLAIN, font_for, look_at_letters, readable, width_of
from casino31.serialize import JsonObject

NAVY, GREY, LINE, BAND, AMBER, BAD = map(
    HexColor, ("#1F3864", "#595959", "#BFC7D5", "#E8ECF3", "#8A4B00", "#9C0006")
)
PAPERS = {"A4": A4, "Letter": LETTER}
MARGIN = 50.0
"""Points of each margin; header and footer stand in it."""


class NumberedCanvas(Canvas):  # type: ignore[misc]
    """Pages that know how many there are: each is drawn when all are."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)
        self.kept: list[JsonObject] = []

    def showPage(self) -> None:
        """Keep a page."""
        self.kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Draw all pages, each with its number and their number."""
        for number, page in enumerate(self.kept, 1):
            self.__dict__.update(page)
            self.setFont(PLAIN, 7.5)
            self.setFillColor(GREY)
            self.drawRightString(self._pagesize[0] - MARGIN, 26, f"Page {number} of {len(self.kept)}")
            super().showPage()
        super().save()


class Book(BaseDocTemplate):  # type: ignore[misc]
    """A PDF whose pages stand or lie, as their tables need."""

    def __init__(self, out: IO[bytes], report: Report, paper: str) -> None:
        look_at_letters(report)
        rl_config.invariant = 1
        self.report, self.paper, self.chapter = report, PAPERS[paper], ""
        super().__init__(
            out,
            pagesize=self.paper,
            pageCompression=0,
            invariant=1,
            title=readable(report.title),
            author=report.maker,
            subject=readable(report.subject),
            creator=report.maker,
        )
        for name in ("portrait", "landscape"):
            size = self.size_of(name)
            frame = Frame(MARGIN, MARGIN, size[0] - 2 * MARGIN, size[1] - 2 * MARGIN, 0, 0, 0, 0)
            template = PageTemplate(name, [frame], onPage=self.margins, pagesize=size)
            self.addPageTemplates(template)
        self.addPageTemplates(
            PageTemplate("cover", [Frame(MARGIN, MARGIN, self.paper[0] - 2 * MARGIN, self.paper[1] - 2 * MARGIN)])
        )
        self.pageTemplates.insert(0, self.pageTemplates.pop())

    def size_of(self, name: str) -> tuple[float, float]:
        """The size of a page in points."""
        short, long = self.paper
        return (long, short) if name == "landscape" else (short, long)

    def width_of(self, name: str) -> float:
        """The width that its text may have."""
        return self.size_of(name)[0] - 2 * MARGIN

    def margins(self, canvas: Canvas, _: object) -> None:
        """Write the header and the footer of a page."""
        width, height = canvas._pagesize
        number = dict(self.report.filing).get("Document number", "")
        canvas.saveState()
        canvas.setFillColor(GREY)
        title = shortened(readable(self.report.title), width - 2 * MARGIN - 150)
        foot = readable(" · ".join(filter(None, (self.report.maker, self.report.subject, self.report.date))))
        canvas.setFont(font_for(title, PLAIN), 7.5)
        canvas.drawString(MARGIN, height - 34, title)
        canvas.setFont(font_for(readable(number), PLAIN), 7.5)
        canvas.drawRightString(width - MARGIN, height - 34, readable(number))
        canvas.setStrokeColor(LINE)
        canvas.line(MARGIN, height - 40, width - MARGIN, height - 40)
        canvas.setFont(font_for(foot, PLAIN), 7.5)
        canvas.drawString(MARGIN, 26, foot)
        canvas.restoreState()

    def multiBuild(self, story: list[object], **options: object) -> None:
        """Build the pages with their numbers."""
        self.build(story, canvasmaker=NumberedCanvas, **options)


def shortened(text: str, room: float) -> str:
    """Return a text that fits in a width.

    >>> shortened("many words and more of them", 60.0)
    'many words…'
    """
    while text and width_of(text, PLAIN, 7.5) > room:
        text = f"{text[:-2].rstrip()}…"
    return text
