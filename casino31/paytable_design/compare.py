"""Layouts of one game side by side: the rows that differ, what they are worth, and which hands are played anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from casino31.answers import Analysis
from casino31.bets import stakes
from casino31.cards import Card
from casino31.game import Game
from casino31.layout import Layout
from casino31.metrics import Metrics, measure
from casino31.notebook import Shown
from casino31.paytable import PayTable, row_name


@dataclass(frozen=True, eq=False)
class ComparedLayout:
    """One layout of a comparison."""

    game: Game
    analysis: Analysis
    name: str

    @cached_property
    def figures(self) -> Mapping[str, Metrics]:
        """Of each bet alone and all together."""
        whole = self.analysis.outcomes
        return {
            stake.name: measure(stake.outcomes(whole), stake.initial_wager)
            for stake in stakes(self.game, self.analysis.rules)
        }

    @cached_property
    def play_frequency(self) -> Fraction | None:
        """How often the best strategy goes on with a wager made later, or None where there is none."""
        later = [wager.name for wager in self.analysis.rules.wagers if wager.staked and not wager.initial]
        if not later:
            return None
        return self.analysis.outcomes.of(*later).expect(lambda row: Fraction(any(result.stake for result in row)))

    @cached_property
    def action_frequencies(self) -> Mapping[str, Fraction]:
        """How often the best strategy takes each action, of all hands that decide; none with fewer than three."""
        values = self.game.hand_values(self.analysis)
        hands = dict.fromkeys((action for value in values for action in value.values), 0)
        for each in values:
            hands[each.action] += each.members
        total = sum(hands.values())
        return {action: Fraction(n, total) for action, n in hands.items()} if len(hands) > 2 else {}

    @property
    def frequencies(self) -> Mapping[str, Fraction]:
        """How often each of several actions is taken, or "play": how often the player goes on."""
        play = {} if self.play_frequency is None else {"play": self.play_frequency}
        return self.action_frequencies or play

    @cached_property
    def actions(self) -> Mapping[tuple[Card, ...], tuple[int, str]]:
        """The members and the action of each class of hands."""
        return {
            hand_value.hand: (hand_value.members, hand_value.action)
            for hand_value in self.game.hand_values(self.analysis)
        }


class Difference(NamedTuple):
    """A row that does not pay the same in all layouts."""

    row: str
    pays: tuple[Fraction | None, ...]
    """In the order of the layouts; None where the wager is not offered."""


class ActionChange(NamedTuple):
    """A class of starting hands whose best action is not the same in all layouts."""

    hand: tuple[Card, ...]
    members: int
    actions: tuple[str, ...]
    """In the order of the layouts; "" where there is no decision."""


@dataclass(frozen=True)
class Changes:
    """All such classes, the largest first."""

    classes: tuple[ActionChange, ...]

    @property
    def hands(self) -> int:
        """Starting hands in them."""
        return sum(hand_class.members for hand_class in self.classes)


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """Layouts of one game, the first one the reference."""

    layouts: tuple[ComparedLayout, ...]
    differences: tuple[Difference, ...]
    changes: Changes
    notes: tuple[str, ...]
    """What had to be converted or left out, or makes the layouts more than pay tables apart."""

    @property
    def bets(self) -> tuple[str, ...]:
        """The bets, alone and together, that all layouts offer."""
        return tuple(
            bet for bet in self.layouts[0].figures if all(bet in layout.figures for layout in self.layouts)
        )

    @property
    def facts(self) -> Mapping[str, object]:
        """The layouts, and the house edge of each on the first bet."""
        names = tuple(layout.name for layout in self.layouts)
        edges = {
            f"house edge on {bet}, {layout.name}": layout.figures[bet].house_edge
            for bet in self.bets[:1]
            for layout in self.layouts
        }
        return {"layouts": names, **edges}

    def moved(self, bet: str) -> tuple[Fraction, ...]:
        """By how much each later layout's edge on a bet lies above that of the first."""
        first, *others = (layout.figures[bet].house_edge for layout in self.layouts)
        return tuple(edge - first for edge in others)

    @property
    def sign_changes(self) -> tuple[str, ...]:
        """The bets on which one layout favours the house and another the player, or neither."""
        notes = []
        for bet in self.bets:
            edges = [layout.figures[bet].house_edge for layout in self.layouts]
            if len({(edge > 0) - (edge < 0) for edge in edges}) > 1:
                notes.append(bet)
        return tuple(notes)

    @property
    def largest_move(self) -> Fraction:
        """The largest change of any bet's edge against the first layout, up or down."""
        return max(abs(move) for bet in self.bets for move in self.moved(bet))


