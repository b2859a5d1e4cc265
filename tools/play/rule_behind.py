"""The rule behind a question and its options: the sentence that asks, the rule, its place, its clauses.

The engine knows which text is being executed while a question is open; source locations are found as for explanations.
Nothing of the table is read except the question and the option's own card.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, field, frozen

from dsl.describe import english
from dsl.describe.card import card_text, describe, text_lines
from dsl.ir.passages import Passage
from dsl.syntax import nodes as n
from dsl.syntax.walk import walk
from interpreter.evaluate.sight import Sight, player_of
from interpreter.evaluate.things import is_thing
from interpreter.execute.costs import after_paying
from interpreter.execute.hooks import asked_hook
from interpreter.execute.machine import Machine
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.model.frames import EVENT, F_GOT, F_IT, F_OP, F_PC, TEXT, V_ID, V_VERB, W_NAME, WINDOW
from interpreter.model.moves import Move
from interpreter.model.requests import EngineRequest
from interpreter.model.state import Value
from interpreter.visibility.determinize import determinize
from interpreter.visibility.questions import log_for
from interpreter.visibility.redact import table_of
from interpreter.visibility.view_types import View
from tools.drawing.schema import said
from tools.drawing.styled_text import Line, line
from tools.matches import Game, Match
from tools.matches.match import engine_of
from tools.packs.load import load_pack
from tools.report.clause_quotes import book_words
from tools.resources import room
from tools.workspace.programs import find

SHOWN = 24
"""The maximum number of lines of a rule that are shown."""
SUPPOSED = 6
"""The number of possible tables on which the result of a payment is looked up."""


@frozen
class PendingRequest:
    """The table on which a seat is asked, and the request on it."""

    table: Machine
    request: EngineRequest

    @property
    def frame(self) -> list[Any]:
        return self.table.state.frames[-1] if self.table.state.frames else [""]

    def passage(self) -> Passage | None:
        """The sentence that asks, the hook, or the window that is open."""
        linked, frame = self.table.linked, self.frame
        if frame[0] == TEXT:
            got = frame[F_GOT]
            if got is not None and got[0] == "hook":
                return self._known(linked.source_map.of_standing(linked.said[got[1]]), got[2])
            code = linked.code(frame[F_OP])
            paying = got is not None and got[0] == "pay"  # the sentence is repeated until everything is paid
            sentence = linked.source_map.passage(frame[F_OP], code.spans[max(frame[F_PC] - (not paying), 0)])
            return self._known(sentence, frame[F_IT])
        if frame[0] == WINDOW:
            return linked.source_map.of_declaration("window", frame[W_NAME])
        return None

    def sentence(self) -> n.Node | None:
        """The parsed sentence that asks."""
        passage = self.passage()
        if passage is None or self.frame[0] != TEXT:
            return None
        return next((node for node in walk(passage.rule.node) if node.span == passage.span), None)

    def paying(self) -> list[str]:
        """For each thing that could pay, the further effects of paying with it; None if it is no payment."""
        if self.request.sort != "pay" or self.frame[0] != TEXT:
            return []
        if not keeps_secrets(self.table.linked):
            return self._follows(self.table)
        # the effects may depend on a hidden card: show them only if they are the same for every possible table
        every = [self._follows(determinize(self.table, self.request.seat, seed)) for seed in range(SUPPOSED)]
        if any(len(option_words) != len(self.request.options) for option_words in every):
            return []
        return [words[0] if len(set(words)) == 1 else "" for words in zip(*every, strict=True)]

    def _follows(self, table: Machine) -> list[str]:
        viewer = player_of(table, self.request.seat)
        return [
            ", ".join(words for _, _, words, *_ in log_for(outcome, viewer)) if outcome is not None else ""
            for outcome in after_paying(table)
        ]

    def _known(self, passage: Passage | None, it: Value) -> Passage | None:
        """A text, unless it belongs to a thing that the seat cannot see: its words would reveal a hidden card."""
        if passage is None or not passage.is_borne or not is_thing(self.table, it):
            return passage
        return passage if Sight(self.table, player_of(self.table, self.request.seat)).sees(it) else None

    def behind(self, index: int) -> Passage | None:
        """The rule behind an option: the action or the hook; otherwise the sentence that asks."""
        linked = self.table.linked
        value = self.request.options[index].value
        if self.request.sort == "act" and isinstance(value, Move):
            return linked.source_map.of_verb(linked.verbs.get(value.verb))
        if self.request.sort == "order" and self.frame[0] == EVENT:
            _, source, it, *_ = asked_hook(self.table, self.frame, value)
            return self._known(linked.source_map.of_standing(source.standing), it)
        return self.passage()


def asking(match: Match, request: int, seat: str) -> PendingRequest | None:
    """The place where a request is asked; None if it is not open."""
    machine = engine_of(match).machine
    table, numbers = table_of(machine, player_of(machine, seat), request)
    request_there = next(
        (open_request for open_request in table.state.requests if numbers.get(open_request.id) == request), None
    )
    return PendingRequest(table, request_there) if request_there is not None else None


def going_on(match: Match, where: PendingRequest) -> Iterator[tuple[int | None, str]]:
    """The events in progress around a request, innermost first: number in the log, if any, and verb."""
    log = engine_of(match).machine.log or []
    at = len(log) - 1
    for event in reversed(where.table.state.events):
        place = next((place for place in range(at, -1, -1) if log[place].id == event[V_ID]), None)
        at = at if place is None else place - 1
        yield log[place].number if place is not None else None, event[V_VERB]


# ------------------------------------------------------------------------------------------------------ in words


def known_as(file: str) -> str:
    """The name of a file in the project, wherever Botwright is installed."""
    for name in ("rulesets", "content"):
        folder = str(room(name))
        if file.startswith(folder + os.sep):
            return f"{name}/{file[len(folder) + 1 :]}"
    return file


@define
class RuleTexts:
    """The rules of a game as a player may read them: passages, clauses with their words, cards."""

    game: Game
    _clauses: dict[str, str] | None = field(default=None, init=False)
    _names: dict[str, str] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._names = {card.id: card.shown for card in self.game.linked().cards.values()}

    def is_action(self, verb: str) -> bool:
        verb_sig = self.game.linked().verbs.get(verb)
        return verb_sig is not None and verb_sig.sort == "action"

    def asked_for(self, sentence: n.Ask) -> str:
        """The subject of a question about the table: the words of its answers, or else its name."""
        symbols = self.game.linked().program.symbols.symbols.get(sentence.type.name)
        node = symbols.node if symbols is not None else None
        if isinstance(node, n.Symbols) and node.shown is not None:
            return node.shown.value
        return said(sentence.gives.text) if sentence.gives is not None else ""

    def currency(self, name: str, many: bool) -> str:
        """The name of a currency. Those paid in single things have a plural, and names of several words: three Action
        Points, but three energy."""
        linked = self.game.linked()
        if name not in linked.currencies:
            return name
        shown = linked.program.symbols.currencies[name].node
        words = shown.shown.value if isinstance(shown, n.Currency) and shown.shown is not None else said(name)
        countable = " " in words or any(op.name == "pay" for op in linked.currencies[name])
        return english.plural(words) if many and countable else words

    def passage(self, rule: Passage) -> Iterator[Line]:
        """A rule: its name, place, clauses and text."""
        yield line((rule.name, "strong"), (f"  {known_as(rule.spot.file)}:{rule.spot.line}", "dim"))
        whole = isinstance(rule.rule.node, n.Action | n.Window | n.Effect) or rule.span == rule.rule.node.span
        text = rule.rule.piece.text[slice(*(rule.rule.node.span if whole else rule.span))]
        lines = text.rstrip().split("\n")
        for written in lines[:SHOWN]:
            yield line(f"  {written}")
        if len(lines) > SHOWN:
            yield line((f"  … {len(lines) - SHOWN} more lines", "dim"))
        yield from self.cited(rule.cites or self._cites(rule))

    def _cites(self, rule: Passage) -> tuple[str, ...]:
        marks = getattr(rule.rule.node, "marks", None)
        return tuple(cite.clause for cite in marks.cites) if isinstance(marks, n.Marks) else ()

    def cited(self, clauses: tuple[str, ...]) -> Iterator[Line]:
        for clause in clauses:
            words = self.clauses.get(clause, "")
            yield line((clause, "strong"), f"  {words}" if words else "")

    @property
    def clauses(self) -> Mapping[str, str]:
        """The texts of the clauses by id; read on first use."""
        if self._clauses is None:
            folder = find(self.game.where.get(self.game.name, self.game.name), "rulesets")
            book = load_pack(folder).clauses if os.path.isdir(folder) else None
            self._clauses = book_words(book)
        return self._clauses

    def in_english(self, node: n.Node) -> str:
        return describe(node, self.game.linked().program.symbols, names=self._names)

    def card(self, id: str) -> Iterator[Line]:
        """A card as text: its printed values and its rules. A part is shown with its whole card."""
        program = self.game.linked().program
        checked = program.card(id.split(".")[0])
        tree = program.whole(checked) if checked is not None else None
        if tree is None or checked is None:
            return
        text = card_text(tree, program.symbols, self._names)
        place = checked.parsed.piece
        number = place.position(tree.span[0])[0]
        yield line((f"{text.kind_name} {text.name}", "strong"), (f"  {known_as(place.file)}:{number}", "dim"))
        if text.entries:
            yield line(f"  {', '.join(f'{entry.name} {entry.value}' for entry in text.entries)}")
        for part in text.parts:
            printed = ", ".join(f"{entry.name} {entry.value}" for entry in part.entries)
            yield line(f"  {part.name}", f": {printed}" if printed else "")
        for text_line in text_lines(text):
            yield line(f"  {text_line}")
        yield from self.cited(text.cites)


def cards_of(view: View, value: Any) -> list[str]:
    """The cards of an option: itself, or the values of an action's slots; for a part, its whole card."""
    match value:
        case {"card": str(id)}:
            return [id]
        case {"thing": int(number)}:
            card = view.thing(number).card
            return [card.split(".")[0]] if card is not None else []
        case {"do": _, "slots": slots, "of": bringer}:
            cards = [card for part in (bringer, *slots.values()) for card in cards_of(view, part)]
            return list(dict.fromkeys(cards))
        case _:
            return []
