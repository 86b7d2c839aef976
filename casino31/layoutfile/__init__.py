"""A layout file: TOML with places, and every fault at once."""
