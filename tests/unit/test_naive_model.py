"""The engine against the naive model of `naive_model.py`: the same duels, answer by answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from interpreter import state as s
from interpreter import things
from interpreter.match import Match, start
from interpreter.scope import RuleError
from tests.unit.naive_model import LAYERS, Duel, Fault, Fighter, Model, Rule, rules_text
from tests.unit.tables import program, table

NOTE = st.tuples(st.just("note"), st.integers(1, 9))
CHANGE = st.one_of(
    st.tuples(st.just("by"), st.integers(-3, 3)),
    st.tuples(st.just("times"), st.integers(0, 2)),
    st.tuples(st.just("to"), st.integers(0, 2)),
    st.tuples(st.sampled_from(["at least", "at most"]), st.integers(0, 5)),
)
HURT = st.tuples(st.sampled_from(["hurt target", "hurt source"]), st.integers(0, 3))


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    """A hook; one that does damage again does it once per turn, so every duel comes to an end."""
    word = draw(st.sampled_from(["before", "before", "after", "instead of"]))
    does = [draw(NOTE)]
    again = False
    if word == "before":
        does += draw(st.lists(CHANGE, max_size=2))
        if draw(st.integers(0, 5)) == 0:
            does.append(("cancel", 0))
    elif word == "instead of" and draw(st.booleans()):
        does.append(("original", draw(st.integers(-1, 1))))
        does += draw(st.lists(NOTE, max_size=1))
    elif draw(st.booleans()):
        does.append(draw(HURT))
        does += draw(st.lists(NOTE, max_size=1))
        again = True
    about = draw(st.sampled_from(["target", "source", "any"]))
    return Rule(word, about, draw(st.sampled_from([0, 0, 1, 3])), again or draw(st.booleans()), tuple(does))


@st.composite
def duels(draw: st.DrawFn) -> Duel:
    keywords = draw(st.lists(rules(), max_size=3))
    own = st.lists(rules(), max_size=2)
    fighters = [
        Fighter(
            draw(st.integers(3, 12)),
            draw(st.integers(0, 4)),
            tuple(sorted(draw(st.sets(st.sampled_from(range(len(keywords))))))) if keywords else (),
            tuple(draw(own)),
        )
        for _ in range(2)
    ]
    plain = [rule for rule in draw(st.lists(rules(), max_size=3)) if rule.about == "any"]
    triggers = draw(st.sampled_from(["active_first", "oldest_first"]))
    return Duel((fighters[0], fighters[1]), tuple(keywords), tuple(plain), triggers)


def told(match: Match) -> tuple[list[int], list[int], list[int], str | None, tuple[str, ...]]:
    """What the engine says: wounds, burning, notes, whose turn it is, who has won."""
    m = match.machine
    fighters = m.state.cells[s.FIRST_KIND + m.world.layout.kinds["Fighter"].index]
    notes = table(match, "notes")
    assert isinstance(notes, tuple)
    return (
        [things.read(m, fighter, "wounds") for fighter in fighters],
        [things.mark_total(m, fighter, "Burning") for fighter in fighters],
        list(notes),
        None if match.over else match.requests[0].seat,
        match.result,
    )


def modelled(model: Model) -> tuple[list[int], list[int], list[int], str | None, tuple[str, ...]]:
    seats = ("Ann", "Ben")
    over = model.winner is not None
    result = (seats[model.winner],) if model.winner is not None else ()
    return model.wounds, model.burning, model.notes, None if over else seats[model.active], result


@given(duels(), st.integers(0, 1000), st.lists(st.sampled_from(["strike", "strike", "sweep", "rest", "pass"]), max_size=14))
def test_the_engine_and_the_model_come_to_the_same(duel: Duel, seed: int, actions: list[str]) -> None:
    match = start(program(rules_text(duel)), ("Ann", "Ben"), seed)
    model = Model(duel, seed)
    assert told(match) == modelled(model)
    for action in actions:
        if match.over:
            break
        request = match.requests[0]
        words = [option.words.split()[0] for option in request.options]
        assert words == ["strike", "sweep", "rest"]
        try:
            match.answer(request.id, () if action == "pass" else (words.index(action),))
        except RuleError as wrong:
            assert wrong.code == "BW5014"
            try:
                model.answer(action)
            except Fault:
                return
            raise AssertionError("the model sees no rules that disagree") from wrong
        model.answer(action)
        assert told(match) == modelled(model)


def test_the_layers_are_those_of_the_language() -> None:
    from dsl import vocabulary

    assert vocabulary.LAYERS == LAYERS
