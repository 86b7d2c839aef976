"""Answers about home games as pages and as plain data."""
