"""The home games as they are played: fairness sheets, policies and what rules change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from casino31.api.home_laws import GameLike, home_game

if TYPE_CHECKING:
    from casino31.home.against import Against
    from casino31.home.best import Best
    from casino31.home.claims import Claim
    from casino31.home.compare import HomeComparison
    from casino31.home.fairness import Change, Fairness


def home_fairness(
    game: GameLike,
    *,
    players: int = 4,
    policy: str | None = None,
    deals: int = 100_000,
    seed: int = 31,
    settings: Sequence[str] = (),
    readings: bool = False,
) -> Fairness:
    """Return what each seat is worth between alike players, and how a match goes; of no policy the near-best one.

    ``readings`` adds what every other reading of every disputed rule changes, as ``home_readings`` tells it.
    RulesError holds every fault of a file; ValueError names every wrong setting, or how many can play.

    >>> import casino31
    >>> sheet = casino31.home_fairness("scat", players=2, policy="knock 25+", deals=2_000)
    >>> [seat.lost.method for seat in sheet.seats], sheet.match.deals.method
    (['simulated', 'simulated'], 'solved')
    """
    from casino31.home.fairness import fairness, study
    from casino31.home.policy_text import load

    house = home_game(game, settings)
    sheet = fairness(study(house, players, load(policy, house.rules) if policy else None, deals, seed))
    return replace(sheet, changed=home_readings(sheet)) if readings else sheet


def home_readings(sheet: Fairness, *, deals: int = 100_000) -> tuple[Change, ...]:
    """Return what every other reading of every disputed rule changes on the same cards, the largest change first.

    ValueError where the sheet's table cannot be played.

    >>> import casino31
    >>> sheet = casino31.home_fairness("stop-the-bus", players=2, deals=100)
    >>> "best_prial" in {change.rule for change in casino31.home_readings(sheet, deals=50)}
    True
    """
    from casino31.home.readings import changes

    return changes(sheet, deals)


def home_against(
    game: GameLike,
    policies: Sequence[str],
    *,
    players: int = 4,
    deals: int = 100_000,
    seed: int = 31,
    settings: Sequence[str] = (),
) -> Against:
    """Return what a lone player of each policy gains among players of each, in every seat on the same cards.

    RulesError holds every fault of a file or a policy; ValueError names every wrong setting, or how many can play.

    >>> import casino31
    >>> casino31.home_against("scat", ["knock 21+", "knock 25+"], players=2, deals=200).matrix[1][1].value
    0.0
    """
    from casino31.home.against import against
    from casino31.home.policy_text import load

    house = home_game(game, settings)
    return against(house, [load(policy, house.rules) for policy in policies], players, deals, seed)


def home_best(
    game: GameLike,
    *,
    players: int = 4,
    deals: int = 100_000,
    rounds: int = 6,
    seed: int = 31,
    settings: Sequence[str] = (),
) -> Best:
    """Return the knock table that policy iteration finds, and the gain that a lone player has left in it.

    RulesError holds every fault of a file; ValueError names every wrong setting, or how many can play.

    >>> import casino31
    >>> casino31.home_best("scat", players=2, deals=300, rounds=1).left.method
    'simulated'
    """
    from casino31.home.best import best

    return best(home_game(game, settings), players, deals, seed, rounds)


def home_compare(
    first: GameLike,
    second: GameLike,
    *,
    players: int = 4,
    policy: str | None = None,
    deals: int = 100_000,
    seed: int = 31,
) -> HomeComparison:
    """Return two games side by side, and what each rule in which they differ changes by itself.

    RulesError holds every fault of a file; ValueError says how many can play.

    >>> import casino31
    >>> found = casino31.home_compare("scat", "scat-a-k-10", players=2, deals=200)
    >>> [step.rule for step in found.steps]
    ['blitz', 'knocker_penalty', 'knocker_tie']
    """
    from casino31.home.compare import compare
    from casino31.home.policy_text import load

    games = home_game(first), home_game(second)
    return compare(*games, players, load(policy, games[0].rules) if policy else None, deals, seed)


def home_claims(*, deals: int = 100_000, seed: int = 31) -> tuple[Claim, ...]:
    """Return published statements on home games, tried with the policy that they need.

    ValueError for no deals.

    >>> import casino31
    >>> len(casino31.home_claims(deals=100))
    3
    """
    from casino31.home.claims import claims

    if deals < 1:
        raise ValueError(f"{deals} deals: at least 1")
    return claims(deals, seed)
