"""Makes the drawing model from the view of a seat and what a drawing knows about its game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from dsl.describe import english
from interpreter.visibility.view_types import ThingView, View, ZoneView
from tools.drawing.model import DrawnFact, DrawnHolder, DrawnMark, DrawnPiece, DrawnToken, DrawnZone, Headline, Picture
from tools.drawing.schema import FieldSchema, Schema, said
from tools.drawing.space_contents import BoardReader
from tools.drawing.tokens import TokenLegend
from tools.drawing.value_words import ValueWords, face, mark_words

DEEPEST = 12
"""Things in each other, in any sensible game; a drawing shows fewer."""


def picture_of(view: View, schema: Schema) -> Picture:
    """The table as the seat of the view sees it."""
    reader = BoardReader(view, schema)
    boards = reader.boards()
    # only things on boards: the others are called by their names
    legend = tuple(sorted(reader.tokens.meant.values(), key=lambda token: not _is_styled(token)))
    pieces = _PieceReader(view, schema, reader.words, reader.tokens)
    standing = [thing for thing in view.things if thing.place is not None and "space" in thing.place]
    spaces = reader.words.spaces.keys()
    players = sorted(
        (thing for thing in view.things if thing.kind == "Player"), key=lambda player: player.name != view.seat
    )
    holders = tuple(_holder(player, standing, pieces) for player in players)
    free = [thing for thing in standing if thing.owner is None and thing.number not in spaces]
    table = next((thing for thing in view.things if thing.kind == "Table"), None)
    return Picture(
        seat=view.seat,
        seats=view.seats,
        headline=_headline(view, schema),
        boards=boards,
        players=holders,
        free=tuple(map(pieces.piece, free)),
        table=pieces.piece(table) if table is not None else None,
        legend=legend,
        over=view.over,
        waiting=view.waiting,
    )


def _is_styled(token: DrawnToken) -> bool:
    return token.colour is not None or token.emphasis != "plain"


def _headline(view: View, schema: Schema) -> Headline:
    settled = [*map(said, view.modes), *(f"{said(name)}: {said(reading)}" for name, reading in schema.readings.items())]
    moment = [f"round {view.round}"] if view.round else []
    if view.over:
        moment.append("over")
    elif view.active:
        moment.append(f"{view.active}'s turn")
    moment += [schema.window(view.window)] if view.window and not view.over else []
    return Headline(schema.title, tuple(settled), tuple(moment))


def _holder(player: ThingView, standing: list[ThingView], pieces: _PieceReader) -> DrawnHolder:
    view = pieces.view
    out = player.name not in view.players and not view.over
    own = tuple(pieces.piece(thing) for thing in standing if thing.owner == player.name)
    return DrawnHolder(pieces.piece(player), player.name == view.active, out, player.name in view.winners, own)


@frozen
class _PieceReader:
    view: View
    schema: Schema
    words: ValueWords
    tokens: TokenLegend
    _under: dict[str, tuple[tuple[str, str], ...]] = field(factory=dict, init=False)

    def piece(self, thing: ThingView, depth: int = 0) -> DrawnPiece:
        space = thing.place.get("space") if thing.place is not None else None
        inner = depth < DEEPEST
        shown = {name: many for name, many in thing.parts.items() if (thing.kind, name) not in self.schema.quiet_parts}
        parts = [self.view.thing(number) for many in shown.values() for number in many]
        own = [part for part in parts if part.number not in self.words.spaces]
        return DrawnPiece(
            number=thing.number,
            kind=thing.kind,
            name=self.words.name(thing),
            owner=thing.owner,
            colour=self.tokens.colour(thing.name if thing.kind == "Player" else thing.owner),
            token=self._token(thing, space),
            card=thing.card,
            space=space,
            place=self.words.spaces.get(space, "") if isinstance(space, int) else "",
            die=face(thing.fields["face"], self.schema) if self.words.is_die(thing) else "",
            facts=tuple(self._facts(thing)),
            prints=tuple(self._prints(thing)),
            takes=self.schema.slots.get(thing.card or "", ""),
            tables=tuple(self._tables(thing)),
            marks=tuple(self._marks(thing)),
            parts=tuple(self.piece(part, depth + 1) for part in own) if inner else (),
            whole=not parts,
            zones=tuple(self._zone(thing, zone, depth + 1) for zone in self._listed(thing)) if inner else (),
        )

    def _token(self, thing: ThingView, space: object) -> DrawnToken:
        """Only what stands on a board and dice have a sign; everything else is called by its name."""
        if space is not None or self.words.is_die(thing) or thing.kind == "Player":
            return self.tokens.thing(thing)
        return DrawnToken("", self.words.name(thing), "", self.tokens.colour(thing.owner), thing=thing.number)

    def _listed(self, holder: ThingView) -> list[ZoneView]:
        return [zone for zone in holder.zones if (holder.kind, zone.name) not in self.schema.quiet_parts]

    def _zone(self, holder: ThingView, zone: ZoneView, depth: int) -> DrawnZone:
        things = [self.view.thing(number) for number in zone.things if number is not None]
        visible = [thing for thing in things if thing.place is None or "space" not in thing.place]
        standing = tuple(thing.number for thing in things if thing not in visible)
        kind = self.schema.zones.get((holder.kind, zone.name), "Thing")
        return DrawnZone(
            name=zone.name,
            words=said(zone.name),
            level=zone.level,
            number=zone.number,
            pieces=tuple(self.piece(thing, depth) for thing in visible),
            hidden=zone.number - len(things),
            standing=standing,
            item=self.schema.noun(kind),
            items=english.plural(self.schema.noun(kind)),
            kinds=self._kinds_under(kind) if zone.level is not None else (),
        )

    def _kinds_under(self, kind: str) -> tuple[tuple[str, str], ...]:
        if kind not in self._under:
            lineage = self.schema.lineage
            bases = {base for bases in lineage.values() for base in bases[1:]}
            under = [name for name in sorted(lineage) if name not in bases and self.schema.is_a(name, kind)]
            self._under[kind] = tuple((name, self.schema.kind(name)) for name in under)
        return self._under[kind]

    # ------------------------------------------------------------------------------------------------------- values

    def _facts(self, thing: ThingView) -> Iterator[DrawnFact]:
        """The stored and computed values of a thing."""
        for kept in self.schema.fields.get(thing.kind, ()):
            if kept.sort in ("keeps", "stat") and kept.name in thing.fields:
                yield self._fact(thing, kept, thing.fields[kept.name])

    def _fact(self, thing: ThingView, kept: FieldSchema, value: Any) -> DrawnFact:
        rows: list[str] = []
        if kept.table and any(type(row) is not int or row != 0 for _, _, row in self.words.rows(value)):
            rows = self.words.table(thing, kept.name, value)
        return DrawnFact(
            name=kept.name,
            label=kept.words,
            words="" if kept.table else self.words.value(value),
            rows=tuple(rows),
            source="kept" if kept.sort == "keeps" else "computed",
            rank=kept.rank(value),
            number=value if isinstance(value, int) and not isinstance(value, bool) else None,
            flag=value is True,
            table=kept.table,
            initial=kept.sort == "keeps" and value in (0, kept.first),
            summary=kept.reckoned,
            evident=self._goes_without_saying(thing, value),
        )

    def _prints(self, thing: ThingView) -> Iterator[DrawnFact]:
        for name, value in self.schema.printed.get(thing.card or "", {}).items():
            if value:
                yield DrawnFact(name, name, self.words.value(value), source="printed")

    def _tables(self, thing: ThingView) -> Iterator[DrawnFact]:
        """The printed tables on the seat's own things; a table of contents that are shown anyway is left out."""
        if self.view.seat is None or thing.owner != self.view.seat:
            return
        inside = [self.view.thing(number) for zone in thing.zones for number in zone.things if number is not None]
        names = {name for other in inside for name in (other.name, other.card)}
        for printed in self.schema.fields.get(thing.kind, ()):
            value = thing.fields.get(printed.name)
            if printed.sort != "printed" or not printed.table:
                continue
            if all(keys and names.issuperset(keys) for keys, _, _ in self.words.rows(value)):
                continue
            rows = tuple(self.words.table(thing, printed.name, value))
            yield DrawnFact(printed.name, printed.words, rows=rows, source="printed", table=True)

    def _marks(self, thing: ThingView) -> Iterator[DrawnMark]:
        printed = self.schema.card_marks.get(thing.card or "", frozenset())
        for mark in thing.marks:
            yield DrawnMark(mark_words(mark), mark["mark"] in printed)

    def _goes_without_saying(self, thing: ThingView, value: Any) -> bool:
        """Whether a value is a thing that is already visible here: its owner, its holder, or on the same space."""
        match value:
            case {"thing": int(number)}:
                other = self.view.thing(number)
                place = thing.place or {}
                together = ("space" in place and place == other.place) or place.get("holder") == number
                return together or (other.kind != "Player" and other.owner == thing.name)
            case list() if value and all(isinstance(item, dict) and "thing" in item for item in value):
                return True
            case _:
                return False
