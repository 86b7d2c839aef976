"""A TOML file in which every key and value knows its place."""


class Document:
    """Placeholder for the located file."""
