"""A match with people and bots, without a terminal: it takes typed lines and returns pages.

The caller shows `page`, reads a line, passes it to `take`, and acts on the reply. Bots answer in `advance`. Everything
on a page comes from the view of the seat that is asked; if several people share a keyboard and the game has secrets,
`curtain` names the person for whom the screen must be cleared first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, evolve, field

from dsl.diagnostics import Diagnostic
from interpreter.explain.seat_knowledge import keeps_secrets
from interpreter.instrument.faults import diagnostic, for_players
from interpreter.model.environment import RuleError
from interpreter.model.requests import EngineRequest
from interpreter.visibility.view_types import EventView, View
from interpreter.visibility.views import view
from tools.drawing.model import NewsItem, Picture
from tools.drawing.picture import picture_of
from tools.drawing.schema import Schema, said, schema_of
from tools.drawing.screen import screen
from tools.drawing.styled_text import Line, TextStyle, broken, line, seat_style
from tools.matches import Match, MatchFault
from tools.matches.match import engine_of
from tools.play import ending, foreseen, menus, news, rulebook
from tools.play.bots import Bots
from tools.play.commands import obey
from tools.play.differences import Look, changes, look
from tools.play.drawn_question import drawn_question
from tools.play.option_words import choices_of
from tools.play.page import composed
from tools.play.question import MenuQuestion
from tools.play.question_words import labels, prompt, use_words
from tools.play.reply import Reply
from tools.play.rule_behind import RuleTexts, asking, going_on

HUMAN = "human"
MOST_DECISIONS = 5_000
LONG_NEWS = 12
"""After this many lines of news the table is drawn again even if unchanged, since it has scrolled away."""
LOOKS = 10
"""Where nobody is asked, the session looks at the table after this many answers, to know who owned what has left."""
REST = "  b: all boards, and what the signs mean"


@define
class PlaySession:
    """`who` gives the player at each seat: `human` or the name of a bot; `ink` gives the size of the screen."""

    match: Match
    who: Mapping[str, str]
    ink: Callable[[], TextStyle] = TextStyle
    may_undo: bool = True
    everything: bool = False
    """Whether effects that only call other effects are reported too."""
    steady: bool = False
    """Whether each page fills the screen, with the table on top."""
    kept: str = field(default="", init=False)
    """The file in which the match was saved when it was left."""
    schema: Schema = field(init=False)
    rules: RuleTexts = field(init=False)
    bots: Bots = field(init=False)
    keyboard: str = field(default="", init=False)
    """The person who sees the screen."""
    _known: dict[str, int] = field(factory=dict, init=False)  # events up to this number have been shown to a seat
    _question: MenuQuestion | None = field(default=None, init=False)
    _looked: dict[str, Look] = field(factory=dict, init=False)  # the table when a seat was last asked
    _warnings: dict[str, bool] = field(factory=dict, init=False)  # warnings, and whether they have been shown
    _drawn: tuple[str, str] = field(default=("", ""), init=False)  # the last picture, and for whom
    _owners: dict[str, str] = field(factory=dict, init=False)  # of players and pieces by name, also of those that fell
    _first: list[Line] = field(factory=list, init=False)  # what the first page tells besides

    def __attrs_post_init__(self) -> None:
        self.schema = schema_of(self.match.game.linked())
        self.rules = RuleTexts(self.match.game)
        self.bots = Bots({seat: who for seat, who in self.who.items() if who != HUMAN})

    # -------------------------------------------------------------------------------------------------- who and what

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(seat for seat in self.match.seats if self.who[seat] == HUMAN)

    @property
    def over(self) -> bool:
        return self.match.over or self.match.answers >= MOST_DECISIONS

    def replace(self, seat: str, who: str) -> None:
        """Change the player at a seat."""
        self.who = {**self.who, seat: who}
        self.bots.who = {name: player for name, player in self.who.items() if player != HUMAN}
        self._question = None

    def _open(self) -> EngineRequest | None:
        """The next request to answer: a bot's, else that of the person at the keyboard, else any person's."""
        open = engine_of(self.match).requests
        for good in (lambda seat: self.who[seat] != HUMAN, lambda seat: seat == self.keyboard, lambda seat: True):
            open_request = next((request for request in open if good(request.seat)), None)
            if open_request is not None:
                return open_request
        return None

    @property
    def asked(self) -> str:
        """The person who is asked now; None if the match is over."""
        request = self._open() if not self.over else None
        return request.seat if request is not None and self.who[request.seat] == HUMAN else ""

    @property
    def curtain(self) -> str:
        """The person who must take the keyboard before anything is shown; None if that is not needed."""
        secret = self.schema.secret and len(self.people) > 1
        return self.asked if secret and self.asked != self.keyboard else ""

    def sit_down(self, seat: str) -> None:
        """Seat a person at the keyboard."""
        self.keyboard = seat

    # ------------------------------------------------------------------------------------------------------- bots

    def advance(
        self,
        thinks: Callable[[str], None] = lambda seat: None,
        progress: Callable[[str, float], None] | None = None,
    ) -> None:
        """Let bots answer until a person is asked or the match is over.

        `thinks` is called before a slow bot answers, `progress` while a search takes longer than a second.
        """
        self.bots.progress = progress
        waiting = ""
        while (request := self._bots_request()) is not None:
            if waiting != request.seat and self.bots.is_slow(request.seat):
                waiting = request.seat
                thinks(request.seat)
            self.step()

    def step(self) -> bool:
        """Let one bot answer; false if none is asked."""
        request = self._bots_request()
        if request is None:
            return False
        self.match.answer(request.id, self.bots.answer(self.match, request), request.seat)
        self._note_warnings()
        self._question = None
        if not self.people and self.match.answers % LOOKS == 0:
            ending.note_owners(self._owners, self.match.view())
        return True

    def _bots_request(self) -> EngineRequest | None:
        request = self._open() if not self.over else None
        return request if request is not None and self.who[request.seat] != HUMAN else None

    # ------------------------------------------------------------------------------------------------------- pages

    def opening(self) -> list[Line]:
        """The first lines of a match: its title, the aim, and how to ask for more."""
        aim = rulebook.aim(self.match.game.linked())
        title = line((self.schema.title, "strong"), f". {aim}" if aim else "")
        more = line(("Type h for help and for the rules; ? asks which rule is behind a question.", "dim"))
        lines = [*broken(title, self.ink().width), more]
        if self.steady:
            self._first, lines = lines, []  # the first page tells it, or would push it off the screen
        return lines

    @property
    def question(self) -> MenuQuestion | None:
        """The question to the person who is asked."""
        request = self._open() if not self.over else None
        if request is None or self.who[request.seat] != HUMAN:
            return None
        if self._question is None or self._question.request.id != request.id:
            self._question = self._asked(request)
        return self._question

    def _asked(self, open: EngineRequest) -> MenuQuestion:
        seen = view(engine_of(self.match), open.seat, request=open.id)
        request = next(request for request in seen.requests if request.id == open.id)
        where = asking(self.match, open.id, open.seat)
        words = labels(request, where, self.rules)
        options = (evolve(option, words=word) for option, word in zip(request.options, words, strict=True))
        request = evolve(request, options=tuple(options))
        asks = prompt(seen, request, where, self.rules, self.schema)
        choices = choices_of(seen, request, self.schema)
        payments = where.paying() if where is not None else []
        if payments:
            choices = tuple(evolve(choice, note=self.schema.spoken(payments[choice.index])) for choice in choices)
        if request.sort == "may" and (does := use_words(where, self.rules)):
            choices = tuple(evolve(choice, note=does) for choice in choices)
        if where is None or request.sort != "act":
            return MenuQuestion(seen, request, asks, choices)
        prices = foreseen.costs(where, [choice.index for choice in choices], self.rules)
        notes = [filter(None, (price, choice.note)) for price, choice in zip(prices, choices, strict=True)]
        choices = tuple(evolve(choice, note="; ".join(note)) for choice, note in zip(choices, notes, strict=True))
        return MenuQuestion(
            seen, request, asks, choices, foretold=lambda options: foreseen.effects(where, options, self.schema)
        )

    def page(self) -> list[Line]:
        """The page for the person who is asked: the table, the news, the question.

        A page that is only read on, without a screen, does not repeat a table that is still the same.
        """
        question = self.question
        if question is None:
            return self.ending()
        seat, ink = question.request.seat, self.ink()
        self.keyboard = seat
        ending.note_owners(self._owners, question.view)
        items = self._news_items(seat)
        changed = self._changes(question, ink) if items else []
        warned, context = self.warned(), self._context(question)
        first, self._first = self._first, []
        picture, keys = picture_of(question.view, self.schema), question.keys()

        def told(most: int) -> list[Line]:
            return [*first, *news.lines_of(items, self.match.seats, ink.width, most), *changed]

        def asks(notes: bool) -> list[Line]:
            return warned + menus.lines(question, ink.width, context, notes)

        def table(room: int) -> list[Line]:
            return screen(picture, ink, keys, room + 1, REST)

        if self.steady:
            return composed(table, told, asks, ink.height - 1, steady=True)
        drawn = repr(table(ink.height)), seat
        same, self._drawn = drawn == self._drawn and len(items) < LONG_NEWS, drawn
        if same:
            return composed(lambda room: [], told, asks, ink.height - 1, steady=False)
        return [(), *composed(table, told, asks, ink.height - 2, steady=False)]

    def picture(self, seat: str | None, foretold: bool = True) -> Picture:
        """The drawing for a seat or a spectator, with the news of the whole match, and the question if it is asked."""
        events = self.match.log(seat)
        items = news.news_items(events, self.schema, self.match.seats, self.everything)
        question = self.asked_of(seat)
        asked = drawn_question(question, self._context(question), foretold) if question is not None else None
        return evolve(picture_of(self.viewed(seat), self.schema), news=items, question=asked)

    def viewed(self, seat: str | None) -> View:
        """The view that the drawing for a seat is made from."""
        question = self.asked_of(seat)
        return question.view if question is not None else self.match.view(seat)

    def asked_of(self, seat: str | None) -> MenuQuestion | None:
        """The question to a seat, if a person sits there and is asked; several may be asked at once."""
        if seat is None or seat not in self.people:
            return None
        self.sit_down(seat)
        question = self.question
        return question if question is not None and question.request.seat == seat else None

    def _note_warnings(self) -> None:
        secret = keeps_secrets(self.match.game.linked())
        for wrong, warning in zip(engine_of(self.match).warnings, self.match.warnings, strict=True):
            spot = wrong.passage.spot if wrong.passage is not None and not (secret and wrong.passage.is_borne) else ""
            self._warnings.setdefault(f"{spot}: {warning.code}: {warning.message}".removeprefix(": "), False)

    def warned(self) -> list[Line]:
        """The warnings of the rules, each shown once."""
        self._note_warnings()
        new = [words for words, shown in self._warnings.items() if not shown]
        self._warnings.update(dict.fromkeys(new, True))
        return [line((words, "dim")) for words in new]

    def menu(self) -> list[Line]:
        """The question again, without the table."""
        question = self.question
        return menus.lines(question, self.ink().width, self._context(question)) if question is not None else []

    def board(self) -> list[Line]:
        """The table again, using the whole screen."""
        question = self.question
        view = question.view if question is not None else self.match.view(self._viewer)
        return screen(picture_of(view, self.schema), self.ink(), question.keys() if question is not None else {})

    def log(self, seat: str | None, most: int = 0, everything: bool = False) -> list[Line]:
        """The events that a seat knows of; `everything` includes effects that only call others."""
        events, all_of_it = self.match.log(seat), everything or self.everything
        return news.news_lines(events, self.schema, self.match.seats, self.ink().width, most, all_of_it)

    def since(self, seat: str | None, number: int = 0) -> list[EventView]:
        """The events from a number on that are shown as they happen."""
        events = self.match.log(seat, number)
        return list(events) if self.everything else news.shown(events, self.schema)

    def _context(self, question: MenuQuestion) -> str:
        """The events in progress around a question, in the words of the log; for the player's own action, its cause."""
        seat = question.request.seat
        where = asking(self.match, question.request.id, seat)
        lines: list[str] = []
        untold = ""  # replaced, or only decided so far
        for number, verb in going_on(self.match, where) if where is not None else ():
            if verb in self.schema.quiet or verb in self.schema.phases or number is None:
                untold = untold or ("" if verb in self.schema.quiet else verb)
                continue
            words = self.schema.spoken(self.match.log(seat, number)[0].words)
            lines.append(words.removesuffix(f" by {seat}"))
            if len(lines) > 1 or not self.rules.is_action(verb):
                break
        return " > ".join(reversed(lines)) or ("" if question.request.sort == "act" else said(untold))

    def _news_items(self, seat: str | None) -> tuple[NewsItem, ...]:
        """The news for a seat; for a spectator, the news that nobody has seen."""
        since = min(self._known.get(seat, 0) if seat else max(self._known.values(), default=0), self.match.logged)
        self._known[seat or ""] = self.match.logged
        return news.news_items(self.match.log(seat, since), self.schema, self.match.seats, self.everything)

    def _changes(self, question: MenuQuestion, ink: TextStyle) -> list[Line]:
        """The things that moved and the numbers that changed since this seat was last asked."""
        seat, now = question.request.seat, look(question.view, self.schema)
        differences = changes(self._looked.get(seat, {}), now)
        self._looked[seat] = now
        return broken(line(("      now  ", "dim"), differences), ink.width, 11) if differences else []

    @property
    def _viewer(self) -> str | None:
        """The viewer of the final table: the only person, else a spectator."""
        return self.people[0] if len(self.people) == 1 else None

    def ending(self) -> list[Line]:
        """The last page: the table, the last events, what each player did, and the winner."""
        ink, seat = self.ink(), self._viewer
        items, picture = self._news_items(seat), picture_of(self.match.view(seat), self.schema)
        ending.note_owners(self._owners, self.match.view(seat))
        fight = ending.table(self.since(seat), self.match.seats, self._owners)
        aim = rulebook.aim(self.match.game.linked()) if self.match.over else ""
        closing = [*(broken(line((aim, "dim")), ink.width) if aim else []), self.result()]
        closing = [*fight, *([()] if fight else []), *self.warned(), *closing]
        return [
            (),
            *composed(
                lambda room: screen(picture, ink, {}, room + 1, REST),
                lambda most: news.lines_of(items, self.match.seats, ink.width, most),
                lambda notes: closing,
                ink.height - 2,
                steady=self.steady,
            ),
        ]

    def result(self) -> Line:
        if not self.match.over:
            return line((f"Nobody has won after {MOST_DECISIONS:,} decisions, so the match ends here.", "strong"))
        winners = self.match.result
        if not winners:
            return line((self.match.verdict, "strong"))
        runs = [(seat, f"{seat_style(self.match.seats.index(seat))} strong") for seat in winners]
        joined = [part for run in runs for part in ((" and ", ""), run)][1:]
        return line(*joined, (" won.", "strong"))

    # ------------------------------------------------------------------------------------------------- typed lines

    def take(self, text: str) -> Reply:
        """Process a typed line of the person who is asked: a command or an answer."""
        question = self.question
        if question is None:
            return Reply("on")
        reply = None if _begins_one(text, question) else obey(self, question, text)
        return reply if reply is not None else self._answer(question, text)

    def _answer(self, question: MenuQuestion, text: str) -> Reply:
        picked = question.pick(text)
        if picked.wrong:
            return Reply("stay", (line(picked.wrong),))
        if picked.answer is None:
            return Reply("again")
        return self.answer(question, picked.answer)

    def answer(self, question: MenuQuestion, chosen: tuple[int, ...]) -> Reply:
        """Give an answer to the match; if the rules or the disk reject it, the question stays open."""
        seat = question.request.seat
        try:
            self.match.answer(question.request.id, chosen, seat)
        except RuleError as broken:
            linked = self.match.game.linked()
            return _refused((for_players if keeps_secrets(linked) else diagnostic)(broken, linked))
        except MatchFault as wrong:
            return _refused(wrong.diagnostics[0])
        self._note_warnings()
        self._question = None
        return Reply("on")

    def undo(self) -> bool:
        """Undo back to the last question that a person answered, including all later answers of bots."""
        done = False
        while self.match.undo():
            done = True
            asked = self._open()
            if asked is not None and self.who[asked.seat] == HUMAN and not self._is_bots_turn():
                break
        self._known = {seat: min(count, self.match.logged) for seat, count in self._known.items()}
        self._question, self._drawn = None, ("", "")
        self._looked.clear()
        return done

    def _is_bots_turn(self) -> bool:
        return any(self.who[request.seat] != HUMAN for request in engine_of(self.match).requests)

    def close(self) -> None:
        self.bots.close()


def _begins_one(text: str, question: MenuQuestion) -> bool:
    """Whether a line is an option or the beginning of one, and therefore not a command."""
    typed = " ".join(text.lower().split())
    words = [words.lower() for choice in question.left for words in (choice.words, choice.plain)]
    return typed in words or (" " in typed and any(word.startswith(typed) for word in words))


def _refused(refusal: Diagnostic) -> Reply:
    """The reason why an answer was refused."""
    lines = f"{refusal.code}: {refusal.message}", refusal.help, f"more: botwright explain {refusal.code}"
    return Reply("stay", tuple(line(words) for words in lines if words))
