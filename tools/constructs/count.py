"""Counts the constructs that a text uses, by the class of each node and its few variants."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dsl.names import builtins as v
from dsl.syntax import nodes as n
from dsl.syntax.constructs import construct_of
from dsl.syntax.keywords import MARKS
from dsl.syntax.walk import walk
from tools.constructs.catalogue import Use


def uses(root: n.Node) -> Iterator[Use]:
    """The constructs that a declaration uses, one entry for each use."""
    fields = _filled_in(root)
    for node in walk(root):
        if node is not root or not isinstance(node, n.Thing):
            yield from _by_class(node)
        for describe in _MORE.get(type(node), ()):
            yield from describe(node)
        if isinstance(node, n.Phrase) and id(node) not in fields:
            yield from _verb(node)
        if isinstance(node, n.Block | n.Kind):
            yield from _standing(node, root)
    if isinstance(root, n.Thing):
        yield "declarations", "a form"
        if root.like is not None:
            yield "declarations", "a form like another"
        yield "forms of the language", root.kind.text


def _filled_in(root: n.Node) -> set[int]:
    """Lines of forms that fill in a field: they look like sentences but are not."""
    numbers: set[int] = set()
    for node in walk(root):
        if isinstance(node, n.Thing | n.Ruleset | n.Mode) and node.body is not None:
            numbers |= {id(line) for line in node.body.lines}
    return numbers


def _by_class(node: n.Node) -> Iterator[Use]:
    construct = construct_of(type(node))
    if construct.counted is not None and construct.node is type(node):
        yield construct.counted


def _verb(node: n.Phrase) -> Iterator[Use]:
    if node.verb.text in v.VERBS:
        yield "verbs of the language", node.verb.text
    if node.verb.text == "take" and node.object == n.Name("one"):
        yield "choices", "take one"
    if node.gives is not None:
        yield "sentences", "as x"
    if node.until is not None:
        yield "sentences", "give … until …"


def _standing(node: n.Block | n.Kind, root: n.Node) -> Iterator[Use]:
    """The standing rules in sentences and on kinds."""
    if isinstance(node, n.Kind):
        for item in node.items:
            if isinstance(item, n.Require | n.Always):
                yield "fields", f"{'require' if isinstance(item, n.Require) else 'always'} on a kind"
            if isinstance(item, n.WorksIn):
                yield "fields", "works in"
            if isinstance(item, n.Keeps):
                yield "fields", "keeps"
        return
    for line in node.lines:
        if isinstance(line, n.Keeps):
            yield "fields", "keeps in an effect"
        if isinstance(line, n.Hook | n.Modify | n.Forbid) and any(isinstance(c, n.Until) for c in line.clauses):
            yield "sentences", "a rule said in a sentence"
        if isinstance(line, n.Action) and isinstance(root, n.Thing | n.Effect):
            yield "sentences", "action said in a sentence"


# ------------------------------------------------------------------------------------------ variants of one node


def _kind(node: n.Kind) -> Iterator[Use]:
    yield "declarations", "extend" if node.extends else "kind"
    if node.base is not None:
        yield "declarations", "kind … is …"
        yield "forms of the language", node.base.text


def _rule(node: n.Rule) -> Iterator[Use]:
    if isinstance(node.value, n.Block):
        yield "declarations", "rule { … }"


def _define(node: n.Define) -> Iterator[Use]:
    yield "declarations", "define"
    if isinstance(node.value, n.Block):
        yield "declarations", "define { … }"


def _marked(node: n.Keyword | n.Status) -> Iterator[Use]:
    word = "keyword" if isinstance(node, n.Keyword) else "status"
    yield "declarations", word
    if node.params:
        yield "declarations", f"{word}(n)"
    if isinstance(node, n.Status) and node.stacks is not None:
        yield "statuses", f"stacks {node.stacks.text}"


def _currency(node: n.Currency) -> Iterator[Use]:
    yield "declarations", "currency" if node.value is not None else "currency { pay … }"


def _mode(node: n.Mode) -> Iterator[Use]:
    yield "declarations", "variant" if node.variant else "mode"
    if any(isinstance(line, n.Phrase) and line.verb.text == "players" for line in node.body.lines):
        yield "declarations", "players in a mode"


def _ruling(node: n.RulingOption) -> Iterator[Use]:
    if not node.default:
        yield "declarations", "ruling: another option"


def _ruleset(node: n.Ruleset) -> Iterator[Use]:
    for line in node.body.lines:
        if isinstance(line, n.Phrase):
            yield "the ruleset", line.verb.text
            if line.verb.text == "triggers" and isinstance(line.object, n.Name):
                yield "the ruleset", line.object.text


def _printed(node: n.Printed) -> Iterator[Use]:
    yield "fields", "printed"


def _stat(node: n.Stat) -> Iterator[Use]:
    yield "fields", "stat, printed base" if node.type is not None else "stat, computed base"


def _zone(node: n.Zone) -> Iterator[Use]:
    yield "fields", "zone"
    for there, name in ((node.levels, "with levels"), (node.holds, "holds"), (node.seen_by, "seen by")):
        if there is not None:
            yield "fields", f"zone {name}"


def _children(node: n.Children) -> Iterator[Use]:
    yield "fields", "children"


def _script(node: n.Script) -> Iterator[Use]:
    yield "fields", "script" if node.by is None else "script by rows"


def _stands(node: n.Stands) -> Iterator[Use]:
    yield "fields", "stands as many" if node.many else "stands on"


def _type(node: n.Type) -> Iterator[Use]:
    yield "types", node.form
    if node.maybe:
        yield "types", "T?"


def _face(node: n.DieFace) -> Iterator[Use]:
    yield from (("dice", part.form) for part in node.parts)
    if len(node.parts) > 1:
        yield "dice", "several on a face"


def _combo(node: n.ComboPart) -> Iterator[Use]:
    yield "combinations", node.word.text if node.word.text in v.COMBO_WORDS else "a symbol"


def _row(node: n.RowKey) -> Iterator[Use]:
    yield "rows", node.form


def _hook(node: n.Hook) -> Iterator[Use]:
    yield "standing rules", node.word
    if node.may:
        yield "standing rules", "may" if node.may_by is None else "may by"
    for verb in node.verbs:
        yield from _on(verb.text)
    if node.others:
        yield "standing rules", "several verbs"


def _forbid(node: n.Forbid) -> Iterator[Use]:
    yield "standing rules", "allow" if node.allows else "forbid"
    for verb in node.verbs:
        yield from _on(verb.text)
    if node.others:
        yield "standing rules", "several verbs"
    if node.because is not None:
        yield "clauses", "because"


def _on(verb: str) -> Iterator[Use]:
    if verb in v.VERBS:
        yield "standing rules", "on a verb of the language"
        yield "verbs of the language", verb


def _modify(node: n.Modify) -> Iterator[Use]:
    yield "standing rules", "modify"
    yield from (("changes", change.layer) for change in node.changes)
    if node.layer is not None:
        yield "changes", "layer"
    if node.stat.text[0].isupper():
        yield "changes", "of what an action costs"


def _until(node: n.Until) -> Iterator[Use]:
    if node.edge == "start":
        yield "clauses", "until start of"


def _require(node: n.Require) -> Iterator[Use]:
    if node.because is not None:
        yield "clauses", "because"


def _assign(node: n.Assign) -> Iterator[Use]:
    yield "sentences", node.sign


def _if(node: n.If) -> Iterator[Use]:
    if node.otherwise is not None or len(node.branches) > 1:
        yield "sentences", "else of an if"


def _repeat(node: n.Repeat) -> Iterator[Use]:
    ways = "repeat n" if node.times is not None else "repeat while" if node.condition is not None else "repeat for ever"
    yield "sentences", ways


def _for_each(node: n.ForEach) -> Iterator[Use]:
    yield "sentences", "together for each" if node.together else "for each"


def _may(node: n.May) -> Iterator[Use]:
    if node.otherwise is not None:
        yield "sentences", "may … else"
    if node.by is not None:
        yield "choices", "may by"


def _either(node: n.Either) -> Iterator[Use]:
    if node.by is not None:
        yield "choices", "either by"
    if any(option.condition is not None for option in node.options):
        yield "choices", "either … if"


def _choose(node: n.Choose) -> Iterator[Use]:
    yield "choices", f"choose {'n or a..b' if node.amount.form == 'range' else node.amount.form}"
    match node.by:
        case n.Name(text="chance"):
            yield "choices", "choose by chance"
        case n.Node():
            yield "choices", "choose by"
    if node.otherwise is not None:
        yield "choices", "choose … else"
    if node.such is not None:
        yield "choices", "choose … such that"


def _open(node: n.Open) -> Iterator[Use]:
    if node.gives is not None:
        yield "sentences", "open … as x"


def _cost(node: n.Cost) -> Iterator[Use]:
    yield "costs", "cost"
    if len(node.ways) > 1:
        yield "costs", "cost … or …"
    if any(len(way) > 1 for way in node.ways):
        yield "costs", "cost … and …"
    for term in (term for way in node.ways for term in way):
        if term.gives is not None:
            yield "costs", "cost of a range, as x"
        if term.currency is None:
            yield "costs", "cost of a card"


def _offer(node: n.Offer) -> Iterator[Use]:
    yield "windows", f"offer {node.amount.form}"


def _window(node: n.Window) -> Iterator[Use]:
    if node.params:
        yield "windows", "window with parameters"


def _term(node: n.Term) -> Iterator[Use]:
    yield "expressions", f"a {node.sign} b"


def _compare(node: n.Compare) -> Iterator[Use]:
    yield "expressions", f"a {node.sign} b"


def _arg(node: n.Arg) -> Iterator[Use]:
    if node.label is not None:
        yield "expressions", "label: a"
    if node.name is not None:
        yield "expressions", "list as name"


def _where(node: n.Where) -> Iterator[Use]:
    if node.name is not None:
        yield "expressions", "list as name"


def _if_then(node: n.IfThen) -> Iterator[Use]:
    if isinstance(node.otherwise, n.IfThen):
        yield "expressions", "(if … else if …)"


def _ladder(node: n.Ladder) -> Iterator[Use]:
    yield "expressions", "ladder"


def _call(node: n.Call) -> Iterator[Use]:
    if node.name in v.FUNCTIONS or node.name in v.SCENARIO_FUNCTIONS:
        yield "functions", node.name


def _name(node: n.Name) -> Iterator[Use]:
    yield "names", node.text


def _dot(node: n.Dot) -> Iterator[Use]:
    yield "names", node.name
    if isinstance(node.base, n.Text):
        yield "expressions", '"Name".field'


def _marks(node: n.Marks) -> Iterator[Use]:
    for word in sorted(MARKS):
        if getattr(node, word):
            yield "marks", word


def _given(node: n.Given) -> Iterator[Use]:
    sorts = {n.GivenSwitch: "a switch", n.GivenThing: "a thing", n.GivenValue: "a value"}
    yield from (("scenarios", f"given {sorts[type(item)]}") for item in node.items)


def _then(node: n.Then) -> Iterator[Use]:
    cannot, fails, waits = node.cannot is not None, node.fails is not None, bool(node.waits)
    yield "scenarios", "then cannot" if cannot else "then fails" if fails else "then waits for" if waits else "then"


def _answer(node: n.Answer) -> Iterator[Use]:
    yield "scenarios", "answer with an action" if node.form == "phrase" else f"answer {node.form}"


_MORE: dict[type[n.Node], tuple[Callable[..., Iterator[Use]], ...]] = {
    n.Kind: (_kind,), n.Define: (_define,), n.Rule: (_rule,), n.Keyword: (_marked,), n.Status: (_marked,),
    n.Currency: (_currency,), n.Where: (_where,), n.IfThen: (_if_then,),
    n.Mode: (_mode,), n.RulingOption: (_ruling,), n.Ruleset: (_ruleset,), n.Printed: (_printed,), n.Stat: (_stat,),
    n.Zone: (_zone,), n.Children: (_children,), n.Script: (_script,), n.Stands: (_stands,), n.Type: (_type,),
    n.DieFace: (_face,), n.ComboPart: (_combo,), n.RowKey: (_row,), n.Hook: (_hook,), n.Forbid: (_forbid,),
    n.Modify: (_modify,), n.Until: (_until,), n.Require: (_require,), n.Assign: (_assign,), n.If: (_if,),
    n.Repeat: (_repeat,), n.ForEach: (_for_each,), n.May: (_may,), n.Either: (_either,), n.Choose: (_choose,),
    n.Open: (_open,), n.Cost: (_cost,), n.Offer: (_offer,), n.Window: (_window,), n.Term: (_term,),
    n.Compare: (_compare,), n.Arg: (_arg,), n.Ladder: (_ladder,), n.Call: (_call,), n.Name: (_name,), n.Dot: (_dot,),
    n.Marks: (_marks,), n.Given: (_given,), n.Then: (_then,), n.Answer: (_answer,),
}  # fmt: skip
