"""Rules text as it would be printed: each expected text was written or read as a card designer would want it."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given

from dsl.check.driver import check_text, prelude
from dsl.describe import english
from dsl.describe.calls import DESCRIBED_FUNCTIONS
from dsl.describe.card import as_sentence, card_text, describe, mark_head, text_lines
from dsl.describe.voice import fill
from dsl.ir.program import Program
from dsl.names.builtins import FUNCTIONS, NAMES, VERBS
from dsl.names.collect import Collector
from dsl.names.symbols import SymbolTable
from dsl.parse import parse_expression, parse_sentence, parse_source
from dsl.syntax import nodes as n
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tests.properties.trees import files
from tests.work import at_most, grows_in_step

CASES = ROOT / "tests" / "cases" / "describe"
ARENA = (CASES / "arena.bot").read_text(encoding="utf-8")


@cache
def arena() -> Program:
    checked = check_text(ARENA, "arena.bot")
    assert [diagnostic for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    return checked.program


def sentence(text: str, on: str = "Bot") -> str:
    """A sentence of a card of the arena."""
    tree, result = parse_sentence(text)
    assert tree is not None, result
    return describe(tree, arena().symbols, on=on)


def value(text: str, on: str = "Bot") -> str:
    tree, result = parse_expression(text)
    assert tree is not None, result
    return describe(tree, arena().symbols, on=on)


def whole_game(program: Program) -> list[str]:
    """Every text of a game, a line each."""
    collected = []
    names = {card.id: card.checked.head.shown for card in program.cards}
    for meaning in program.declarations:
        match meaning.node:
            case n.Keyword() | n.Status():
                collected.append(f"{meaning.sort} {mark_head(meaning.node)}: {describe(meaning.node, program.symbols)}")
            case n.Window() | n.Action() | n.Hook() | n.Mode() | n.Ruling() | n.Effect():
                text = describe(meaning.node, program.symbols, names=names).replace("\n", " / ")
                collected.append(f"{meaning.sort} {english.words(meaning.name) or '-'}: {text}")
    for card in program.cards:
        assert isinstance(card.parsed.tree, n.Thing)
        text = card_text(card.parsed.tree, program.symbols, names)
        fields = ", ".join(f"{entry.name} {entry.value}" for entry in text.entries)
        collected.append(f"{text.kind_name} {text.name}: {fields}")
        collected += [f"  {line}" for line in text_lines(text)]
    return collected


def test_the_texts_of_a_whole_game(request: pytest.FixtureRequest) -> None:
    """`arena.txt` is read aloud before it is kept."""
    golden = CASES / "arena.txt"
    text = "\n".join(whole_game(arena())) + "\n"
    if request.config.getoption("--rewrite"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


# -------------------------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    "text, told",
    [
        ("damage foe.bot by 3 from it", "Damage your foe's bot by 3."),
        ("damage it by 1 from it", "Damage this Bot by 1."),
        ("hit foe.bot with it by me.bot", "Your bot hits your foe's bot with this Bot."),
        ("draw 1", "Draw 1 card."),
        ("draw 3 by foe", "Your foe draws 3 cards."),
        ("draw_card by me", "Draw a card."),
        ("give Burn(2) to it", "Give Burn 2 to this Bot."),
        ("lose Burn from foe.bot", "Remove Burn from your foe's bot."),
        ("me.points += 2", "Gain 2 points."),
        ("foe.points -= 1", "Subtract 1 from your foe's points."),
        ("me.points = 0", "Set your points to 0."),
        ("it.moved = yes", "This Bot is now moved."),
        ("it.moved = no", "This Bot is no longer moved."),
        ("roll D6 as face", "Roll a D6."),
        ("roll (if it has Burn then D6 else CommandDie) as face", "Roll a D6 if this Bot has Burn, otherwise a Command Die."),
        ("roll 2 of D6 as dice", "Roll 2 D6."),
        ("roll count(me.hand) of D6 as dice", "Roll a number of D6 equal to the number of Techs in your hand."),
        ("take 1 of CommandDie into me.tray", "Take 1 Command Die into your tray."),
        ("shuffle me.discard into me.deck", "Shuffle your discard into your deck."),
        ("show me.hand to foe", "Show your hand to your foe."),
        ("arrange top(me.deck, 5) by me", "Put the top 5 Techs of your deck in any order."),
        ("move top(me.deck) to me.hand", "Move the top Tech of your deck to your hand."),
        ("win me", "You win the game."),
        ("win none", "The game ends in a draw."),
        ("eliminate me", "You are out of the game."),
        ("stop", "Stop."),
        ("open Main", "Open Main."),
        ("repeat 2 { draw 1 by foe }", "2 times: your foe draws 1 card."),
        ("for each p in players { draw 1 by p }", "Each player draws 1 card."),
        ("for each card in me.hand { move card to me.discard }", "For each Tech in your hand, move that card to your discard."),
        ("together for each p in players { draw 1 by p }", "At the same time, each player draws 1 card."),
        ("may { draw 1 }", "You may draw 1 card."),
        ("may by foe { draw 1 by foe; stop }", "Your foe may draw 1 card, then stop."),
        ("may by foe { draw 1 by me }", "Your foe may choose this: you draw 1 card."),
        ("may { draw 1 } else { stop }", "You may draw 1 card; otherwise, stop."),
        ("if it.hurt > 0 { heal it by 1 }", "If this Bot's hurt is more than 0, heal this Bot by 1."),
        (
            "if it has Burn { draw 1 } else if me.bot is it { draw 2 } else { stop }",
            "If this Bot has Burn, draw 1 card; otherwise, if your bot is this Bot, draw 2 cards; otherwise, stop.",
        ),
        ("choose one of me.hand as card", "Choose a card from your hand."),
        ("choose one of me.hand as c", "Choose a Tech from your hand."),
        ("choose one of Bot where owner is me as bot", "Choose a Bot you control."),
        ("choose one of Bot where owner is not me as victim", "Choose a Bot you do not control as the victim."),
        ("choose up to 2 of me.hand by foe as cards", "Your foe chooses up to 2 cards from your hand."),
        ("choose any of me.hand as cards", "Choose any number of cards from your hand."),
        ("choose 1..3 of Bot as bots", "Choose 1 to 3 Bots."),
        ("choose one of 2..4 as length", "Choose a number from 2 to 4 as the length."),
        ("choose one of Element as element", "Choose an Element."),
        ("choose one of foe.hand by chance as card", "Choose a card from your foe's hand at random."),
        (
            "choose one of adjacent(it) where bot is none as refuge else { stop }",
            "Choose a Tile next to this Bot with no bot as the refuge. If there is none, stop.",
        ),
        ('either "draw" { draw 1 } or "pass" { }', "Choose one: draw 1 card; or pass."),
        ('either "aim" by foe { draw 1 by foe } or "run" { stop }', "Your foe chooses one: aim (your foe draws 1 card); or run (stop)."),
    ],
)  # fmt: skip
def test_a_sentence(text: str, told: str) -> None:
    assert sentence(text) == told


def test_a_name_that_is_used_once_is_told_in_its_place() -> None:
    program = check_text(
        ARENA + "Tech X { colour red, played { let foes_bot = foe.bot; damage foes_bot by 1 from me.bot } }\n"
    ).program
    tree = program.cards[-1].parsed.tree
    assert tree is not None
    assert describe(tree, program.symbols) == "played: Damage your foe's bot by 1 from your bot."


def test_a_name_that_is_used_often_is_kept() -> None:
    lines = "{ let spot = foe.bot.tile; move me.bot to spot; if spot has Mountain { draw 1 } }"
    program = check_text(f"{ARENA}Tech X {{ colour red, played {lines} }}\n").program
    tree = program.cards[-1].parsed.tree
    assert tree is not None
    assert describe(tree, program.symbols) == (
        "played: Let spot be the tile of your foe's bot. Move your bot to spot. If spot has Mountain, draw 1 card."
    )


# ------------------------------------------------------------------------------------------------ standing rules


@pytest.mark.parametrize(
    "text, told",
    [
        ("after hit with it { draw 1 }", "After a hit with this Ability, draw 1 card."),
        ("after hit by me.bot { draw 1 }", "After your bot hits a Bot, draw 1 card."),
        ("after hit foe.bot by me.bot { heal attacker by 1 }", "After your bot hits your foe's bot, heal your bot by 1."),
        ("after damage { heal target by 1 }", "After damage, heal the target by 1."),
        ("after destroy { draw 1 }", "After an Armor is destroyed, draw 1 card."),
        ("after push { heal target by 1 }", "After a Bot is pushed, heal that Bot by 1."),
        ("after damage foe.bot from me.bot { draw 1 }", "After your foe's bot is damaged from your bot, draw 1 card."),
        ("after draw_card { draw 1 by actor }", "After a player draws a card, that player draws 1 card."),
        ("after draw_card by foe { draw 1 by actor }", "After your foe draws a card, your foe draws 1 card."),
        ("after turn by me { draw 1 }", "After your turn, draw 1 card."),
        ("before turn by foe may { draw 1 }", "Before your foe's turn, you may draw 1 card."),
        ("before turn by foe may by foe { draw 1 by foe }", "Before your foe's turn, your foe may draw 1 card."),
        ("before damage me.bot { cancel }", "When your bot would be damaged, prevent it."),
        ("before damage me.bot { modify amount by -2 }", "When your bot would be damaged, reduce the amount by 2."),
        ("before damage me.bot { modify amount to 0 }", "When your bot would be damaged, set the amount to 0."),
        ("before damage from me.bot { modify amount times 2 }", "Before damage from your bot, double the amount."),
        ("before damage from me.bot { modify amount at most 3 }", "Before damage from your bot, limit the amount to 3."),
        ("instead of push me.bot { }", "When your bot would be pushed, nothing happens instead."),
        ("instead of draw_card by me { draw 1 by foe }", "When you would draw a card, instead your foe draws 1 card."),
        (
            "after damage Bot where owner is me and hp <= 3 during fight by foe once per turn if amount > 1 { draw 1 }",
            "After a Bot you control whose hp is at most 3 is damaged during a fight by your foe (once per turn), if the amount is more than 1: draw 1 card.",
        ),
        (
            "before damage me.bot until end of turn { modify amount by -1 at least 0 layer prevented }",
            "Until the end of the turn, when your bot would be damaged, reduce the amount by 1 (to no less than 0, prevented).",
        ),
        ("after turn by me works in discard { draw 1 }", "After your turn, draw 1 card (from discard)."),
        ("forbid dodge by foe until end of turn", "Your foe cannot dodge until the end of the turn."),
        ("forbid push me.bot until start of turn by me", "Your bot cannot be pushed until the start of your turn."),
        ("allow dodge by me until end of turn", "You can dodge until the end of the turn."),
        ('forbid enter by me.bot while me.bot has Burn because "it burns"', "Your bot cannot enter a Tile while your bot has Burn (it burns)."),
    ],
)  # fmt: skip
def test_a_standing_rule(text: str, told: str) -> None:
    tree, result = parse_sentence(text)
    assert tree is not None, result
    assert describe(tree, arena().symbols, on="Ability") == told


@pytest.mark.parametrize(
    "text, told",
    [
        (
            "modify speed of me.bot by 2 until end of turn",
            "you may increase your bot's speed by 2 until the end of the turn",
        ),
        (
            "modify rolls_allowed to 4 until end of fight",
            "you may set the rolls allowed to 4 until the end of the fight",
        ),
        (
            "modify speed of me.bot by -1 until end of turn while me.bot has Burn",
            "you may choose this: until the end of the turn, reduce your bot's speed by 1 while your bot has Burn",
        ),
        (
            "modify blocks_sight of me.bot.tile to yes until end of turn",
            "you may choose this: your bot's tile blocks sight until the end of the turn",
        ),
        (
            "modify may_cross of me to no until end of turn",
            "you may choose this: you may not cross until the end of the turn",
        ),
        (
            "modify AP of strike by -1 until end of turn",
            "you may choose this: striking costs 1 less Action Point until the end of the turn",
        ),
        (
            "modify AP of strike to 3 until end of turn",
            "you may choose this: striking costs 3 Action Points until the end of the turn",
        ),
    ],
)
def test_a_change_in_a_sentence_is_an_order_if_it_can_be(text: str, told: str) -> None:
    tree, result = parse_sentence(f"after turn by me may {{ {text} }}")
    assert tree is not None, result
    assert describe(tree, arena().symbols, on="Bot") == as_sentence(f"After your turn, {told}")


@pytest.mark.parametrize(
    "text, told",
    [
        ("modify speed of it by 2", "This Bot's speed is 2 higher."),
        ("modify speed of it by -1 at least 0", "This Bot's speed is 1 lower, but at least 0."),
        ("modify speed of it to 3 while it.hurt > 2", "This Bot's speed is 3 while this Bot's hurt is more than 2."),
        ("modify speed of it times 2", "This Bot's speed is doubled."),
        ("modify rolls_allowed by 1", "The rolls allowed are 1 higher."),
        ("modify AP of dodge by 2", "Dodging costs 2 more Action Points."),
        ("modify may_cross of me to no", "You may not cross."),
        ("modify may_cross to yes", "Each player may cross."),
        ("modify blocks_sight to tile.bot is none", "Each Tile blocks sight exactly if the tile has no bot."),
    ],
)
def test_a_change_printed_on_a_card_is_a_statement(text: str, told: str) -> None:
    tree, result = parse_sentence(text)
    assert tree is not None, result
    assert describe(tree, arena().symbols, on="Bot") == told


# ------------------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize(
    "text, told",
    [
        ("it.hp", "this Bot's hp"),
        ("me.bot.hp", "your bot's hp"),
        ("foe.bot.tile.bot", "the bot of the tile of your foe's bot"),
        ("Bot", "all Bots"),
        ("Bot where element is nature", "all Bots whose element is Wild Nature"),
        ("Bot where that has Burn and hp >= 3", "all Bots with Burn whose hp is at least 3"),
        ("Bot where that lacks Burn", "all Bots without Burn"),
        ("Bot where not moved", "all Bots that are not moved"),
        ("Bot where that is not it", "all Bots other than this Bot"),
        ("Bot where distance(it, that) < 3", "all Bots within 2 of this Bot"),
        ("Bot where alive(that)", "all Bots that are alive"),
        ("players - me", "all players other than you"),
        ("others(me)", "all players other than you"),
        ("players where points > 2", "all players whose points are more than 2"),
        ("me.hand where colour in [red, green]", "all Techs in your hand whose colour is red or green"),
        ("highest(players, points)", "the players with the highest points"),
        ("sum(Bot, hp)", "the total hp of Bots"),
        ("count(me.hand)", "the number of Techs in your hand"),
        ("count(it, Burn)", "the Burn on this Bot"),
        ("2 + me.points", "2 plus your points"),
        ("me.points / 2", "half of your points, rounded down"),
        ("2 * me.points", "twice your points"),
        ("(me.points + 1) * 3", "(your points plus 1) times 3"),
        ("1..3", "1 to 3"),
        ("(if it.hurt > 2 then 2 else 1)", "2 if this Bot's hurt is more than 2, otherwise 1"),
        ("greater(0, it.hp - 2)", "the greater of 0 and this Bot's hp minus 2"),
        ("distance(it, foe.bot)", "the distance from this Bot to your foe's bot"),
        ("fight.target", "the target of the fight"),
        ("rolls_allowed", "the rolls allowed"),
        ("step_cost(it, it.tile)", "the step cost of this Bot and this Bot's tile"),
        ("Burn(3)", "Burn 3"),
    ],
)
def test_a_value(text: str, told: str) -> None:
    assert value(text) == told


@pytest.mark.parametrize(
    "text, told",
    [
        ("alive(it)", "this Bot is alive"),
        ("not alive(it)", "this Bot is not alive"),
        ("it.owner is me", "you control this Bot"),
        ("me is not it.owner", "you do not control this Bot"),
        ("it.owner is foe", "your foe controls this Bot"),
        ("it.tile is none", "this Bot has no tile"),
        ("it.tile is not none", "this Bot has a tile"),
        ("it.hp < 3 and it has Burn or me.points is 0", "this Bot's hp is less than 3 and this Bot has Burn or your points are 0"),
        ("it is Bot", "this Bot is a Bot"),
        ("it.hp in 2..4", "this Bot's hp is from 2 to 4"),
        ("3 <= it.hp", "this Bot's hp is at least 3"),
        ("it.hp % 2 is 0", "this Bot's hp is even"),
        ("some(me.hand)", "there are Techs in your hand"),
        ("not some(me.hand)", "there are no Techs in your hand"),
        ("count(me.hand) >= 2", "there are at least 2 Techs in your hand"),
        ("count(players) is 1", "there is 1 player"),
        ("all(Bot, hp > 2)", "for each Bot, its hp is more than 2"),
        ("times(strike, by: me, within: turn) is 0", "you have not struck a Bot this turn"),
        ("times(strike, by: me, within: turn) < 2", "you have struck a Bot less than 2 times this turn"),
        ("times(strike, within: fight) > 0", "a strike has happened in this fight"),
        ("sees(it, foe.bot)", "this Bot sees your foe's bot"),
        ("glimpses(it, foe.bot)", "this Bot glimpses your foe's bot"),
        ("not (it.moved or it has Burn)", "this Bot is not moved and this Bot does not have Burn"),
        ("mode has quick", "Quick is the mode"),
        ("blocks_sight(it.tile)", "this Bot's tile blocks sight"),
        ("not may_cross(me, it.tile)", "you may not cross this Bot's tile"),
    ],
)  # fmt: skip
def test_a_truth(text: str, told: str) -> None:
    tree, result = parse_sentence(f"if {text} {{ stop }}")
    assert tree is not None, result
    assert describe(tree, arena().symbols, on="Bot") == as_sentence(f"If {told}, stop")


# -------------------------------------------------------------------------------------------- cards and keywords


def test_a_keyword_takes_its_numbers_into_its_name_and_reminder() -> None:
    card = card_text(_tree('Basic "Tail Whip" { damage 2/4/6, Push(2) }'), arena().symbols)
    assert [(keyword.name, keyword.reminder) for keyword in card.keywords] == [
        ("Push 2", "After a hit with this Basic, if the target is alive: push the target by 2 from the attacker.")
    ]


def test_a_quiet_keyword_is_left_to_the_text_of_the_card() -> None:
    text = (
        "kind Rover { rank: 1..3 }\n\n"
        'keyword Escort on Rover says "It goes along." { }\n\n'
        "keyword Decoy on Rover quiet { }\n\n"
        'Rover Lure says "Decoy: Throw it away to be safe." { rank 2, Escort, Decoy }\n'
    )
    program = check_text(text, "decoy.bot").program
    card = card_text(program.cards[0].parsed.tree, program.symbols)
    assert list(text_lines(card)) == ["Escort (It goes along.)", "Decoy: Throw it away to be safe."]


def test_a_number_that_is_not_said_is_the_default() -> None:
    card = card_text(_tree('Basic "Tail Whip" { damage 2, Push }'), arena().symbols)
    assert card.keywords[0].name == "Push 1"


def test_what_an_author_wrote_is_used() -> None:
    program = arena()
    card = card_text(_tree("Bot X { hp 3, Rooted(3) }"), program.symbols)
    assert card.keywords[0].reminder == "For 3 turns this Bot stays where it is."
    fuse = program.card("Slow Fuse")
    assert fuse is not None
    assert describe(fuse.parsed.tree, program.symbols) == "At the end of the fight your bot takes 2 damage."  # type: ignore[arg-type]


def test_words_of_an_author_are_the_label_of_a_script() -> None:
    text = ARENA.replace("script played", 'script played says "When played"')
    program = check_text(text + "Tech X { colour red, played { damage foe.bot by 1 from me.bot } }\n").program
    card = program.card("X")
    assert card is not None
    assert describe(card.parsed.tree, program.symbols) == "When played: Damage your foe's bot by 1 from your bot."  # type: ignore[arg-type]


def test_what_an_event_keeps_is_said_of_the_event() -> None:
    kept = ARENA.replace("by attacker: Bot {", "by attacker: Bot {\n  keeps landed = no", 1)
    program = check_text(kept.replace("if alive(target) {", "if landed {", 1)).program
    result = describe(program.symbols.marks["Push"].node, program.symbols)
    assert result.startswith("After a hit with this Ability, if the hit is landed: push the target")


def test_words_of_an_author_replace_those_of_a_rule() -> None:
    text = ARENA.replace("define alive(bot: Bot) =", 'define alive(bot: Bot) says "{bot} still stands" =')
    program = check_text(text).program
    keyword = program.symbols.marks["Push"].node
    assert describe(keyword, program.symbols).startswith("After a hit with this Ability, if the target still stands:")


def test_fields_come_in_the_order_of_the_kind_with_what_the_kind_gives() -> None:
    card = card_text(_tree("Bot X { element ice, hp 3 }"), arena().symbols)
    assert [(entry.name, entry.value) for entry in card.entries] == [("hp", "3"), ("element", "ice"), ("speed", "3")]


def test_a_drawing_keeps_its_rows_and_tells_its_signs() -> None:
    yard = arena().card("Yard")
    assert yard is not None
    assert isinstance(yard.parsed.tree, n.Thing)
    drawing = card_text(yard.parsed.tree, arena().symbols).drawing
    assert drawing is not None
    assert drawing.rows == ((".", "^", "."), ("x", ".", "."))
    assert [(sign.name, sign.value) for sign in drawing.legend] == [(".", "Tile"), ("^", "Mountain"), ("x", "Mountain")]


def test_what_is_put_into_a_template_is_not_read_again() -> None:
    assert fill("{a} and {b}", {"a": "{b}", "b": "{a.__class__}"}) == "{b} and {a.__class__}"
    assert fill("{0.__class__}", {}) == "0.__class__"


def _tree(text: str) -> n.Thing:
    tree = parse_source(Source("x.bot", text))[0].tree
    assert isinstance(tree, n.Thing)
    return tree


# ------------------------------------------------------------------------------------------------------ English


@pytest.mark.parametrize(
    "one, many",
    [
        ("Bot", "Bots"), ("Ability", "Abilities"), ("Command Die", "Command Dice"), ("Hex", "Hexes"), ("Tech", "Techs"),
        ("Match", "Matches"), ("Way", "Ways"), ("AP", "AP"), ("D6", "D6"), ("Action Point", "Action Points"),
        ("person", "people"), ("RoboMon", "RoboMon"), ("wild RoboMon", "wild RoboMon"),
    ],
)  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert english.plural(one) == many
    assert english.singular(many) == one


@pytest.mark.parametrize(
    "verb, third, participle, gerund",
    [
        ("hit", "hits", "hit", "hitting"),
        ("push", "pushes", "pushed", "pushing"),
        ("carry", "carries", "carried", "carrying"),
        ("destroy", "destroys", "destroyed", "destroying"),
        ("stop", "stops", "stopped", "stopping"),
        ("enter", "enters", "entered", "entering"),
        ("strike", "strikes", "struck", "striking"),
        ("knock out", "knocks out", "knocked out", "knocking out"),
        ("go", "goes", "gone", "going"),
        ("flee", "flees", "fled", "fleeing"),
        ("fix", "fixes", "fixed", "fixing"),
    ],
)
def test_verbs(verb: str, third: str, participle: str, gerund: str) -> None:
    assert (english.third(verb), english.participle(verb), english.gerund(verb)) == (third, participle, gerund)


@pytest.mark.parametrize(
    "noun, article",
    [("Bot", "a"), ("Armor", "an"), ("HP", "an"), ("AP", "an"), ("unit", "a"), ("hour", "an"), ("XL Bot", "an"), ("Élan", "an")],
)  # fmt: skip
def test_articles(noun: str, article: str) -> None:
    assert english.article(noun) == article


@pytest.mark.parametrize(
    "owner, whose",
    [
        ("you", "your"),
        ("it", "its"),
        ("the target", "the target's"),
        ("your foes", "your foes'"),
        ("the boss", "the boss's"),
    ],
)
def test_possessives(owner: str, whose: str) -> None:
    assert english.possessive(owner) == whose


def test_one_other_player_is_not_named_twice() -> None:
    assert english.with_pronouns("your foe discards your foe's hand") == "your foe discards their hand"
    two = "your foe shows that player's hand"
    assert english.with_pronouns(two) == two


# ------------------------------------------------------------------------------------------------------ the whole


def test_every_word_of_the_language_can_be_told() -> None:
    assert set(FUNCTIONS) == set(DESCRIBED_FUNCTIONS)
    for name in NAMES:
        assert "_" not in value(name)
    for verb in VERBS.values():
        assert re.fullmatch(r"[A-Z][^_{}]*\.", sentence(verb.usage)), verb.usage


def test_no_sign_of_the_language_is_left_in_a_text() -> None:
    for line in whole_game(arena()):
        assert not re.search(r"[_{}\[\]`]|\.\.|\w\.\w|  +\S", line.strip()), line


@given(files())
def test_anything_that_can_be_read_can_be_told(text: str) -> None:
    """Also what means nothing: a text is told while its author still writes it."""
    pieces = parse_source(Source("x.bot", text))
    collector = Collector()
    collector.collect([*prelude(), *pieces])
    for parsed in pieces:
        if parsed.tree is not None and not isinstance(parsed.tree, n.Scenario):
            assert len(describe(parsed.tree, collector.symbols)) < 60 * len(text) + 2_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * 190 + "1" + ")" * 190,
        "not " * 190 + "yes",
        "a" + ".b" * 190,
        "count(" * 90 + "Bot" + ")" * 90,
        "some(" * 90 + "Bot" + ")" * 90,
        "highest(" * 90 + "Bot" + ", 1)" * 90,
        "alive(" * 90 + "Bot" + ")" * 90,
        "(Bot where " * 60 + "yes" + ")" * 60,
        "(Bot where count(" * 30 + "Bot" + ") is 1)" * 30,
        "(if " * 60 + "yes" + " then 1 else 2)" * 60,
        "x[" * 90 + "1" + "]" * 90,
        "(" * 60 + "1" + " is 2)" * 60,
    ],
)
def test_deep_expressions_take_no_longer_than_their_length(text: str) -> None:
    tree, result = parse_expression(text)
    assert tree is not None, result
    symbols = arena().symbols
    with at_most(calls=2_000_000):
        assert len(describe(tree, symbols)) < 20_000


@pytest.mark.parametrize(
    "head", ["if yes", "for each p in players", "may", "repeat 2", "after hit", "repeat while yes"]
)
def test_deep_sentences_take_no_longer_than_their_length(head: str) -> None:
    tree, result = parse_sentence(f"{head} {{ " * 45 + "draw 1" + " }" * 45)
    assert tree is not None, result
    symbols = arena().symbols
    with at_most(calls=2_000_000):
        assert len(describe(tree, symbols)) < 20_000


def test_a_text_without_any_rules_around_it() -> None:
    tree, _ = parse_sentence("after knock_out foo with it if x.y has Z(2) { knock_out foo by 2 }")
    assert tree is not None
    assert describe(tree, SymbolTable()) == "After foo is knocked out with it, if X's y has Z 2: knock out foo by 2."


def test_a_long_path_is_described_in_step_with_its_length() -> None:
    def described(n: int) -> str:
        return value("it" + ".owner.bot" * n + ".health")

    assert described(1) != described(2)
    grows_in_step(described, 40)
