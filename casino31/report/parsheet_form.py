"""What the audit of a par sheet prints."""

from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.parsheet import ParSheetAudit
from casino31.audit.stated_banker import StatedBanker
from casino31.report.audit_forms import verdict_text


def parsheet_text(audit: ParSheetAudit, name: str) -> str:
    """Return what ``audit parsheet`` prints."""
    stated = audit.stated
    what = "layout" if isinstance(stated, StatedBanker) else "pay table"
    lines = [
        f"{stated.title}: {what} {stated.name}, SHA-256 {stated.digest or 'not stated'}",
        f"{audit.cells:,} cells made anew; the file is {'' if audit.identical else 'not '}the same byte for byte",
    ]
    return "\n".join([*lines, verdict_text(audit.verdict, name)])


def parsheet_object(audit: ParSheetAudit) -> dict[str, Any]:
    """Return the JSON form, schema ``casino31.audit-parsheet/1``; ``where`` of a cell is ``Sheet!A1``."""
    stated = audit.stated
    return verdict_object(
        audit.verdict,
        "audit-parsheet",
        title=stated.title,
        paytable=stated.name,
        paytable_sha256=stated.digest,
        date=stated.date,
        cells=audit.cells,
        identical=audit.identical,
    )
