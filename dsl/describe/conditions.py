"""Describes truths as clauses: `alive(target)` is "the target is alive", `it.hp <= 2` is "this Bot's hp is at most
2".

A truth is split into a subject and a predicate. So the same truth can be stated about a thing ("the target is not
alive"), negated without "it is not true that", or attached to a noun ("Bots that are alive", "Bots with Burn").
"""

from __future__ import annotations

from typing import Literal

from attrs import evolve, frozen

import dsl.describe.calls as calls
import dsl.describe.values as values
from dsl.describe import english
from dsl.describe.voice import Voice, field_of, is_that_field, is_truth, kind_name, label, one_kind, that_field, type_of
from dsl.names import types as t
from dsl.names.value_shapes import shape
from dsl.syntax import nodes as n


@frozen
class Predication:
    """A predicate about a subject: `be alive`, `have Burn`, `control the target`, `has played`, `may cross the box`."""

    subject: n.Expr
    verb: str
    rest: str
    negated: bool = False
    form: Literal["verb", "perfect", "modal"] = "verb"


THAT = n.Name("that")
_MODALS = ("can", "may", "must")
_OPPOSITE = {
    "is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in",
    "has": "lacks", "lacks": "has",
}  # fmt: skip
_MORE_OR_LESS = {"<": "less than ", ">": "more than ", "<=": "at most ", ">=": "at least "}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def clause(e: n.Expr, v: Voice, negated: bool = False) -> str:
    """A truth as a clause that can follow `if` or `while`."""
    return as_clause(predication(e, v, negated), v)


def as_clause(truth: Predication | str, v: Voice) -> str:
    if isinstance(truth, str):
        return truth
    subject = values.noun(truth.subject, v)
    return f"{subject} {predicate(truth, subject, values.is_many(truth.subject, v))}"


def predicate(what: Predication, subject: str, many: bool) -> str:
    """The predicate, with the number and person of its subject."""
    uninflected = many or subject in ("you", "they")
    rest = f" {what.rest}" if what.rest else ""
    if what.form == "modal":
        return f"{'cannot' if what.verb == 'can' else what.verb + ' not'}{rest}" if what.negated else what.verb + rest
    if what.form == "perfect":
        return f"{'have' if uninflected else 'has'}{' not' if what.negated else ''}{rest}"
    if what.verb == "be":
        return f"{'are' if uninflected else 'is'}{' not' if what.negated else ''}{rest}"
    if what.negated:
        return f"{'do' if uninflected else 'does'} not {what.verb}{rest}"
    return f"{what.verb if uninflected else english.third(what.verb)}{rest}"


def predication(e: n.Expr, v: Voice, negated: bool = False) -> Predication | str:
    """A truth split into subject and predicate; or a whole clause, if it has no single subject."""
    match e:
        case n.Group(inner=inner):
            return predication(inner, v, negated)
        case n.Not(inner=inner):
            return predication(inner, v, not negated)
        case n.And(parts=parts):
            return joined_clauses(parts, v, negated)
        case n.Or(parts=parts):
            return english.joined((clause(part, v, negated) for part in parts), "and" if negated else "or")
        case n.Compare():
            return _compared(evolve(e, sign=_OPPOSITE[e.sign]) if negated else e, v)
        case n.Name(text=text) if is_that_field(text, v):
            return named(label(text, that_field(text, v)), THAT, negated)
        case n.Name(text=text) if text in v.locals and v.locals[text].value is not None:
            meaning = v.locals[text].value
            assert meaning is not None
            return predication(meaning, evolve(v, locals={k: x for k, x in v.locals.items() if k != text}), negated)
        case n.Name(text=text) if text in v.locals and v.locals[text].event and is_truth(v.locals[text].type):
            # a kept value of an event is a predicate of that event: `landed`
            return named(english.words(text), n.Name(v.locals[text].event), negated)
        case n.Dot(base=base, name=name):
            return named(label(name, field_of(e, v)), base, negated)
        case n.Call():
            return calls.truth_of_call(e, v, negated)
        case n.Truth(value=truth):
            return "always" if truth is not negated else "never"
        case _:
            return f"{values.noun(e, v)} is {'no' if negated else 'yes'}"


def joined_clauses(parts: tuple[n.Expr, ...], v: Voice, negated: bool = False) -> str:
    """Truths that hold together; an `or` among them is marked with `either`, so that its end is clear."""
    clauses = []
    for part in parts:
        inner = _bare(part)
        either = isinstance(inner, n.Or) and not negated and len(parts) > 1
        clauses.append(f"either {clause(inner, v)}" if either else clause(inner, v, negated))
    return english.joined(clauses, "or" if negated else "and")


