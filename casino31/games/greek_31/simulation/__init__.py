"""Random rounds of any number of punters, dealt card by card, in whole numbers."""
