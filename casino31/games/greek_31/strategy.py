"""The punter's whole best strategy with infinitely many decks, as a table a person can read."""

from collections.abc import Sequence
from typing import NamedTuple

from casino31.games.greek_31 import infinite
from casino31.games.greek_31.exposures import exposures
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.plan import Plan, fixed_plan
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.simple import View, view
from casino31.games.greek_31.totals import FOURTEEN, THIRTY_ONE, Hand, legal_totals, show_hand

PLAY_ON = 31


class Line(NamedTuple):
    """What to do against exposures that call for the same play."""

    views: tuple[View, ...]
    """What the exposed cards may show."""
    hard: int
    """Stand on this total or more when no ace can count less; 31: play on."""
    soft: int
    """The same when an ace that counts 11 can still count 1."""
    fourteen: bool
    """Whether to stand on 14."""
    exceptions: tuple[tuple[str, bool], ...]
    """The shortest hand of each kind that is played otherwise, and whether it stands."""


def strategy(rules: Rules, plan: Plan | None = None) -> tuple[Line, ...]:
    """Return the best response to a banker in full: every hand follows its line, or is an exception listed there.

    ValueError with finitely many decks, where every card seen matters a little: ``simple_play`` is for those.

    >>> lines = strategy(Rules(decks=None))
    >>> len(lines), {(line.hard, line.soft) for line in lines if line.views[0].shown}
    (9, {(31, 31)})
    """
    if rules.decks is not None:
        raise ValueError("with finitely many decks every card seen matters: no table of totals is best")
    views: dict[infinite.Column, set[View]] = {}
    for each in exposures(rules, plan or fixed_plan(rules)):
        views.setdefault(infinite.column(each)[0], set()).add(view(rules, each))
    seen = tuple(views)
    values = infinite.best_response(rules, seen)
    decided = [infinite.stands(rules, seen, state, values) for state in range(len(values))]
    examples: dict[int, Hand] = {}
    for hand in hands(rules).hands[1:]:
        examples.setdefault(infinite.state_of(rules, hand), hand)
    lines = []
    for place, column in enumerate(seen):
        stands = {examples[state]: bool(decided[state][place]) for state in examples}
        lines.append(_line(rules, tuple(sorted(views[column])), stands))
    return tuple(sorted(lines))


def _line(rules: Rules, views: tuple[View, ...], stands: dict[Hand, bool]) -> Line:
    table = hands(rules)
    kinds: dict[bool, list[tuple[int, Hand]]] = {False: [], True: []}
    fourteens = []
    for hand in stands:
        rank = table.rank[table.place[hand]]
        if rank >= FOURTEEN:
            fourteens += [hand] if rank != THIRTY_ONE else []
        else:
            kinds[len(legal_totals(hand, rules.aces)) > 1].append((rank, hand))
    least = {soft: _threshold(known, stands) for soft, known in kinds.items()}
    stands_on_14 = sum(stands[hand] for hand in fourteens) * 2 > len(fourteens)
    odd = [hand for soft, known in kinds.items() for rank, hand in known if stands[hand] != (rank >= least[soft])]
    odd += [hand for hand in fourteens if stands[hand] != stands_on_14]
    exceptions = tuple((show_hand(hand), stands[hand]) for hand in odd)
    return Line(views, least[False], least[True], stands_on_14, exceptions)


def _threshold(known: Sequence[tuple[int, Hand]], stands: dict[Hand, bool]) -> int:
    """The total that leaves the fewest exceptions, the highest of several."""

    def agree(total: int) -> int:
        return sum(stands[hand] == (rank >= total) for rank, hand in known)

    return max(range(PLAY_ON, 3, -1), key=agree)


def describe(line: Line) -> str:
    """Return a line of the table in words.

    >>> describe(Line((View(2, 16, False), View(3, 16, False)), 27, 27, True, ()))
    'showing 16: hard 27, soft 27'
    """
    sums = sorted({each.total for each in line.views})
    runs: list[list[int]] = []
    for total in sums:
        if runs and total == runs[-1][1] + 1:
            runs[-1][1] = total
        else:
            runs.append([total, total])
    showing = ", ".join(f"{low}-{high}" if low < high else str(low) for low, high in runs)
    if line.views[0].shown:
        showing += ", a 14 shown whole"
    hard, soft = ("play on" if total == PLAY_ON else str(total) for total in (line.hard, line.soft))
    text = f"showing {showing}: hard {hard}, soft {soft}"
    if line.exceptions:
        text += "; but " + ", ".join(f"{hand} {'stands' if stand else 'draws'}" for hand, stand in line.exceptions)
    return text
