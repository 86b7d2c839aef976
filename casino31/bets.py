"""What a player has on the table: one bet of a layout, or several together."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from casino31.game import Game
from casino31.layout import Layout
from casino31.outcomes import OutcomeDistribution, Row

COMBINED = "combined"


class Stake(NamedTuple):
    """Some bets made together, each with its units."""

    name: str
    bets: Mapping[str, tuple[str, ...]]
    """The wagers of each bet."""
    units: Mapping[str, Fraction]
    """Units on each bet; a wager made later, such as play, follows its bet."""
    initial_wager: Fraction
    """Units put up before a card is seen, over all bets."""

    @property
    def wagers(self) -> tuple[str, ...]:
        """All wagers, bet by bet."""
        return tuple(wager for wagers in self.bets.values() for wager in wagers)

    def outcomes(self, outcomes: OutcomeDistribution) -> OutcomeDistribution:
        """Return the distribution of these wagers at these units."""
        part = outcomes.of(*self.wagers)
        if all(units == 1 for units in self.units.values()):
            return part
        return part.scaled({wager: self.units[bet] for bet, wagers in self.bets.items() for wager in wagers})

    def label(self, rules: Layout, row: Row) -> str:
        """Return the pay-table rows that a result falls in, bet by bet: one row for each event of the bet's wagers.

        Of several wagers with one event, such as the total of a hand, the last says in which row it falls.
        """
        labels, results = [], iter(row)
        for wagers in self.bets.values():
            said = {}
            for wager, result in zip(wagers, results, strict=False):
                line = rules.tables[wager].line.get(result.event)
                said[result.event] = line.label if line else result.event
            labels.append(", ".join(dict.fromkeys(said.values())))
        return " + ".join(labels)


def stake_on(game: Game, rules: Layout, units: Mapping[str, Fraction], name: str = "") -> Stake:
    """Return the stake of so many units on each named bet; ValueError when the layout does not offer one.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> both = stake_on(file.game, file.rules, {"main": Fraction(2), "natural 31": Fraction(1, 2)})
    >>> both.name, both.initial_wager
    ('2 main + 1/2 natural 31', Fraction(5, 2))
    """
    for bet, amount in units.items():
        if bet not in rules.bets:
            raise ValueError(f"{bet!r} is no bet of this layout: it offers {', '.join(rules.bets)}")
        if amount <= 0:
            raise ValueError(f"{amount} units on {bet!r}: it must be positive")
    bets = {bet: rules.bets[bet] for bet in rules.bets if bet in units}
    initial = sum((units[bet] * game.initial[wager] for bet in bets for wager in bets[bet]), Fraction())
    said = " + ".join(f"{units[bet]} {bet}" for bet in bets)
    return Stake(name or said, bets, {bet: units[bet] for bet in bets}, initial)


def stakes(game: Game, rules: Layout) -> tuple[Stake, ...]:
    """Return each bet of a layout alone at one unit, and all together when there are several.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> [(each.name, len(each.wagers), str(each.initial_wager)) for each in stakes(file.game, file.rules)]
    [('main', 2, '1'), ('natural 31', 1, '1'), ('combined', 3, '2')]
    """
    unit = Fraction(1)
    alone = tuple(stake_on(game, rules, {bet: unit}, bet) for bet in rules.bets)
    together = (stake_on(game, rules, dict.fromkeys(rules.bets, unit), COMBINED),)
    return alone + (together if len(alone) > 1 else ())
