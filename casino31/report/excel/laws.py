"""Where the workbook keeps the law of the results of each stake."""

from fractions import Fraction

from casino31.report.excel.figures import Law
from casino31.report.excel.live import Live


def laws(live: Live) -> dict[str, Law]:
    """Return where the workbook keeps the law of each stake of the par sheet.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> {name: law.wagered for name, law in laws(live).items() if name == "combined"}
    {'combined': '{main.wagered}+{natural 31 alone.wagered}'}
    """
    found = {}
    for name, figures in live.sheet.stakes.items():
        units = figures.stake.units
        if live.main_bet in units and len(units) == 1:
            last = len(live.groups) - 1
            ways, nets, stakes = (f"{{main.{what}.0..main.{what}.{last}}}" for what in ("ways", "net", "stake"))
        elif len(units) == 1:
            wager = figures.stake.wagers[0]
            last = len(live.pay_rows[wager]) - 1
            ways, nets, stakes = (
                f"{{{wager}.{what}.0..{wager}.{what}.{last}}}" for what in ("ways", "net", "stake")
            )
        else:
            found[name] = _together(live, name, figures.stake.initial_wager)
            continue
        wagered, initial = f"SUMPRODUCT({ways},{stakes})/{{total}}", str(figures.stake.initial_wager)
        if name == "mix":
            (unit,) = units.values()
            nets, wagered = f"({unit})*({nets})", f"({unit})*{wagered}"
        found[name] = Law(name, ways, nets, wagered, initial)
    return found


def _together(live: Live, name: str, initial: Fraction) -> Law:
    g, b = len(live.groups) - 1, len(live.bins) - 1
    ways, nets = f"{{joint.0.0..joint.{g}.{b}}}", f"{{combined.0.0..combined.{g}.{b}}}"
    bets = {bet: f"{{{bet if bet == live.main_bet else f'{bet} alone'}.wagered}}" for bet in live.rules.bets}
    if name != "mix":
        return Law(name, ways, nets, "+".join(bets.values()), str(initial))
    won, wagered, units = [], [], []
    for place, (bet, each) in enumerate(bets.items()):
        if bet not in (live.sheet.mix or {}):
            continue
        one = f"{{units.{bet}}}"
        net = f"bin.net.{place - 1}" if place else "main.net"
        won.append(f"{one}*{{{net}.0..{net}.{b if place else g}}}")
        wagered.append(f"{one}*{each}")
        units.append(one if (start := _initial(live, bet)) == 1 else f"{start}*{one}")
    return Law(name, ways, f"({'+'.join(won)})", "+".join(wagered), "+".join(units))


def _initial(live: Live, bet: str) -> Fraction:
    return sum((live.rules.by_name[wager].initial for wager in live.rules.bets[bet]), Fraction())


def alone(live: Live, wager: str) -> Law:
    """Return where the law of one wager stands, per unit that its figures are of.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> alone(live, "ante").ways
    '{ante.ways.0..ante.ways.3}'
    """
    last = len(live.pay_rows[wager]) - 1
    ways, nets, stakes = (f"{{{wager}.{what}.0..{wager}.{what}.{last}}}" for what in ("ways", "net", "stake"))
    unit = live.sheet.wagers[wager].metrics.initial_wager
    return Law(f"{wager} alone", ways, nets, f"SUMPRODUCT({ways},{stakes})/{{total}}", str(unit))
