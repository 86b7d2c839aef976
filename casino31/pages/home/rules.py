"""House rules, and the games that come with the program."""

from __future__ import annotations

from casino31.home.reader import HomeGame, load, shipped
from casino31.home.rules import HomeRules
from casino31.page import Table
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import Heading, answer, plain_table, stated


def rules_deliverable(game: HomeGame) -> Deliverable:
    """Return the rules that matter in a game, for people and for programs.

    >>> rules_deliverable(load("dutch")).record["rules"]["deck"]
    '32'
    """
    rules = game.rules
    heading = Heading(f"{rules.title}: {rules.fewest} to {rules.most} players", "House rules", rules, game)
    record = {"schema": "casino31.home.rules/1", **stated(rules, game)}
    return answer(heading, [readings_table(rules)], record)


def readings_table(rules: HomeRules) -> Table:
    """Return clause by clause what a game has chosen, and what else may stand there.

    >>> readings_table(HomeRules()).rows[2].cells[1].value
    'deck = 52'
    """
    rows = []
    for name, reading, choice in rules.readings():
        others = [other for other in reading.choices if other != choice]
        choices = f"{reading.low} to {reading.high}" if reading.is_number else ", ".join(others)
        rows.append((reading.clause, f"{name} = {choice}", reading.says, choices))
    return plain_table(("clause", "rule", "what it settles", "or"), rows)


def games_deliverable() -> Deliverable:
    """Return the home games that come with the program, for people and for programs.

    >>> games_deliverable().record["games"][0]["name"]
    'banking'
    """
    games = {name: load(name).rules for name in shipped()}
    rows = [(name, f"{rules.fewest}-{rules.most}", rules.title) for name, rules in games.items()]
    record = {
        "schema": "casino31.home.games/1",
        "games": [
            {"name": name, "title": rules.title, "fewest": rules.fewest, "most": rules.most}
            for name, rules in games.items()
        ],
    }
    heading = Heading("Home games that come with the program", "Home games", HomeRules(), None)
    return answer(heading, [plain_table(("game", "players", "title"), rows)], record)
