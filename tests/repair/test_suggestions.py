"""A suggestion is the author's own line as it should be, and it passes the checker where it stands.

Each case is one line of a card, keyword or scenario of Scrapyard in a notation that people bring along, and the line that
is suggested. The rules are read once.
"""

from __future__ import annotations

from copy import copy
from functools import cache

import pytest
from attrs import evolve

from dsl.check.driver import CheckedRules, parts_of
from dsl.repair.families.items import keyword_number, truths
from dsl.repair.finding import RepairedFinding
from dsl.repair.judge import Judge
from dsl.repair.repair import repaired
from dsl.repair.spot import MistakeSpot
from dsl.repair.vocabulary import Vocabulary
from tests.work import calls
from tools.workspace.programs import ProgramChecker, find

BOT = "Bot Crane house {\n  hull 8\n  Part Arm { power 2 }\n  @\n}\n"
GADGET = "Gadget Spark house {\n  copies 2\n  used { @ }\n}\n"
TARGET = "Gadget Spark house {\n  copies 2\n  used { choose one of Bot where owner is not me as target; @ }\n}\n"
KEYWORD = (
    'keyword Prickly(n: 1..3 = 1) "Prickly {n}" on Bot house\n  says "Who strikes it takes {n} damage." {\n  @\n}\n'
)
STORY = (
    'scenario "s" cites SY-STRIKE-03 {\n  seats Ann, Ben\n  given map "Old Yard", Rusty for Ann at A1, Kettle for Ben at B1\n'
    '  dice ImpactDie: 1\n  do strike Kettle with "Iron Fist" by Ann\n  @\n}\n'
)
HEAD = "@\n  hull 8\n  Part Arm { power 2 }\n}\n"

# fmt: off
CASES = [  # the text around the line, the line as it was written, the line as it should be
    (HEAD, "bot Crane house {", "Bot Crane house {"),
    (HEAD, 'house Bot "Old Crane" {', 'Bot "Old Crane" house {'),
    (HEAD, "Bot Crane house", "Bot Crane house {"),
    (BOT, "Plated 2", "Plated(2)"),
    (BOT, "Plated: 2", "Plated(2)"),
    (BOT, 'Part Old Rusty Hook { power 1 }', 'Part "Old Rusty Hook" { power 1 }'),
    (BOT, "Part Hook { power: 1, range: 2 }", "Part Hook { power 1, range 2 }"),
    (BOT, "Part Hook { power +1 }", "Part Hook { power 1 }"),
    (BOT, "Part Hook { power 1.0 }", "Part Hook { power 1 }"),
    (BOT, "Part Hook { power 2d6 }", "Part Hook { power 7 }"),
    (BOT, "forbid shove it until end of turn, because \"it is heavy\"", 'forbid shove it until end of turn because "it is heavy"'),
    (BOT, "This bot cannot be shoved because it is heavy.", 'forbid shove it because "it is heavy"'),
    (BOT, "after damage it during hit once each turn { it.owner.energy += 1 }", "after damage it during hit once per turn { it.owner.energy += 1 }"),
    (BOT, "Whenever this bot is damaged, you gain 1 energy.", "after damage it { it.owner.energy += 1 }"),
    (TARGET, "give target Burning(2)", "give Burning(2) to target"),
    (TARGET, "damage(target, 2, it)", "damage target by 2 from it"),
    (TARGET, "damage target by 2 points from it", "damage target by 2 from it"),
    (TARGET, "if target.damage >= 2 && me.energy > 0 { damage target by 1 from it }", "if target.damage >= 2 and me.energy > 0 { damage target by 1 from it }"),
    (TARGET, "if target.damage is at least 2 { damage target by 1 from it }", "if target.damage >= 2 { damage target by 1 from it }"),
    (TARGET, "if target has no Burning { give Burning to target }", "if target lacks Burning { give Burning to target }"),
    (GADGET, "for b in Bot { damage b by 1 from it }", "for each b in Bot { damage b by 1 from it }"),
    (GADGET, "you gain 2 energy", "me.energy += 2"),
    (KEYWORD, "after damage it during hit { damage hit.attacker by n }", "after damage it during hit { damage hit.attacker by n from it }"),
    (KEYWORD, "after destroy it { damage Bot where that is not it by n from it }", "after wreck it { damage Bot where that is not it by n from it }"),
    (STORY, "assert Kettle.damage is 3", "then Kettle.damage is 3"),
    (STORY, "then Kettle.damage == 3", "then Kettle.damage is 3"),
    (STORY, "Kettle should be damaged", "then Kettle.damage > 0"),
]
# fmt: on


@cache
def scrapyard() -> tuple[CheckedRules, frozenset[str], dict[str, str]]:
    checker = ProgramChecker([find("scrapyard", "rulesets"), find("scrapyard-starter", "content")])
    checked = checker.check(checker.members(tests=False))
    cards: dict[str, str] = {}
    for card in checked.program.cards:
        head = card.checked.head
        cards |= dict.fromkeys((head.id, head.shown), head.kind)
        if card.parsed.tree is not None:
            cards |= dict(parts_of(card.parsed.tree, checked.rules.symbols))
    clauses = frozenset(clause for clauses in checked.rules.clauses.values() for clause in clauses or ())
    return checked.rules, clauses, cards


