"""Policies on the page: their knock tables, two of them cell by cell, a round robin, and what iteration found."""

from __future__ import annotations

from casino31.home.against import Against
from casino31.home.best import Best
from casino31.home.fairness_form import estimate_object
from casino31.home.policy import KEEPS, TURNS, KnockTable, Policy, Situation
from casino31.home.ranks import SCORES, score_text
from casino31.home.rules import HomeRules
from casino31.home.rules_form import rules_stated
from casino31.serialize import JsonObject
from casino31.version import __version__


def scores_text(row: tuple[bool, ...], rules: HomeRules) -> str:
    """Return the scores of a row of a knock table as a policy lists them.

    >>> scores_text((False,) * 50 + (True,) * 30, HomeRules())
    '25+'
    """
    spans: list[list[int]] = []
    for score, knocks in enumerate(row):
        if knocks and spans and spans[-1][1] == score - 1:
            spans[-1][1] = score
        elif knocks:
            spans.append([score, score])
    told = []
    for low, high in spans:
        end = "+" if high == SCORES - 1 else "" if low == high else f"-{score_text(high, rules)}"
        told.append(score_text(low, rules) + end)
    return ", ".join(told) or "never"


def knock_rows(table: KnockTable, rules: HomeRules) -> list[tuple[str, str, str]]:
    """Return a knock table, turns alike together: the turns, and the scores of two cards and of three."""
    rows, first = [], 0 if rules.announce else 1
    for turn in range(first, TURNS + 1):
        if turn and turn < TURNS and table[turn + 1] == table[first]:
            continue
        span = str(first) if turn == first else f"{first}-{turn}"
        span = "announce" if turn == 0 else f"{first}+" if turn == TURNS else span
        rows.append((span, scores_text(table[first][0], rules), scores_text(table[first][1], rules)))
        first = turn + 1
    return rows


def knock_lines(table: KnockTable, rules: HomeRules) -> list[str]:
    """Return a knock table as text: a line a turn."""
    two = rules.ranking == "suit"
    lines = [f"  {'turn':<10}" + f"{'two cards':<22}" * two + "three cards"]
    for turns, two_cards, three_cards in knock_rows(table, rules):
        lines.append(f"  {turns:<10}" + f"{two_cards:<22}" * two + three_cards)
    return lines


def modes_lines(policy: Policy) -> list[str]:
    """Return how a policy takes and keeps."""
    lines = []
    for when, mode in (("", policy.ordinary), ("last turn: ", policy.last)):
        keep = KEEPS[mode.keep] if mode.keep == 0 else f"best hand {KEEPS[mode.keep]}"
        lines += [f"  {when}take the pile {mode.take}", f"  {when}keep the {keep}"]
    return lines


def policy_text(policy: Policy, rules: HomeRules, where: Situation) -> str:
    """Return a policy as it plays in a situation."""
    head = f"{policy.name}: seat {where.seat} of {where.players}"
    return "\n".join([head, *knock_lines(policy.table(where), rules), *modes_lines(policy)])


def differences(one: Policy, other: Policy, rules: HomeRules, where: Situation) -> str:
    """Return the cells in which two knock tables differ, a line for each turn and shape."""
    tables = one.table(where), other.table(where)
    lines = []
    for turn in range(TURNS + 1):
        for shape in (0, 1):
            mine, theirs = (table[turn][shape] for table in tables)
            cells = tuple(a != b for a, b in zip(mine, theirs, strict=True))
            if any(cells):
                who = "the first" if any(a and not b for a, b in zip(mine, theirs, strict=True)) else "the second"
                both = any(a > b for a, b in zip(mine, theirs, strict=True)) and any(
                    b > a for a, b in zip(mine, theirs, strict=True)
                )
                said = "either alone" if both else f"{who} alone"
                when = "announcing" if turn == 0 else f"turn {turn}{'+' if turn == TURNS else ''}"
                cards = ("two", "three")[shape]
                lines.append(f"  {when}, {cards} cards: {scores_text(cells, rules)} ({said} knocks)")
    for name, mine_, theirs_ in (("", one.ordinary, other.ordinary), ("last turn: ", one.last, other.last)):
        if mine_ != theirs_:
            told = [f"take {each.take}, keep {KEEPS[each.keep]}" for each in (mine_, theirs_)]
            lines.append(f"  {name}{told[0]} | {told[1]}")
    return "\n".join(lines) or "  no cell differs"


def against_object(found: Against) -> JsonObject:
    """Return a round robin as the object of ``home against --json``."""
    return {
        "schema": "casino31.home.against/1",
        "version": __version__,
        **rules_stated(found.game),
        "players": found.players,
        "deals": found.deals,
        "seed": found.seed,
        "policies": [{"name": policy.name, "text": policy.text} for policy in found.policies],
        "matrix": [[estimate_object(each) for each in row] for row in found.matrix],
    }


def against_text(found: Against) -> str:
    """Return a round robin as text."""
    lines = [
        f"{found.game.rules.title}, {found.players} players; {found.deals:,} deals for each pair, seed {found.seed}"
    ]
    lines += [f"  P{i + 1}: {policy.name}" for i, policy in enumerate(found.policies)]
    lines += ["", "what a lone player of the row gains a deal among players of the column (99 %)"]
    lines.append("      " + "".join(f"{f'P{j + 1}':>20}" for j in range(len(found.policies))))
    for i, row in enumerate(found.matrix):
        lines.append(f"  P{i + 1:<3}" + "".join(f"{f'{each.value:+.4f} +- {each.half:.4f}':>20}" for each in row))
    return "\n".join(lines)


def best_object(found: Best) -> JsonObject:
    """Return what iteration found as the object of ``home best --json``."""
    table = found.policy.table(Situation(found.players, 1))
    rules = found.game.rules
    return {
        "schema": "casino31.home.best/1",
        "version": __version__,
        **rules_stated(found.game),
        "players": found.players,
        "deals": found.deals,
        "seed": found.seed,
        "rounds": found.rounds,
        "settled": found.settled,
        "policy": found.policy.text,
        "knock": [
            {"turn": turn, "two_cards": scores_text(two, rules), "three_cards": scores_text(three, rules)}
            for turn, (two, three) in enumerate(table)
        ],
        "gain_left": estimate_object(found.left),
    }


def best_text(found: Best) -> str:
    """Return what iteration found as text."""
    rules = found.game.rules
    end = "the last changed nothing" if found.settled else "still changing within the errors"
    lines = [
        f"{rules.title}, {found.players} players: knock from these scores on",
        *knock_lines(found.policy.table(Situation(found.players, 1)), rules),
        "",
        f"{found.rounds} rounds of {found.deals:,} deals, seed {found.seed}; {end}",
        f"gain left: a lone player gains {found.left} a deal by one more improvement",
        "",
        "as a policy:",
        *(f"  {line}" for line in found.policy.text.split("\n")),
    ]
    return "\n".join(lines)
