"""The best strategy in words."""

from casino31.game import Advice, Analysis
from casino31.games.classic_31.rules import Rules


def advise(analysis: Analysis[Rules]) -> Advice:
    """Return the advice."""
    raise NotImplementedError
