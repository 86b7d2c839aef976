"""Designing pay tables: what a pay does to the edge, which pays hit a target, which tables are best."""
