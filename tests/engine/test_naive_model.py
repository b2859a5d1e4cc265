"""The engine against the naive model of `naive_model.py`: the same duels, answer by answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import interpreter.evaluate.fields as fields
import interpreter.evaluate.marks as marks
from interpreter.match import EngineMatch, start
from interpreter.model import state as s
from interpreter.model.environment import RuleError
from interpreter.model.values import MarkOf
from tests.engine.naive_model import LAYERS, Duel, Fault, Fighter, Model, Rule
from tests.engine.tables import program, table

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


# ----------------------------------------------------------------------------------------------------- the same as text


def rules_text(duel: Duel) -> str:
    """The duel in the language."""
    lines = [f'ruleset duel "Duel" {{ players 2, triggers {duel.triggers}, start Match }}', _GROUND]
    for index, rule in enumerate(duel.keywords):
        lines.append(f"keyword K{index} on Fighter {{\n  {_hook(rule)}\n}}")
    lines += [_hook(rule) for rule in duel.rules]
    for index, fighter in enumerate(duel.fighters):
        items = [f"hull {fighter.hull}", f"power {fighter.power}", *(f"K{k}" for k in fighter.keywords)]
        items += [_hook(rule) for rule in fighter.own]
        lines.append(f"Fighter F{index} {{\n  " + "\n  ".join(items) + "\n}")
    return "\n\n".join(lines) + "\n"


def _hook(rule: Rule) -> str:
    whom = {"target": " it", "source": " from it", "any": ""}[rule.about]
    once = " once per turn" if rule.once else ""
    does = "; ".join(_SAID.get(what, f"modify amount {what} {much}").format(much) for what, much in rule.does)
    return f"{rule.word} damage{whom} if amount >= {rule.least}{once} {{ {does} }}"


_SAID = {
    "note": "notes += [{}]",
    "cancel": "cancel",
    "hurt target": "damage target by {} from source",
    "hurt source": "damage source by {} from target",
    "original": "damage target by amount + {} from source",
}
_GROUND = """die D6 { 1..6 }

kind Fighter { hull: 1..99, power: 0..9, keeps wounds: 0.. = 0 }

extend Player { zone ring of Fighter holds 1 }

extend Table { keeps notes: list of number = [] }

effect damage target: Fighter by amount: number from source: Fighter { target.wounds += amount }

status Burning(n: 1.. = 1) on Fighter stacks add {
  after turn by me { damage it by n from it; lose Burning from it }
}

action strike by me during Main {
  roll D6 as face
  if face is 6 { give Burning(1) to foe.ring }
  damage foe.ring by me.ring.power + (if face >= 5 then 1 else 0) from me.ring
}

action sweep by me during Main { damage Fighter by 2 from me.ring }

action rest by me during Main { me.ring.wounds -= 1 }

window Main { offer up to 2 to active }

goal standing_alone =
  (if some(Fighter, wounds >= hull) then players where ring.wounds < ring.hull else [])

flow Match {
  take 1 of F0 into first(players).ring
  take 1 of F1 into last(players).ring
  repeat { for each p in players { phase turn by p { open Main } } }
}"""


# ------------------------------------------------------------------------------------------------------------ comparing


def told(match: EngineMatch) -> tuple[list[int], list[int], list[int], str | None, tuple[str, ...]]:
    """What the engine says: wounds, burning, notes, whose turn it is, who has won."""
    m = match.machine
    fighters = m.state.cells[s.FIRST_KIND + m.linked.layout.kinds["Fighter"].index]
    notes = table(match, "notes")
    assert isinstance(notes, tuple)
    return (
        [fields.read(m, fighter, "wounds") for fighter in fighters],
        [marks.mark_total(m, fighter, MarkOf("Burning")) for fighter in fighters],
        list(notes),
        None if match.over else match.requests[0].seat,
        match.result,
    )


def modelled(model: Model) -> tuple[list[int], list[int], list[int], str | None, tuple[str, ...]]:
    seats = ("Ann", "Ben")
    over = model.winner is not None
    result = (seats[model.winner],) if model.winner is not None else ()
    return model.wounds, model.burning, model.notes, None if over else seats[model.active], result


@given(
    duels(), st.integers(0, 1000), st.lists(st.sampled_from(["strike", "strike", "sweep", "rest", "pass"]), max_size=14)
)
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
        chosen = () if action == "pass" else (words.index(action),)
        fault = _answered(match, request.id, chosen)
        assert fault == _modelled(model, action)
        if fault:
            return
        assert told(match) == modelled(model)


def _answered(match: EngineMatch, request: int, chosen: tuple[int, ...]) -> str:
    try:
        match.answer(request, chosen)
    except RuleError as wrong:
        return wrong.code
    return ""


def _modelled(model: Model, action: str) -> str:
    try:
        model.answer(action)
    except Fault:
        return "BW5014"
    return ""


def test_the_layers_are_those_of_the_language() -> None:
    from dsl.names import builtins

    assert builtins.LAYERS == LAYERS