def results(text: str) -> list[RepairedFinding]:
    rules, clauses, cards = scrapyard()
    judge = Judge(rules, clauses, cards)
    return repaired(text, judge.findings(text) or (), judge, Vocabulary(rules.symbols, cards, rules.events))


def typed(text: str, result: RepairedFinding) -> str:
    """The text after the fix of a finding is typed in."""
    assert result.finding.fix is not None
    for edit in sorted(result.finding.fix.edits, key=lambda edit: -edit.place.start):
        text = text[: edit.place.start] + edit.text + text[edit.place.end :]
    return text


def same(text: str) -> str:
    return " ".join(text.replace(" }", "}").replace("{ ", "{").split())


@pytest.mark.parametrize("around,written,right", CASES, ids=[written[:40] for _, written, _ in CASES])
def test_the_line_is_shown_as_it_should_be(around: str, written: str, right: str) -> None:
    text = around.replace("@", written)
    found = results(text)
    assert len(found) == 1
    assert same(typed(text, found[0])) == same(around.replace("@", right))
    assert "write `" in found[0].finding.help


def test_the_same_mistake_on_several_lines_is_one_finding() -> None:
    found = results("Bot Crane house {\n  hull = 8\n  Part Arm { power = 2 }\n  Part Leg { power = 1 }\n}\n")
    assert len(found) == 1
    assert len(found[0].finding.notes) == 2


def test_what_follows_from_a_mistake_is_not_reported() -> None:
    text = TARGET.replace("as target", "as victim").replace("@", "wreck target; damage target by 1 from it")
    rules, clauses, cards = scrapyard()
    assert len(Judge(rules, clauses, cards).findings(text) or ()) == 2
    found = results(text)
    assert len(found) == 1
    assert "wreck victim; damage victim by 1 from it" in typed(text, found[0])


def test_one_thing_never_becomes_all_things_of_its_kind() -> None:
    found = results(TARGET.replace("@", "wreck bot"))
    assert found[0].finding.fix is None or "wreck Bot" not in found[0].finding.fix.edits[0].text


def test_a_guess_is_shown_but_not_applied_by_itself() -> None:
    found = results(BOT.replace("@", "Part Hook { power 2d6 }"))
    assert found[0].finding.fix is not None
    assert not found[0].finding.fix.certain


def test_the_work_is_bounded() -> None:
    rules, clauses, cards = scrapyard()
    judge = Judge(rules, clauses, cards, trials=3)
    text = BOT.replace("@", "Whenever this bot is damaged, you gain 1 energy.")
    found = repaired(text, judge.findings(text) or (), judge, Vocabulary(rules.symbols, cards, rules.events))
    assert len(found) == 1
    assert judge.trials <= 0


def test_a_proposal_does_not_go_through_all_verbs_and_fields() -> None:
    """With thousands of verbs and as many mistakes, most of a check went there."""
    rules, clauses, cards = scrapyard()
    text = BOT.replace("@", "Plated 2")
    findings = Judge(rules, clauses, cards).findings(text) or ()
    shove = rules.symbols.verbs["shove"]
    work = []
    for many in (10, 1_000):
        symbols = copy(rules.symbols)
        symbols.verbs = {**rules.symbols.verbs, **{f"verb{number}": shove for number in range(many)}}
        spot = MistakeSpot(text, findings[0], Vocabulary(symbols, cards), findings)
        work.append(calls(lambda: [*keyword_number(spot), *truths(spot)]))  # noqa: B023 - called at once
    assert work[0] == work[1]


def test_no_finding_is_lost_when_the_work_is_used_up() -> None:
    text = GADGET.replace("@", "; ".join(f"damage foo{number} by 2 from it" for number in range(30)))
    rules, clauses, cards = scrapyard()
    judge = Judge(rules, clauses, cards)
    given = judge.findings(text) or ()
    found = repaired(text, given, judge, Vocabulary(rules.symbols, cards, rules.events))
    assert len(given) == 30
    assert {result.finding.message for result in found} == {finding.message for finding in given}


def test_a_long_text_gets_no_suggestions() -> None:
    rules, clauses, cards = scrapyard()
    text = BOT.replace("@", "Plated 2\n" + "  # a long comment\n" * 1_500)
    judge = Judge(rules, clauses, cards)
    given = judge.findings(text) or ()
    left = judge.trials
    found = repaired(text, given, judge, Vocabulary(rules.symbols, cards))
    assert [result.finding for result in found] == list(given)
    assert judge.trials == left


def test_a_text_without_findings_is_left_alone() -> None:
    text = BOT.replace("@", "Plated(1)")
    finding = evolve(results(BOT.replace("@", "Plated 1"))[0].finding, severity="warning")
    rules, clauses, cards = scrapyard()
    judge = Judge(rules, clauses, cards)
    assert [result.finding for result in repaired(text, [finding], judge, Vocabulary(rules.symbols, cards))] == [
        finding
    ]
