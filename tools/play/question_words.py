"""Writes a question to a person as a sentence, from the request and the sentence of the rules that asks."""

from __future__ import annotations

import re

from dsl.describe import english
from dsl.syntax import nodes as n
from interpreter.visibility.view_types import RequestView, View
from tools.drawing.schema import Schema, said
from tools.play.rule_behind import PendingRequest, RuleTexts

LONGEST = 160
WITH_WHAT = "with what do you pay "
HOW_MUCH = "how much do you pay?"
AMOUNT = re.compile(r"(\d+) (\w+)")
PURPOSE = " to "
"""In the name of a chosen thing: `card_to_discard` says what is chosen and for what."""
TELLING = 3
"""A shorter name of a chosen thing, such as `r`, means something only to a reader of the rules."""


def prompt(view: View, request: RequestView, asking: PendingRequest | None, rules: RuleTexts, schema: Schema) -> str:
    """The question in one sentence."""
    sentence = asking.sentence() if asking is not None else None
    if isinstance(sentence, n.Choose) and sentence.says is not None:
        return sentence.says.value
    match request.sort:
        case "act":
            return f"{_capital(schema.window(request.prompt))}: what do you do?"
        case "choose":
            name = sentence.gives.text if isinstance(sentence, n.Choose) and sentence.gives is not None else ""
            return _choose(view, request, said(name), schema)
        case "either":
            return "What do you do?"
        case "may" if isinstance(sentence, n.May) and (deed := _bare(sentence)):
            return f"{_capital(said(deed))}?"
        case "may" if isinstance(sentence, n.May):
            return _shortened(_to_you(rules.in_english(sentence).rstrip("."), sentence.by) + "?")
        case "may" if isinstance(sentence, n.Hook) and (text := _block(sentence.body, rules)):
            whose, use, _ = request.prompt.partition(": use ")
            return f"Use {schema.spoken(whose)}?" if use else _shortened(f"{_capital(text)}?")
        case "pay" if (currency := request.prompt.removeprefix(WITH_WHAT).rstrip("?")) != request.prompt.rstrip("?"):
            return f"How do you pay {english.a(schema.spoken(currency))}?"
        case "pay" if isinstance(sentence, n.Cost) and request.prompt == HOW_MUCH and (aim := _aim(sentence, rules)):
            return f"How much do you pay for {aim}?"
        case "pay" if request.prompt == HOW_MUCH and (currency := _only_currency(request)):
            return f"How many {rules.currency(currency, many=True)} do you pay?"
        case "ask" if isinstance(sentence, n.Ask) and (what := rules.asked_for(sentence)):
            return f"Say what happened at the table: {what}."
        case _:
            return _capital(schema.spoken(request.prompt))


def labels(request: RequestView, asking: PendingRequest | None, rules: RuleTexts) -> tuple[str, ...]:
    """The words of options; an option without the author's words is described by its effect."""
    words = tuple(option.words for option in request.options)
    if request.sort == "pay":
        return tuple(_counted(word, rules) for word in words)
    sentence = asking.sentence() if asking is not None else None
    if request.sort != "either" or not isinstance(sentence, n.Either) or len(sentence.options) != len(words):
        return words
    return tuple(
        word if option.label is not None else _shortened(_block(option.body, rules)) or word
        for word, option in zip(words, sentence.options, strict=True)
    )


def _counted(words: str, rules: RuleTexts) -> str:
    """`2 CommandDie` in words; a currency paid in single things is counted."""
    return AMOUNT.sub(lambda match: f"{match[1]} {rules.currency(match[2], many=match[1] != '1')}", words)


def _aim(cost: n.Cost, rules: RuleTexts) -> str:
    """The name of the one amount that a player chooses, in words, unless it is named after what is paid."""
    names = {
        term.gives.text
        for way in cost.ways
        for term in way
        if term.gives is not None
        and (term.currency is None or not _is_named_after(term.gives.text, term.currency, rules))
    }
    return said(names.pop()) if len(names) == 1 else ""


def _is_named_after(name: str, currency: n.Name, rules: RuleTexts) -> bool:
    """Whether an amount is called as what is paid: `energy_spent`, or the `icons` of an armor icon."""
    return (
        currency.text.lower() in name
        or english.singular(said(name)) in rules.currency(currency.text, many=False).split()
    )


def _only_currency(request: RequestView) -> str:
    """The currency of a question for an amount, if it is paid in pieces and all options are amounts of it."""
    amounts = [AMOUNT.fullmatch(option.words) for option in request.options]
    names = {match[2] for match in amounts if match is not None}
    return names.pop() if len(names) == 1 and None not in amounts else ""


def use_words(asking: PendingRequest | None, rules: RuleTexts) -> str:
    """What a rule of a card or a thing does, if a question is whether to use it."""
    sentence = asking.sentence() if asking is not None else None
    if not isinstance(sentence, n.Hook):
        return ""
    says = sentence.marks.says
    return says.value if says is not None else _block(sentence.body, rules)


def _block(body: n.Block, rules: RuleTexts) -> str:
    sentences = [rules.in_english(line).rstrip(".") for line in body.lines]
    return ", then ".join(part[:1].lower() + part[1:] for part in sentences if part)


def _choose(view: View, request: RequestView, name: str, schema: Schema) -> str:
    noun = _noun(view, request, schema) or english.singular(name) or "option"
    least, most = request.least, request.most
    if most == 1:
        what = english.a(name if PURPOSE in name else noun)
        tail = " or nothing" if least == 0 else ""
    else:
        many = str(least) if least == most else f"up to {most}" if least == 0 else f"{least} to {most}"
        what, tail = f"{many} {english.plural(noun)}", ""
    named = (
        len(name) < TELLING
        or (most == 1 and PURPOSE in name)
        or noun.lower().endswith(name.lower())
        or english.plural(noun).lower().endswith(name.lower())
    )
    return f"Choose {what}{'' if named else f' as {name}'}{tail}."


def _noun(view: View, request: RequestView, schema: Schema) -> str:
    """The kind of thing to choose, as far as the options show it."""
    kinds: dict[str, None] = {}
    for option in request.options:
        match option.value:
            case {"thing": int(number)}:
                kinds[schema.noun(view.thing(number).kind)] = None
            case {"card": str(id)}:
                kinds[schema.noun(schema.card_kinds.get(id, "Thing"))] = None
            case bool():
                kinds["answer"] = None
            case int():
                kinds["number"] = None
            case _:
                kinds[""] = None
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _to_you(text: str, by: n.Expr | None) -> str:
    """`P may add 1 to P's coins`, rewritten with "you" for the player who is asked."""
    if not isinstance(by, n.Name):
        return text
    who = re.escape(_capital(said(by.text)))
    text = re.sub(rf"^{who} may ", "", text)
    text = re.sub(rf"\b{who}'s\b", "your", text)
    return _capital(re.sub(rf"\b{who}\b", "you", text))


def _bare(sentence: n.May) -> str:
    """The action of a `may`, if it is a single verb of the rules that explains itself."""
    match sentence.body.lines:
        case (n.Phrase(verb=verb, object=None, slots=slots),) if all(slot.preposition == "by" for slot in slots):
            return verb.text
        case _:
            return ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"
