"""What must hold of every analysis whatever its pays: looked at each time, before anyone sees a figure."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.answers import Analysis
from casino31.faults import SelfCheckError
from casino31.game import Game
from casino31.layout import Layout
from casino31.outcomes import OutcomeDistribution, net


def self_check(game: Game, analysis: Analysis) -> None:
    """Hold an analysis against its own rules; SelfCheckError lists all that does not agree.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> self_check(file.game, file.game.analyse(file.rules))
    """
    wrong = list(_contradictions(game, analysis))
    if wrong:
        raise SelfCheckError("\n".join(wrong))


def _contradictions(game: Game, analysis: Analysis) -> Iterator[str]:
    outcomes, rules = analysis.outcomes, analysis.rules
    if game.deals is not None and outcomes.total != game.deals(rules.terms):
        yield f"the outcomes count {outcomes.total} deals, the rules {game.deals(rules.terms)}"
    wagers = [wager for bet in analysis.objective for wager in rules.bets[bet]]
    worth, best = outcomes.of(*wagers).expect(net), game.best(rules, analysis.objective)
    if worth != best if analysis.best else worth > best:
        yield f"the outcomes are worth {worth} units to the player, the best strategy {best}"
    for place, wager in enumerate(outcomes.wagers):
        yield from _unlike_the_pay_table(rules, outcomes, wager, place)
    apart = sum((outcomes.of(wager).expect(net) for wager in outcomes.wagers), Fraction())
    if apart != outcomes.expect(net):
        yield f"the wagers one by one lose {-apart} a round, together {-outcomes.expect(net)}"


def _unlike_the_pay_table(rules: Layout, outcomes: OutcomeDistribution, wager: str, place: int) -> Iterator[str]:
    """What a wager wins or loses against its pays; one without a stake of its own, paid on another's, only wins."""
    pays = rules.tables[wager].pays
    staked = any(row[place].stake for row in outcomes.combinations)
    for row in outcomes.combinations:
        event, stake, won = row[place]
        if staked and event in pays and won != pays[event] * stake:
            yield f"{wager}: {event} wins {won} on {stake} against a pay of {pays[event]}"
        if won < -stake:
            yield f"{wager}: {event} loses more than its stake"
