"""Audits of shuffles."""
