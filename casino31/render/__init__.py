"""How a report becomes a file: one renderer a format, none of which knows a game."""
