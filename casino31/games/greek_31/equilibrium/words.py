"""A banker in words and in tables: what a person can learn of a policy of thousands of numbers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from casino31.banker_answers import BankerPlay, HideShares, StandShare
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.banker_profile import Portrait, portrait
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import VALUES

HARDLY = 0.005
"""Shares closer than this to none or all are called so."""
NAMES = {"A": "an ace", "8": "an 8", "T": "a ten"} | {card: f"a {card}" for card in "2345679"}


def banker_play(rules: Rules, plans: Sequence[Plan]) -> BankerPlay:
    """Return what the banker does against each first card: words, two tables to print, and shares.

    ``plans`` are those against the ten first cards. Shares are of the hands of each kind that come about.

    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> does = banker_play(Rules(), [fixed_plan(Rules())] * 10)
    >>> print(does.words[0])
    Against an ace: stands on hard 26 and more; soft 26 and more; shows every 14.
    >>> does.stands[0]
    StandShare(first_card='A', hand='hard', total=2, stands=0.0)
    """
    dealt = [first for first, n in enumerate(rules.deck) if n]
    portraits = {VALUES[first]: portrait(rules, plans[first], first) for first in dealt}
    chances = {VALUES[first]: Fraction(rules.deck[first], sum(rules.deck)) for first in dealt}
    together = _hides(portraits, chances)
    return BankerPlay(
        words=(*(sentence(card, banker) for card, banker in portraits.items()), *hiding(together)),
        stands_table=tuple(_stands_row(card, banker) for card, banker in portraits.items()),
        hides_table=tuple(_hides_rows(together)),
        stands=tuple(
            StandShare(card, "soft" if soft else "hard", total, share)
            for card, banker in portraits.items()
            for (total, soft), share in sorted(banker.stands.items(), key=lambda item: (item[0][1], item[0][0]))
        ),
        hides=tuple(
            HideShares(card, total, banker.rounds[total], shares)
            for card, banker in {**portraits, "all": together}.items()
            for total, shares in banker.hides.items()
        ),
    )


def _stands_row(card: str, banker: Portrait) -> dict[str, str]:
    """How often he stands on the totals that are in doubt."""
    doubtful = [(total, False) for total in range(24, 28)] + [(total, True) for total in range(27, 30)]
    return {"first_card": card} | {
        f"{'soft' if soft else 'hard'} {total}": _percent(banker.stands.get((total, soft), 0.0))
        for total, soft in doubtful
    }


def _hides_rows(banker: Portrait) -> list[dict[str, str]]:
    """What he hides behind each total, and how often he has it."""
    totals = [total for total in range(23, 31) if total in banker.hides]
    often = {"card": "of all rounds"} | {str(total): f"{banker.rounds[total]:.1%}" for total in totals}
    shares = [
        {"card": value} | {str(total): _percent(banker.hides[total][value]) for total in totals} for value in VALUES
    ]
    return [often, *shares]


def _hides(portraits: Mapping[str, Portrait], chances: Mapping[str, Fraction]) -> Portrait:
    """The portrait of what he hides over all first cards, each as often as it is dealt."""
    rounds: dict[int, float] = {}
    hides: dict[int, dict[str, float]] = {}
    for card, banker in portraits.items():
        for total, shares in banker.hides.items():
            weight = float(chances[card]) * banker.rounds[total]
            rounds[total] = rounds.get(total, 0.0) + weight
            row = hides.setdefault(total, dict.fromkeys(VALUES, 0.0))
            for value, share in shares.items():
                row[value] += weight * share
    return Portrait(
        {},
        dict(sorted(rounds.items())),
        {t: {v: s / rounds[t] for v, s in row.items()} for t, row in sorted(hides.items()) if rounds[t]},
        0.0,
        0.0,
    )


def sentence(card: str, banker: Portrait) -> str:
    """Return in one sentence when a banker stands against a first card.

    >>> banker = Portrait({(25, False): 0.0, (26, False): 0.72, (27, False): 1.0}, {}, {}, 0.5, 0.0)
    >>> sentence("8", banker)
    'Against an 8: stands on hard 27 and more, 72 % of 26; shows 50 % of his 14s.'
    """
    return f"Against {NAMES[card]}: {_does(banker)}."


def one_plan(rules: Rules, plan: Plan) -> list[str]:
    """Return in words what a banker does who plays one plan whatever the first card (infinitely many decks).

    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> one_plan(Rules(decks=None), fixed_plan(Rules(decks=None)))[0]
    'Stands on hard 26 and more; soft 26 and more; shows every 14.'
    """
    banker = portrait(rules, plan, 0)
    does = _does(banker)
    return [f"{does[0].upper()}{does[1:]}.", *hiding(banker)]


def _does(banker: Portrait) -> str:
    parts = [_from(banker, soft) for soft in (False, True)]
    said = "; ".join(f"{kind} {part}" for kind, part in zip(("hard", "soft"), parts, strict=True) if part)
    fourteen = "every 14" if banker.shows_14 > 1 - HARDLY else f"{_percent(banker.shows_14)} of his 14s"
    return f"stands on {said}; shows {fourteen}"


def _from(banker: Portrait, soft: bool) -> str:
    """From which total on he always stands, and how often below it."""
    shares = {total: share for (total, is_soft), share in banker.stands.items() if is_soft == soft}
    always = None
    for total in sorted(shares, reverse=True):
        if shares[total] < 1 - HARDLY:
            break
        always = total
    below = [
        f"{_percent(share)} of {total}"
        for total, share in sorted(shares.items(), reverse=True)
        if share >= HARDLY and (always is None or total < always)
    ]
    return ", ".join(([f"{always} and more"] if always is not None else []) + below)


def hiding(banker: Portrait) -> list[str]:
    """Return in words which cards a banker hides, with low totals and with high ones.

    >>> row = dict.fromkeys("A23456789T", 0.05) | {"6": 0.4, "T": 0.15}
    >>> hiding(Portrait({}, {26: 0.2}, {26: row}, 1.0, 0.0))
    ['With 26 he hides a 6 (40 %), a ten (15 %), an ace (5 %) most often.']
    """
    lines = []
    for low, high in ((0, 26), (27, 28), (29, 30)):
        totals = [total for total in banker.hides if low <= total <= high and banker.rounds[total] >= HARDLY / 5]
        whole = sum(banker.rounds[total] for total in totals)
        if not whole:
            continue
        shares = {v: sum(banker.rounds[t] * banker.hides[t][v] for t in totals) / whole for v in VALUES}
        most = sorted(shares, key=lambda value: -shares[value])[:3]
        said = ", ".join(f"{NAMES[value]} ({_percent(shares[value])})" for value in most)
        span = {1: "", 2: f" and {totals[-1]}"}.get(len(totals), f" to {totals[-1]}")
        lines.append(f"With {totals[0]}{span} he hides {said} most often.")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
