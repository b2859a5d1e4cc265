"""Typical mistakes of authors, each alone in an otherwise good file.

For each of them the first diagnostic stands on the line of the mistake and its help names the repair, and nothing else is
found: what follows from a mistake is not told as another. The table reads:
what the author did; the good text; what it became; the code; words of the help. The line is that of the first letter that
differs, or the one that holds `at`: a brace that is never closed is shown where it was opened.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from attrs import frozen

from dsl.check.driver import Unit, check
from dsl.diagnostics import Diagnostic
from dsl.parse import parse_source
from dsl.text.source import Source
from tests.check.arenas import arena, clauses
from tools.fixes import repair


@frozen
class Mistake:
    what: str
    good: str
    wrong: str
    code: str
    help: str
    at: str = ""


def m(what: str, good: str, wrong: str, code: str, help: str, at: str = "") -> Mistake:
    return Mistake(what, good, wrong, code, help, at)


# fmt: off
SPELLING = [
    m("a field of a card", "  price 1\n", "  prise 1\n", "BW2004", "did you mean `price`?"),
    m("a field behind a dot", "target.hurt +=", "target.hurtt +=", "BW2004", "did you mean `hurt`?"),
    m("the kind of a card", "Bot Rusty {", "Bott Rusty {", "BW2001", "did you mean `Bot`?"),
    m("a keyword on a card", "Bash(2)", "Basch(2)", "BW2008", "did you mean `Bash`?"),
    m("a keyword in a condition", "has Heavy", "has Hevy", "BW2008", "did you mean `Heavy`?"),
    m("a verb", "  hit target with part by me.bot", "  hti target with part by me.bot", "BW2003", "did you mean `hit`?"),
    m("the verb of a hook", "after hit with it if", "after hits with it if", "BW2003", "did you mean `hit`?"),
    m("a word that begins a declaration", "keyword Heavy", "keyward Heavy", "BW1104", "did you mean `keyword`?"),
    m("a symbol on a card", "  colour blue\n", "  colour bleu\n", "BW2005", "did you mean `blue`?"),
    m("a symbol in a condition", "face is red {", "face is rde {", "BW2002", "did you mean `red`?"),
    m("a kind in the head of an effect", "effect hit target: Bot", "effect hit target: Bto", "BW2001", "did you mean `Bot`?"),
    m("a window that is opened", "        open Main", "        open Mian", "BW2009", "did you mean `Main`?"),
    m("a window of an action", "Main or Answer", "Main or Anser", "BW2009", "did you mean `Answer`?"),
    m("a function", "if not alive(target)", "if not alife(target)", "BW2006", "did you mean `alive`?"),
    m("a local name", "by total from attacker", "by totl from attacker", "BW2002", "did you mean `total`?"),
    m("a card in a deck", "Oilcan: 3", "Oilcann: 3", "BW2007", "did you mean `Oilcan`?"),
    m("a part in a script", 'foe.bot with "Iron Fist"', 'foe.bot with "Iron Fst"', "BW2007", "did you mean `Iron Fist`?"),
    m("a name in a text", "deals {amount}", "deals {amont}", "BW2119", "did you mean `amount`?"),
    m("an entry of the ruleset", "{ players 2,", "{ player 2,", "BW2017", "did you mean `players`?"),
    m("the flow to start with", "start Match", "start Mtach", "BW2015", "did you mean `Match`?"),
    m("`during`", "by me during Main once", "by me durin Main once", "BW1101", "did you mean `during`?"),
    m("a clause", "cites AR-MOVE-01", "cites AR-MOVE-11", "BW2013", "did you mean `AR-MOVE-01`"),
    m("a die", "roll D6", "roll D66", "BW2016", "did you mean `D6`?"),
    m("the label of an argument", "near(target, me.bot)", "near(target, c: me.bot)", "BW2110", "`near(a, b)`"),
]

CASE = [
    m("a small letter for a kind of card", "Bot Rusty {", "bot Rusty {", "BW1104", "write `Bot`"),
    m("a small letter for a card", "Gadget Oilcan {", "Gadget oilcan {", "BW1106", "write `Oilcan`"),
    m("a small letter for a keyword on a card", "red, Heavy", "red, heavy", "BW2004", "did you mean `Heavy`?"),
    m("a small letter for a kind in a head", "hit target: Bot", "hit target: bot", "BW1106", "write `Bot`"),
    m("a small letter for a keyword", "keyword Heavy", "keyword heavy", "BW1106", "write `Heavy`"),
    m("a small letter for a seat", "seats Ann, Ben\n  given map", "seats ann, Ben\n  given map", "BW1106", "write `Ann`"),
    m("a capital for a verb", "effect spin", "effect Spin", "BW1106", "write `spin`"),
    m("a capital for a declaration", "keyword Heavy", "Keyword Heavy", "BW1106", "write `keyword`"),
    m("a capital for a field", "  price 1\n", "  Price 1\n", "BW1101", "`price 1`"),
]

PUNCTUATION = [
    m("no comma in a card", "  hp 8, colour red", "  hp 8 colour red", "BW1101", "insert a `,` (between items)"),
    m("no comma between symbols", "Colour { red, green,", "Colour { red green,", "BW1101", "insert a `,` (between items)"),
    m("no comma in a call", "near(target, me", "near(target me", "BW1101", "put a `,` before `me`"),
    m("no comma in a list", "[standard, quick]", "[standard quick]", "BW1101", "put a `,` before `quick`"),
    m("no quote at the end", 'because "it is out of reach"', 'because "it is out of reach', "BW1009", 'begins and ends with `"`'),
    m("no quote at the beginning", '"it is out of reach"', 'it is out of reach"', "BW1009", 'begins and ends with `"`'),
    m("no quotes at all", '"it is out of reach"', "it is out of reach", "BW1101", 'a text in quotes `"…"`'),
    m("no quotes around two words", 'Gadget "Spare Wheel"', "Gadget Spare Wheel", "BW1101", '`"Spare Wheel"`'),
    m("round quotes", 'Weapon "Iron Fist"', "Weapon “Iron Fist”", "BW1014", "straight double quotes"),
    m("quotes from below", '"it is out of reach"', "„it is out of reach“", "BW1014", "straight double quotes"),
    m("single quotes", '"it is out of reach"', "'it is out of reach'", "BW1103", "straight double quotes"),
    m("a long dash", "by -1 at least 1", "by –1 at least 1", "BW1014", "write `-`"),
    m("the sign of a word processor", "bot.health > 0", "bot.health ≥ 1", "BW1014", "write `>=`"),
    m("three dots in one", "price: 0..9", "price: 0…9", "BW1014", "write `..`"),
    m("a blank that does not break", "  price 1\n", "  price\u00a01\n", "BW1014", "an ordinary space"),
    m("an equals sign in a card", "  hp 6\n", "  hp = 6\n", "BW3001", "write `hp 6`"),
    m("a colon in a card", "  hp 6\n", "  hp: 6\n", "BW3001", "write `hp 6`"),
    m("a quoted field in a card", "  price 1\n", '  "price": 1\n', "BW3001", "write `price 1`"),
    m("a dash before an item", "  price 1\n", "  - price 1\n", "BW1101", "without dashes"),
    m("an equals sign in a table", "{ red: 3,", "{ red = 3,", "BW3001", "a `:` after its key"),
    m("no colon in a script", "    4: draw 1", "    4 draw 1", "BW1101", "a `:` after its key"),
    m("an equals sign to declare a field", "  price: 0..9", "  price = 0..9", "BW1101", "`price: 0..9`"),
    m("no equals sign in a rule", "AR-SETUP-01 = 5", "AR-SETUP-01 5", "BW1101", "follows a `=`"),
    m("commas between clauses", "cites AR-DAMAGE-01 AR-WIN-01", "cites AR-DAMAGE-01, AR-WIN-01", "BW1108", "without commas"),
    m("a tab", "  colour blue\n  Weapon", "\tcolour blue\n  Weapon", "BW1004", "two spaces"),
]

BRACES = [
    m("no brace at the end of an `if`", "{ laps += 1 }", "{ laps += 1", "BW1010", "put the `}`"),
    m("no brace at the end of a part", "Bash(2) }", "Bash(2)", "BW1010", "put the `}`"),
    m("no brace at the end of a script", "1 from it\n  }\n", "1 from it\n", "BW1010", "put the `}`", at="  plan {"),
    m("no brace at the end of a kind", "script used\n}\n", "script used\n", "BW1010", "put the `}`", at="kind Gadget {"),
    m("no brace deep in a flow", "open Main\n      }\n    }\n", "open Main\n      }\n", "BW1010", "put the `}`", at="    for each p in"),
    m("no brace at the end of a line", "until all pass }", "until all pass", "BW1010", "put the `}`"),
    m("no brace at the beginning of a keyword", "keyword Heavy on Bot {", "keyword Heavy on Bot", "BW1101", "put a `{`"),
    m("no brace at the beginning of a card", "Gadget Oilcan {", "Gadget Oilcan", "BW1101", "put a `{`"),
    m("a colon for a brace", "Gadget Oilcan {", "Gadget Oilcan:", "BW1101", "put a `{`"),
    m("no brace after a condition", "is red { damage", "is red damage", "BW1101", "put a `{` before `damage`"),
    m("`then` after a condition", "is red { damage", "is red then { damage", "BW1101", "`if` has no `then`"),
    m("no braces after `else`", "card else { stop }", "card else stop", "BW1101", "`else { … }`"),
    m("a brace too many", "script used\n}\n", "script used\n}\n}\n", "BW1011", "remove it"),
    m("a brace too many inside", "moved = yes\n}", "moved = yes\n  }\n}", "BW1011", "remove it"),
    m("no closing parenthesis", "near(target, me.bot)", "near(target, me.bot", "BW1010", "put the `)`"),
    m("no closing bracket", "worth[red]", "worth[red", "BW1010", "put the `]`"),
    m("the wrong closing bracket", "worth[red]", "worth[red)", "BW1012", "write `]`"),
]

COLUMNS = [
    m("a field in the first column", "  colour blue\n  W", "colour blue\n  W", "BW1109", "indent it"),
    m("a part in the first column", "  Weapon Zapper", "Weapon Zapper", "BW1109", "indent it"),
    m("a sentence in the first column", "  cost 1 AP\n  hit", "cost 1 AP\n  hit", "BW1109", "indent it"),
    m("a declaration that is indented", "goal last_one", "  goal last_one", "BW1105", "move it to the first column"),
    m("a card that is indented", "Gadget Oilcan", "  Gadget Oilcan", "BW1105", "move it to the first column"),
]

OTHER_LANGUAGES = [
    m("`==`", "part.colour is red", "part.colour == red", "BW1103", "write `is`"),
    m("`=` to compare", "part.colour is red", "part.colour = red", "BW1101", "write `is`"),
    m("`!=`", "ground is not wall", "ground != wall", "BW1103", "write `is not`"),
    m("`=>`", "health > 0", "health => 1", "BW1103", "write `>=`"),
    m("`&&`", "alive(target) and near", "alive(target) && near", "BW1103", "write `and`"),
    m("`++`", "laps += 1", "laps++", "BW1103", "write `+= 1`"),
    m("`=+`", "hurt += amount", "hurt =+ amount", "BW1101", "write `+=`"),
    m("`->` in a table", "{ red: 3,", "{ red -> 3,", "BW1103", "write `:`"),
    m("`//` for a comment", "  cost 1 AP\n  move", "  cost 1 AP // one\n  move", "BW1103", "a comment begins with `#`"),
    m("`/* */` for a comment", "symbols Ground", "/* ground */\nsymbols Ground", "BW1103", "a comment begins with `#`"),
    m("`when`", "  after turn by me", "  when turn by me", "BW1103", "write `after`"),
    m("`whenever`", "  after turn by me", "  whenever turn by me", "BW1103", "write `after`"),
    m("`on`", "  after turn by me", "  on turn by me", "BW1101", "`after`, `before` or `instead of`"),
    m("`unless`", "if not alive(target)", "unless alive(target)", "BW1103", "write `if not`"),
    m("`return`", "= bot.health > 0", "{ return bot.health > 0 }", "BW1103", "write `result`"),
    m("`true`", "moved = yes", "moved = true", "BW1103", "write `yes`"),
    m("`elif`", "{ give Burn(1) to target }", "{ stop } elif alive(target) { stop }", "BW1103", "write `else if`"),
    m("`foreach`", "    for each p in players {\n      ", "    foreach p in players {\n      ", "BW1103", "write `for each`"),
    m("`for` without `each`", "    for each p in players {\n      ", "    for p in players {\n      ", "BW1101", "`each`"),
    m("`while` alone", "  repeat number {", "  while number > 0 {", "BW1101", "`repeat while … at most N { … }`"),
    m("`int`", "  price: 0..9", "  price: int", "BW1103", "write `number`"),
    m("`Number`", "amount: 0.. from", "amount: Number from", "BW2001", "write `number`"),
    m("`1-6`", "{ 1..6 }", "{ 1-6 }", "BW1101", "`1..6`"),
    m("`0...9`", "price: 0..9", "price: 0...9", "BW1101", "two dots"),
    m("`1.5`", "by worth[red]", "by 1.5", "BW1101", "whole numbers"),
    m("`extends`", "kind Weapon is Part", "kind Weapon extends Part", "BW1101", "`kind Weapon is …`"),
    m("`target's hurt`", "  target.hurt += amount", "  target's hurt += amount", "BW1103", "a dot: `target.hp`"),
    m("`this`", "damage it by n from it", "damage this by n from it", "BW2002", "did you mean `it`?"),
    m("`opponent`", "used { damage foe.bot", "used { damage opponent.bot", "BW2002", "did you mean `foe`?"),
    m("`add … to`", "target.hurt += amount", "add amount to target.hurt", "BW2003", "`target.hp += 1`"),
    m("`till`", "until end of turn", "till end of turn", "BW1103", "write `until`"),
]

PHRASES = [
    m("the wrong preposition", "damage it by n from it", "damage it with n from it", "BW2108", "`damage target by amount from source`"),
    m("no preposition", "damage it by n from it", "damage it n from it", "BW1101", "`to`, `by`, `of` or `from` is missing"),
    m("no amount", "damage it by n from it", "damage it from it", "BW2107", "`damage target by amount from source`"),
    m("a preposition without its value", "damage it by n from it", "damage it by from it", "BW1101", "a value"),
    m("a preposition twice", "damage it by n from it", "damage it by n by 2 from it", "BW2125", "at most once"),
    m("two objects", "  hit target with part", "  hit target, foe.bot with part", "BW1108", "`hit [a, b] with …`"),
    m("a sentence like a call", "  hit target with part by me.bot", "  hit(target, part)", "BW1101", "write a sentence as a phrase"),
    m("an effect like a function", "damage target: Bot by amount: 0.. from source", "damage(target: Bot, amount: 0..)", "BW1101", "declare a verb as a phrase"),
    m("a slot without its colon", "effect hit target: Bot", "effect hit target Bot", "BW1101", "`target: Bot`"),
    m("`give` without `to`", "give Burn(1) to target", "give Burn(1) target", "BW1101", "`to`, `by`, `of` or `from` is missing"),
    m("a status without `give`", "{ give Burn(1) to target }", "{ Burn(1) to target }", "BW1101", "write `give Burn to …`"),
    m("`modify` without saying how", "modify speed of it by -1 at least 1", "modify speed of it -1", "BW1101", "`by -1`"),
    m("`choose a card`", "choose one of me.discard", "choose a card of me.discard", "BW1101", "`choose one of …`"),
    m("`choose one from`", "choose one of me.discard", "choose one from me.discard", "BW1101", "`of`"),
    m("`once each turn`", "once per turn { cancel }", "once each turn { cancel }", "BW1101", "`per`"),
    m("`until end turn`", "until end of turn", "until end turn", "BW1101", "`of`"),
    m("`until turn`", "until end of turn", "until turn", "BW1101", "`end` or `start`"),
]

SPEECH = [
    m("`your discard`", "move gadget to me.discard", "move gadget to your discard", "BW1101", "a dot: `me.discard`"),
    m("`deal 2 damage`", "{ damage foe.bot by 2 from me.bot }", "{ deal 2 damage to foe.bot }", "BW1101", "is missing before `damage`"),
    m("`draw 2 cards`", "    4: draw 1", "    4: draw 2 cards", "BW1101", "a word such as `to`, `by`, `of` or `from` is missing before `cards`, or `cards` is superfluous"),
    m("`discard` as a verb", "  move gadget to me.discard", "  discard gadget", "BW2003", "`move … to me.discard`"),
    m("`set … to`", "me.points = 2", "set me.points to 2", "BW2104", "`me.points = …`"),
    m("`is red or blue`", "part.colour is red {", "part.colour is red or blue {", "BW2104", "`part.colour in [red, blue]`"),
    m("`0 < n < 9`", "bot.health > 0", "0 < bot.health < 9", "BW1101", "`0 < n and n < 9`"),
    m("`is equal to`", "part.colour is red", "part.colour is equal to red", "BW1101", "`is` is enough to compare"),
    m("`is greater than`", "bot.health > 0", "bot.health is greater than 0", "BW1101", "write `>`"),
    m("`isnt`", "ground is not wall", "ground isnt wall", "BW1103", "write `is not`"),
    m("`players if`", "= players where bot", "= players if bot", "BW1101", "write `where`"),
    m("`else` with a condition", "  open Answer\n}", "  else alive(target) { stop }\n}", "BW1101", "`else if … { … }`"),
    m("`class`", "kind Weapon is Part", "class Weapon is Part", "BW1104", "did you mean `kind`?"),
    m("`Oilcan is Gadget`", "Gadget Oilcan {", "Oilcan is Gadget {", "BW1101", "`Gadget Oilcan { … }`"),
    m("`card Gadget Oilcan`", "Gadget Oilcan {", "card Gadget Oilcan {", "BW1104", "begins with its kind"),
    m("`keyword Heavy for Bot`", "keyword Heavy on Bot", "keyword Heavy for Bot", "BW1101", "name the kind that can have it after `on`"),
    m("`for 2 turns`", "on Bot stacks add {", "on Bot for 2 turns {", "BW1101", "`until end of turn`"),
    m("`visible to`", "seen by owner", "visible to owner", "BW1101", "`seen by owner`"),
    m("`keep`", "  keeps laps", "  keep laps", "BW1101", "did you mean `keeps`?"),
    m("`modify it.speed`", "modify speed of it by", "modify it.speed by", "BW1101", "`modify speed of it …`"),
    m("`after hit(with it)`", "after hit with it if", "after hit(with it) if", "BW1101", "without parentheses"),
    m("a reason behind a comma", "near(target, me.bot) because", "near(target, me.bot),", "BW1101", "follows `because`"),
    m("quotes inside a text", '"it is out of reach"', '"it is "far" out of reach"', "BW1101", '`\\"`'),
    m("symbols in quotes", "{ sand, mud", '{ "sand", mud', "BW1101", "without quotes: `sand`"),
    m("`cost: 1`", "  cost 1 AP\n  hit", "  cost: 1 AP\n  hit", "BW1101", "remove the `:`"),
    m("`used = { … }`", "  used { damage", "  used = { damage", "BW1101", "remove the `=`"),
    m("`used: damage …`", "  used { damage foe.bot by 2 from me.bot }", "  used: damage foe.bot by 2 from me.bot", "BW3001", "`used { damage foe.bot"),
    m("a comma at the end of arguments", "near(target, me.bot)", "near(target, me.bot,)", "BW1101", "remove the comma"),
    m("a parameter without its colon", "Recoil(n: 1..3)", "Recoil(n 1..3)", "BW1101", "follows a `:`"),
    m("texts that are added", 'motto: text = ""', 'motto: text = "a" + "b"', "BW2104", "write one text"),
    m("a field of the table that is not kept", "  keeps laps", "  laps", "BW2113", "`keeps laps: …`", at="{ laps += 1 }"),
]

VALUES = [
    m("no value for a field that must have one", "  hp 8, colour red", "  colour red", "BW2106", "add `hp 1`", at="Bot Rusty {"),
    m("a field twice", "  hp 6\n  colour blue\n", "  hp 6\n  colour blue\n  hp 7\n", "BW2102", "remove one of them"),
    m("a card twice", 'Gadget "Spare Wheel"', "Gadget Oilcan", "BW2101", "rename one of them"),
    m("a keyword declared twice", "keyword Heavy", "keyword Bash", "BW2101", "rename one of them"),
    m("a number out of its range", "  price 1\n", "  price 12\n", "BW2105", "a number 0..9"),
    m("a negative price", "  price 1\n", "  price -1\n", "BW2105", "a number 0..9"),
    m("a text for a number", "  price 1\n", '  price "one"\n', "BW2104", "a number 0..9"),
    m("a number for a symbol", "  colour blue\n", "  colour 2\n", "BW2104", "`red`, `green`, `blue`"),
    m("a field without its value", "  price 1\n", "  price\n", "BW2106", "its value: `price …`"),
    m("a keyword on the wrong kind", "blue, Recoil(1)", "blue, Heavy", "BW2117", "use it on a Bot"),
    m("a keyword without its number", "blue, Recoil(1)", "blue, Recoil", "BW2109", "`Recoil(n)`"),
    m("a keyword with a number that it does not take", "red, Heavy", "red, Heavy(2)", "BW2109", "it is written `Heavy`"),
    m("the number of a keyword without parentheses", "Bash(2)", "Bash 2", "BW1101", "`Bash(2)`"),
    m("the number of a keyword behind a colon", "Bash(2)", "Bash: 2", "BW3001", "in parentheses: `Bash(2)`"),
    m("the number of a keyword out of its range", "Bash(2)", "Bash(0)", "BW2105", "a number 1.."),
    m("a ladder with dashes", "damage 2/4/6", "damage 2-4-6", "BW2104", "write `2/4/6`"),
    m("a ladder with commas", "damage 2/4/6", "damage 2, 4, 6", "BW1108", "write a ladder with `/`, such as `2/4/6`, and a list in brackets"),
    m("a row twice", "green: 2, blue: 1", "green: 2, red: 1", "BW3024", "remove it"),
    m("a key of the wrong sort", "    4: draw 1", "    red: draw 1", "BW2104", "a number 1..6"),
    m("a key of another sort than the others", "green: 2, blue: 1", "green: 2, 3: 1", "BW2104", "`red`, `green`, `blue`"),
    m("a key that the die does not have", "    4: draw 1", "    7: draw 1", "BW2105", "a number 1..6"),
    m("a row that says nothing", "    4: draw 1", "    4:", "BW1101", "write a sentence or a value after the `:`"),
    m("a row of a script with a value", "    4: draw 1", "    4: 1", "BW3001", "each row is a sentence"),
    m("a row of a map that is too short", "    . # # .", "    . # #", "BW2127", "the same number of signs"),
    m("a sign that is not in the legend", "    . ~ . .", "    . ~ . T", "BW2127", "the legend has `#` `.` `~`"),
    m("a text that says another number", "bot is 2 faster", "bot is 3 faster", "BW3011", "without `says`, the text is generated"),
    m("two sorts compared", "part.colour is red", "part.colour is 3", "BW2104", "`red`, `green`, `blue`"),
    m("a list compared with a number", "bot.health > 0", "bot.parts > 0", "BW2104", "`count(bot.parts)`"),
    m("a list where one thing is wanted", "near(target, me.bot)", "near(target, Bot)", "BW2104", "choose one item"),
    m("the wrong thing for a slot", "damage foe.bot by 2", "damage foe.hand by 2", "BW2104", "write a Bot"),
    m("too many arguments", "not alive(target)", "not alive(target, 2)", "BW2109", "`alive(bot)`"),
    m("too few arguments", "near(target, me.bot)", "near(target)", "BW2109", "`b` is missing"),
    m("a word of the language as a name", "  motto: text", "  says: text", "BW1107", "choose another name"),
]

MEANING = [
    m("`it` where there is none", "target.hurt += amount", "it.hurt += amount", "BW2115", "name a slot instead"),
    m("`me` where there is none", "{ laps += 1 }", "{ me.points += 1 }", "BW2115", "add `by me` to the head"),
    m("`foe` where there is no `me`", "{ laps += 1 }", "{ damage foe.bot by 1 from target }", "BW2115", "needs a `me`"),
    m("`that` outside `where`", "part.colour is red", "that.colour is red", "BW2115", "`that` is the current item in `where`, `count(…)`, `highest(…)` and similar queries"),
    m("a field without its owner", "bot: Bot) = bot.health", "bot: Bot) = health", "BW2002", "did you mean `bot.health`?"),
    m("a printed field that is set", "target.hurt += amount", "target.hp -= amount", "BW2113", "`keeps …`"),
    m("a stat that is set", "target.hurt += amount", "target.health -= amount", "BW2113", "`modify health of … by …`"),
    m("a kept field that is modified", "modify speed of it", "modify hurt of it", "BW3019", "`….hurt += 1`"),
    m("`modify` without an owner", "modify speed of it by", "modify speed by", "BW2107", "`modify speed of it …`"),
    m("a rule without an end", "by 2 until end of turn", "by 2", "BW3002", "`until end of turn`"),
    m("`repeat while` without a bound", "  repeat number {", "  repeat while number > 0 {", "BW3003", "`at most N`"),
    m("`repeat` without a bound", "  repeat number {", "  repeat {", "BW3003", "`repeat 3 { … }`"),
    m("`cancel` outside a `before`", "  me.bot.moved = yes\n", "  cancel\n", "BW3016", "use `stop`"),
    m("a choice of nobody", "{ laps += 1 }", "{ choose one of Bot as b; damage b by 1 from b }", "BW3014", "`by active`"),
    m("a cost in an unknown currency", "cost gadget.price AP", "cost gadget.price MP", "BW2010", "the currencies are `AP`"),
    m("a cost without a currency", "cost gadget.price AP", "cost gadget.price", "BW2107", "the currencies are `AP`"),
    m("an action without a window", "Gadget by me during Main", "Gadget by me", "BW3020", "add `during` and a window"),
    m("a name that is set but was never given", "  total = step", "  sum_of_all = step", "BW2002", "`let sum_of_all = …`"),
    m("a name that is set twice", "  total = step(part.damage, 1)\n", "  let n = 1\n  n = 2\n", "BW2113", "`keeps n = …`", at="  n = 2"),
]

SCENARIOS = [
    m("a face that the die does not have", "green, red + blue", "green, yellow", "BW6007", "its faces are"),
    m("a number that the die does not have", "dice D6: 4, 2", "dice D6: 4, 7", "BW6007", "its faces are"),
    m("a seat that nobody has", "  Ann: choose", "  Anne: choose", "BW6002", "did you mean `Ann`?"),
    m("no seats", "  seats Ann, Ben\n  given Rusty", "  given Rusty", "BW6003", "add `seats Ann, Ben`", at='scenario "many hits"'),
    m("too many seats", "Ann, Ben\n  given Rusty", "Ann, Ben, Cid\n  given Rusty", "BW6004", "after `seats`"),
    m("an unknown mode", "given Rusty for Ann\n", "given mode quik, Rusty for Ann\n", "BW2012", "did you mean `quick`?"),
    m("a case that is too short", "{ 1, 7; 2, 6 }", "{ 1, 7; 2 }", "BW6005", "give each name one value"),
    m("`=` in a `then`", "health is left", "health = left", "BW1101", "write `is`"),
    m("no `do`", "  do damage Rusty", "  damage Rusty", "BW1101", "write `do damage …`"),
    m("no `then`", "  then Rusty.health is left", "  Rusty.health is left", "BW1101", "write `then` before a condition to check"),
    m("no quotes around the name", 'scenario "many hits"', "scenario many_hits", "BW1101", "in quotes"),
    m("`given … to`", "given Rusty for Ann\n", "given Rusty to Ann\n", "BW2108", "`given Rusty for Ann at A1`"),
    m("`expect` for `then`", "  then Rusty.health is left", "  expect Rusty.health is left", "BW1101", "did you mean `then`?"),
    m("`Ann chooses`", "  Ann: choose Oilcan", "  Ann chooses Oilcan", "BW1101", "follows a `:`"),
    m("an unknown card", "given Rusty for Ann\n", "given Rusti for Ann\n", "BW2007", "did you mean `Rusty`"),
]

MISTAKES = [
    *SPELLING, *CASE, *PUNCTUATION, *BRACES, *COLUMNS, *OTHER_LANGUAGES, *PHRASES, *SPEECH, *VALUES, *MEANING, *SCENARIOS,
]
# fmt: on


@cache
def found_in_arena(text: str) -> tuple[Diagnostic, ...]:
    """What is found in the whole file, with its catalogue of clauses, in the order in which it is shown."""
    return check([Unit("arena", tuple(parse_source(Source("arena.bot", text))), clauses())]).diagnostics


def made(mistake: Mistake) -> str:
    assert arena().count(mistake.good) == 1, f"`{mistake.good}` is not one place"
    return arena().replace(mistake.good, mistake.wrong)


def line_of(mistake: Mistake, wrong: str) -> int:
    """The line on which the mistake stands."""
    if mistake.at:
        assert wrong.count(mistake.at) == 1, f"`{mistake.at}` is not one place"
        return wrong[: wrong.index(mistake.at)].count("\n") + 1
    same = next(i for i, (a, b) in enumerate(zip(arena(), wrong, strict=False)) if a != b)
    return wrong[:same].count("\n") + 1


def test_the_good_file_is_good() -> None:
    assert found_in_arena(arena()) == ()
    assert arena().count("\n") > 200


FOLLOWERS = {
    "a card twice": 1,  # the deck names the card that is gone
    "a keyword declared twice": 2,  # so do a rule and a card
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.what for mistake in MISTAKES])
def test_the_first_diagnostic_stands_right_and_names_the_repair(mistake: Mistake) -> None:
    wrong = made(mistake)
    result = found_in_arena(wrong)
    assert result, "nothing is found"
    actual = f"{result[0].code} {result[0].message} | {result[0].help}"
    line = Source("arena.bot", wrong).position(result[0].place.start)[0]
    assert (line, result[0].code) == (line_of(mistake, wrong), mistake.code), actual
    assert mistake.help in result[0].help, actual
    assert len(result) == 1 + FOLLOWERS.get(mistake.what, 0), [item.message for item in result]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.what for mistake in MISTAKES])
def test_a_repair_makes_the_file_good_again(mistake: Mistake) -> None:
    """Whoever takes the repair that is offered has nothing left to mend."""
    wrong = made(mistake)
    actual = found_in_arena(wrong)
    if actual[0].fix is None:
        return
    result = repair(actual, {"arena.bot": Source("arena.bot", wrong)}, frozenset(["arena.bot"]))
    assert result.applied
    assert [item.message for item in found_in_arena(result.texts["arena.bot"])] == []


def test_the_table_is_large_and_has_no_mistake_twice() -> None:
    assert len(MISTAKES) >= 60
    assert [what for what, times in Counter(mistake.what for mistake in MISTAKES).items() if times > 1] == []
    assert [
        key for key, times in Counter((mistake.good, mistake.wrong) for mistake in MISTAKES).items() if times > 1
    ] == []


def test_no_name_of_a_terminal_reaches_an_author() -> None:
    terminal = re.compile(r"\b(?:NAME|CAP|INTEGER|QUOTED|CLAUSE|NL|END)\b|<\w+>|Token\(")
    for mistake in MISTAKES:
        for item in found_in_arena(made(mistake)):
            assert not terminal.search(f"{item.message} {item.help} {item.label}"), item
