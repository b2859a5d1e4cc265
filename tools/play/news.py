"""Lists recent events line by line, each below its cause.

Effects that only call others are left out, and so are phases in which nothing happened: `why` and the whole log show
how the rules led to an event. Before a question, consecutive events of one subject become one sentence, so that what
others did in the meantime can be read at a glance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import define, field

from interpreter.visibility.view_types import EventView
from tools.drawing.model import NewsItem
from tools.drawing.schema import Schema
from tools.drawing.styled_text import Line, Run, broken, line, seat_style

MOST = 14
"""The maximum number of lines before a question; the log has all of them."""
LONGEST = 140
"""The maximum length of a sentence about several events."""
DEEPEST = 8
MOVE = re.compile(r"(.+) goes to ")
"""The built-in verb `move`, as the engine says it."""


@define
class _NewsLine:
    """A line of the news: the number of its last event, its indentation, its words."""

    number: int
    inset: int
    words: str
    subject: str = ""
    verb: str = ""
    times: int = 1
    _last: str = field(init=False)
    """The words of the last event in the line."""

    @_last.default
    def _only(self) -> str:
        return self.words

    def takes_in(self, new: _NewsLine) -> bool:
        """Whether an event is merged into the line before it: the same event repeats, or the same subject continues."""
        if (new.words, new.inset) == (self.words, self.inset):
            self.times += 1
        elif self.times == 1 and self._goes_on(new):
            self.words += f", {self._new_words(new)}"
        else:
            return False
        self.number, self._last = new.number, new.words
        return True

    def _goes_on(self, new: _NewsLine) -> bool:
        return bool(new.subject) and new.subject == self.subject and len(self.words) + len(new.words) <= LONGEST

    def _new_words(self, new: _NewsLine) -> str:
        """What an event adds: after `Ann draws Spring`, another draw only adds what she draws. Actions say it in full:
        `Ann strikes Rusty, Kettle` would be one strike."""
        rest = new.words.removeprefix(self.subject).split()
        last = self._last.removeprefix(self.subject).split()
        same = 0
        while new.verb and new.verb == self.verb and same < min(len(rest), len(last)) - 1 and rest[same] == last[same]:
            same += 1
        return " ".join(rest[same:])


def shown(events: Iterable[EventView], schema: Schema) -> list[EventView]:
    """The events worth showing, without the effects and phases that only lead to them."""
    visible: list[EventView] = []
    waiting: list[EventView] = []  # phases that may still turn out to be empty
    around: list[EventView] = []  # events in progress, without the quiet ones
    for event in events:
        waiting = [parent for parent in waiting if parent.depth < event.depth]
        around = [parent for parent in around if parent.depth < event.depth]
        if around and _is_told(event, around[-1], schema):
            continue
        if event.verb not in schema.quiet:
            around.append(event)
        if event.verb in schema.phases:
            waiting.append(event)
        elif event.verb not in schema.quiet:
            visible += [*waiting, event]
            waiting = []
    return visible


def _is_told(event: EventView, cause: EventView, schema: Schema) -> bool:
    """Whether the author's sentence about the cause has already said that this thing moves."""
    moved = MOVE.match(event.words) if event.verb == "move" and cause.verb in schema.worded else None
    return moved is not None and moved[1] in cause.words


def news_items(
    events: Sequence[EventView], schema: Schema, seats: Sequence[str], everything: bool = False
) -> tuple[NewsItem, ...]:
    """The news in the drawing model: consecutive events of one subject are one sentence."""
    return tuple(_set_in(events, schema, (*seats, *schema.cards.values()), everything))


def news_lines(
    events: Sequence[EventView],
    schema: Schema,
    seats: Sequence[str],
    wide: int,
    most: int = 0,
    everything: bool = False,
) -> list[Line]:
    """Events with their numbers, for `why`; only the last `most` if given."""
    return _lines(_set_in(events, schema, (), everything), seats, wide, most)


def news(
    events: Sequence[EventView], schema: Schema, seats: Sequence[str], wide: int, everything: bool = False
) -> list[Line]:
    """The last events in fewer lines: consecutive events of one subject become one sentence."""
    return lines_of(news_items(events, schema, seats, everything), seats, wide)


def lines_of(items: Sequence[NewsItem], seats: Sequence[str], wide: int, most: int = 0) -> list[Line]:
    """The last so many lines of the news, or as many as a page usually has."""
    return _lines(items, seats, wide, most or MOST, "l")


def _set_in(events: Sequence[EventView], schema: Schema, names: Sequence[str], everything: bool) -> list[NewsItem]:
    """The lines to show; an event is indented below its enclosing event if that is shown too."""
    news_lines: list[_NewsLine] = []
    around: list[tuple[int, int]] = []  # the depth and indentation of the enclosing events that are shown
    named = frozenset(names)
    numbers = {event.number for event in (events if everything else shown(events, schema))}
    for event in events:
        while around and around[-1][0] >= event.depth:
            around.pop()
        if event.number not in numbers:
            continue
        inset = around[-1][1] + 1 if around else 0
        words = schema.spoken(event.words)
        verb = "" if event.verb in schema.actions else event.verb
        new = _NewsLine(event.number, inset, words, _subject(words, named), verb)
        if news_lines and names and news_lines[-1].takes_in(new):
            inset = news_lines[-1].inset
        else:
            news_lines.append(new)
        around.append((event.depth, inset))
    return [NewsItem(item.number, item.inset, item.words, item.times) for item in news_lines]


def _subject(words: str, names: frozenset[str]) -> str:
    """The subject of a sentence: the name at its beginning, if any."""
    parts = words.split(" ")
    for number in range(min(4, len(parts) - 1), 0, -1):
        if (name := " ".join(parts[:number])) in names:
            return name
    return ""


def _lines(news_lines: Sequence[NewsItem], seats: Sequence[str], wide: int, most: int, more: str = "") -> list[Line]:
    left_out = max(0, len(news_lines) - most) if most else 0
    more = more or f"l {len(news_lines)}"
    news_lines = news_lines[left_out:]
    lines: list[Line] = []
    if left_out:
        lines.append(line((f"      … {left_out} earlier line{'s' * (left_out > 1)}: `{more}` shows them", "dim")))
    least = min((news_line.inset for news_line in news_lines), default=0)
    for news_line in news_lines:
        inset = "  " * min(news_line.inset - least, DEEPEST)
        head: list[Run] = [(f"{news_line.number:>4}  ", "dim"), (inset, "")]
        times = ((f"  ×{news_line.times}", "dim"),) if news_line.times > 1 else ()
        lines += broken(line(*head, *_coloured(news_line.words, seats), *times), wide, 8 + len(inset))
    return lines


def _coloured(words: str, seats: Sequence[str]) -> list[Run]:
    """The names of players in their colours."""
    names = "|".join(re.escape(seat) for seat in sorted(seats, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({names})(?!\w)", words) if names else [words]
    return [(part, seat_style(seats.index(part)) if index % 2 else "") for index, part in enumerate(parts)]
