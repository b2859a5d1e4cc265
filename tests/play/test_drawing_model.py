"""The drawing model: plain data for a seat, from which the terminal and the studio draw."""

from __future__ import annotations

import ast
import json

import cattrs
import pytest

from tests.architecture.tree import ROOT
from tests.play.test_golden_drawings import game
from tools.drawing.model import DrawnPiece, Picture
from tools.drawing.picture import picture_of
from tools.drawing.screen import screen
from tools.drawing.styled_text import TextStyle
from tools.play import PlaySession

PAIRS = [("gekido", "duel"), ("robomon", "battleground"), ("montoons", None), ("scrapyard", None), ("lagoon", None)]


def _session(name: str, mode: str | None, answers: int) -> PlaySession:
    seats = {"Ann": "random", "Ben": "random"}
    session = PlaySession(game(name, mode).start(tuple(seats), 3), seats)
    while session.match.answers < answers and session.step():
        pass
    asked = session.match.requests[0].seat
    session.replace(asked, "human")
    session.advance()
    return session


def _inside(pieces: tuple[DrawnPiece, ...]) -> set[int]:
    numbers: set[int] = set()
    for piece in pieces:
        numbers.add(piece.number)
        numbers |= _inside(piece.parts)
        for zone in piece.zones:
            numbers |= _inside(zone.pieces)
    return numbers


def _touchable(picture: Picture) -> set[int]:
    pieces = [*picture.free, *([picture.table] if picture.table else [])]
    for holder in picture.players:
        pieces += [holder.piece, *holder.standing]
    chips = {chip.thing for board in picture.boards for space in board.spaces for chip in space.chips}
    return (
        _inside(tuple(pieces)) | {space.thing for board in picture.boards for space in board.spaces} | (chips - {None})
    )


@pytest.mark.parametrize("name, mode", PAIRS)
def test_a_picture_survives_json_and_draws_the_same_screen(name: str, mode: str | None) -> None:
    session = _session(name, mode, 4)
    drawn = session.picture(session.asked)
    converter = cattrs.Converter(omit_if_default=True)
    back = converter.structure(json.loads(json.dumps(converter.unstructure(drawn))), Picture)
    assert back == drawn
    assert screen(back, TextStyle()) == screen(drawn, TextStyle())
    assert drawn.question is not None
    assert drawn.news


@pytest.mark.parametrize("name, mode", PAIRS)
def test_what_an_option_touches_is_in_the_picture(name: str, mode: str | None) -> None:
    session = _session(name, mode, 4)
    drawn = session.picture(session.asked)
    assert drawn.question is not None
    touched = {number for option in drawn.question.options for number in option.touches}
    assert touched <= _touchable(drawn)


def test_a_seat_without_a_question_and_a_spectator_see_no_question_and_no_hidden_card() -> None:
    session = _session("robotblow", "quick", 4)
    secret = _own_zones(session)
    assert secret
    asked = session.asked
    other = next(seat for seat in session.match.seats if seat != asked)
    for viewer in (other, None):
        seen = session.picture(viewer)
        assert seen.question is None
        zones = {
            zone.name: zone for holder in seen.players if holder.piece.name == asked for zone in holder.piece.zones
        }
        for name in secret:
            assert zones[name].hidden == zones[name].number > 0
            assert zones[name].pieces == ()


def _own_zones(session: PlaySession) -> set[str]:
    """The zones of whoever is asked that hold something and that only their owner sees, by name."""
    asked = session.asked
    sigs = session.match.game.linked().layout.kinds["Player"].fields
    hidden = {name for name, sig in sigs.items() if sig.sort == "zone" and sig.seen_by == "owner"}
    own = picture_of(session.match.view(asked), session.schema)
    player = next(holder.piece for holder in own.players if holder.piece.name == asked)
    return {zone.name for zone in player.zones if zone.name in hidden and zone.pieces and not zone.hidden}


def test_the_model_knows_no_terminal() -> None:
    for module in ("model", "picture", "space_contents", "tokens", "value_words"):
        tree = ast.parse((ROOT / "tools" / "drawing" / f"{module}.py").read_text(encoding="utf-8"))
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not names & {"tools.drawing.styled_text", "tools.drawing.canvas", "tools.drawing.screen"}, module
