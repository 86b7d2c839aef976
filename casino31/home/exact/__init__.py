"""Exact laws of the home games, in whole counts: dealt hands, draws alone, the first knock, an announcement."""
