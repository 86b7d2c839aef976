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
        if name == live.main_bet or (len(units) == 1 and live.main_bet in units):
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
    main, side = f"{{{live.main_bet}.wagered}}", f"{{{live.side} alone.wagered}}"
    if name != "mix":
        return Law(name, ways, nets, f"{main}+{side}", str(initial))
    one, other = "{units.main}", "{units.side}"
    nets = f"({one}*{{main.net.0..main.net.{g}}}+{other}*{{bin.net.0..bin.net.{b}}})"
    return Law(name, ways, nets, f"{one}*{main}+{other}*{side}", f"{one}+{other}")


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
