"""Random declarations, files and layouts for properties of the language.

Derivations come from `dsl/syntax/grammar.lark` itself, so a construct that is added to the grammar is generated the same day.
Alternatives are ordered from simple to rich, so examples shrink to the simplest declaration that fails. A layout moves
spaces, line ends and comments; whether it may, is asked of the tokenizer: the tokens must stay what they are.

    declarations()        the text of one valid declaration on few lines; declarations("die") of one sort
    files()               several of them, with comments and blank lines between
    expressions(), sentences()
    soups()               words and signs of the language in any order: seldom valid
    respaced(text)        other spaces and indentation, the same lines
    broken(text)          more line ends where they do not count
    commented(text)       comments at places where a line may end
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

from hypothesis import strategies as st
from lark import Lark

from dsl.parse import parse_expression, parse_sentence, parse_source
from dsl.syntax.tables import STARTS, tables
from dsl.syntax.tokens import tokenize
from dsl.text.source import Piece, Source
from tests.architecture.tree import ROOT

NAMES = ["hp", "draw", "target", "x1", "no_shields", "über", "a_name_that_is_rather_long_for_a_name", "map", "window"]
CAPS = ["Bot", "V_REX", "AP", "Élan", "ARatherLongNameOfAKind"]
TEXTS = ['"Tail Whip"', '""', '"{n} # of \\"it\\""', '"a rather long text that an author may well write on a card"']
LONG_TEXTS = ['"""\n    . . ~\n\n      X #\n  """', '"""one"""', '"""first\n    second"""', '"""\n"""']
WORDS = {
    "NAME": NAMES,
    "CAP": CAPS,
    "INTEGER": ["1", "0", "2", "6", "30", "014"],
    "QUOTED": TEXTS + LONG_TEXTS,
    "CLAUSE": ["AR-MOVE-01", "AR-KEYWORD-12", "X-Y-1"],
    "NL": ["\n"],
}
MOST_RULES = 160  # rules applied before only the shortest way out is taken
DEEPEST = 60
EXPRESSIONS = frozenset(
    f"<{name}>" for name in "expr either_of both_of not_of comparison range sum product unary postfix".split()
)

Ways = dict[str, list[tuple[str, ...]]]
"""The expansions of each rule: rules in angle brackets, words as they are spelt, terminals by name."""


@cache
def grammar() -> Ways:
    """The rules, each with its expansions from the shallowest to the richest."""
    text = (ROOT / "dsl" / "syntax" / "grammar.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="earley", lexer="basic", start=list(STARTS), maybe_placeholders=True)
    spelt = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern is not None}
    ways: Ways = {}
    for rule in lark.rules:
        symbols = (spelt.get(s.name, s.name) if s.is_term else f"<{s.name}>" for s in rule.expansion)
        ways.setdefault(f"<{rule.origin.name}>", []).append(tuple(symbols))
    heights = _heights(ways)
    for some in ways.values():
        some.sort(key=lambda way: (_height(way, heights), len(way)))
    return ways


def _height(way: tuple[str, ...], heights: dict[str, int]) -> int:
    return max((heights.get(symbol, 0) for symbol in way), default=0)


def _heights(ways: Ways) -> dict[str, int]:
    """How many rules deep the shallowest text of each rule is."""
    heights = dict.fromkeys(ways, 1000)
    while True:
        better = {rule: min(_height(way, heights) for way in some) + 1 for rule, some in ways.items()}
        if better == heights:
            return heights
        heights = better


def derive(random: Random, start: str) -> Iterator[str]:
    """The words of a random text of a rule. Most values are plain, or every text would be one long sum."""
    ways = grammar()
    waiting = [(f"<{start}>", 0)]
    applied = 0
    while waiting:
        symbol, depth = waiting.pop()
        if symbol not in ways:
            yield random.choice(WORDS[symbol]) if symbol in WORDS else symbol
            continue
        some = ways[symbol]
        applied += 1
        chance = 0.8 if symbol in EXPRESSIONS else 0.25 if depth > 1 else 0
        simple = len(some) == 1 or applied > MOST_RULES or depth > DEEPEST or random.random() < chance
        way = some[0] if simple else random.choice(some)
        waiting.extend((part, depth + 1) for part in reversed(way))


def spelt(words: Iterator[str]) -> str:
    """Words to text: nothing but the first word stands in the first column."""
    return " ".join(word.replace("\n", "\n   ") for word in words)


def _texts(start: str) -> st.SearchStrategy[str]:
    return st.randoms(use_true_random=False).map(lambda random: spelt(derive(random, start)))


