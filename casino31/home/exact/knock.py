"""A knock before anybody has drawn, against one opponent whose policy is stated: every ordered deal is counted.

The opponent's hand is taken once for each class of hands that differ in the names of suits. For each card turned up
and each card on top of the stock his last turn is settled. The knocker's hands that touch none of these cards are
counted by inclusion and exclusion: all, less those with the card turned up, less those with the stock's, plus
those with both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from math import comb

import numpy as np

from casino31.faults import NotCapableError
from casino31.home.exact.ranking import Integers, Ranking, ranking_of
from casino31.home.exact.showdown import RESULTS, Contest, Showdown, showdowns
from casino31.home.policy import Policy, Take
from casino31.home.policy_text import read
from casino31.home.ranks import blitz_of
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.notebook import Shown

OPPONENT = "take the pile if it raises my points; last turn: keep the most points"
"""The opponent of whom nothing else is stated. Of equal points he keeps what is better at the showdown."""
NEVER: Take = "never"


@dataclass(frozen=True, repr=False)
class FirstKnock(Shown):
    """What a knock before anybody has drawn is worth, by the knocker's points."""

    rules: HomeRules
    takes: Take
    """When the opponent takes the card turned up."""
    rows: Mapping[str, Showdown]
    """By the points knocked with, where the opponent was dealt no blitz."""
    deals: int
    """Ordered deals counted: both hands, the card turned up, the top of the stock."""
    no_blitz: bool
    """Whether deals with a blitz for the opponent are left out, because it would end them before any knock."""
    game: HomeGame | None = None
    """The file of the rules; None where they were made in code."""

    @property
    def opponent(self) -> str:
        """The opponent's policy for his one turn, in a sentence."""
        if self.takes == NEVER:
            return "draws from the stock, keeps the most points"
        condition = self.takes.replace("my points", "his points")
        return f"takes the card turned up {condition}, else draws from the stock; keeps the most points"

    @property
    def facts(self) -> Mapping[str, object]:
        """The chance of being strictly above, by points."""
        return {f"above with {points}": row.above for points, row in reversed(list(self.rows.items()))}


def first_knock(rules: HomeRules, opponent: Policy | None = None) -> FirstKnock:
    """Return the law of the first knock; NotCapableError where no pile is played.

    >>> found = first_knock(HomeRules(deck=32))
    >>> found.deals, found.rows["31"].below
    (11780496000, Fraction(0, 1))
    """
    if not rules.has_pile:
        raise NotCapableError(f"{rules.title} has no stock to draw from")
    last = (opponent or read(OPPONENT, rules)).last
    if last.keep:
        raise NotCapableError('the opponent has one turn left: state "last turn: keep the most points"')
    takes = NEVER if rules.last_draw == "stock only" else last.take
    ranking = ranking_of(rules)
    no_blitz = rules.blitz != "none" and rules.dealt_blitz == "at once"
    cards = len(ranking.pack)
    deals = comb(cards, 3) * comb(cards - 3, 3) * (cards - 6) * (cards - 7)
    return FirstKnock(rules, takes, showdowns(ranking, count_knocks(ranking, takes, no_blitz)), deals, no_blitz)


def count_knocks(ranking: Ranking, takes: Take, no_blitz: bool) -> Integers:
    """Ordered deals by the knocker's points, in rows, and what comes of it, in columns."""
    contest = Contest(ranking)
    total = np.zeros((len(contest.totals), len(RESULTS)), np.int64)
    for hand_class in ranking.classes(3):
        if not (no_blitz and blitz_of([ranking.pack[place] for place in hand_class.places], ranking.rules)):
            last = _last_turn(ranking, hand_class.places, takes)
            total += hand_class.members * _against(ranking, contest, hand_class.places, last)
    return total


def _last_turn(ranking: Ranking, hand: tuple[int, ...], takes: Take) -> Integers:
    """The worth that the opponent ends with, by the card turned up (rows) and the stock's (columns)."""
    cube, points = ranking.cube, ranking.points
    one, two, three = hand
    held = cube[one, two, three]
    with_card = np.max([cube[one, two], cube[one, three], cube[two, three]], axis=0)
    drawn = np.maximum(with_card, held)
    taken = drawn if ranking.rules.take_back else with_card
    after = points[drawn]
    free = np.ones(len(ranking.pack), bool)
    free[list(hand)] = False
    if takes == "if it raises my points":
        take = points[taken] > points[held]
    elif takes == "if better than the stock":
        take = points[taken] * (free.sum() - 1) > after[free].sum() - after
    else:
        take = np.full(len(free), takes == "always")
    last: Integers = np.where(take[:, None], taken[:, None], drawn[None, :])
    return last


def _against(ranking: Ranking, contest: Contest, hand: tuple[int, ...], last: Integers) -> Integers:
    """Deals against one hand of the opponent, by the knocker's points and by result."""
    many, cards = len(ranking.worths), len(ranking.pack)
    free = np.delete(np.arange(cards), hand)
    up, stock = (places.ravel() for places in np.meshgrid(free, free, indexing="ij"))
    up, stock = up[up != stock], stock[up != stock]
    ends = _tally(up * many + last[up, stock], cards, many)
    touched = ends + _tally(stock * many + last[up, stock], cards, many)
    dealt = np.zeros(cards, bool)
    dealt[list(hand)] = True
    apart = np.flatnonzero(~dealt[ranking.columns].any(axis=0))
    others, worths = ranking.columns[:, apart], ranking.worth_of[apart]
    holding = np.sum([_tally(card * many + worths, cards, many) for card in others], axis=0)
    results = contest.count(np.bincount(worths, minlength=many), ends.sum(axis=0))
    results -= contest.count(holding, touched)
    for one, other in permutations(others, 2):
        results += contest.count_pairs(worths, last[one, other])
    return results


def _tally(places: Integers, rows: int, columns: int) -> Integers:
    return np.bincount(places, minlength=rows * columns).reshape(rows, columns)
