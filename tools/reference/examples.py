"""Finds the examples of the grammar by a word.

A line `// e.g.` above a rule of the grammar is parsed by a test, so every example shown here is valid. An example of a
line is extracted from the declaration around it.
"""

from __future__ import annotations

import re
from functools import cache

from tools.resources import shipped_text

_AROUND = re.compile(r"^(?:effect x|action x by me|flow F|window W|kind \w+|currency \w+|scenario \"s\") \{ (.*) \}$")

OWN = {
    "before": "before damage it during attack { modify amount by -1 at least 0 }",
    "instead": "instead of damage it { draw 1 }",
    "allow": "allow dodge by it while brave",
}
OWN_LINES = {
    **OWN,
    "again": "again until all pass",
    "always": "always ask",
    "keeps": "keeps rolls = 0",
}
"""Examples of words that the examples of the grammar leave out; a test parses them too."""


@cache
def all_examples() -> tuple[str, ...]:
    return tuple(re.findall(r"(?m)^// e\.g\. (.+)$", shipped_text("dsl", "syntax", "grammar.lark") or ""))


def declaration(word: str) -> str:
    """An example of a declaration that begins with the word."""
    examples = [example for example in all_examples() if re.match(rf"{re.escape(word)}\b", example)]
    return examples[0] if examples else OWN.get(word, "")


def line(word: str) -> str:
    """The shortest example of a line of a block that begins with the word."""
    begins = re.compile(rf"(?:[{{;,] ?|: ){re.escape(word)}\b")
    inner = {cut for example in all_examples() if begins.search(example) and (cut := inside(example))}
    if word in OWN_LINES:
        return OWN_LINES[word]
    first = sorted(
        (example for example in inner if re.match(rf"{re.escape(word)}\b", example)),
        key=lambda example_line: (len(example_line), example_line),
    )
    if first:
        return first[0]
    whole = [example for example in all_examples() if re.match(rf"{re.escape(word)}\b", example)]
    return (whole or sorted(inner, key=lambda example_line: (len(example_line), example_line)) or [""])[0]


def inside(example: str) -> str:
    """The example without the declaration that was added around it; None if the declaration is the example."""
    cut = _AROUND.match(example)
    return cut.group(1) if cut is not None else ""
