"""The language of policies: one rule a line (or between semicolons), the first that fits counts.

::

    knock 19+ with three suited on turn 1
    knock 21+, 18 with three suited on turns 2-3 as dealer
    knock 25+ later
    never knock on two cards
    announce 30.5+
    take the pile if better than the stock      # or: if it raises my points; always; never
    keep the best hand one draw ahead           # or: two draws ahead; keep the most points
    last turn: keep the most points             # take and keep may be said for turns after a knock

What is said of taking holds on the last turn too, unless the last turn has a sentence of its own.

Further conditions: from turn 3; in seat 2, as eldest, as dealer; with 3 players, with 3-5 players, with 6+ players;
with 1 life, with 2+ lives. A game with a widow or table hands also knows: use the widow, never use the widow,
renew a table hand, never renew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from casino31.faults import Fault, RulesError
from casino31.home.policy import KEEPS, TAKES, TURNS, Mode, Policy, Rule
from casino31.home.ranks import SCORES, score_of
from casino31.home.rules import HomeRules
from casino31.layoutfile.fields import suggest
from casino31.layoutfile.files import document_of, find, names_in, shipped_folder

ORDINARY, LAST = Mode("if better than the stock", 1), Mode("if better than the stock", 0)
"""What a policy does of which its text says nothing."""
SENTENCES = (
    "knock 25+",
    "never knock",
    "announce 30.5+",
    "take the pile if better than the stock",
    "take the pile if it raises my points",
    "take the pile always",
    "take the pile never",
    "keep the best hand one draw ahead",
    "keep the best hand two draws ahead",
    "keep the most points",
    "last turn: most points",
    "use the widow",
    "never use the widow",
    "renew a table hand",
    "never renew",
)
"""One sentence of each kind, for hints."""
_SPAN = r"(\d+)(?:-(\d+)|(\+))?"
_CONDITIONS = (
    ("shape", r"(?:with|on) (three|two) (?:suited|cards)"),
    ("turns", rf"on turns? {_SPAN}|(from) turn (\d+)|(later)"),
    ("seat", r"in seat (\d+)|as (eldest|dealer)"),
    ("players", rf"with {_SPAN} players?"),
    ("lives", rf"with {_SPAN} (?:life|lives|tokens?)(?: left)?"),
)


def read(text: str, rules: HomeRules, name: str = "", file: str = "<policy>") -> Policy:
    """Return the policy that a text states; RulesError names every line that says nothing.

    >>> read("knock 25+", HomeRules()).ordinary.take
    'if better than the stock'
    >>> read("knok 25+", HomeRules())
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: <policy>:1:1: error[policy]: 'knok 25+'; expected a rule such as "knock 25+"
      1 | knok 25+
        | ^^^^^^^^
      hint: did you mean 'knock 25+'?
    """
    reader = _Reader(rules)
    faults = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.partition("#")[0]
        for part in re.finditer(r"[^;]+", words):
            sentence = part.group().strip()
            if not sentence:
                continue
            try:
                reader.sentence(" ".join(sentence.lower().split()))
            except ValueError as error:
                column = part.start() + len(part.group()) - len(part.group().lstrip()) + 1
                expected, hint = str(error), suggest(sentence, SENTENCES)
                fault = Fault(file, number, column, "policy", repr(sentence), expected, hint, line, len(sentence))
                faults.append(fault)
    if faults:
        raise RulesError(faults)
    return Policy(
        name or " ".join(text.split()), text, tuple(reader.rules), reader.ordinary, reader.last, *reader.uses
    )


def load(given: str, rules: HomeRules) -> Policy:
    """Return a policy: the text itself, a file that holds it, or a shipped one by its name."""
    words = given.split()
    if len(words) > 1 or given.endswith("+"):
        return read(given, rules, file="<policy>")
    folder = shipped_folder("homegames") / "policies"
    content, shown, path = find(given, folder, "policy", ".txt")
    return read(document_of(content, shown, "policy", "knock ...").text, rules, path.stem, shown)


def shipped_for(game: str, rules: HomeRules) -> Policy:
    """Return the near-best policy that comes with a game; of a game without one, the plain ``knock 25+``."""
    path = shipped_folder("homegames") / "policies" / f"{game}.txt"
    if not path.is_file():
        return read("knock run+" if rules.ranking == "brag" else "knock 25+", rules)
    return load(game, rules)


@dataclass
class _Reader:
    """What the lines so far have said."""

    game: HomeRules
    rules: list[Rule] = field(default_factory=list)
    ordinary: Mode = ORDINARY
    last: Mode = LAST
    last_take: bool = False
    """Whether a line says how the last turn takes."""
    uses: list[bool] = field(default_factory=lambda: [True, True])
    named: int = 0
    """The last turn that a line has named."""

    def sentence(self, text: str) -> None:
        """Take one sentence in; ValueError says what was expected."""
        if match := re.fullmatch(r"last turns?: ?(.+)", text):
            self.last = self._mode(match[1], self.last)
            self.last_take |= "take the pile" in match[1]
        elif re.match(r"(never )?(knock|announce)\b", text):
            self.rules.append(self._rule(text))
        elif text in ("use the widow", "never use the widow"):
            self.uses[0] = text.startswith("use")
        elif text in ("renew a table hand", "never renew"):
            self.uses[1] = text.startswith("renew")
        else:
            self.ordinary = self._mode(text, self.ordinary)
            if not self.last_take:
                self.last = replace(self.last, take=self.ordinary.take)

    def _mode(self, text: str, before: Mode) -> Mode:
        if match := re.fullmatch(r"(?:always |never )?take the pile(?: (.+))?", text):
            how = match[1] or text.partition(" ")[0]
            for take in TAKES:
                if how == take:
                    return replace(before, take=take)
            raise ValueError(f"take the pile {', '.join(TAKES)}")
        keep = re.sub(r"^(keep )?(the )?(best hand )?", "", text)
        if keep in KEEPS:
            return replace(before, keep=KEEPS.index(keep))
        raise ValueError('a rule such as "knock 25+"')

    def _rule(self, text: str) -> Rule:
        match = re.match(r"(?P<never>never )?(?P<what>knock|announce)", text)
        assert match
        rest, conditions = text[match.end() :].strip(), {}
        for name, pattern in _CONDITIONS:
            if condition := re.search(rf"\b(?:{pattern})(?=\s|$)", rest):
                conditions[name] = condition
                rest = f"{rest[: condition.start()].strip()} {rest[condition.end() :].strip()}".strip()
        rule = Rule(match["what"] == "announce", not match["never"], self._scores(rest), text=text)
        if shape := conditions.get("shape"):
            rule = replace(rule, shape=int(shape[1] == "three"))
        if turns := conditions.get("turns"):
            rule = replace(rule, turns=self._turns(turns))
        if seat := conditions.get("seat"):
            rule = replace(rule, seat=int(seat[1]) if seat[1] else {"eldest": 1, "dealer": 0}[seat[2]])
        if players := conditions.get("players"):
            rule = replace(rule, players=_span(players))
        if lives := conditions.get("lives"):
            rule = replace(rule, lives=_span(lives))
        return rule

    def _turns(self, match: re.Match[str]) -> tuple[int, int]:
        if match[6]:  # later: after every turn that a line has named
            return self.named + 1, TURNS
        low, high = (int(match[5]), TURNS) if match[4] else _span(match)
        self.named = max(self.named, min(high, TURNS - 1) if match[1] and not match[3] else low)
        if not 1 <= low <= high:
            raise ValueError("turns counted from 1")
        return min(low, TURNS), high

    def _scores(self, text: str) -> tuple[tuple[int, int], ...]:
        """The ranges of scores that a text lists; of no text or "always", all."""
        if text in ("", "always"):
            return ((0, SCORES - 1),)
        ranges = []
        for part in text.replace(" or ", ", ").split(","):
            low, dash, high = part.strip().partition("-")
            if low.endswith("+"):
                ranges.append((score_of(low[:-1].strip(), self.game), SCORES - 1))
            else:
                first = score_of(low.strip(), self.game)
                ranges.append((first, score_of(high.strip(), self.game) if dash else first))
        return tuple(ranges)


def _span(match: re.Match[str]) -> tuple[int, int]:
    """The range of a number such as 3, 3-5 or 3+."""
    low = int(match[1])
    return low, 99 if match[3] else int(match[2] or low)


def shipped() -> tuple[str, ...]:
    """Return the names of the policies that come with the program."""
    return names_in(shipped_folder("homegames") / "policies", ".txt")
