"""Solved policies of both sides in a file: whole numbers in text, so that anyone can check what they are worth."""

import gzip
import hashlib
import json
import lzma
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from casino31.atomic_file import write_whole
from casino31.bounded import content_of, json_of, unpacked
from casino31.faults import Fault, RulesError
from casino31.games.greek_31.engine.plan import Plan, check_plan
from casino31.games.greek_31.equilibrium.replies import beliefs_of
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution, Punter
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import VALUES, Hand, parse_hand, show_hand
from casino31.serialize import JsonMapping, JsonObject

FORMAT = "Greek 31 policies, 1"
LARGEST = 2**24
"""Bytes of a file, packed or not: what solve writes has eleven million when it is unpacked."""
LARGEST_RATIO = 16
"""How many times larger the policies may be than their file: it is nine for those of solve."""


def save(path: Path, rules: Rules, solutions: Mapping[int, FirstCardSolution]) -> str:
    """Write the solutions found so far, all or nothing, and return the digest; ``.gz`` and ``.xz`` compress."""
    record = {
        "format": FORMAT,
        "rules": _readings(rules),
        "first_cards": {VALUES[first]: _record(rules, solution) for first, solution in sorted(solutions.items())},
    }
    text = json.dumps(record, separators=(",", ":")).encode()
    data = gzip.compress(text, 6, mtime=0) if path.suffix == ".gz" else text
    data = lzma.compress(text) if path.suffix == ".xz" else data
    write_whole(path, data)
    return hashlib.sha256(data).hexdigest()


def rules_of(path: Path) -> Rules:
    """Return the rules that the policies of a file are for; RulesError when it states none."""
    stated: Any = record_of(path).get("rules")
    try:
        aces, fourteen, decks = (stated[name] for name in ("aces", "fourteen", "decks"))
        return Rules(title=path.name, aces=aces, fourteen=fourteen, decks=None if decks == "infinite" else decks)
    except (KeyError, TypeError, ValueError):
        raise _fault(path, f"policies for {stated!r}", "the readings and decks they are for") from None


def load(path: Path, rules: Rules) -> dict[int, FirstCardSolution]:
    """Return the solutions of a file by first card; RulesError unless each is whole and for these rules."""
    record = record_of(path)
    if record.get("rules") != _readings(rules):
        raise _fault(path, f"policies for {record.get('rules')}", f"policies for {_readings(rules)}")
    try:
        return {first: _solution(rules, first, policy) for first, policy in _first_cards(record)}
    except ValueError as error:
        raise _unsound(path, error) from None


def punters(path: Path, rules: Rules) -> dict[int, Punter]:
    """Return the punters of a file for other decks or rules, as far as their exposures exist under these."""
    record, seen = record_of(path), beliefs_of(rules).place
    try:
        return {
            first: _punter(
                seen, {n: r for n, r in _part(policy, "replies", first).items() if _hand(n) in seen}, first
            )
            for first, policy in _first_cards(record)
        }
    except ValueError as error:
        raise _unsound(path, error) from None


def _unsound(path: Path, error: Exception) -> RulesError:
    return _fault(path, f"a policy that does not hold together: {error}", "policies as solve writes them")


def record_of(path: Path) -> JsonObject:
    """Return what a file of policies holds, as JSON has it; RulesError for another kind of file."""
    try:
        data = content_of(path, LARGEST)
    except OSError as error:
        raise _fault(path, f"the policy file cannot be read: {error.strerror}", "a file written by solve") from None
    try:
        record = json_of(unpacked(data, path.suffix, min(LARGEST, LARGEST_RATIO * len(data))))
    except ValueError as error:
        found = f"the policy file is truncated or not a policy file: {error}"
        raise _fault(path, found, "a file written by solve") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise _fault(path, f"format {record.get('format') if isinstance(record, dict) else None!r}", FORMAT)
    return record


def _fault(path: Path, found: str, expected: str) -> RulesError:
    hint = "write it anew with casino31 solve"
    return RulesError([Fault(str(path), 0, 0, "policy", found, expected, hint)])


def _readings(rules: Rules) -> JsonObject:
    return {"aces": rules.aces, "fourteen": rules.fourteen, "decks": rules.decks or "infinite"}


def _record(rules: Rules, solution: FirstCardSolution) -> JsonObject:
    names = [show_hand(hand) for hand in hands(rules).place]
    plan, punter = solution.plan, solution.punter
    exposed = [show_hand(hand) for hand in beliefs_of(rules).exposed]
    replies: dict[str, list[list[int]]] = {}
    for place, weight, belief in zip(
        punter.places.tolist(), punter.weights.tolist(), punter.beliefs.tolist(), strict=True
    ):
        replies.setdefault(exposed[place], []).append([weight, *belief])
    return {
        "lower": solution.lower,
        "upper": solution.upper,
        "scale": plan.scale,
        "draws": {name: count for name, count in zip(names, plan.draws, strict=True) if count},
        "shows": {name: count for name, count in zip(names, plan.shows, strict=True) if count},
        "conceals": {
            f"{show_hand(way.exposed)} {VALUES[way.concealed]}": count
            for way, count in zip(stands(rules), plan.conceals, strict=True)
            if count
        },
        "replies": replies,
    }


