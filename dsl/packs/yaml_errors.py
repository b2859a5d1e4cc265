"""Explains the YAML library's errors in an author's words.

The library says `expected <block end>, but found '<scalar>'`; an author needs to know that a quote ends too early.
Each row below matches a part of the library's message, and says what the author most likely did. An unclosed bracket
or quote is shown where it opens. An unforeseen error still gets a sentence and a place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl.diagnostics import Diagnostic, Label, diagnose
from dsl.diagnostics.codes.packs import NOT_YAML
from dsl.text.source import Place, Source

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError

_AS_LINES = "write one `name: value` to a line, all with the same indentation"

# message of the library, the author's mistake, the fix
_PROBLEMS = [
    (r"sequence entries are not allowed", "a list cannot begin here", "begin the list on its own line, or write `[a, b]`"),  # noqa: E501
    (r"mapping keys are not allowed", "a field cannot begin here", _AS_LINES),
    (r"could not find expected ':'", "this line has no `:`", _AS_LINES),
    (r"found unexpected ':'", "this `:` is not allowed inside the brackets", "put the text in quotes"),
    (r"cannot start any token", "no value can begin with `{character}`", "put the value in quotes"),
    (r"unknown escape character|expected escape sequence", "`\\{character}` is not a valid escape", "write `\\\\` for a backslash, or use single quotes"),  # noqa: E501
    (r"undefined tag handle|expected URI|while (scanning|parsing) a tag", "a manifest may not use tags", "remove it; text that begins with `!` needs quotes"),  # noqa: E501
    (r"document start|document separator|document end", "the document ends here, but the text continues", "remove the `---` or `...`, and any text after it"),  # noqa: E501
    (r"chomping or indentation|indentation indicator|block scalar", "the long text that begins here has wrong indentation", "put nothing after `|` or `>`, and indent every line of the text alike"),  # noqa: E501
    (r"directive", "a line that begins with `%` changes how YAML is read", "remove the line"),
    (r"expected the node content", "a value is missing before this", "write the value, or remove the rest"),
    (r"block end", "this does not belong to the lines above", "give lines of one level the same indentation"),
]  # fmt: skip


def explain(source: Source, fault: MarkedYAMLError, open_bracket: int | None) -> Diagnostic:
    """The diagnostic for an error of the library; an unclosed bracket is the cause if the file ends too early."""
    context, problem = str(fault.context or ""), str(fault.problem or "")
    opening = _index(source, fault.context_mark)
    offset = _index(source, fault.problem_mark)
    offset = opening if offset is None else offset
    offset = 0 if offset is None else offset
    if opening is not None and "flow" in context and "node" not in context:
        return _unclosed_bracket(source, opening, offset)
    if open_bracket is not None and offset == len(source.text.rstrip()):
        return _unclosed_bracket(source, open_bracket, offset)
    if opening is not None and "quoted scalar" in context and "end of stream" in problem:
        return _unclosed_quote(source, opening, offset)
    if opening is not None and re.search(r"an (alias|anchor)", context):
        sign = source.text[opening : opening + 1]
        return _not_yaml(source, opening, f"no value can begin with `{sign}`", "put the value in quotes")
    if "mapping values are not allowed" in problem:
        return _not_yaml(source, offset, *_unexpected_colon(source, offset))
    if "block end" in problem and source.text[offset - 1 : offset] in ("'", '"'):
        return _after_quotes(source, offset)
    mistake, advice = _likely(problem, context)
    character = source.text[offset : offset + 1] or "the end of the file"
    return _not_yaml(source, offset, mistake.replace("{character}", character), advice)


def _likely(problem: str, context: str) -> tuple[str, str]:
    for pattern, mistake, advice in _PROBLEMS:
        if re.search(pattern, problem) or re.search(pattern, context):
            return mistake, advice
    return "YAML cannot continue from here", _AS_LINES


def _unexpected_colon(source: Source, offset: int) -> tuple[str, str]:
    """Why a `:` is unexpected: there is one before it in the line, or the line above continues into this one."""
    number, column = source.position(offset)
    line, above = source.line(number), source.line(number - 1)
    if ": " in line[: column - 1] or not above.strip():
        return "this is the second `:` in one field", "put text that has `: ` in it in quotes"
    if ":" not in above:
        return "the line above has no `:`, so this line continues it", _AS_LINES
    return "this line is indented deeper than the field above, which already has a value", _AS_LINES


def _after_quotes(source: Source, offset: int) -> Diagnostic:
    """Text after quoted text; if the quoted text spans lines, its first quote was never closed."""
    opening = source.text.rfind(source.text[offset - 1], 0, offset - 1)
    if opening >= 0 and "\n" in source.text[opening:offset]:
        return _unclosed_quote(source, opening, offset)
    advice = "use the other kind of quotes around text that contains quotes"
    return _not_yaml(source, offset, "the text in quotes ends before this", advice)


def _unclosed_quote(source: Source, opening: int, offset: int) -> Diagnostic:
    quote = source.text[opening : opening + 1]
    problem = f"the text that begins here has no closing {quote}"
    return _unclosed(source, opening, offset, problem, f"put {quote} at its end")


def _not_yaml(source: Source, offset: int, problem: str, advice: str) -> Diagnostic:
    return diagnose(NOT_YAML, _place_at(source, offset), problem=problem, advice=advice)


def _unclosed_bracket(source: Source, opening: int, offset: int) -> Diagnostic:
    bracket = source.text[opening : opening + 1]
    partner = {"[": "]", "{": "}"}.get(bracket, "]")
    advice = f"put `{partner}` at its end, and commas between its items"
    return _unclosed(source, opening, offset, f"this `{bracket}` is not closed", advice)


def _unclosed(source: Source, opening: int, offset: int, problem: str, advice: str) -> Diagnostic:
    notes = [Label(_place_at(source, offset), "at the latest here")]
    return diagnose(NOT_YAML, _place_at(source, opening), notes=notes, problem=problem, advice=advice)


def _index(source: Source, mark: object) -> int | None:
    index = getattr(mark, "index", None)
    return min(index, len(source.text)) if isinstance(index, int) else None


def _place_at(source: Source, offset: int) -> Place:
    """The place of one character, or of the end of the line or file."""
    inside = offset < len(source.text) and source.text[offset] != "\n"
    return Place(source.file, offset, offset + 1 if inside else offset)
