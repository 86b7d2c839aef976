"""The words of published tables: what a column holds, and whether a row is an event, a sum or a stated figure."""

import re
from collections.abc import Sequence

from casino31.audit.tables.cells import ReadCell
from casino31.paytable import OddsUnit

SYNONYMS = {
    "event": "event|events|hand|hands|outcome|result|name|prize tier|label|description|winning hand",
    "pays": "pay|pays|payout|payouts|payoff|pay off|pays off|paid|prize|odds|odds paid|pay table|paytable|win|wins",
    "combinations": "combinations|combination|combos|combo|comb|ways|count|counts|number|number of hands"
    "|permutations|perms|occurrences|quantity|qty|tickets|frequency|hits",
    "probability": "probability|prob|probabilities|chance|chances|p|likelihood",
    "variance": "variance|variances|contribution to variance|variance contribution|var",
    "return": "return|returns|contribution|expected value|expected return|ev|product|expectation|rtp",
}
LOSING = re.compile(
    r"lose[rs]?|loss(?:es)?|losing.*|lost|nothing|no win|no pay|miss|others?"
    r"|(?:all|any|everything) (?:other|else)s?.*"
)
_BARE_TOTAL = re.compile(r"(?:grand )?(?:totals?|sum)")
_TOTAL = re.compile(r"(?:grand )?(?:totals?|sum)\b.*")
_EDGE = re.compile(r"(?:house|casino)? ?(?:edge|advantage|hold)\b.*")
_RETURN = re.compile(r"(?:total |overall )?(?:return|rtp|return to player|payback)\b.*")


CLAIMS = {
    "minimum return": r"(?:minimum|min\.?|least|required) (?:theoretical )?(?:return|rtp|payback)\b.*",
    "hit frequency, any pay": r"(?:hit|win) (?:frequency|rate|ratio)\b.*\b(?:any pay|gross|incl\w*.*push\w*).*",
    "hit frequency, net win": r"(?:hit|win) (?:frequency|rate|ratio)\b.*\bnet\b.*",
    "hit frequency": r"(?:hit|win|winning) (?:frequency|rate|ratio)\b.*|hits?%?",
    "push frequency": r"(?:push|tie) (?:frequency|rate)\b.*",
    "loss frequency": r"(?:loss|lose|losing) (?:frequency|rate)\b.*",
    "variance": r"(?:total )?variance\b.*",
    "standard deviation": r"(?:total )?(?:standard deviation|std\.? ?dev\w*\.?|s\.?d\.?)\b.*",
    "volatility index": r"volatility(?: index)?\b.*|v\.?i\.?",
    "largest win": r"(?:largest|maximum|max\.?|highest|top) (?:win|pay|payout|prize|award)\b.*",
    "expected value": r"(?:expected value|ev|expectation)\b.*",
}
"""Words for a figure that stands in a row of its own."""
SHARES = {"edge", "rtp", *(name for name in CLAIMS if "return" in name or "frequency" in name)}
"""Figures that are shares: one above 2 is in per cent."""


def claimed(label: str) -> str:
    """Return the figure that a row states by its label, or "".

    >>> claimed("minimum return"), claimed("hit frequency (net win)"), claimed("pair")
    ('minimum return', 'hit frequency, net win', '')
    """
    plain = " ".join(re.sub(r"[():]", " ", label.lower()).split())
    return next((name for name, words in CLAIMS.items() if re.fullmatch(words, plain)), "")


def row_role(label: str, pays: str, frequency: bool) -> str:
    """Return what a row is: "" of an event, else "total", "edge", "rtp" or the figure that it states.

    A row that pays something is an event, whatever word it begins with: Total of 4, Hold the line.

    >>> row_role("total of 4", "60 to 1", True), row_role("total", "", True), row_role("house edge", "3.2%", False)
    ('', 'total', 'edge')
    """
    pays_something = pays not in ("", "-") and "%" not in pays
    if _TOTAL.fullmatch(label):
        return "" if pays_something and not _BARE_TOTAL.fullmatch(label) else "total"
    if pays_something and frequency:
        return ""
    if stated := claimed(label):
        return stated
    return "edge" if _EDGE.fullmatch(label) else "rtp" if _RETURN.fullmatch(label) else ""


def row_label(cell: ReadCell) -> str:
    """Return the label of a row in plain words.

    >>> row_label(ReadCell("A1", "House edge (per unit)"))
    'house edge per unit)'
    """
    return " ".join(cell.text.lower().replace("(", " ").split()) if not cell.typed else ""


def words(cell: ReadCell) -> str:
    """Return a heading in plain words, without its unit.

    >>> words(ReadCell("B1", "Pays (to one)")), words(ReadCell("C1", "Probability %"))
    ('pays', 'probability')
    """
    plain = re.sub(r"\b(?:to|for)[ -](?:one|1)\b|[^a-z ]", " ", cell.text.lower())
    return " ".join(plain.split())


def unit_of(text: str) -> OddsUnit | None:
    """Return the odds unit that a heading names.

    >>> unit_of("Pays (for 1)"), unit_of("Pays")
    ('for one', None)
    """
    found = re.search(r"\b(to|for)[ -](?:one|1)\b", text.lower())
    return None if found is None else "to one" if found[1] == "to" else "for one"


def header(rows: Sequence[Sequence[ReadCell]]) -> tuple[int, dict[str, int]] | None:
    """Return the place of the header row and the column of each role, or None: it needs pays and a frequency.

    >>> header([[ReadCell("A1", "Hand"), ReadCell("B1", "Ways"), ReadCell("C1", "Pays")]])
    (0, {'event': 0, 'combinations': 1, 'pays': 2})
    """
    for place, row in enumerate(rows):
        roles: dict[str, int] = {}
        for column, cell in enumerate(row):
            for role, names in SYNONYMS.items():
                if words(cell) in names.split("|"):
                    roles.setdefault(role, column)
        if "pays" in roles and ("combinations" in roles or "probability" in roles):
            if "event" not in roles:
                free = [column for column in range(len(row)) if column not in roles.values()]
                roles["event"] = min(free, default=-1)
            return place, roles
    return None
