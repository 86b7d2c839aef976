"""The first of two decisions in a row: what each action of every situation leads to, and the best of them, live."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.cards import show
from casino31.page import PLAIN, WHOLE, Cell, Column, Note, Page, Row, Table
from casino31.pages.live import Live

TITLE = "First counts"


def first_page(live: Live) -> Page:
    """Return the page of first decisions: a column for each action of every situation, a row for each count row.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("let-it-ride")
    >>> page = first_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    >>> [len(block.columns) for block in page.blocks[1:]], len(page.blocks[2].rows)
    ([119, 119], 206)
    """
    text = (
        "A column for each action of every first decision that a pay table can tell apart; below, the ways from it "
        "to each row of the Counts sheet. The value of an action: those ways times the best values there, summed, "
        f"rounded to {live.first_digits} decimals. Taken: the hands whose first action it is: the best, of equal "
        "ones the first."
    )
    columns = (Column("label", side="left"), *(Column(f"c{place}") for place in range(len(_pairs(live)))))
    choices = Table(columns, tuple(_choices(live)), "The first decision", "first", headless=True)
    rows = tuple(_row(live, place) for place in range(len(live.rows)))
    ways = Table(columns, rows, "Ways to each row of the Counts sheet", "arrivals", headless=True)
    heading = "The first decision: the ways to each later one, and the best action, live"
    return Page(TITLE, (Note(text, "note"), choices, ways), heading, workings=True)


def span(live: Live, action: str = "") -> str:
    """Return the columns of an action, or of all.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("let-it-ride")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> span(live), span(live, "let it ride")
    ('c0..c117', 'c59..c117')
    """
    places = [place for place, (_, name) in enumerate(_pairs(live)) if action in ("", name)]
    return f"c{places[0]}..c{places[-1]}"


def arrivals(live: Live, place: int) -> str:
    """Return the formula of the ways in which the best first actions lead to a count row; "" where there are none.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("let-it-ride")
    >>> arrivals(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)), 7)
    'SUMPRODUCT({arrivals|c0..c117|7},{first|c0..c117|taken})'
    """
    if not live.before:
        return ""
    return f"SUMPRODUCT({{arrivals|{span(live)}|{place}}},{{first|{span(live)}|taken}})"


def _pairs(live: Live) -> list[tuple[int, str]]:
    """What stands in the columns: a situation, and an action; the columns of one action stand together."""
    actions = dict.fromkeys(action for situation in live.before for action in situation.options)
    return [
        (place, action)
        for action in actions
        for place, situation in enumerate(live.before)
        if action in situation.options
    ]


def _choices(live: Live) -> Iterator[Row]:
    """Of each column the hands, the action, its value, the best value, and how many hands take it."""
    pairs = _pairs(live)
    columns = {pair: f"c{place}" for place, pair in enumerate(pairs)}
    yield Row((Cell("example"), *(Cell(show(*live.before[place].hand)) for place, _ in pairs)))
    yield Row((Cell("action"), *(Cell(action) for _, action in pairs)))
    yield Row((Cell("hands"), *(Cell(live.before[place].members, WHOLE) for place, _ in pairs)), key="hands")
    values, best, ties, taken = [], [], [], []
    for place, action in pairs:
        own, worth = columns[place, action], live.first_values[place]
        others = [columns[place, name] for name in worth]
        formula = f"ROUND(SUMPRODUCT({{arrivals|{own}}},{{counts|best}}),{live.first_digits})"
        values.append(Cell(_rounded(live, worth[action]), PLAIN, formula))
        all_values = ",".join(f"{{first|{column}|value}}" for column in others)
        most = max(worth.values())
        best.append(Cell(_rounded(live, most), PLAIN, f"MAX({all_values})"))
        is_best = "+".join(f"IF({{first|{column}|value}}={{first|{own}|best}},1,0)" for column in others)
        ties.append(Cell([*worth.values()].count(most), WHOLE, is_best))
        hands = live.before[place].members if live.first_choices[place] == action else 0
        earlier = "".join(f"-{{first|{column}|taken}}" for column in others[: others.index(own)])
        wins = f"{{first|{own}|value}}={{first|{own}|best}}"
        taken.append(Cell(hands, WHOLE, f"IF({wins},{{first|{own}|hands}}{earlier},0)"))
    for label, cells in (("value", values), ("best", best), ("best actions", ties), ("taken", taken)):
        yield Row((Cell(label), *cells), key=label)


def _rounded(live: Live, value: Fraction) -> Fraction:
    return Fraction(round(value, live.first_digits))


def _row(live: Live, place: int) -> Row:
    """The ways from each column to one count row; blank: none."""
    ways = (live.before[situation].options[action].get(place) for situation, action in _pairs(live))
    example = show(*live.rows[place].example)
    return Row((Cell(example), *(Cell(many, WHOLE) if many else None for many in ways)))
