"""Classifies typed input: a command, declarations, sentences, an expression, an answer; and whether it is complete.

The parser decides both. A text is incomplete if the parser got stuck exactly at its end; then the prompt asks for
another line, and an empty line ends the text in any case. The category follows from the first words and, if these are
ambiguous, from the program: `draw` is a sentence if there is such a verb, else a name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from attrs import evolve, frozen

from dsl.diagnostics import Diagnostic
from dsl.parse import parse_expression, parse_piece, parse_sentence, parse_source, parser
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, EXPECTS_MORE, SENTENCES
from dsl.syntax.lalr import Stuck
from dsl.syntax.parsed import Parsed
from dsl.syntax.tokens import Token, tokenize
from dsl.text.source import Piece, Source, digest

LONGEST = 200_000
"""Whoever pastes more than this has pasted all of it."""
STANDING = frozenset(["before", "after", "instead", "modify", "forbid", "allow"])
"""They begin a declaration, and a sentence if they say how long they hold."""
STEPS = ("given", "then")
"""Steps of a scenario that can be typed as they are."""
_WRAP = 'scenario "x" { seats {seats}; '
_OPENING, _CLOSING = "([{", ")]}"
_CHANGES = ("=", "+=", "-=")
_NOT_DECLARED = ("=", "+=", "-=", ".", "+", "-", "is")
"""Behind these a word that could begin a declaration is a name."""
_OPERATORS = frozenset(", = += -= + - * / % < > <= >= : .".split())


@frozen
class CommandInput:
    name: str
    rest: str


@frozen
class DeclarationInput:
    parsed: tuple[Parsed, ...]


@frozen
class SentenceInput:
    """`forced` means that it follows `do`: it is executed even if it is an action that could be chosen."""

    node: n.Sentence
    text: str
    piece: Piece
    forced: bool = False


@frozen
class ExpressionInput:
    node: n.Expr
    text: str
    piece: Piece


@frozen
class StepInput:
    """`Ann: pass`, `given …` or `then …`, as in a scenario."""

    node: n.Step
    text: str
    piece: Piece


@frozen
class BadInput:
    """The text cannot be parsed."""

    diagnostics: tuple[Diagnostic, ...]


ReplInput = CommandInput | DeclarationInput | SentenceInput | ExpressionInput | StepInput | BadInput


@frozen
class InputContext:
    """The names of the program that decide how a text is read."""

    verbs: Collection[str]
    kinds: Collection[str]
    seats: tuple[str, ...]


# ------------------------------------------------------------------------------------------------------- finished


def finished(text: str) -> bool:
    """Whether a text is complete; otherwise the prompt asks for another line."""
    stripped = text.strip()
    if not stripped or stripped.startswith(":") or text.endswith("\n\n") or text.rstrip(" ").endswith("\n\n"):
        return True
    if len(text) > LONGEST:
        return True
    if text.count('"""') % 2:
        return False
    cut = tokenize(_piece("", text))
    if any(diagnostic.severity == "error" for diagnostic in cut.diagnostics):
        return True  # more lines would not help
    tokens = [token for token in cut.tokens if token.terminal != "NL"]
    depth = sum((token.terminal in _OPENING) - (token.terminal in _CLOSING) for token in tokens if token.terminal)
    if depth > 0:
        return False
    if not tokens or depth < 0:
        return True
    if tokens[-1].text in EXPECTS_MORE or tokens[-1].text in _OPERATORS:
        return False
    if len(tokens) > 1 and tokens[0].terminal == "CAP" and tokens[1].text == ":":
        return True
    if tokens[0].text in STEPS or len([*_parts(text)]) > 1:
        return True
    stuck = [_stuck_at_end(text, form) for form in _forms(tokens)]
    return None in stuck or True not in stuck


def _forms(tokens: list[Token]) -> tuple[str, ...]:
    """The possible categories of a text, by its first words."""
    first, second = tokens[0], tokens[1].text if len(tokens) > 1 else "="
    if first.text in STANDING:
        return ("declaration", "sentence")
    if first.text in DECLARATIONS and second not in _NOT_DECLARED:
        return ("declaration",)
    return ("declaration", "sentence", "expr") if first.terminal == "CAP" else ("sentence", "expr")


def _tokens(text: str) -> list[Token]:
    return [token for token in tokenize(_piece("", text)).tokens if token.terminal != "NL"]


def _stuck_at_end(text: str, form: str) -> bool | None:
    """Whether the parser needs more text at the end; None if the text is valid."""
    rows = tokenize(_piece("", text)).rows
    try:
        parser().read(rows, form)
    except Stuck as stuck:
        return stuck.token is None
    return None


