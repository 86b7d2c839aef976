"""The exact laws of the home games: dealt hands, draws alone, the first knock, an announcement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from casino31.cli.app import wrong_use
from casino31.cli.home import answers, game_or, give, read_game

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@game_or("scat")
@answers("a table of dealt points")
def deal(game: str, settings: tuple[str, ...], output: tuple[Path, ...], as_json: bool) -> None:
    """Tell what is dealt: how often each total, and what one draw from the stock makes of it.

    Exact, over every hand: `casino31 home deal scat --set trips=30.5 --set deck=32`.
    """
    from casino31.api.home_laws import home_deal

    give(home_deal(read_game(game, settings)), output, as_json, "what is dealt")


@click.command()
@game_or("scat")
@click.option(
    "--draws",
    default=3,
    show_default=True,
    type=click.IntRange(0, 3),
    metavar="N",
    help="Draws for which the best play is computed, 0 to 3.",
)
@click.option(
    "--upto",
    default=12,
    show_default=True,
    type=click.IntRange(0, 49),
    metavar="N",
    help="Draws up to which bounds are proven.",
)
@answers("a table of draws")
def draws(
    game: str, settings: tuple[str, ...], draws: int, upto: int, output: tuple[Path, ...], as_json: bool
) -> None:
    """Tell what one player alone with the stock can reach: the most points, and 31.

    For 1 to 3 draws the best play of all, as fractions. Beyond, what some play attains and what no play passes.
    """
    from casino31.api.home_laws import home_draws

    house = read_game(game, settings)
    with wrong_use():
        best = home_draws(house, draws=draws, upto=upto)
    give(best, output, as_json, "draws alone")


@click.command()
@game_or("scat")
@click.option("--first", is_flag=True, help="The knock before anybody has drawn: the one that is counted exactly.")
@click.option(
    "--players",
    default=2,
    show_default=True,
    type=int,
    metavar="N",
    help="Players at the table; a knock is counted exactly against one opponent.",
)
@click.option(
    "--opponent",
    metavar="POLICY",
    help="What the opponent does in his one turn, as a policy or a file of one.  "
    '[default: "take the pile if it raises my points; last turn: keep the most points"]',
)
@answers("a table of knocks")
def knock(
    game: str,
    settings: tuple[str, ...],
    first: bool,  # noqa: ARG001
    players: int,
    opponent: str | None,
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Tell what a knock before anybody has drawn is worth, by its points.

    Strictly above the opponent's hand after his last turn, tied and below: over every ordered deal of both hands,
    the card turned up and the top of the stock. The opponent may take the pile "always", "never", "if it raises my
    points" or "if better than the stock".
    """
    from casino31.api.home_laws import home_knock
    from casino31.faults import NotCapableError

    if players != 2:
        raise NotCapableError(f"a knock is counted exactly for 2 players, not for {players}")
    house = read_game(game, settings)
    with wrong_use():
        knock = home_knock(house, opponent=opponent)
    give(knock, output, as_json, "a first knock")


@click.command()
@game_or("schnautz")
@answers("a table of announcements")
def announce(game: str, settings: tuple[str, ...], output: tuple[Path, ...], as_json: bool) -> None:
    """Tell how a dealt hand fares against one that nobody has seen, by its points.

    What an announcement before any exchange is worth in Schnautz against one other player: `casino31 home announce
    schnautz`.
    """
    from casino31.api.home_laws import home_announcement

    give(home_announcement(read_game(game, settings)), output, as_json, "an announcement")


@click.command("solve-small")
@click.option("--suits", default=3, show_default=True, type=int, metavar="N", help="Suits of the toy pack, 2 to 4.")
@click.option("--ranks", default=5, show_default=True, type=int, metavar="N", help="Ranks of the toy pack, from 3.")
@click.option(
    "--iterations",
    default=150,
    show_default=True,
    type=click.IntRange(min=1),
    metavar="N",
    help="Rounds of regret matching: more make the policies harder to exploit.",
)
@answers("a solution")
def solve_small(suits: int, ranks: int, iterations: int, output: tuple[Path, ...], as_json: bool) -> None:
    """Solve a toy Scat of 3 suits and 5 ranks, and prove the value.

    A game of the same rules that is small enough to be solved, as a test of the machinery: policies by regret
    matching, and what each of them can lose at most, exactly.
    """
    from casino31.api.home_laws import home_solve_small

    with wrong_use():
        solution = home_solve_small(suits=suits, ranks=ranks, iterations=iterations)
    give(solution, output, as_json, "a toy, solved")
