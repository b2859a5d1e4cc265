"""The prompt without a terminal: what can be typed, and every command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.repl.prompts import BEGIN, HAMMER, prompt, typed
from tools.matches import resume
from tools.repl.commands.registry import COMMANDS
from tools.repl.state_facts import facts


def test_an_expression_shows_value_and_type() -> None:
    session = prompt(*BEGIN)
    assert typed(session, "me.energy") == "2  (a number 0..9)"
    assert typed(session, "my_bot(me)") == "Kettle  (a Bot or none)"
    assert typed(session, "me.hand") == "Oil Can, Spare Plate, Battery  (a list of Gadgets)"
    assert typed(session, "count(players) is 2") == "yes  (yes or no)"
    assert typed(session, "Ann.energy + 1; Ben.energy") == "3  (a number)\n0  (a number 0..9)"
    assert not session.table.undone
    assert len(session.table.steps) == 5


def test_a_sentence_is_done_and_taken_back() -> None:
    session = prompt(*BEGIN)
    assert typed(session, "me.energy += 3") == "Ann.energy: 2 -> 5"
    assert typed(session, "damage Kettle by 2 from Forklift") == "    5    Forklift deals 2 damage to Kettle"
    assert typed(session, "Kettle.damage") == "2  (a number 0..)"
    assert typed(session, ":undo 2").splitlines()[:2] == [
        "undone: damage Kettle by 2 from Forklift",
        "undone: me.energy += 3",
    ]
    assert typed(session, "me.energy; Kettle.damage") == "2  (a number 0..9)\n0  (a number 0..)"
    assert "redone: me.energy += 3" in typed(session, ":redo")
    assert typed(session, "me.energy") == "5  (a number 0..9)"


def test_a_sentence_may_ask_and_name() -> None:
    session = prompt(*BEGIN)
    output = typed(session, "choose one of Bot as victim")
    assert "1  Kettle" in output
    assert "2  Forklift" in output
    output = typed(session, ":do 2")
    assert "Main" in output, "the question that was open is asked again"
    assert typed(session, "victim") == "Forklift  (a Bot)"
    output = typed(session, "roll ImpactDie as face")
    assert "impact die shows" in output
    assert "face is " in output
    assert typed(session, "let n = 3; n * 2") == "n is 3\n6  (a number)"
    typed(session, ":undo")
    assert "BW2002" in typed(session, "n")


def test_a_rule_that_is_said_holds_although_nobody_expected_it() -> None:
    session = prompt(*BEGIN)
    typed(session, "after draw until end of turn { me.energy += 3 }")
    typed(session, "draw 1")
    assert typed(session, "me.energy") == "5  (a number 0..9)"
    assert typed(session, "times(draw)") == "4  (a number 0..)", "what no rule counts can be counted all the same"


def test_an_action_that_is_offered_is_chosen() -> None:
    session = prompt(*BEGIN)
    output = typed(session, "step to B1")
    assert "Kettle enters B1" in output
    assert session.table.steps[-1].words_of() == "Ann: step to B1 by Ann"
    output = typed(session, "step to F5")
    assert "it is not next to your bot" in output
    assert len(session.table.steps) == 6
    typed(session, "Ann: pass")
    assert "draw 1 by Ann" in typed(session, "do draw 1 by Ann"), "a sentence does not ask whose turn it is"


def test_answers_in_words() -> None:
    session = prompt(*BEGIN)
    assert "is not asked anything now" in typed(session, "Ben: pass")
    assert "not possible now" in typed(session, "Ann: step to F5")
    assert "Ben's turn" in typed(session, "Ann: pass")
    assert [request.seat for request in session.table.requests] == ["Ben"]


def test_a_card_is_typed_and_used_at_once() -> None:
    session = prompt(*BEGIN)
    before = facts(session.table.machine)
    assert typed(session, HAMMER) == "added Bot Hammer"
    assert facts(session.table.machine) == before, "the table is as it was"
    assert typed(session, "Hammer.hull") == "5  (a number 1..20)"
    assert "Ben.bots: nothing -> Hammer" in typed(session, "take 1 of Hammer into Ben.bots")
    assert typed(session, "damage Hammer by 2 from Kettle; Hammer.health").endswith("3  (a number)")
    assert typed(session, HAMMER.replace("hull 5", "hull 9")) == "added Bot Hammer"
    assert typed(session, "Hammer.health") == "7  (a number)"
    assert "Kettle enters B1" in typed(session, "step to B1"), "and the match goes on"


def test_a_new_card_can_be_answered_with() -> None:
    session = prompt(":do 2")
    assert "Hammer" in typed(session, HAMMER)
    assert "A1" in typed(session, "Ann: choose Hammer")


def test_a_wrong_card_is_reported_with_its_position_and_changes_nothing() -> None:
    session = prompt(*BEGIN)
    output = typed(session, "Bot Hammer { hull 50 }")
    assert "error[BW2105]: 50 is outside the range 1..20 of `hull`" in output
    assert "1 | Bot Hammer { hull 50 }" in output
    assert "BW2007" in typed(session, "Hammer.hull")
    assert "error[BW2101]" in typed(session, "Bot Kettle { hull 5, Part Lid { power 1 } }")
    assert not session.desk.book.typed


def test_rules_are_typed_and_join_the_match() -> None:
    session = prompt(*BEGIN)
    assert typed(session, "effect boost n: 1.. by me { me.energy += n }") == "added effect boost"
    typed(session, "boost 2")
    assert typed(session, "me.energy") == "4  (a number 0..9)"
    assert typed(session, "after draw { active.energy += 1 }").startswith("added a rule after draw")
    output = typed(session, "modify energy_per_turn to 4")
    assert "the match now takes a different course, after step" in output, "the difference is shown"
    assert "`Ann.energy` was" in output


def test_the_table_is_laid() -> None:
    session = prompt(*BEGIN)
    assert "Kettle.damage: 0 -> 3" in typed(session, "Kettle.damage = 3")
    assert "Kettle.damage: 3 -> 2" in typed(session, "Kettle.damage -= 1")
    assert "Ann.hand" in typed(session, "given Firecracker in Ann.hand")
    assert "use Firecracker" in typed(session, ":legal"), "the question knows of it"
    output = typed(session, "Kettle.dmage = 3")
    assert "BW2004" in output
    assert "  |        ^^^^^" in output
    typed(session, ":undo 3")
    assert typed(session, "Kettle.damage; count(me.hand)") == "0  (a number 0..)\n3  (a number 0..)"


# ------------------------------------------------------------------------------------------------------- commands


def test_every_command_is_helped_with_and_answers() -> None:
    session = prompt()
    for name, item in COMMANDS.items():
        assert f":{name}" in typed(session, f":help {name}")
        assert item.says in typed(session, ":help")
    assert session.wrongs == 0


def test_commands_may_be_cut_short() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":u").startswith("undone")
    assert "could be `:state`, `:save`, `:step`, `:seed`, `:scenario`" in typed(session, ":s")
    assert "did you mean `:reload`" in typed(session, ":relod")
    assert "there is no command `:xyzzy`" in typed(session, ":xyzzy")
    assert session.wrongs == 3


def test_type_and_doc() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":type me.hand") == "a list of Gadgets"
    assert typed(session, ":type strike") == "a sentence: strike target with part [by me]"
    assert "error[BW2002]" in typed(session, ":type foo")
    assert "action `strike target with part [by me]`, during Main" in typed(session, ":doc strike")
    assert "Bot Kettle: hull 9" in typed(session, ":doc Kettle")
    assert "keeps energy: a number 0..9" in typed(session, ":doc Player")
    assert "Strikes hurt it" in typed(session, ":doc Plated")
    assert "put a thing into a zone" in typed(session, ":doc move")
    assert "Walls and tiles" in typed(session, ":doc SY-STEP-03")
    assert "BW2105" in typed(session, ":doc BW2105")
    assert "did you mean `Kettle`" in typed(session, ":doc Ketle")


def test_looking_at_the_table() -> None:
    session = prompt(*BEGIN)
    output = typed(session, ":state")
    assert "hand: Oil Can, Spare Plate," in output
    assert "Ben  energy 0" in output
    assert output.count("hand:") == 2, "nothing is hidden"
    assert "pile: " in output
    assert "Kettle.hull = 9" in typed(session, ":state Kettle")
    assert "did you mean `Kettle`" in typed(session, ":state Ketle")
    assert "hand: 3 gadgets" in typed(session, ":view Ben")
    assert "Oil Can" in typed(session, ":view Ann")
    assert "Oil Can" not in typed(session, ":view")
    assert "nobody sits at `Bem`: did you mean `Ben`?" in typed(session, ":view Bem")
    output = typed(session, ":legal")
    assert output.splitlines()[:2] == ["Ann: Main: what do you do? (`pass` passes)", "   1  use Battery"]
    assert "Ben is not asked anything" in typed(session, ":legal Ben")


def test_do_and_diff() -> None:
    session = prompt(*BEGIN)
    assert "Kettle enters B1" in typed(session, ":do Ann 4")
    assert typed(session, ":diff") == "Ann.energy: 2 -> 1\nKettle.tile: A1 -> B1"
    assert "there are only" in typed(session, ":do 40")
    assert "option numbers" in typed(session, ":do Ann x")
    assert "at most 1" in typed(session, ":do 1 2")
    assert "Ben's turn" in typed(session, ":do")


def test_fork_goes_its_own_way() -> None:
    session = prompt(*BEGIN)
    assert "this is match 2 now" in typed(session, ":fork")
    typed(session, "step to B1")
    assert typed(session, "Kettle.tile") == "B1  (a Tile or none)"
    assert "this is match 1, after 5 steps" in typed(session, ":fork 1")
    assert typed(session, "Kettle.tile") == "A1  (a Tile or none)"
    assert "there is no other match 7: `:fork 2`" in typed(session, ":fork 7")
    typed(session, ":fork 2")
    assert typed(session, "Kettle.tile") == "B1  (a Tile or none)"


def test_save_and_load_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = prompt(*BEGIN, "step to B1")
    assert typed(session, ":save evening.bwr") == "wrote evening.bwr"
    assert resume("evening.bwr").answers == 6
    other = prompt()
    assert "Ann: Main" in typed(other, ":load evening.bwr")
    assert len(other.table.steps) == 6
    typed(session, "me.energy += 1")
    assert "`me.energy += 1` is no answer" in typed(session, ":save other.bwr")
    assert not (tmp_path / "other.bwr").exists()


def test_load_a_file_and_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.bot").write_text(HAMMER + "\n\neffect boost by me { me.energy += 1 }\n")
    (tmp_path / "wrong.bot").write_text("Bot Saw {\n  hul 5\n}\n")
    session = prompt(*BEGIN)
    assert "added Bot Hammer, effect boost" in typed(session, ":load cards.bot")
    typed(session, "boost")
    assert typed(session, "me.energy; Hammer.hull") == "3  (a number 0..9)\n5  (a number 1..20)"
    output = typed(session, ":load wrong.bot")
    assert "wrong.bot:2:3" in output
    assert "BW6111" in typed(session, ":load nowhere")
    assert "seed 1" in typed(session, ":load scrapyard")
    assert not session.table.steps
    assert session.desk.book.typed == ()


def test_seed_begins_again() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":seed") == "the seed is 1"
    assert "Oil Alley" in typed(session, ":seed 7")
    assert (session.table.seed, session.table.steps) == (7, [])
    assert "is not a number" in typed(session, ":seed x")


def test_why() -> None:
    session = prompt(*BEGIN, "step to B1")
    output = typed(session, ":why")
    assert output.startswith("event 6: Kettle enters B1")
    assert "action step at " in output
    assert "started by answer 6: Ann answered step to B1 by Ann" in output
    assert typed(session, ":why 6") == output
    assert typed(session, ":why Kettle enters B1") == output
    assert typed(session, ":why me.energy").startswith("me.energy is 1")
    typed(session, "me.energy += 2")
    assert "what you typed at input" in typed(session, ":why me.energy")
    assert "there is no event 99" in typed(session, ":why 99")
    assert "cannot be read" in typed(session, ":why foo bar")


def test_whynot() -> None:
    session = prompt(*BEGIN)
    output = typed(session, ":whynot strike Forklift with Steam")
    assert "(SY-STRIKE-02)" in output
    assert "`part.range` is 2" in output
    assert "it can be done" in typed(session, ":whynot step to B1")
    assert "Ben cannot act now" in typed(session, ":whynot Ben: pass")
    assert "there is no action `fly`" in typed(session, ":whynot fly")


def test_trace_shows_every_sentence() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":trace on") == "every executed sentence is shown"
    output = typed(session, "step to B1")
    assert "turn.bot:56:3: enter tile by my_bot(me)" in output
    assert ": move bot to tile" in output
    typed(session, ":trace off")
    assert "turn.bot" not in typed(session, "step to C1")


def test_break_and_step() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":break damage") == "stops before damage"
    output = typed(session, "damage Kettle by 2 from Forklift")
    assert "stopped before sentence 2 of this step, in effect damage" in output
    assert "26 |   target.damage += amount" in output
    assert "`target` is Kettle, `amount` is 2" in output
    assert typed(session, "amount * 2; target.health") == "4  (a number)\n9  (a number)"
    assert typed(session, ":type target") == "a Bot"
    assert len(session.table.steps) == 5, "nothing has happened yet"
    assert "if target.health <= 0" in typed(session, ":step")
    assert typed(session, "target.health") == "7  (a number)"
    assert "deals 2 damage" in typed(session, ":go")
    assert typed(session, "Kettle.damage") == "2  (a number 0..)"
    assert "nothing is stopped" in typed(session, ":go")


def test_break_at_lines_and_cards_and_not_at_calculations() -> None:
    session = prompt(*BEGIN)
    assert "there is no rule `damge`: did you mean `damage`?" in typed(session, ":break damge")
    assert "is a calculation" in typed(session, ":break step_cost")
    typed(session, ":break turn.bot:56")
    assert "turn.bot:56:3" in typed(session, "step to B1")
    assert typed(session, ":break off") == "there are no breakpoints"
    assert "Kettle enters B1" in typed(session, ":go")
    typed(session, ":break Battery")
    assert "Gadget Battery: used" in typed(session, "use Battery")
    assert "there is no breakpoint at `Lid`" in typed(session, ":break off Lid")


def test_step_without_a_break() -> None:
    session = prompt(*BEGIN)
    assert "stops before its sentence 1" in typed(session, ":step")
    assert "stopped before sentence 1 of this step, in action step" in typed(session, "step to B1")
    assert "sentence 3" in typed(session, ":step 2")
    output = typed(session, ":state Kettle")
    assert "Kettle.tile = A1" in output
    typed(session, ":undo")
    assert "nothing is stopped" in typed(session, ":go")


def test_odds_from_here() -> None:
    session = prompt(*BEGIN)
    assert "yes  16.67 %  1/6" in typed(session, ":odds roll ImpactDie as face; face has crit")
    assert "mean" in typed(session, ":odds hit Forklift with first(Kettle.parts) by Kettle; Forklift.damage")
    assert typed(session, "Forklift.damage") == "0  (a number 0..)", "nothing has happened"
    assert "is a sentence, not a question" in typed(session, ":odds draw 1")
    assert "BW2002" in typed(session, ":odds foo")


def test_clauses() -> None:
    session = prompt()
    assert "SY-WIN-01  The last player with a bot wins at once." in typed(session, ":clauses")
    output = typed(session, ":clauses sy-step-03")
    assert "rule may_enter at " in output
    assert "SY-KEYWORD-03" in typed(session, ":clauses on fire")
    assert "did you mean `SY-STEP-04`" in typed(session, ":clauses SY-STEP-4")


def test_rulings() -> None:
    session = prompt(*BEGIN)
    assert typed(session, ":rulings") == "the rules leave nothing open"
    assert "there is no ruling `tie`" in typed(session, ":rulings tie draw")
    output = typed(session, 'ruling tie "who wins" { default first "the first" { }, option draw "nobody" { } }')
    assert output == "added ruling tie"
    assert typed(session, ":rulings").splitlines() == ["tie (who wins)", "  * first: the first", "    draw: nobody"]


def test_bug_puts_everything_into_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = prompt(*BEGIN, HAMMER, "me.energy += 1", folder=tmp_path / "kept")
    assert typed(session, ":bug found.json").startswith("wrote found.json")
    data = json.loads((tmp_path / "found.json").read_text())
    assert data["format_version"] == 1
    assert data["made"]["game"] == "scrapyard"
    assert data["steps"][-1] == {"typed": "me.energy += 1"}
    assert data["steps"][0] == {"seat": "Ann", "request": 1, "chosen": [1], "words": ["Old Yard"]}
    assert data["typed"] == [HAMMER]
    assert [event["words"] for event in data["log"]][-1] == "draw 1 by Ann"
    assert data["state"]["cells"]
    assert len(data["hash"]) == 32
    assert len(data["record"]) == 8
    assert "exists already" in typed(session, ":bug found.json")


def test_quit() -> None:
    session = prompt()
    typed(session, ":quit")
    assert session.left


# ---------------------------------------------------------------------------------------------------------- faults


def test_a_fault_of_the_rules_leaves_the_table_as_it_was() -> None:
    session = prompt(*BEGIN, "effect split n: 0.. by me { me.energy += 4 / n }")
    output = typed(session, "split 0")
    assert "error[BW5002]" in output
    assert "input 6" in output
    assert len(session.table.steps) == 5
    assert "BW2" in typed(session, "me.energy = yes")


def test_a_fault_of_ours_is_a_sentence_and_the_session_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    session = prompt(*BEGIN)

    def breaks(*words: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("tools.repl.session.facts", breaks)
    assert "BW9001" in typed(session, "step to B1")
    monkeypatch.undo()
    assert "Kettle enters B1" in typed(session, "step to B1")


def test_control_characters_are_reported_and_never_printed() -> None:
    session = prompt()
    output = typed(session, "1 + \x1b[31mred\x07")
    assert "\x1b" not in output
    assert "\x07" not in output
    assert "BW10" in output


def test_ctrl_c_stops_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    session = prompt(*BEGIN)
    before = session.table.machine.state

    def stops(*words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.execute.event_pipeline.event_step", stops)
    assert typed(session, "step to B1") == "stopped; the table is unchanged"
    monkeypatch.undo()
    assert session.table.machine.state is before
    assert "Kettle enters B1" in typed(session, "step to B1")


def test_a_match_to_its_end() -> None:
    session = prompt(*BEGIN)
    output = typed(session, "damage Forklift by 20 from Kettle")
    assert output.endswith("Ann won.")
    assert "the match is over" in typed(session, "draw 1")
    assert "nobody is asked" in typed(session, ":do 1")
    typed(session, ":undo")
    assert [request.seat for request in session.table.requests] == ["Ann"]
