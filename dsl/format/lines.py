"""Turns the shape of a declaration into lines, for the formatter.

Decides when a block stays on its line, which items share a line, and where a comment goes. A line is flat if it can
be written without a break and fits; all other cases are rare and may be slow. Lines are written in token order, and
every token and comment is written when it is reached, so none can be lost.
"""

from __future__ import annotations

from textwrap import dedent

from attrs import Factory, define

from dsl.format.line_breaks import STEP, WIDTH, author_breaks, broken
from dsl.format.shape import BraceBlock, FormatItem, Tape
from dsl.format.words import HOLE
from dsl.syntax.keywords import CONTINUES_LINE
from dsl.text.limits import TEXT_CHARACTERS


@define
class Page:
    """The lines written so far; `commented` is the number of lines when the last comment was written."""

    tape: Tape
    lines: list[str] = Factory(list)
    commented: int = -1
    next_text: int = 0

    def declaration(self) -> list[str]:
        whole = self.tape.whole
        if not self._flat(whole, "", ""):
            self._item(whole, "")
        return self.lines

    def _flat(self, item: FormatItem, indent: str, shared: str) -> bool:
        """Write an item on one line if possible: on the previous line, after `shared`, or on its own line."""
        tape = self.tape
        for block in item.blocks:
            if not block.one_line:
                return False
        if tape.stiff and tape.is_stiff(item.start, item.end):
            return False
        width = tape.width(item.start, item.end)
        if shared and len(self.lines[-1]) + len(shared) + width <= WIDTH:
            self.lines[-1] += shared + tape.flat(item.start, item.end)
            return True
        if len(indent) + width > WIDTH:
            return False
        self.lines.append(indent + tape.flat(item.start, item.end))
        return True

    def _write(self, lines: list[str]) -> None:
        for line in lines:
            if HOLE in line:
                self._long_text(line)
            else:
                self.lines.append(line)

    def _long_text(self, line: str) -> None:
        """Write multi-line texts two columns deeper than their line."""
        pad = line[: len(line) - len(line.lstrip(" "))] or STEP  # the first column is for declarations
        while HOLE in line:
            before, _, after = line.partition(HOLE)
            while not self.tape.parts[self.next_text].endswith(HOLE):
                self.next_text += 1
            text = self.tape.tokens[self.next_text].text
            self.next_text += 1
            rows = dedent(text[3:-3]).strip("\n").rstrip().split("\n")
            inside = "\n".join([pad + STEP + row if row else "" for row in rows])
            indented = f'"""\n{inside}\n{pad}"""'
            line = before + (indented if len(indented) <= TEXT_CHARACTERS else text) + after
        self.lines += line.split("\n")

    # ------------------------------------------------------------------------------------------------- one item

    def _item(self, item: FormatItem, indent: str) -> None:
        """An item of several lines: its heads and blocks in turn."""
        start, lead = item.start, indent
        may_close = len(item.blocks) < 2 or self._all_close(item, indent)
        for block in item.blocks:
            if start != item.start:
                lead = self._link(start, indent)
            self._head(start, block, lead, indent, may_close)
            start = block.closing + 1
        if start == item.start:
            self._write(broken(self.tape, start, item.end, indent, indent))
        elif start < item.end:  # `then a cannot strike { … } because …`
            lead = self._link(start, indent + STEP)
            self._write(broken(self.tape, start, item.end, lead, indent))

    def _all_close(self, item: FormatItem, indent: str) -> bool:
        """Whether each branch fits on one line: if one does not, all are opened."""
        start = item.start
        for block in item.blocks:
            if not block.one_line or block.opening in self.tape.gaps:
                return False
            if len(indent) + self.tape.width(start, block.closing + 1) > WIDTH:
                return False
            start = block.closing + 1
        return True

    def _link(self, start: int, indent: str) -> str:
        """What precedes `else` or `or`: the brace of an open block, or the indentation of a new line."""
        last_line = self.lines[-1]
        if start in self.tape.gaps:
            self._comments(start, self.tape.tokens[start - 1].end, indent, False)
        elif last_line.strip() == "}":
            return self.lines.pop() + ("" if self.tape.tokens[start].kind == ")" else " ")
        return indent

    def _head(self, start: int, block: BraceBlock, lead: str, indent: str, may_close: bool) -> None:
        """The words before a block, and the block."""
        tape = self.tape
        comment = block.opening in tape.gaps
        if block.one_line and not comment:
            if not block.items:
                self._write(broken(tape, start, block.opening, lead, indent, len(" { }")))
                self.lines[-1] += " { }"
                return
            if may_close and self._closed(start, block, lead, indent):
                return
        self._write(broken(tape, start, block.opening, lead, indent, len(" {")))
        self.lines[-1] += " {"
        fresh = True
        if comment:
            fresh = self._comments(block.opening, tape.tokens[block.opening - 1].end, indent + STEP, True)
        self._body(block, indent + STEP, fresh)
        self.lines.append(indent + "}")

    def _closed(self, start: int, block: BraceBlock, lead: str, indent: str) -> bool:
        """Write a head with its block on its last line, if the author did so and it fits."""
        tape = self.tape
        comment = tape.has_comment(start, block.opening)
        if not comment and len(lead) + tape.width(start, block.closing + 1) <= WIDTH:
            self._write([lead + tape.flat(start, block.closing + 1)])
            return True
        body = " " + tape.flat(block.opening, block.closing + 1)
        otherwise = block.opening - 1
        if comment or author_breaks(tape, start, block.opening):
            lines = broken(tape, start, block.opening, lead, indent, len(body))
        elif otherwise > start and tape.tokens[otherwise].text == "else":
            lines = [*broken(tape, start, otherwise, lead, indent), indent + STEP + "else"]
        elif len(lead) + tape.width(start, block.opening) + len(" {") > WIDTH:
            lines = broken(tape, start, block.opening, lead, indent, len(" {"))
        else:
            return False
        if len(lines[-1]) + len(body) > WIDTH:
            return False
        self._write(lines)
        self.lines[-1] += body
        return True

    # --------------------------------------------------------------------------------------------------- bodies

    def _body(self, block: BraceBlock, indent: str, fresh: bool) -> None:
        """The items of an open block. `fresh` is true while the block is empty."""
        tape, tokens, text = self.tape, self.tape.tokens, self.tape.text
        end = tokens[block.opening].end
        previous: FormatItem | None = None
        previous_flat = False
        for item in block.items:
            start = tokens[item.start].start
            if previous is not None and self._would_continue(item):
                self.lines[-1] += previous.separator
            shared = ""
            if item.start in tape.gaps:
                fresh = self._comments(item.start, end, indent, fresh)
                end = tape.gaps[item.start][-1].end
            elif previous is not None and previous_flat and _may_share_line(block, previous, item):
                shared = previous.separator + " " if text.find("\n", end, start) < 0 else ""
            if not fresh and text.count("\n", end, start) > 1:
                self.lines.append("")
            previous_flat = self._flat(item, indent, shared)
            if not previous_flat:
                self._item(item, indent)
            previous, fresh = item, False
            end = tokens[item.end - 1].end
        if block.closing in tape.gaps:
            self._comments(block.closing, end, indent, fresh)

    def _would_continue(self, item: FormatItem) -> bool:
        """Whether a line that begins like this item would be parsed as a continuation of the line above."""
        tape, start = self.tape, item.start
        if tape.tokens[start].text not in CONTINUES_LINE:
            return False
        match [token.text for token in tape.tokens[start : start + 4]]:
            case ["for", "each", *_] | ["else", ":", *_]:
                return tape.has_comment(start, start + 2)
            case ["at", "least" | "most", _, ":"]:
                return tape.has_comment(start, start + 4)
        return True

    def _comments(self, gap: int, end: int, indent: str, fresh: bool) -> bool:
        """The comments before a token: a comment at the end of a line stays there, others get their own lines."""
        for comment in self.tape.gaps[gap]:
            breaks = self.tape.text.count("\n", end, comment.start)
            if breaks == 0 and self.commented != len(self.lines) and comment is self.tape.gaps[gap][0]:
                self.lines[-1] += "  " + comment.text
            else:
                if breaks > 1 and not fresh:
                    self.lines.append("")
                self.lines.append(indent + comment.text)
                fresh = False
            self.commented = len(self.lines)
            end = comment.end
        return fresh


def _may_share_line(block: BraceBlock, previous: FormatItem, item: FormatItem) -> bool:
    """Whether two items may share a line. A block that was opened because it was too long has one item per line."""
    return not block.one_line or (previous.separator == "," and not previous.blocks and not item.blocks)
