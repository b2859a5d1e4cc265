"""Why an action cannot be done now: the first thing that speaks against it.

An action is named in the words of the language, `strike Rex with Laser`, with as many of its slots as somebody likes to
say. First it is asked whether anybody could act at all, then whether this window has the action, then every filling
that the words may mean is held against the rules. Of several that fail, those that came furthest are told first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from attrs import define, evolve

import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import nodes as n
from dsl import types as t
from dsl import vocabulary
from dsl.core import Op
from dsl.diagnostics import did_you_mean
from dsl.names import SlotSig, VerbSig
from dsl.parse import parse_sentence
from interpreter import state as s
from interpreter.asking import domain
from interpreter.choices import Request
from interpreter.evaluate import value
from interpreter.explanation import Explanation, Step, step_at
from interpreter.frames import F_OP, F_PC, TEXT, W_NAME, WINDOW
from interpreter.legality import Move, bringers
from interpreter.machine import Machine
from interpreter.match import Match
from interpreter.questions import worded_for
from interpreter.reading import first_false, reads, worded
from interpreter.refusing import Refusal, refused
from interpreter.saying import Saying, asked_player, context, respelt, told_wrong
from interpreter.scope import Scope, items
from interpreter.sight import Sight
from interpreter.state import Thing, Value
from interpreter.world import Offered
from interpreter.written import Passage

FILLINGS = 2_000
"""So many fillings of an action are looked at."""
GROUPS = 6
"""So many different reasons are told."""


def why_not(match: Match, action: str | Move, seat: str = "") -> Explanation:
    """Why an action cannot be done now, by whom it says, by `seat`, or by the one who is asked."""
    asking = _Asking(match, _quiet(match))
    if isinstance(action, Move):
        return asking.about_move(action, seat)
    return asking.about_words(action.strip(), seat)


def _quiet(match: Match) -> Machine:
    """A copy of the table, so that looking at it can change nothing."""
    m = match.machine
    return Machine(m.world, m.state.fork(), m.seed, m.seats, m.log, m.script)


@define
class _Asking:
    match: Match
    machine: Machine

    # -------------------------------------------------------------------------------------------------- what is meant

    def about_move(self, move: Move, seat: str) -> Explanation:
        m = self.machine
        values = dict(move.values)
        player = things.find(m, seat, "Player") if seat else values.get("me", asked_player(self.machine))
        about = telling.phrase(m, move.verb, values)
        wrong = self._cannot_act(about, move.verb, player)
        if wrong is not None or player is None:
            return wrong or Explanation(about, "who should do it?", (), False)
        for action, it, extra in self._entries(move.verb, player):
            if it == move.it:
                return self._verdict(about, player, [(refused(m, action, {**values, **extra}, it, player), values)])
        return self._nobody_brings(about, move.verb, player)

    def about_words(self, text: str, seat: str) -> Explanation:
        m = self.machine
        text = respelt(m, text)
        line, wrong = parse_sentence(text)
        verb = line.verb.text if isinstance(line, n.Phrase) else text.split()[0] if text.split() else ""
        if isinstance(line, n.Choose) or verb == "choose":
            return self._about_choice(text, seat)
        if line is None and verb and verb not in m.world.verbs:
            return self._no_action(text, verb)
        if not isinstance(line, n.Phrase):
            return Explanation(text, f"`{text}` cannot be read: {told_wrong(list(wrong))}", possible=False)
        if verb == "pass":
            return self._about_pass(text, self._player(line, seat))
        if verb not in m.world.verbs or m.world.verbs[verb].sort != "action":
            return self._no_action(text, verb)
        player = self._player(line, seat)
        about = text
        return self._cannot_act(about, verb, player) or self._about_phrase(about, line, player)

    def _player(self, line: n.Phrase, seat: str) -> Thing | None:
        by = next((slot.value for slot in line.slots if slot.preposition == "by"), None)
        if isinstance(by, n.Name) and by.text in self.machine.seats:
            return things.find(self.machine, by.text, "Player")
        return things.find(self.machine, seat, "Player") if seat else asked_player(self.machine)

    def _no_action(self, text: str, verb: str) -> Explanation:
        world = self.machine.world
        actions = sorted({action.op.data for entries in world.actions.values() for action in entries})
        if verb in world.verbs:
            sig = world.verbs[verb]
            says = f"`{verb}` is no action: rules do it, players cannot"
            return Explanation(text, says, (step_at("refusal", says, world.written.of_verb(sig)),), False)
        if verb in vocabulary.VERBS:
            return Explanation(text, f"`{verb}` is a verb of the language: rules do it, players cannot", (), False)
        here = sorted({one.op.data for one in world.actions.get(self.machine.open_window() or "", ())}) or actions
        near = did_you_mean(verb, actions) or f"the actions are {', '.join(f'`{name}`' for name in here)}"
        return Explanation(text, f"there is no action `{verb}`; {near}", (), False)

    # ---------------------------------------------------------------------------------------- whether anybody can act

    def _cannot_act(self, about: str, verb: str, player: Thing | None) -> Explanation | None:
        """What keeps a player from doing anything, or from doing this in the open window."""
        m = self.machine
        if self.match.over:
            return Explanation(about, "the match is over", (), False)
        if player is None or player not in m.state.cells[s.PLAYERS]:
            says = f"{worded(m, player)} is out of the game" if player is not None else "who should do it?"
            return Explanation(about, says, (), False)
        seat = things.seat_of(m, player)
        request = next((one for one in self.match.requests if one.seat == seat), None)
        if request is None:
            return self._not_asked(about, seat)
        if request.sort != "act":
            says = f"{seat} has another question to answer first: {_asked(request)}"
            return Explanation(about, says, (step_at("refusal", says, self._asking_passage()),), False)
        return self._wrong_window(about, verb, request)

    def _not_asked(self, about: str, seat: str) -> Explanation:
        others = ", ".join(f"{one.seat} ({one.prompt})" for one in self.match.requests) or "nobody"
        says = f"{seat} cannot act now: {others} is asked"
        window = self.machine.open_window()
        passage = self.machine.world.written.of_declaration("window", window) if window is not None else None
        passage = passage or self._asking_passage()
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _asking_passage(self) -> Passage | None:
        """The sentence that asks, or the window that is open."""
        written = self.machine.world.written
        for frame in reversed(self.machine.state.frames):
            if frame[0] == WINDOW:
                return written.of_declaration("window", frame[W_NAME])
            if frame[0] == TEXT:
                code = self.machine.world.code(frame[F_OP])
                return written.passage(frame[F_OP], code.spans[max(frame[F_PC] - 1, 0)])
        return None

    def _wrong_window(self, about: str, verb: str, request: Request) -> Explanation | None:
        m = self.machine
        window, sig = m.open_window(), m.world.verbs[verb]
        if window in sig.windows:
            return None
        wanted = " or ".join(self._window(name) for name in sig.windows)
        says = f"`{verb}` can only be done in `{wanted}`, and this is `{self._window(window or '')}`"
        clause = next(
            (one for one in getattr(sig.node, "clauses", ()) if isinstance(one, n.DuringWindow)), None
        )  # fmt: skip
        passage = m.world.written.of_verb(sig, clause.span if clause is not None else None)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _window(self, name: str) -> str:
        """A window as people call it."""
        node = self.machine.rooms.windows[name].node if name in self.machine.rooms.windows else None
        return node.shown.value if isinstance(node, n.Window) and node.shown is not None else name

    # --------------------------------------------------------------------------------------------------- the fillings

    def _entries(self, verb: str, player: Thing) -> Iterator[tuple[Offered, Value, dict[str, Value]]]:
        for action in self.machine.world.actions.get(self.machine.open_window() or "", []):
            if action.op.data == verb:
                for it, extra in bringers(self.machine, action, player):
                    yield action, it, extra

    def _nobody_brings(self, about: str, verb: str, player: Thing) -> Explanation:
        m = self.machine
        sig = m.world.verbs[verb]
        passage = m.world.written.of_verb(sig)
        owner = passage.rule.name if passage is not None else "a card"
        says = f"{worded(m, player)} has nothing in play that brings `{verb}`: it belongs to {owner}"
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _about_phrase(self, about: str, line: n.Phrase, player: Thing | None) -> Explanation:
        assert player is not None
        m = self.machine
        verb = line.verb.text
        sig = m.world.verbs[verb]
        saying = Saying(m, context(m, about), Scope({}, None, player))
        unknown = [slot.preposition for slot in line.slots if sig.slot(slot.preposition) is None]
        if unknown or (line.object is not None and sig.slot("") is None):
            return Explanation(about, f"`{verb}` is said otherwise: {sig.phrase}", (), False)
        said = saying.filled(line)
        problems = [one for one in saying.cx.findings.diagnostics if one.severity == "error"]
        if problems:
            return Explanation(about, f"`{about}` cannot be read: {told_wrong(problems)}", (), False)
        entries = list(self._entries(verb, player))
        if not entries:
            return self._nobody_brings(about, verb, player)
        slots = [slot for slot in sig.slots if slot.name != "me"]
        eyes = Sight(m, player)
        fillings = {slot.name: self._meant(saying, said.get(slot.name), slot, eyes) for slot in slots}
        for slot in slots:
            if not fillings[slot.name]:
                return self._nothing_for(about, sig, slot, said.get(slot.name))
        tried: list[tuple[Refusal | None, dict[str, Value]]] = []
        for action, it, extra in entries:
            for filling in islice(product(*fillings.values()), FILLINGS):
                values = {**dict(zip(fillings, filling, strict=True)), "me": player, **extra}
                tried.append((refused(m, action, values, it, player), values))
        return self._verdict(about, player, tried)

    def _meant(self, saying: Saying, op: Op | None, slot: SlotSig, eyes: Sight) -> list[Value]:
        """What may fill a slot: everything that the words mean, or everything there is, as far as the player sees it.

        Whoever asks must not learn from the answer what others hold. What is offered may be filled in, seen or not.
        """
        m = self.machine
        of = t.item(slot.type)
        if op is not None and not (op.name in ("card", "child") and isinstance(t.plain(of or slot.type), t.KindT)):
            return saying.candidates(op, slot.type)
        if op is None and of is not None and slot.default is not None:
            return [things.default(m, slot.default) or ()]
        offered = {one for move in self._offered() for one in items(dict(move.values).get(slot.name))}
        there = [
            one for one in domain(m, of or slot.type) if not things.is_thing(m, one) or eyes.sees(one) or one in offered
        ]
        if op is not None:
            there = [thing for thing in there if things.is_called(m, thing, op.data[1])]
        if of is not None:
            return [(one,) for one in there]
        return [*there, *((None,) if op is None and isinstance(slot.type, t.MaybeT) else ())]

    def _offered(self) -> Iterator[Move]:
        for request in self.match.requests:
            yield from (option.value for option in request.options if isinstance(option.value, Move))

    def _nothing_for(self, about: str, sig: VerbSig, slot: SlotSig, op: Op | None) -> Explanation:
        m = self.machine
        if op is not None:
            name = op.data[1] if isinstance(op.data, tuple) else m.world.written.said(op)
            says = f"there is no {t.bare(t.plain(slot.type))} `{name}` in play"
        else:
            kind = t.bare(t.item(slot.type) or slot.type)
            says = f"there is nothing that could fill `{slot.spelt}`: no {kind} is in play"
        passage = m.world.written.of_verb(sig)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    # ------------------------------------------------------------------------------------------------------ verdicts

    def _verdict(
        self, about: str, player: Thing | None, tried: list[tuple[Refusal | None, dict[str, Value]]]
    ) -> Explanation:
        """What came of all fillings: one that can be done, else reason by reason, those that came furthest first."""
        m = self.machine
        for refusal, values in tried:
            if refusal is None:
                verb = about.split()[0]
                return Explanation(about, f"it can be done: {self._phrase(verb, values, player)}", (), True)
        refusals = [(refusal, values) for refusal, values in tried if refusal is not None]
        groups: dict[tuple[Any, ...], list[tuple[Refusal, dict[str, Value]]]] = {}
        for refusal, values in refusals:
            groups.setdefault((refusal.depth, refusal.reason, refusal.step.spot), []).append((refusal, values))
        ordered = sorted(groups.values(), key=lambda group: -group[0][0].depth)
        seat = worded(m, player) if player is not None else "nobody"
        first = ordered[0][0][0]
        verdict = f"{seat} cannot {about}: {first.step.says}"
        if len(ordered) == 1:
            return Explanation(about, verdict, (first.step, *first.more), False)
        steps: list[Step] = []
        for group in ordered[:GROUPS]:
            refusal, values = group[0]
            example = self._phrase(about.split()[0], values, player)
            says = f"{len(group)} of {len(refusals)}: {refusal.step.says} (such as {example})"
            steps += (evolve(refusal.step, says=says), *refusal.more)
        return Explanation(about, f"{seat} cannot {about}, whatever fills it", tuple(steps), False)

    def _phrase(self, verb: str, values: dict[str, Value], player: Thing | None) -> str:
        """A deed in the words for who asks."""
        return worded_for(self.machine, telling.said(self.machine, verb, values), Sight(self.machine, player))

    # ------------------------------------------------------------------------------------------- passes and choices

    def _about_pass(self, text: str, player: Thing | None) -> Explanation:
        m = self.machine
        seat = things.seat_of(m, player)
        request = next((one for one in self.match.requests if one.seat == seat), None)
        if self.match.over:
            return Explanation(text, "the match is over", (), False)
        if request is None:
            return self._not_asked(text, seat)
        if request.least == 0:
            return Explanation(text, f"it can be done: {seat} may pass", (), True)
        rule = standing.forbidden(m, "pass", {"player": player}) if request.sort == "act" else None
        if rule is None:
            says = f"{seat} has to choose at least {request.least}: {_asked(request)}"
            return Explanation(text, says, (step_at("refusal", says, self._asking_passage()),), False)
        says = f"{seat} cannot pass: {rule.reason or 'passing is forbidden'}"
        step = step_at("refusal", says, m.world.written.of_standing(rule), clauses=rule.cites)
        return Explanation(text, says, (step,), False)

    def _about_choice(self, text: str, seat: str) -> Explanation:
        """`choose Torch`: whether something is among the options of an open question."""
        m = self.machine
        wanted = text.removeprefix("choose").strip()
        player = things.find(m, seat, "Player") if seat else asked_player(self.machine)
        seat = things.seat_of(m, player)
        request = next((one for one in self.match.requests if one.seat == seat), None)
        if request is None:
            return self._not_asked(text, seat)
        name = wanted.strip('"')
        if any(option.words == name or _is_called(m, option.value, name) for option in request.options):
            return Explanation(text, f"it can be done: {name} is offered", (), True)
        says = f"{name} is not offered: {_asked(request)}"
        left_out = self._left_out(says, name, player)
        return Explanation(text, says, (left_out or step_at("refusal", says, self._asking_passage()),), False)

    def _left_out(self, says: str, name: str, player: Thing | None) -> Step | None:
        """Where somebody chooses among things of which something must be true: what is not true of this one."""
        m = self.machine
        frame = m.state.frames[-1]
        if frame[0] != TEXT:
            return None
        doing = m.world.code(frame[F_OP]).instructions[max(frame[F_PC] - 1, 0)]
        if doing[0] != "choose" or doing[1].args[2].name != "where":
            return None
        many, condition = doing[1].args[2].args
        scope = m.scope_of(frame)
        for thing in items(value(many, scope, m)):
            if _is_called(m, thing, name) and Sight(m, player).sees(thing):
                part = first_false(m, condition, scope.looking_at(thing))
                read = reads(m, part, scope.looking_at(thing))
                return step_at("refusal", says, m.world.written.passage(part), values=read)
        return None


def _is_called(m: Machine, found: Value, name: str) -> bool:
    return things.is_thing(m, found) and things.is_called(m, found, name)


def _asked(request: Request) -> str:
    options = ", ".join(option.words for option in request.options[:12])
    more = ", …" if len(request.options) > 12 else ""
    return f"{request.prompt} ({options}{more})" if options else request.prompt