def named(words: str, subject: n.Expr, negated: bool, objects: str = "") -> Predication:
    """The predicate in a name: `blocks_sight` is a verb, `may_cross` a modal, everything else an `is`."""
    head, _, rest = words.partition(" ")
    complement = f"{rest} {objects}".strip()
    if head in ("is", "are"):
        return Predication(subject, "be", complement, negated)
    if head in ("has", "have"):
        return Predication(subject, "have", complement, negated)
    if head in _MODALS:
        return Predication(subject, head, complement, negated, "modal")
    if len(head) > 3 and head.endswith("s") and not head.endswith(("ss", "us")):
        return Predication(subject, english.base(head), complement, negated)
    inner, _, last = words.rpartition(" ")
    if inner and len(last) > 3 and last.endswith("s") and not last.endswith(("ss", "us", "is")):
        # `row_fits(box)`: it is the row of the box that fits
        return Predication(n.Dot(subject, inner.replace(" ", "_")), english.base(last), objects, negated)
    return Predication(subject, "be", f"{words} for {objects}" if objects else words, negated)


# -------------------------------------------------------------------------------------------------- comparisons


def _compared(e: n.Compare, v: Voice) -> Predication | str:
    left, right = _bare(e.left), _bare(e.right)
    if e.sign in ("is", "is not"):
        equal = e.sign == "is"
        if isinstance(left, n.Nothing) or (_is_player(left) and _owner_of(right) is not None):
            left, right = right, left
        if isinstance(right, n.Nothing):
            return _there_is(left, v, not equal)
        if isinstance(right, n.Truth):
            return predication(left, v, right.value is not equal)
        owned_thing = _owner_of(left)
        if owned_thing is not None and (_is_player(right) or one_kind(type_of(right, v)) == "Player"):
            return Predication(right, "control", values.noun(owned_thing, v), not equal)
        if isinstance(left, n.Number) and not isinstance(right, n.Number):
            left, right = right, left
    elif isinstance(left, n.Number) and e.sign in _MIRRORED and not isinstance(right, n.Number):
        return _compared(n.Compare(_MIRRORED[e.sign], right, left), v)
    match e.sign, left, right:
        case "is", n.Product(first=first, rest=(n.Term(sign="%", value=two),)), n.Number(value=0 | 1 as rest):
            if two == n.Number(2):
                return Predication(first, "be", "odd" if rest else "even")
    if isinstance(left, n.Call) and left.name in ("count", "times") and left.name not in v.symbols.rules:
        return calls.counted(left, e.sign, right, v)
    return _of_sign(e.sign, left, right, v)


def _of_sign(sign: str, left: n.Expr, right: n.Expr, v: Voice) -> Predication | str:
    match sign:
        case "is" | "is not":
            return Predication(left, "be", _complement(left, right, v), sign == "is not")
        case "has" | "lacks" if isinstance(left, n.Name) and left.text == "mode" and "mode" not in v.locals:
            return f"{values.noun(right, v)} is {'not ' if sign == 'lacks' else ''}the mode"
        case "has" | "lacks":
            return Predication(left, "have", values.noun(right, v), sign == "lacks")
        case "in" | "not in":
            return Predication(left, "be", _among(left, right, v), sign == "not in")
        case _:
            return Predication(left, "be", _MORE_OR_LESS[sign] + values.noun(right, v))


def _bare(e: n.Expr) -> n.Expr:
    while isinstance(e, n.Group):
        e = e.inner
    return e


def _is_player(e: n.Expr) -> bool:
    return isinstance(e, n.Name) and e.text in ("me", "foe", "active", "actor")


def _owner_of(e: n.Expr) -> n.Expr | None:
    """The thing whose owner the expression is, or None."""
    match e:
        case n.Dot(base=base, name="owner"):
            return base
        case n.Name(text="owner"):
            return THAT
        case _:
            return None


def _complement(left: n.Expr, right: n.Expr, v: Voice) -> str:
    if isinstance(right, n.Name) and right.text in v.symbols.kinds and right.text not in v.locals:
        return english.a(kind_name(right.text, v.symbols))
    return values.value(right, v, type_of(left, v))


def _among(left: n.Expr, right: n.Expr, v: Voice) -> str:
    match right:
        case n.NumberRange(low=low, high=None):
            return f"at least {values.noun(low, v)}"
        case n.NumberRange(low=low, high=high) if high is not None:
            return f"from {values.noun(low, v)} to {values.noun(high, v)}"
        case n.ListOf(items=items) if items:
            return english.joined((values.value(item, v, type_of(left, v)) for item in items), "or")
        case n.Dot():
            field = field_of(right, v)
            where = "in" if field is not None and field.sort == "zone" else "one of"
            return f"{where} {values.noun(right, v)}"
        case _:
            return f"one of {values.noun(right, v)}" if values.is_many(right, v) else f"in {values.noun(right, v)}"


