"""What to do about each kind of fault that an audit names."""

from collections.abc import Mapping

HANDS: Mapping[str, str] = {
    "payout": "Correct the payout, or audit against the pay table that was in force.",
    "stake": "Log each wager as the decision asks for it, or correct the stake.",
    "contradiction": "Find out which of the two columns is right, and log that one alone.",
    "twice": "Look at the recording of the hand: one deck has each card once.",
    "shared": "Look at the recording of the round, or at the column that says which hands share a deck.",
    "dealer": "Look at the recording of the round, or at the column that says which hands share a deck.",
    "banker": "Look at the recording of the round: the banker did not play as the layout says he does.",
    "concealed": "Log the card that the banker concealed, or audit against the layout that was in force.",
    "punter": "Log the cards that the punter drew, and none that came after his hand was over.",
    "replay": "Ask where the log comes from: cards that are dealt do not come again in the same order.",
    "order": "Sort the log by table and round, the hands of one round together.",
    "apart": "Sort the log so that the hands of one round stand together.",
    "time": "Sort the log by time, or correct the clock of the table.",
    "row": "Export the log anew: the row lacks a field, or has one too many.",
    "cards": "Log all cards that the game deals, and no more.",
    "card": "Write cards as As Kd 7h, or as numbers from 0 to 51.",
    "decision": "Map the words of the log to the game's actions in a schema: --guess proposes one.",
    "amount": "Write plain amounts such as 5 or 12.50, and 0 where nothing was paid.",
    "test": "Look at the hands of that group on the recordings: shuffle, shoe, dealer and player.",
}
TABLES: Mapping[str, str] = {
    "sum": "Add the column up anew, or correct the row that is wrong.",
    "total": "Correct the combinations of a row, or the total.",
    "product": "Correct the printed return: it is the pay times the probability.",
    "variance": "Correct the printed variance.",
    "probability": "Correct the probability: it is the combinations over their total.",
    "probabilities": "Correct the probabilities: with the losing outcomes they add up to 1.",
    "unit": "Say beside the pays whether they are to one or for one.",
    "edge": "Correct the printed edge, or the pays or the combinations it comes from.",
    "claim": "Correct the printed figure, or the rows it comes from.",
    "favourable": "Look for a slip in the pay or in the combinations: the player is favoured.",
    "minimum": "Raise a pay until the wager returns what the regulator asks for.",
    "count": "Correct the combinations: the game's own counts are exact.",
}
SHUFFLES: Mapping[str, str] = {
    "incomplete": "Look at the deck and at the reader: a shuffle holds every card.",
    "test": "Take the source out of use until the reason is known; test it again on new shuffles.",
}
WORKBOOKS: Mapping[str, str] = {
    "altered": "Restore what was filed, or make the par sheet anew from the changed layout.",
    "formula": "Restore the formula, or make the par sheet anew.",
    "stale": "Recalculate the workbook and save it.",
    "missing": "Make the par sheet anew: something that belongs to it was taken out.",
    "extra": "Take out what the program did not write.",
    "added": "Take out what the program did not write.",
    "display": "Restore the format: a reader does not see what the cell holds.",
    "lost": "File the workbook as the program wrote it: a save by another program dropped this.",
    "order": "Put the sheets back in their order.",
    "part": "File the workbook as the program wrote it.",
    "types": "File the workbook as the program wrote it: other programs may refuse this one, or read less of it.",
}
