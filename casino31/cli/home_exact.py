"""The exact laws of the home games: dealt hands, draws alone, the first knock, an announcement."""

from __future__ import annotations

import click

from casino31.cli.app import json_option, print_json, wrong_use
from casino31.cli.home import game_or, read_game


@click.command()
@game_or("scat")
@json_option
def deal(game: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Tell what is dealt: how often each total, and what one draw from the stock makes of it.

    Exact, over every hand: `casino31 home deal scat --set trips=30.5 --set deck=32`.
    """
    from casino31.api.home_laws import home_deal
    from casino31.home.exact.forms import deal_object, deal_text

    house = read_game(game, settings)
    law = home_deal(house)
    if as_json:
        print_json(deal_object(house, law))
    else:
        click.echo(deal_text(house, law))


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
@json_option
def draws(game: str, settings: tuple[str, ...], draws: int, upto: int, as_json: bool) -> None:
    """Tell what one player alone with the stock can reach: the most points, and 31.

    For 1 to 3 draws the best play of all, as fractions. Beyond, what some play attains and what no play passes.
    """
    from casino31.api.home_laws import home_draws
    from casino31.home.exact.forms import draws_object, draws_text

    house = read_game(game, settings)
    with wrong_use():
        best = home_draws(house, draws=draws, upto=upto)
    if as_json:
        print_json(draws_object(house, best))
    else:
        click.echo(draws_text(house, best))


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
@json_option
def knock(
    game: str,
    settings: tuple[str, ...],
    first: bool,  # noqa: ARG001
    players: int,
    opponent: str | None,
    as_json: bool,
) -> None:
    """Tell what a knock before anybody has drawn is worth, by its points.

    Strictly above the opponent's hand after his last turn, tied and below: over every ordered deal of both hands,
    the card turned up and the top of the stock. The opponent may take the pile "always", "never", "if it raises my
    points" or "if better than the stock".
    """
    from casino31.api.home_laws import home_knock
    from casino31.faults import NotCapableError
    from casino31.home.exact.forms import knock_object, knock_text

    if players != 2:
        raise NotCapableError(f"a knock is counted exactly for 2 players, not for {players}")
    house = read_game(game, settings)
    with wrong_use():
        law = home_knock(house, opponent=opponent)
    if as_json:
        print_json(knock_object(house, law))
    else:
        click.echo(knock_text(house, law))


@click.command()
@game_or("schnautz")
@json_option
def announce(game: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Tell how a dealt hand fares against one that nobody has seen, by its points.

    What an announcement before any exchange is worth in Schnautz against one other player: `casino31 home announce
    schnautz`.
    """
    from casino31.api.home_laws import home_announcement
    from casino31.home.exact.forms import announcement_object, announcement_text

    house = read_game(game, settings)
    law = home_announcement(house)
    if as_json:
        print_json(announcement_object(house, law))
    else:
        click.echo(announcement_text(house, law))


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
@json_option
def solve_small(suits: int, ranks: int, iterations: int, as_json: bool) -> None:
    """Solve a toy Scat of 3 suits and 5 ranks, and prove the value.

    A game of the same rules that is small enough to be solved, as a test of the machinery: policies by regret
    matching, and what each of them can lose at most, exactly.
    """
    from casino31.api.home_laws import home_solve_small
    from casino31.home.small_form import small_object, small_text

    with wrong_use():
        solved = home_solve_small(suits=suits, ranks=ranks, iterations=iterations)
    if as_json:
        print_json(small_object(solved))
    else:
        click.echo(small_text(solved))
