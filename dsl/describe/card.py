"""Rules text in English, made from the tree: the words on a card follow what it does.

English is generated, never parsed. Nothing is invented either: a verb is read as its author spelt it and its
prepositions stay (`damage target by 3 from attacker` is "damage the target by 3 from the attacker"), so a reader finds
the same words on the card, in the log and in the rules. Names are read by what they are where they stand, truths as
clauses, sets as nouns. Where an author wrote `says`, that is used.

    describe_english     the forms of words
    describe_voice       who speaks, what names mean
    describe_values      values as nouns           describe_truths     truths as clauses
    describe_calls       functions and rules       describe_phrases    a verb with its prepositions
    describe_told        who does what             describe_sentences  sentences, describe_choices, describe_rows
    describe_events      events in headings        describe_standing   hooks, forbid, action, describe_changes
    describe_cards       whole cards
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
from dsl.names.symbols import Symbols, players_entry
from dsl.syntax import nodes as n

_EXPRESSIONS = get_args(n.Expr)


def describe(node: n.Node, symbols: Symbols, *, on: str = "", names: Mapping[str, str] | None = None) -> str:
    """A form, keyword, status, standing rule, sentence or expression in words.

    `on` is the kind of the thing that the text is printed on, `names` are the shown names of cards by id. A form gives
    a line for each of its rules, all else one paragraph.
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
            given = node.params if isinstance(node, n.Window) else ()
            inside = v.knowing({param.name: Local(_param(param)) for param in given})
            return " ".join(as_sentence(told.text) for told in block(body, inside))
        case n.Rule(value=value) | n.Define(value=value) | n.Goal(value=value) if not isinstance(value, n.Block):
            given = node.params if not isinstance(node, n.Goal) else ()
            rule = symbols.rules.get(node.id.text)
            types = {param.name: param.type for param in rule.params} if rule is not None else {}
            return noun(value, v.knowing({param.name: _local(param.name, types) for param in given}))
        case n.Always(condition=condition):
            return as_sentence(clause(condition, v))
        case _ if isinstance(node, _EXPRESSIONS):
            return noun(node, v)
        case _:
            return as_sentence(sentence(node, v).text)  # type: ignore[arg-type]


def _mode(node: n.Mode, body: n.Block, symbols: Symbols, on: str, names: Mapping[str, str] | None) -> str:
    """A mode that says how many can play it."""
    least, most = players_entry(body)
    many = f"{least} player{'s' * (least != 1)}" if least == most else f"{least} to {most} players"
    rest = evolve(node, body=evolve(body, lines=tuple(one for one in body.lines if not isinstance(one, n.Phrase))))
    return " ".join(
        (f"It is for {many}.", describe(rest, symbols, on=on, names=names) if rest.body.lines else "")
    ).strip()


def _local(name: str, types: Mapping[str, t.Type]) -> Local:
    return Local(local_name(name, types.get(name)), types.get(name))


def _param(param: n.Param) -> str:
    type = t.KindT(param.type.name) if param.type is not None and param.type.form == "kind" else None
    return local_name(param.name, type)


def text_lines(card: CardText) -> list[str]:
    """What a card does, line by line, without its fields: keywords, rules, scripts, then its parts."""
    found = [f"{keyword.name} ({keyword.reminder})" if keyword.reminder else keyword.name for keyword in card.keywords]
    found += card.rules
    for script in card.scripts:
        if script.text:
            found.append(f"{script.name}: {script.text}")
        found += [f"{script.name} {row.name}: {row.value}" for row in script.rows]
    for part in card.parts:
        inner = text_lines(part)
        name = part.name if part.name == part.kind_name else f"{part.name} ({part.kind_name})"
        found += [f"{name}: {line}" for line in inner]
    return found


__all__ = ["CardText", "Voice", "as_sentence", "card_text", "describe", "mark_head", "mark_rules", "text_lines"]