def _there_is(what: n.Expr, v: Voice, there: bool) -> Predication | str:
    """`x is none`: it has no x, or there is no x."""
    match what:
        case n.Dot(base=base, name=name) if not isinstance(type_of(base, v), t.EventT):
            return _having(label(name, field_of(what, v)), base, there)
        case n.Name(text=text) if is_that_field(text, v):
            return _having(label(text, that_field(text, v)), THAT, there)
        case n.Call(name=name, args=(n.Arg(value=owner),)) if name in v.symbols.rules:
            return _having(english.words(name), owner, there)
        case _:
            thing_words = values.noun(what, v).removeprefix("the ")
            if thing_words.startswith("your "):
                return f"you have {english.a(thing_words[5:]) if there else f'no {thing_words[5:]}'}"
            if not there:
                return f"there is no {thing_words}"
            return f"there is {thing_words if thing_words[:1].isupper() else english.a(thing_words)}"


def _having(what: str, owner: n.Expr, there: bool) -> Predication:
    return Predication(owner, "have", english.a(what) if there else f"no {what}")


# --------------------------------------------------------------------------------------------- relative clauses


def relative(e: n.Expr, v: Voice, many: bool) -> str:
    """A truth attached to a noun: `whose hp is at most 2`, `with Burn`, `you control`; `v` is inside the query."""
    match e:
        case n.Group(inner=inner):
            return relative(inner, v, many)
        case n.And(parts=parts):
            return _chain([relative(part, v, many) for part in parts], "and")
        case n.Or(parts=parts):
            return _chain([relative(part, v, many) for part in parts], "or")
        case _:
            return _near(e, v) or _relative(e, v, many)


def _chain(parts: list[str], word: str) -> str:
    """Several relative clauses, the shortest connection first: `Bots you control with Burn whose hp is 2`."""
    if word == "or":
        return english.joined(parts, word)
    close = [part for part in parts if part.endswith(("control", "controls"))]
    beside = [part for part in parts if part not in close and not part.startswith(("that ", "whose ", "for which "))]
    rest = [part for part in parts if part not in close and part not in beside]
    return " ".join(english.joined(group) for group in (close, beside, rest) if group)


def _relative(e: n.Expr, v: Voice, many: bool) -> str:
    truth = predication(e, v)
    if isinstance(truth, str):
        return f"for which {truth}"
    if truth.rest == "it" and truth.verb == "control":
        subject = values.noun(truth.subject, v)
        return f"{subject} {predicate(evolve(truth, rest=''), subject, values.is_many(truth.subject, v))}"
    match truth.subject:
        case n.Name(text="that"):
            return _of_that(truth, many)
        case n.Name(text=text) if is_that_field(text, v):
            field = label(text, that_field(text, v))
        case n.Dot(base=n.Name(text="that"), name=text):
            field = label(text, that_field(text, v))
        case _:
            return f"for which {as_clause(truth, v)}"
    return f"whose {field} {predicate(truth, field, values.is_many(truth.subject, v))}"


def _of_that(truth: Predication, many: bool) -> str:
    if truth.verb == "have" and truth.form == "verb":
        return f"{'without' if truth.negated else 'with'} {truth.rest}"
    if truth.verb == "be" and many and not truth.negated and truth.rest.startswith(("a ", "an ")):
        return f"that are {english.plural(truth.rest.partition(' ')[2])}"
    if truth.verb == "be" and truth.negated and truth.rest.startswith(("this ", "the ", "you")):
        return f"other than {truth.rest}"
    return f"that {predicate(truth, '', many)}"


def _near(e: n.Expr, v: Voice) -> str:
    """`distance(it, that) <= 2`: within 2 of it."""
    match e:
        case n.Compare(
            sign="<=" | "<" as sign,
            left=n.Call(name="distance", args=(n.Arg(value=a), n.Arg(value=b))),
            right=right,
        ) if a == THAT or b == THAT:
            other = values.noun(b if a == THAT else a, v)
            if sign == "<=":
                return f"within {values.noun(right, v)} of {other}"
            if isinstance(right, n.Number):
                return f"within {right.value - 1} of {other}"
            return f"less than {values.noun(right, v)} away from {other}"
        case _:
            return ""


def truth_rule(type: t.Type | None, body: n.Expr | n.Block) -> bool:
    """Whether a rule gives a truth."""
    return is_truth(type) if type is not None else not isinstance(body, n.Block) and is_truth(shape(body))
