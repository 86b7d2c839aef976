"""Exact table-game mathematics and certification for the "31" family of card games."""

__version__ = "0.1.0"
