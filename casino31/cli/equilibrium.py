"""Verbs about the best play of banker and punter: find it, prove it again, play it against a whole table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.atomic_file import alone
from casino31.cli.app import (
    DIFFERS,
    TOO_FEW,
    WRONG_USE,
    Failure,
    cli,
    file_argument,
    json_option,
    print_json,
    read,
    strict_option,
)
from casino31.serialize import plain

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.banker_answers import Interval, Proof
    from casino31.rulesfile import RulesFile


@cli.command()
@file_argument
@click.option("-o", "--output", metavar="POLICIES", help="Where the policies go, saved at each step.")
@click.option("--tolerance", default="1e-4", show_default=True, metavar="WIDTH", help="Of each first card's value.")
@click.option("--resume", is_flag=True, help="Go on from the policies that the output holds.")
@click.option("--like", metavar="POLICIES", help="Begin with the beliefs of a solution of other rules or decks.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; all processors by default.")
@strict_option
@json_option
def solve(
    file: str,
    output: str | None,
    tolerance: str,
    resume: bool,
    like: str | None,
    jobs: int | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Find the best play of banker and punter, with a certified interval for each first card.

    Both ends are exact best replies to the policies that are saved: `casino31 verify` repeats the proof.
    """
    loaded = _banker(file, strict)
    path = Path(output) if output is not None else Path(f"{loaded.name}.policy.json.gz")
    if os.path.exists(path) and not resume:
        raise click.UsageError(f"{path} exists: --resume goes on from it, -o names another file")
    if not os.path.isdir(path.parent):
        raise Failure(f"{path}: cannot be written: no such folder", WRONG_USE)
    try:
        with alone(path):
            proof = loaded.game.sides.solve(
                loaded.rules,
                path,
                _width(tolerance),
                resume=resume,
                progress=lambda line: click.echo(line, err=True),
                workers=jobs,
                like=None if like is None else Path(like),
            )
    except ModuleNotFoundError as error:
        if error.name != "highspy":
            raise
        raise Failure("solving needs HiGHS: pip install 'casino31[solve]'", WRONG_USE) from error
    _show_intervals(proof, path, as_json)


@cli.command()
@click.argument("policies", metavar="POLICIES")
@click.option(
    "--tolerance",
    metavar="WIDTH",
    help="End with exit code 1 when an interval is wider than this; by default that of a layout.",
)
@click.option("--exact", is_flag=True, help="Both ends as fractions, without rounding (slower).")
@json_option
def verify(policies: str, tolerance: str | None, exact: bool, as_json: bool) -> None:
    """Repeat the proof of a solution: both best replies, from the stored policies alone.

    POLICIES is their file, or a layout that names one.
    """
    from casino31.api.layouts import policy_file, policy_game, policy_tolerance

    widest = _width(tolerance) if tolerance is not None else policy_tolerance(policies)
    path = policy_file(policies)
    game = policy_game(path)
    proof = game.sides.verify(game.sides.rules_of(path), path, exact=exact)
    _show_intervals(proof, path, as_json)
    if proof.missing:
        raise Failure(f"{path}: no policies for the first cards {', '.join(proof.missing)}", TOO_FEW)
    wide = [card for card, row in proof.first_cards.items() if widest is not None and _width_of(row) > widest]
    if wide:
        said = tolerance if tolerance is not None else f"{float(widest or 0):g}, the tolerance of the layout"
        raise Failure(f"the interval of the first card {', '.join(wide)} is wider than {said}", DIFFERS)


@cli.command()
@click.argument("policies", metavar="POLICIES")
@click.option("--bets", required=True, metavar="BETS", help="Units on each first card: 'A=2, 4=2, T=5'.")
@json_option
def against(policies: str, bets: str, as_json: bool) -> None:
    """Give the banker's best reply to a table of punters who play the stored policies (infinitely many decks).

    He serves them all with one hand, so only the total bet on each first-card value matters to him. POLICIES is
    their file, or a layout that names one.
    """
    from casino31.api.layouts import policy_file, policy_game

    try:
        units, path = _bets(bets), policy_file(policies)
        reply = policy_game(path).sides.against(path, units)
    except ValueError as error:
        raise click.UsageError(f"--bets {bets!r}: {error}") from error
    if as_json:
        print_json({"schema": "casino31.against/1", "policies": str(policies), **plain(reply)})
        return
    together, alone = reply.punters_together, reply.each_alone
    click.echo(f"Bets: {', '.join(f'{card}={units}' for card, units in reply.bets.items())}")
    click.echo(
        f"Punters together win {together.value:+.9f} units a round, if the banker plays his best against all:"
    )
    click.echo(f"  exact: {together.exact}")
    click.echo(f"A hand of his own against each first card would leave them {alone.value:+.9f}: a lower bound.")
    click.echo("What he does:")
    for line in reply.banker:
        click.echo(f"- {line}")


def _bets(text: str) -> dict[str, Fraction]:
    """Units by first card; ValueError for what is none."""
    from fractions import Fraction

    bets: dict[str, Fraction] = {}
    for part in filter(None, (part_of.strip() for part_of in text.split(","))):
        card, sign, units = (word.strip() for word in part.partition("="))
        card = {"10": "T", "a": "A", "t": "T"}.get(card, card)
        if not sign or card not in tuple("A23456789T"):
            raise ValueError(f"{part!r}: write a first card (A, 2 to 9, T), = and units, such as T=5")
        if card in bets:
            raise ValueError(f"first card {card} stands there twice")
        try:
            bets[card] = Fraction(units)
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"{units!r} is not a number of units such as 5, 0.5 or 1/2") from None
    if not bets:
        raise ValueError("no bets: write such as 'A=2, T=5'")
    return bets


def _banker(file: str, strict: bool) -> RulesFile:

    loaded = read(file, strict)
    if loaded.game.solver is None:
        raise click.UsageError(f"{file!r}: {loaded.game.name} has no banker to solve for")
    return loaded


def _width(text: str) -> float:
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not 0 < width < 1:
        raise click.UsageError(f"--tolerance {text!r}: a width above 0 and below 1, such as 1e-4")
    return width


def _show_intervals(proof: Proof, path: Path, as_json: bool) -> None:
    from casino31.intervals import show_interval

    if as_json:
        print_json({"schema": "casino31.equilibrium/1", "policies": str(path), **plain(proof)})
        return
    click.echo(f"{proof.title}; {proof.bet_rule}\nSHA-256 of {path}: {proof.policy_digest}")
    click.echo("First card      punter's value lies in           width")
    named = dict(proof.first_cards) | ({"all": proof.overall} if proof.overall else {})
    for card, row in named.items():
        click.echo(f"{card:<10} {show_interval(row)}")
        if row.lower.exact is not None:
            click.echo(f"           lower {row.lower.exact}\n           upper {row.upper.exact}")


def _width_of(row: Interval) -> float:
    return (row.upper.value or 0.0) - (row.lower.value or 0.0)
