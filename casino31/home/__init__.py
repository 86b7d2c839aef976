"""The home games of the 31 family: their rules, a referee, policies, and what a seat is worth."""