def is_valid(text: str) -> bool:
    return not any(
        diagnostic.severity == "error" for item in parse_source(Source("f", text)) for diagnostic in item.diagnostics
    )


def declarations(rule: str = "declaration") -> st.SearchStrategy[str]:
    """Valid declarations, or those of one rule. A few derivations are not: a name may be a word where it stands."""
    return _texts(rule).filter(is_valid)


def declaration_rules() -> list[str]:
    return [symbol.strip("<>") for (symbol,) in grammar()["<declaration>"]]


def expressions() -> st.SearchStrategy[str]:
    return _texts("expr").filter(lambda text: parse_expression(text)[0] is not None)


def sentences() -> st.SearchStrategy[str]:
    return _texts("sentence").filter(lambda text: parse_sentence(text)[0] is not None)


def files(most: int = 4) -> st.SearchStrategy[str]:
    """Valid files: declarations with comments and blank lines around them."""
    between = st.sampled_from(["\n", "\n\n", "\n\n\n", "\n# a comment\n", "\n\n#a comment\n\n# and another\n"])
    parts = st.lists(st.tuples(between, declarations()), max_size=most)
    return st.tuples(parts, between).map(lambda file: "".join(a + b for a, b in file[0]) + file[1])


def soups() -> st.SearchStrategy[str]:
    """Words, signs and line ends of the language in any order."""
    words = [*sorted(tables().words), *(word for some in WORDS.values() for word in some), *"{}()[],;:.=+-*/%<>?!#'"]
    return st.lists(st.sampled_from([*words, "..", "+=", "<=", "\n\n", "  ", "# note\n"]), max_size=40).map(" ".join)


# ------------------------------------------------------------------------------------------------------- layouts


def signature(text: str) -> list[tuple[str, str]]:
    """What a layout must leave as it is."""
    return [token[:2] for token in tokenize(Piece("f", 0, text, "")).tokens]


def respaced(text: str) -> st.SearchStrategy[str]:
    """The same lines with other spaces between words, at their ends and before them."""
    return st.randoms(use_true_random=False).map(lambda random: _respaced(random, text))


def broken(text: str) -> st.SearchStrategy[str]:
    """The text with new lines at some places where they do not count."""
    return st.randoms(use_true_random=False).map(lambda random: _filled(random, text, ["\n  ", "\n\n      ", "\n "]))


def commented(text: str) -> st.SearchStrategy[str]:
    """The text with comments at some places where a line may end."""
    gaps = [" #note\n  ", "\n  # note\n  ", "  # note\n\n    #! note\n ", " #\n  # note\n  "]
    return st.randoms(use_true_random=False).map(lambda random: _filled(random, text, gaps))


def _gaps(text: str) -> list[tuple[int, int]]:
    """The stretches between two tokens that hold only spaces and line ends."""
    tokens = [token for token in tokenize(Piece("f", 0, text, "")).tokens if token.kind != "NL"]
    results = [(before.end, after.start) for before, after in pairwise(tokens)]
    return [(start, end) for start, end in results if not text[start:end].strip()]


def _put(text: str, fillings: dict[tuple[int, int], str]) -> str:
    out, done = [], 0
    for (start, end), filling in sorted(fillings.items()):
        out += [text[done:start], filling]
        done = end
    return "".join([*out, text[done:]])


def _respaced(random: Random, text: str) -> str:
    fillings: dict[tuple[int, int], str] = {}
    for start, end in _gaps(text):
        gap = text[start:end]
        if "\n" not in gap:
            fillings[start, end] = random.choice(["", " ", "   "])
        elif gap[-1] == " ":  # the first column is for declarations
            fillings[start, end] = random.choice(["", "  "]) + "\n" * gap.count("\n") + random.choice([" ", "      "])
    if signature(_put(text, fillings)) != signature(text):  # words ran together
        fillings = {gap: filling or " " for gap, filling in fillings.items()}
    return _put(text, fillings)


def _filled(random: Random, text: str, choices: list[str]) -> str:
    gaps = _gaps(text)
    fillings: dict[tuple[int, int], str] = {}
    wanted = signature(text)
    for gap in random.sample(gaps, min(len(gaps), random.randint(0, 8))):
        filling = random.choice(choices)
        if text[gap[1] - 1] == "\n":
            filling = filling.rstrip(" ")
        if signature(_put(text, {gap: filling})) == wanted:
            fillings[gap] = filling
    return _put(text, fillings)
