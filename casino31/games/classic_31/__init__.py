"""31 Classic: ante, fold or play, a draw card, and the Natural 31 bonus (docs/rules/31-classic.md)."""

from casino31.declaration import Words
from casino31.game import Game
from casino31.games.classic_31.advice import advise, rule_list
from casino31.games.classic_31.cardlevel import cards_of
from casino31.games.classic_31.census import census, visible
from casino31.games.classic_31.clauses import CLAUSES
from casino31.games.classic_31.examples import examples
from casino31.games.classic_31.kernel import kernel
from casino31.games.classic_31.referee import referee
from casino31.games.classic_31.rules import BETS, READINGS, WAGERS, deals
from casino31.games.classic_31.warnings import warn_table
from casino31.wagers import Shoe

GAME = Game(
    name="31 Classic",
    clauses=CLAUSES,
    wagers=WAGERS,
    bets=BETS,
    readings=READINGS,
    shoe=Shoe(),
    cards=lambda terms: 4 if "main" in terms.bets else 3,
    referee=referee,
    deals=deals,
    open_readings={"trips": ("A11", ("main",)), "bonus_after_fold": ("A12", ("main", "natural 31"))},
    deal="each round is dealt from one freshly shuffled deck (A1)",
    census=census,
    card_level=cards_of,
    kernel=kernel,
    words=Words(rule_list, advise),
    visible=visible,
    examples=examples,
    warn_table=warn_table,
)
