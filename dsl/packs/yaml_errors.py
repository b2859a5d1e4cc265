"""The YAML library's complaints in an author's words.

The library says `expected <block end>, but found '<scalar>'`; an author needs to know that a quote ends too early.
Each row below knows a piece of the library's wording, and says what an author most likely did. A bracket or quote
that is never closed is shown where it opens. A complaint that nobody foresaw still gets a sentence and a place.
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

# wording of the library, what an author did, what to do
_PROBLEMS = [
    (r"sequence entries are not allowed", "a list cannot begin here", "begin the list on a line of its own, or write `[a, b]`"),  # noqa: E501
    (r"mapping keys are not allowed", "a field cannot begin here", _AS_LINES),
    (r"could not find expected ':'", "this line has no `:`", _AS_LINES),
    (r"found unexpected ':'", "this `:` cannot stand inside the brackets", "put the text in quotes"),
    (r"cannot start any token", "no value can begin with `{character}`", "put the value in quotes"),
    (r"unknown escape character|expected escape sequence", "`\\{character}` is no escape", "write `\\\\` for a backslash, or use single quotes"),  # noqa: E501
    (r"undefined tag handle|expected URI|while (scanning|parsing) a tag", "a tag stands here, which a manifest may not use", "remove it; text that begins with `!` needs quotes"),  # noqa: E501
    (r"document start|document separator|document end", "the document ends here, but the text goes on", "remove the `---` or `...`, and any text behind it"),  # noqa: E501
    (r"chomping or indentation|indentation indicator|block scalar", "the long text that begins here is not indented well", "put nothing behind `|` or `>`, and indent every line of the text alike"),  # noqa: E501
    (r"directive", "a line that begins with `%` changes how YAML is read", "remove the line"),
    (r"expected the node content", "a value is missing before this", "write the value, or remove what is left over"),
    (r"block end", "this does not belong to the lines above", "give lines of one level the same indentation"),
]  # fmt: skip


def explain(source: Source, fault: MarkedYAMLError, open_bracket: int | None) -> Diagnostic:
    """The diagnostic for a complaint of the library; an open bracket is to blame for a file that ends too early."""
    context, problem = str(fault.context or ""), str(fault.problem or "")
    opening = _index(source, fault.context_mark)
    at = _index(source, fault.problem_mark)
    at = opening if at is None else at
    at = 0 if at is None else at
    if opening is not None and "flow" in context and "node" not in context:
        return _unclosed_bracket(source, opening, at)
    if open_bracket is not None and at == len(source.text.rstrip()):
        return _unclosed_bracket(source, open_bracket, at)
    if opening is not None and "quoted scalar" in context and "end of stream" in problem:
        return _unclosed_quote(source, opening, at)
    if opening is not None and re.search(r"an (alias|anchor)", context):
        sign = source.text[opening : opening + 1]
        return _found(source, opening, f"no value can begin with `{sign}`", "put the value in quotes")
    if "mapping values are not allowed" in problem:
        return _found(source, at, *_odd_colon(source, at))
    if "block end" in problem and source.text[at - 1 : at] in ("'", '"'):
        return _behind_quotes(source, at)
    says, advice = _likely(problem, context)
    character = source.text[at : at + 1] or "the end of the file"
    return _found(source, at, says.replace("{character}", character), advice)


def _likely(problem: str, context: str) -> tuple[str, str]:
    for wording, says, advice in _PROBLEMS:
        if re.search(wording, problem) or re.search(wording, context):
            return says, advice
    return "YAML cannot read on from here", _AS_LINES


def _odd_colon(source: Source, at: int) -> tuple[str, str]:
    """Why a `:` is one too many: there is one before it in the line, or the line above goes on into this one."""
    number, column = source.position(at)
    line, above = source.line(number), source.line(number - 1)
    if ": " in line[: column - 1] or not above.strip():
        return "this is the second `:` in one field", "put text that has `: ` in it in quotes"
    if ":" not in above:
        return "the line above has no `:`, so this line goes on with it", _AS_LINES
    return "this line is indented deeper than the field above, which has its value already", _AS_LINES


def _behind_quotes(source: Source, at: int) -> Diagnostic:
    """Something stands behind text in quotes; if that text runs over lines, its first quote was never closed."""
    opening = source.text.rfind(source.text[at - 1], 0, at - 1)
    if opening >= 0 and "\n" in source.text[opening:at]:
        return _unclosed_quote(source, opening, at)
    advice = "use the other sort of quotes around text that has quotes inside"
    return _found(source, at, "the text in quotes ends before this", advice)


def _unclosed_quote(source: Source, opening: int, at: int) -> Diagnostic:
    quote = source.text[opening : opening + 1]
    found = f"the text that begins here has no closing {quote}"
    return _unclosed(source, opening, at, found, f"put {quote} at its end")


def _found(source: Source, at: int, problem: str, advice: str) -> Diagnostic:
    return diagnose(NOT_YAML, _one(source, at), problem=problem, advice=advice)


def _unclosed_bracket(source: Source, opening: int, at: int) -> Diagnostic:
    bracket = source.text[opening : opening + 1]
    partner = {"[": "]", "{": "}"}.get(bracket, "]")
    advice = f"put `{partner}` at its end, and commas between its items"
    return _unclosed(source, opening, at, f"this `{bracket}` is not closed well", advice)


def _unclosed(source: Source, opening: int, at: int, problem: str, advice: str) -> Diagnostic:
    notes = [Label(_one(source, at), "here at the latest")]
    return diagnose(NOT_YAML, _one(source, opening), notes=notes, problem=problem, advice=advice)


def _index(source: Source, mark: object) -> int | None:
    index = getattr(mark, "index", None)
    return min(index, len(source.text)) if isinstance(index, int) else None


def _one(source: Source, at: int) -> Place:
    """One character, or the end of the line or file."""
    inside = at < len(source.text) and source.text[at] != "\n"
    return Place(source.file, at, at + 1 if inside else at)
