"""Commands of the server. An editor without commands of its own is shown the answer: a message, or the place."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import lsprotocol.types as l

from tools.editors.server.commands import CARD_TEXT, CLAUSE_PLACE, COMMANDS, EVALUATE, STAGES, run_command
from tools.editors.server.editor_server import BotwrightServer

LONGEST = 4_000


def register(server: BotwrightServer) -> None:
    for name in COMMANDS:
        server.command(name)(_command(server, name))


def _command(server: BotwrightServer, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def command(*arguments: Any) -> Any:
        given = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], list) else arguments
        answer = await run_command(server.session, name, given)
        if answer is not None and not server.session.has_commands:
            _show(server, name, answer)
        return answer

    return command


def _show(server: BotwrightServer, name: str, answer: Any) -> None:
    if name == CLAUSE_PLACE and server.session.opens_places:
        at = l.Position(answer["line"], answer["character"])
        server.window_show_document(l.ShowDocumentParams(answer["uri"], take_focus=True, selection=l.Range(at, at)))
    elif name in (CARD_TEXT, STAGES):
        server.window_show_message(l.ShowMessageParams(l.MessageType.Info, answer[:LONGEST]))
    elif name == EVALUATE:
        failed = [
            f"{scenario['name']}: {scenario['message']}"
            for scenario in answer["results"]
            if scenario["status"] == "failed"
        ]
        lines = [f"{answer['title']}: {answer['summary']}", *answer["wrong"], *failed]
        urgency = l.MessageType.Info if answer["holds"] else l.MessageType.Warning
        server.window_show_message(l.ShowMessageParams(urgency, "\n".join(lines)[:LONGEST]))
