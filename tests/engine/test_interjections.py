"""Sentences from outside on a table that waits: the question is taken back, and asked again when they are done."""

from __future__ import annotations

import pytest

from dsl.check.driver import check_text
from interpreter.execute.interjections import why_not_now
from interpreter.execute.snapshot import canonical
from interpreter.link.linked_program import LinkedProgram
from interpreter.match import EngineMatch
from tools.repl.match_steps import ReplMatch
from tools.repl.steps import AnswerStep, SentenceStep, StepRefused

GAME = """
ruleset tiny "Tiny" {{ players 2, start Match, triggers owner_chooses }}

kind Coin {{ worth: 1..9 = 1 }}

Coin Copper {{ }}

Coin Silver {{ worth 2 }}

extend Player {{
  keeps gold: 0.. = 3
  keeps marks: 0.. = 0
  zone purse of Coin
}}

currency GOLD = me.gold

effect gain n: 0.. by me {{ me.gold += n }}

after gain {{ actor.marks += 1 }}

keyword Lucky on Coin {{ after gain may {{ me.marks += 5 }} }}

window Main {{ offer any to active }}

action buy by me during Main {{
  cost 1 GOLD or 2 GOLD
  me.marks += 1
}}

flow Match {{
  for each p in players {{ take 1 of Copper into p.purse; take 1 of Silver into p.purse }}
  {sentence}
  open Main
}}

goal rich = players where gold > 90
"""


def table(sentence: str) -> ReplMatch:
    checked = check_text(GAME.format(sentence=sentence))
    assert [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    return ReplMatch(LinkedProgram(checked.program), ("Ann", "Ben"), 1)


QUESTIONS = {
    "choose": "choose one of players by active as chosen; chosen.marks += 1",
    "several": "choose up to 2 of active.purse by active as chosen; remove chosen",
    "may": "may by active { active.marks += 1 }",
    "either": 'either "left" by active { active.marks += 1 } or "right" { active.marks += 2 }',
    "ask": "ask active for 1..3 as told; active.marks += told",
    "window": "",
}


def first(found: ReplMatch) -> AnswerStep:
    request = found.requests[0]
    return AnswerStep(request.seat, (0,), (request.options[0].words,))


@pytest.mark.parametrize("sentence", QUESTIONS.values(), ids=QUESTIONS)
def test_a_sentence_comes_between_and_the_question_stays(sentence: str) -> None:
    plain, other = table(sentence), table(sentence)
    asked = [(item.sort, item.seat, [option.words for option in item.options]) for item in plain.requests]
    before = canonical(other.machine.state, other.linked)
    other.do(SentenceStep("gain 4 by Ben", "input"))
    assert [(item.sort, item.seat, [option.words for option in item.options]) for item in other.requests] == asked
    for item in (plain, other):
        item.do(first(item))
    gold = _gold(other, "Ben") - _gold(plain, "Ben")
    assert gold == 4
    other.undo()
    other.undo()
    assert canonical(other.machine.state, other.linked) == before


def _gold(found: ReplMatch, seat: str) -> int:
    from interpreter.evaluate import fields, things

    player = things.find(found.machine, seat, "Player")
    assert player is not None
    gold: int = fields.read(found.machine, player, "gold")
    return gold


def test_what_is_offered_follows_the_table() -> None:
    position = table("choose one of active.purse where worth > 1 by active as chosen; remove chosen")
    assert position.requests[0].sort == "act", "one is not asked for"
    position = table("choose any of active.purse by active as chosen")
    assert [option.words for option in position.requests[0].options] == ["Silver", "Copper"]
    position.do(SentenceStep("remove first(active.purse)", "input"))
    assert [option.words for option in position.requests[0].options] == ["Copper"]


def test_a_payment_in_progress_continues() -> None:
    position = table("")
    position.do(first(position))
    assert position.requests[0].sort == "pay"
    position.do(SentenceStep("me.gold += 10", "input"))
    assert position.requests[0].sort == "pay"
    position.do(first(position))
    assert _gold(position, "Ann") == 12


def test_a_question_inside_a_sentence() -> None:
    position = table("")
    position.do(SentenceStep("choose one of players as chosen", "input 1"))
    position.do(SentenceStep("choose one of players as other", "input 2"))
    position.do(AnswerStep("Ann", (1,), ("Ben",)))
    position.do(AnswerStep("Ann", (0,), ("Ann",)))
    names = position.scope().values
    assert position.requests[0].sort == "act"
    assert set(names) == {"other"} | set(names)


def test_the_order_of_hooks_is_asked_again() -> None:
    checked = check_text(
        GAME.format(sentence="").replace(
            "after gain { actor.marks += 1 }",
            "keyword Sly on Coin { after gain { me.marks += 1 } }\n\nkeyword Shy on Coin { after gain { me.marks += 2 } }",
        ).replace("Coin Silver { worth 2 }", "Coin Silver { worth 2, Sly, Shy }").replace("Coin Copper { }", "Coin Copper { Sly }")
    )  # fmt: skip
    assert [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    result = ReplMatch(LinkedProgram(checked.program), ("Ann", "Ben"), 1)
    result.do(SentenceStep("gain 1 by Ann", "input"))
    assert result.requests[0].sort == "order"
    number = len(result.requests[0].options)
    result.do(SentenceStep("me.gold += 1", "input 2"))
    assert result.requests[0].sort == "order"
    assert len(result.requests[0].options) == number


def test_what_cannot_be_interrupted_says_so() -> None:
    position = table("together for each p in players { choose one of players by p as chosen; chosen.marks += 1 }")
    assert why_not_now(position.machine.state) == "several decide together now: their answers come first"
    with pytest.raises(StepRefused, match="several decide together"):
        position.do(SentenceStep("gain 1 by Ann", "input"))
    assert len(position.requests) == 2
    position = table("arrange active.purse by active")
    with pytest.raises(StepRefused, match="has to be answered first"):
        position.do(SentenceStep("gain 1 by Ann", "input"))
    assert position.requests[0].sort == "arrange"


def test_a_match_that_is_over_takes_no_sentence() -> None:
    position = table("")
    position.do(SentenceStep("me.gold = 99", "input 1"))
    position.do(SentenceStep("gain 1 by Ann", "input 2"))
    assert position.over
    with pytest.raises(StepRefused, match="over"):
        position.do(SentenceStep("gain 1 by Ann", "input 3"))


def test_why_knows_what_was_said() -> None:
    from interpreter.explain.why import why

    position = table("")
    position.do(SentenceStep("gain 2 by Ben", "input"))
    assert isinstance(position.match, EngineMatch)
    text = "\n".join(why(position.match, "Ben.gold").lines())
    assert "Ben.gold is 5" in text
    assert "what you typed at input:1:1: gain 2 by Ben" in text
