"""The pieces of the edge along one pay: for each hand the upper envelope of one line an action, walked from left to
right."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple

from casino31.answers import UNITS, Form
from casino31.paytable_design.surface import HIGHEST, LOWEST, LineSegment, Surface


class Ray(NamedTuple):
    """A line in one pay: what it is at 0, and how fast it rises; in whole units, but at 0 after a bend."""

    base: int | Fraction
    rise: int


def sections(
    surface: Surface, row: str, low: Fraction = LOWEST, high: Fraction = HIGHEST
) -> tuple[LineSegment, ...]:
    """Return the pieces of the edge from ``low`` to ``high`` as a function of one pay, the others as they are.

    It is ``surface.pieces`` of the same function, found in one pass over the hands however many pieces there are.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = sections(surface(file.game, file.rules), "play.26-28", Fraction(1), Fraction(2))
    >>> [str(piece.start) for piece in found]
    ['1', '6/5', '5/4', '3/2', '8/5']
    """
    if low >= high:
        raise ValueError(f"from {low} to {high} there is nothing")
    pays = {**surface.pays, UNITS: Fraction(1)}
    scale = lcm(*(pay.denominator for pay in pays.values()))
    ends = [[_ray(form, pays, scale, row) for form in forms] for forms in surface.payoffs.ends]
    marks = sorted({low, high, *(at for rays in ends for at, _ in list(envelope(rays, low, high))[1:])})
    bends: dict[Fraction, int] = {}
    won, rise = Fraction(), 0
    for left, right in pairwise(marks):
        first, turns = _stretch(surface, [next(envelope(rays, left, right))[1] for rays in ends], left, right)
        if left == low:
            won = first.base + first.rise * low
        bends |= {left: first.rise - rise, **turns}
        rise = first.rise + sum(turns.values())
    return _pieces(won, bends, low, high, scale * surface.payoffs.total * surface.initial)


def _ray(form: Form, pays: Mapping[str, Fraction], scale: int, row: str) -> Ray:
    base = sum((times * pays[name] for name, times in form.items() if name != row), Fraction())
    return Ray(int(base * scale), form.get(row, 0) * scale)


class Bent(NamedTuple):
    """A convex line of pieces between two pays: its first ray, and by how much it rises faster after each bend."""

    ray: Ray
    turns: Mapping[Fraction, int]


def _stretch(surface: Surface, ends: Sequence[Ray], left: Fraction, right: Fraction) -> Bent:
    """What the player wins over all deals just after ``left``, and by how much its rise grows at each bend before
    ``right``, while each end is paid by the one form given."""
    places = [
        Bent(Ray(sum(ends[end].base for end in parts), sum(ends[end].rise for end in parts)), {})
        for parts in surface.payoffs.settlements
    ]
    for later in surface.payoffs.later:
        places.append(_highest([_summed(counts, places) for counts in later.options.values()], left, right))
    best = [
        _highest([_summed(counts, places) for counts in options.values()], left, right)
        for _, options, _ in surface.payoffs.choices
    ]
    return _summed(dict(enumerate(choice.members for choice in surface.payoffs.choices)), best)


def _summed(counts: Mapping[int, int], places: Sequence[Bent]) -> Bent:
    base: int | Fraction = 0
    rise, turns = 0, dict[Fraction, int]()
    for place, n in counts.items():
        ray, bends = places[place]
        base += n * ray.base
        rise += n * ray.rise
        for at, more in bends.items():
            turns[at] = turns.get(at, 0) + n * more
    return Bent(Ray(base, rise), turns)


def _highest(options: Sequence[Bent], left: Fraction, right: Fraction) -> Bent:
    """The highest of some convex lines: between two bends of any of them each is a ray."""
    if len(options) == 1:
        return options[0]
    rays = [option.ray for option in options]
    bends = sorted({at for option in options for at in option.turns})
    highest: list[tuple[Fraction, Ray]] = []
    for start, end in pairwise([left, *bends, right]):
        if start != left:
            more = [option.turns.get(start, 0) for option in options]
            rays = [Ray(ray.base - n * start, ray.rise + n) for ray, n in zip(rays, more, strict=True)]
        highest += envelope(rays, start, end)
    turns = {at: ray.rise - before.rise for (_, before), (at, ray) in pairwise(highest) if ray.rise != before.rise}
    return Bent(highest[0][1], turns)


def envelope(rays: Sequence[Ray], low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, Ray]]:
    """Yield where each line becomes the highest one between ``low`` and ``high``: the first at ``low``.

    From the line that is highest, the next one is the steeper line that it meets first.

    >>> found = envelope([Ray(0, 0), Ray(-2, 1), Ray(-6, 2), Ray(-9, 2)], Fraction(-1), Fraction(5))
    >>> [(str(at), ray.rise) for at, ray in found]
    [('-1', 0), ('2', 1), ('4', 2)]
    """
    at, ray = low, rays[0]
    if len(rays) > 1:
        ray = max(rays, key=lambda each: (each.base * low.denominator + each.rise * low.numerator, each.rise))
    while True:
        yield at, ray
        steeper = [each for each in rays if each.rise > ray.rise]
        if not steeper:
            return
        meets = [Fraction(ray.base - each.base, each.rise - ray.rise) for each in steeper]
        at = min(meets)
        if at >= high:
            return
        ray = max((each for each, meet in zip(steeper, meets, strict=True) if meet == at), key=_rise)


def _rise(ray: Ray) -> int:
    return ray.rise


def _pieces(
    won: Fraction, bends: Mapping[Fraction, int], low: Fraction, high: Fraction, unit: Fraction
) -> tuple[LineSegment, ...]:
    """The edge from what the player wins at ``low`` and by how much the rise of it grows at each bend."""
    places = [low, *(at for at in sorted(bends) if bends[at] and at != low), high]
    found, rise = [], 0
    for start, end in pairwise(places):
        rise += bends[start]
        found.append(LineSegment(start, end, -won / unit, -rise / unit))
        won += rise * (end - start)
    return tuple(found)