def _first_cards(record: JsonMapping) -> list[tuple[int, JsonMapping]]:
    """The policies of a file by first card; ValueError for what is no card, or no policy of one."""
    cards = record.get("first_cards")
    if not isinstance(cards, dict):
        raise ValueError("first_cards is no table of policies by first card")
    for card, policy in cards.items():
        if card not in tuple(VALUES):
            raise ValueError(f"first card {card!r} is none of {' '.join(VALUES)}")
        if not isinstance(policy, dict):
            raise ValueError(f"first card {card}: {_short(policy)} is no policy")
    return [(VALUES.index(card), policy) for card, policy in cards.items()]


def _part(record: JsonMapping, name: str, first: int) -> JsonObject:
    """A table of a policy; ValueError when it is not there."""
    part = record.get(name)
    if not isinstance(part, dict):
        raise ValueError(f"first card {VALUES[first]}: {name} is {'missing' if part is None else _short(part)}")
    return part


def _counts(table: JsonMapping, where: str, place: Callable[[str], int | None], size: int) -> list[int]:
    """Counts by the names of hands, in the order of their places; ValueError names what is no hand or no count."""
    counts = [0] * size
    for name, count in table.items():
        at = place(name)
        if at is None:
            raise ValueError(f"{where}: {name!r} cannot be held by these rules")
        counts[at] = _whole(count, f"{where} {name}")
    return counts


def _solution(rules: Rules, first: int, record: JsonMapping) -> FirstCardSolution:
    place, card = hands(rules).place, f"first card {VALUES[first]}"
    index = {(way.exposed, way.concealed): i for i, way in enumerate(stands(rules))}

    def concealed(name: str) -> int | None:
        exposed, _, value = name.partition(" ")
        return index.get((_hand(exposed), VALUES.index(value))) if value in tuple(VALUES) else None

    def held(name: str) -> int | None:
        return place.get(_hand(name))

    draws, shows = (
        tuple(_counts(_part(record, name, first), f"{card}, {name}", held, len(place)))
        for name in ("draws", "shows")
    )
    conceals = _counts(_part(record, "conceals", first), f"{card}, conceals", concealed, len(index))
    plan = Plan(_whole(record.get("scale"), f"{card}, scale"), draws, shows, tuple(conceals))
    try:
        check_plan(rules, plan)
    except ValueError as error:
        raise ValueError(f"{card}: {error}") from None
    punter = _punter(beliefs_of(rules).place, _part(record, "replies", first), first)
    replied = np.bincount(punter.places, punter.weights, len(beliefs_of(rules).exposed))
    if not replied.all():
        exposed = show_hand(beliefs_of(rules).exposed[int(np.argmin(replied))])
        raise ValueError(
            f"{card}: the punter's policy leaves out cards that the banker may expose, such as {exposed}"
        )
    ends = (_end(record, name, value, card) for name, value in (("lower", -1.0), ("upper", 1.0)))
    return FirstCardSolution(first, plan, punter, *ends)


def _end(record: JsonMapping, name: str, unknown: float, card: str) -> float:
    """A stored end of an interval, which need not be there: nothing is proved by it."""
    stated = record.get(name, unknown)
    if isinstance(stated, bool) or not isinstance(stated, int | float) or not -1 <= stated <= 1:
        raise ValueError(f"{card}: {name} is {_short(stated)}, no expectation of a unit bet")
    return float(stated)


def _punter(seen: Mapping[Hand, int], replies: JsonMapping, first: int) -> Punter:
    where = f"first card {VALUES[first]}, replies"
    table: list[tuple[int, ...]] = []
    for name, rows in replies.items():
        place = seen.get(_hand(name))
        if place is None:
            raise ValueError(f"{where}: {name!r} cannot be exposed by these rules")
        if not isinstance(rows, list):
            raise ValueError(f"{where} to {name}: {_short(rows)} is no list of a weight and ten numbers each")
        for row in rows:
            if not isinstance(row, list) or len(row) != 11:
                raise ValueError(
                    f"{where} to {name}: {_short(row)} is not a weight and the ten numbers of a belief"
                )
            table.append((place, *(_whole(number, f"{where} to {name}") for number in row)))
    whole = np.array(table, dtype=np.int64).reshape(-1, 12)
    return Punter(whole[:, 0], whole[:, 1], whole[:, 2:])


def _hand(name: str) -> Hand:
    return parse_hand("" if name == "-" else name)


def _whole(count: object, where: str) -> int:
    if type(count) is not int or not 0 <= count < 2**53:
        raise ValueError(f"{where}: {_short(count)} is not a whole number of moderate size")
    return count


def _short(found: object) -> str:
    """A value of a file, as much of it as fits in a message."""
    text = json.dumps(found)
    return text if len(text) <= 40 else f"{text[:37]}..."
