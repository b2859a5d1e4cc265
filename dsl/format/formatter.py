"""One style for every text of the language.

Works from tokens, not from trees: tokens keep their order, so nothing that an author wrote can be lost; only spaces,
line ends and separators are new. What it refuses to know is what any name means. It does not trust itself either: each
run reads what it wrote, and if the tree or a comment is not the same, or a second run would write something else, the
text is given back as it was, with a diagnostic.

| what | how it is written |
|---|---|
| indentation | two spaces a level |
| width | 100 columns, not counting comments at the end of lines; what cannot be broken may be longer |
| blank lines | at most one; none at the start and end of a body; exactly one between declarations |
| declarations of one line | of the same sort they may follow one another without a blank line, if the author did so |
| `{ … }` | on one line if the author wrote it so and it fits; `{ }` if empty; else one item or sentence a line |
| items of a body that the author put on one line | stay together, with their `,` or `;`, while the line fits |
| `else`, `or` | after the `}` of an open block; else on the same line if all fits, or on a line of its own |
| a head or sentence that is too long | the author's breaks before joining words stay; else it is broken at some |
| what goes on | two columns deeper than where it began |
| brackets that are too long | contents two columns deeper, in the author's lines; the closing one on its own line |
| a list of citations that is too long | goes on with `cites` on the next line |
| operators, `=`, `+=` | one space on each side; `-` of a number none after it |
| `( [ . ..` | no space inside or around; `,` `;` `:` `?` no space before, one after |
| `2/4/6` | tight, if all are numbers; any other `/` has spaces |
| texts in three quotes | content as it is, two columns deeper than its line; closing quotes on their own line |
| comments | on their line; two spaces before one that ends a line; one space after `#`, but not in `#!` |
| names | accents joined to their letters |
| the end of the file | one line end |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic, Edit, diagnose
from dsl.diagnostics.codes.internal import INTERNAL
from dsl.diagnostics.codes.text import OLD_FORM
from dsl.format.lines import Page
from dsl.format.shape import tape
from dsl.format.words import comment_text
from dsl.parse import exceeded_limit, join_pieces, no_collection, parse_piece, parse_source
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token
from dsl.text.source import Place, Source, pieces

UPGRADES = 10  # times that one rewrite may make way for another


@frozen
class FormatResult:
    """A text in the one style. Where `diagnostics` say why it could not be had, `text` is what was given."""

    text: str
    changed: bool
    diagnostics: tuple[Diagnostic, ...] = ()


def format_text(text: str, file: str = "<text>", upgrade: bool = False) -> FormatResult:
    """The text in the one style, proved to mean the same; a text with errors as it is, with its diagnostics.

    With `upgrade`, what stands in an older form of the language is written in the settled one first.
    """
    source = Source(file, text)
    parsed = parse_source(source)
    found = tuple(diagnostic for one in parsed for diagnostic in one.diagnostics)
    if any(diagnostic.severity == "error" for diagnostic in found):
        return FormatResult(text, False, found)
    if upgrade:
        newer = upgraded(source, parsed)
        if isinstance(newer, Diagnostic):
            return FormatResult(text, False, (newer,))
        result = format_text(newer, file)
        return FormatResult(result.text, True, result.diagnostics) if newer != text else result
    with no_collection():
        written = written_anew(source, parsed)
        fault = _fault(source, parsed, written) if written != text else None
    if fault is not None:
        return FormatResult(text, False, (fault,))
    return FormatResult(written, written != text)


def upgraded(source: Source, parsed: Sequence[Parsed]) -> str | Diagnostic:
    """The text in the settled form of the language, proved to mean the same; else what is wrong with that."""
    text = source.text
    for _ in range(UPGRADES):
        edits = sorted(_edits(parsed), key=lambda edit: (edit.place.start, edit.place.end))
        if not edits:
            return text
        newer = Source(source.file, _put_in(text, edits))
        over = exceeded_limit(newer)
        if over is not None:
            return over
        again = parse_source(newer)
        fault = _other_meaning(source, parsed, again) or _lost_comment(source, parsed, again)
        if fault is not None:
            return fault
        text, parsed = newer.text, again
    return _internal(source, None, "upgrading it does not come to an end")


def _edits(parsed: Iterable[Parsed]) -> Iterator[Edit]:
    for one in parsed:
        for found in one.diagnostics:
            if found.code == OLD_FORM.id and found.fix is not None:
                yield from found.fix.edits


def _put_in(text: str, edits: Iterable[Edit]) -> str:
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += [text[at : edit.place.start], edit.text]
        at = edit.place.end
    return "".join([*parts, text[at:]])


@frozen
class _Entry:
    """A declaration or a comment in the first column, with where it stood in the file."""

    lines: list[str]
    start: int
    end: int
    sort: str  # the word that a declaration begins with; none for a comment

    def goes_with(self, above: _Entry) -> bool:
        return self.sort == above.sort and len(self.lines) == len(above.lines) == 1


def written_anew(source: Source, parsed: Iterable[Parsed]) -> str:
    """The text of a file without errors in the one style, unproved."""
    lines: list[str] = []
    above: _Entry | None = None  # the declaration above, and the comments since then
    comments: list[_Entry] = []
    for one in parsed:
        for entry in _entries(one):
            if not entry.sort:
                comments.append(entry)
                continue
            _put(lines, source.text, above, [*comments, entry])
            above, comments = entry, []
    _put(lines, source.text, above, comments)
    return "\n".join([*lines, ""]) if lines else ""


def _entries(one: Parsed) -> list[_Entry]:
    """The comments above a declaration, itself with the comment at its end, and the comments below."""
    base = one.piece.start
    if one.tree is None:
        return _comments(base, one.comments)
    ribbon = tape(one.piece, one.tree)
    tokens, gaps = ribbon.tokens, ribbon.gaps
    lines = Page(ribbon).declaration()
    end = tokens[-1].end
    below = gaps.get(len(tokens), [])
    if below and one.piece.text.find("\n", end, below[0].start) < 0:
        lines[-1] += "  " + below[0].text
        end = below[0].end
        below = below[1:]
    declaration = _Entry(lines, base + tokens[0].start, base + end, tokens[0].text)
    return [*_comments(base, gaps.get(0, [])), declaration, *_comments(base, below)]


def _comments(base: int, comments: Iterable[Token]) -> list[_Entry]:
    return [_Entry([comment_text(text)], base + start, base + end, "") for _, text, start, end in comments]


def _put(lines: list[str], text: str, above: _Entry | None, entries: Sequence[_Entry]) -> None:
    """Add entries, the last of which may be a declaration, with the blank lines that belong between them."""
    if not entries:
        return
    end = above.end if above is not None else None
    blanks: list[bool] = []
    for entry in entries:
        blanks.append(end is not None and text.count("\n", end, entry.start) > 1)
        end = entry.end
    last = entries[-1]
    if above is not None and last.sort and not any(blanks):
        blanks[0] = not last.goes_with(above)
    for blank, entry in zip(blanks, entries, strict=True):
        if blank:
            lines.append("")
        lines += entry.lines


def _fault(source: Source, parsed: Sequence[Parsed], written: str) -> Diagnostic | None:
    """What is wrong with a written text: it means something else, lost a comment, or would be written differently."""
    again = Source(source.file, written)
    exceeded = exceeded_limit(again)
    if exceeded is not None:  # the text is at a limit, and blank lines or indentation take it past
        place = Place(source.file, 0, min(1, len(source.text)))
        return evolve(exceeded, message=f"in the one style, {exceeded.message}", place=place)
    known = {one.piece.text: one for one in parsed}  # what did not change need not be read again
    read = [
        evolve(known[piece.text], piece=piece) if piece.text in known else parse_piece(piece)
        for piece in join_pieces(pieces(again))
    ]
    fault = _other_meaning(source, parsed, read) or _lost_comment(source, parsed, read)
    if fault is not None:
        return fault
    if written_anew(again, read) != written:
        return _internal(source, None, "the formatter would have written it differently the next time")
    return None


def _other_meaning(source: Source, parsed: Iterable[Parsed], read: Iterable[Parsed]) -> Diagnostic | None:
    old_trees, new_trees = ([one for one in some if one.tree is not None] for some in (parsed, read))
    for old, new in zip_longest(old_trees, new_trees):
        if old is None or new is None or old.tree != new.tree:
            return _internal(source, old, "the formatter would have changed what it means")
    return None


def _lost_comment(source: Source, parsed: Iterable[Parsed], read: Iterable[Parsed]) -> Diagnostic | None:
    if _all_comments(parsed) != _all_comments(read):
        return _internal(source, None, "the formatter would have lost or moved a comment")
    return None


def _all_comments(parsed: Iterable[Parsed]) -> list[str]:
    return [comment_text(comment.text) for one in parsed for comment in one.comments]


def _internal(source: Source, one: Parsed | None, what: str) -> Diagnostic:
    if one is not None and one.tree is not None:
        place = one.piece.place(one.tree.span)
    else:
        place = Place(source.file, 0, min(1, len(source.text)))
    return diagnose(INTERNAL, place, what=what, help="this is not your fault: the text was left as it is")
