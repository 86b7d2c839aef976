"""The page of the strategy: in words, in short, and live."""

from collections.abc import Iterator

from casino31.answers import StatedRule
from casino31.formulas import close, filed, filed_number, literal, name_for
from casino31.page import (
    NUMBER,
    PLAIN,
    SHARE,
    TEXT,
    WHOLE,
    Block,
    Cell,
    Column,
    Entry,
    Figure,
    Listing,
    Note,
    Page,
    Row,
    Table,
    figures,
)
from casino31.pages.first_decisions import span
from casino31.pages.live import Live
from casino31.pages.parsheet import ParSheet

TITLE = "Strategy"
EQUAL = "Starting hands where the best action is not the only one"
EQUAL_FIRST = "Starting hands with more than one best action"
"""The same, where decisions follow each other and ``EQUAL`` counts the hands at all of them."""


def strategy_page(live: Live) -> Page:
    """Return the page of the strategy.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = strategy_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    >>> [cell.formula for row in page.blocks[1].rows for cell in row.cells if cell and cell.key == "play frequency"]
    ['1-({wager play|ways|0})/{total}']
    """
    blocks: list[Block] = []
    if live.table:
        change = "Change a yellow pay on a wager's page" + (", or the tie rule here," if live.tie_choices else "")
        text = (
            f"{change} and recalculate: the Counts sheet prices every action of every hand anew, and every figure "
            "of the workbook follows the best one."
        )
        blocks = [Note(text, "note", workings=True)]
        blocks.append(figures("The best action of every hand", list(_live(live)), "strategy"))
    else:
        blocks.append(figures("The best action of every hand", list(_frozen(live)), "strategy"))
    return Page(TITLE, (*blocks, *words(live.sheet), *advice(live.sheet)), f"Strategy: {live.rules.title}")


def words(sheet: ParSheet) -> Iterator[Block]:
    """Yield the best strategy in words, and how many hands it was checked on."""
    known = sheet.advice
    reading, *lines = known.rules
    yield Listing(tuple(lines), "The best strategy in words", numbered=True)
    yield Note(reading, "note")
    if known.proven_hands:
        proof = f"Checked: the same action as the best one on all {known.proven_hands:,} starting hands."
        edited = literal("The inputs were edited: these words are for the pays of the file.")
        yield Note(proof, "note", f"IF({{as filed}}=1,{literal(proof)},{edited})")


def advice(sheet: ParSheet) -> Iterator[Table]:
    """Yield the best short rules, and what common mistakes cost."""
    aim = f"; figures for {' + '.join(sheet.analysis.objective)}"
    advice = sheet.advice
    for title, rules in (
        ("The best short rules, and what each costs", advice.short),
        ("What common mistakes cost", advice.mistakes),
    ):
        if rules:
            columns = (
                Column("rule", "Rule", "left"),
                Column("edge", "House edge"),
                Column("cost", "Costs"),
                Column("played", "Hands played"),
                Column("exact", "House edge, exact", tone="exact"),
            )
            yield Table(columns, tuple(map(_stated, rules)), title + aim)


def _stated(rule: StatedRule) -> Row:
    worth = (rule.house_edge, rule.cost, rule.play_frequency)
    cells = (Cell(value, SHARE, filed_number(value)) for value in worth)
    exact = str(rule.house_edge)
    return Row((Cell("\n".join(rule.lines)), *cells, Cell(exact, TEXT, filed(exact))))


def _live(live: Live) -> Iterator[Figure]:
    yield from _inputs(live)
    yield Figure("Draws after each starting hand", live.draws, WHOLE, key="draws")
    yield from _first(live)
    what = "Ways to a second decision" if live.before else "Starting hands"
    key = "arrivals" if live.before else "hands"
    yield Figure(what, sum(row.members for row in live.rows), WHOLE, "SUM({counts|hands})", key=key)
    for action, name in enumerate(live.actions):
        whole = sum(taken[action] for taken in live.taken)
        yield Figure(f"{what}: {name}", whole, WHOLE, f"SUM({{counts|t{action}}})")
    if live.sheet.play_frequency is not None:
        frequency = live.sheet.play_frequency
        yield Figure(
            "Play frequency", frequency, SHARE, _frequency(live), "play frequency", "play_frequency",
            str(frequency), filed(str(frequency)),
        )  # fmt: skip
    ties = "SUMPRODUCT(({counts|ties}>1)*{counts|hands})"
    if live.before:
        ties = f"SUMPRODUCT(({{first|{span(live)}|best actions}}>1)*{{first|{span(live)}|taken}})"
    label, name = (EQUAL_FIRST, "tied_starting_hands") if live.before else (EQUAL, "tied_hands")
    yield Figure(label, live.tied, WHOLE, ties, "tied hands", name)
    edge = live.sheet.stakes[live.base].metrics.house_edge
    label = "House edge with the best action everywhere"
    yield Figure(label, edge, SHARE, f"{{{live.base}.edge}}", alert="below 0")
    yield from _cross_check(live)


