"""Solved policies of both sides in a file: whole numbers in text, so that anyone can check what they are worth."""

import gzip
import hashlib
import json
import lzma
from collections.abc import Mapping
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
    stated: Any = _read(path).get("rules")
    try:
        aces, fourteen, decks = (stated[name] for name in ("aces", "fourteen", "decks"))
        return Rules(title=path.name, aces=aces, fourteen=fourteen, decks=None if decks == "infinite" else decks)
    except (KeyError, TypeError, ValueError):
        raise _fault(path, f"policies for {stated!r}", "the readings and decks they are for") from None


def load(path: Path, rules: Rules) -> dict[int, FirstCardSolution]:
    """Return the solutions of a file by first card; RulesError unless they are whole and for these rules."""
    record = _read(path)
    if record.get("rules") != _readings(rules):
        raise _fault(path, f"policies for {record.get('rules')}", f"policies for {_readings(rules)}")
    try:
        return {
            VALUES.index(card): _solution(rules, VALUES.index(card), each)
            for card, each in record["first_cards"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unsound(path, error) from None


def punters(path: Path, rules: Rules) -> dict[int, Punter]:
    """Return the punters of a file for other decks or rules, as far as their exposures exist under these."""
    record, seen = _read(path), beliefs_of(rules).place
    try:
        return {
            VALUES.index(card): _punter(seen, {n: r for n, r in each["replies"].items() if _hand(n) in seen})
            for card, each in record["first_cards"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unsound(path, error) from None


def _unsound(path: Path, error: Exception) -> RulesError:
    return _fault(path, f"a policy that does not hold together: {error}", "policies as solve writes them")


def _read(path: Path) -> dict[str, Any]:
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


def _readings(rules: Rules) -> dict[str, Any]:
    return {"aces": rules.aces, "fourteen": rules.fourteen, "decks": rules.decks or "infinite"}


def _record(rules: Rules, solution: FirstCardSolution) -> dict[str, Any]:
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


def _solution(rules: Rules, first: int, record: Mapping[str, Any]) -> FirstCardSolution:
    place = hands(rules).place
    index = {(way.exposed, way.concealed): i for i, way in enumerate(stands(rules))}
    draws, shows, conceals = [0] * len(place), [0] * len(place), [0] * len(index)
    for name, count in record["draws"].items():
        draws[place[_hand(name)]] = _whole(count)
    for name, count in record["shows"].items():
        shows[place[_hand(name)]] = _whole(count)
    for name, count in record["conceals"].items():
        exposed, value = name.split(" ")
        conceals[index[_hand(exposed), VALUES.index(value)]] = _whole(count)
    plan = Plan(_whole(record["scale"]), tuple(draws), tuple(shows), tuple(conceals))
    check_plan(rules, plan)
    punter = _punter(beliefs_of(rules).place, record["replies"])
    if not np.bincount(punter.places, punter.weights, len(beliefs_of(rules).exposed)).all():
        raise ValueError("the punter's policy leaves out cards that the banker may expose")
    return FirstCardSolution(first, plan, punter, float(record["lower"]), float(record["upper"]))


def _punter(seen: Mapping[Hand, int], replies: Mapping[str, Any]) -> Punter:
    rows = [(seen[_hand(name)], *map(_whole, row)) for name, rows in replies.items() for row in rows]
    table = np.array(rows, dtype=np.int64).reshape(-1, 12)
    return Punter(table[:, 0], table[:, 1], table[:, 2:])


def _hand(name: str) -> Hand:
    return parse_hand("" if name == "-" else name)


def _whole(count: Any) -> int:
    if type(count) is not int or not 0 <= count < 2**53:
        raise ValueError(f"{count!r} is not a whole number of moderate size")
    return count
