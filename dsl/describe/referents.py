"""Told sentences: who does what, and how several are strung together.

A sentence is told with the one who does it. What `me` does is an order to the reader; what another does begins with
that one. So "you may …" can take the bare verb where the one who may is the one who does, and must not where it is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dsl.describe import english

ANYBODY = "*"
"""The actor of a sentence that is done by whoever tells it: `damage the target by 2`."""


MOST_IN_A_SENTENCE = 4
"""So many sentences at most are strung into one."""


@frozen
class Told:
    """One sentence without capital and full stop. `bare` is the part after the actor; `long` wants to stand alone."""

    text: str
    actor: str = ""
    bare: str = ""
    long: bool = False


def order(text: str, actor: str = ANYBODY, long: bool = False) -> Told:
    """Something to do: for `you` and anybody an order, for another a statement."""
    return Told(text, actor, text, long)


def does(subject: str, many: bool, verb: str, rest: str) -> Told:
    """Somebody does something."""
    bare = f"{verb} {rest}".strip()
    if subject == "you":
        return order(bare, "you")
    text = f"{subject} {verb if many else english.third(verb)} {rest}".strip()
    return Told(english.less_names(text), subject, bare)


def flow(told: Sequence[Told], nothing: str = "nothing happens") -> str:
    """Sentences one after the other, without a full stop at the end."""
    if not told:
        return nothing
    texts = [one.text for one in told]
    long = (len(told) > 1 and any(one.long for one in told)) or len(told) > MOST_IN_A_SENTENCE
    for position in range(1, len(told)):
        # who goes on doing is not named again
        before, now = told[position - 1], told[position]
        if not long and now.actor == before.actor and now.actor not in ("", "you", ANYBODY):
            texts[position] = now.text.removeprefix(f"{now.actor} ")
    return _joined(texts, long)


def _joined(texts: list[str], long: bool) -> str:
    if long or len(texts) > MOST_IN_A_SENTENCE:
        return ". ".join([texts[0], *map(english.capital, texts[1:])])
    if len(texts) < 3:
        return ", then ".join(texts)
    if any("," in text for text in texts):
        return "; ".join([*texts[:-1], f"then {texts[-1]}"])
    return f"{', '.join(texts[:-1])}, then {texts[-1]}"


def whoever_may(who: str, told: Sequence[Told]) -> Told:
    """`you may …` with bare verbs if the one who may does all of it."""
    if all(one.actor in (who, ANYBODY) and not one.long for one in told) and told:
        text = f"{who} may {_joined([one.bare for one in told], False)}"
    else:
        text = f"{who} may choose this: {flow([_explicit(one) for one in told])}"
    return Told(text, long=any(one.long for one in told))


def _explicit(told: Told) -> Told:
    return Told(f"you {told.bare}", "you", told.bare, told.long) if told.actor == "you" else told
