"""Cards and amounts as people and spreadsheets write them; what could mean two things is no card and no amount."""

from __future__ import annotations

import re
from decimal import Decimal

LARGEST_AMOUNT = 10**13
"""Cents: beyond this an amount is no stake."""
_SUITS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\ufe0e\ufe0f\u200b")
_CARD = re.compile(r"(?:10|[2-9tjqka])[cdhs]", re.I)
_CURRENCY = re.compile(r"[$€£¥₽₩₹]|\b(?:EUR|USD|GBP|CAD|AUD|CHF|JPY|CNY|HKD)\b", re.I)
_PLAIN = re.compile(r"\d+(\.\d*)?([eE][+-]?\d{1,2})?|\.\d+")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+\.\d{1,2}|\d{1,3}(,\d{3}){2,}")
_COMMA = re.compile(r"\d+,\d{1,2}|\d{1,3}(\.\d{3})+,\d{1,2}")
_EITHER = re.compile(r"\d{1,3},\d{3}")
_EITHER_DOT = re.compile(r"[1-9]\d{0,2}\.\d{3}")


def words_of(text: str) -> list[str]:
    """Return the words of some cards, apart by blanks or other marks, or written without any.

    >>> words_of("As Kd 7h"), words_of("AsKd10h"), words_of("T♥,4♠"), words_of("51 0"), words_of("A♥️")
    (['As', 'Kd', '7h'], ['As', 'Kd', '10h'], ['Th', '4s'], ['51', '0'], ['Ah'])
    """
    words = re.split(r"[\s,;|/-]+", text.translate(_SUITS).strip())
    found: list[str] = []
    for word in filter(None, words):
        joined = _CARD.findall(word)
        found += joined if len(joined) > 1 and "".join(joined) == word else [word]
    return found


def cents(value: object, commas: bool = False) -> int:
    """Return an amount in cents; ValueError when it is none, no whole number of them, or could be two.

    ``commas`` says that the file writes decimals with a comma, so that 1.000 may be a thousand.

    >>> cents("12.50"), cents(3), cents(0.1), cents("€ 1,00"), cents("1,250.00"), cents("(5)")
    (1250, 300, 10, 100, 125000, -500)
    >>> cents("1,000")
    Traceback (most recent call last):
      ...
    ValueError: '1,000' may be a thousand or one
    """
    text = _CURRENCY.sub("", str(value)).replace("\u2212", "-").replace("\u00a0", " ").strip()
    negative = text.startswith("-") or (text.startswith("(") and text.endswith(")"))
    plain = text.strip("()").lstrip("+-").strip()
    if _EITHER.fullmatch(plain) or (commas and _EITHER_DOT.fullmatch(plain)):
        raise ValueError(f"{value!r} may be a thousand or one")
    if _COMMA.fullmatch(plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    elif not _PLAIN.fullmatch(plain) or not plain.isascii() or len(plain) > 40:
        raise ValueError(f"{value!r} is no amount")
    amount = Decimal(plain) * 100
    if amount > LARGEST_AMOUNT:
        raise ValueError(f"{value!r} is beyond any stake")
    whole = int(amount)
    if amount != whole:
        raise ValueError(f"{value!r} is no whole number of cents")
    return -whole if negative else whole