def entries(lines: Iterator[str]) -> Iterator[str]:
    """Lines from a pipe as separate inputs: an indented line continues the one above."""
    text = ""
    for line in lines:
        line = line.rstrip("\r\n")
        if text and not (line[:1] in " \t" and line.strip()) and finished(text):
            yield text.rstrip("\n")
            text = ""
        if text or line.strip():
            text += line + "\n"
    if text.strip():
        yield text.rstrip("\n")


# -------------------------------------------------------------------------------------------------------- reading


def read(text: str, file: str, context: InputContext) -> Iterator[ReplInput]:
    """Classify a text part by part; each part is read after the earlier ones have been executed."""
    if text.lstrip().startswith(":"):
        name, _, rest = text.strip()[1:].partition(" ")
        yield CommandInput(name.strip(), rest.strip())
        return
    tokens = _tokens(text)
    if not tokens:
        return
    if _declares(tokens, context):
        parsed = tuple(parse_source(Source(file, text)))
        wrong = tuple(
            diagnostic for each in parsed for diagnostic in each.diagnostics if diagnostic.severity == "error"
        )
        yield (
            BadInput(wrong)
            if wrong
            else DeclarationInput(tuple(declaration for declaration in parsed if declaration.tree is not None))
        )
        return
    for start, part in _parts(text):
        yield _line(" " * start + part, file, context)


def _declares(tokens: list[Token], context: InputContext) -> bool:
    first, second = tokens[0], tokens[1] if len(tokens) > 1 else None
    if first.text in STANDING:
        return not any(token.text == "until" for token in tokens)
    if first.text in DECLARATIONS:
        return second is not None and second.text not in _NOT_DECLARED
    named = first.terminal == "CAP" and second is not None and second.terminal in ("CAP", "QUOTED")
    return named and (first.text in context.kinds or any(token.text == "{" for token in tokens))


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Each line with its offset; lines are separated by `;` or a significant line break."""
    depth = start = 0
    rows = tokenize(_piece("", text)).rows
    for terminal, _, at, end in rows:
        depth += (terminal in _OPENING) - (terminal in _CLOSING) if len(terminal) == 1 else 0
        if depth <= 0 and terminal in (";", "NL"):
            if text[start:at].strip():
                yield start, text[start:at]
            start = end
    if text[start:].strip():
        yield start, text[start:]


def _line(text: str, file: str, context: InputContext) -> ReplInput:
    tokens = _tokens(text)
    first, second = tokens[0].text, tokens[1].text if len(tokens) > 1 else ""
    piece = _piece(file, text)
    if (first in context.seats and second == ":") or (first in STEPS and first not in context.verbs):
        return _step(text, file, context)
    sign = next((token for token in tokens if token.text in _CHANGES), None)
    if tokens[0].terminal == "CAP" and second == "." and sign is not None:
        return _change(text, sign, file, context)
    if first == "do" and second:
        shifted = text.replace("do", "  ", 1)
        node, wrong = parse_sentence(shifted, file)
        return SentenceInput(node, shifted, piece, forced=True) if node is not None else BadInput(wrong)
    sentence, wrong_sentence = parse_sentence(text, file)
    expression, wrong_expression = parse_expression(text, file)
    does = first in context.verbs or first in SENTENCES
    if expression is not None and (sentence is None or not (does and isinstance(sentence, n.Phrase))):
        return ExpressionInput(expression, text, piece)
    if sentence is not None:
        return SentenceInput(sentence, text, piece)
    does = does or sign is not None
    return BadInput(wrong_sentence if does else wrong_expression)


def _change(text: str, sign: Token, file: str, context: InputContext) -> ReplInput:
    """`Rusty.damage += 1`: the change of a named thing, treated like a `given`."""
    plain = f"{text[: sign.start]}{'=':>{len(sign.text)}}{text[sign.end :]}"
    step = _step(plain, file, context, "given ")
    if not isinstance(step, StepInput):
        return step
    assert isinstance(step.node, n.Given)
    item = step.node.items[0]
    if sign.text != "=" and isinstance(item, n.GivenValue):
        more = n.Sum(item.place, (n.Term(sign.text[0], item.value, span=item.value.span),), span=item.span)
        step = evolve(step, node=evolve(step.node, items=(evolve(item, value=more),)))
    return evolve(step, text=text)


def _step(text: str, file: str, context: InputContext, more: str = "") -> ReplInput:
    """One step of a scenario, parsed inside a scenario; its positions are those of the text."""
    before = _WRAP.replace("{seats}", ", ".join(context.seats) or "Nobody") + more
    whole = before + text + "\n}"
    parsed = parse_piece(Piece(file, -len(before), whole, digest(whole)))
    if not isinstance(parsed.tree, n.Scenario):
        return BadInput(parsed.diagnostics)
    return StepInput(parsed.tree.steps[-1], text, parsed.piece)


def _piece(file: str, text: str) -> Piece:
    return Piece(file, 0, text, digest(text))
