"""A layout's solved banker: his policy from the file it names, and what the file proves."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from casino31.banker_answers import Proof, SolvedBanker
from casino31.faults import Fault, RulesError
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.policy_file import load
from casino31.games.greek_31.equilibrium.solve import verify
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution
from casino31.games.greek_31.equilibrium.words import banker_play
from casino31.games.greek_31.figures import proof_of
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import VALUES
from casino31.progress import steps


def solutions(rules: Rules, folder: Path) -> dict[int, FirstCardSolution]:
    """Return the stored solution of every first card; RulesError when the layout names no file or it lacks any."""
    if not rules.banker.policy:
        found, expected = 'stand = "optimal" without a policy', '[banker] policy = "FILE"'
        hint = "casino31 solve LAYOUT writes one, and certifies it"
        raise RulesError([Fault(rules.title, 0, 0, "banker", found, expected, hint)])
    path = folder / rules.banker.policy
    stored = load(path, rules)
    missing = [VALUES[first] for first, n in enumerate(rules.deck) if n and first not in stored]
    if missing:
        found = f"no policies for the first cards {', '.join(missing)}"
        hint = "casino31 solve --resume goes on"
        raise RulesError([Fault(str(path), 0, 0, "policy", found, "all of them", hint)])
    return stored


def plans(stored: Mapping[int, FirstCardSolution]) -> list[Plan]:
    """Return the banker's plan against each of the ten first cards; one that is never dealt has any."""
    return [(stored.get(first) or next(iter(stored.values()))).plan for first in range(10)]


def solved_banker(rules: Rules, folder: Path) -> SolvedBanker:
    """Return what a par sheet prints of the equilibrium: intervals proved anew, the banker in words and tables."""
    proven = proof(rules, folder / rules.banker.policy)
    does = banker_play(rules, plans(solutions(rules, folder)))
    return SolvedBanker(proven.policy_digest, proven.bet_rule, proven.first_cards, proven.overall, does)


def proof(rules: Rules, path: Path, *, exact: bool = False) -> Proof:
    """Return the intervals that a file proves, from the policies alone."""
    stored = load(path, rules)
    proven = {first: verify(rules, stored[first], exact=exact) for first in steps("proofs by first card", stored)}
    return proof_of(rules, proven, _digest(path))


def policy_digest(rules: Rules, folder: Path) -> str:
    """Return the SHA-256 of the policy file that a layout names."""
    return _digest(folder / rules.banker.policy)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