def _first(live: Live) -> Iterator[Figure]:
    """The figures of a first decision, where another follows it."""
    if not live.before:
        return
    yield Figure("Draws after each second decision", live.last_draws, WHOLE, key="last draws")
    hands = sum(situation.members for situation in live.before)
    yield Figure("Starting hands", hands, WHOLE, f"SUM({{first|{span(live)}|taken}})", key="hands")
    for action in live.before[0].options:
        chosen = zip(live.before, live.first_choices, strict=True)
        many = sum(situation.members for situation, choice in chosen if choice == action)
        yield Figure(f"Starting hands: {action}", many, WHOLE, f"SUM({{first|{span(live, action)}|taken}})")


def _frozen(live: Live) -> Iterator[Figure]:
    """The figures of the strategy where they are values."""
    sheet = live.sheet
    yield Figure(EQUAL, sheet.analysis.tied, WHOLE, key="tied hands", name="tied_hands")
    if sheet.play_frequency is not None:
        frequency = sheet.play_frequency
        yield Figure("Play frequency", frequency, SHARE, "", "play frequency", "play_frequency", str(frequency))
    yield Figure("House edge with the best action everywhere", sheet.stakes[live.base].metrics.house_edge, SHARE)


def _inputs(live: Live) -> Iterator[Figure]:
    """The yellow cells: the tie rule, and the bets that the strategy is chosen for."""
    if live.tie_choices:
        tie = live.rules.readings["tie"]
        label = "Tie rule: what is done where it is one of several best actions"
        entry = Entry("Tie rule", " or ".join(live.tie_choices), words=live.tie_choices)
        yield Figure(label, tie, TEXT, key="tie", name="tie_rule", entry=entry)
        first, *others = live.tie_choices
        place = str(live.actions.index(first) + 1)
        for other in others:
            place = f'IF({{tie}}="{other}",{live.actions.index(other) + 1},{place})'
        label = "The tie rule as a number: the action's place on the Counts sheet"
        yield Figure(label, live.actions.index(tie) + 1, WHOLE, place, "tie flag")
    for bet in live.at_stake:
        label = f"The strategy is chosen with the {bet} wager made (1) or not (0)"
        entry = Entry("Objective", "1: the wager is made; 0: it is not", words=("0", "1"))
        made, name = int(live.is_objective(bet)), name_for("objective", bet)
        yield Figure(label, made, PLAIN, key=f"objective.{bet}", name=name, entry=entry)


def _frequency(live: Live) -> str:
    """How often the first later wager is made: all but the combinations without units on it."""
    wager = live.sheet.later[0]
    idle = [f"{{wager {wager}|ways|{place}}}" for place, row in enumerate(live.pay_rows[wager]) if not row.units]
    return f"1-({'+'.join(idle) or '0'})/{{total}}"


def _cross_check(live: Live) -> Iterator[Figure]:
    """The expectation once more, from the value of each hand's action instead of the counted results."""
    extra = "".join(f"-{{objective.{bet}}}*{{{bet} alone.mean}}" for bet in live.at_stake)
    mean = live.sheet.stakes[live.base].metrics.expected_net
    worth = f"SUMPRODUCT({{counts|hands}},{{counts|best}})/{{total}}{extra}"
    label = "Expected net by the value of every hand's action, units"
    yield Figure(label, mean, NUMBER, worth, "best value", kind="check")
    test = close("{best value}", f"{{{live.base}.mean}}", "1E-9")
    yield Figure("That is the counted results' own", "ok", TEXT, test, "check.best", alert="check", kind="check")
