"""The par sheet as a workbook: live formulas with the exact engine's values beside them."""

import os
from pathlib import Path

from casino31.atomic_file import write_whole
from casino31.report.excel.confidence import confidence_sheet
from casino31.report.excel.counts import counts_sheet
from casino31.report.excel.finish import finish
from casino31.report.excel.grid import Grid
from casino31.report.excel.joint import joint_sheet
from casino31.report.excel.live import Live
from casino31.report.excel.provenance import provenance_sheet
from casino31.report.excel.rounds import rounds_sheet
from casino31.report.excel.strategy import strategy_sheet
from casino31.report.excel.style import FONT
from casino31.report.excel.summary import summary_sheet
from casino31.report.excel.wagers import wager_sheet
from casino31.report.excel.write import plain, workbook
from casino31.report.parsheet import ParSheet


def grids(sheet: ParSheet, date: str = "") -> list[Grid]:
    """Return the sheets in the order of the workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> [grid.title for grid in grids(ParSheet(file.game, file.game.analyse(file.rules), file.name))]
    ['Summary', 'Natural 31', 'Confidence', 'Rules and worked examples', 'Provenance']
    """
    live = Live(sheet)
    live.verify()
    body = [wager_sheet(live, wager) for wager in sheet.rules.tables]
    if live.main:
        body.append(joint_sheet(live))
    if live.decides:
        body.append(strategy_sheet(live))
    if live.table:
        body.append(counts_sheet(live))
    body += [confidence_sheet(live), rounds_sheet(live), provenance_sheet(live, date, FONT)]
    checks = [key for grid in body for key in grid.keys if key.startswith("check.")]
    book = [summary_sheet(live, checks, date), *body]
    return [grid.frozen() for grid in book] if live.frozen else book


def workbook_bytes(sheet: ParSheet, date: str = "") -> bytes:
    """Return the bytes of the workbook; the same sheet and date give the same bytes.

    ``date`` is YYYY-MM-DD, or "" where none is stated: the pages then say so, and the file carries 1980-01-01.
    ValueError when the analysis is not that of the best strategy, which the workbook chooses anew.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> workbook_bytes(ParSheet(file.game, file.game.analyse(file.rules), file.name))[:2]
    b'PK'
    """
    title, analysis = sheet.rules.title, sheet.analysis
    maker = f"casino31 {analysis.version}"
    digest = f" · SHA-256 {sheet.rules.digest[:16]}…" if sheet.rules.digest else ""
    raw, cached = workbook(grids(sheet, date), title, maker + digest)
    return finish(raw, cached, str(plain(title)), maker, date)


def write_xlsx(sheet: ParSheet, path: str | os.PathLike[str], date: str = "") -> None:
    """Write the workbook to a file: first beside it, then in its place, so that a failure leaves nothing behind.

    OSError when the place cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> with TemporaryDirectory() as folder:
    ...     write_xlsx(ParSheet(file.game, file.game.analyse(file.rules), file.name), Path(folder, "par.xlsx"))
    ...     os.listdir(folder)
    ['par.xlsx']
    """
    write_whole(Path(path), workbook_bytes(sheet, date))
