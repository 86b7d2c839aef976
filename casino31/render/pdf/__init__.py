"""A report as a PDF to file: a cover with an approval block, then every page, numbered."""

from io import BytesIO

from casino31.page import Report


class PdfError(Exception):
    """A PDF cannot be made: the library is missing, or no font has a letter."""


def pdf_bytes(report: Report, paper: str = "A4") -> bytes:
    """Return the bytes of the PDF on "A4" or "Letter"; the same report gives the same bytes.

    Nothing is compressed: what packs bytes differs from machine to machine. PdfError without reportlab, and for
    a letter that no font has.

    >>> from casino31.page import Note, Page
    >>> pdf_bytes(Report("A layout", "Par sheet", (Page("One", (Note("A remark."),)),)))[:5]
    b'%PDF-'
    """
    try:
        import reportlab.rl_config  # noqa: F401 - where it is missing that is said before any work is done
    except ModuleNotFoundError as error:
        raise PdfError("a PDF needs reportlab: pip install 'casino31[pdf]'") from error
    from casino31.render.pdf.blocks import cover, story
    from casino31.render.pdf.book import Book
    from casino31.render.pdf.letters import LetterError

    out = BytesIO()
    try:
        book = Book(out, report, paper)
    except LetterError as error:
        raise PdfError(str(error)) from error
    book.multiBuild([*cover(report, book.width_of("portrait")), *story(report, book)])
    return out.getvalue()
