"""Cells of anybody's table: numbers as people write them, and odds as spreadsheets mangle them."""

import datetime
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.paytable import OddsUnit

EPOCH = datetime.datetime(1899, 12, 31)
"""Day 0 of a spreadsheet, for the days before March 1900: 30:01 is stored as day 1 and 6:01."""
LONGEST = 200
"""Characters of a cell that may hold a number."""
_SIGNS = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\xa0": " ", "\u202f": " ", "\u2009": " ", "'": " ", "\u2019": " "}
)
_RATIO = re.compile(r"(?P<a>\S+?)\s*(?P<sign>:|/|to|for)\s*(?P<b>\S+)", re.IGNORECASE)
_DASHED = re.compile(r"(?P<a>\d{1,6}(?:[.,]\d{1,4})?)\s*(?P<sign>-)\s*(?P<b>\d{1,4})")
"""Odds as bookmakers write them: 12-5."""
_ONE_IN = re.compile(r"1 in (?P<n>\S.*)", re.IGNORECASE)
_CLOCK = re.compile(r"(?P<h>\d{1,3}):(?P<m>\d{2})(?::00(?:\.0+)?)?(?:\s*(?P<half>[AaPp])\.?[Mm]\.?)?")
_DAY_CLOCK = re.compile(
    r"(?:(?P<days>\d+) days?,? (?:and )?|(?P<y>1899|1900)-(?P<mo>\d\d)-(?P<d>\d\d)[T ]|1/(?P<us>\d{1,2})/1900 )"
    r"(?P<h>\d{1,2}):(?P<m>\d\d)(?::00)?"
)
_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
DATE = re.compile(
    rf"\d{{4}}-\d\d-\d\d(?:[T ]00:00(?::00)?)?|\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{4}}"
    rf"|\d{{1,2}}[-. ]{_MONTH}\.?(?:[- ]\d{{2,4}})?|{_MONTH}[-. ]\d{{1,4}}",
    re.IGNORECASE,
)


class ReadCell(NamedTuple):
    """One cell as it was read."""

    where: str
    """Its address, "B3"."""
    text: str
    """What it says; of a number its shortest decimal form."""
    typed: bool = False
    """Whether the file stores a number, not a text."""
    mangled: str = ""
    """"time" or "date" when a spreadsheet has made one of it."""


class Amount(NamedTuple):
    """A number and half a unit of its last printed digit: what rounding may have hidden."""

    value: Fraction
    slack: Fraction


class PrintedPay(NamedTuple):
    """A pay as written: units won, or handed back, for one; ``unit`` when the cell names it."""

    value: Fraction
    unit: OddsUnit | None
    note: str = ""
    net: bool = False
    """Whether a word says what is won, such as push: in no need of a unit."""


class CellError(ValueError):
    """A cell that cannot be read without guessing; the message is a sentence with its address."""


