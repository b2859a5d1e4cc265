"""Why an action cannot be done now: the first obstacle.

An action is named in the words of the language, `strike Rex with Laser`, with any number of its slots. The checks ask
first whether the player can act at all, then whether the open window has the action; then every combination of slot
values that the words can refer to is checked against the rules. Of several failures, those that got furthest come
first.

The answer is computed from the asking seat's own table (`interpreter.explain.seat_knowledge`) and offered options, so
neither the typed words nor the reported reason can reveal anything hidden from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from attrs import define, evolve

import interpreter.evaluate.active_rules as active_rules
import interpreter.evaluate.narration as narration
import interpreter.evaluate.things as things
from dsl.diagnostics import did_you_mean
from dsl.ir.operations import Op
from dsl.ir.passages import Passage
from dsl.names import builtins
from dsl.names import types as t
from dsl.names.signatures import SlotSig, VerbSig
from dsl.parse import parse_sentence
from dsl.syntax import nodes as n
from interpreter.evaluate.expressions import value
from interpreter.evaluate.sight import player_of
from interpreter.execute.action_checks import refusal
from interpreter.execute.legality import bringers
from interpreter.execute.machine import Machine
from interpreter.explain.explanation import Explanation, ExplanationStep, step_at
from interpreter.explain.refusals import RefusedAction, refused
from interpreter.explain.resolve_words import TypedWords, first_error, normalised_action
from interpreter.explain.seat_knowledge import SeatTable, asked_seat, seat_table, typed_context
from interpreter.explain.slot_values import matches_words, slot_candidates
from interpreter.instrument.faults import fault_words, located
from interpreter.instrument.reads import first_false, reads, worded
from interpreter.link.linked_program import Offered
from interpreter.match import EngineMatch
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, items
from interpreter.model.frames import F_IT, F_OP, F_PC, TEXT, W_NAME, WINDOW
from interpreter.model.moves import Move
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import ran_out

FILLINGS = 2_000
"""The maximum number of slot combinations checked."""
GROUPS = 6
"""The maximum number of different reasons shown."""
UNSEEN = 1_000_000
"""The depth of a combination that fails only because of something hidden."""


def why_not(match: EngineMatch, action: str | Move, seat: str = "") -> Explanation:
    """Why an action cannot be done now, as far as the asking seat may know; by default the seat that is asked.

    The action is the asking seat's own, unless its words name another player with `by`.
    """
    asking = _WhyNotQuery(match, seat_table(match, seat or asked_seat(match)))
    try:
        return asking.about_move(action) if isinstance(action, Move) else asking.about_words(action.strip())
    except RuleError as error:
        if not ran_out(error) or isinstance(action, Move):
            raise
        return Explanation(
            action, f"`{action}` cannot be answered: {fault_words(located(asking.machine, error))}", (), None
        )


@define
class _WhyNotQuery:
    """`own` is the knowledge of the asking seat; `machine` is its redacted table."""

    match: EngineMatch
    own: SeatTable

    @property
    def machine(self) -> Machine:
        return self.own.machine

    # -------------------------------------------------------------------------------------------------- what is meant

    def about_move(self, move: Move) -> Explanation:
        m = self.machine
        values = dict(move.values)
        player = values.get("me", self.own.viewer)
        about = narration.phrase(m, move.verb, values)
        obstacle = self._cannot_act(about, move.verb, player)
        if obstacle is not None or player is None:
            return obstacle or Explanation(about, "who should do it?", (), False)
        if player == self.own.viewer:
            offered = next((words for offered_move, words in self.own.moves(move.verb) if offered_move == move), None)
            if offered is not None:
                return Explanation(about, f"it can be done: {offered}", (), True)
        for action, it, extra in self._entries(move.verb, player):
            if it == move.it:
                return self._verdict(about, player, [(self._refused(action, {**values, **extra}, it, player), values)])
        return self._nobody_brings(about, move.verb, player)

    def about_words(self, text: str) -> Explanation:
        m = self.machine
        text = normalised_action(m, text)
        line, problems = parse_sentence(text)
        verb = line.verb.text if isinstance(line, n.Phrase) else text.split()[0] if text.split() else ""
        if isinstance(line, n.Choose) or verb == "choose":
            return self._about_choice(text)
        if line is None and verb and verb not in m.linked.verbs:
            return self._no_action(text, verb)
        if not isinstance(line, n.Phrase):
            return Explanation(text, f"`{text}` cannot be read: {first_error(list(problems))}", possible=False)
        if verb == "pass":
            return self._about_pass(text, self._player(line))
        if verb not in m.linked.verbs or m.linked.verbs[verb].sort != "action":
            return self._no_action(text, verb)
        player = self._player(line)
        about = text
        return self._cannot_act(about, verb, player) or self._about_phrase(about, line, player)

    def _player(self, line: n.Phrase) -> Thing | None:
        """The acting player: named by the words, else the asking seat."""
        by = next((slot.value for slot in line.slots if slot.preposition == "by"), None)
        if isinstance(by, n.Name) and by.text in self.machine.seats:
            return player_of(self.machine, by.text)
        return self.own.viewer

    def _no_action(self, text: str, verb: str) -> Explanation:
        linked = self.machine.linked
        actions = sorted({action.op.data for entries in linked.actions.values() for action in entries})
        if verb in linked.verbs:
            sig = linked.verbs[verb]
            says = f"`{verb}` is not an action: rules perform it, players cannot"
            return Explanation(text, says, (step_at("refusal", says, linked.source_map.of_verb(sig)),), False)
        if verb in builtins.VERBS:
            return Explanation(text, f"`{verb}` is a verb of the language: rules perform it, players cannot", (), False)
        available = (
            sorted({option.op.data for option in linked.actions.get(self.machine.open_window() or "", ())}) or actions
        )
        suggestion = did_you_mean(verb, actions) or f"the actions are {', '.join(f'`{name}`' for name in available)}"
        return Explanation(text, f"there is no action `{verb}`; {suggestion}", (), False)

    # ---------------------------------------------------------------------------------------- whether anybody can act

    def _cannot_act(self, about: str, verb: str, player: Thing | None) -> Explanation | None:
        """What prevents a player from doing anything, or this action in the open window."""
        m = self.machine
        obstacle = self._out(about, player)
        if obstacle is not None:
            return obstacle
        seat = things.seat_of(m, player)
        if player == self.own.viewer:
            if self.own.request is None:
                return self._not_asked(about, seat)
            if self.own.request.sort != "act":
                says = f"{seat} has another question to answer first: {self._asked()}"
                return Explanation(about, says, (step_at("refusal", says, self._asking_passage()),), False)
            return self._wrong_window(about, verb)
        if seat not in self.own.waiting:
            return self._not_asked(about, seat)
        return self._not_shown(about, seat) or self._wrong_window(about, verb)

    def _out(self, about: str, player: Thing | None) -> Explanation | None:
        if self.match.over:
            return Explanation(about, "the match is over", (), False)
        if player is None or player not in self.machine.state.cells[s.PLAYERS]:
            says = f"{worded(self.machine, player)} is out of the game" if player is not None else "who should do it?"
            return Explanation(about, says, (), False)
        return None

    def _not_shown(self, about: str, seat: str) -> Explanation | None:
        """Another seat is asked: only the open window is public."""
        if self.own.together:
            return Explanation(
                about, f"{seat} is making a secret decision, which {self.own.asker} cannot see", (), None
            )
        if self.own.acting is None:
            return Explanation(about, f"{seat} has another question to answer first", (), False)
        return None

    def _not_asked(self, about: str, seat: str) -> Explanation:
        """Requests of other seats are secret, but the open window is public."""
        if self.own.together and seat in self.own.waiting:
            says = f"{seat} has decided; the others may still be deciding"
            return Explanation(about, says, (ExplanationStep("refusal", says),), False)
        window = self.own.acting
        where = f" ({window})" if window is not None and not self.own.together else ""
        others = ", ".join(f"{waiting_seat}{where}" for waiting_seat in self.own.waiting) or "nobody"
        says = f"{seat} cannot act now: {others} is asked"
        opened = self.machine.open_window()
        passage = self.machine.linked.source_map.of_declaration("window", opened) if opened is not None else None
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _asking_passage(self) -> Passage | None:
        """The sentence that asks the seat, or the open window."""
        source_map = self.machine.linked.source_map
        for frame in reversed(self.machine.state.frames):
            if frame[0] == WINDOW:
                return source_map.of_declaration("window", frame[W_NAME])
            if frame[0] == TEXT:
                code = self.machine.linked.code(frame[F_OP])
                passage = source_map.passage(frame[F_OP], code.spans[max(frame[F_PC] - 1, 0)])
                hidden = frame[F_IT] in self.own.hidden  # its text would name a hidden card
                return None if passage is not None and passage.is_borne and hidden else passage
        return None

    def _asked(self) -> str:
        """The seat's own request in words, with its first options."""
        words = self.own.words
        assert words is not None
        options = ", ".join(words.options[:12])
        more = ", …" if len(words.options) > 12 else ""
        return f"{words.prompt} ({options}{more})" if options else words.prompt

    def _wrong_window(self, about: str, verb: str) -> Explanation | None:
        m = self.machine
        window, sig = m.open_window(), m.linked.verbs[verb]
        if window in sig.windows:
            return None
        windows = " or ".join(self._window(name) for name in sig.windows)
        says = f"`{verb}` can only be done in `{windows}`, and this is `{self._window(window or '')}`"
        clause = next(
            (part for part in getattr(sig.node, "clauses", ()) if isinstance(part, n.DuringWindow)), None
        )  # fmt: skip
        passage = m.linked.source_map.of_verb(sig, clause.span if clause is not None else None)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _window(self, name: str) -> str:
        """The display name of a window."""
        node = self.machine.symbols.windows[name].node if name in self.machine.symbols.windows else None
        return node.shown.value if isinstance(node, n.Window) and node.shown is not None else name

    # --------------------------------------------------------------------------------------------------- the fillings

    def _entries(self, verb: str, player: Thing) -> Iterator[tuple[Offered, Value, dict[str, Value]]]:
        for action in self.machine.linked.actions.get(self.machine.open_window() or "", []):
            if action.op.data == verb:
                for it, extra in bringers(self.machine, action, player):
                    yield action, it, extra

    def _nobody_brings(self, about: str, verb: str, player: Thing) -> Explanation:
        m = self.machine
        sig = m.linked.verbs[verb]
        passage = m.linked.source_map.of_verb(sig)
        owner = passage.rule.name if passage is not None else "a card"
        says = f"{worded(m, player)} has nothing in play that grants `{verb}`: it belongs to {owner}"
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _about_phrase(self, about: str, line: n.Phrase, player: Thing | None) -> Explanation:
        assert player is not None
        m = self.machine
        verb = line.verb.text
        sig = m.linked.verbs[verb]
        typed_words = TypedWords(m, typed_context(m, about), Scope({}, None, self.own.viewer))
        unknown = [slot.preposition for slot in line.slots if sig.slot(slot.preposition) is None]
        if unknown or (line.object is not None and sig.slot("") is None):
            return Explanation(about, f"`{verb}` is written like this: {sig.phrase}", (), False)
        given = typed_words.filled(line)
        problems = [finding for finding in typed_words.cx.findings.diagnostics if finding.severity == "error"]
        if problems:
            return Explanation(about, f"`{about}` cannot be read: {first_error(problems)}", (), False)
        slots = [slot for slot in sig.slots if slot.name != "me"]
        fillings = {
            slot.name: slot_candidates(self.own, typed_words, given.get(slot.name), verb, slot) for slot in slots
        }
        if player == self.own.viewer:
            typed = {slot.name: fillings[slot.name] for slot in slots if slot.name in given}
            offered = next(
                (typed_words for move, typed_words in self.own.moves(verb) if matches_words(move, typed)), None
            )
            if offered is not None:
                return Explanation(about, f"it can be done: {offered}", (), True)
        entries = list(self._entries(verb, player))
        if not entries:
            return self._nobody_brings(about, verb, player)
        for slot in slots:
            if not fillings[slot.name]:
                return self._nothing_for(about, sig, slot, given.get(slot.name))
        tried: list[tuple[RefusedAction | None, dict[str, Value]]] = []
        for action, it, extra in entries:
            for filling in islice(product(*fillings.values()), FILLINGS):
                values = {**dict(zip(fillings, filling, strict=True)), "me": player, **extra}
                tried.append((self._refused(action, values, it, player), values))
        return self._verdict(about, player, tried)

    def _refused(self, action: Offered, values: dict[str, Value], it: Value, player: Thing) -> RefusedAction | None:
        """The obstacle to a combination on the asking seat's table; depending on something hidden is one, too.

        If there is none and the seat is still not offered the move, the reason is hidden as well.
        """
        m = self.machine
        obstacle, certain = self.own.certain(lambda: refusal(m, action, values, it, player))
        if certain and obstacle is not None:
            return refused(m, action, values, it, player)
        if certain and (player != self.own.viewer or not self.own.hides):
            return None
        reason = f"the rules look at something that {self.own.asker} cannot see"
        return RefusedAction(UNSEEN, reason, step_at("refusal", reason, m.linked.source_map.passage(action.op)))

    def _nothing_for(self, about: str, sig: VerbSig, slot: SlotSig, op: Op | None) -> Explanation:
        m = self.machine
        kind = t.bare(t.item(slot.type) or t.plain(slot.type))
        if op is None:
            says = f"there is nothing to choose for `{slot.spelt}`: no {kind} is in play"
        elif op.name in ("card", "child"):
            says = f"there is no {kind} `{op.data[1]}` in play"
        else:
            typed = about[op.span[0] : op.span[1]]
            says = f"`{typed}` is not possible for `{slot.spelt}`, as far as {self.own.seat or 'anybody'} can see"
            says = f"{says}: {t.show(slot.type)} is needed"
        passage = m.linked.source_map.of_verb(sig)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    # ------------------------------------------------------------------------------------------------------ verdicts

    def _verdict(
        self, about: str, player: Thing, tried: list[tuple[RefusedAction | None, dict[str, Value]]]
    ) -> Explanation:
        """The result for all combinations: one that is legal, else reason by reason, the furthest first."""
        m = self.machine
        caveat = "" if player == self.own.viewer or not self.own.hides else f"as far as {self.own.asker} can see, "
        possible = None if caveat else False  # hidden cards of the other player may change it
        for obstacle, values in tried:
            if obstacle is None:
                done = narration.phrase(m, about.split()[0], values)
                return Explanation(about, f"{caveat}it can be done: {done}", (), None if caveat else True)
        refusals = [(obstacle, values) for obstacle, values in tried if obstacle is not None]
        groups: dict[tuple[Any, ...], list[tuple[RefusedAction, dict[str, Value]]]] = {}
        for obstacle, values in refusals:
            groups.setdefault((obstacle.depth, obstacle.reason, obstacle.step.spot), []).append((obstacle, values))
        ordered = sorted(groups.values(), key=lambda group: -group[0][0].depth)
        cannot = f"{caveat}{worded(m, player)} cannot {about}"
        first = ordered[0][0][0]
        if caveat and first.depth == UNSEEN:
            unknown = f"whether {worded(m, player)} can {about} depends on something that {self.own.asker} cannot see"
            return Explanation(about, unknown, (), None)
        if len(ordered) == 1:
            return Explanation(about, f"{cannot}: {first.step.says}", (first.step, *first.more), possible)
        steps: list[ExplanationStep] = []
        for group in ordered[:GROUPS]:
            obstacle, values = group[0]
            example = narration.phrase(m, about.split()[0], values)
            says = f"{len(group)} of {len(refusals)}: {obstacle.step.says} (such as {example})"
            steps += (evolve(obstacle.step, says=says), *obstacle.more)
        return Explanation(about, f"{cannot} in any way", tuple(steps), possible)

    # ------------------------------------------------------------------------------------------- passes and choices

    def _about_pass(self, text: str, player: Thing | None) -> Explanation:
        m = self.machine
        obstacle = self._out(text, player)
        if obstacle is not None:
            return obstacle
        seat = things.seat_of(m, player)
        if player != self.own.viewer:
            if seat not in self.own.waiting:
                return self._not_asked(text, seat)
            hidden = f"only {seat} can see whether passing is possible"
            return self._not_shown(text, seat) or Explanation(text, hidden, (), None)
        request = self.own.request
        if request is None:
            return self._not_asked(text, seat)
        if request.least == 0:
            return Explanation(text, f"it can be done: {seat} may pass", (), True)
        rule = active_rules.forbidden(m, "pass", {"player": player}) if request.sort == "act" else None
        if rule is None:
            says = f"{seat} has to choose at least {request.least}: {self._asked()}"
            return Explanation(text, says, (step_at("refusal", says, self._asking_passage()),), False)
        says = f"{seat} cannot pass: {rule.reason or 'passing is forbidden'}"
        step = step_at("refusal", says, m.linked.source_map.of_standing(rule), clauses=rule.cites)
        return Explanation(text, says, (step,), False)

    def _about_choice(self, text: str) -> Explanation:
        """`choose Torch`: whether something is an option of the seat's own request."""
        name = text.removeprefix("choose").strip().strip('"')
        obstacle = self._out(text, self.own.viewer)
        if obstacle is not None:
            return obstacle
        request, words = self.own.request, self.own.words
        if request is None or words is None:
            return self._not_asked(text, self.own.seat)
        if name in words.options or any(self._is_called(option.value, name) for option in request.options):
            return Explanation(text, f"it can be done: {name} is offered", (), True)
        says = f"{name} is not offered: {self._asked()}"
        left_out, certain = self.own.certain(lambda: self._left_out(says, name))
        left_out = left_out if certain else None
        return Explanation(text, says, (left_out or step_at("refusal", says, self._asking_passage()),), False)

    def _left_out(self, says: str, name: str) -> ExplanationStep | None:
        """For a choice with a condition: the part of it that is not true of this thing."""
        m = self.machine
        frame = m.state.frames[-1]
        if frame[0] != TEXT or self._asking_passage() is None:
            return None
        instruction = m.linked.code(frame[F_OP]).instructions[max(frame[F_PC] - 1, 0)]
        if instruction[0] != "choose" or instruction[1].args[2].name != "where":
            return None
        candidates, condition = instruction[1].args[2].args
        scope = m.scope_of(frame)
        for thing in items(value(candidates, scope, m)):
            if self._is_called(thing, name):
                part = first_false(m, condition, scope.looking_at(thing))
                # names of the asking text may hold numbers derived from hidden things
                read = reads(m, part, scope.looking_at(thing)) if not self.own.hides else ()
                return step_at("refusal", says, m.linked.source_map.passage(part), values=read)
        return None

    def _is_called(self, value: Value, name: str) -> bool:
        return self.own.sees(value) and things.is_called(self.machine, value, name)
