"""Formats every text of the language in one style.

Works from tokens, not from trees: tokens keep their order, so nothing that an author wrote can be lost; only spaces,
line ends and separators change. The formatter resolves no names. It does not trust itself either: each run parses its
output, and if the tree or a comment differs, or a second run would give another result, the text is returned
unchanged, with a diagnostic.

| item | style |
|---|---|
| indentation | two spaces per level |
| width | 100 columns, not counting comments at the end of lines; unbreakable text may be longer |
| blank lines | at most one; none at the start and end of a body; exactly one between declarations |
| one-line declarations | of the same kind may follow one another without a blank line, if the author wrote them so |
| `{ … }` | on one line if the author wrote it so and it fits; `{ }` if empty; else one item or sentence per line |
| items of a body that the author put on one line | stay together, with their `,` or `;`, while the line fits |
| `else`, `or` | after the `}` of an open block; otherwise on the same line if it fits, or on its own line |
| a head or sentence that is too long | keeps the author's breaks before joining words; otherwise it is broken at some |
| continuation lines | two columns deeper than the first line |
| brackets that are too long | contents two columns deeper, in the author's lines; the closing bracket on its own line |
| a list of citations that is too long | continues with `cites` on the next line |
| operators, `=`, `+=` | one space on each side; no space after the `-` of a number |
| `( [ . ..` | no space inside or around; `,` `;` `:` `?` no space before, one after |
| `2/4/6` | no spaces, if all are numbers; any other `/` has spaces |
| texts in three quotes | content unchanged, two columns deeper than its line; closing quotes on their own line |
| comments | on their line; two spaces before a comment at the end of a line; one space after `#`, but not in `#!` |
| names | composed accents |
| the end of the file | one line end |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Edit, diagnose
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.format.lines import Page
from dsl.format.shape import tape
from dsl.format.words import comment_text
from dsl.parse import exceeded_limit, join_pieces, no_collection, parse_piece, parse_source
from dsl.syntax.migrations import old_forms
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Place, Source, pieces

UPGRADES = 10  # rounds of rewrites, because one may enable another


@frozen
class FormatResult:
    """A text in the standard style. If there are `diagnostics`, `text` is the input, unchanged."""

    text: str
    changed: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def format_text(text: str, file: str = "<text>", upgrade: bool = False) -> FormatResult:
    """Format a text and prove that its meaning is unchanged; a text with errors is returned with its diagnostics.

    With `upgrade`, old forms of the language are migrated first.
    """
    source = Source(file, text)
    parsed = parse_source(source)
    diagnostics = tuple(diagnostic for piece in parsed for diagnostic in piece.diagnostics)
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        return FormatResult(text, False, diagnostics)
    if upgrade:
        migrated = upgrade_text(source, parsed)
        if isinstance(migrated, Diagnostic):
            return FormatResult(text, False, (migrated,))
        result = format_text(migrated, file)
        return FormatResult(result.text, True, result.diagnostics) if migrated != text else result
    with no_collection():
        formatted = rewrite_text(source, parsed)
        fault = _fault(source, parsed, formatted) if formatted != text else None
    if fault is not None:
        return FormatResult(text, False, (fault,))
    return FormatResult(formatted, formatted != text)


def upgrade_text(source: Source, parsed: Sequence[Parsed]) -> str | Diagnostic:
    """Migrate the text to the current form of the language and prove that its meaning is unchanged; else return the
    reason."""
    text = source.text
    for _ in range(UPGRADES):
        edits = sorted(_edits(parsed), key=lambda edit: (edit.place.start, edit.place.end))
        if not edits:
            return text
        migrated = Source(source.file, _apply_edits(text, edits))
        over = exceeded_limit(migrated)
        if over is not None:
            return over
        reparsed = parse_source(migrated)
        fault = _changed_meaning(source, parsed, reparsed) or _lost_comment(source, parsed, reparsed)
        if fault is not None:
            return fault
        text, parsed = migrated.text, reparsed
    return _internal(source, None, "upgrading it does not terminate")


def _edits(parsed: Iterable[Parsed]) -> Iterator[Edit]:
    for declaration in parsed:
        if declaration.tree is not None:
            piece = declaration.piece
            for old in old_forms(declaration.tree, piece.text, tokenize(piece).rows):
                yield from (Edit(piece.place(span), text) for span, text in old.edits)


def _apply_edits(text: str, edits: Iterable[Edit]) -> str:
    parts: list[str] = []
    offset = 0
    for edit in edits:
        parts += [text[offset : edit.place.start], edit.text]
        offset = edit.place.end
    return "".join([*parts, text[offset:]])


@frozen
class _TopLevelEntry:
    """A declaration or a comment in the first column, with its span in the file."""

    lines: list[str]
    start: int
    end: int
    first_word: str  # the first word of a declaration; empty for a comment

    def follows_directly(self, previous: _TopLevelEntry) -> bool:
        return self.first_word == previous.first_word and len(self.lines) == len(previous.lines) == 1


def rewrite_text(source: Source, parsed: Iterable[Parsed]) -> str:
    """Format the text of a file without errors, without the proof."""
    lines: list[str] = []
    previous: _TopLevelEntry | None = None  # the previous declaration; `comments` are those since then
    comments: list[_TopLevelEntry] = []
    for piece in parsed:
        for entry in _entries(piece):
            if not entry.first_word:
                comments.append(entry)
                continue
            _append_entries(lines, source.text, previous, [*comments, entry])
            previous, comments = entry, []
    _append_entries(lines, source.text, previous, comments)
    return "\n".join([*lines, ""]) if lines else ""


def _entries(parsed: Parsed) -> list[_TopLevelEntry]:
    """The comments above a declaration, the declaration with the comment at its end, and the comments below."""
    base = parsed.piece.start
    if parsed.tree is None:
        return _comments(base, parsed.comments)
    ribbon = tape(parsed.piece, parsed.tree)
    tokens, gaps = ribbon.tokens, ribbon.gaps
    lines = Page(ribbon).declaration()
    end = tokens[-1].end
    below = gaps.get(len(tokens), [])
    if below and parsed.piece.text.find("\n", end, below[0].start) < 0:
        lines[-1] += "  " + below[0].text
        end = below[0].end
        below = below[1:]
    declaration = _TopLevelEntry(lines, base + tokens[0].start, base + end, tokens[0].text)
    return [*_comments(base, gaps.get(0, [])), declaration, *_comments(base, below)]


def _comments(base: int, comments: Iterable[Token]) -> list[_TopLevelEntry]:
    return [_TopLevelEntry([comment_text(text)], base + start, base + end, "") for _, text, start, end in comments]


def _append_entries(
    lines: list[str], text: str, previous: _TopLevelEntry | None, entries: Sequence[_TopLevelEntry]
) -> None:
    """Append entries, the last of which may be a declaration, with the blank lines between them."""
    if not entries:
        return
    end = previous.end if previous is not None else None
    blanks: list[bool] = []
    for entry in entries:
        blanks.append(end is not None and text.count("\n", end, entry.start) > 1)
        end = entry.end
    last = entries[-1]
    if previous is not None and last.first_word and not any(blanks):
        blanks[0] = not last.follows_directly(previous)
    for blank, entry in zip(blanks, entries, strict=True):
        if blank:
            lines.append("")
        lines += entry.lines


def _fault(source: Source, parsed: Sequence[Parsed], written: str) -> Diagnostic | None:
    """The error in a formatted text: it means something else, lost a comment, or is not stable."""
    source_written = Source(source.file, written)
    exceeded = exceeded_limit(source_written)
    if exceeded is not None:  # the text is at a limit, and blank lines or indentation exceed it
        place = Place(source.file, 0, min(1, len(source.text)))
        return evolve(exceeded, message=f"after formatting, {exceeded.message}", place=place)
    pieces_by_text = {
        declaration.piece.text: declaration for declaration in parsed
    }  # unchanged declarations are not parsed again
    reparsed = [
        evolve(pieces_by_text[piece.text], piece=piece) if piece.text in pieces_by_text else parse_piece(piece)
        for piece in join_pieces(pieces(source_written))
    ]
    fault = _changed_meaning(source, parsed, reparsed) or _lost_comment(source, parsed, reparsed)
    if fault is not None:
        return fault
    if rewrite_text(source_written, reparsed) != written:
        return _internal(source, None, "formatting it twice would give different results")
    return None


def _changed_meaning(source: Source, parsed: Iterable[Parsed], reparsed: Iterable[Parsed]) -> Diagnostic | None:
    old_trees, new_trees = (
        [piece for piece in parsed_pieces if piece.tree is not None] for parsed_pieces in (parsed, reparsed)
    )
    for old, new in zip_longest(old_trees, new_trees):
        if old is None or new is None or old.tree != new.tree:
            return _internal(source, old, "formatting it would change its meaning")
    return None


def _lost_comment(source: Source, parsed: Iterable[Parsed], reparsed: Iterable[Parsed]) -> Diagnostic | None:
    if _all_comments(parsed) != _all_comments(reparsed):
        return _internal(source, None, "formatting it would lose or move a comment")
    return None


def _all_comments(parsed: Iterable[Parsed]) -> list[str]:
    return [comment_text(comment.text) for declaration in parsed for comment in declaration.comments]


def _internal(source: Source, declaration: Parsed | None, what: str) -> Diagnostic:
    if declaration is not None and declaration.tree is not None:
        place = declaration.piece.place(declaration.tree.span)
    else:
        place = Place(source.file, 0, min(1, len(source.text)))
    return diagnose(INTERNAL, place, what=what, help="this is not your fault; the text was not changed")
