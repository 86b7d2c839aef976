"""The exact laws of the home games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from casino31.home.exact.announcement import Announcement
    from casino31.home.exact.deal import DealLaw
    from casino31.home.exact.draws import Draws
    from casino31.home.exact.knock import FirstKnock
    from casino31.home.reader import HomeGame
    from casino31.home.small_solver import SmallSolution

GameLike: TypeAlias = "str | Path | HomeGame"
"""A home game as a user has it: a shipped name, a path of house rules, or what was read of either."""


def home_game(game: GameLike, settings: Sequence[str] = ()) -> HomeGame:
    """Read a home game and change rules of it by settings such as ``trips=30.5``."""
    from casino31.home.reader import HomeGame, load

    if isinstance(game, HomeGame):
        return game.with_settings(tuple(settings))
    return load(game, tuple(settings))


def home_deal(game: GameLike, *, settings: Sequence[str] = ()) -> DealLaw:
    """Return the law of dealt points, and of the points after one draw from the stock with the best discard.

    RulesError holds every fault of a file; ValueError names every wrong setting.

    >>> import casino31
    >>> casino31.home_deal("scat", settings=["deck=32"]).dealt.mean
    Fraction(4857, 310)
    """
    from casino31.home.exact.deal import deal_law

    home = home_game(game, settings)
    return replace(deal_law(home.rules), game=home)


def home_draws(game: GameLike, *, draws: int = 3, upto: int = 12, settings: Sequence[str] = ()) -> Draws:
    """Return the best play of one player alone with the stock for 0 to 3 draws, and bounds up to ``upto``.

    RulesError holds every fault of a file; ValueError names every wrong setting; NotCapableError without a stock.

    >>> import casino31
    >>> casino31.home_draws("scat", draws=2).within[2]
    Fraction(11059, 1082900)
    """
    from casino31.home.exact.draws import solo_draws

    home = home_game(game, settings)
    return replace(solo_draws(home.rules, draws, upto), game=home)


def home_knock(game: GameLike, *, opponent: str | None = None, settings: Sequence[str] = ()) -> FirstKnock:
    """Return the worth of a knock before anybody has drawn against one opponent, over every ordered deal.

    The opponent's policy is a text; without one he takes the card turned up if it raises his points.
    RulesError holds every fault of a file; ValueError names every wrong setting; NotCapableError without a stock.

    >>> import casino31
    >>> casino31.home_knock("dutch").rows["21"].above
    Fraction(3111634, 4729725)
    """
    from casino31.home.exact.knock import first_knock
    from casino31.home.policy_text import load

    home = home_game(game, settings)
    return replace(first_knock(home.rules, load(opponent, home.rules) if opponent else None), game=home)


def home_announcement(game: GameLike, *, settings: Sequence[str] = ()) -> Announcement:
    """Return how a hand announced at once fares against one other dealt hand.

    RulesError holds every fault of a file; ValueError names every wrong setting.

    >>> import casino31
    >>> casino31.home_announcement("schnautz").rows["25"].above
    Fraction(90473, 92120)
    """
    from casino31.home.exact.announcement import announcement

    home = home_game(game, settings)
    return replace(announcement(home.rules), game=home)


def home_solve_small(*, suits: int = 3, ranks: int = 5, iterations: int = 150) -> SmallSolution:
    """Return the solution of a toy Scat: policies of two players, and bounds on its value in whole numbers.

    ValueError: a pack too small or too large.

    >>> import casino31
    >>> solved = casino31.home_solve_small(suits=2, iterations=50)
    >>> 0 < solved.low < solved.high < 1/100
    True
    """
    from casino31.home.small import Toy
    from casino31.home.small_solver import solve_small

    return solve_small(Toy(suits, ranks), iterations)
