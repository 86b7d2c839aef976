"""House rules of a home game: one frozen record, every reading a field (clauses in docs/rules/home.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Literal

from casino31.home.fields import Reading, reading, said, whole
from casino31.serialize import JsonObject


def _pile(rules: HomeRules) -> bool:
    return rules.has_pile


def _blitz(rules: HomeRules) -> bool:
    return rules.blitz != "none"


def _pays(rules: HomeRules) -> bool:
    return rules.settle == "lowest pays"


def _pot(rules: HomeRules) -> bool:
    return rules.settle == "best takes the pot"


def _brag(rules: HomeRules) -> bool:
    return rules.ranking == "brag"


def _switch(rules: HomeRules) -> bool:
    return rules.table == "two hands"


def _trips(rules: HomeRules) -> bool:
    return rules.trips != "none" and not _brag(rules)


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
    deck: Literal[52, 32] = reading("H4", "cards of a pack: 32 from the seven up", 52, 32)
    decks: Literal[1, 2] = reading("H4", "packs shuffled together", 1, 2, disputed=False)
    ranking: Literal["suit", "all", "brag"] = reading(
        "H3", "what counts: the cards of one suit, all three, or hands of three-card brag", "suit", "all", "brag"
    )
    over31: Literal["plays", "bust"] = reading(
        "H3", "more than 31 points", "plays", "bust", applies=lambda rules: rules.ranking == "all"
    )
    trips: Literal["none", "30.5", "30"] = reading(
        "H5", "points of three of one rank", "none", "30.5", "30", applies=lambda rules: not _brag(rules)
    )
    trips_tie: Literal["rank", "equal"] = reading(
        "H6",
        "two hands of three of a kind: the higher rank wins, or they are equal",
        "rank",
        "equal",
        applies=_trips,
    )
    points_tie: Literal["equal", "high card"] = reading(
        "H7", "equal points", "equal", "high card", applies=lambda rules: not _brag(rules)
    )
    high_card_of: Literal["whole hand", "scoring cards"] = reading(
        "H7",
        "the cards that break equal points",
        "whole hand",
        "scoring cards",
        applies=lambda rules: rules.points_tie == "high card" or rules.all_out == "high card",
    )
    partial: Literal["counts", "nothing"] = reading(
        "Z7",
        "cards of one suit that are not three",
        "counts",
        "nothing",
        applies=lambda rules: rules.ranking == "suit",
    )
    runs: Literal["none"] = reading("H9", "runs: no source gives them a value", "none", disputed=False)
    top_run: Literal["A-2-3 low", "A-2-3 best", "A-2-3 second"] = reading(
        "P2", "the place of ace, two, three among runs", "A-2-3 low", "A-2-3 best", "A-2-3 second", applies=_brag
    )
    best_prial: Literal["aces", "threes"] = reading("P2", "the best prial", "aces", "threes", applies=_brag)
    fire: Literal["none", "33"] = reading(
        "Y", "three aces are fire: 33 points, all others pay", "none", "33", applies=lambda rules: not _brag(rules)
    )

    # the table and the turn
    direction: Literal["clockwise", "anticlockwise"] = reading(
        "H8", "direction of play: prints only", "clockwise", "anticlockwise", disputed=False
    )
    table: Literal["pile", "pile and widow", "widow", "widow and stock", "two hands"] = reading(
        "S2 B2 Z2 Y X1",
        "what lies on the table",
        "pile",
        "pile and widow",
        "widow",
        "widow and stock",
        "two hands",
        disputed=False,
    )
    exchange: Literal["1", "1 or 3", "1, 2 or 3"] = reading(
        "B3 P3 Z4",
        "how many cards may be swapped with the table at once",
        "1",
        "1 or 3",
        "1, 2 or 3",
        applies=lambda rules: rules.has_widow,
    )
    must_swap: bool = reading(
        "P3 Z4",
        "a turn must swap or knock",
        True,
        False,
        applies=lambda rules: rules.has_widow and not rules.has_pile,
    )
    dealer_chooses: bool = reading(
        "X1 Y", "the dealer keeps one of two hands, the other lies open", False, True, disputed=False
    )
    blind: bool = reading(
        "B3",
        "the widow lies face down and is taken unseen; else it lies open",
        True,
        False,
        applies=lambda rules: rules.table == "pile and widow",
    )
    renew_limit: Literal["once a turn", "no limit"] = reading(
        "X3", "renewing a table hand from the stock", "once a turn", "no limit", applies=_switch
    )
    swap_blind: bool = reading("X4", "a face-down table hand may be taken unseen", True, False, applies=_switch)
    swapped_out: Literal["face up", "face down"] = reading(
        "X4", "how a hand lies that was swapped out", "face up", "face down", applies=_switch
    )
    restart: Literal["off"] = reading(
        "X6",
        "starting anew with a flush above 21: no source says who, when, or against whose will",
        "off",
        disputed=False,
    )
    take_back: bool = reading(
        "S4", "the card just taken from the pile may be thrown at once", False, True, applies=_pile
    )
    announce: bool = reading("Z3", "a hand may be announced before anybody exchanges", False, True, disputed=False)
    cap: int = whole("Z9", "turns a player after which a deal is stopped", 100, 1, 1000, disputed=False)
    cap_ends: Literal["drawn", "showdown"] = reading(
        "Z9", "a deal stopped by the cap", "drawn", "showdown", disputed=False
    )

    # the knock and the blitz
    stop: Literal["instead of a swap", "after the swap"] = reading(
        "S6 P4",
        "when a player may knock",
        "instead of a swap",
        "after the swap",
        applies=lambda rules: rules.table in ("widow", "widow and stock"),
    )
    knock_from: Literal["turn 1", "turn 2"] = reading("S6", "the first turn to knock in", "turn 1", "turn 2")
    last_draw: Literal["either pile", "stock only"] = reading(
        "S7", "what may be drawn after a knock", "either pile", "stock only", applies=_pile
    )
    last_turn: Literal["may stand", "as any other"] = reading(
        "S7 P5 Z6",
        "whether a turn after a knock may be passed over",
        "may stand",
        "as any other",
        applies=lambda rules: rules.has_widow and not rules.has_pile and rules.must_swap,
    )
    blitz: Literal["any 31", "A-K-10", "none"] = reading(
        "S9", "the hand that ends a deal", "any 31", "A-K-10", "none"
    )
    dealt_blitz: Literal["at once", "in turn"] = reading(
        "S10", "a blitz in the deal", "at once", "in turn", applies=_blitz
    )
    blitz_after_knock: Literal["ends", "counts"] = reading(
        "S11", "a blitz after a knock: it ends the deal, or counts its points", "ends", "counts", applies=_blitz
    )
    knocker_blitz_penalty: Literal[1, 2] = reading(
        "S11",
        "what the knocker loses to a blitz",
        1,
        2,
        applies=lambda rules: _blitz(rules) and _pays(rules) and rules.blitz_after_knock == "ends",
    )
    blitz_shown: Literal["at once", "by knocking in turn"] = reading(
        "S12", "how a blitz is shown", "at once", "by knocking in turn", applies=_blitz
    )
    blitz_pays: Literal["all others", "as at a showdown"] = reading(
        "S9 B5 Z5 Y",
        "who pays a token to a blitz",
        "all others",
        "as at a showdown",
        disputed=False,
        applies=lambda rules: _blitz(rules) and (_pays(rules) or _pot(rules)),
    )
    stock_out: Literal["drawn", "restock"] = reading(
        "S16", "the stock used up without a knock", "drawn", "restock", applies=_pile
    )
    stock_out_when: Literal["draw wanted", "last card drawn"] = reading(
        "S16",
        "when the stock is used up",
        "draw wanted",
        "last card drawn",
        applies=lambda rules: rules.has_pile and rules.stock_out == "drawn",
    )

    # what is lost and won
    settle: Literal["lowest pays", "best takes the pot", "classes", "best scores"] = reading(
        "S13 B4 N2 S22",
        "what a deal is played for",
        "lowest pays",
        "best takes the pot",
        "classes",
        "best scores",
        disputed=False,
    )
    knocker_penalty: Literal[2, 1] = reading("S14", "tokens of a knocker who is lowest", 2, 1, applies=_pays)
    knocker_tie: Literal["pays alone", "pays with them", "saved"] = reading(
        "S15", "a knocker who ties for lowest", "pays alone", "pays with them", "saved", applies=_pays
    )
    pot_tie: Literal["share", "stays"] = reading("B4", "a tie for the pot", "share", "stays", applies=_pot)
    lowest_pays: bool = reading("B6", "the lowest hand pays as well", False, True, applies=_pot)
    tie_class: Literal["higher", "own"] = reading(
        "N3", "a tie for lowest", "higher", "own", applies=lambda rules: rules.settle == "classes"
    )
    blitz_others: Literal["as ranked", "lowest"] = reading(
        "N4",
        "points of the others after a blitz",
        "as ranked",
        "lowest",
        applies=lambda rules: rules.settle == "classes",
    )
    top_tie: Literal["each", "none"] = reading(
        "S22", "a tie for highest scores", "each", "none", applies=lambda rules: rules.settle == "best scores"
    )
    lives: int = whole("S18 W1 P5", "tokens of a player, 0 where none are lost", 4, 0, 20)
    free_ride: bool = reading(
        "S19", "a player without tokens plays on until he loses again", True, False, applies=_pays
    )
    double_on_last: Literal["rides", "out"] = reading(
        "S19",
        "a double loss with one token left",
        "rides",
        "out",
        applies=lambda rules: rules.free_ride and _pays(rules) and rules.lives > 0,
    )
    all_out: Literal["replay", "share", "high card"] = reading(
        "S21",
        "all who are left go out together",
        "replay",
        "share",
        "high card",
        applies=lambda rules: _pays(rules),
    )
    target: int = whole(
        "S22",
        "points that win the match",
        5,
        1,
        100,
        applies=lambda rules: rules.settle == "best scores",
        disputed=False,
    )

    @property
    def has_pile(self) -> bool:
        """Whether there is a discard pile to draw from."""
        return self.table in ("pile", "pile and widow")

    @property
    def has_widow(self) -> bool:
        """Whether cards of the table may be swapped for cards of a hand."""
        return self.table != "pile"

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
        from casino31.layoutfile.fields import suggest

        values: JsonObject = {}
        wrong: list[str] = []
        for setting in settings:
            name, sign, text = (part.strip() for part in setting.partition("="))
            if not sign or name not in READINGS:
                hint = suggest(name, READINGS) or f"rules are {', '.join(READINGS)}"
                wrong.append(
                    f"{setting}: there is no rule {name!r}; {hint}" if sign else f"{setting}: write RULE=VALUE"
                )
                continue
            try:
                values[name] = READINGS[name].value(text)
            except ValueError as error:
                near = suggest(text, READINGS[name].choices)
                wrong.append(f"{setting}: {error}" + (f"; {near}" if near else ""))
        if wrong:
            raise ValueError("\n".join(wrong))
        found = replace(self, **values)
        if clashes := contradictions(found):
            raise ValueError(
                "\n".join(f"{name}={said(getattr(found, name))}: expected {other}" for name, other in clashes)
            )
        return found

    def readings(self) -> Iterator[tuple[str, Reading, str]]:
        """Yield the fields that matter under these rules: name, what may stand there, and what does."""
        for name, each in READINGS.items():
            if each.applies(self):
                yield name, each, said(getattr(self, name))

    def differs(self, other: HomeRules) -> Mapping[str, tuple[str, str]]:
        """Return the fields that differ, as these rules and the others write them.

        >>> HomeRules().differs(HomeRules().changed(lives=3))
        {'lives': ('4', '3')}
        """
        pairs = {name: (said(getattr(self, name)), said(getattr(other, name))) for name in READINGS}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


READINGS: Mapping[str, Reading] = {
    field.name: field.metadata["reading"] for field in fields(HomeRules) if "reading" in field.metadata
}
"""What may stand in each field, by its name."""


def table_cards(rules: HomeRules) -> int:
    """Return how many cards are dealt to the table before play, stock apart.

    >>> table_cards(HomeRules()), table_cards(HomeRules(table="two hands"))
    (1, 6)
    """
    return {"pile": 1, "pile and widow": 4, "widow": 3, "widow and stock": 3, "two hands": 6}[rules.table]


@cache
def most_players(rules: HomeRules) -> int:
    """Return for how many players the pack suffices, one card for the stock included where there is one."""
    stock = 0 if rules.table == "widow" else 1
    return (rules.deck * rules.decks - table_cards(rules) - stock) // 3


def contradictions(rules: HomeRules) -> tuple[tuple[str, str], ...]:
    """Return the fields that do not go together with others, and what is expected there.

    >>> contradictions(HomeRules(ranking="brag"))
    (('blitz', '"none": hands of brag have no points'),)
    """
    found = []
    if rules.fewest > rules.most:
        found.append(("most", f"no fewer than the {rules.fewest} at least"))
    if rules.most > most_players(rules):
        found.append(
            ("most", f"{most_players(rules)} or fewer: {rules.deck * rules.decks} cards suffice for no more")
        )
    if rules.ranking == "brag" and rules.blitz != "none":
        found.append(("blitz", '"none": hands of brag have no points'))
    if rules.ranking == "brag" and rules.fire != "none":
        found.append(("fire", '"none": hands of brag have no points'))
    if rules.stop == "after the swap" and rules.table not in ("widow", "widow and stock"):
        found.append(("stop", f'"instead of a swap", where a {rules.table} lies on the table'))
    if rules.dealer_chooses and rules.table not in ("two hands", "widow and stock", "widow"):
        found.append(("dealer_chooses", '"no", or a table where the hand that he does not keep can lie'))
    if rules.table == "two hands" and not rules.dealer_chooses:
        found.append(("dealer_chooses", '"yes": one of the two hands is what the dealer did not keep'))
    if rules.settle == "lowest pays" and rules.lives == 0:
        found.append(("lives", "1 or more: the lowest hand loses a token"))
    return tuple(found)
