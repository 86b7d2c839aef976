"""All games of the house, written out by hand."""

from casino31.game import AnyGame
from casino31.games.classic_31 import GAME as CLASSIC_31

GAMES: dict[str, AnyGame] = {game.name: game for game in (CLASSIC_31,)}
