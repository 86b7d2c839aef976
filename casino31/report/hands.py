"""The best action of every hand, as CSV."""

import csv
import io

from casino31.cards import show
from casino31.report.parsheet import ParSheet


def hands_csv(sheet: ParSheet) -> str:
    """Return one line a suit class: a hand of it, its members, the action, and each action's expected units.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> lines = hands_csv(sheet).splitlines()
    >>> len(lines), lines[0]
    (1756, 'hand,members,action,play,fold')
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("hand", "members", "action", "play", "fold"))
    for each in sheet.hand_values:
        writer.writerow((show(*each.hand), each.members, each.action, *each.values.values()))
    return out.getvalue()
