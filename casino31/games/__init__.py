"""All games of the house, written out by hand."""

from casino31.game import Game
from casino31.games.casino_war import GAME as CASINO_WAR
from casino31.games.classic_31 import GAME as CLASSIC_31
from casino31.games.greek_31 import GAME as GREEK_31
from casino31.games.let_it_ride import GAME as LET_IT_RIDE
from casino31.games.pair_plus import GAME as PAIR_PLUS
from casino31.games.three_card_poker import GAME as THREE_CARD_POKER
from casino31.games.under_the_gun_31 import GAME as UNDER_THE_GUN_31

_ALL = (CLASSIC_31, PAIR_PLUS, THREE_CARD_POKER, UNDER_THE_GUN_31, CASINO_WAR, LET_IT_RIDE, GREEK_31)
GAMES: dict[str, Game] = {game.name: game for game in _ALL}
