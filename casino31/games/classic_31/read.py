"""A layout of 31 Classic from its file."""

from casino31.document import Document
from casino31.games.classic_31.rules import Rules


def read(document: Document) -> Rules:
    """Return the rules of a file."""
    raise NotImplementedError
