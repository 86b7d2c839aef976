"""Policies of the home games: when they knock, as a table and as a map, and how they take and keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from casino31.home.policy import KEEPS, TURNS, KnockTable, Policy, Situation
from casino31.home.ranks import SCORES, score_text
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.page import Block, Cell, Column, Heat, Listing, Note, Row, Table, Unit
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import Heading, answer, columns, plain_table, stated
from casino31.serialize import JsonObject
from casino31.version import __version__

Knocks = Sequence[bool]
"""By score: whether to knock."""
Turn = TypeVar("Turn")

_SHAPES = ("two cards", "three cards")
_MARKS = "23K"
"""Knock where two cards make the points, where three do, or with both."""


def scores_text(row: Knocks, rules: HomeRules) -> str:
    """Return the scores of a row of a knock table as a policy lists them.

    >>> scores_text((False,) * 50 + (True,) * 30, HomeRules())
    '25+'
    """
    scores = []
    for low, high in _spans(row):
        end = "+" if high == SCORES - 1 else "" if low == high else f"-{score_text(high, rules)}"
        scores.append(score_text(low, rules) + end)
    return ", ".join(scores) or "never"


def _spans(row: Knocks) -> list[tuple[int, int]]:
    """The first and the last of scores in a row."""
    starts = [score for score, knocks in enumerate(row) if knocks and not (score and row[score - 1])]
    ends = [score for score, knocks in enumerate(row) if knocks and not (score + 1 < len(row) and row[score + 1])]
    return list(zip(starts, ends, strict=True))


def turns_alike(table: Sequence[Turn], rules: HomeRules) -> Iterator[tuple[str, Turn]]:
    """Yield the rows of a knock table, turns alike together, each with its turns in words."""
    first = 0 if rules.announce else 1
    for turn in range(first, TURNS + 1):
        if turn and turn < TURNS and table[turn + 1] == table[first]:
            continue
        span = str(first) if turn == first else f"{first}-{turn}"
        yield "announce" if turn == 0 else f"{first}+" if turn == TURNS else span, table[first]
        first = turn + 1


def knock_tables(table: KnockTable, rules: HomeRules) -> Iterator[Table]:
    """Yield the scores to knock with by turn and shape, and where points are counted a map of them.

    >>> from casino31.home.policy_text import read
    >>> policy = read("knock 19+ on turn 1; knock 25+ later", HomeRules())
    >>> table = next(knock_tables(policy.table(Situation(4, 1)), HomeRules()))
    >>> [[cell.value for cell in row.cells] for row in table.rows]
    [['1', 19.0, 19.0], ['2+', 25.0, 25.0]]
    """
    turns = list(turns_alike(table, rules))
    shapes = _SHAPES if rules.ranking == "suit" else _SHAPES[1:]
    rows = (Row((Cell(span), *(_scores(row, rules) for row in pair[-len(shapes) :]))) for span, pair in turns)
    heads = columns(("turn", "turn"), *zip(shapes, shapes, strict=True))
    yield Table(heads, tuple(rows), "Knock from", heat=_HEAT._replace(first=shapes[0], last=shapes[-1]))
    if rules.ranking != "brag":
        yield _map(turns, rules)


_HEAT = Heat("", "", "F2F6FC", "BDD0EA", "7FA3D4")


def _scores(row: Knocks, rules: HomeRules) -> Cell:
    """Scores in a cell: a number where they are all from some points on."""
    spans = _spans(row)
    if rules.ranking == "brag" or len(spans) != 1 or spans[0][1] < SCORES - 1:
        return Cell(scores_text(row, rules))
    least = spans[0][0]
    return Cell(least / 2, Unit("number", least % 2, after="+"))


def _map(turns: Sequence[tuple[str, tuple[Knocks, Knocks]]], rules: HomeRules) -> Table:
    """Turns down, points across: where to knock."""
    points = [score for score in range(2 * 31 + 1) if score % 2 == 0 or (score == 61 and rules.trips == "30.5")]
    knocked = [score for score in points if any(row[score] for _, pair in turns for row in pair)]
    points = [score for score in points if knocked and score >= knocked[0] - 2]
    heads = (
        Column("turn", "turn", "left"),
        *(Column(str(score), score_text(score, rules), "centre") for score in points),
    )
    rows = (Row((Cell(span), *(_mark(pair, score, rules) for score in points))) for span, pair in turns)
    legend = (
        "K: knock; 3 (2): only where three (two) cards make the points" if rules.ranking == "suit" else "K: knock"
    )
    heat = _HEAT._replace(first=heads[1].key, last=heads[-1].key) if knocked else None
    return Table(heads, tuple(rows), f"By turn and points ({legend})", heat=heat, slanted=True)


def _mark(pair: tuple[Knocks, Knocks], score: int, rules: HomeRules) -> Cell | None:
    two, three = pair[0][score] or rules.ranking != "suit", pair[1][score]
    mark = "K" if two and three else "3" if three else "2" if two and rules.ranking == "suit" else ""
    return Cell(_MARKS.index(mark), Unit("mark", after=mark)) if mark else None


def modes(policy: Policy) -> tuple[str, ...]:
    """Return how a policy takes and keeps.

    >>> from casino31.home.policy_text import read
    >>> modes(read("take the pile always", HomeRules()))[0]
    'take the pile always'
    """
    sentences = []
    for when, mode in (("", policy.ordinary), ("last turn: ", policy.last)):
        keep = KEEPS[mode.keep] if mode.keep == 0 else f"best hand {KEEPS[mode.keep]}"
        sentences += [f"{when}take the pile {mode.take}", f"{when}keep the {keep}"]
    return tuple(sentences)


def policy_blocks(policy: Policy, rules: HomeRules, where: Situation) -> Iterator[Block]:
    """Yield a policy as it plays in a situation."""
    yield Note(f"{policy.name}: seat {where.seat} of {where.players}", "strong")
    yield from knock_tables(policy.table(where), rules)
    yield Listing(modes(policy), "How cards are taken and kept")


def policies_deliverable(game: HomeGame, policies: Sequence[Policy], where: Situation) -> Deliverable:
    """Return the tables that policies come to, and how the others differ from the first; for people and programs.

    >>> import casino31
    >>> from casino31.home.policy_text import read
    >>> from casino31.home.reader import load
    >>> two = [read(text, HomeRules()) for text in ("knock 25+", "knock 21+")]
    >>> policies_deliverable(load("scat"), two, Situation(4, 1)).record["differences"][0]["scores"]
    '21-24.5'
    """
    rules, first = game.rules, policies[0]
    differing = {other.name: _differences(first, other, rules, where) for other in policies[1:]}
    record = {
        "schema": "casino31.home.policy/1",
        "version": __version__,
        **stated(rules, game),
        "players": where.players,
        "seat": where.seat,
        "policies": [_policy_object(policy, rules, where) for policy in policies],
        "differences": [
            {"of": name, **dict(zip(_DIFFERING, row, strict=True))}
            for name, rows in differing.items()
            for row in rows
        ],
    }

    def blocks() -> Iterator[Block]:
        for policy in policies:
            yield from policy_blocks(policy, rules, where)
        for name, rows in differing.items():
            title = f"{name!r} beside {first.name!r}"
            yield plain_table(_DIFFERING, rows, title) if rows else Note(f"{title}: no cell differs")

    title = f"{rules.title}: policies in seat {where.seat} of {where.players}"
    return answer(Heading(title, "Policies", rules, game), blocks(), record)


def _policy_object(policy: Policy, rules: HomeRules, where: Situation) -> JsonObject:
    return {
        "name": policy.name,
        "text": policy.text,
        "knock": knock_records(policy, rules, where),
        "plays": list(modes(policy)),
    }


def knock_records(policy: Policy, rules: HomeRules, where: Situation) -> list[JsonObject]:
    """Return the knock table of a policy turn by turn, as JSON has it."""
    return [
        {"turn": turn, "two_cards": scores_text(two, rules), "three_cards": scores_text(three, rules)}
        for turn, (two, three) in enumerate(policy.table(where))
    ]


_DIFFERING = ("turn", "cards", "scores", "first", "other")


def _differences(first: Policy, other: Policy, rules: HomeRules, where: Situation) -> list[tuple[str, ...]]:
    """The scores with which one of two policies knocks and the other does not, turns alike together; and modes."""
    told = []
    shapes = range(2) if rules.ranking == "suit" else (1,)
    for span, rows in turns_alike(tuple(zip(first.table(where), other.table(where), strict=True)), rules):
        for shape in shapes:
            mine, theirs = (row[shape] for row in rows)
            apart = [a != b for a, b in zip(mine, theirs, strict=True)]
            if any(apart):
                told.append((span, _SHAPES[shape], *(scores_text(row, rules) for row in (apart, mine, theirs))))
    modes_of = zip(modes(first), modes(other), strict=True)
    return told + [("", "", "", mine, theirs) for mine, theirs in modes_of if mine != theirs]
