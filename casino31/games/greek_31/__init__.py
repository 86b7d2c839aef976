"""Greek 31, trianta ena: a banker with a hidden card, and a bet that follows the first card."""

from casino31.game import Game
from casino31.games.greek_31.api import (
    against,
    analyse,
    certified,
    outcomes,
    policies,
    rules_of,
    sheet,
    solve,
    strategies,
    strategy_rows,
    tolerance,
    trial,
    verify,
)
from casino31.games.greek_31.clauses import CLAUSES
from casino31.games.greek_31.page import page, strategy_page
from casino31.games.greek_31.read import file_keys, read
from casino31.games.greek_31.round import referee
from casino31.games.greek_31.rules import BET, NAME, READINGS
from casino31.two_sides import Equilibrium
from casino31.wagers import Shoe

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
        analyse=analyse,
        outcomes=outcomes,
        sheet=sheet,
        page=page,
        strategies=strategies,
        strategy_page=strategy_page,
        strategy_rows=strategy_rows,
        solve=solve,
        verify=verify,
        tolerance=tolerance,
        certified=certified,
        against=against,
        policies=policies,
        rules_of=rules_of,
        trial=trial,
    ),
)
