"""Greek 31, trianta ena: a banker with a hidden card, and a bet that follows the first card."""
