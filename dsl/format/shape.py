"""The shape of one declaration, for the formatter: which tokens form a line, which lines form a block.

Handles braces, separators and the author's line ends; it knows no words, except for the two bodies (`scenario` and
its `cases`) in which a comma does not separate. Tokens keep their positions and are always referenced by index, so
none can be lost or repeated. Comments belong to the gap before a token.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from attrs import Factory, define

from dsl.format.words import HOLE, FormatToken, Roles, comment_text, spaced, words_of
from dsl.syntax.nodes import Declaration
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Piece

_STRUCTURE = frozenset("{ } ( ) [ ] , ; NL".split())
_SEPARATORS = frozenset(", ; NL".split())
CITED = frozenset(["CLAUSE", "INTEGER"])
"""What a list of citations consists of, besides the `..` of ranges."""


@define
class FormatItem:
    """One item, row, step or sentence: a range of tokens with the blocks in it, and the separator after it."""

    start: int
    end: int = 0
    separator: str = ""
    blocks: list[BraceBlock] = Factory(list)


@define
class BraceBlock:
    """`{ … }`; `one_line` if the author wrote it on one line."""

    opening: int
    comma_separates: bool
    closing: int = 0
    one_line: bool = False
    items: list[FormatItem] = Factory(list)


@define
class Tape:
    """The tokens of a declaration, each with its output text."""

    text: str
    tokens: list[FormatToken]
    parts: list[str]
    ends: list[int]
    gaps: dict[int, list[Token]]
    whole: FormatItem
    stiff: list[int] = Factory(list)  # tokens whose comment or multi-line text prevents a flat line

    def flat(self, start: int, end: int) -> str:
        """These tokens on one line."""
        line = "".join(self.parts[start:end]).lstrip(" ")
        return "cites " + line if self._cites_again(start) else line

    def width(self, start: int, end: int) -> int:
        """Their width on one line."""
        width = self.ends[end] - self.ends[start]
        if start < end and self.parts[start][:1] == " ":
            width -= 1
        return width + 6 if self._cites_again(start) else width

    def _cites_again(self, start: int) -> bool:
        """Whether a line begins in the middle of a list of citations: it repeats `cites`, because a line cannot begin
        with a clause."""
        tokens = self.tokens
        return 0 < start < len(tokens) and tokens[start].kind == "CLAUSE" and tokens[start - 1].kind in CITED

    def broken_before(self, index: int) -> bool:
        """Whether the author ended a line before this token."""
        return self.text.find("\n", self.tokens[index - 1].end, self.tokens[index].start) >= 0

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment is between these tokens, not counting the gap before the first."""
        position = bisect_left(self.stiff, start + 1)
        while position < len(self.stiff) and self.stiff[position] < end:
            if self.stiff[position] in self.gaps:
                return True
            position += 1
        return False

    def is_stiff(self, start: int, end: int) -> bool:
        if not self.stiff:
            return False
        position = bisect_left(self.stiff, start)
        while position < len(self.stiff) and self.stiff[position] < end:
            if self.stiff[position] > start or self.parts[start].endswith(HOLE):
                return True
            position += 1
        return False


def tape(piece: Piece, tree: Declaration) -> Tape:
    tokenized = tokenize(piece)
    text = piece.text
    tokens = words_of(tokenized.rows)
    if text.count("cites") > 1:
        tokens = _cites_once(tokens, text)
    parts = spaced(tokens, Roles(tree))
    gaps = _gaps(tokens, tokenized.comments) if tokenized.comments else {}
    holes = [index for index, part in enumerate(parts) if part.endswith(HOLE)] if '"""' in text else []
    stiff = sorted({*gaps, *holes})
    return Tape(text, tokens, parts, [0, *accumulate(map(len, parts))], gaps, _whole(tokens, text), stiff)


def _cites_once(tokens: list[FormatToken], text: str) -> list[FormatToken]:
    """`cites A cites B` is `cites A B`: lists are split again where lines end. A list with a comment inside stays."""
    kept: list[FormatToken] = []
    listed = False
    for index, token in enumerate(tokens):
        if token.text == "cites":
            if listed and "#" not in text[tokens[index - 1].end : tokens[index + 1].start]:
                continue
            listed = True
        elif token.kind not in CITED and token.kind != "..":
            listed = False
        kept.append(token)
    return kept


def _gaps(tokens: list[FormatToken], comments: list[Token]) -> dict[int, list[Token]]:
    """The comments by the token after them; separators do not count, because they may move."""
    starts = [token.start for token in tokens]
    gaps: dict[int, list[Token]] = {}
    for comment in comments:
        index = bisect_left(starts, comment.start)
        while index < len(tokens) and tokens[index].kind in _SEPARATORS:
            index += 1
        gaps.setdefault(index, []).append(comment._replace(text=comment_text(comment.text)))
    return gaps


def _whole(tokens: list[FormatToken], text: str) -> FormatItem:
    """The declaration as one item, with everything inside."""
    whole = FormatItem(0, len(tokens))
    enclosing: list[tuple[FormatItem, BraceBlock]] = []
    outer_brackets: list[int] = []  # around each open brace: a `match` in parentheses has rows of its own
    item: FormatItem | None = whole
    brackets = 0
    for index, token in enumerate(tokens):
        kind = token.kind
        if kind not in _STRUCTURE:
            if item is None:
                item = FormatItem(index)
        elif kind == "{":
            assert item is not None, "no line begins with a brace"
            block = BraceBlock(index, not _is_steps(tokens, enclosing, item))
            item.blocks.append(block)
            enclosing.append((item, block))
            outer_brackets.append(brackets)
            item, brackets = None, 0
        elif kind == "}":
            outer_item, block = enclosing.pop()
            brackets = outer_brackets.pop()
            if item is not None:
                item.end = index
                block.items.append(item)
            block.closing = index
            inside = text[tokens[block.opening].end : token.start]
            block.one_line = "\n" not in inside or inside.isspace()
            item = outer_item
        elif kind in "([":
            brackets += 1
            if item is None:
                item = FormatItem(index)
        elif kind in ")]":
            brackets -= 1
        elif not brackets and item is not None and (kind != "," or (enclosing and enclosing[-1][1].comma_separates)):
            item.end, item.separator = index, kind if kind != "NL" else ""
            enclosing[-1][1].items.append(item)
            item = None
    return whole


def _is_steps(tokens: list[FormatToken], outer: list[tuple[FormatItem, BraceBlock]], item: FormatItem) -> bool:
    """The body of a scenario and of its `cases`: there commas belong to the step."""
    first = tokens[item.start].text
    return first == "scenario" if not outer else first == "cases" and not outer[-1][1].comma_separates
