"""What a user writes after an option, turned into what the library takes; wrong use names the option."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.audit.tables.columns import Printed


class Given(click.ParamType):  # type: ignore[type-arg]  # generic in some versions only
    """A value that a function reads; ValueError says what is wrong with it."""

    name = "text"

    def __init__(self, read: Callable[[str], object]) -> None:
        self.read = read

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """Return what the function reads; UsageError names the option."""
        if not isinstance(value, str):
            return value
        try:
            return self.read(value)
        except ValueError as error:
            option = max(param.opts, key=len) if param else ""
            raise click.UsageError(f"{option} {value!r}: {error}".strip(), ctx) from error


class NumberType(Given):
    """An exact number."""

    def __init__(self, example: str, least: int | None = None) -> None:
        super().__init__(self._read)
        self.example, self.least = example, least

    def _read(self, text: str) -> Fraction:
        from casino31.exact import exact

        number = exact(text, self.example)
        if self.least is not None and number < self.least:
            raise ValueError(f"must not be below {self.least}")
        return number


def _positive(text: str) -> Fraction:
    from casino31.exact import positive

    return positive(text)


def _level(text: str) -> Fraction:
    from casino31.exact import level

    return level(text)


def _share(text: str) -> Fraction:
    from casino31.exact import share

    return share(text)


def _penetration(text: str) -> Fraction:
    from casino31.exact import share
    from casino31.paytable_design.counting import FARTHEST

    return share(text, FARTHEST, "75%")


def _span(text: str) -> tuple[Fraction, Fraction]:
    from casino31.exact import exact

    low, colon, high = text.partition(":")
    if not colon:
        raise ValueError("not a range such as 0:50")
    ends = exact(low), exact(high)
    if ends[0] >= ends[1]:
        raise ValueError("it runs backwards or is empty: write LOW:HIGH, such as 0:50")
    return ends


def _stake(text: str) -> tuple[str, Fraction]:
    from casino31.exact import exact

    bet, sign, units = text.rpartition("=")
    if not sign:
        raise ValueError("write a bet, = and its units, such as 'natural 31=5'")
    return bet.strip(), exact(units.strip(), "5, 0.5 or 1/2")


def _bets(text: str) -> str | tuple[str, ...]:
    return text if text == "combined" else tuple(bet.strip() for bet in text.split("+"))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",")) if text else ()


def _rounds(text: str) -> int:
    from fractions import Fraction

    from casino31.api.rounds import whole_rounds

    try:
        many = Fraction(text.replace(",", "").replace("_", ""))
    except (ValueError, ZeroDivisionError):
        raise ValueError("not a number such as 1e8") from None
    return whole_rounds(many)


def _shard(text: str) -> tuple[int, int]:
    part, sign, whole = text.partition("/")
    if not (sign and part.isdecimal() and whole.isdecimal()):
        raise ValueError("write it as 3/16")
    return int(part), int(whole)


def _date(text: str) -> str:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError("not a date: write YYYY-MM-DD") from None


def _edge(text: str) -> Printed:
    from casino31.api.audits import printed_edge

    return printed_edge(text, "--edge")


POSITIVE = Given(_positive)
LEVEL = Given(_level)
SHARE = Given(_share)
PENETRATION = Given(_penetration)
PAY_RANGE = Given(_span)
STAKE = Given(_stake)
BETS = Given(_bets)
NAMES = Given(_names)
ROUNDS = Given(_rounds)
SHARD = Given(_shard)
DATE = Given(_date)
PRINTED_EDGE = Given(_edge)


class Output(click.ParamType):  # type: ignore[type-arg]
    """The path of a file to write, which must end as one of a few kinds do."""

    name = "path"

    def __init__(self, what: str, *endings: str, folder: bool = False) -> None:
        self.what, self.endings, self.folder = what, endings, folder

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # noqa: ARG002
        """Return the path; UsageError for another ending, or where its folder must be there and is not."""
        path = Path(str(value))
        if path.suffix.lower() not in self.endings:
            raise click.UsageError(f"{str(value)!r}: {self.what} as {', '.join(self.endings)}", ctx)
        if self.folder and not os.path.isdir(path.parent):
            raise click.UsageError(f"{str(value)!r}: there is no folder {path.parent}", ctx)
        return path


PICTURE = Output("a picture is written", ".png", ".svg", ".pdf")
