"""31 Classic: ante, fold or play, a draw card, and the Natural 31 bonus (docs/rules/31-classic.md)."""

from casino31.game import Game
from casino31.games.classic_31.advice import advise, rule_list
from casino31.games.classic_31.analysis import NAME, analyse, best, deals, decisions, evaluate, hand_values
from casino31.games.classic_31.examples import examples
from casino31.games.classic_31.law import LAW
from casino31.games.classic_31.payoffs import payoffs, rounds, vary
from casino31.games.classic_31.read import read
from casino31.games.classic_31.referee import play
from casino31.games.classic_31.rules import INITIAL, READINGS, Rules
from casino31.games.classic_31.settle import settle_batch

GAME: Game[Rules] = Game(
    name=NAME,
    initial=INITIAL,
    readings=READINGS,
    law=LAW,
    read=read,
    analyse=analyse,
    evaluate=evaluate,
    play=play,
    settle_batch=settle_batch,
    deals=deals,
    best=best,
    vary=vary,
    payoffs=payoffs,
    rounds=rounds,
    decisions=decisions,
    hand_values=hand_values,
    rule_list=rule_list,
    advise=advise,
    examples=examples,
)
