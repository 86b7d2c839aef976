"""Fairness audits: logs, shuffles, published tables and par sheets held against the exact law."""