def compare(layouts: Sequence[tuple[Game, Layout, str]]) -> Comparison:
    """Return the comparison of layouts given as game, rules and name, each under its own best strategy.

    ValueError for fewer than two layouts, for layouts of different games, and where no bet is common to all.

    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> found = compare([(file.game, file.rules, file.name) for file in files])
    >>> [(each.row, *map(str, each.pays)) for each in found.differences], found.changes.hands
    ([('play.29-30', '4', '5'), ('play.trips', '4', '5'), ('play.mini royal', '25', '20')], 12)
    >>> found.moved("main")
    (Fraction(-123, 7735),)
    """
    if len(layouts) < 2:
        raise ValueError("a comparison needs at least two layouts")
    first = layouts[0]
    for game, _, name in layouts:
        if game.name != first[0].name:
            raise ValueError(f"{first[2]} is a layout of {first[0].name}, {name} of {game.name}: no comparison")
    if not set.intersection(*(set(rules.bets) for _, rules, _ in layouts)):
        offers = "; ".join(f"{name}: {', '.join(rules.bets)}" for _, rules, name in layouts)
        raise ValueError(f"no bet is common to all layouts ({offers})")
    analysed = tuple(ComparedLayout(game, game.analyse(rules), name) for game, rules, name in layouts)
    all_rules = [rules for _, rules, _ in layouts]
    return Comparison(
        analysed,
        _differences(all_rules),
        _changes(analysed),
        tuple(_notes(all_rules, [layout[2] for layout in layouts])),
    )


def changed_hands(game: Game, before: Analysis, after: Analysis) -> Changes:
    """Return the starting hands on which two analyses of a game act differently.

    >>> from casino31.rulesfile import load
    >>> b, d = (load(name) for name in ("31-classic-b", "31-classic-d"))
    >>> changed_hands(b.game, b.game.analyse(b.rules), d.game.analyse(d.rules)).hands
    12
    """
    return _changes((ComparedLayout(game, before, ""), ComparedLayout(game, after, "")))


def _changes(layouts: Sequence[ComparedLayout]) -> Changes:
    classes = []
    for hand in dict.fromkeys(hand for layout in layouts for hand in layout.actions):
        seen = [layout.actions.get(hand, (0, "")) for layout in layouts]
        actions = tuple(action for _, action in seen)
        if len(set(actions) - {""}) > 1:
            classes.append(ActionChange(hand, max(members for members, _ in seen), actions))
    return Changes(tuple(sorted(classes, key=lambda change: (change.actions, -change.members, change.hand))))


def _differences(all_rules: Sequence[Layout]) -> tuple[Difference, ...]:
    """The rows that differ, joined as the layouts print them; rows cut differently are taken apart."""
    found = []
    for wager in dict.fromkeys(wager for rules in all_rules for wager in rules.tables):
        tables = [rules.tables.get(wager) for rules in all_rules]
        groups: dict[tuple[str, ...], list[str]] = {}
        for event in dict.fromkeys(event for table in tables if table for event in table.pays):
            groups.setdefault(tuple(_label(table, event) for table in tables if table), []).append(event)
        for labels, events in groups.items():
            pays = tuple(table.pays.get(events[0]) if table else None for table in tables)
            if len(set(pays)) > 1:
                label = labels[0] if len(set(labels)) == 1 else _span(events)
                found.append(Difference(row_name(wager, label), pays))
    return tuple(found)


def _label(table: PayTable, event: str) -> str:
    return table.line[event].label if event in table.line else ""


def _span(events: list[str]) -> str:
    """The name of some events: a run of totals as "22-24"."""
    totals = [int(event) for event in events if event.isdigit()]
    if len(totals) == len(events) > 1 and totals == list(range(totals[0], totals[-1] + 1)):
        return f"{events[0]}-{events[-1]}"
    return ", ".join(events)


def _notes(all_rules: Sequence[Layout], names: Sequence[str]) -> list[str]:
    notes = []
    units = {getattr(rules, "odds", "to one") for rules in all_rules}
    if len(units) > 1:
        notes.append("the files write odds to one and for one: all pays here are to one")
    first = all_rules[0]
    for rules, name in zip(all_rules[1:], names[1:], strict=True):
        for reading, choice in rules.readings.items():
            if first.readings.get(reading) != choice:
                notes.append(
                    f"{names[0]} reads {reading} = {first.readings.get(reading)}, {name} {choice}: "
                    "the differences below are those of pays and readings together"
                )
    for bet in dict.fromkeys(bet for rules in all_rules for bet in rules.bets):
        without = [name for rules, name in zip(all_rules, names, strict=True) if bet not in rules.bets]
        if without:
            notes.append(f"{', '.join(without)} does not offer the bet {bet}: it is not compared")
    return notes
