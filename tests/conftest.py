"""One profile for all property tests: the same examples on every machine, and no clock."""

from hypothesis import settings

settings.register_profile("casino31", derandomize=True, deadline=None)
settings.load_profile("casino31")
