"""Golden drawings: a table as a seat sees it and the question that it is asked, for many games and sizes of screens.

`tests/cases/boards/<case>.txt` is what a person sees after some answers of bots. `pytest --rewrite` draws them anew;
whoever does that looks at them.
"""

from __future__ import annotations

from functools import cache

import pytest
from attrs import frozen

from tests.architecture.tree import ROOT
from tests.shipped import GAMES, ready
from tools.drawing.styled_text import TextStyle, width
from tools.matches import Game, load
from tools.play import PlaySession, seat_names

FOLDER = ROOT / "tests" / "cases" / "boards"
PLACES = {
    **{name: f"tests/benchmarks/games/{name}" for name in ("breakthrough", "connectfour", "hex11", "pig", "tictactoe")},
    **{name: f"tests/cases/boards/{name}" for name in ("goose", "lagoon", "tramway")},
    **{name: folders[0] for name, folders in GAMES.items()},
}


@frozen
class Case:
    """Bots answer so many times; then who is asked sees the table."""

    game: str
    answers: int
    width: int = 80
    height: int = 24
    mode: str | None = None
    players: int = 2
    seed: int = 1
    ascii: bool = False

    @property
    def name(self) -> str:
        mode = f"-{self.mode}" if self.mode else ""
        plain = "-ascii" if self.ascii else ""
        return f"{self.game}{mode}-{self.answers}-{self.width}x{self.height}{plain}"


CASES = [
    Case("scrapyard", 2), Case("scrapyard", 30), Case("scrapyard", 30, 120, 40), Case("scrapyard", 30, ascii=True),
    Case("scrapyard", 10_000, 80, 40, mode="quick"),
    Case("gekido", 40), Case("gekido", 40, 120, 40), Case("gekido", 20, mode="duel"),
    Case("gekido", 30, 120, 40, players=4),
    Case("montoons", 25), Case("montoons", 25, 120, 40), Case("montoons", 25, 200, 60),
    Case("pblrobots", 8), Case("pblrobots", 75), Case("pblrobots", 75, 120, 40), Case("pblrobots", 60, mode="ultimate_robot"),
    Case("pblrobots", 60, 120, 40, mode="ultimate_robot"), Case("robotblow", 90, mode="quick", seed=2),
    Case("robotblow", 90, 120, 40, mode="quick", seed=2), Case("robotblow", 40, mode="expert"),
    Case("robomon", 20, mode="battleground"), Case("robomon", 20, 120, 40, mode="battleground"),
    Case("robomon", 20, 120, 40, mode="competitive", players=1),
    Case("breakthrough", 20), Case("breakthrough", 20, 80, 40), Case("connectfour", 11, 80, 30), Case("pig", 9),
    Case("hex11", 20), Case("hex11", 20, 120, 40), Case("hex11", 20, 80, 60), Case("hex11", 20, 40, 30), Case("tictactoe", 3, 40, 24),
    Case("tictactoe", 3), Case("goose", 12), Case("goose", 14, 160, 40, players=4), Case("lagoon", 4),
    Case("lagoon", 4, 120, 40), Case("lagoon", 4, 40, 24), Case("tramway", 8), Case("tramway", 9, 40, 24, players=3),
]  # fmt: skip


@cache
def game(name: str, mode: str | None = None) -> Game:
    return ready(name, mode) if name in GAMES else load(str(ROOT / PLACES[name]), mode)


def drawn(case: Case) -> str:
    loaded = game(case.game, case.mode)
    seats = dict.fromkeys(seat_names(case.players), "random")
    session = PlaySession(
        loaded.start(tuple(seats), case.seed), seats,
        lambda: TextStyle(width=case.width, height=case.height, ascii=case.ascii),
    )  # fmt: skip
    while session.match.answers < case.answers and session.step():
        pass
    if session.match.over:
        lines = session.ending()
    else:
        session.replace(session.match.requests[0].seat, "human")
        session.advance()  # who decides at the same time has decided
        lines = [*session.board(), (), *session.menu()]
    return "".join(f"{line}\n" for line in session.ink().lines(lines))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_drawing_is_the_one_that_was_looked_at(case: Case, request: pytest.FixtureRequest) -> None:
    result = drawn(case)
    file = FOLDER / f"{case.name}.txt"
    if request.config.getoption("--rewrite"):
        file.write_text(result, encoding="utf-8", newline="")
    assert result == file.read_text(encoding="utf-8")
    assert max(map(width, result.splitlines())) <= case.width
    if case.ascii:
        assert result.isascii()


def test_no_drawing_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == {case.name for case in CASES}
