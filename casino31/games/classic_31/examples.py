"""Rounds settled step by step."""

from casino31.game import Analysis, Example
from casino31.games.classic_31.rules import Rules


def examples(analysis: Analysis[Rules]) -> tuple[Example, ...]:
    """Return worked examples."""
    raise NotImplementedError
