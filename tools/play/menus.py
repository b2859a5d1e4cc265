"""A question on the screen: the sentence, numbered lines in as many columns as fit, and the other commands."""

from __future__ import annotations

from tools.drawing.styled_text import MORE, Line, broken, cut, line, padded, seat_style, width
from tools.play.question import MenuEntry, MenuQuestion

COLUMNS_FROM = 7
"""Lists from this length on may use several columns."""
MANY_SPACES = 30
MANY_NUMBERS = 10
"""Longer runs of consecutive numbers are shown by the first and the last."""
GAP = 3
FEW = 6
"""The notes of so few options go on in a second line if they are long."""
MOST_NOTED = 16
"""The maximum number of lines of a list with notes."""
NAME = 34
"""Notes are aligned, unless names are longer than this."""


def lines(question: MenuQuestion, wide: int, context: str = "", notes: bool = True) -> list[Line]:
    """The question with its menu, with notes on its options or without."""
    view, request = question.view, question.request
    style = seat_style(view.seats.index(request.seat))
    head = line((request.seat, f"{style} strong"), ": ", (question.prompt, "strong"))
    if context:
        head = (*head, *line((f"  ({context})", "dim")))
    lines = broken(head, wide, 4)
    if question.trail:
        steps = " > ".join(words for words, _ in question.trail)
        lines += broken(line((f"  {steps}", "dim")), wide, 4)
    menu = question.menu()
    lines += _numbers(question, wide) or _spaces(question, menu, wide) or _listed(menu, wide, notes)
    return [*lines, cut(line((hint(question), "dim")), wide)]


def _numbers(question: MenuQuestion, wide: int) -> list[Line]:
    """A question for a number lists no options: the player types the number itself."""
    if not question.counted:
        return []
    numbers = list(question.numbers())
    if len(numbers) > MANY_NUMBERS and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return [line("  ", (str(numbers[0]), "key"), " to ", (str(numbers[-1]), "key"))]
    return broken(line("  ", ("  ".join(map(str, numbers)), "key")), wide, 4)


def _spaces(question: MenuQuestion, menu: tuple[MenuEntry, ...], wide: int) -> list[Line]:
    """A long list of spaces is shown by name, row by row, since the board shows them anyway."""
    if len(menu) < MANY_SPACES:
        return []
    spaces = [space for board in question.view.boards for space in board.spaces]
    place = {space.thing: (space.row, space.column, space.name) for space in spaces}
    if any(entry.space not in place or entry.words != place[entry.space][2] for entry in menu):
        return []
    rows: list[list[tuple[int, int, str]]] = []
    for row, column, name in sorted(place[entry.space] for entry in menu if entry.space is not None):
        if rows and rows[-1][-1][:2] == (row, column - 1):
            rows[-1].append((row, column, name))
        else:
            rows.append([(row, column, name)])
    ranges = [row[0][2] if len(row) == 1 else f"{row[0][2]}–{row[-1][2]}" for row in rows]
    return broken(line(f"  {len(menu)} spaces: ", "  ".join(ranges)), wide, 4)


def _listed(menu: tuple[MenuEntry, ...], wide: int, notes: bool) -> list[Line]:
    """The menu in columns from top to bottom if all lines are short; with notes if they do not make it too long."""
    noted = _columns(menu, wide, notes=notes)
    return noted if len(noted) <= MOST_NOTED else _columns(menu, wide, notes=False)


def _columns(menu: tuple[MenuEntry, ...], wide: int, notes: bool) -> list[Line]:
    numbers = len(str(len(menu)))
    longest = max((width(entry.words) for entry in menu if entry.note), default=0)
    entries: list[Line] = []
    for index, entry in enumerate(menu, 1):
        head = line((f"{index:>{numbers + 2}}", "key"), f"  {entry.words}")
        gap = " " * (min(longest, NAME) - width(entry.words) + 2)
        note = entry.note if notes else ""
        if len(menu) > FEW:
            note = _fitting(note, wide - width(head) - len(gap))
        entries.append((*head, *line((f"{gap or '  '}{note}", "dim"))) if note else head)
    longest = max(map(width, entries), default=0)
    columns = max(1, (wide + GAP) // (longest + GAP)) if len(entries) >= COLUMNS_FROM else 1
    if columns == 1:
        return [line for entry in entries for line in broken(entry, wide, numbers + 6)]
    high = -(-len(entries) // columns)
    rows_of_text: list[Line] = []
    for row in range(high):
        cells = entries[row::high]
        parts = [padded(cell, longest + GAP) for cell in cells[:-1]] + cells[-1:]
        rows_of_text.append(tuple(run for part in parts for run in part))
    return rows_of_text


def _fitting(note: str, most: int) -> str:
    """As many whole parts of a note as fit, of the last one its first values; omitted ones are marked."""
    if width(note) <= most:
        return note
    first, mark, rest = note.partition("; ")
    if mark and width(first) + 3 <= most:
        more = _fitting(rest, most - width(first) - 2)
        return f"{first}; {more}" if more else f"{first}; {MORE}"
    parts = first.split(", ")
    while parts and width(", ".join(parts)) + 3 > most:
        parts.pop()
    return f"{', '.join(parts)}, {MORE}" if parts else ""


def hint(question: MenuQuestion) -> str:
    """A short hint about the possible input."""
    least, most = question.request.least, question.request.most
    parts = ["a number" if question.counted else "a number or name"]
    if question.many:
        count = str(least) if least == most else f"{least} to {most}"
        parts = [f"{count} numbers, in order" if question.request.sort == "arrange" else f"{count} numbers"]
    if question.trail:
        parts.append("Enter goes back")
    elif least == 0:
        parts.append(f"Enter twice: {question.nothing}")
    return f"  {', '.join([*parts, '?N the rule behind it', 'h help'])}"
