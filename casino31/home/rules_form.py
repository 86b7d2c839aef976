"""House rules on the page."""

from __future__ import annotations

from casino31.home.reader import HomeGame, load, shipped
from casino31.serialize import JsonObject


def games_text() -> str:
    """Return the home games that come with the program, a line each.

    >>> print(games_text().splitlines()[0])
    banking          2-7   Banking
    """
    lines = []
    for name in shipped():
        rules = load(name).rules
        lines.append(f"{name:<16} {f'{rules.fewest}-{rules.most}':<5} {rules.title}")
    return "\n".join(lines)


def rules_text(game: HomeGame) -> str:
    """Return the rules that matter in a game: clause, name, choice and what else may stand there."""
    rules = game.rules
    lines = [f"{rules.title}: {rules.fewest} to {rules.most} players", f"file: {game.path}, SHA-256 {game.digest}"]
    lines += [f"set: {setting}" for setting in game.settings]
    lines.append("")
    for name, each, choice in rules.readings():
        others = (
            f"{each.low} to {each.high}" if each.is_number else ", ".join(o for o in each.choices if o != choice)
        )
        lines.append(
            f"  {each.clause:<12} {f'{name} = {choice}':<38} {each.says}" + (f" (or {others})" if others else "")
        )
    return "\n".join(lines)


def rules_object(game: HomeGame) -> JsonObject:
    """Return the game as the object of ``home check --json``."""
    return {"schema": "casino31.home.rules/1", **rules_stated(game)}


def rules_stated(game: HomeGame) -> JsonObject:
    """Return what every JSON object of a home game states of its rules."""
    rules = game.rules
    return {
        "game": game.name,
        "title": rules.title,
        "file": game.path,
        "digest": game.digest,
        "set": list(game.settings),
        "rules": {name: choice for name, _, choice in rules.readings()},
    }
