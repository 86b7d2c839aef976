"""House rules of a home game: one frozen record, every reading a field (clauses in docs/rules/home.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from casino31.home.fields import Reading, reading, readings_of, said, values_of, when, whole

_PILE, _WIDOW = ("pile", "pile and widow"), ("widow", "widow and stock", "two hands")
_BLITZ = ("any 31", "A-K-10")
_pile, _swaps_alone, _switch = when(table=_PILE), when(table=_WIDOW), when(table="two hands")
_points, _brag = when(ranking=("suit", "all")), when(ranking="brag")
_blitz = when(blitz=_BLITZ)
_pays, _pot = when(settle="lowest pays"), when(settle="best takes the pot")
_classes, _scores = when(settle="classes"), when(settle="best scores")


@dataclass(frozen=True)
class HomeRules:
    """What a table has agreed on. The defaults are those of Scat.

    >>> rules = HomeRules()
    >>> rules.deck, rules.trips, rules.lives, rules.knocker_tie
    (52, 'none', 4, 'pays alone')
    >>> rules.changed(trips="30.5").trips
    '30.5'
    """

    title: str = "Scat (Blitz, 31)"
    """What pages call the game."""
    fewest: int = whole("S1", "players at least", 2, 2, 15, disputed=False)
    most: int = whole("S1", "players at most", 7, 2, 15, disputed=False)

    # the pack and the worth of a hand
    deck: Literal[52, 32] = reading("H4", "cards of a pack: 32 from the seven up", 52)
    decks: Literal[1, 2] = reading("H4", "packs shuffled together", 1, disputed=False)
    ranking: Literal["suit", "all", "brag"] = reading(
        "H3", "what counts: the cards of one suit, all three, or hands of three-card brag", "suit"
    )
    over31: Literal["plays", "bust"] = reading("H3", "more than 31 points", "plays", applies=when(ranking="all"))
    trips: Literal["none", "30.5", "30"] = reading("H5", "points of three of one rank", "none", applies=_points)
    trips_tie: Literal["rank", "equal"] = reading(
        "H6",
        "two hands of three of a kind: the higher rank wins, or they are equal",
        "rank",
        applies=when(trips=("30.5", "30"), ranking=("suit", "all")),
    )
    points_tie: Literal["equal", "high card"] = reading("H7", "equal points", "equal", applies=_points)
    high_card_of: Literal["whole hand", "scoring cards"] = reading(
        "H7",
        "the cards that break equal points",
        "whole hand",
        applies=lambda rules: rules.points_tie == "high card" or rules.all_out == "high card",
    )
    partial: Literal["counts", "nothing"] = reading(
        "Z7", "cards of one suit that are not three", "counts", applies=when(ranking="suit")
    )
    runs: Literal["none"] = reading("H9", "runs: no source gives them a value", "none", disputed=False)
    top_run: Literal["A-2-3 low", "A-2-3 best", "A-2-3 second"] = reading(
        "P2", "the place of ace, two, three among runs", "A-2-3 low", applies=_brag
    )
    best_prial: Literal["aces", "threes"] = reading("P2", "the best prial", "aces", applies=_brag)
    fire: Literal["none", "33"] = reading(
        "Y", "three aces are fire: 33 points, all others pay", "none", applies=_points
    )

    # the table and the turn
    direction: Literal["clockwise", "anticlockwise"] = reading(
        "H8", "direction of play: prints only", "clockwise", disputed=False
    )
    table: Literal["pile", "pile and widow", "widow", "widow and stock", "two hands"] = reading(
        "S2 B2 Z2 Y X1", "what lies on the table", "pile", disputed=False
    )
    exchange: Literal["1", "1 or 3", "1, 2 or 3"] = reading(
        "B3 P3 Z4",
        "how many cards may be swapped with the table at once",
        "1",
        applies=when(table=("pile and widow", *_WIDOW)),
    )
    must_swap: bool = reading("P3 Z4", "a turn must swap or knock", True, applies=_swaps_alone)
    dealer_chooses: bool = reading(
        "X1 Y", "the dealer keeps one of two hands, the other lies open", False, disputed=False
    )
    blind: bool = reading(
        "B3",
        "the widow lies face down and is taken unseen; else it lies open",
        True,
        applies=when(table="pile and widow"),
    )
    renew_limit: Literal["once a turn", "no limit"] = reading(
        "X3", "renewing a table hand from the stock", "once a turn", applies=_switch
    )
    swap_blind: bool = reading("X4", "a face-down table hand may be taken unseen", True, applies=_switch)
    swapped_out: Literal["face up", "face down"] = reading(
        "X4", "how a hand lies that was swapped out", "face up", applies=_switch
    )
    restart: Literal["off"] = reading(
        "X6",
        "starting anew with a flush above 21: no source says who, when, or against whose will",
        "off",
        disputed=False,
    )
    take_back: bool = reading("S4", "the card just taken from the pile may be thrown at once", False, applies=_pile)
    announce: bool = reading("Z3", "a hand may be announced before anybody exchanges", False, disputed=False)
    cap: int = whole("Z9", "turns a player after which a deal is stopped", 100, 1, 1000, disputed=False)
    cap_ends: Literal["drawn", "showdown"] = reading("Z9", "a deal stopped by the cap", "drawn", disputed=False)

    # the knock and the blitz
    stop: Literal["instead of a swap", "after the swap"] = reading(
        "S6 P4", "when a player may knock", "instead of a swap", applies=when(table=("widow", "widow and stock"))
    )
    knock_from: Literal["turn 1", "turn 2"] = reading("S6", "the first turn to knock in", "turn 1")
    last_draw: Literal["either pile", "stock only"] = reading(
        "S7", "what may be drawn after a knock", "either pile", applies=_pile
    )
    last_turn: Literal["may stand", "as any other"] = reading(
        "S7 P5 Z6",
        "whether a turn after a knock may be passed over",
        "may stand",
        applies=when(table=_WIDOW, must_swap=True),
    )
    blitz: Literal["any 31", "A-K-10", "none"] = reading("S9", "the hand that ends a deal", "any 31")
    dealt_blitz: Literal["at once", "in turn"] = reading("S10", "a blitz in the deal", "at once", applies=_blitz)
    blitz_after_knock: Literal["ends", "counts"] = reading(
        "S11", "a blitz after a knock: it ends the deal, or counts its points", "ends", applies=_blitz
    )
    knocker_blitz_penalty: Literal[1, 2] = reading(
        "S11",
        "what the knocker loses to a blitz",
        1,
        applies=when(blitz=_BLITZ, settle="lowest pays", blitz_after_knock="ends"),
    )
    blitz_shown: Literal["at once", "by knocking in turn"] = reading(
        "S12", "how a blitz is shown", "at once", applies=_blitz
    )
    blitz_pays: Literal["all others", "as at a showdown"] = reading(
        "S9 B5 Z5 Y",
        "who pays a token to a blitz",
        "all others",
        disputed=False,
        applies=when(blitz=_BLITZ, settle=("lowest pays", "best takes the pot")),
    )
    stock_out: Literal["drawn", "restock"] = reading(
        "S16", "the stock used up without a knock", "drawn", applies=_pile
    )
    stock_out_when: Literal["draw wanted", "last card drawn"] = reading(
        "S16", "when the stock is used up", "draw wanted", applies=when(table=_PILE, stock_out="drawn")
    )

    # what is lost and won
    settle: Literal["lowest pays", "best takes the pot", "classes", "best scores"] = reading(
        "S13 B4 N2 S22", "what a deal is played for", "lowest pays", disputed=False
    )
    knocker_penalty: Literal[2, 1] = reading("S14", "tokens of a knocker who is lowest", 2, applies=_pays)
    knocker_tie: Literal["pays alone", "pays with them", "saved"] = reading(
        "S15", "a knocker who ties for lowest", "pays alone", applies=_pays
    )
    pot_tie: Literal["share", "stays"] = reading("B4", "a tie for the pot", "share", applies=_pot)
    lowest_pays: bool = reading("B6", "the lowest hand pays as well", False, applies=_pot)
    tie_class: Literal["higher", "own"] = reading("N3", "a tie for lowest", "higher", applies=_classes)
    blitz_others: Literal["as ranked", "lowest"] = reading(
        "N4", "points of the others after a blitz", "as ranked", applies=_classes
    )
    top_tie: Literal["each", "none"] = reading("S22", "a tie for highest scores", "each", applies=_scores)
    lives: int = whole("S18 W1 P5", "tokens of a player, 0 where none are lost", 4, 0, 20)
    free_ride: bool = reading("S19", "a player without tokens plays on until he loses again", True, applies=_pays)
    double_on_last: Literal["rides", "out"] = reading(
        "S19", "a double loss with one token left", "rides", applies=when(settle="lowest pays", free_ride=True)
    )
    all_out: Literal["replay", "share", "high card"] = reading(
        "S21", "all who are left go out together", "replay", applies=_pays
    )
    target: int = whole("S22", "points that win the match", 5, 1, 100, applies=_scores, disputed=False)

    @property
    def has_pile(self) -> bool:
        """Whether there is a discard pile to draw from."""
        return self.table in _PILE

    @property
    def has_widow(self) -> bool:
        """Whether cards of the table may be swapped for cards of a hand."""
        return self.table != "pile"

    @cached_property
    def swap_sizes(self) -> tuple[int, ...]:
        """How many cards may be swapped with the table at once."""
        return tuple(int(size) for size in self.exchange if size.isdecimal())

    def check_players(self, players: int) -> None:
        """Raise ValueError when so many cannot play."""
        if not self.fewest <= players <= self.most:
            raise ValueError(f"{self.title} is for {self.fewest} to {self.most} players, not {players}")

    def changed(self, **values: object) -> HomeRules:
        """Return these rules with other values, as texts or as they are; ValueError says what is wrong."""
        return self.set([f"{name}={said(value)}" for name, value in values.items()])

    def set(self, settings: list[str] | tuple[str, ...]) -> HomeRules:
        """Return these rules with settings such as ``trips=30.5``; ValueError names every wrong one.

        >>> HomeRules().set(["trips=30.5", "deck=32"]).deck
        32
        >>> HomeRules().set(["trip=30.5", "deck=40"])
        Traceback (most recent call last):
          ...
        ValueError: trip=30.5: there is no rule 'trip'; did you mean 'trips'?
        deck=40: expected "52" or "32"
        """
        values, wrong = values_of(settings, READINGS)
        rules = replace(self, **values)
        wrong += [f"{name}={said(getattr(rules, name))}: expected {other}" for name, other in contradictions(rules)]
        if wrong:
            raise ValueError("\n".join(wrong))
        return rules

    def readings(self) -> Iterator[tuple[str, Reading, str]]:
        """Yield the fields that matter under these rules: name, what may stand there, and what does."""
        for name, declared in READINGS.items():
            if declared.applies(self):
                yield name, declared, said(getattr(self, name))

    def differs(self, other: HomeRules) -> Mapping[str, tuple[str, str]]:
        """Return the fields that differ, as these rules and the others write them.

        >>> HomeRules().differs(HomeRules().changed(lives=3))
        {'lives': ('4', '3')}
        """
        pairs = {name: (said(getattr(self, name)), said(getattr(other, name))) for name in READINGS}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


READINGS: Mapping[str, Reading] = readings_of(HomeRules)
"""What may stand in each field, by its name."""


def most_players(rules: HomeRules) -> int:
    """Return for how many players the pack suffices, with the table and, where there is a stock, a card for it.

    >>> most_players(HomeRules()), most_players(HomeRules(deck=32, table="two hands"))
    (16, 8)
    """
    beside = {"pile": 2, "pile and widow": 5, "widow": 3, "widow and stock": 4, "two hands": 7}[rules.table]
    return (rules.deck * rules.decks - beside) // 3


def contradictions(rules: HomeRules) -> tuple[tuple[str, str], ...]:
    """Return the fields that do not go together with others, and what is expected there.

    >>> contradictions(HomeRules(ranking="brag"))
    (('blitz', '"none": hands of brag have no points'),)
    """
    suffices, table = most_players(rules), rules.table
    checks = (
        (rules.fewest > rules.most, "most", f"no fewer than the {rules.fewest} at least"),
        (rules.most > suffices, "most", f"at most {suffices}, for whom {rules.deck * rules.decks} cards suffice"),
        (rules.ranking == "brag" and rules.blitz != "none", "blitz", '"none": hands of brag have no points'),
        (rules.ranking == "brag" and rules.fire != "none", "fire", '"none": hands of brag have no points'),
        (
            rules.stop == "after the swap" and table not in ("widow", "widow and stock"),
            "stop",
            f'"instead of a swap", where a {table} lies on the table',
        ),
        (
            rules.dealer_chooses and table in ("pile", "pile and widow"),
            "dealer_chooses",
            '"no", or a table where the hand that he does not keep can lie',
        ),
        (
            table == "two hands" and not rules.dealer_chooses,
            "dealer_chooses",
            '"yes": one of the two hands is what the dealer did not keep',
        ),
        (rules.settle == "lowest pays" and rules.lives == 0, "lives", "1 or more: the lowest hand loses a token"),
    )
    return tuple((name, expected) for clash, name, expected in checks if clash)
