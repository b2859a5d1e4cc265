"""The names of a game as authors may write them: in another case, singular or plural, with spaces or hyphens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Set

from attrs import define, field

from dsl.diagnostics import nearest
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import FieldSig, MarkSig, VerbSig
from dsl.names.symbols import SymbolTable
from dsl.syntax import nodes as n
from dsl.syntax.keywords import PRONOUNS, RESERVED
from dsl.text import limits

_NAME = re.compile(r"[^\W\d]\w*")
_ATOM = re.compile(r"(?<![\w.\"])[a-z_]\w*(?:(?:\.[a-z_]\w*)+|\((?:me|foe)\))(?![\w(])")
_APART = re.compile(r"[\s_\-']+")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def plain(word: str) -> str:
    """The form in which names are compared: small letters, no spaces, singular."""
    joined = _APART.sub("", _HUMPS.sub(" ", word)).lower()
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if joined.endswith(ending) and len(joined) > len(ending) + 1 and not joined.endswith("ss"):
            return joined.removesuffix(ending) + instead
    return joined


def called(sig: VerbSig | MarkSig | FieldSig) -> tuple[str, ...]:
    """The words that something is also called; of a field, its label is one of them."""
    marks = sig.marks if isinstance(sig, FieldSig) else sig.node.marks if sig.node is not None else n.Marks()
    words = tuple(text.value for text in marks.called)
    return (*words, marks.says.value) if isinstance(sig, FieldSig) and marks.says is not None else words


@define(eq=False)
class Vocabulary:
    symbols: SymbolTable
    cards: Mapping[str, str]
    events: Mapping[str, Set[str]] = field(factory=dict)
    """The events that may be in progress around each verb."""
    texts: Iterable[str] = ()
    """The game's own declarations, whose expressions show how its things are reached."""
    _written: list[tuple[str, str]] | None = None
    _periods: Counter[str] | None = None
    _ranks: dict[str, int] | None = None
    _counted: dict[str, Counter[str]] = field(factory=dict)
    _names: dict[str, list[str]] = field(factory=dict)
    _called_so: dict[str, list[str]] = field(factory=dict)
    plain_verbs: frozenset[str] = field(init=False)
    """The verbs in the form in which names are compared; there may be thousands, and as many findings."""
    truth_fields: frozenset[str] = field(init=False)
    """The fields that say yes or no."""

    def __attrs_post_init__(self) -> None:
        self.plain_verbs = frozenset(map(plain, self.symbols.verbs))
        fields = (entry for kind in self.symbols.kinds.values() for entry in kind.fields.items())
        self.truth_fields = frozenset(name for name, sig in fields if isinstance(t.plain(sig.type), t.TruthT))
        for name in self._all():
            self._names.setdefault(plain(name), []).append(name)
        for name, shown in self._shown():
            names = self._names.setdefault(plain(shown), [])
            if name not in names:
                names.append(name)

        for name, words in self._called():
            for word in words:
                names = self._called_so.setdefault(plain(word), [])
                if name not in names:
                    names.append(name)

    @property
    def names(self) -> Iterable[str]:
        """Every name of the game."""
        return (name for names in self._names.values() for name in names)

    @property
    def written(self) -> list[tuple[str, str]]:
        """The expressions with a dot in the game's texts, each with its last word, the most frequent first."""
        if self._written is None:
            counted = Counter(atom for text in self.texts for atom in _ATOM.findall(text))
            self._written = [
                (atom, re.sub(r"\(\w+\)", "", atom.rsplit(".", 1)[-1]))
                for atom, _ in counted.most_common(limits.REPAIR_WRITTEN)
            ]
        return self._written

    @property
    def periods(self) -> Counter[str]:
        """How often the game's texts say `during` an event."""
        if self._periods is None:
            self._periods = Counter(word for text in self.texts for word in re.findall(r"\bduring (\w+)", text))
        return self._periods

    def rank(self, expression: str) -> int:
        """The place of an expression among those that the game's own texts use most."""
        if self._ranks is None:
            self._ranks = {atom: rank for rank, (atom, _) in reversed(list(enumerate(self.written)))}
        return self._ranks.get(expression, limits.REPAIR_WRITTEN)

    def counted(self, regex: str) -> Counter[str]:
        """How often a pattern occurs in the game's texts, by its first group or the whole of it."""
        if regex not in self._counted:
            self._counted[regex] = Counter(occurrence for text in self.texts for occurrence in re.findall(regex, text))
        return self._counted[regex]

    def _called(self) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Names with the words that they are also called."""
        symbols = self.symbols
        for room in (symbols.verbs, symbols.marks):
            for name, sig in room.items():
                yield name, called(sig)
        for kind in symbols.kinds.values():
            for name, field_sig in kind.fields.items():
                yield name, called(field_sig)

    def also(self, word: str) -> list[str]:
        """The names that this word is also used for."""
        return [name for name in self._called_so.get(plain(word), ()) if name != word]

    def _shown(self) -> Iterable[tuple[str, str]]:
        """Names with the words that are printed for them."""
        symbols = self.symbols
        nodes = (
            sig.node
            for room in (symbols.symbols, symbols.currencies, symbols.dice, symbols.marks)
            for sig in room.values()
        )
        for node in nodes:
            shown = getattr(node, "shown", None)
            if isinstance(shown, n.Text):
                yield node.id.text, re.sub(r"\s*\{\w+\}", "", shown.value)  # type: ignore[attr-defined]
            for member in getattr(node, "members", ()):
                if isinstance(member.shown, n.Text):
                    yield member.id.text, member.shown.value

    def _all(self) -> Iterable[str]:
        symbols = self.symbols
        names: dict[str, None] = {}
        for room in (
            symbols.kinds, symbols.symbols, symbols.dice, symbols.tables, symbols.combos, symbols.currencies,
            symbols.rules, symbols.verbs, symbols.marks, symbols.windows, symbols.flows, symbols.symbol_sets,
            builtins.VERBS, builtins.NAMES,
        ):  # fmt: skip
            names.update(dict.fromkeys(room))
        for sig in symbols.kinds.values():
            names.update(dict.fromkeys(sig.fields))
        names.update(dict.fromkeys(self.cards))
        return names

    def cards_named(self, word: str) -> list[str]:
        """The cards that have this name in the form in which names are compared."""
        return [name for name in self._names.get(word, ()) if name in self.cards and name.isidentifier()]

    @property
    def kinds(self) -> Mapping[str, object]:
        return self.symbols.kinds

    def is_name(self, word: str) -> bool:
        return word in self._names.get(plain(word), ())

    def alike(self, word: str) -> list[str]:
        """Names that differ from a word only in case, number, spaces or hyphens."""
        return [name for name in self._names.get(plain(word), ()) if name != word]

    def normalised(self, expression: str) -> str:
        """An expression with its names as they are declared: `Me.Energy` is `me.energy`."""

        def name(match: re.Match[str]) -> str:
            word = match.group()
            if word.lower() in PRONOUNS | RESERVED:
                return word.lower()
            alike = [other for other in self.alike(word) if other.isidentifier()]
            dotted = match.start() > 0 and match.string[match.start() - 1] == "."
            small = [other for other in alike if other.islower()]
            if dotted and word[0].isupper() and small:
                return small[0]
            return word if self.is_name(word) or len(alike) != 1 else alike[0]

        parts = re.split(r'("[^"\n]*")', expression)
        return "".join(part if part.startswith('"') else _NAME.sub(name, part) for part in parts)

    def near(self, word: str) -> list[str]:
        """Names that are spelt nearly like a word."""
        return nearest(word, [name for names in self._names.values() for name in names])

    def reached(self, kind: str, wanted: str) -> list[str]:
        """The fields of a kind that lead to one of another kind, such as `owner` or `bot`."""
        lineage = self.symbols.lineage
        names = ["owner"] if wanted == "Player" and kind != "Player" else []
        for name, sig in self.symbols.fields(kind).items():
            of = t.plain(t.item(sig.type) or sig.type)
            if isinstance(of, t.KindT) and wanted in lineage(of.name) and sig.sort not in ("children",):
                names.append(name)
        return names

    def functions(self, kind: str) -> list[str]:
        """The rules and definitions that take one thing of a kind."""
        lineage = self.symbols.lineage(kind)
        return [
            name
            for name, sig in self.symbols.rules.items()
            if len(sig.params) == 1
            and isinstance(t.plain(sig.params[0].type), t.KindT)
            and t.plain(sig.params[0].type).name in lineage  # type: ignore[union-attr]
        ]

    def scripts(self, kind: str) -> list[str]:
        return [name for name, sig in self.symbols.fields(kind).items() if sig.sort == "script"]
