"""Short rules for a decision that is known case by case: a search over bit masks that knows no game.

A case is a bit. A *literal* is the mask of the cases that it holds on, a conjunction a tuple of literals. Two
questions are answered: the list of lines, first fit wins, that decides every case right; and the few conjunctions
whose union is worth most, each case having a weight.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate
from operator import itemgetter, or_
from typing import NamedTuple, TypeAlias

Conjunction: TypeAlias = tuple[int, ...]
"""Places of the literals that must hold together; none: every case."""

WIDTH = 5
"""Partial lists kept at each length: more make no sample layout's list shorter."""


class ListStep(NamedTuple):
    """One line of a list: what to do on the cases of a conjunction that no earlier line decided."""

    yes: bool
    on: Conjunction


class _Partial(NamedTuple):
    """A list begun."""

    rest: int
    """The cases still undecided."""
    steps: tuple[ListStep, ...]
    choices: Sequence[tuple[int, int]]
    """What each conjunction, by its place, holds on among the undecided cases."""


def decision_list(
    literals: Sequence[int], conjunctions: Sequence[Conjunction], costs: Sequence[int], yes: int, no: int
) -> tuple[ListStep, ...]:
    """Return a short list of lines, first fit wins, that answers yes and no on exactly the given cases.

    A beam search: lists grow by a line at a time, each line decides undecided cases of one answer only, and the
    lists that leave the fewest literals of two answers are kept. Only the largest choices are tried, since a list
    never grows longer by deciding more. Where no conjunction has one answer, one is grown from literals. In the end
    each line is replaced by the cheapest that serves (``costs``: one a conjunction, in rising order). The last line
    has no condition. ValueError when no literal tells two cases of different answers apart.

    >>> low, high, odd = 0b0011, 0b1100, 0b1010
    >>> decision_list([low, high, odd], [(0,), (1,), (2,)], [1, 1, 1], yes=0b0111, no=0b1000)
    (ListStep(yes=True, on=(0,)), ListStep(yes=False, on=(2,)), ListStep(yes=True, on=()))
    """
    masks = [mask_of(literals, on) for on in conjunctions]
    level = [_Partial(yes | no, (), _distinct(list(zip(masks, range(len(masks)), strict=True)), yes | no))]
    while True:
        complete = [part for part in level if not part.rest & yes or not part.rest & no]
        if complete:
            break
        level = _lengthen(level, literals, conjunctions, yes, no)
    lists = [(*part.steps, ListStep(bool(part.rest & yes), ())) for part in complete]
    polished = [_polish(steps, literals, conjunctions, masks, costs, yes, no) for steps in lists]
    price = dict(zip(conjunctions, costs, strict=True))
    most = max(costs, default=0)
    return min(polished, key=lambda steps: (len(steps), sum(price.get(step.on, most) for step in steps[:-1])))


def mask_of(literals: Sequence[int], on: Conjunction) -> int:
    """Return the cases that a conjunction holds on, -1 for every case.

    >>> mask_of([0b011, 0b110], (0, 1))
    2
    """
    mask = -1
    for place in on:
        mask &= literals[place]
    return mask


def _distinct(choices: Sequence[tuple[int, int]], rest: int) -> list[tuple[int, int]]:
    """What the conjunctions hold on within the rest, each set of cases once with its first conjunction."""
    masks, places = zip(*reversed(choices), strict=True)
    first = dict(zip(map(rest.__and__, masks), places, strict=True))
    first.pop(0, None)
    return sorted(first.items(), key=itemgetter(1))


def _lengthen(
    level: Sequence[_Partial], literals: Sequence[int], conjunctions: Sequence[Conjunction], yes: int, no: int
) -> list[_Partial]:
    """The best lists one line longer."""
    longer: dict[int, _Partial] = {}
    for part in level:
        pure = [choice for choice in part.choices if not choice[0] & yes or not choice[0] & no]
        lines = [(mask, conjunctions[place]) for mask, place in _largest(pure)]
        for mask, on in lines or [_grow(part.rest, literals, yes, no)]:
            rest = part.rest & ~mask
            if rest not in longer:
                longer[rest] = _Partial(rest, (*part.steps, ListStep(bool(mask & yes), on)), part.choices)

    def mixed(part: _Partial) -> tuple[int, int]:
        left_yes, left_no = part.rest & yes, part.rest & no
        two_answers = [1 for literal in literals if literal & left_yes and literal & left_no]
        return len(two_answers), part.rest.bit_count()

    kept = sorted(longer.values(), key=mixed)[:WIDTH]
    return [part._replace(choices=_distinct(part.choices, part.rest)) for part in kept]


