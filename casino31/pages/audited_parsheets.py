"""What the audit of a par sheet prints."""

from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.workbooks.parsheet import ParSheetAudit
from casino31.pages.audited_tables import verdict_text


def parsheet_text(audit: ParSheetAudit, name: str) -> str:
    """Return what ``audit parsheet`` prints.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.workbooks.provenance import Stated
    >>> words = Stated("A title", "a.toml", "ab", "", "")
    >>> answer = ParSheetAudit(Verdict(True, LEVEL, ()), words, 900, True)
    >>> print(parsheet_text(answer, "a.xlsx"))
    A title: layout a.toml, SHA-256 ab
    900 cells made anew; the file is the same byte for byte
    a.xlsx conforms.
    """
    stated = audit.stated
    lines = [
        f"{stated.title}: layout {stated.name}, SHA-256 {stated.digest or 'not stated'}",
        f"{audit.cells:,} cells made anew; the file is {'' if audit.identical else 'not '}the same byte for byte",
    ]
    return "\n".join([*lines, verdict_text(audit.verdict, name)])


def parsheet_object(audit: ParSheetAudit) -> dict[str, Any]:
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
        title=stated.title,
        paytable=stated.name,
        paytable_sha256=stated.digest,
        date=stated.date,
        cells=audit.cells,
        identical=audit.identical,
    )
