"""What a word can mean in a game: its fields, keywords, kinds, symbols and verbs, each with the cost of the guess.

A word as it is declared costs nothing; another case or number a little; a word that the ruleset says this is also called
more; a word of the thesaurus, or one that is misspelt, most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from weakref import WeakKeyDictionary

from attrs import define, field

from dsl.names import types as t
from dsl.names.signatures import FieldSig, VerbSig
from dsl.repair.reader.thesaurus import acts_like, like
from dsl.repair.vocabulary import Vocabulary, called, plain
from dsl.text.inflection import forms

ANY = "*"
_TYPO = 0.84


@define(eq=False)
class Lexicon:
    """The words of a game for things of a kind. The answers are remembered, since a line asks for them many times."""

    vocabulary: Vocabulary
    kind: str
    _fields: Mapping[str, FieldSig] = field(init=False)
    _known: dict[tuple[str, str], list[tuple[str, float]]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        symbols = self.vocabulary.symbols
        self._fields = symbols.fields(self.kind) if self.kind in symbols.kinds else {}

    @property
    def fields(self) -> Mapping[str, FieldSig]:
        return self._fields

    def field_names(self, words: str) -> list[tuple[str, float]]:
        """The fields that a card of this kind may print, by these words."""
        printed = {
            name: called(sig)
            for name, sig in self._fields.items()
            if sig.sort in ("printed", "script") or (sig.sort == "stat" and not sig.computed)
        }
        return self._matched("field", words, printed)

    def kept_names(self, words: str, kind: str) -> list[tuple[str, float]]:
        """The numbers of things of a kind, printed, kept or computed."""
        symbols = self.vocabulary.symbols
        fields = symbols.fields(kind) if kind in symbols.kinds else {}
        numbers = {
            name: called(sig)
            for name, sig in fields.items()
            if sig.sort in ("keeps", "stat", "printed") and not isinstance(t.plain(sig.type), t.ScriptT | t.TextT)
        }
        return self._matched(f"kept {kind}", words, numbers)

    def mark_names(self, words: str, kind: str = "") -> list[tuple[str, float]]:
        """The keywords and statuses that a thing of a kind can have."""
        symbols = self.vocabulary.symbols
        bearer = "" if kind == ANY else kind or self.kind
        lineage = symbols.lineage(bearer) if bearer in symbols.kinds else ()
        marks = {
            name: called(sig)
            for name, sig in symbols.marks.items()
            if not lineage or not sig.bearers or set(sig.bearers) & set(lineage)
        }
        return self._matched(f"mark {kind}", words, marks)

    def child_kinds(self, words: str) -> list[tuple[str, float]]:
        """The kinds of parts that a card of this kind contains."""
        return self._matched("child", words, dict.fromkeys(self.children(), ()))

    def children(self) -> list[str]:
        symbols = self.vocabulary.symbols
        wanted = {
            kind.name
            for sig in self._fields.values()
            if sig.sort == "children" and isinstance(kind := t.plain(t.item(sig.type) or sig.type), t.KindT)
        }
        return [name for name in symbols.kinds if set(symbols.lineage(name)) & wanted]

    def members(self, words: str, symbol_set: str) -> list[tuple[str, float]]:
        """The symbols of a set."""
        sets = self.vocabulary.symbols.symbols
        members = sets[symbol_set].members if symbol_set in sets else ()
        return self._matched(f"symbol {symbol_set}", words, dict.fromkeys(members, ()))

    def verbs(self, word: str) -> list[tuple[str, float]]:
        """The verbs that a word of English may mean, in any form."""
        kept = self._known.get(("verb", word))
        if kept is not None:
            return kept
        low = word.lower().replace(" ", "_")
        stems = {low, *(stem for stem in _stems(low))}
        costs: dict[str, float] = {}
        for name, sig in self.vocabulary.symbols.verbs.items():
            cost = _verb_cost(low, stems, name, sig)
            if cost is not None:
                costs[name] = cost
        result = sorted(costs.items(), key=lambda entry: entry[1])
        self._known["verb", word] = result
        return result

    def _matched(self, room: str, words: str, names: Mapping[str, Iterable[str]]) -> list[tuple[str, float]]:
        kept = self._known.get((room, words))
        if kept is None:
            kept = matched(words, names)
            self._known[room, words] = kept
        return kept


_LEXICONS: WeakKeyDictionary[Vocabulary, dict[str, Lexicon]] = WeakKeyDictionary()


def lexicon_of(vocabulary: Vocabulary, kind: str) -> Lexicon:
    """The lexicon for things of a kind; one for all findings of a game."""
    kinds = _LEXICONS.setdefault(vocabulary, {})
    if kind not in kinds:
        kinds[kind] = Lexicon(vocabulary, kind)
    return kinds[kind]


def matched(words: str, names: Mapping[str, Iterable[str]]) -> list[tuple[str, float]]:
    """The names that some words may mean, the likeliest first."""
    wanted = plain(words)
    costs: dict[str, float] = {}
    near = {plain(other) for other in (*like(words.lower().replace(" ", "_")), *like(wanted))}
    for name, also in names.items():
        short = plain(name)
        others = {plain(word) for word in also}
        if words == name:
            costs[name] = 0.0
        elif short == wanted or _british(short) == _british(wanted):
            costs[name] = 0.1
        elif wanted in others:
            costs[name] = 0.3
        elif short in near or others & near:
            costs[name] = 0.7
        elif len(short) > 4 and len(wanted) > 4 and name[0].isupper() and (short in wanted or wanted in short):
            costs[name] = 0.75
        elif len(wanted) > 4 and SequenceMatcher(None, short, wanted).ratio() >= _TYPO:
            costs[name] = 0.8
    return sorted(costs.items(), key=lambda entry: entry[1])


def _british(word: str) -> str:
    return word.replace("our", "or").replace("ence", "ense").replace("grey", "gray")


def _stems(word: str) -> Iterable[str]:
    """The verbs that a form may be of: `shoves`, `shoved`, `shoving` of `shove`."""
    for ending in ("s", "es", "ed", "d", "ing", "er", "r", "n", "en"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word.removesuffix(ending)
            yield stem
            yield stem + "e"
            if stem[-2:-1] == stem[-1:]:
                yield stem[:-1]
            if stem.endswith("i"):
                yield stem[:-1] + "y"


def _verb_cost(word: str, stems: set[str], name: str, sig: VerbSig) -> float | None:
    if word == name:
        return 0.0
    if word.replace("_", " ") in forms(name) or name in stems:
        return 0.1
    also = called(sig)
    if any(word.replace("_", " ") in forms(other.replace(" ", "_")) or other in stems for other in also):
        return 0.25
    near = {other for stem in stems for other in acts_like(stem)}
    first = name.split("_")[0]
    if name in near or near & {other.replace(" ", "_") for other in also}:
        return 0.7
    return 1.1 if "_" in name and len(first) > 3 and first in stems else None
