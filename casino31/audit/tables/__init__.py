"""Audits of published return tables."""
