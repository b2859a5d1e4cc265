"""The types of values, and when a value of one type fits where another is required.

Types exist so that a wrong card is rejected with a message instead of failing at the table. There are few of them, and
messages show them in the words that authors write. `Unknown` is the result of an earlier error: it fits everywhere, so
each mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class NumberT:
    low: int | None = None
    high: int | None = None


@frozen
class TextT:
    pass


@frozen
class TruthT:
    pass


@frozen
class LadderT:
    """A row of numbers, `2/4/6`: the first for one step, the next for two …"""


@frozen
class NothingT:
    """The type of `none`."""


@frozen
class KindT:
    """A thing of a kind; dice and players are kinds too."""

    name: str


@frozen
class SymbolT:
    """A member of a set of symbols."""

    name: str


@frozen
class FaceT:
    """A face of a die: a bag of symbols with a number."""

    die: str
    numeric: bool


@frozen
class ListT:
    of: Type


@frozen
class TableT:
    by: Type
    of: Type


@frozen
class MaybeT:
    of: Type


@frozen
class RangeT:
    """`1..6` as a value."""


@frozen
class EventT:
    """The innermost event of a verb in progress."""

    verb: str


@frozen
class MarkT:
    """A keyword or status, `Burn(2)`."""

    name: str


@frozen
class RefT:
    """A word of the program itself as a value: a window, flow, verb, mode, combination or kind."""

    sort: str


@frozen
class ScriptT:
    """Sentences kept in a field, for `run`."""

    by: Type | None


@frozen
class UnknownT:
    """The type of an expression with an error."""


Type = (
    NumberT | TextT | TruthT | LadderT | NothingT | KindT | SymbolT | FaceT | ListT | TableT | MaybeT | RangeT | EventT
    | MarkT | RefT | ScriptT | UnknownT
)  # fmt: skip

NUMBER = NumberT()
COUNT = NumberT(0, None)
TEXT = TextT()
TRUTH = TruthT()
NOTHING = NothingT()
UNKNOWN = UnknownT()
PLAYER = KindT("Player")
THING = KindT("Thing")

Lineage = Callable[[str], tuple[str, ...]]
"""A kind and all its parents, nearest first."""


def plain(type: Type) -> Type:
    """Without the `?`."""
    return type.of if isinstance(type, MaybeT) else type


def item(type: Type) -> Type | None:
    """The type of the items of a list; None for other types."""
    type = plain(type)
    return type.of if isinstance(type, ListT) else None


def fits(given: Type, wanted: Type, lineage: Lineage) -> bool:
    """Whether a value of one type fits where another is required. Optional values fit: `none` is detected in play."""
    if isinstance(given, UnknownT) or isinstance(wanted, UnknownT):
        return True
    if isinstance(given, MaybeT):
        return fits(given.of, wanted, lineage)
    match wanted:
        case MaybeT(of=of):
            return isinstance(given, NothingT) or fits(given, of, lineage)
        case ListT(of=of):
            # one thing is a list of one
            return fits(given.of, of, lineage) if isinstance(given, ListT) else fits(given, of, lineage)
        case NumberT():
            return isinstance(given, NumberT) or (isinstance(given, FaceT) and given.numeric)
        case LadderT():
            return isinstance(given, LadderT | NumberT)
        case KindT(name=name):
            if isinstance(given, MarkT | EventT):
                return name == "Thing"
            return isinstance(given, KindT) and (name == "Thing" or name in lineage(given.name))
        case TableT(by=by, of=of):
            if isinstance(given, TableT):
                return fits(given.by, by, lineage) and fits(given.of, of, lineage)
            return fits(given, of, lineage)  # one value for every key
        case FaceT(die=die):
            return isinstance(given, FaceT) and given.die == die
        case MarkT(name="any"):
            return isinstance(given, MarkT)
        case _:
            return type(given) is type(wanted) and (given == wanted or isinstance(given, RangeT | ScriptT))


def comparable(a: Type, b: Type, lineage: Lineage) -> bool:
    """Whether `a is b` can ever be true."""
    if isinstance(plain(a), NothingT) or isinstance(plain(b), NothingT):
        return True
    a, b = plain(a), plain(b)
    if (isinstance(a, FaceT) and isinstance(b, SymbolT | NumberT)) or (
        isinstance(b, FaceT) and isinstance(a, SymbolT | NumberT)
    ):
        return True
    return fits(a, b, lineage) or fits(b, a, lineage)


def join(a: Type, b: Type, lineage: Lineage) -> Type | None:
    """The common type of two values; None if there is none."""
    if a == b:
        return a
    if isinstance(a, UnknownT | NothingT):
        return b if isinstance(a, UnknownT) else MaybeT(plain(b))
    if isinstance(b, UnknownT | NothingT):
        return a if isinstance(b, UnknownT) else MaybeT(plain(a))
    if isinstance(a, MaybeT) or isinstance(b, MaybeT):
        inner = join(plain(a), plain(b), lineage)
        return MaybeT(inner) if inner is not None else None
    if isinstance(a, NumberT) and isinstance(b, NumberT):
        low = None if a.low is None or b.low is None else min(a.low, b.low)
        high = None if a.high is None or b.high is None else max(a.high, b.high)
        return NumberT(low, high)
    if isinstance(a, ListT) and isinstance(b, ListT):
        of = join(a.of, b.of, lineage)
        return ListT(of) if of is not None else None
    if isinstance(a, KindT) and isinstance(b, KindT):
        mine = lineage(b.name)
        return next((KindT(name) for name in lineage(a.name) if name in mine), None)
    if fits(a, b, lineage):
        return b
    return a if fits(b, a, lineage) else None


def show(type: Type) -> str:
    """A type in the words of an author, with its article."""
    match type:
        case NumberT(low=None):
            return "a number"
        case NumberT(low=low, high=high) if low == high:
            return f"the number {low}"
        case NumberT(low=low, high=high):
            return f"a number {low}..{'' if high is None else high}"
        case TextT():
            return "a text"
        case TruthT():
            return "yes or no"
        case LadderT():
            return "a ladder such as 2/4/6"
        case NothingT():
            return "none"
        case KindT(name="Thing"):
            return "a thing"
        case KindT(name=name) | SymbolT(name=name):
            return f"{article(name)} {name}"
        case FaceT(die=die):
            return f"a face of {die}"
        case ListT(of=of):
            return f"a list of {plural(of)}"
        case TableT(by=by, of=of):
            return f"a table by {bare(by)} of {plural(of)}"
        case MaybeT(of=of):
            return f"{show(of)} or none"
        case RangeT():
            return "a range such as 1..6"
        case EventT(verb=verb):
            return f"the event `{verb}`"
        case MarkT(name="any"):
            return "a keyword or status"
        case MarkT(name=name):
            return f"the keyword or status {name}"
        case RefT(sort=sort):
            return f"{article(sort)} {sort}"
        case ScriptT():
            return "a script"
        case UnknownT():
            return "anything"


def bare(type: Type) -> str:
    words = show(type)
    for start in ("a ", "an "):
        words = words.removeprefix(start)
    return words


def plural(type: Type) -> str:
    words = "numbers" if isinstance(type, NumberT) and type.low == type.high else bare(type)
    if words in ("yes or no", "numbers"):
        return words
    if words.startswith("number"):
        return words.replace("number", "numbers", 1)
    return words[:-1] + "ies" if words.endswith("y") and words[-2:-1] not in "aeiou" else words + "s"


def article(noun: str) -> str:
    return "an" if noun[:1].lower() in "aeiou" else "a"
