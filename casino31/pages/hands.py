"""The best action of every hand, as CSV."""

import csv
import io

from casino31.cards import parse_cards, show, suit_pattern
from casino31.decimals import decimal
from casino31.pages.parsheet import ParSheet


def hands_csv(sheet: ParSheet) -> str:
    """Return one line a class of hands: one of them, how many, the action, and each action's expected units.

    An action that is not open to a hand has no units; a later decision has lines of its own.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> lines = hands_csv(sheet).splitlines()
    >>> len(lines), lines[0]
    (1756, 'hand,members,action,play,fold')
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    actions = list(dict.fromkeys(action for hand_value in sheet.hand_values for action in hand_value.values))
    writer.writerow(("hand", "members", "action", *actions))
    for value in sheet.hand_values:
        worth = [value.values.get(action, "") for action in actions]
        writer.writerow((show(*value.hand), value.members, value.action, *worth))
    return out.getvalue()


def hand_text(sheet: ParSheet, cards: str) -> str:
    """Return the best action for one hand, and what each action is worth; ValueError where nothing is decided."""
    hand = parse_cards(cards)
    for hand_value in sheet.hand_values:
        if suit_pattern(hand_value.hand) == suit_pattern(hand):
            worth = ", ".join(f"{action} {decimal(value)} ({value})" for action, value in hand_value.values.items())
            return f"{show(*hand)}: {hand_value.action}; expected units: {worth}"
    raise ValueError(f"there is no decision with {len(hand)} cards in this layout")
