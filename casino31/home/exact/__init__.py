"""Exact laws of the home games: dealt hands, draws alone, the first knock, an announcement. Whole counts, fractions."""
