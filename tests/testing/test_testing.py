"""Scenarios found and run: what they cover, counted by hand on a small game, and which changes they notice."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dsl.parse import parse_source
from dsl.text.source import Source
from interpreter.model import limits
from tests.architecture.tree import ROOT
from tools.report.style import ReportStyle
from tools.testing.coverage import as_json, summary, table, whole
from tools.testing.coverage_page import page
from tools.testing.mutants import mutants
from tools.testing.mutation_run import MutatedUnit, MutationResult, judge, mutate
from tools.testing.mutation_run import as_json as mutated_json
from tools.testing.mutation_run import table as mutated_table
from tools.testing.output import as_json as report_json
from tools.testing.output import lines
from tools.testing.results import ScenarioReport
from tools.testing.run import SuiteCoverage, run
from tools.testing.suites import FoundSuites, load
from tools.testing.workers import done

SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "dsl" / "schemas" / "test-output.json").read_text()))

GAME = """\
ruleset duel "Duel" { players 2, triggers active_first, start Match }

die Coin { 0, 1 }

kind Card { bonus: 0..3 }

extend Player {
  keeps score: 0..9 = 0
  zone hand of Card seen by owner
}

rule prize(p: Player) = (if p.score > 5 then 1 else 2)

effect win_one by me {
  me.score += prize(me)
  if me.score is 4 { me.score += 1 } else { stop }
}

effect gamble by me {
  roll Coin as face
  match face { 0: me.score = 0, 1: me.score = 9 }
}

after win_one if actor.score > 3 { actor.score += 1 }

define double(n: number) = n * 2

flow Match { win_one by active; active.score = double(active.score) }

Card Lucky { bonus 1 }

