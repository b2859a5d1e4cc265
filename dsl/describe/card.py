"""Generates rules text in English from the tree: the words on a card follow from what it does.

English is generated, never parsed, and nothing is invented: a verb keeps its author's spelling and its prepositions
(`damage target by 3 from attacker` is "damage the target by 3 from the attacker"), so a reader finds the same words
on the card, in the log and in the rules. Names are described by their meaning in context, truths as clauses, sets as
nouns. A `says` mark replaces the generated text.

    english       forms of words
    voice         scope: the meaning of names
    values        values as nouns               conditions   truths as clauses
    calls         functions and rules           phrases      a verb with its prepositions
    referents     who does what                 statements   sentences, with choices and rows
    events        events in headings            rules        hooks, forbid, action, with modifiers
    fields        whole cards
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from attrs import evolve

from dsl.describe.conditions import clause
from dsl.describe.fields import CardText, as_sentence, card_text, mark_head, mark_rules
from dsl.describe.referents import flow
from dsl.describe.rules import standing
from dsl.describe.statements import block, sentence
from dsl.describe.values import noun
from dsl.describe.voice import Local, Voice, local_name, on_kind
from dsl.ir.cards import head_of
from dsl.names import types as t
from dsl.names.symbols import SymbolTable, players_entry
from dsl.syntax import nodes as n

_EXPRESSIONS = get_args(n.Expr)


def describe(node: n.Node, symbols: SymbolTable, *, on: str = "", names: Mapping[str, str] | None = None) -> str:
    """Describe a form, keyword, status, rule, sentence or expression in words.

    `on` is the kind of the thing that has the text, `names` are the display names of cards by id. A form gives one
    line for each of its rules, everything else one paragraph.
    """
    v = on_kind(symbols, on, names) if on else Voice(symbols, names=names or {})
    match node:
        case n.Thing() if node.kind.text in symbols.kinds:
            like = head_of(node).like
            rest = text_lines(card_text(node, symbols, names))
            return "\n".join([f"Like {(names or {}).get(like, like.replace('_', ' '))}.", *rest] if like else rest)
        case n.Keyword() | n.Status():
            return mark_rules(node, symbols, names)
        case n.Hook() | n.Modify() | n.Forbid() | n.Action():
            return node.marks.says.value if node.marks.says is not None else as_sentence(standing(node, v))
        case n.Effect(slots=slots, body=body):
            verb = symbols.verbs.get(node.id.text)
            types = {slot.name: slot.type for slot in verb.slots} if verb is not None else {}
            inside = v.knowing({slot.name: _local(slot.name, types) for slot in slots if slot.name != "me"})
            return as_sentence(flow(block(body, inside)))
        case n.Ruling(options=options):
            return "\n".join(f"{option.id.text}: {describe(option, symbols, on=on, names=names)}" for option in options)
        case n.Mode(body=body) if any(isinstance(line, n.Phrase) for line in body.lines):
            return _mode(node, body, symbols, on, names)
        case n.RulingOption(body=body) | n.Mode(body=body):
            return " ".join(describe(line, symbols, on=on, names=names) for line in body.lines) or "Nothing changes."
        case n.Window(body=body) | n.Flow(body=body):
            params = node.params if isinstance(node, n.Window) else ()
            inside = v.knowing({param.name: Local(_param(param)) for param in params})
            return " ".join(as_sentence(description.text) for description in block(body, inside))
        case n.Rule(value=value) | n.Define(value=value) | n.Goal(value=value) if not isinstance(value, n.Block):
            params = node.params if not isinstance(node, n.Goal) else ()
            rule = symbols.rules.get(node.id.text)
            types = {param.name: param.type for param in rule.params} if rule is not None else {}
            return noun(value, v.knowing({param.name: _local(param.name, types) for param in params}))
        case n.Always(condition=condition):
            return as_sentence(clause(condition, v))
        case _ if isinstance(node, _EXPRESSIONS):
            return noun(node, v)
        case _:
            return as_sentence(sentence(node, v).text)  # type: ignore[arg-type]


def _mode(node: n.Mode, body: n.Block, symbols: SymbolTable, on: str, names: Mapping[str, str] | None) -> str:
    """A mode that limits the number of players."""
    least, most = players_entry(body)
    player_count = f"{least} player{'s' * (least != 1)}" if least == most else f"{least} to {most} players"
    rest = evolve(node, body=evolve(body, lines=tuple(line for line in body.lines if not isinstance(line, n.Phrase))))
    return " ".join(
        (f"It is for {player_count}.", describe(rest, symbols, on=on, names=names) if rest.body.lines else "")
    ).strip()


def _local(name: str, types: Mapping[str, t.Type]) -> Local:
    return Local(local_name(name, types.get(name)), types.get(name))


def _param(param: n.Param) -> str:
    type = t.KindT(param.type.name) if param.type is not None and param.type.form == "kind" else None
    return local_name(param.name, type)


def text_lines(card: CardText) -> list[str]:
    """The text of a card, line by line, without its fields: keywords, rules, scripts, then its parts."""
    lines = [f"{keyword.name} ({keyword.reminder})" if keyword.reminder else keyword.name for keyword in card.keywords]
    lines += card.rules
    for script in card.scripts:
        if script.text:
            lines.append(f"{script.name}: {script.text}")
        lines += [f"{script.name} {row.name}: {row.value}" for row in script.rows]
    for part in card.parts:
        inner = text_lines(part)
        name = part.name if part.name == part.kind_name else f"{part.name} ({part.kind_name})"
        lines += [f"{name}: {line}" for line in inner]
    return lines


__all__ = ["CardText", "Voice", "as_sentence", "card_text", "describe", "mark_head", "mark_rules", "text_lines"]
