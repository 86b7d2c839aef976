"""Audits of logged hands."""