Card Plain { bonus 0 }
"""
FIRST = 'scenario "a first point" { seats Ann, Ben; do win_one by Ann; then Ann.score is 2 }\n'
LUCK = """\
scenario "bad luck" {
  seats Ann, Ben
  given Lucky in Ann.hand, Ann.score = 3
  dice Coin: 0
  do gamble by Ann
  then Ann.score is 0
}
"""
MORE = """\
scenario "many points" {
  cases had, have { 6, 8; 3, 6; 2, 6; 4, 7 }
  seats Ann, Ben
  given Ann.score = had
  do win_one by Ann
  then Ann.score is have
}
"""
TODO = 'scenario "later" { todo "the flow" }\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def covered(*texts: str) -> tuple[ScenarioReport, list[SuiteCoverage]]:
    Path("duel.bot").write_text("\n".join((GAME, *texts)), encoding="utf-8")
    loaded = load(["duel.bot"])
    assert [diagnostic.message for diagnostic in loaded.errors] == []
    return run(loaded, jobs=1, covering=True)


def figures(*texts: str) -> dict[str, Any]:
    report, result = covered(*texts)
    assert report.count("failed") == 0
    laid = whole(result)
    return as_json(summary(laid, report.results))


def of(entries: list[dict[str, Any]], name: str) -> tuple[str, int, int, int, int]:
    first = next(entry for entry in entries if entry["name"] == name)
    return first["status"], first["ran"], first["items"], first["gone"], first["ways"]


# ----------------------------------------------------------------------------------------------- coverage, by hand


def test_coverage_by_hand(project: Path) -> None:
    result = figures(FIRST, LUCK)
    rules = result["rules"]["list"]
    assert of(rules, "rule prize") == ("half", 2, 2, 1, 2)  # the value and its condition, which was never true
    assert of(rules, "effect win_one") == ("half", 3, 4, 1, 2)  # the score is never 4
    assert of(rules, "effect gamble") == ("half", 3, 4, 1, 2)  # the coin never shows 1
    assert of(rules, "after win_one") == ("half", 1, 2, 1, 2)  # it was asked, and never answered
    assert of(rules, "define double") == ("not run", 0, 1, 0, 0)
    assert of(rules, "flow Match") == ("not run", 0, 2, 0, 0)
    assert (result["rules"]["run"], result["rules"]["half"], result["rules"]["total"]) == (0, 4, 6)
    assert (result["branches"]["gone"], result["branches"]["ways"]) == (4, 8)
    assert [(half["line"], half["column"], half["text"]) for half in result["branches"]["half"]] == [
        (12, 29, "p.score > 5"),
        (16, 6, "me.score is 4"),
        (21, 3, "match face { 0: me.score = 0, 1: me.score = 9 }"),
        (24, 18, "actor.score > 3"),
    ]
    cards = result["cards"]["list"]
    assert [(card["name"], card["status"]) for card in cards] == [("Card Lucky", "run"), ("Card Plain", "not run")]


def test_more_scenarios_cover_more(project: Path) -> None:
    """Scores of 6, 3, 2 and 4 before a win: the prize goes both ways, the score becomes 4 once, the hook answers."""
    rules = figures(FIRST, LUCK, MORE)["rules"]["list"]
    assert of(rules, "rule prize") == ("run", 2, 2, 2, 2)
    assert of(rules, "effect win_one") == ("run", 4, 4, 2, 2)
    assert of(rules, "after win_one") == ("run", 2, 2, 2, 2)
    assert of(rules, "effect gamble") == ("half", 3, 4, 1, 2)


def test_nothing_is_covered_by_what_is_to_be_written(project: Path) -> None:
    result = figures(TODO)
    assert (result["rules"]["run"], result["rules"]["half"], result["branches"]["gone"]) == (0, 0, 0)


def test_a_clause_is_covered_where_a_rule_and_a_scenario_that_passes_cite_it(project: Path) -> None:
    loaded = load([str(ROOT / "rulesets" / "scrapyard")], re.compile("coolant"))
    report, suites = run(loaded, jobs=1, covering=True)
    clauses = {item.id: item for item in summary(whole(suites), report.results).clauses}
    assert len(report.results) == 1
    assert (clauses["SY-STEP-04"].scenarios, clauses["SY-STEP-04"].rules, clauses["SY-STEP-04"].ran) == (1, 1, 1)
    assert [id for id, item in clauses.items() if item.covered] == ["SY-STEP-04"]
    assert clauses["SY-WIN-01"].ran == 1  # the goal was asked, but no scenario here cites it


def test_the_rules_of_a_game_are_covered_by_the_scenarios_of_its_packs() -> None:
    paths = [str(ROOT / "rulesets" / "scrapyard"), str(ROOT / "content" / "scrapyard-starter")]
    loaded = load(paths, re.compile("the first turns"))
    report, suites = run(loaded, jobs=1, covering=True)
    assert (len(report.results), len(suites)) == (1, 2)
    lines = {line.name: line for line in summary(whole(suites), report.results).rules}
    assert lines["effect set_up"].status == "run"
    assert lines["flow Match"].status == "run"
    assert all("/tests/" not in line.file for line in lines.values())


def test_the_table_and_the_page(project: Path) -> None:
    report, result = covered(FIRST, LUCK)
    laid = whole(result)
    figures = summary(laid, report.results)
    actual = "\n".join(table(figures))
    assert "rules     0 of 6 (0 %) run, 4 half" in actual
    assert "duel.bot:14  effect win_one: 3 of 4, 1 of 2 branches" in actual
    text = page([(laid, figures)], report.found.sources)
    assert '<span class="half">me.score is 4</span>' in text
    assert '{ <span class="miss">me.score += 1</span> } else { <span class="run">stop</span> }' in text
    assert '<span class="miss">n * 2</span>' in text
    assert text.count('<span class="at"') == (project / "duel.bot").read_text().count("\n")
    assert "prefers-color-scheme: dark" in text
    assert not re.search(r"https?://|<script|<link|@import", text)


def test_a_page_shows_nothing_that_a_browser_would_obey(project: Path) -> None:
    evil = 'Card Evil "</pre><script>alert(1)</script>" { bonus 1 }\n'
    report, result = covered(FIRST, evil)
    laid = whole(result)
    text = page([(laid, summary(laid, report.results))], report.found.sources)
    assert "<script" not in text
    assert "&lt;/pre&gt;&lt;script&gt;" in text


# ------------------------------------------------------------------------------------------------------- mutants


def changes(text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    (parsed,) = parse_source(Source("x.bot", text))
    return [(item.sort, item.old, item.others) for item in mutants(parsed)]


def test_every_small_change_of_a_text() -> None:
    text = "after hit with it if n >= 2 and it has Burn once per turn { if not gone(it) { damage it by 0 from it } }\n"
    assert changes(text) == [
        ("hook", "after", ("before",)),
        ("condition", "n >= 2 and it has Burn", ("not (n >= 2 and it has Burn)",)),
        ("comparison", ">=", (">",)),
        ("number", "2", ("3", "1")),
        ("condition", "and", ("or",)),
        ("comparison", "has", ("lacks",)),
        ("hook", "{ if not gone(it) { damage it by 0 from it } }", ("{ }",)),
        ("condition", "not gone(it)", ("gone(it)",)),
        ("number", "0", ("1",)),
    ]


def test_rules_that_change_or_forbid_are_left_out() -> None:
    text = "mode quick { modify speed of Bot by -1; forbid step if actor.bot is none }\n"
    assert [item for item in changes(text) if item[0] == "hook"] == [
        ("hook", "modify speed of Bot by -1", ("",)),
        ("hook", "forbid step if actor.bot is none", ("",)),
    ]


def test_the_type_of_a_result_is_no_number_of_the_rules() -> None:
    assert changes("rule gain(p: Player): 1..6 = 2\n") == [("number", "2", ("3", "1"))]
    assert changes("define far(a: 0..9): 0..9 = 4\n") == [("number", "4", ("5", "3"))]
    assert changes("kind Bot { stat speed: 0..9 = 4 }\n") == [("number", "4", ("5", "3"))]


def test_a_condition_that_is_one_comparison_is_changed_once() -> None:
    assert changes("define f(n: number) = (if n is 1 then n else n)\n") == [
        ("comparison", "is", ("is not",)),
        ("number", "1", ("2", "0")),
    ]


def test_the_numbers_of_clauses_are_no_numbers_of_the_rules() -> None:
    text = "extend Player cites XX-A-01 02..04 09 { keeps gold: number cites XX-B-03 = 7 }"
    assert changes(text) == [("number", "7", ("8", "6"))]
    text = "forbid pass if active.gold > 5 because XX-A-03 cites XX-B-01 04"
    assert {old for sort, old, _ in changes(text) if sort == "number"} == {"5"}


def test_what_a_kind_requires_is_for_the_checker() -> None:
    text = "kind Card { price: 1..9 = 3; require it.price in 2..5 because XX-A-01; stat dear = it.price > 4 }\n"
    assert changes(text) == [("number", "3", ("4", "2")), ("comparison", ">", (">=",)), ("number", "4", ("5", "3"))]


def test_scenarios_and_words_are_not_changed() -> None:
    assert changes('scenario "s" { seats Ann, Ben; then 1 is 1 }\n') == []
    assert changes('Card "Unit 7" says "Draw 2." cites AR-TURN-01 { }\n') == []
    assert changes('Card "Unit 7" cites AR-TURN-01..03 05 AR-WORK-02 04 { }\n') == []


def noticed(*texts: str) -> MutationResult:
    _, result = covered(*texts)
    return mutate(result, jobs=1)


def spots(found: MutationResult) -> set[tuple[int, str, str]]:
    return {(left.spot[1], left.mutant.old, left.words) for left in found.unnoticed}


def test_mutants_by_hand(project: Path) -> None:
    left = spots(noticed(FIRST, LUCK))
    assert (12, "2", "3") not in left  # the first point would be three
    assert (16, "is", "is not") not in left  # a second point would follow
    assert (21, "0", "1") not in left  # a match that knows no 0
    assert {(12, "5", "6"), (16, "4", "5"), (24, ">", ">="), (26, "2", "3")} <= left
    more = spots(noticed(FIRST, LUCK, MORE))
    assert not {(12, "5", "6"), (16, "4", "5"), (24, "{ actor.score += 1 }", "{ }")} & more
    assert (26, "2", "3") in more


def test_before_and_after_an_effect_without_a_body_are_one_moment(project: Path) -> None:
    rules = "effect bell { }\n\neffect toll { for each p in players { p.score = 0 } }\n\n"
    rules += "after bell { for each p in players { p.score += 1 } }\n\nafter toll { for each p in players { p.score += 2 } }\n"
    _, (suite,) = covered(rules, 'scenario "bell" { seats Ann, Ben; do bell; do toll; then Ann.score is 2 }\n')
    words = [item.piece.text for item in MutatedUnit(suite).mutants() if item.old == "after"]
    assert [text.split()[1] for text in words if "p.score" in text] == ["toll"]


def test_what_never_runs_is_told_and_not_tried(project: Path) -> None:
    result = noticed(FIRST, LUCK)
    never = {(left.spot[1], left.words) for left in result.unnoticed if not left.ran}
    assert {(16, "2"), (24, "2"), (26, "3"), (32, "1")} == never
    text = "\n".join(mutated_table(result))
    assert "duel.bot:26:32: number: `2` becomes `3`; no scenario runs it" in text
    assert f"detected {result.noticed} of {result.tried} ({100 * result.noticed // result.tried} %)" in text


def test_what_does_not_check_is_counted_and_left(project: Path) -> None:
    """Two players become three or one: the scenarios would not check any more."""
    result = noticed(FIRST)
    assert result.unfit >= 1
    assert result.total == result.tried + result.unfit
    assert not any(left.spot[1] == 1 for left in result.unnoticed)


def test_what_the_checker_holds_is_no_change(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many play in a mode, and which rows a card may write: a wrong one never gets as far as a scenario."""
    monkeypatch.setitem(globals(), "GAME", GAME.replace("players 2", "players 1..2"))
    more = "extend Card { script plan by 1..4 }\n\nmode solo { players 1 }\n"
    alone = 'scenario "alone" { seats Ann; given mode solo; do win_one by Ann; then Ann.score is 2 }\n'
    result = noticed(FIRST, more, alone)
    assert not any(left.mutant.piece.text.startswith(("extend Card", "mode solo")) for left in result.unnoticed)


