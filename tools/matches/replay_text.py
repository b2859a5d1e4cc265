"""A replay as text and as data: each answer and its consequences, as a seat, a spectator or an omniscient viewer
sees it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from interpreter.evaluate.sight import player_of
from interpreter.match import EngineMatch
from interpreter.model.events import numbered
from interpreter.model.frames import TOGETHER
from interpreter.visibility.questions import log_for, request_words
from interpreter.visibility.redact import table_of
from interpreter.visibility.views import EventView, as_data, view, waiting
from tools.matches.fingerprint import as_fields
from tools.matches.match import Match
from tools.matches.record import Record
from tools.matches.record_lines import RecordEntry
from tools.matches.replay import Replay, ReplayDivergence

FORMAT_VERSION = 1


@frozen
class ReplayViewer:
    """The viewer: a seat, a spectator, or somebody who may see everything."""

    seat: str | None = None
    everything: bool = False


@frozen
class ReplayEntry:
    """One replayed entry of a record. Choices are shown only to viewers who may know them.

    The hash of a state is shown only together with everything else: it could be used to find out a hidden card.
    """

    number: int
    entry: RecordEntry | None
    chosen: tuple[str, ...] | None
    events: tuple[EventView, ...]
    everything: bool = False
    shown: int = 0  # the number of the entry among those shown to this viewer

    def lines(self) -> Iterator[str]:
        if self.entry is not None:
            yield f"{self.shown:>4}  {self._head(self.entry)}"
        for event in self.events:
            yield "      " + "  " * (event.depth + 1) + event.words

    def _head(self, entry: RecordEntry) -> str:
        if entry.words:  # typed text may name hidden things
            return f"typed: {entry.words}" if self.everything else "something was typed at the prompt"
        if entry.sort != "answer":
            return "the last answer is taken back" if entry.sort == "undo" else "and given again"
        if self.chosen is None:
            return f"{entry.seat} answers"
        return f"{entry.seat}: {', '.join(self.chosen) or 'pass'}"

    def data(self) -> dict[str, Any]:
        said: dict[str, Any] = {"number": self.shown, "events": [_event(event) for event in self.events]}
        if self.entry is None:
            return said
        said |= {"sort": self.entry.sort, "state": self.entry.state if self.everything else None}
        if self.entry.sort == "answer":
            visible = self.chosen is not None or self.everything
            said |= {"request": self.entry.request, "seat": self.entry.seat}
            said["chosen"] = list(self.entry.chosen) if visible else None
            said["words"] = list(self.chosen) if self.chosen is not None else None
        return said


@define
class NarratedReplay:
    """A replay that describes each step and keeps the descriptions."""

    replay: Replay
    eyes: ReplayViewer = ReplayViewer()
    entries: list[ReplayEntry] = field(factory=list)
    shown: int = field(default=0, init=False)
    _unseen: list[bool] = field(
        factory=list, init=False
    )  # for each answer given: whether it was secret for this viewer
    _undone: list[bool] = field(factory=list, init=False)  # likewise for each undone answer, the latest last

    def run(self, until: int | None = None) -> Iterator[ReplayEntry]:
        replay = self.replay
        yield self._keep(ReplayEntry(0, None, None, events_seen(replay.engine, self.eyes), self.eyes.everything))
        while until is None or replay.number < until:
            entry = replay.record.entries[replay.number] if replay.number < len(replay.record.entries) else None
            secret = entry is not None and self._is_secret(entry)
            chosen = self._chosen(entry) if entry is not None and entry.sort == "answer" else None
            logged = len(replay.engine.machine.log or ())
            if entry is None or not replay.step():
                return
            events = events_seen(replay.engine, self.eyes, logged) if entry.sort == "answer" else ()
            self._remember(entry, unseen=secret and not events)
            self.shown += not secret
            if secret and not events and replay.parting is None:
                continue
            shown = None if secret else entry
            yield self._keep(ReplayEntry(replay.number, shown, chosen, events, self.eyes.everything, self.shown))

    def _is_secret(self, entry: RecordEntry) -> bool:
        """Whether even the existence of an answer is secret: simultaneous decisions are asked in secret, and the number
        of questions may reveal a choice. Undoing such an answer is just as secret.
        """
        if self.eyes.everything:
            return False
        if entry.sort in ("undo", "redo"):
            answers = self._unseen if entry.sort == "undo" else self._undone
            return bool(answers) and answers[-1]
        frames = self.replay.engine.machine.state.frames
        together = bool(frames) and frames[-1][0] == TOGETHER
        return entry.sort == "answer" and together and entry.seat != self.eyes.seat

    def _remember(self, entry: RecordEntry, unseen: bool) -> None:
        match entry.sort:
            case "answer":
                self._unseen.append(unseen)
                self._undone.clear()
            case "undo":
                self._undone.append(self._unseen.pop())
            case "redo":
                self._unseen.append(self._undone.pop())
            case _:
                pass

    def _keep(self, entry: ReplayEntry) -> ReplayEntry:
        self.entries.append(entry)
        return entry

    def _chosen(self, entry: RecordEntry) -> tuple[str, ...] | None:
        """The choice of an answer in words; None if the viewer may not see it, or if it is not offered."""
        machine = self.replay.engine.machine
        asked = next((request for request in machine.state.requests if request.id == entry.request), None)
        if asked is None or not all(0 <= index < len(asked.options) for index in entry.chosen):
            return None
        if self.eyes.everything:
            return tuple(asked.options[index].words for index in entry.chosen)
        if self.eyes.seat != asked.seat:
            return None
        table, numbers = table_of(machine, player_of(machine, asked.seat), asked.id)
        own = next(request for request in table.state.requests if numbers.get(request.id) == asked.id)
        words = request_words(table, own).options
        return tuple(words[index] for index in entry.chosen)

    def ending(self) -> str:
        """The state of the match at the end of the record, or where the replay stopped."""
        match = Match(self.replay.game, self.replay.engine)
        if match.over:
            return match.verdict
        asked = " and ".join(waiting(self.replay.engine.machine))
        return f"The match is not over: {asked or 'nobody'} is asked."


def events_seen(engine: EngineMatch, eyes: ReplayViewer, since: int = 0) -> tuple[EventView, ...]:
    """The events from a number on, in the words for a viewer."""
    machine = engine.machine
    if eyes.everything:
        log = [e for e in (machine.log or [])[since:] if e.words and e.verb not in machine.linked.unspoken]
        return tuple(EventView(e.number, e.verb, e.words, e.depth, e.cites) for e in log)
    viewer = player_of(machine, eyes.seat) if eyes.seat is not None else None
    before = (machine.log or [])[max(0, since - 1) : since]
    return tuple(EventView(*line) for line in log_for(machine, viewer, numbered(before, is_told=True)[0]))


def headline(record: Record, everything: bool = False) -> str:
    """The game and its settings; the seed, which determines every shuffle and roll, only if everything is shown."""
    made = record.made
    parts = [f"{made.game} {made.version}".strip(), *(f"{id} {pack[0]}" for id, pack in made.packs.items())]
    switches = [f"mode {made.mode}"] if made.mode else []
    switches += [f"variant {name}" for name in made.variants]
    seed = [f"seed {record.seed}"] if everything else []
    return ", ".join([*parts, *switches, f"seats {' and '.join(record.seats)}", *seed])


def verified(record: Record) -> str:
    answers = sum(entry.sort == "answer" for entry in record.entries)
    events = sum(len(entry.events) // 4 for entry in (record.start, *record.entries))
    return f"{answers} answers, {len(record.entries) + 1} states and {events} events match the record."


def as_json(record: Record, retelling: NarratedReplay, looks: bool, verify: bool) -> str:
    """Everything about a replay as one JSON object; with `looks`, including the final view of the table."""
    match = Match(retelling.replay.game, retelling.replay.engine)
    said: dict[str, Any] = {"format_version": FORMAT_VERSION, "file": record.path, "made": as_fields(record.made)}
    seed = record.seed if retelling.eyes.everything else None
    said |= {"seats": list(record.seats), "seed": seed, "entries": [entry.data() for entry in retelling.entries]}
    said |= {"over": match.over, "result": list(match.result), "damage": None, "parting": None}
    if record.damage is not None:
        said["damage"] = {"line": record.damage.line, "lines": record.damage.lines}
    if retelling.replay.parting is not None:
        said["parting"] = parting_data(retelling.replay.parting)
        if not retelling.eyes.everything:
            said["parting"]["event"] = None
    if verify:
        said["verified"] = retelling.replay.parting is None and record.damage is None
    if looks:
        said["view"] = as_data(view(retelling.replay.engine, retelling.eyes.seat))
    return json.dumps(said)


def parting_data(parting: ReplayDivergence) -> dict[str, Any]:
    return {"number": parting.number, "what": parting.what, "event": parting.event.words if parting.event else None}


def _event(event: EventView) -> dict[str, Any]:
    return {"verb": event.verb, "words": event.words, "depth": event.depth, "cites": list(event.cites)}
