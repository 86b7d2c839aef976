"""The formulas of combinations: of events, of results of the base bet, and of ends of each action."""

from collections.abc import Callable

from casino31.pages.live import Live
from casino31.pages.payrows import Bin, SettlementGroup
from casino31.wagers import Paid, Settlement


def event_ways(live: Live, wager: str, paid: Paid) -> str:
    """Return the formula of the combinations of a wager's event, or "" where they are data.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> event_ways(live, "ante", Paid("fold")), event_ways(live, "natural 31", Paid("mini royal"))
    ('{ends|total|0}', '{draws}*SUM({counts|hands|536..536})')
    """
    if not live.table:
        return ""
    if wager in live.sides:
        return _side_ways(live, live.sides.index(wager), paid)
    place = live.main.index(wager)
    return _paid_as(live, lambda settlement: settlement[place] == paid, "total")


def group_ways(live: Live, group: SettlementGroup) -> str:
    """Return the formula of a result's combinations: by events of a wager that tells results apart, else by ends.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> group_ways(live, live.groups[0])
    'SUM({events play|ways|fold 0})'
    """
    for place, wager in reversed(list(enumerate(live.main))):
        told = [settlement[place] for other in live.groups for settlement in other.settlements]
        if len(set(told)) == len(told):
            paids = [settlement[place] for settlement in group.settlements]
            keys = (f"{{events {wager}|ways|{paid.event} {paid.units}}}" for paid in paids)
            return f"SUM({','.join(keys)})"
    return result_ways(live, group, "total")


def result_ways(live: Live, group: SettlementGroup, where: str) -> str:
    """Return the formula of the combinations that are paid as a result, or "" where there can be none.

    ``where`` is "total", or "3" for those with a result of the side bets.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> result_ways(live, live.groups[0], "3")
    '{ends|3|0}'
    """
    return _paid_as(live, lambda settlement: settlement in group.settlements, where)


def _paid_as(live: Live, holds: Callable[[Settlement], bool], where: str) -> str:
    """The combinations of the ends that are paid as some settlements: always, or while the pays choose so."""
    terms = []
    for number, column in enumerate(live.columns if live.table else ()):
        options = [option for option, choice in enumerate(column.options, 1) if holds(choice)]
        ways = f"{{ends|{where}|{number}}}"
        if len(options) == len(column.options):
            terms.append(ways)
        else:
            terms += [f"IF({{options|e{number}|choice}}={option},{ways},0)" for option in options]
    return "+".join(terms)


def column_ways(live: Live, place: int, side: Bin) -> str:
    """Return the formula of the combinations of an end with a result of the side bets, or "".

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> column_ways(live, 0, live.bins[-1])
    '{counts|t0|536..536}*{counts|e0|536..536}'
    """
    action = live.columns[place].action
    spans = live.spans(action, side.rows)
    return "+".join(_product(_area(f"t{action}", span), _area(f"e{place}", span), span) for span in spans)


def _product(first: str, other: str, span: tuple[int, int]) -> str:
    """The sum of products of two stretches; of one row it is that of two cells, which some programs take blank."""
    return f"SUMPRODUCT({first},{other})" if span[0] < span[1] else f"{first}*{other}"


def _side_ways(live: Live, side: int, paid: Paid) -> str:
    """The draws times the hands whose action leads a side bet to an event."""
    stretches: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for action in range(len(live.actions)):
        if spans := live.side_spans(action, side, paid):
            stretches.setdefault(tuple(spans), []).append(action)
    terms = []
    for stretch, actions in stretches.items():
        rows = [row for first, last in stretch for row in live.rows[first : last + 1]]
        whole = {live.actions[action] for action in actions} == {action for row in rows for action in row.counts}
        columns = ["hands"] if whole else [f"t{action}" for action in actions]
        terms += [f"SUM({_area(column, span)})" for column in columns for span in stretch]
    if not terms:
        return ""
    draws = "{last draws}" if live.before else "{draws}"
    return f"{draws}*{terms[0]}" if len(terms) == 1 else f"{draws}*({'+'.join(terms)})"


def _area(column: str, span: tuple[int, int]) -> str:
    """A stretch of count rows in one column."""
    return f"{{counts|{column}|{span[0]}..{span[1]}}}"
