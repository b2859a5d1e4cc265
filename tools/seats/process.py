"""A seat that is played by a program: `cmd:./bot.py`. It reads questions and writes answers as lines of JSON.

    {"format_version": 1, "view": {…}, "request": {"id": 7, "options": […], "least": 1, "most": 1, …}}
    {"answer": [0]}

It sees its view and nothing else. If it hangs, dies, floods the pipe or sends an invalid answer, that is noted, and the
limits decide: the plainest answer instead, or the loss of the match. A program that hangs, dies or floods is killed and
not asked again, so a match never waits for it twice.
"""

from __future__ import annotations

import json

from attrs import asdict, define, field

from interpreter.seats import Ahead, Answer, SeatQuestion, ViewSource, default_answer
from interpreter.visibility.view_types import View
from interpreter.visibility.views import FORMAT, as_data
from tools.seats.limits import Fault, Limits, Lost
from tools.seats.process_io import BotProcess, ProcessFailed


@define
class ProcessSeat:
    """`faults` lists its failures."""

    command: tuple[str, ...]
    limits: Limits = field(factory=Limits)
    faults: list[Fault] = field(factory=list)
    sent: int = 0  # events up to this number have been sent
    _pipes: BotProcess | None = None
    _stopped: str = ""

    def choose(self, view: ViewSource, question: SeatQuestion, ahead: Ahead) -> Answer:
        if self._stopped:
            return self._instead(question, self._stopped, new=False)
        try:
            return self._asked(view(), question)
        except ProcessFailed as wrong:
            return self._failed(question, wrong)

    def _asked(self, view: View, question: SeatQuestion) -> Answer:
        if self._pipes is None:
            self._pipes = BotProcess(self.command, self.limits)
        answer = _read(self._pipes.ask(self._line(view, question)), question)
        self.sent = max((event.number + 1 for event in view.log), default=self.sent)
        return answer

    def _line(self, view: View, question: SeatQuestion) -> bytes:
        """The line to send; it contains only new log entries."""
        data = as_data(view)
        data["log"] = [event for event in data["log"] if event["number"] >= self.sent]
        said = {"format_version": FORMAT, "view": data, "request": asdict(question.shown(view))}
        return json.dumps(said, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"

    def _failed(self, question: SeatQuestion, wrong: ProcessFailed) -> Answer:
        bad = len(self.faults) + 1 >= self.limits.faults
        if wrong.final or bad:
            self._stopped = wrong.what if wrong.final else f"{wrong.what}, for the {self.limits.faults}. time"
            self.close()
        return self._instead(question, self._stopped or wrong.what, new=True)

    def _instead(self, question: SeatQuestion, what: str, new: bool) -> Answer:
        lose = self.limits.instead == "lose"
        if new:
            then = "it loses" if lose else "it passes" if not question.least else "the first options are taken"
            self.faults.append(Fault(question.id, what, then))
        if lose:
            raise Lost(question.seat, f"{' '.join(self.command)} {what}")
        return default_answer(question)

    @property
    def errors(self) -> str:
        """The end of its error output."""
        return self._pipes.errors.decode("utf-8", "replace") if self._pipes is not None else ""

    def close(self) -> None:
        if self._pipes is not None:
            self._pipes.close()


def _read(line: bytes, question: SeatQuestion) -> Answer:
    """The answer in a line. Raises `ProcessFailed`."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise ProcessFailed("says what is no JSON", False) from None
    if not isinstance(said, dict) or "answer" not in said:
        raise ProcessFailed('says no `{"answer": […]}`', False)
    wrong = question.refuses(said["answer"])
    if wrong:
        raise ProcessFailed(f"gives no answer: {wrong}", False)
    return tuple(said["answer"])
