"""The prompt in a terminal: editing, completion, colours, a toolbar, history. The session does everything else.

Enter submits a text that the parser accepts and otherwise starts another line. Ctrl-C empties the line or interrupts a
running command; Ctrl-D leaves. Neither loses anything: every step is on the disk when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from shutil import get_terminal_size

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import completion_is_selected, has_completions
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from tools.highlight import LONGEST, colours
from tools.repl.autosave import InterruptedMatch
from tools.repl.completion import offers
from tools.repl.history_folder import HistoryFolder
from tools.repl.input_kind import finished
from tools.repl.session import ReplSession
from tools.repl.wrapped import wrapped
from tools.report.escape import printable

Write = Callable[[Iterable[str]], None]
MOST_TYPED = 100_000
"""Letters of one text; more is no typing, and editing it would be slow."""
_STYLE = {
    "comment": "ansibrightblack",
    "keyword": "ansimagenta",
    "keyword.declaration": "ansimagenta bold",
    "operator.word": "ansimagenta",
    "name.class": "ansicyan",
    "name.function": "ansiblue",
    "name.builtin": "ansiblue",
    "name.label": "ansiyellow",
    "string": "ansigreen",
    "number": "ansiyellow",
    "error": "ansired underline",
}
_LEAVE = "the match is saved: the next start offers to resume it"


def run(session: ReplSession, say: Write, colour: bool) -> int:
    """Read texts until the user leaves."""
    prompt = _prompt(session, colour)

    def write(lines: Iterable[str]) -> None:
        say(wrapped(lines, get_terminal_size().columns))

    write(session.greeting())
    while not session.left:
        try:
            text = prompt.prompt()
        except KeyboardInterrupt:
            write(["Ctrl-D or `:quit` quits; " + _LEAVE])
            continue
        except EOFError:
            break
        if len(text) > MOST_TYPED:
            write([f"error: this text is longer than {MOST_TYPED:,} characters: put it into a file and `:load` it"])
            continue
        try:
            write(session.enter(text))
        except KeyboardInterrupt:
            write(["stopped"])
    if session.keeper.leave(session.table.over):
        write([_LEAVE])
    return 0


def wants(left: InterruptedMatch, write: Write) -> bool | None:
    """Ask whether to resume an unfinished match; None if the user leaves instead."""
    write([printable(f"There is an unfinished match: {left.words}.")])
    asking: PromptSession[str] = PromptSession()
    while True:
        try:
            reply = asking.prompt("Resume it? [Y/n] ").strip().lower()
        except (KeyboardInterrupt, EOFError):
            write([_LEAVE])
            return None
        if reply in ("", "y", "yes"):
            return True
        if reply in ("n", "no"):
            return False
        write(["Type y or n."])


def _prompt(session: ReplSession, colour: bool) -> PromptSession[str]:
    return PromptSession(
        message=lambda: [("class:prompt", f"{session.desk.book.game.name}> ")],
        prompt_continuation=lambda width, number, wrapped: " " * (width - 2) + ". ",
        multiline=True,
        history=_History(session.keeper.folder),
        completer=_Completer(session),
        complete_style=CompleteStyle.COLUMN,
        complete_while_typing=False,
        lexer=_Lexer() if colour else None,
        style=Style.from_dict(_styles()) if colour else None,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        bottom_toolbar=lambda: toolbar(session),
        key_bindings=_keys(),
        enable_open_in_editor=True,
        mouse_support=False,
    )


def _styles() -> dict[str, str]:
    return {f"bot.{name}": look for name, look in _STYLE.items()} | {"prompt": "bold"}


def toolbar(session: ReplSession) -> str:
    """Game, mode, round, who is asked, seed."""
    game, table = session.desk.book.game, session.table
    asked = " and ".join(dict.fromkeys(request.seat for request in table.requests))
    who = "over" if table.over else asked or "nobody is asked"
    parts = [game.name, *([f"mode {game.mode}"] if game.mode else []), f"round {session.round}", who]
    parts += [f"seed {table.seed}", f"step {len(table.steps)}"]
    parts += [f"match {session.fork}"] if session.forks else []
    parts += ["stopped: :step or :go"] if session.stops.halted is not None else []
    return printable("  ·  ".join(parts), 300)


# ----------------------------------------------------------------------------------------------------------- keys


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def take(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        at_end = not buffer.document.text_after_cursor.strip()
        if at_end and finished(buffer.text + ("\n" if buffer.text.endswith("\n") else "")):
            buffer.text = buffer.text.rstrip("\n")
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n" + _indentation(buffer.document))

    @keys.add("enter", filter=completion_is_selected & has_completions)
    def choose(event: KeyPressEvent) -> None:
        event.current_buffer.complete_state = None

    @keys.add("}")
    def close(event: KeyPressEvent) -> None:
        """Indent a closing brace at the start of a line like the line it closes."""
        buffer = event.current_buffer
        before = buffer.document.current_line_before_cursor
        if before and not before.strip(" "):
            buffer.delete_before_cursor(min(2, len(before)))
        buffer.insert_text("}")

    @keys.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        """Reject pasted text that cannot be edited."""
        data = event.data.replace("\r\n", "\n").replace("\r", "\n")
        if len(data) > MOST_TYPED:
            event.app.exit(result=data)
        else:
            event.current_buffer.insert_text(data)

    @keys.add("escape", "enter")
    def another(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return keys


def _indentation(document: Document) -> str:
    """Two spaces deeper after an opening bracket, else as deep as the line before."""
    line = document.current_line_before_cursor
    deep = len(line) - len(line.lstrip(" "))
    return " " * (deep + 2 * line.rstrip().endswith(("{", "(", "["))) if line.strip() else ""


class _Completer(Completer):
    def __init__(self, session: ReplSession) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        try:
            candidates = offers(self.session, document.text_before_cursor[-2_000:])
        except Exception:  # noqa: BLE001 - who types half a line must never be thrown out
            return
        for offer in candidates:
            says = printable(offer.says, 100)
            yield Completion(offer.text, offer.start, display_meta=says)


class _Lexer(Lexer):
    """Colours line by line, with the lexer of `tools.highlight`."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        text = document.text
        if len(text) > LONGEST:
            return lambda line: [("", document.lines[line])] if line < len(document.lines) else []
        lines: list[StyleAndTextTuples] = [[]]
        for _, colour, part in colours(text):
            style = "class:bot." + ".".join(colour).lower()
            for index, piece in enumerate(part.split("\n")):
                if index:
                    lines.append([])
                lines[-1].append((style, piece))
        return lambda line: lines[line] if line < len(lines) else []


class _History(History):
    def __init__(self, folder: HistoryFolder) -> None:
        super().__init__()
        self.folder = folder

    def load_history_strings(self) -> Iterable[str]:
        return reversed(self.folder.lines())

    def store_string(self, string: str) -> None:
        self.folder.remember(string)
