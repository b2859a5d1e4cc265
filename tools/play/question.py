"""A question to a person: menus short enough to read, and the option that a typed line picks.

A long list becomes a list of actions, then, slot by slot, of their arguments; a typed name instead of a number selects
the options with that name, at any depth. Menus offer only options of the request, so every answer made here is valid.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from attrs import define, evolve, field, frozen

from interpreter.visibility.view_types import RequestView, View
from tools.play.choice import Choice

LONG = 12
"""A longer list is asked in steps, if possible."""
NOTHING = ("pass", "no", "none", "nothing")
"""Words for choosing nothing."""


@frozen
class MenuEntry:
    """A line of a menu: an option, or several that the next step distinguishes."""

    words: str
    choices: tuple[Choice, ...]
    space: int | None = None
    note: str = ""


@frozen
class Picked:
    """The result of a typed line: an answer, a step to a shorter menu, or the reason why it is neither."""

    answer: tuple[int, ...] | None = None
    wrong: str = ""


@define
class MenuQuestion:
    """A request of a view, as shown to a person."""

    view: View
    request: RequestView
    prompt: str
    choices: tuple[Choice, ...]
    trail: list[tuple[str, tuple[Choice, ...]]] = field(factory=list)
    """The steps so far: what was picked, and the remaining choices."""
    sure: bool = False
    """Whether Enter was pressed once: a second Enter passes, so that nobody passes by accident."""
    foretold: Callable[[Sequence[int]], Sequence[str]] = lambda options: [""] * len(options)
    """What follows from options, by their numbers; asked only for options that are shown."""
    _effects: dict[int, str] = field(factory=dict, init=False)

    @property
    def many(self) -> bool:
        return self.request.most > 1

    @property
    def left(self) -> tuple[Choice, ...]:
        return self.trail[-1][1] if self.trail else self.choices

    @property
    def counted(self) -> bool:
        """Whether the question asks for one number: then the input is that number, not its position in a list."""
        options = [(option.value, option.words) for option in self.request.options]
        return (
            not self.many and bool(options) and all(words.isdigit() and words == str(value) for value, words in options)
        )

    def numbers(self) -> dict[int, MenuEntry]:
        """The lines of the menu by the input that selects them."""
        menu = self.menu()
        if not self.counted:
            return dict(enumerate(menu, 1))
        return {self.request.options[entry.choices[0].index].value: entry for entry in menu}

    def menu(self) -> tuple[MenuEntry, ...]:
        left = self.left
        if self.many or len(left) <= LONG:
            return tuple(_leaves(self.explained(left)))
        return tuple(_grouped(left))

    def explained(self, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """The choices with what follows from them in their notes, unless there are many."""
        if self.request.sort != "act" or len(choices) > LONG:
            return tuple(choices)
        new = [choice.index for choice in choices if choice.index not in self._effects]
        self._effects.update(zip(new, self.foretold(new), strict=True))
        notes = ("; ".join(filter(None, (choice.note, self._effects[choice.index]))) for choice in choices)
        return tuple(evolve(choice, note=note) for choice, note in zip(choices, notes, strict=True))

    def keys(self) -> dict[int, str]:
        """The numbers of the entries for each space of a board."""
        keys_of: dict[int, list[str]] = {}
        for number, entry in enumerate(self.menu(), 1):
            if entry.space is not None:
                keys_of.setdefault(entry.space, []).append(str(number))
        return {space: numbers[0] for space, numbers in keys_of.items() if len(numbers) == 1}

    def back(self) -> bool:
        """One step back in the menus; false at the first."""
        return bool(self.trail and [self.trail.pop()])

    # ------------------------------------------------------------------------------------------------- picking

    def pick(self, text: str) -> Picked:
        """Take a line as numbers of the menu, or as a name in it."""
        words = text.replace(",", " ").split()
        if not words:
            if self.back():
                return Picked()
            return self._entered() if self.request.least == 0 else Picked(wrong=self._least())
        if all(_is_number(word) for word in words):
            return self._numbers([number for word in words for number in _numbers(word)])
        name = " ".join(text.split()).lower()
        if name in NOTHING and self.request.least == 0 and all(choice.words.lower() != name for choice in self.left):
            return self._answer(())
        return self._names(text) if self.many else self._name(name)

    @property
    def nothing(self) -> str:
        """What it means to choose nothing, in a word that may be typed."""
        return "no" if self.request.sort == "may" else "pass" if self.request.most == 1 else "none"

    def _entered(self) -> Picked:
        if self.sure:
            return self._answer(())
        self.sure = True
        return Picked(wrong=f"Press Enter once more for `{self.nothing}`, or type a choice.")

    def entry(self, number: int) -> MenuEntry | None:
        """A line of the menu by the number that is typed for it."""
        return self.numbers().get(number)

    def _numbers(self, numbers: Sequence[int]) -> Picked:
        menu = self.numbers()
        if any(number not in menu for number in numbers):
            return Picked(wrong=_only(list(menu)))
        entries = [menu[number] for number in numbers]
        if not self.many:
            return self._take(entries[0]) if len(entries) == 1 else Picked(wrong="Choose one of them.")
        return self._answer(tuple(entry.choices[0].index for entry in entries))

    def _names(self, text: str) -> Picked:
        """Several names, separated by commas."""
        chosen = []
        for part in text.split(","):
            choices = next((choices for choices in self._called(part.strip().lower()) if choices), [])
            if len(choices) != 1:
                return Picked(wrong=_unclear(part.strip(), choices))
            chosen.append(choices[0].index)
        return self._answer(tuple(chosen))

    def _name(self, name: str) -> Picked:
        for choices in self._called(name):
            if len(choices) == 1:
                return self._answer((choices[0].index,))
            if choices and len(choices) < len(self.left):
                self.trail.append((name, tuple(choices)))
                return Picked()
            if choices:
                return Picked(wrong=_unclear(name, choices))
        return Picked(wrong=_unclear(name, []))

    def _called(self, name: str) -> Iterator[list[Choice]]:
        """The choices that a name may mean, the best match first."""
        yield [choice for choice in self.left if choice.words.lower() == name]
        yield [choice for choice in self.left if name in (slot.words.lower() for slot in choice.slots)]
        yield [choice for choice in self.left if f" {name} " in f" {_bare(choice.words)} "]
        yield [choice for choice in self.left if name in choice.words.lower()]
        yield [choice for choice in self.left if _in_order(name.split(), _bare(choice.words).split())]
        yield [choice for choice in self.left if choice.plain.lower() == name]
        yield [choice for choice in self.left if _in_order(name.split(), _bare(choice.plain).split())]

    def _take(self, entry: MenuEntry) -> Picked:
        if len(entry.choices) == 1:
            return self._answer((entry.choices[0].index,))
        self.trail.append((entry.words, entry.choices))
        return Picked()

    def _answer(self, chosen: tuple[int, ...]) -> Picked:
        request = self.request
        if len(set(chosen)) != len(chosen):
            return Picked(wrong="Choose each option only once.")
        if len(chosen) < request.least:
            return Picked(wrong=self._least())
        if len(chosen) > request.most:
            return Picked(wrong=f"At most {request.most} can be chosen.")
        if request.fits is not None and tuple(sorted(chosen)) not in request.fits:
            return Picked(wrong=f"Together, the choices must fulfil `{request.such}`.")
        return Picked(answer=chosen)

    def _least(self) -> str:
        return f"At least {self.request.least} must be chosen." if self.many else "Something must be chosen here."


def _is_number(word: str) -> bool:
    low, dash, high = word.partition("-")
    return word.isascii() and len(word) < 10 and low.isdigit() and (high.isdigit() if dash else True)


def _numbers(word: str) -> Iterable[int]:
    """`3`, or `2-4` for all from 2 to 4."""
    low, dash, high = word.partition("-")
    return range(int(low), min(int(high), int(low) + 1000) + 1) if dash else [int(low)]


def _only(numbers: Sequence[int]) -> str:
    """The valid numbers, for a message about an invalid one."""
    if not numbers:
        return "There is nothing to choose."
    if len(numbers) == 1:
        return f"There is only {numbers[0]}."
    together = list(numbers) == list(range(numbers[0], numbers[-1] + 1))
    text = f"{numbers[0]} to {numbers[-1]}" if together else ", ".join(map(str, numbers))
    return f"There are only the numbers {text}."


def _unclear(name: str, choices: Sequence[Choice]) -> str:
    if not choices:
        return f"There is no option called `{name[:40]}`; `h` shows the commands."
    return f"Several options match: {', '.join(choice.words for choice in choices[:4])}."


def _in_order(words: Sequence[str], spoken: Sequence[str]) -> bool:
    """Whether all words occur in this order, possibly with others in between."""
    left = iter(spoken)
    return all(word in left for word in words)


def _bare(words: str) -> str:
    return "".join(letter if letter.isalnum() else " " for letter in words.lower())


# ----------------------------------------------------------------------------------------------------------- menus


def _leaves(choices: Sequence[Choice]) -> Iterator[MenuEntry]:
    differing = _differing(choices)
    for choice in choices:
        alike = f" ({choice.alike} alike)" if choice.alike > 1 else ""
        yield MenuEntry(choice.words + alike, (choice,), _space(choice, differing), choice.note)


def own_spaces(choices: Sequence[Choice]) -> list[int | None]:
    """For each choice, the space that tells it apart from the others, if any."""
    differing = _differing(choices)
    return [_space(choice, differing) for choice in choices]


def _differing(choices: Sequence[Choice]) -> list[str]:
    """The slots in which choices differ, the last first."""
    names = dict.fromkeys(slot.name for choice in choices for slot in choice.slots)
    values = {name: {slot.words for choice in choices for slot in choice.slots if slot.name == name} for name in names}
    return [name for name in reversed(names) if len(values[name]) > 1] or list(reversed(names))


def _space(choice: Choice, names: Sequence[str]) -> int | None:
    for name in names:
        for slot in choice.slots:
            if slot.name == name and slot.space is not None:
                return slot.space
    return None


def _grouped(choices: Sequence[Choice]) -> Iterator[MenuEntry]:
    """Group choices by action, then by the first slot in which they differ; otherwise list them one by one."""
    if len({choice.verb for choice in choices}) > 1:
        yield from _by(choices, lambda choice: (choice.verb, None), 0)
        return
    for at in range(max((len(choice.slots) for choice in choices), default=0)):
        groups = {choice.slots[at] if at < len(choice.slots) else None for choice in choices}
        if 1 < len(groups) < len(choices):
            yield from _by(
                choices, lambda choice, at=at: ("", choice.slots[at] if at < len(choice.slots) else None), at + 1
            )
            return
    yield from _leaves(choices)


def _by(choices: Sequence[Choice], key: Callable[..., Hashable], slots: int) -> Iterator[MenuEntry]:
    groups: dict[Hashable, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(key(choice), []).append(choice)
    for group in groups.values():
        if len(group) == 1:
            yield from _leaves(group)
            continue
        space = group[0].slots[slots - 1].space if 0 < slots <= len(group[0].slots) else None
        yield MenuEntry(f"{group[0].begin(slots)} … ({len(group)} ways)", tuple(group), space)
