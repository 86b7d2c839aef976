"""The tables ``[document]`` and ``[table]`` of a layout file, which every game reads alike."""

from dataclasses import fields
from fractions import Fraction
from itertools import pairwise

from casino31.exact import exact
from casino31.filing import DocumentFacts, Revision, TableFacts
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import date, known, number, required, table, text, whole, wrong_type
from casino31.layoutfile.scan import KeyPath

FILING = ("document", "table")
"""The keys of both tables at the top of a file."""
DOCUMENT_KEYS = tuple(field.name for field in fields(DocumentFacts))
TABLE_KEYS = tuple(field.name for field in fields(TableFacts))
REVISION_KEYS = tuple(field.name for field in fields(Revision))
LARGEST_SUM = 10**12
MOST_ROUNDS, MOST_SEATS = 10**5, 1000

_EXAMPLES = {
    "number": 'number = "PS-0031"',
    "prepared_by": 'prepared_by = "name and firm"',
    "prepared_for": 'prepared_for = "name and firm"',
    "jurisdiction": 'jurisdiction = "Maryland"',
    "contact": 'contact = "filings@example.com"',
    "currency": 'currency = "USD"',
}


def filing_facts(document: Document) -> tuple[DocumentFacts | None, TableFacts | None]:
    """Return what a file says of its document and of its table; None for a table that it does not have.

    >>> both = filing_facts(Document('[table]\\nseats = 7\\nminimum_return = "85%"'))
    >>> both[0], both[1].seats, both[1].minimum_return
    (None, 7, Fraction(17, 20))
    """
    return _document_facts(document), _table_facts(document)


def _document_facts(document: Document) -> DocumentFacts | None:
    if not _opened(document, "document", DOCUMENT_KEYS, 'a key such as number = "PS-0031"'):
        return None
    history = _history(document)
    revision = _revision(document, ("document", "revision"))
    if history and revision and history[-1].revision != revision:
        found = f"revision {revision!r}, and a history that ends with {history[-1].revision!r}"
        document.error("history", ("document", "revision"), found, "the last revision of the history", on="key")
    return DocumentFacts(
        revision=revision or (history[-1].revision if history else ""),
        history=history,
        **{
            name: _line(document, ("document", name))
            for name in ("number", "prepared_by", "prepared_for", "jurisdiction", "contact")
        },
    )


def _table_facts(document: Document) -> TableFacts | None:
    if not _opened(document, "table", TABLE_KEYS, "a key such as rounds_per_hour = 60"):
        return None
    currency = _line(document, ("table", "currency"))
    sums = {name: _sum(document, name) for name in ("minimum_bet", "maximum_bet", "payout_limit")}
    if not document.has(("table", "currency")) and (stated := [name for name in sums if _has(document, name)]):
        document.error(
            "missing",
            ("table", stated[0]),
            f"{stated[0]} without a currency",
            _EXAMPLES["currency"],
            "money has a unit",
            on="key",
        )
    low, high = sums["minimum_bet"], sums["maximum_bet"]
    if low is not None and high is not None and high < low:
        shown = document.shown(("table", "maximum_bet"))
        document.error("number", ("table", "maximum_bet"), shown, f"at least the minimum_bet, {low}")
    rounds = None
    if _has(document, "rounds_per_hour"):
        expected = f"a number of rounds above 0, at most {MOST_ROUNDS:,}"
        rounds = number(document, ("table", "rounds_per_hour"), Fraction(1, MOST_ROUNDS), MOST_ROUNDS, expected)
    seats = whole(document, ("table", "seats"), 1, MOST_SEATS, 1) if _has(document, "seats") else None
    return TableFacts(rounds, **sums, seats=seats, currency=currency, minimum_return=_minimum_return(document))


def _opened(document: Document, name: str, keys: tuple[str, ...], expected: str) -> bool:
    """Whether the file has the table, with keys; an empty one is a fault, and so is a key it does not know."""
    listed = table(document, (name,))
    if listed == {} and not document.is_broken((name,)):
        document.error("empty", (name,), f"[{name}] says nothing", expected, on="key")
    known(document, (name,), keys)
    return bool(listed)


def _has(document: Document, name: str) -> bool:
    return document.get(("table", name)) is not None


def _line(document: Document, path: KeyPath) -> str:
    """A text that the file may give."""
    return text(document, path, _EXAMPLES[str(path[-1])]) if document.get(path) is not None else ""


def _sum(document: Document, name: str) -> Fraction | None:
    if not _has(document, name):
        return None
    expected = f"a sum of money above 0, at most {LARGEST_SUM:,}"
    return number(document, ("table", name), Fraction(1, 100), LARGEST_SUM, expected)


def _minimum_return(document: Document) -> Fraction | None:
    """A share: 0.85 or "85%"."""
    path, expected = ("table", "minimum_return"), 'a share above 0, at most 1: 0.85 or "85%"'
    value = document.get(path)
    if value is None:
        return None
    if not isinstance(value, str):
        low = Fraction(1, 10**6)
        return number(document, path, low, 1, expected, too_high='a share in percent is text: "85%"')
    try:
        share = exact(value)
    except ValueError:
        share = Fraction(-1)
    if 0 < share <= 1:
        return share
    document.error("number", path, document.shown(path), expected)
    return None


def _revision(document: Document, path: KeyPath) -> str:
    """The name of a revision, text or a whole number; "" when the file gives none."""
    value = document.get(path)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text(document, path, 'revision = "B"') if value is not None else ""


def _history(document: Document) -> tuple[Revision, ...]:
    """The entries of the history, oldest first."""
    path, example = ("document", "history"), '{revision = "A", date = 2026-11-29, change = "first filing"}'
    listed = document.get(path)
    if listed is None:
        return ()
    if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
        wrong_type(document, path, f"an array of entries: history = [{example}]")
        return ()
    history = []
    for place in range(len(listed)):
        entry = (*path, place)
        known(document, entry, REVISION_KEYS)
        for key in REVISION_KEYS:
            required(document, (*entry, key), f"an entry such as {example}")
        there = document.get((*entry, "change")) is not None
        change = text(document, (*entry, "change"), 'change = "what changed"') if there else ""
        history.append(
            Revision(_revision(document, (*entry, "revision")), date(document, (*entry, "date")), change)
        )
    for place, (old, new) in enumerate(pairwise(history), 1):
        if "" < new.date < old.date:
            found = f"{new.date} after {old.date}"
            document.error("history", (*path, place, "date"), found, "the oldest revision first")
        if new.revision in {entry.revision for entry in history[:place]} - {""}:
            found = f"revision {new.revision!r} again"
            document.error("history", (*path, place, "revision"), found, "each revision once")
    return tuple(history)
