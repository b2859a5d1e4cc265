"""Descriptions of sentences: who does what, and how several are joined.

A description knows its actor. An action of `me` is an imperative; an action of another player begins with that
player. So "you may …" can use the bare verb if the player who may act is the actor, and only then.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dsl.describe import english

ANY_ACTOR = "*"
"""The actor of a sentence without an explicit one: `damage the target by 2`."""


MAX_CLAUSES = 4
"""The maximum number of sentences that are joined into one."""


@frozen
class Description:
    """One sentence without capital and full stop. `bare` is the part after the actor; `long` means it should stand
    alone."""

    text: str
    actor: str = ""
    bare: str = ""
    long: bool = False


def order(text: str, actor: str = ANY_ACTOR, long: bool = False) -> Description:
    """An action: an imperative for `you` and any actor, a statement for others."""
    return Description(text, actor, text, long)


def does(subject: str, many: bool, verb: str, rest: str) -> Description:
    """A subject performs an action."""
    bare = f"{verb} {rest}".strip()
    if subject == "you":
        return order(bare, "you")
    text = f"{subject} {verb if many else english.third(verb)} {rest}".strip()
    return Description(english.with_pronouns(text), subject, bare)


def flow(descriptions: Sequence[Description], nothing: str = "nothing happens") -> str:
    """Descriptions joined into one text, without a full stop at the end."""
    if not descriptions:
        return nothing
    texts = [description.text for description in descriptions]
    long = (len(descriptions) > 1 and any(description.long for description in descriptions)) or len(
        descriptions
    ) > MAX_CLAUSES
    for position in range(1, len(descriptions)):
        # a repeated subject is omitted
        previous, current = descriptions[position - 1], descriptions[position]
        if not long and current.actor == previous.actor and current.actor not in ("", "you", ANY_ACTOR):
            texts[position] = current.text.removeprefix(f"{current.actor} ")
    return _joined(texts, long)


def _joined(texts: list[str], long: bool) -> str:
    if long or len(texts) > MAX_CLAUSES:
        return ". ".join([texts[0], *map(english.capital, texts[1:])])
    if len(texts) < 3:
        return ", then ".join(texts)
    if any("," in text for text in texts):
        return "; ".join([*texts[:-1], f"then {texts[-1]}"])
    return f"{', '.join(texts[:-1])}, then {texts[-1]}"


def may_do(player: str, descriptions: Sequence[Description]) -> Description:
    """`you may …` with bare verbs if that player performs all of it."""
    if (
        all(description.actor in (player, ANY_ACTOR) and not description.long for description in descriptions)
        and descriptions
    ):
        text = f"{player} may {_joined([description.bare for description in descriptions], False)}"
    else:
        text = f"{player} may choose this: {flow([_explicit(description) for description in descriptions])}"
    return Description(text, long=any(description.long for description in descriptions))


def _explicit(description: Description) -> Description:
    return (
        Description(f"you {description.bare}", "you", description.bare, description.long)
        if description.actor == "you"
        else description
    )
