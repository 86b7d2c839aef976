"""A layout of Greek 31 from its file."""

from fractions import Fraction
from typing import cast

from casino31.games.greek_31.rules import (
    BET_RULES,
    CONCEAL,
    MOST_DECKS,
    READINGS,
    STATED,
    Banker,
    BetRule,
    Betting,
    Conceal,
    Rules,
)
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import choice, date, known, number, suggest, text, whole
from casino31.layoutfile.filing import FILING, filing_facts
from casino31.serialize import Json, JsonObject

KEYS = ("game", "title", "source", "date", "rules", "banker", "bets", *FILING)
INFINITE, OPTIMAL = "infinite", "optimal"
LARGEST_BET = 10**9


def read(document: Document) -> Rules:
    """Return the rules that a file states; RulesError holds every fault of it.

    >>> rules = read(Document('''
    ... title = "Two decks"
    ... source = "an example"
    ... [rules]
    ... decks = 2
    ... [banker]
    ... stand = 27
    ... '''))
    >>> rules.decks, rules.aces, str(rules.banker)
    (2, 'kouridakis', 'the banker stands at 27 and conceals his last card')
    """
    known(document, (), KEYS)
    known(document, ("rules",), (*READINGS, "decks"), KEYS)
    known(document, ("banker",), ("stand", "conceal", "policy", "tolerance"), KEYS)
    known(document, ("bets",), ("minimum", "maximum", "rule"), KEYS)
    title = text(document, ("title",), 'title = "the name of this layout"')
    source = text(document, ("source",), 'source = "whose rules these are, and what is assumed"')
    day = date(document, ("date",))
    readings: JsonObject = {
        name: choice(document, ("rules", name), choices, choices[0]) for name, choices in READINGS.items()
    }
    decks = _decks(document)
    banker = _banker(document)
    betting = _betting(document)
    paper, at_table = filing_facts(document)
    document.check()
    return Rules(
        title,
        source=source,
        decks=decks,
        banker=Banker(*banker),
        betting=Betting(*betting),
        date=day,
        digest=document.digest,
        text=document.text,
        document=paper,
        table_facts=at_table,
        **readings,
    )


def _decks(document: Document) -> int | None:
    path = ("rules", "decks")
    value = document.get(path)
    if not isinstance(value, str):
        return whole(document, path, 1, MOST_DECKS, 1)
    if value != INFINITE:
        expected = f'1 to {MOST_DECKS}, or "{INFINITE}"'
        document.error("reading", path, document.shown(path), expected, suggest(value, [INFINITE]))
    return None


def _banker(document: Document) -> tuple[int | None, Conceal, str, Fraction]:
    """B16 and B17, or the solved banker."""
    path, file = ("banker", "stand"), ("banker", "policy")
    stand: int | None = 26
    value = document.get(path)
    if isinstance(value, str):
        stand = None
        if value != OPTIMAL:
            expected = f'{STATED[0]} to {STATED[-1]}, or "{OPTIMAL}"'
            document.error("banker", path, document.shown(path), expected, suggest(value, [OPTIMAL]))
    elif value is not None:
        stand = whole(document, path, STATED[0], STATED[-1], 26)
    conceal = cast(Conceal, choice(document, ("banker", "conceal"), CONCEAL, CONCEAL[0]))
    policy = text(document, file, 'policy = "a file written by solve"') if document.has(file) else ""
    if policy and isinstance(value, (int, Fraction)):
        hint = "a policy says when to stand"
        document.error("banker", path, document.shown(path), f'stand = "{OPTIMAL}" beside a policy', hint)
    if policy or stand is None:
        if document.has(("banker", "conceal")):
            shown = document.shown(("banker", "conceal"))
            document.error(
                "banker", ("banker", "conceal"), shown, "no conceal rule beside a solved banker", on="key"
            )
        stand = None
    return stand, conceal, policy, _tolerance(document, stand)


def _tolerance(document: Document, stand: int | None) -> Fraction:
    """How wide the interval of a first card may be, beside a solved banker."""
    path = ("banker", "tolerance")
    if not document.has(path):
        return Banker().tolerance
    if stand is not None:
        document.error("banker", path, document.shown(path), "no tolerance beside a stated banker", on="key")
    width = number(
        document, path, Fraction(1, LARGEST_BET), 1, "a width in units above 0 and below 1, such as 1e-4"
    )
    return width or Banker().tolerance


def _betting(document: Document) -> tuple[Fraction, Fraction, BetRule]:
    """B5: the minimum, the maximum and the rule that chooses between them."""
    ends = []
    for name in ("minimum", "maximum"):
        value = None
        if document.has(("bets", name)):
            expected = f"a number of units above 0, at most {LARGEST_BET:,}"
            value = number(document, ("bets", name), Fraction(1, LARGEST_BET), LARGEST_BET, expected)
        ends.append(value)
    minimum = ends[0] or Fraction(1)
    maximum = ends[1] or minimum
    if minimum > maximum:
        shown = document.shown(("bets", "maximum" if ends[1] else "minimum"))
        document.error("bets", ("bets", "maximum"), shown, f"a maximum of at least the minimum, {minimum}")
        maximum = minimum
    rule = cast(BetRule, choice(document, ("bets", "rule"), BET_RULES, BET_RULES[0]))
    return minimum, maximum, rule


def file_keys() -> dict[str, Json]:
    """Return the JSON Schema of each table that only files of this game have."""
    readings: dict[str, Json] = {name: {"enum": list(choices)} for name, choices in READINGS.items()}
    decks: Json = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_DECKS}, {"const": INFINITE}]}
    stand: Json = {"anyOf": [{"type": "integer", "minimum": STATED[0], "maximum": STATED[-1]}, {"const": OPTIMAL}]}
    bet: Json = {"type": "number", "exclusiveMinimum": 0, "maximum": LARGEST_BET}
    tables: dict[str, dict[str, Json]] = {
        "rules": {**readings, "decks": decks},
        "banker": {
            "stand": stand,
            "conceal": {"enum": list(CONCEAL)},
            "policy": {"type": "string", "minLength": 1},
        },
        "bets": {"minimum": bet, "maximum": bet, "rule": {"enum": list(BET_RULES)}},
    }
    return {
        name: {"type": "object", "properties": keys, "additionalProperties": False} for name, keys in tables.items()
    }
