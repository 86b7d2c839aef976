"""Greek 31, trianta ena: a banker with a hidden card, and a bet that follows the first card."""

from casino31.banker_game import BankerGame
from casino31.games.greek_31.api import (
    against,
    analyse,
    outcomes,
    policies,
    rules_of,
    sheet,
    solve,
    strategies,
    strategy_rows,
    trial,
    verify,
)
from casino31.games.greek_31.clauses import LAW
from casino31.games.greek_31.page import page, strategy_page
from casino31.games.greek_31.read import read
from casino31.games.greek_31.rules import NAME, READINGS, Rules

GAME: BankerGame[Rules] = BankerGame(
    name=NAME,
    readings=READINGS,
    law=LAW,
    read=read,
    analyse=analyse,
    outcomes=outcomes,
    sheet=sheet,
    page=page,
    strategies=strategies,
    strategy_page=strategy_page,
    strategy_rows=strategy_rows,
    solve=solve,
    verify=verify,
    against=against,
    policies=policies,
    rules_of=rules_of,
    trial=trial,
)
