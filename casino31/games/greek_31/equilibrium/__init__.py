"""The best play of both sides: found by linear programs, certified by best replies, told in words."""
