"""A question in the drawing model: its options in words, with notes, and the pieces and spaces that they touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tools.drawing.model import DrawnOption, DrawnQuestion
from tools.drawing.schema import said
from tools.play.choice import Choice
from tools.play.question import MenuQuestion, own_spaces


def drawn_question(question: MenuQuestion, context: str = "", foretold: bool = True) -> DrawnQuestion:
    """`foretold`: with notes on what follows from each option, which may take a moment."""
    request = question.request
    choices = question.explained(question.choices) if foretold else question.choices
    spaces = own_spaces(question.choices)
    return DrawnQuestion(
        id=request.id,
        seat=request.seat,
        sort=request.sort,
        prompt=question.prompt,
        options=tuple(
            _option(choice, request.options[choice.index].value, space)
            for choice, space in zip(choices, spaces, strict=True)
        ),
        least=request.least,
        most=request.most,
        nothing=question.nothing,
        context=context,
        counted=question.counted,
        fits=tuple(request.fits) if request.fits is not None else None,
        such=request.such,
    )


def _option(choice: Choice, value: Any, space: int | None) -> DrawnOption:
    return DrawnOption(
        index=choice.index,
        words=choice.words,
        note=choice.note,
        group=said(choice.verb) if choice.verb else "",
        alike=choice.alike,
        touches=tuple(dict.fromkeys(slot.thing for slot in choice.slots if slot.thing is not None)),
        space=space,
        card=next(_cards(value), None),
    )


def _cards(value: Any) -> Iterator[str]:
    """The cards that an option names."""
    match value:
        case {"card": str(id)}:
            yield id
        case Mapping():
            for part in value.values():
                yield from _cards(part)
        case list() | tuple():
            for part in value:
                yield from _cards(part)
