"""Audits of par-sheet workbooks."""
