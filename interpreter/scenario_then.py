"""What must be true in a scenario, and what must be refused, for which reason.

What `then` says is reckoned on the real state. A refusal is held against the same reasons that a player would be told;
where a phrase may mean several things, one of them is enough.
"""

from __future__ import annotations

from itertools import product

from attrs import evolve, frozen

import dsl.check_expressions as ex
import interpreter.happening as happening
import interpreter.standing as standing
import interpreter.telling as telling
import interpreter.things as things
from dsl import nodes as n
from dsl.check_marks import cites as cites_of
from dsl.codes import failures as codes
from dsl.core import Op
from interpreter.evaluate import truth, value
from interpreter.frames import F_OP, TEXT, V_VERB
from interpreter.given import Fails
from interpreter.legality import Reason, bringers, refusal
from interpreter.machine import Machine
from interpreter.saying import Saying
from interpreter.scope import RuleError, one
from interpreter.state import Thing, Value
from interpreter.veiling import standpoint
from interpreter.world import Offered, walk


@frozen
class Claims:
    """Holds what a scenario says against the table."""

    saying: Saying

    @property
    def machine(self) -> Machine:
        return self.saying.machine

    def text(self, node: n.Node) -> str:
        return self.saying.cx.findings.piece.text[slice(*node.span)]

    def then(self, step: n.Then) -> None:
        assert step.value is not None
        if step.cannot is not None:
            self._cannot(step, step.cannot)
            return
        for part in step.value.parts if isinstance(step.value, n.And) else (step.value,):
            op = ex.value(part, self.saying.cx)
            if not truth(op, self.saying.scope, self.machine):
                raise Fails(codes.NOT_SO, part.span, text=self.text(part), found=self._found(op))

    def _found(self, op: Op) -> str:
        """What is there instead: ` (it is 7)`."""
        if op.name != "compare":
            return ""
        left = value(op.args[0], self.saying.scope, self.machine)
        if left == ():
            return " (it is an empty list)"
        return f" (it is {telling.shown_value(self.machine, left, op.args[0].type)})"

    # ----------------------------------------------------------------------------------------------------- refusals

    def _cannot(self, step: n.Then, line: n.Phrase) -> None:
        assert step.value is not None
        player = one(value(ex.value(step.value, self.saying.cx), self.saying.scope, self.machine))
        table, _ = standpoint(self.machine, player)
        reasons = Claims(evolve(self.saying, machine=table)).reasons(player, line)
        self._because(step, reasons, line, player)

    def reasons(self, player: Thing, line: n.Phrase) -> list[Reason | None]:
        """Why a player cannot do something at this table, for all that may be meant; none where it can be done."""
        match line.verb.text:
            case "choose":
                return [self._not_offered(player, line)]
            case "pass":
                rule = standing.forbidden(self.machine, "pass", {"player": player})
                return [(rule.reason or "`pass` is forbidden", rule.cites) if rule is not None else None]
            case _:
                return self._refused(player, line)

    def _because(self, step: n.Then, reasons: list[Reason | None], line: n.Phrase, player: Thing) -> None:
        """Hold the reasons against the one that is expected."""
        if None in reasons:
            seat = things.seat_of(self.machine, player)
            raise Fails(codes.POSSIBLE, line.span, seat=seat, phrase=f"`{self.text(line)}`")
        found = [reason for reason in reasons if reason is not None]
        match step.because:
            case n.Cite(clause=clause):
                good = any(clause in cites for _, cites in found)
            case n.Text(value=text):
                good = any(words == text for words, _ in found)
            case _:
                good = True
        if not good:
            told = "; ".join(dict.fromkeys(f"{words} ({', '.join(cites) or 'no clause'})" for words, cites in found))
            assert step.because is not None
            raise Fails(codes.OTHER_REASON, step.because.span, reasons=told)

    def _not_offered(self, player: Thing, line: n.Phrase) -> Reason | None:
        """Why something is not among the options of an open choice: what the text that asks, and its rules, cite."""
        m = self.machine
        seat = things.seat_of(m, player)
        request = next((request for request in m.state.requests if request.seat == seat), None)
        assert line.object is not None
        if request is None:
            raise Fails(codes.NOT_ASKED, line.span, seat=seat, now="`cannot choose` needs a choice that is open")
        op = ex.value(line.object, self.saying.cx.inner(me=True))
        if any(self.saying.meant(option, op) for option in request.options):
            return None
        return "it is not offered", self._cited()

    def _cited(self) -> tuple[str, ...]:
        """What the text that asks cites, and the rules that its sentences ask."""
        m = self.machine
        frame = m.state.frames[-1]
        event = happening.own_event(m, frame) if frame[0] == TEXT else None
        meaning = m.world.effects.get(event[V_VERB]) if event is not None else None
        found = [cite.clause for cite in cites_of(meaning.node)] if meaning is not None else []
        waiting, known = [frame[F_OP]] if frame[0] == TEXT else [], set[str]()
        while waiting:
            for part in walk(waiting.pop()):
                if part.name == "ask_rule" and part.data not in known:
                    known.add(part.data)
                    rule = m.world.text(m.rooms.rules[part.data].sort, part.data)
                    if rule is not None:
                        found += [cite.clause for cite in cites_of(rule.node)]
                        waiting.append(rule.ops[0])
        return tuple(found)

    def _refused(self, player: Thing, line: n.Phrase) -> list[Reason | None]:
        """Why an action cannot be done, for every thing that a phrase may mean."""
        m = self.machine
        values = self.saying.fillings(line, player)
        reasons = [
            self._refusal(action, {**dict(zip(values, filling, strict=True)), **extra}, it, player)
            for entries in m.world.actions.values()
            for action in entries
            if action.op.data == line.verb.text
            for it, extra in bringers(m, action, player)
            for filling in product(*values.values())
        ]
        return reasons or [("nobody can do it", ())]

    def _refusal(self, action: Offered, values: dict[str, Value], it: Value, player: Thing) -> Reason | None:
        """Why it cannot be done; what its rules cannot even say while its window is closed, they need not say."""
        m = self.machine
        try:
            return refusal(m, action, values, it, player)
        except RuleError:
            windows = m.rooms.verbs[action.op.data].windows
            if not windows or m.open_window() in windows:
                raise
            return f"`{action.op.data}` belongs to the window {' or '.join(windows)}, which is not open", ()