def _largest(choices: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The choices that no other contains."""
    kept: list[tuple[int, int]] = []
    for mask, place in sorted(choices, key=lambda choice: -choice[0].bit_count()):
        for other, _ in kept:
            if mask | other == other:
                break
        else:
            kept.append((mask, place))
    return kept


def _grow(rest: int, literals: Sequence[int], yes: int, no: int) -> tuple[int, Conjunction]:
    """A conjunction of one answer around the first undecided case, literal by literal."""
    seed = rest & -rest
    same, other = (yes, no) if seed & yes else (no, yes)
    around = [place for place, mask in enumerate(literals) if mask & seed]
    mask, on = rest, []
    while mask & other:

        def gain(place: int, mask: int = mask) -> int:
            within = mask & literals[place]
            return ((within & same).bit_count() << 32) // ((within & other).bit_count() + 1)

        useful = [place for place in around if mask & other & ~literals[place]]
        if not useful:
            raise ValueError(f"no literal tells case {seed.bit_length() - 1} from cases of the other answer")
        best = max(useful, key=gain)
        on.append(best)
        mask &= literals[best]
    return mask, tuple(sorted(on))


def _polish(
    steps: tuple[ListStep, ...],
    literals: Sequence[int],
    conjunctions: Sequence[Conjunction],
    masks: Sequence[int],
    costs: Sequence[int],
    yes: int,
    no: int,
) -> tuple[ListStep, ...]:
    """The list with every line dropped that later lines make idle, and the others made as cheap as possible."""
    steps_left = list(steps)
    rest, place = yes | no, 0
    while place < len(steps_left) - 1:
        step = steps_left[place]
        wrong = no if step.yes else yes
        needed = misjudged(steps_left[place + 1 :], literals, rest, yes, no)
        if not needed:
            del steps_left[place]
            continue
        fits: list[tuple[int, int, int]] = []
        for number, mask in enumerate(masks):
            if fits and costs[number] > fits[0][0]:
                break
            if not needed & ~mask and not mask & rest & wrong:
                fits.append((costs[number], -mask.bit_count(), number))
        if fits:
            steps_left[place] = ListStep(step.yes, conjunctions[min(fits)[2]])
        rest &= ~mask_of(literals, steps_left[place].on)
        place += 1
    return tuple(steps_left)


def misjudged(steps: Sequence[ListStep], literals: Sequence[int], rest: int, yes: int, no: int) -> int:
    """Return the cases among ``rest`` that some lines answer wrong, as a list of their own.

    >>> misjudged([ListStep(True, (0,)), ListStep(False, ())], [0b011], rest=0b111, yes=0b101, no=0b010)
    6
    """
    wrong = 0
    for step in steps:
        decided = rest & mask_of(literals, step.on)
        wrong |= decided & (no if step.yes else yes)
        rest &= ~decided
    return wrong


class Union(NamedTuple):
    """Some masks, by their places, and the weight of the cases that any of them holds on."""

    weight: int
    places: tuple[int, ...]


def best_unions(masks: Sequence[int], weights: Sequence[int], most: int) -> list[Union]:
    """Return the union of greatest weight of at most 1, 2, ... ``most`` masks: the true optimum of each size.

    Branch and bound. What a union can still become is at most all positive weight less the negative weight already
    in it, and at most its own weight and what the masks to come add to a part of it. A mask is left out when
    another holds on all its cases of positive weight and on none of negative weight that it does not. Among equals
    the first found stands.

    >>> best_unions([0b0011, 0b0110, 0b1000], [5, -1, 4, 2], 2)
    [Union(weight=4, places=(0,)), Union(weight=8, places=(0, 1))]
    """
    gains = _Weigher([max(weight, 0) for weight in weights])
    losses = _Weigher([max(-weight, 0) for weight in weights])
    everything = gains.of(-1)
    masks_left = _undominated(masks, gains, losses)
    unions = [Union(0, ())]
    for size in range(1, most + 1):
        best = unions[-1]
        start = _climb(masks_left, gains, losses, size)
        best = max(best, start, key=lambda union: union.weight)
        unions.append(_search(masks_left, gains, losses, everything, size, best))
    return unions[1:]


class _Weigher:
    """Weights of cases, added up over a mask by their binary digits."""

    def __init__(self, weights: Sequence[int]) -> None:
        digits = max(weights, default=0).bit_length()
        self.planes = [
            (sum(1 << case for case, weight in enumerate(weights) if weight >> digit & 1), digit)
            for digit in range(digits)
        ]
        self.cases = reduce(or_, (plane for plane, _ in self.planes), 0)

    def of(self, mask: int) -> int:
        total = 0
        for plane, digit in self.planes:  # a half of the time of sum(), in the middle of the search
            total += (mask & plane).bit_count() << digit
        return total


class _Weighed(NamedTuple):
    gain: int
    loss: int
    mask: int
    place: int


def _undominated(masks: Sequence[int], gains: _Weigher, losses: _Weigher) -> list[_Weighed]:
    """The masks that can stand in a best union, greatest gain first."""
    weighed = (_Weighed(gains.of(mask), losses.of(mask), mask, place) for place, mask in enumerate(masks))
    kept: list[tuple[int, int]] = []
    left: list[_Weighed] = []
    for each in sorted(weighed, key=lambda candidate: (-candidate.gain, candidate.loss, candidate.place)):
        gain, loss = each.mask & gains.cases, each.mask & losses.cases
        for other_gain, other_loss in kept:
            if gain | other_gain == other_gain and loss | other_loss == loss:
                break
        else:
            kept.append((gain, loss))
            left.append(each)
    return left


def _climb(masks: Sequence[_Weighed], gains: _Weigher, losses: _Weigher, size: int) -> Union:
    """A good union: the best mask added ``size`` times, then each exchanged for a better one while that helps."""
    chosen: list[_Weighed] = []
    best = Union(0, ())
    while masks:
        for at in range(size):
            others = reduce(or_, (member.mask for member in (*chosen[:at], *chosen[at + 1 :])), 0)
            union = [(gains.of(others | mask.mask) - losses.of(others | mask.mask), mask) for mask in masks]
            weight, mask = max(union, key=lambda pair: pair[0])
            chosen[at : at + 1] = [mask]
        if weight <= best.weight:
            break
        best = Union(weight, tuple(sorted({member.place for member in chosen})))
    return best


def _search(
    masks: Sequence[_Weighed], gains: _Weigher, losses: _Weigher, everything: int, size: int, best: Union
) -> Union:
    """The best union of at most ``size`` masks, if any is better than ``best``."""

    def extend(start: int, union: int, gain: int, loss: int, places: tuple[int, ...], adds: list[int]) -> None:
        """``adds`` is what each mask adds to the gain of a part of the union: to the whole it adds no more."""
        nonlocal best
        free = size - len(places)
        if places and free > 1:
            adds = [0] * start + [gains.of(mask.mask & ~union) for mask in masks[start:]]
        later = [0, *accumulate(reversed(adds), max)][::-1]
        for at in range(start, len(masks)):
            candidate = masks[at]
            most = min(everything, gain + adds[at] + (free - 1) * later[at + 1])
            if most - max(loss, candidate.loss) <= best.weight:
                continue
            added = candidate.mask & ~union
            new_loss = loss + losses.of(added)
            if most - new_loss <= best.weight:
                continue
            new_gain = gain + gains.of(added)
            if new_gain - new_loss > best.weight:
                best = Union(new_gain - new_loss, (*places, candidate.place))
            if free > 1:
                extend(at + 1, union | candidate.mask, new_gain, new_loss, (*places, candidate.place), adds)

    extend(0, 0, 0, 0, (), [mask.gain for mask in masks])
    return best
