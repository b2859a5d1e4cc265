"""Sentences with the right words in another form: calls, loops, comparisons, the order of a phrase, pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, permutations

from dsl.names import builtins
from dsl.names import types as t
from dsl.repair.spot import LineRewrite, MistakeSpot, pattern
from dsl.syntax.keywords import PREPOSITIONS

_WORD = r"[^\W\d]\w*"
_SIMPLE = r"[\w.]+(?:\([^()]*\))?"
_COUNTED = r"(?:more|greater|higher|larger|bigger)"
_FEWER = r"(?:less|fewer|lower|smaller)"

comparisons = (
    pattern("comparison", rf"\s+(?:is|are|was|has)\s+{_COUNTED}\s+than\s+", " > ", cost=0.9),
    pattern("comparison", rf"\s+(?:is|are|was|has)\s+{_FEWER}\s+than\s+", " < ", cost=0.9),
    pattern("comparison", rf"\s+(?:is|are|was|has)?\s*(?:at least|no {_FEWER} than|minimum)\s+(?=\w)", " >= ", "compare with `>=`", cost=1.1),
    pattern("comparison", rf"\s+(?:is|are|was|has)?\s*(?:at most|no {_COUNTED} than|maximum|up to)\s+(?=\w)", " <= ", "compare with `<=`", cost=1.1),
    pattern("comparison", rf"\s+(?:is|are|was)\s+(\d+)\s+or\s+(?:{_COUNTED}|above|over)\b", r" >= \1", "compare with `>=`", cost=0.9),
    pattern("comparison", rf"\s+(?:is|are|was)\s+(\d+)\s+or\s+(?:{_FEWER}|below|under)\b", r" <= \1", "compare with `<=`", cost=0.9),
    pattern("comparison", r"\s+(?:is\s+)?(?:equals?(?:\s+to)?|is\s+the\s+same\s+as|is\s+exactly)\s+", " is ", cost=1.0),
    pattern("comparison", r"(?<=[\w)\]])\s*(?<![<>=!+\-:])=(?!=)\s*", " is ", "`is` compares, `=` assigns", cost=1.2),
    pattern("emptiness", rf"({_SIMPLE})\s+is\s+(?:empty|not there)\b", r"count(\1) is 0", "count the things", cost=1.2),
    pattern("emptiness", rf"({_SIMPLE})\s+(?:is\s+not|isn't)\s+empty\b", r"count(\1) > 0", "count the things", cost=1.1),
    pattern("lacks", r"\s+(?:has\s+no|has\s+not(?:\s+got)?|doesn't\s+have|does\s+not\s+have|hasn't|without)\s+(?:any\s+)?", " lacks ", cost=1.0),
    pattern("unless", r"\bunless\s+([^{}]+?)(?=\s*(?:\{|$|\}))", r"if not (\1)", "`unless` is `if not`", cost=1.0),
    pattern("unless", r"\bunless\s+([^{}]+?)(?=\s*(?:\{|$|\}))", r"while not (\1)", "`unless` is `while not`", cost=1.2),
    pattern("otherwise", r"\b(?:otherwise|or else)(?:\s+if\b)?(?=\s*\{)", "else", cost=1.0),
    pattern("then", r"\s+then(?=\s*\{)", "", "`if` has no `then` before its braces", cost=0.9),
    pattern("else if", r"\b(?:elif|elsif|elseif)\b", "else if", cost=0.8),
)  # fmt: skip
_MATCH = "`match` compares a value with each row"
matches = (
    pattern("match", r"\b(?:switch|select|case)\s*\(?\s*([\w.]+(?:\([^()]*\))?)\s*\)?\s*(?:of|in|on)?\s*(?=\{)", r"match \1 ", _MATCH, cost=0.6),
    pattern("match", r"\bmatch\s*\(\s*([\w.]+(?:\([^()]*\))?)\s*\)\s*(?=\{)", r"match \1 ", _MATCH, cost=0.6),
    pattern("unless", r"\bwhen\s+(?=[\w.]+\s+(?:is|has|<|>))", "if ", "a condition begins with `if`", cost=1.1),
)  # fmt: skip
_HOOK_ORDER = "its event comes first, then how long and how often, then the block"
_LOOP = "a loop names each thing: `for each x in …`"
loops = (
    pattern("loop", rf"\bfor\s+(?:every\s+|all\s+)?({_WORD})\s+(?:in|of)\b", r"for each \1 in", _LOOP, cost=0.8),
    pattern("loop", rf"\b(?:for\s*each|foreach|for\s+every|for\s+all|each|every)\s+({_WORD})\s+(?:in|of)\b", r"for each \1 in", _LOOP, cost=0.8),
    pattern("loop", rf"\bfor\s*each\s+([^{{}}]+?)\s+as\s+({_WORD})(?=\s*\{{)", r"for each \2 in \1", _LOOP, cost=0.8),
    pattern("loop", rf"\bfor\s*\(\s*(?:let|const|var|auto|{_WORD})?\s*({_WORD})\s*(?:of|in|:)\s*([^(){{}}]+(?:\([^()]*\))?)\)", r"for each \1 in \2", _LOOP, cost=0.8),
    pattern("each", r"(?<=[\w(])\s+(?:each|every|all)\s+(?:the\s+|of\s+the\s+|of\s+)?(?=[A-Za-z])", " ", "several things are named by their kind", cost=1.1),
    pattern("each", r"\b(?:each|every|all)\s+(?:the\s+|of\s+the\s+|of\s+)?(?=[A-Z])", "", "several things are named by their kind", cost=1.2),
    pattern("once", r"\s*,?\s*(?:at most\s+|only\s+)?once\s+(?:each|every|a|an|in each|in every|in a|during each)\s+(\w+)", r" once per \1", cost=0.8),
    pattern("first time", r"\b(?:for\s+)?the\s+first\s+time\s+(?:each|every|in each|in a|a|per)\s+(\w+)", r"once per \1", cost=1.0),
)  # fmt: skip
hooks = (
    pattern("hook", r"(?<![\w.])(?:on|when|whenever|upon|once|every time|each time|if ever|trigger|at)\s+(?=[a-z_]\w*\b)", "after ", "a text about an event begins with `after`, `before` or `instead of`", cost=1.0),
    pattern("hook", r"(?<![\w.])(?:on|when|whenever|upon)\s+(?=[a-z_]\w*\b)", "before ", "a text about an event begins with `after`, `before` or `instead of`", cost=1.4),
    pattern("hook", r"(?<![\w.])(?:at|on)\s+(?:the\s+)?(?:start|beginning)\s+of\s+(?:(?:each|every|the|a|your|its|his|her)\s+)?(?:of\s+\w+\s+)?(?=[a-z_]\w*\b)", "before ", "the start of an event is `before` it", cost=0.9),
    pattern("hook", r"(?<![\w.])(?:at|on)\s+(?:the\s+)?end\s+of\s+(?:(?:each|every|the|a|your|its|his|her)\s+)?(?=[a-z_]\w*\b)", "after ", "the end of an event is `after` it", cost=0.9),
    pattern("hook", r"\b(before|after)\s+(?:the\s+)?(?:start|beginning|end)\s+of\s+", r"\1 ", cost=1.0),
    pattern("instead", r"\b(?:rather than|in place of|replace|instead)\s+(?!of\b)(?=[a-z_])", "instead of ", cost=1.0),
    pattern("duration", r"\b(?:during|for|in)\s+(?:this|the(?:\s+whole|\s+rest\s+of\s+the)?)\s+(\w+)", r"until end of \1", "a duration ends: `until end of …`", cost=1.2),
    pattern("duration", r"\b(?:this|till\s+(?:the\s+)?end\s+of(?:\s+the)?|until\s+the\s+end\s+of(?:\s+the)?)\s+(\w+)(?=\s*(?:$|[{};]))", r"until end of \1", "a duration ends: `until end of …`", cost=1.2),
    pattern("comma", r"\s*,\s*(?=(?:because|until|if|while|once|by|from|to|with|during|where)\b)", " ", "the parts of a sentence have no commas", cost=0.7),
    pattern("article", r"(?<![\w.])(?:the|a|an|that|this|some|any)\s+(?=[A-Za-z_])", "", cost=1.5),
    pattern("may", r"\s+(?:you\s+)?(?:may|can|might|optionally)\s+(?=\{)", " may ", cost=1.0),
    pattern("arguments", r"\b(roll)\s+(?:1|one|a|an)\s+(?:of\s+)?(?=[A-Z])", r"\1 ", "one die is rolled by its name; several are `roll 2 of …`", cost=0.8, whole=True),
    pattern("arguments", r"\b(roll)\s+(\d+)\s+(?=[A-Z])", r"\1 \2 of ", cost=0.9),
    pattern("arguments", r"\b(random|any)\s+of\s+([\w.]+(?:\([^()]*\))?)", r"random(\2)", cost=0.9),
    pattern("arguments", r"\b(modify\s+\w+\s+by\s+-?[\w()/* ]+?)\s*,?\s*(?:minimum|min|not below|never below|but not below|down to)\s+(\d+)", r"\1 at least \2", cost=1.0),
    pattern("arguments", r"\b(modify\s+\w+\s+by\s+-?[\w()/* ]+?)\s*,?\s*(?:maximum|max|not above|never above|but not above|up to)\s+(\d+)", r"\1 at most \2", cost=1.0),
    pattern("assignment", r"([\w.]+)\s*\+\+", r"\1 += 1", cost=0.8),
    pattern("assignment", r"([\w.]+)\s*--", r"\1 -= 1", cost=0.8),
    pattern("assignment", r"([\w.]+)\s*\*=\s*(\w+)", r"\1 = \1 * \2", cost=0.8),
    pattern("ternary", r"(=\s*|by\s+|to\s+|\(\s*)([^?{}=]+?)\s*\?\s*([^:{}]+?)\s*:\s*([^{};)]+)", r"\1(if \2 then \3 else \4)", "a value that depends on a condition", cost=1.0),
    pattern("ternary", r"\(?([\w.\-]+)\s+if\s+([^{}()]+?)\s+else\s+([\w.\-]+)\)?", r"(if \2 then \1 else \3)", "a value that depends on a condition", cost=1.0),
    pattern("method", r"([\w.]+)\.(?:length|size|count|len)(?:\(\))?", r"count(\1)", "`count(…)` counts", cost=0.8),
    pattern("method", r"\b(?:len|size|number|amount|number of|amount of)\(([^()]*)\)", r"count(\1)", "`count(…)` counts", cost=0.9),
    pattern("method", r"\b(?:number|amount|count)\s+of\s+([\w.]+)", r"count(\1)", "`count(…)` counts", cost=1.2),
    pattern("method", r"\bmax\(([^(),]+),([^()]+)\)", r"greater(\1,\2)", cost=0.9),
    pattern("method", r"\bmin\(([^(),]+),([^()]+)\)", r"smaller(\1,\2)", cost=0.9),
    pattern("method", r"([\w.]+)\.(?:includes|contains|has)\(([^()]+)\)", r"\2 in \1", cost=1.0),
    pattern("order", r"\b(until (?:end|start) of \w+(?: by \w+)?|once per \w+|if [^{};]+?)\s+((?:before|after|instead of)\s+[^{}]+?)\s*(?=\{)", r"\2 \1 ", _HOOK_ORDER, cost=0.6),
    pattern("order", r"\b((?:before|after|instead of)\s+[^{}]+?)\s*(\{[^{}]*\})\s*(until (?:end|start) of \w+(?: by \w+)?|once per \w+|if [^{};]+?)\s*(?=[;}]|$)", r"\1 \3 \2", _HOOK_ORDER, cost=0.6),
    pattern("order", r"\bmodify\s+by\s+([+-]?\w+)\s+([a-z_]\w*)", r"modify \2 by \1", "the number that changes comes first", cost=0.7),
    pattern("order", r"\bmodify\s+([a-z_]\w*)\s*(?:\+=?|by\s*\+)\s*(\w+)", r"modify \1 by \2", "a change begins with `by`", cost=0.7),
    pattern("order", r"\bmodify\s+([a-z_]\w*)\s*(?:-=?|by\s+minus)\s*(\w+)", r"modify \1 by -\2", "a change begins with `by`", cost=0.7),
    pattern("order", r"\bmodify\s+([a-z_]\w*)\s*=\s*(\w+)", r"modify \1 to \2", "a new value begins with `to`", cost=0.7),
    pattern("order", r"(?<![\w.])([A-Z]\w*(?:\(\w+\))?)\s+(give|lose)\s+(?=to|from)", r"\2 \1 ", "the verb comes first", cost=0.7),
    pattern("order", r"\b(give)\s+(\w[\w.]*(?:\([^()]*\))?)\s+([A-Z]\w*(?:\([^()]*\))?)(?=\s|$|\})", r"\1 \3 to \2", "what is given comes first", cost=0.8),
    pattern("order", r"\b(?:add|apply|put|inflict|place)\s+([A-Z]\w*(?:\([^()]*\))?)\s+(?:to|on|onto|upon)\s+", r"give \1 to ", cost=1.0),
    pattern("order", r"\b(?:remove|take)\s+([A-Z]\w*)\s+(?:from|off)\s+", r"lose \1 from ", cost=1.2),
    pattern("return", r"\breturn\s+(?=[\w(])", "result ", cost=0.9),
    pattern("semicolon", r"[;.]\s*(?=$|\})", " ", cost=1.4),
)  # fmt: skip


def filters(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`list.filter(x => x.owner is me)` and its kin: `list where that.owner is me`."""
    regex = rf"([\w.]+(?:\([^()]*\))?)\.(?:filter|where|find|select|findAll)\(\s*(?:lambda\s+)?\(?({_WORD})\)?\s*(?:=>|->|:)\s*((?:[^()]|\([^()]*\))*)\)"
    for match in re.finditer(regex, spot.line):
        condition = re.sub(rf"(?<![\w.]){match[2]}(?!\w)", "that", match[3])
        for sign, word in (
            ("===", "is"),
            ("==", "is"),
            ("!==", "is not"),
            ("!=", "is not"),
            ("&&", "and"),
            ("||", "or"),
        ):
            condition = re.sub(rf"\s*{re.escape(sign)}\s*", f" {word} ", condition)
        lesson = "`where` selects, and `that` is each thing in turn"
        yield spot.rewrite(match.start(), match.end(), f"{match[1]} where {condition}", "filter", lesson, 0.9)


