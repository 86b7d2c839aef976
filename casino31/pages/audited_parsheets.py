"""The report of an audited par sheet."""

from casino31.audit.finding import verdict_object
from casino31.audit.workbooks.parsheet import ParSheetAudit
from casino31.page import WHOLE, Cell, Report, texts
from casino31.pages.audits import AuditPages, audit_report, files_object
from casino31.pages.deliverable import Deliverable
from casino31.pages.remedies import WORKBOOKS
from casino31.serialize import JsonObject


def parsheet_deliverable(audit: ParSheetAudit) -> Deliverable:
    """Return the report of an audited par sheet as pages and as plain data.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.workbooks.provenance import Stated
    >>> words = Stated("A title", "a.toml", "ab", "", "")
    >>> made = parsheet_deliverable(ParSheetAudit(Verdict(True, LEVEL, ()), words, 900, True))
    >>> made.report.title, made.report.pages[-1].blocks[-1].text
    ('A title', 'the workbook conforms.')
    """
    return Deliverable(lambda: _report(audit), lambda: parsheet_object(audit))


def _report(audit: ParSheetAudit) -> Report:
    stated, file = audit.stated, audit.file
    name = file.name if file else "the workbook"
    figures = (
        ("Cells made anew", Cell(audit.cells, WHOLE)),
        ("Faults", Cell(len(audit.verdict.problems), WHOLE, alert="fault" if audit.verdict.problems else "")),
        ("Byte for byte", Cell("the same" if audit.identical else "another file")),
    )
    facts = [
        ("Workbook", name),
        ("SHA-256 of the workbook", file.sha256 if file else "not a file"),
        ("Made by", f"casino31 {audit.version}" if audit.version else "not stated"),
        ("Layout", f"{stated.title}: {stated.name or 'not stated'}"),
        ("SHA-256 of the layout", stated.digest or "not stated"),
        ("Date", stated.date or "not stated"),
    ]
    power = (
        "any change of a number, formula, stored value or text, and of how it is displayed: the workbook is made "
        "anew from its layout and compared cell by cell",
    )
    made = AuditPages(
        *("a par sheet", name, stated.title, figures, (texts("What was audited", facts),), power),
        remedies=WORKBOOKS,
    )
    return audit_report(audit.verdict, made)


def parsheet_object(audit: ParSheetAudit) -> JsonObject:
    """Return the JSON form, schema ``casino31.audit-parsheet/1``; ``where`` of a cell is ``Sheet!A1``.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.workbooks.provenance import Stated
    >>> words = Stated("A title", "a.toml", "ab", "", "")
    >>> answer = ParSheetAudit(Verdict(True, LEVEL, ()), words, 900, True)
    >>> whole = parsheet_object(answer)
    >>> whole["schema"], whole["conforms"], whole["cells"], whole["identical"]
    ('casino31.audit-parsheet/1', True, 900, True)
    """
    stated = audit.stated
    return verdict_object(
        audit.verdict,
        "audit-parsheet",
        files=files_object([audit.file]),
        title=stated.title,
        paytable=stated.name,
        paytable_sha256=stated.digest,
        date=stated.date,
        cells=audit.cells,
        identical=audit.identical,
    )
