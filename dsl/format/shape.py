"""The shape of one declaration, for the formatter: which tokens are a line, which lines a block.

Knows braces, separators and where the author ended a line; refuses to know what any word means, but for the two bodies
(`scenario` and its `cases`) in which a comma does not separate. The idea: tokens keep their places and are only ever
named by their index, so nothing can be lost or said twice. Comments hang in the gap before a token.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

from attrs import Factory, define

from dsl.format.words import HOLE, Roles, Word, comment_text, spaced, words_of
from dsl.syntax.nodes import Declaration
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Piece

_STRUCTURE = frozenset("{ } ( ) [ ] , ; NL".split())
_SEPARATORS = frozenset(", ; NL".split())


@define
class Item:
    """One item, row, step or sentence: a stretch of tokens with the blocks in it, and the sign written after it."""

    start: int
    end: int = 0
    separator: str = ""
    blocks: list[Block] = Factory(list)


@define
class Block:
    """`{ … }`; `one_line` if the author wrote it on one line."""

    opening: int
    comma_separates: bool
    closing: int = 0
    one_line: bool = False
    items: list[Item] = Factory(list)


@define
class Tape:
    """The tokens of a declaration, each with what is written for it."""

    text: str
    tokens: list[Word]
    parts: list[str]
    ends: list[int]
    gaps: dict[int, list[Token]]
    whole: Item
    stiff: list[int] = Factory(list)  # where a comment or a text of several lines keeps a line from being flat

    def flat(self, start: int, end: int) -> str:
        """These tokens on one line."""
        line = "".join(self.parts[start:end]).lstrip(" ")
        return "cites " + line if self._cites_again(start) else line

    def width(self, start: int, end: int) -> int:
        """How long they are on one line."""
        width = self.ends[end] - self.ends[start]
        if start < end and self.parts[start][:1] == " ":
            width -= 1
        return width + 6 if self._cites_again(start) else width

    def _cites_again(self, start: int) -> bool:
        """A line in the middle of a list of citations says `cites` again, because a line cannot begin with a clause."""
        tokens = self.tokens
        return 0 < start < len(tokens) and tokens[start].kind == "CLAUSE" and tokens[start - 1].kind == "CLAUSE"

    def broken_before(self, index: int) -> bool:
        """Whether the author ended a line before this token."""
        return self.text.find("\n", self.tokens[index - 1].end, self.tokens[index].start) >= 0

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a comment stands between these tokens, not counting the gap before the first."""
        at = bisect_left(self.stiff, start + 1)
        while at < len(self.stiff) and self.stiff[at] < end:
            if self.stiff[at] in self.gaps:
                return True
            at += 1
        return False

    def is_stiff(self, start: int, end: int) -> bool:
        if not self.stiff:
            return False
        at = bisect_left(self.stiff, start)
        while at < len(self.stiff) and self.stiff[at] < end:
            if self.stiff[at] > start or self.parts[start].endswith(HOLE):
                return True
            at += 1
        return False


def tape(piece: Piece, tree: Declaration) -> Tape:
    cut = tokenize(piece)
    text = piece.text
    tokens = words_of(cut.rows)
    if text.count("cites") > 1:
        tokens = _cites_once(tokens, text)
    parts = spaced(tokens, Roles(tree))
    gaps = _gaps(tokens, cut.comments) if cut.comments else {}
    holes = [index for index, part in enumerate(parts) if part.endswith(HOLE)] if '"""' in text else []
    stiff = sorted({*gaps, *holes})
    return Tape(text, tokens, parts, [0, *accumulate(map(len, parts))], gaps, _whole(tokens, text), stiff)


def _cites_once(tokens: list[Word], text: str) -> list[Word]:
    """`cites A cites B` is `cites A B`: lists are cut anew where lines end. One with a comment inside stays."""
    kept: list[Word] = []
    listed = False
    for index, token in enumerate(tokens):
        if token.text == "cites":
            if listed and "#" not in text[tokens[index - 1].end : tokens[index + 1].start]:
                continue
            listed = True
        elif token.kind != "CLAUSE":
            listed = False
        kept.append(token)
    return kept


def _gaps(tokens: list[Word], comments: list[Token]) -> dict[int, list[Token]]:
    """The comments by the token that follows them; separators do not count, since they may move."""
    starts = [token.start for token in tokens]
    gaps: dict[int, list[Token]] = {}
    for comment in comments:
        index = bisect_left(starts, comment.start)
        while index < len(tokens) and tokens[index].kind in _SEPARATORS:
            index += 1
        gaps.setdefault(index, []).append(comment._replace(text=comment_text(comment.text)))
    return gaps


def _whole(tokens: list[Word], text: str) -> Item:
    """The declaration as one item, with everything inside."""
    whole = Item(0, len(tokens))
    outer: list[tuple[Item, Block]] = []
    item: Item | None = whole
    brackets = 0
    for index, token in enumerate(tokens):
        kind = token.kind
        if kind not in _STRUCTURE:
            if item is None:
                item = Item(index)
        elif kind == "{":
            assert item is not None, "no line begins with a brace"
            block = Block(index, not _is_steps(tokens, outer, item))
            item.blocks.append(block)
            outer.append((item, block))
            item = None
        elif kind == "}":
            above, block = outer.pop()
            if item is not None:
                item.end = index
                block.items.append(item)
            block.closing = index
            inside = text[tokens[block.opening].end : token.start]
            block.one_line = "\n" not in inside or inside.isspace()
            item = above
        elif kind in "([":
            brackets += 1
            if item is None:
                item = Item(index)
        elif kind in ")]":
            brackets -= 1
        elif not brackets and item is not None and (kind != "," or (outer and outer[-1][1].comma_separates)):
            item.end, item.separator = index, kind if kind != "NL" else ""
            outer[-1][1].items.append(item)
            item = None
    return whole


def _is_steps(tokens: list[Word], outer: list[tuple[Item, Block]], item: Item) -> bool:
    """The body of a scenario and of its `cases`: there commas belong to the step."""
    first = tokens[item.start].text
    return first == "scenario" if not outer else first == "cases" and not outer[-1][1].comma_separates