def cell_of(where: str, value: object) -> ReadCell:
    """Return the cell of a value that a workbook stores.

    >>> cell_of("B3", datetime.time(3, 1))
    ReadCell(where='B3', text='3:01', typed=True, mangled='time')
    """
    if value is None:
        return ReadCell(where, "")
    if isinstance(value, (bool, str)):
        return ReadCell(where, str(value).strip())
    if isinstance(value, (int, float)):
        number = int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value
        return ReadCell(where, repr(number), True)
    if isinstance(value, datetime.time):
        value = datetime.timedelta(hours=value.hour, minutes=value.minute, seconds=value.second)
    if isinstance(value, datetime.datetime) and value < datetime.datetime(1900, 3, 1):
        value = value - EPOCH
    if isinstance(value, datetime.timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        if seconds == 0:
            return ReadCell(where, f"{minutes // 60}:{minutes % 60:02}", True, "time")
    return ReadCell(where, str(value).removesuffix(" 00:00:00"), True, "date")


def decimal_mark(texts: Sequence[str], otherwise: str, whole: Sequence[str] = ()) -> str:
    """Return the decimal mark of a table, "." or ",", by the cells that leave no doubt; ``whole`` are counts.

    CellError when some leave no doubt for each, and when a comma is only suggested and 1.875 may be 1875.

    >>> decimal_mark(["15,3", "1,728"], "."), decimal_mark(["1,728"], "."), decimal_mark(["27,072.5"], ",")
    (',', '.', '.')
    >>> decimal_mark(["1.728"], ",", ["1.728"])
    ','
    """
    votes: dict[str, str] = {}
    for text in whole:
        if found := re.fullmatch(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*", text):
            votes.setdefault("," if found[1] == "." else ".", text)
    doubtful = ""
    for text in texts:
        body = _number_in(text.translate(_SIGNS))
        marks = [c for c in body if c in ".,"]
        if not marks:
            continue
        last = marks[-1]
        before, after = body.rsplit(last, 1)
        decimal = len(set(marks)) == 2 or (
            len(marks) == 1 and (len(after) != 3 or before in ("0", "") or len(before) > 3)
        )
        if decimal and marks.count(last) == 1:
            votes.setdefault(last, text)
        elif len(marks) > 1:
            votes.setdefault("." if last == "," else ",", text)
        elif last == "." and text not in whole:
            doubtful = doubtful or text
    if len(votes) == 2:
        point, comma = votes["."], votes[","]
        raise CellError(
            f"decimal points ({point}) and decimal commas ({comma}) in one table: write all numbers alike"
        )
    if not votes and otherwise == "," and doubtful:
        raise CellError(
            f"{doubtful} in a table with semicolons is {doubtful} or {doubtful.replace('.', '')}: {_SAY}"
        )
    return next(iter(votes), otherwise)


def _number_in(text: str) -> str:
    """What stands from the first digit of a text to the last; "" where that is no number."""
    digits = [place for place, sign in enumerate(text[: LONGEST + 1]) if sign.isdecimal()]
    body = text[digits[0] : digits[-1] + 1] if digits and len(text) <= LONGEST else ""
    return body if re.fullmatch(r"[\d.,' ]*", body) else ""


def _sane(cell: ReadCell) -> ReadCell:
    """A cell that may hold a number; CellError for one that is as long as a book."""
    if len(cell.text) > LONGEST:
        raise CellError(
            f"{cell.where} holds {cell.text[:40]!r} and {len(cell.text) - 40:,} more: expected a number"
        )
    return cell


def amount(cell: ReadCell, mark: str = ".", whole: bool = False) -> Amount:
    """Return the number of a cell: thousands apart, per cent, scientific, ``3/52`` or ``1 in 17``.

    ``whole`` asks for a count. CellError says what the cell holds instead.

    >>> amount(ReadCell("C2", "3.2579 %")), amount(ReadCell("C3", "132,600"), whole=True).value
    (Amount(value=Fraction(32579, 1000000), slack=Fraction(1, 2000000)), Fraction(132600, 1))
    """
    if _sane(cell).mangled:
        raise CellError(
            f"{cell.where} holds the {cell.mangled} {cell.text}, where a number was expected: {_RETYPE}"
        )
    mark = "." if cell.typed else mark
    text = cell.text.translate(_SIGNS).strip()
    try:
        if one_in := _ONE_IN.fullmatch(text):
            below = _number(one_in["n"], mark)
            return Amount(1 / below.value, below.slack / below.value**2)
        if (ratio := _RATIO.fullmatch(text)) and ratio["sign"] == "/":
            return Amount(_number(ratio["a"], mark).value / _number(ratio["b"], mark).value, Fraction())
        number = _number(text, mark)
    except (ValueError, ZeroDivisionError):
        other = "a decimal comma among decimal points, or the reverse" if re.search("[.,]", text) else "no number"
        raise CellError(
            f"{cell.where} holds {cell.text!r}, {other}: expected a number such as 0.25 or 132600"
        ) from None
    if whole and number.value.denominator != 1:
        raise CellError(f"{cell.where} holds {cell.text!r}: a count of combinations is a whole number")
    return number._replace(slack=Fraction()) if whole else number


def _number(text: str, mark: str) -> Amount:
    """The number of a text without words; ValueError otherwise."""
    thousands = "," if mark == "." else "."
    body = text.strip(" $\u20ac\u00a3")
    percent = body.endswith("%")
    body = body.removesuffix("%").strip()
    if body.startswith("(") and body.endswith(")"):
        body = f"-{body[1:-1]}"
    match = re.fullmatch(
        rf"([+-]?)\$?((?:[1-9]\d{{0,2}}(?:[{thousands} ]\d{{3}})+|\d{{0,30}}))"
        rf"(?:[{mark}](\d{{0,30}}))?(?:[eE]([+-]?\d{{1,2}}))?",
        body,
    )
    if match is None or not (match[2] or match[3]):
        raise ValueError(text)
    digits = re.sub(r"\D", "", match[2] or "")
    tail = match[3] or ""
    power = Fraction(10) ** (int(match[4] or 0) - 2 * percent)
    value = int(f"{match[1]}{digits or 0}{tail}") * power / 10 ** len(tail)
    exact = not tail and not match[4] and not percent
    return Amount(value, Fraction() if exact else power / 10 ** len(tail) / 2)


_RETYPE = "format the column as text and type it again"
_SAY = "write it with a decimal comma, or without a mark for thousands"


def odds(cell: ReadCell, mark: str = ".") -> PrintedPay:
    """Return the pay of a cell: a number, odds, push, lose, even; odds that became a time of day are recovered.

    CellError when a spreadsheet made a date of it: which of two numbers came first cannot be told.

    >>> odds(ReadCell("B2", "15.3 for 1")), odds(ReadCell("B3", "3 to 2")).value
    (PrintedPay(value=Fraction(153, 10), unit='for one', note='', net=False), Fraction(3, 2))
    >>> odds(cell_of("B4", datetime.datetime(1900, 1, 1, 6, 1)))
    PrintedPay(value=Fraction(30, 1), unit=None, note='B4 holds the time 30:01: read as the odds 30:1', net=False)
    """
    text = " ".join(_sane(cell).text.translate(_SIGNS).split())
    word = text.lower()
    if word in _WORDS:
        return PrintedPay(_WORDS[word], None, "", True)
    if cell.mangled == "date" or (not cell.typed and DATE.fullmatch(text)):
        raise CellError(f"{cell.where} holds the date {cell.text}, made of odds such as 3/2 or 6-5: {_RETYPE}")
    if (serial := _serial(cell, text, mark)) is not None:
        return serial
    if (clock := _clock(text)) is not None and (cell.mangled or not re.fullmatch(r"\d+:[1-9]\d?", text)):
        hours, minutes = clock
        if minutes == 0:
            raise CellError(f"{cell.where} holds the time {cell.text}: odds against nothing; {_RETYPE}")
        note = f"{cell.where} holds the time {cell.text}: read as the odds {hours}:{minutes}"
        return PrintedPay(Fraction(hours, minutes), None, note)
    bare = re.sub(r"\s*(?:units?|x|times)$", "", text, flags=re.IGNORECASE)
    if (ratio := _DASHED.fullmatch(bare) or _RATIO.fullmatch(bare)) and not _CLOCK.fullmatch(ratio["a"]):
        sign = ratio["sign"].lower()
        try:
            value = _number(ratio["a"], mark).value / _number(ratio["b"], mark).value
        except (ValueError, ZeroDivisionError):
            raise CellError(f"{cell.where} holds {cell.text!r}, which is no odds: write 3 to 2 or 3:2") from None
        return PrintedPay(value, "to one" if sign == "to" else "for one" if sign == "for" else None)
    return PrintedPay(amount(cell._replace(text=bare, mangled=""), mark).value, None)


_WORDS = {
    **dict.fromkeys(("push", "tie", "stand off"), Fraction(0)),
    **dict.fromkeys(("lose", "loss", "loses", "lost"), Fraction(-1)),
    **dict.fromkeys(("even", "evens", "even money"), Fraction(1)),
}


_MINUTES = 24 * 60


def _serial(cell: ReadCell, text: str, mark: str) -> PrintedPay | None:
    """Odds of which a spreadsheet made a time and then lost its format: 45:1 is stored as day 1.875694.

    CellError where a number of four or five decimals may be either.
    """
    found = re.fullmatch(rf"(\d{{1,2}})[{'.' if cell.typed else mark}](\d{{4,30}})", text)
    if found is None:
        return None
    value, decimals = Fraction(f"{found[1]}.{found[2]}"), len(found[2])
    minutes = round(value * _MINUTES)
    if minutes % 9 == 0 or minutes % 60 == 0 or minutes < 60:  # a short decimal, an hour sharp, less than an hour
        return None
    off = abs(value - Fraction(minutes, _MINUTES))
    if off > max(Fraction(1, 2 * 10**decimals), Fraction(1, 10**9)):
        return None
    hours, rest = divmod(minutes, 60)
    if decimals >= 6:
        time = f"the serial number of the time {hours}:{rest:02}"
        note = f"{cell.where} holds {cell.text}, {time}: read as {hours}:{rest}"
        return PrintedPay(Fraction(hours, rest), None, note)
    if decimals == 5 or rest == 1:
        found_text = f"{cell.where} holds {cell.text}, a number or the serial number of the time {hours}:{rest:02}"
        raise CellError(f"{found_text}: {_RETYPE}")
    return None


def _clock(text: str) -> tuple[int, int] | None:
    """Hours and minutes of a time of day as a spreadsheet writes it, or None."""
    if match := _CLOCK.fullmatch(text):
        hours = int(match["h"])
        if match["half"]:
            hours = hours % 12 + 12 * (match["half"].lower() == "p")
        return hours, int(match["m"])
    if match := _DAY_CLOCK.fullmatch(text):
        if match["days"]:
            days = int(match["days"])
        elif match["us"]:
            days = int(match["us"])
        else:
            days = (datetime.datetime(int(match["y"]), int(match["mo"]), int(match["d"])) - EPOCH).days
        return 24 * days + int(match["h"]), int(match["m"])
    return None