def named_loop(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`for each Bot where that is not it {`: the loop needs a name for each thing, in its condition and its block."""
    match = re.search(r"\bfor\s*each\s+([A-Z]\w*)((?:\s+where\s+[^{}]+?)?)(\s*\{)", spot.line)
    if match is None:
        return
    name = _fresh_name(match[1], spot)
    start = spot.line_start + match.end()
    depth, end = 1, len(spot.text)
    for brace in re.finditer(r"[{}]", spot.blanked[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            end = start + brace.start()
            break
    body = re.sub(r"(?<![\w.])that(?!\w)", name, spot.text[start:end])
    new = f"for each {name} in {match[1]}{match[2]}{match[3]}{body}"
    yield LineRewrite(spot.line_start + match.start(), end, new, "loop", _LOOP, 0.8)


def _fresh_name(kind: str, spot: MistakeSpot) -> str:
    small = kind[0].lower() + kind[1:]
    if small in spot.vocabulary.symbols.verbs or re.search(rf"\b{small}\b", spot.blanked):
        return "other" if not re.search(r"\bother\b", spot.blanked) else "each_one"
    return small


def calls(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`damage(target, 2)`, `target.damage(2)`, `draw(2)`: a verb as a function or method."""
    regex = rf"(?<![\w.])(?:([\w.]+)\.)?({_WORD})\(((?:[^()]|\([^()]*\))*)\)"
    for match in re.finditer(regex, spot.line):
        slots = _slots(match[2], spot)
        if slots is None:
            continue
        arguments = [part.strip() for part in re.split(r",(?![^()]*\))", match[3]) if part.strip()]
        values = [match[1], *arguments] if match[1] else arguments
        for chosen in _fillings(slots, values):
            lesson = "a sentence is a phrase, without parentheses"
            yield spot.rewrite(match.start(), match.end(), f"{match[2]} {chosen}".strip(), "call", lesson, 0.9)


def _slots(verb: str, spot: MistakeSpot) -> list[tuple[str, bool]] | None:
    """The prepositions of a verb with whether they are required."""
    sig = spot.vocabulary.symbols.verbs.get(verb)
    if sig is not None:
        return [(slot.preposition, slot.required) for slot in sig.slots]
    built_in = builtins.VERBS.get(verb)
    return [(slot.preposition, not slot.optional) for slot in built_in.slots] if built_in is not None else None


def _fillings(slots: list[tuple[str, bool]], values: list[str]) -> Iterator[str]:
    """The values in the slots, in their order; then in the required slots only."""
    required = [preposition for preposition, needed in slots if needed]
    every = [preposition for preposition, _ in slots]
    seen = set()
    for prepositions in (required, every):
        for order in permutations(prepositions, len(values)) if len(values) <= 3 and len(prepositions) <= 5 else ():
            text = " ".join(f"{preposition} {value}".strip() for preposition, value in zip(order, values, strict=True))
            if text not in seen:
                seen.add(text)
                yield text


_CHUNK = re.compile(
    rf"\s+(?=(?:{'|'.join(sorted(PREPOSITIONS))}|until|because|if|while|once|during|cites|as|where)\b(?!\s+(?:of|least|most)\b))"
)
_RANK = {"during": 2, "if": 2, "while": 2, "once": 2, "until": 2, "because": 3, "as": 3, "cites": 4, "where": 1}


def clause_order(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """The clauses of a phrase in another order: the object, its prepositions, `if` and `until`, then `because`."""
    for match in re.finditer(r"(?:^|[{;])\s*([a-z_]\w*\b[^{};]*?)\s*(?=$|[{};])", spot.line):
        start, end = match.span(1)
        raw = spot.raw[start:end]
        chunks = _chunks(spot.line[start:end], raw)
        if not 3 <= len(chunks) <= 7:
            continue
        ordered = [chunks[0], *sorted(chunks[1:], key=_rank)]
        if ordered != chunks:
            yield spot.rewrite(
                start, end, " ".join(ordered), "clause order", "the parts of a sentence have this order", 1.0
            )


def _chunks(line: str, raw: str) -> list[str]:
    bounds = [0, *(match.end() for match in _CHUNK.finditer(line)), len(line)]
    return [raw[a:b].strip() for a, b in pairwise(bounds) if raw[a:b].strip()]


def _rank(chunk: str) -> int:
    return _RANK.get(chunk.split()[0], 1)


def prepositions(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """Another preposition, or none, before the value that the finding is about."""
    for match in re.finditer(rf"\b({'|'.join(PREPOSITIONS)})\s+", spot.line):
        before = spot.line[: match.start()]
        verb = next((word for word in reversed(re.findall(_WORD, before)) if _slots(word, spot) is not None), None)
        if verb is None:
            continue
        near = abs(spot.line_start + match.end() - spot.error.place.start) < 12 or verb in spot.error.message
        for preposition, _ in _slots(verb, spot) or ():
            if preposition != match[1]:
                new = f"{preposition} " if preposition else ""
                cost = (1.3 if near else 2.2) + (0.0 if preposition else 0.5)
                yield spot.rewrite(
                    match.start(), match.end(), new, "preposition", _phrase(verb, spot), cost, certain=False
                )


def _phrase(verb: str, spot: MistakeSpot) -> str:
    sig = spot.vocabulary.symbols.verbs.get(verb)
    usage = sig.phrase if sig is not None else builtins.VERBS[verb].usage
    return f"the phrase is `{usage}`"


def missing_preposition(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`draw me 2`, `push target 2`: a value without its preposition, and a superfluous `by me`."""
    for match in re.finditer(rf"(?:^|[{{;:]|\bafter|\bbefore|\binstead of|\bforbid)\s*({_WORD})\b", spot.line):
        slots = _slots(match[1], spot)
        if slots is None:
            continue
        rest = re.match(
            rf"\s+({_SIMPLE})\s+(?!(?:{'|'.join(PREPOSITIONS)}|until|if|as|where|once|while|because|during)\b)({_SIMPLE})",
            spot.line[match.end() :],
        )
        if rest is not None:
            left, right = rest[1], rest[2]
            if {left, right} & {"each", "all", "every", "the", "a", "an"}:
                continue
            for preposition, _ in slots:
                if preposition:
                    for first, second in ((left, right), (right, left)):
                        new = f" {first} {preposition} {second}"
                        yield spot.rewrite(
                            match.end(), match.end() + rest.end(), new, "preposition", _phrase(match[1], spot), 1.2
                        )
    for match in re.finditer(r"\s+(?:by|for|from)\s+(?:me|it|you)\b", spot.line):
        yield spot.rewrite(match.start(), match.end(), "", "superfluous words", "", 3.4, certain=False)


def missing_slot(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`destroy armor` where the verb also needs `from source`: what it could be here."""
    yield from _missing_player(spot)
    needs = re.search(r"`(\w+)` needs `(\w+) (\w+)`", spot.error.message)
    start = spot.error.place.start - spot.line_start
    if needs is None or start < 0:
        return
    rest = re.match(r"[^;{}]*?(?=\s*(?:$|[;{}]|\b(?:until|if|as)\b))", spot.line[start:])
    if rest is None:
        return
    end = start + len(rest.group().rstrip())
    names = re.findall(r"\bas (\w+)|\blet (\w+)", spot.blanked[: spot.line_start + start])
    values = ["it", "me", *[a or b for a, b in names], "attacker", "it.host", "it.owner", "me.bot", needs[3]]
    for rank, value in enumerate(dict.fromkeys(values)):
        new = f"{spot.raw[start:end]} {needs[2]} {value}"
        yield spot.rewrite(start, end, new, "missing slot", _phrase(needs[1], spot), 1.0 + 0.1 * rank, certain=False)


def _missing_player(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """In a scenario, somebody must do what a player does: one of the seats."""
    seats = re.search(r"(?m)^\s*seats\s+(.+)$", spot.blanked)
    if "needs the player who acts" not in spot.error.message or seats is None:
        return
    end = len(spot.line.rstrip())
    for rank, seat in enumerate(re.findall(r"[A-Z]\w*", seats[1])):
        new = f"{spot.raw[:end]} by {seat}"
        lesson = "say which player does it"
        yield spot.rewrite(0, end, new, "missing slot", lesson, 1.0 + 0.2 * rank, certain=False)


def other_owner(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """A thing where its owner is needed, a player where his thing is needed: `it.owner`, `my_bot(me)`, `me.hand`."""
    needs = re.search(
        r"needs (?:an? )?(?:list of )?`?(\w+?)s?`?, but this is (?:an? )?(?:list of )?`?(\w+?)s?`?$", spot.error.message
    )
    place = spot.error.place
    if "this is a face of" in spot.error.message and place.end <= len(spot.text):
        raw = spot.text[place.start : place.end]
        lesson = "`value` is the number that a die shows"
        yield LineRewrite(place.start, place.end, f"{raw}.value", "other owner", lesson, 1.0)
    if needs is None or place.end > len(spot.text):
        return
    wanted, kind = (_kind(word, spot) for word in needs.groups())
    raw = spot.text[place.start : place.end]
    if kind is None or wanted is None:
        return
    for name in spot.vocabulary.reached(kind, wanted)[:4]:
        lesson = f"`{raw}` is {_article(kind)}, and {_article(wanted)} is needed here"
        yield LineRewrite(place.start, place.end, f"{raw}.{name}", "other owner", lesson, 1.0 if name == "owner" else 1.5, certain=False)
    for name in spot.vocabulary.functions(kind)[:12]:
        yield LineRewrite(
            place.start,
            place.end,
            f"{name}({raw})",
            "other owner",
            f"{_article(wanted)} is needed here",
            1.6,
            certain=False,
        )


def _kind(word: str, spot: MistakeSpot) -> str | None:
    names = {"player": "Player", "thing": "Thing", "space": "Space"}
    return next((name for name in (names.get(word, word), word.capitalize()) if name in spot.vocabulary.kinds), None)


def _article(kind: str) -> str:
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"


def event_amount(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """`before hit it { modify damage by -1 }`: the number of the event by its own name."""
    for match in re.finditer(r"\bmodify\s+([a-z_]\w*)", spot.line):
        before = spot.blanked[: spot.line_start + match.start()]
        hooks = re.findall(r"\b(?:before|after|instead of)\s+([a-z_]\w*)[^{}]*\{[^{}]*$", before)
        sig = spot.vocabulary.symbols.verbs.get(hooks[-1]) if hooks else None
        for slot in sig.slots if sig is not None else ():
            if isinstance(t.plain(slot.type), t.NumberT) and slot.name != match[1]:
                lesson = f"the number of `{hooks[-1]}` is called `{slot.name}`"
                yield spot.rewrite(match.start(1), match.end(1), slot.name, "event amount", lesson, 0.8, True, True)


def unknown_words(spot: MistakeSpot) -> Iterator[LineRewrite]:
    """An unknown small name: a field of the thing, of the player, or a value of an event in progress."""
    place = spot.error.place
    if spot.error.code not in ("BW2002", "BW2004", "BW2006") or place.end > len(spot.text):
        return
    raw = spot.text[place.start : place.end]
    name = raw.rsplit(".", 1)[-1]
    if not name.isidentifier():
        return
    symbols = spot.vocabulary.symbols
    called = re.match(rf"{name}\(([\w.]+)\)", spot.text[place.start :])
    if called is not None:
        new = f"{called[1]}.{name}"
        yield LineRewrite(place.start, place.start + called.end(), new, "owner", "a field stands behind its owner", 0.9)
    before = spot.blanked[: place.start]
    named = [a or b for a, b in re.findall(r"\bas (\w+)|\b(?:let|each) (\w+)", before)]
    for rank, new in enumerate(dict.fromkeys(reversed(named))):
        if new != name and "." not in raw:
            lesson = f"it is called `{new}` above"
            yield LineRewrite(place.start, place.end, new, "named above", lesson, 1.0 + 0.1 * rank, certain=False)
            every = re.sub(rf"(?<![\w.]){name}(?!\w)", new, spot.raw)
            yield spot.rewrite(0, len(spot.raw), every, "named above", lesson, 0.95 + 0.1 * rank, False, True)
    hooked = re.search(r"\b(?:after|before|instead of|during)\b", spot.line)
    values = [
        f"{verb}.{name}"
        for verb, sig in symbols.verbs.items()
        if hooked and (name in sig.keeps or any(slot.name == name for slot in sig.slots))
    ]
    owners = ("it", "me", "that", "it.owner", "active")
    for rank, new in enumerate([*(f"{owner}.{name}" for owner in owners), *values[:6], name]):
        if new != raw:
            yield LineRewrite(place.start, place.end, new, "owner", "", 1.1 + 0.1 * rank, certain=False)
    dotted = re.match(r"[\w.]*", spot.text[place.start :])
    start = re.search(r"[\w.]*$", spot.text[: place.start])
    if dotted is not None and start is not None:
        whole_start, whole = place.start - len(start.group()), start.group() + dotted.group()
        shorter = whole.split(".", 1)
        if len(shorter) == 2:
            yield LineRewrite(whole_start, whole_start + len(whole), shorter[1], "owner", "", 1.2, certain=False)
    for define in symbols.rules:
        if define == name or define.endswith(f"_{name}"):
            yield LineRewrite(place.start, place.end, f"{define}(me)", "owner", "", 1.4, certain=False)


FAMILIES = (
    *comparisons, *matches, *loops, *hooks, filters, named_loop, calls, clause_order, prepositions, missing_preposition,
    missing_slot, other_owner, event_amount, unknown_words,
)  # fmt: skip
