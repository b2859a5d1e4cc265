"""Why an action cannot be done now: the first thing that speaks against it.

An action is named in the words of the language, `strike Rex with Laser`, with as many of its slots as somebody likes to
say. First it is asked whether anybody could act at all, then whether this window has the action, then every filling
that the words may mean is held against the rules. Of several that fail, those that came furthest are told first.

Whoever asks gets an answer made from that seat's own table (`interpreter.explain.seat_knowledge`) and from what that
seat is offered, so neither the words that are typed nor the reason that comes back can tell what is hidden from it.
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
from interpreter.execute.legality import bringers, refusal
from interpreter.execute.machine import Machine
from interpreter.explain.explanation import Explanation, Step, step_at
from interpreter.explain.refusals import Refusal, refused
from interpreter.explain.resolve_words import Saying, respelt, told_wrong
from interpreter.explain.seat_knowledge import SeatTable, asked_seat, seat_table, typed_context
from interpreter.explain.slot_values import means, meant_by
from interpreter.instrument.faults import located, told
from interpreter.instrument.reads import first_false, reads, worded
from interpreter.link.linked_program import Offered
from interpreter.match import Match
from interpreter.model import state as s
from interpreter.model.environment import RuleError, Scope, items
from interpreter.model.frames import F_IT, F_OP, F_PC, TEXT, W_NAME, WINDOW
from interpreter.model.moves import Move
from interpreter.model.state import Thing, Value
from interpreter.model.work_meter import ran_out

FILLINGS = 2_000
"""So many fillings of an action are looked at."""
GROUPS = 6
"""So many different reasons are told."""
UNSEEN = 1_000_000
"""How far a filling came that fails only because of something hidden: nothing else speaks against it."""


def why_not(match: Match, action: str | Move, seat: str = "") -> Explanation:
    """Why an action cannot be done now, as far as the seat that asks may know; without a seat, the one that is asked.

    The action is the asking seat's own, unless its words say `by` somebody else.
    """
    asking = _Asking(match, seat_table(match, seat or asked_seat(match)))
    try:
        return asking.about_move(action) if isinstance(action, Move) else asking.about_words(action.strip())
    except RuleError as wrong:
        if not ran_out(wrong) or isinstance(action, Move):
            raise
        return Explanation(action, f"`{action}` cannot be answered: {told(located(asking.machine, wrong))}", (), None)


@define
class _Asking:
    """`own` is all that the one who asks may go by; `machine` the blanked table in it."""

    match: Match
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
        wrong = self._cannot_act(about, move.verb, player)
        if wrong is not None or player is None:
            return wrong or Explanation(about, "who should do it?", (), False)
        if player == self.own.viewer:
            offered = next((words for one, words in self.own.moves(move.verb) if one == move), None)
            if offered is not None:
                return Explanation(about, f"it can be done: {offered}", (), True)
        for action, it, extra in self._entries(move.verb, player):
            if it == move.it:
                return self._verdict(about, player, [(self._refused(action, {**values, **extra}, it, player), values)])
        return self._nobody_brings(about, move.verb, player)

    def about_words(self, text: str) -> Explanation:
        m = self.machine
        text = respelt(m, text)
        line, wrong = parse_sentence(text)
        verb = line.verb.text if isinstance(line, n.Phrase) else text.split()[0] if text.split() else ""
        if isinstance(line, n.Choose) or verb == "choose":
            return self._about_choice(text)
        if line is None and verb and verb not in m.linked.verbs:
            return self._no_action(text, verb)
        if not isinstance(line, n.Phrase):
            return Explanation(text, f"`{text}` cannot be read: {told_wrong(list(wrong))}", possible=False)
        if verb == "pass":
            return self._about_pass(text, self._player(line))
        if verb not in m.linked.verbs or m.linked.verbs[verb].sort != "action":
            return self._no_action(text, verb)
        player = self._player(line)
        about = text
        return self._cannot_act(about, verb, player) or self._about_phrase(about, line, player)

    def _player(self, line: n.Phrase) -> Thing | None:
        """Whose action it is: of who the words say, else of who asks."""
        by = next((slot.value for slot in line.slots if slot.preposition == "by"), None)
        if isinstance(by, n.Name) and by.text in self.machine.seats:
            return player_of(self.machine, by.text)
        return self.own.viewer

    def _no_action(self, text: str, verb: str) -> Explanation:
        linked = self.machine.linked
        actions = sorted({action.op.data for entries in linked.actions.values() for action in entries})
        if verb in linked.verbs:
            sig = linked.verbs[verb]
            says = f"`{verb}` is no action: rules do it, players cannot"
            return Explanation(text, says, (step_at("refusal", says, linked.source_map.of_verb(sig)),), False)
        if verb in builtins.VERBS:
            return Explanation(text, f"`{verb}` is a verb of the language: rules do it, players cannot", (), False)
        here = sorted({one.op.data for one in linked.actions.get(self.machine.open_window() or "", ())}) or actions
        near = did_you_mean(verb, actions) or f"the actions are {', '.join(f'`{name}`' for name in here)}"
        return Explanation(text, f"there is no action `{verb}`; {near}", (), False)

    # ---------------------------------------------------------------------------------------- whether anybody can act

    def _cannot_act(self, about: str, verb: str, player: Thing | None) -> Explanation | None:
        """What keeps a player from doing anything, or from doing this in the open window."""
        m = self.machine
        wrong = self._out(about, player)
        if wrong is not None:
            return wrong
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
        """Somebody else is asked: only that a window is open for all to see can be told of that."""
        if self.own.together:
            return Explanation(
                about, f"{seat} decides in secret now, and {self.own.asker} cannot see what about", (), None
            )
        if self.own.acting is None:
            return Explanation(about, f"{seat} has another question to answer first", (), False)
        return None

    def _not_asked(self, about: str, seat: str) -> Explanation:
        """Nobody may learn here what others are asked, but which window is open is for all to see."""
        if self.own.together and seat in self.own.waiting:
            says = f"{seat} has decided; the others may still be deciding"
            return Explanation(about, says, (Step("refusal", says),), False)
        window = self.own.acting
        where = f" ({window})" if window is not None and not self.own.together else ""
        others = ", ".join(f"{one}{where}" for one in self.own.waiting) or "nobody"
        says = f"{seat} cannot act now: {others} is asked"
        opened = self.machine.open_window()
        passage = self.machine.linked.source_map.of_declaration("window", opened) if opened is not None else None
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _asking_passage(self) -> Passage | None:
        """The sentence that asks the one who wants to know, or the window that is open."""
        written = self.machine.linked.source_map
        for frame in reversed(self.machine.state.frames):
            if frame[0] == WINDOW:
                return written.of_declaration("window", frame[W_NAME])
            if frame[0] == TEXT:
                code = self.machine.linked.code(frame[F_OP])
                found = written.passage(frame[F_OP], code.spans[max(frame[F_PC] - 1, 0)])
                hidden = frame[F_IT] in self.own.hidden  # then its text would name a hidden card
                return None if found is not None and found.is_borne and hidden else found
        return None

    def _asked(self) -> str:
        """The own question in the words of the seat, with its first options."""
        told = self.own.told
        assert told is not None
        options = ", ".join(told.options[:12])
        more = ", …" if len(told.options) > 12 else ""
        return f"{told.prompt} ({options}{more})" if options else told.prompt

    def _wrong_window(self, about: str, verb: str) -> Explanation | None:
        m = self.machine
        window, sig = m.open_window(), m.linked.verbs[verb]
        if window in sig.windows:
            return None
        wanted = " or ".join(self._window(name) for name in sig.windows)
        says = f"`{verb}` can only be done in `{wanted}`, and this is `{self._window(window or '')}`"
        clause = next(
            (one for one in getattr(sig.node, "clauses", ()) if isinstance(one, n.DuringWindow)), None
        )  # fmt: skip
        passage = m.linked.source_map.of_verb(sig, clause.span if clause is not None else None)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _window(self, name: str) -> str:
        """A window as people call it."""
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
        says = f"{worded(m, player)} has nothing in play that brings `{verb}`: it belongs to {owner}"
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    def _about_phrase(self, about: str, line: n.Phrase, player: Thing | None) -> Explanation:
        assert player is not None
        m = self.machine
        verb = line.verb.text
        sig = m.linked.verbs[verb]
        saying = Saying(m, typed_context(m, about), Scope({}, None, self.own.viewer))
        unknown = [slot.preposition for slot in line.slots if sig.slot(slot.preposition) is None]
        if unknown or (line.object is not None and sig.slot("") is None):
            return Explanation(about, f"`{verb}` is said otherwise: {sig.phrase}", (), False)
        said = saying.filled(line)
        problems = [one for one in saying.cx.findings.diagnostics if one.severity == "error"]
        if problems:
            return Explanation(about, f"`{about}` cannot be read: {told_wrong(problems)}", (), False)
        slots = [slot for slot in sig.slots if slot.name != "me"]
        fillings = {slot.name: meant_by(self.own, saying, said.get(slot.name), verb, slot) for slot in slots}
        if player == self.own.viewer:
            meant = {slot.name: fillings[slot.name] for slot in slots if slot.name in said}
            offered = next((words for move, words in self.own.moves(verb) if means(move, meant)), None)
            if offered is not None:
                return Explanation(about, f"it can be done: {offered}", (), True)
        entries = list(self._entries(verb, player))
        if not entries:
            return self._nobody_brings(about, verb, player)
        for slot in slots:
            if not fillings[slot.name]:
                return self._nothing_for(about, sig, slot, said.get(slot.name))
        tried: list[tuple[Refusal | None, dict[str, Value]]] = []
        for action, it, extra in entries:
            for filling in islice(product(*fillings.values()), FILLINGS):
                values = {**dict(zip(fillings, filling, strict=True)), "me": player, **extra}
                tried.append((self._refused(action, values, it, player), values))
        return self._verdict(about, player, tried)

    def _refused(self, action: Offered, values: dict[str, Value], it: Value, player: Thing) -> Refusal | None:
        """What speaks against a filling on the table of who asks; that it looks at something hidden is a reason too.

        Where nothing speaks against it and the asking seat is still not offered it, the reason is hidden as well.
        """
        m = self.machine
        wrong, certain = self.own.certain(lambda: refusal(m, action, values, it, player))
        if certain and wrong is not None:
            return refused(m, action, values, it, player)
        if certain and (player != self.own.viewer or not self.own.hides):
            return None
        reason = f"the rules look at something that {self.own.asker} cannot see"
        return Refusal(UNSEEN, reason, step_at("refusal", reason, m.linked.source_map.passage(action.op)))

    def _nothing_for(self, about: str, sig: VerbSig, slot: SlotSig, op: Op | None) -> Explanation:
        m = self.machine
        kind = t.bare(t.item(slot.type) or t.plain(slot.type))
        if op is None:
            says = f"there is nothing that could fill `{slot.spelt}`: no {kind} is in play"
        elif op.name in ("card", "child"):
            says = f"there is no {kind} `{op.data[1]}` in play"
        else:
            typed = about[op.span[0] : op.span[1]]
            says = (
                f"`{typed}` is nothing that could fill `{slot.spelt}`, as far as {self.own.seat or 'anybody'} can see"
            )
            says = f"{says}: {t.show(slot.type)} is needed"
        passage = m.linked.source_map.of_verb(sig)
        return Explanation(about, says, (step_at("refusal", says, passage),), False)

    # ------------------------------------------------------------------------------------------------------ verdicts

    def _verdict(self, about: str, player: Thing, tried: list[tuple[Refusal | None, dict[str, Value]]]) -> Explanation:
        """What came of all fillings: one that can be done, else reason by reason, those that came furthest first."""
        m = self.machine
        far = "" if player == self.own.viewer or not self.own.hides else f"as far as {self.own.asker} can see, "
        possible = None if far else False  # what another holds may change it
        for wrong, values in tried:
            if wrong is None:
                done = narration.phrase(m, about.split()[0], values)
                return Explanation(about, f"{far}it can be done: {done}", (), None if far else True)
        refusals = [(wrong, values) for wrong, values in tried if wrong is not None]
        groups: dict[tuple[Any, ...], list[tuple[Refusal, dict[str, Value]]]] = {}
        for wrong, values in refusals:
            groups.setdefault((wrong.depth, wrong.reason, wrong.step.spot), []).append((wrong, values))
        ordered = sorted(groups.values(), key=lambda group: -group[0][0].depth)
        cannot = f"{far}{worded(m, player)} cannot {about}"
        first = ordered[0][0][0]
        if far and first.depth == UNSEEN:
            unknown = f"whether {worded(m, player)} can {about} depends on something that {self.own.asker} cannot see"
            return Explanation(about, unknown, (), None)
        if len(ordered) == 1:
            return Explanation(about, f"{cannot}: {first.step.says}", (first.step, *first.more), possible)
        steps: list[Step] = []
        for group in ordered[:GROUPS]:
            wrong, values = group[0]
            example = narration.phrase(m, about.split()[0], values)
            says = f"{len(group)} of {len(refusals)}: {wrong.step.says} (such as {example})"
            steps += (evolve(wrong.step, says=says), *wrong.more)
        return Explanation(about, f"{cannot}, whatever fills it", tuple(steps), possible)

    # ------------------------------------------------------------------------------------------- passes and choices

    def _about_pass(self, text: str, player: Thing | None) -> Explanation:
        m = self.machine
        wrong = self._out(text, player)
        if wrong is not None:
            return wrong
        seat = things.seat_of(m, player)
        if player != self.own.viewer:
            if seat not in self.own.waiting:
                return self._not_asked(text, seat)
            hidden = f"only {seat} is told whether that question can be passed"
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
        """`choose Torch`: whether something is among the options of the own open question."""
        name = text.removeprefix("choose").strip().strip('"')
        wrong = self._out(text, self.own.viewer)
        if wrong is not None:
            return wrong
        request, told = self.own.request, self.own.told
        if request is None or told is None:
            return self._not_asked(text, self.own.seat)
        if name in told.options or any(self._is_called(option.value, name) for option in request.options):
            return Explanation(text, f"it can be done: {name} is offered", (), True)
        says = f"{name} is not offered: {self._asked()}"
        left_out, certain = self.own.certain(lambda: self._left_out(says, name))
        left_out = left_out if certain else None
        return Explanation(text, says, (left_out or step_at("refusal", says, self._asking_passage()),), False)

    def _left_out(self, says: str, name: str) -> Step | None:
        """Where somebody chooses among things of which something must be true: what is not true of this one."""
        m = self.machine
        frame = m.state.frames[-1]
        if frame[0] != TEXT or self._asking_passage() is None:
            return None
        doing = m.linked.code(frame[F_OP]).instructions[max(frame[F_PC] - 1, 0)]
        if doing[0] != "choose" or doing[1].args[2].name != "where":
            return None
        many, condition = doing[1].args[2].args
        scope = m.scope_of(frame)
        for thing in items(value(many, scope, m)):
            if self._is_called(thing, name):
                part = first_false(m, condition, scope.looking_at(thing))
                # names of the text that asks may stand for numbers that come from hidden things
                read = reads(m, part, scope.looking_at(thing)) if not self.own.hides else ()
                return step_at("refusal", says, m.linked.source_map.passage(part), values=read)
        return None

    def _is_called(self, found: Value, name: str) -> bool:
        return self.own.sees(found) and things.is_called(self.machine, found, name)
