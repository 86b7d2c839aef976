"""Greek 31, trianta ena: a banker with a hidden card, and a bet that follows the first card."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from casino31.game import Game
from casino31.games.greek_31.clauses import CLAUSES
from casino31.games.greek_31.read import file_keys, read
from casino31.games.greek_31.round import referee
from casino31.games.greek_31.rules import BET, NAME, READINGS
from casino31.two_sides import Equilibrium
from casino31.wagers import Shoe


def _later(room: str, name: str) -> Callable[..., Any]:
    """A function of a room that is imported when it is called: a game that is merely listed needs none of it."""

    def call(*arguments: Any, **options: Any) -> Any:
        return getattr(import_module(f"casino31.games.greek_31.{room}"), name)(*arguments, **options)

    return call


GAME = Game(
    name=NAME,
    clauses=CLAUSES,
    wagers=(BET,),
    bets={"main": ("bet",)},
    readings=READINGS,
    shoe=Shoe(),
    cards=lambda _: 52,
    referee=referee,
    deal="every round is dealt from freshly shuffled packs (B9)",
    reader=read,
    file_keys=file_keys,
    solver=Equilibrium(
        analyse=_later("api", "analyse"),
        outcomes=_later("api", "outcomes"),
        sheet=_later("api", "sheet"),
        report=_later("pages.sheet", "report"),
        brief=_later("pages.short", "brief"),
        strategies=_later("api", "strategies"),
        strategy_report=_later("pages.short", "strategy_report"),
        strategy_rows=_later("api", "strategy_rows"),
        solve=_later("api", "solve"),
        verify=_later("api", "verify"),
        tolerance=_later("api", "tolerance"),
        certified=_later("api", "certified"),
        against=_later("api", "against"),
        policies=_later("api", "policies"),
        rules_of=_later("api", "rules_of"),
        trial=_later("api", "trial"),
        log=_later("simulation.log", "hand_log"),
    ),
)
