"""Figures that somebody states of a layout with a banker, held against the exact ones or the proven intervals."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from casino31.banker_answers import BankerAnalysis, BankerFigure, FirstCardFigures, OverallFigures
from casino31.layoutfile.fields import suggest
from casino31.paytable_design.claims import LEAST, LEVELS, STATED, ClaimVerdict, room_of


class KnownRange(NamedTuple):
    """A figure that is known to lie between two numbers, both the same where it is exact."""

    low: Fraction
    high: Fraction
    times: Fraction | None = None
    """Of a multiple of a standard deviation: by how much; the range is then that of the variance."""


def judge_banker_claim(analysis: BankerAnalysis, claim: str) -> ClaimVerdict:
    """Return the verdict on a claim such as ``overall.banker_edge = -3.96%`` or ``A.punter_ev = 0.19``.

    The left side is all first cards or one of them and a figure or an event, or a figure of the tenure. Of a
    figure that is known to lie in a range the claim holds when it holds at both ends. ValueError says what of it
    cannot be read.
    """
    name, sign, text = claim.partition("=")
    name, stated = name.strip(), STATED.fullmatch(text)
    if not sign or stated is None or stated["unit"]:
        raise ValueError(f"claim {claim!r}: write a name, = and a number, such as overall.banker_edge = 2.5%")
    known = dict(_ranges(analysis))
    place, _, figure = name.rpartition(".")
    least = figure == LEAST
    found = known.get(f"{place}.return" if least else name)
    if found is None:
        names = [*known, *(f"{place_name}.{LEAST}" for place_name in ("overall", *analysis.first_cards))]
        raise ValueError(f"claim {claim!r}: no {name!r} here; {suggest(name, names) or 'see docs/greek-31.md'}")
    part = 100 if stated["percent"] else 1
    number, room = Fraction(stated["number"]), room_of(stated)
    if least:
        holds = part * found.low >= number
    elif found.times is not None:
        ends = max(number - room, Fraction()) ** 2, (number + room) ** 2
        by = (part * found.times) ** 2
        holds = ends[0] <= by * found.low and by * found.high <= ends[1]
    else:
        holds = number - room <= part * found.low and part * found.high <= number + room
    return ClaimVerdict(claim, holds, _shown(found, part), "")


def banker_below(analysis: BankerAnalysis, least: Fraction) -> list[ClaimVerdict]:
    """Return the verdict on the punter's bet: does it return at least so much?"""
    return [judge_banker_claim(analysis, f"overall.{LEAST} = {least}")]


def _shown(bounds: KnownRange, part: int) -> str:
    low, high = (
        float(end) if bounds.times is None else float(bounds.times) * float(end) ** 0.5 for end in bounds[:2]
    )
    sign = "%" if part == 100 else ""
    lowest, highest = f"{part * low:.6g}{sign}", f"{part * high:.6g}{sign}"
    return lowest if bounds.low == bounds.high else f"{lowest} to {highest}"


def _range(figure: BankerFigure) -> KnownRange | None:
    if figure.exact is not None:
        return KnownRange(figure.exact, figure.exact)
    if figure.value is None or figure.error_bound is None:
        return None
    value, bound = Fraction(figure.value), Fraction(figure.error_bound)
    return KnownRange(value - bound, value + bound)


def _ranges(analysis: BankerAnalysis) -> Iterator[tuple[str, KnownRange]]:
    """Every figure by its name."""
    for first, card in analysis.first_cards.items():
        yield from _of(first, card, analysis.head.results)
    yield from _of("overall", analysis.overall, analysis.head.results)
    yield from _named("", {"break_even_spread": analysis.break_even_spread})
    if analysis.tenure is not None:
        tenure = analysis.tenure
        figures = {"bust": tenure.bust, "mean_hands": tenure.mean_hands, "deviation_hands": tenure.deviation_hands}
        yield from _named("tenure.", {**figures, "banker_units_a_punter": tenure.banker_units_a_punter})
    if analysis.punters is not None:
        yield from _named("punters.", {"covariance": analysis.punters.covariance})


def _named(before: str, figures: Mapping[str, BankerFigure]) -> Iterator[tuple[str, KnownRange]]:
    for name, figure in figures.items():
        if (bounds := _range(figure)) is not None:
            yield before + name, bounds


def _of(
    place: str, all_of: FirstCardFigures | OverallFigures, results: Mapping[str, int]
) -> Iterator[tuple[str, KnownRange]]:
    """The figures of one first card, or of all: as they are filed, and by the names of other games."""
    bet = all_of.bet if isinstance(all_of, FirstCardFigures) else all_of.average_bet
    figures = {"punter_ev": all_of.punter_ev, "banker_edge": all_of.banker_edge, "bet": bet, **all_of.classes}
    bounds = dict(_named("", {**figures, "variance": all_of.variance}))
    edge, spread = bounds.get("banker_edge"), bounds.get("variance")
    if edge is not None:
        bounds["house_edge"] = edge
        bounds["return"] = KnownRange(1 - edge.high, 1 - edge.low)
    if spread is not None:
        bounds["standard_deviation"] = KnownRange(max(spread.low, Fraction()), spread.high, Fraction(1))
        bounds["volatility_index"] = KnownRange(max(spread.low, Fraction()), spread.high, Fraction(LEVELS["90 %"]))
    won = [bounds[event] for event, result in results.items() if result > 0 and event in bounds]
    if won:
        bounds["hit_frequency"] = KnownRange(sum(win.low for win in won), sum(win.high for win in won))  # type: ignore[arg-type]
    for name, bound in bounds.items():
        yield f"{place}.{name}", bound