def test_a_sample_is_drawn_with_a_seed(project: Path) -> None:
    _, result = covered(FIRST, LUCK)
    first, again, other = (mutate(result, 8, seed, jobs=1) for seed in (1, 1, 2))
    assert first == again
    assert first.tried == 8
    assert spots(first) != spots(other)


def test_a_changed_default_reaches_whoever_leaves_it_out(project: Path) -> None:
    rule = "define worth(p: Player, n: 1..9 = 2) = p.score + n\n\neffect gain by me { me.score = worth(me) }\n"
    gain = 'scenario "gains two" { seats Ann, Ben; do gain by Ann; then Ann.score is 2 }\n'
    result = noticed(rule, gain)
    assert not any("define worth" in left.mutant.piece.text for left in result.unnoticed)


def test_a_change_that_never_ends_is_noticed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`while score > 0` that becomes `>=` goes on up to its bound, which is past that of a mutant."""
    rule = "effect drain by me { repeat while me.score > 0 at most 6000 { me.score -= 1; nudge me } }\n\n"
    rule += "effect nudge who: Player { who.score += 0 }\n"
    drain = 'scenario "drained" { seats Ann, Ben; given Ann.score = 2; do drain by Ann; then Ann.score is 0 }\n'
    before = limits.STEPS_PER_DECISION
    result = noticed(rule, drain)
    assert before == limits.STEPS_PER_DECISION
    assert not any(left.mutant.old == ">" and left.spot[1] > 32 for left in result.unnoticed)


HAND_MADE = [
    ("strike.bot", "force += 2", "2"),  # a critical hit
    ("strike.bot", "cost 1 EN", "1"),  # to brace
    ("strike.bot", "by -2", "2"),  # what bracing takes off
    ("strike.bot", "face has miss", "has"),
    ("strike.bot", "{ modify amount by -n at least 0 }", "{ modify amount by -n at least 0 }"),  # plates
    ("bots.bot", "target.health <= 0", "<="),
    ("bots.bot", "damage target by 1 from source", "1"),  # shoved against a wall
    ("turn.bot", "modify energy_per_turn to 3", "3"),
    ("turn.bot", "count(players) is 1", "is"),
    ("turn.bot", "tile in adjacent(my_bot(me))", "in"),
    ("yard.bot", "then 2 else", "2"),  # oil
    ("yard.bot", "tile.terrain is not wall", "is not"),
]


def test_the_scenarios_of_the_shipped_game_notice_these() -> None:
    loaded = load([str(ROOT / "rulesets" / "scrapyard")])
    _, suites = run(loaded, jobs=1, covering=True)
    (ward,) = (MutatedUnit(item) for item in suites)
    every = list(ward.mutants())
    for file, around, old in HAND_MADE:
        fitting = [
            item
            for item in every
            if item.piece.file.endswith(f"/{file}")
            and item.old == old
            and _stands_in(item.piece.text, around, item.span)
        ]
        assert fitting, f"no change of `{old}` in `{around}`"
        for item in fitting:
            assert judge([ward], item)[0] == "noticed", f"{file}: `{old}` in `{around}`"


def _stands_in(text: str, around: str, span: tuple[int, int]) -> bool:
    at = text.find(around)
    return 0 <= at <= span[0] and span[1] <= at + len(around)


# --------------------------------------------------------------------------------------------------- finding, running


def test_any_order_and_any_number_of_jobs_give_the_same() -> None:
    loaded = load([str(ROOT / "rulesets" / "scrapyard")])
    plain = report_json(run(loaded, jobs=1)[0])
    assert plain["passed"] == len(plain["scenarios"]) > 20
    assert report_json(run(loaded, jobs=1, shuffle=7)[0]) == plain
    assert report_json(run(loaded, jobs=2, shuffle=11)[0]) == plain


def test_coverage_is_the_same_with_any_number_of_jobs(project: Path) -> None:
    Path("duel.bot").write_text("\n".join((GAME, FIRST, LUCK, MORE)), encoding="utf-8")
    loaded = load(["duel.bot"])
    alone, together = (run(loaded, jobs=jobs, covering=True)[1][0] for jobs in (1, 2))
    assert alone.each == together.each
    assert alone.whole.marks == together.whole.marks
    assert alone.cards == together.cards


def test_a_process_that_dies_is_one_piece_undone() -> None:
    def work(number: int) -> int:
        if number == 3:
            os._exit(9)
        return number * number

    by_name = dict(done(work, 8, 2))
    assert by_name == {**{number: number * number for number in range(8)}, 3: None}


def test_json_is_as_promised(project: Path) -> None:
    report, result = covered(FIRST, LUCK, TODO, FIRST.replace("is 2", "is 3").replace("a first", "a wrong"))
    laid = whole(result)
    more = {"coverage": [as_json(summary(laid, report.results))], "mutants": mutated_json(mutate(result, 5, jobs=1))}
    (text,) = lines("json", report, ReportStyle(), more)
    SCHEMA.validate(json.loads(text))
    plain = report_json(report)
    assert [*plain] == ["format_version", "passed", "failed", "todo", "scenarios"]
    assert (plain["passed"], plain["failed"], plain["todo"]) == (2, 1, 1)
    assert plain["scenarios"][3] == {
        "name": "a wrong point",
        "file": "duel.bot",
        "line": 46,
        "status": "failed",
        "cites": [],
        "message": "BW6306: this is false: `Ann.score is 3` (it is 2)",
    }
    assert plain["scenarios"][2]["message"] == "the flow"


def test_only_what_is_named_is_run() -> None:
    whole_game = load([str(ROOT / "rulesets" / "scrapyard")])
    one_file = load([str(ROOT / "rulesets" / "scrapyard" / "tests" / "strikes.bot")])
    assert 0 < names(one_file) < names(whole_game)
    assert names(load([str(ROOT / "rulesets" / "scrapyard")], re.compile("SY-KEYWORD-02"))) == 1


def names(found: FoundSuites) -> int:
    return sum(len(suite.scenarios) for suite in found.suites)


def test_a_game_with_an_error_is_not_run_and_the_others_are(project: Path) -> None:
    for name, text in (("good", GAME + "\n" + FIRST), ("bad", GAME + "\nflow Other { unheard_of }\n\n" + FIRST)):
        folder = project / "rulesets" / name
        folder.mkdir(parents=True)
        (folder / "rules.bot").write_text(text.replace("ruleset duel", f"ruleset {name}"), encoding="utf-8")
        manifest = f'id: {name}\nname: N\nversion: 1.0.0\nlanguage: "^1.0"\nlicence: CC0-1.0\nsource: s\n'
        (folder / "ruleset.yaml").write_text(manifest + "description: D\nauthors: [a]\n", encoding="utf-8")
    loaded = load([])
    assert [suite.game for suite in loaded.suites] == ["good"]
    assert loaded.errors
    assert {diagnostic.place.file for diagnostic in loaded.errors} == {"rulesets/bad/rules.bot"}
    report, _ = run(loaded, jobs=1)
    assert report.count("passed") == 1
    assert report.findings.exit_code() == 1


def test_a_mistake_beside_the_cards_of_a_pack_is_the_only_error(project: Path) -> None:
    """Scenarios of a ruleset name the cards of its packs: one wrong line must not make all of these unknown."""
    texts = {
        "rulesets/duel/rules.bot": GAME.replace("Card Lucky { bonus 1 }", ""),
        "rulesets/duel/ruleset.yaml": 'id: duel\nname: N\nversion: 1.0.0\nlanguage: "^1.0"\nlicence: CC0-1.0\n'
        "source: s\ndescription: D\nauthors: [a]\n",
        "rulesets/duel/tests/luck.bot": LUCK.replace("Ann.score is 0", "Ann.score is nothing"),
        "content/lucky/cards.bot": "Card Lucky { bonus 1 }\n",
        "content/lucky/pack.yaml": 'id: lucky\nname: N\nversion: 1.0.0\nlanguage: "^1.0"\nlicence: CC0-1.0\nsource: s\n'
        'ruleset: {id: duel, version: "^1.0"}\ndescription: D\nauthors: [a]\n',
    }
    for name, text in texts.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    loaded = load(["rulesets/duel"])
    assert [(diagnostic.code, diagnostic.message) for diagnostic in loaded.errors] == [
        ("BW2002", "`nothing` has no meaning here")
    ]
    (project / "rulesets/duel/tests/luck.bot").write_text(LUCK, encoding="utf-8")
    report, _ = run(load(["rulesets/duel"]), jobs=1)
    assert report.count("passed") == 1
