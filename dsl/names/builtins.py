"""The built-in words of the language: functions, verbs and names.

One table describes each of them: its usage, the types of its arguments and result, and a sentence for the reader. The
checker, the reference, completion and `explain` all read these tables. Argument types use a small notation: `list` is
any list, whose items are called T; `… of that` is evaluated for each T; `spot` is a space or a thing on one, and the
spaces of its board are called S.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Parameter:
    """One argument of a function."""

    name: str
    wants: str
    optional: bool = False
    many: bool = False


@frozen
class Function:
    name: str
    usage: str
    says: str
    wants: tuple[Parameter, ...]
    gives: str


@frozen
class BuiltinSlot:
    preposition: str
    name: str
    wants: str
    optional: bool = False


@frozen
class BuiltinVerb:
    name: str
    usage: str
    says: str
    slots: tuple[BuiltinSlot, ...]
    gives: str = ""


@frozen
class BuiltinName:
    name: str
    says: str
    gives: str


def _function(usage: str, gives: str, says: str, *wants: Parameter) -> Function:
    return Function(usage.split("(")[0], usage, says, wants, gives)


def _a(name: str, wants: str) -> Parameter:
    return Parameter(name, wants)


def _o(name: str, wants: str) -> Parameter:
    return Parameter(name, wants, optional=True)


def _m(name: str, wants: str) -> Parameter:
    return Parameter(name, wants, optional=True, many=True)


_LIST = _a("things", "list")

FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        _function("count(things, condition)", "count", "the number of items, or of those for which the condition is true; for a thing: how many of a keyword or status it has", _a("things", "list or thing"), _o("condition", "truth or mark of that")),
        _function("sum(things, number)", "number", "the total of a number over all items", _LIST, _o("number", "number of that")),
        _function("all(things, condition)", "truth", "whether the condition is true for every item", _LIST, _o("condition", "truth of that")),
        _function("some(things, condition)", "truth", "whether the condition is true for at least one item", _LIST, _o("condition", "truth of that")),
        _function("highest(things, number)", "list T", "the items with the highest number; several if they tie", _LIST, _o("number", "number of that")),
        _function("lowest(things, number)", "list T", "the items with the lowest number; several if they tie", _LIST, _o("number", "number of that")),
        _function("most(things, number)", "number", "the largest number among the items; 0 if there are none", _LIST, _o("number", "number of that")),
        _function("least(things, number)", "number", "the smallest number among the items; 0 if there are none", _LIST, _o("number", "number of that")),
        _function("best(options, wish, wish …)", "T?", "the best option by the first wish; ties are broken by the next wish, and so on", _LIST, _m("wish", "wish of that")),
        _function("sorted(things, number …)", "list T", "the items sorted from the highest to the lowest", _LIST, _m("number", "wish of that")),
        _function("groups(things, by)", "list list T", "the items split into lists with the same value", _LIST, _a("by", "any of that")),
        _function("distinct(things, by)", "list T", "the items without duplicates", _LIST, _o("by", "any of that")),
        _function("each(things, value)", "list V", "the value of each item, in order", _LIST, _a("value", "any of that")),
        _function("first(things, number)", "T? or list T", "the first item; with a number, that many items", _LIST, _o("number", "number")),
        _function("last(things, number)", "T? or list T", "the last item; with a number, that many items", _LIST, _o("number", "number")),
        _function("top(pile, number)", "T? or list T", "the top item of a pile; with a number, that many items", _LIST, _o("number", "number")),
        _function("bottom(pile)", "T?", "the bottom item of a pile", _LIST),
        _function("reversed(things)", "list T", "the items in reverse order", _LIST),
        _function("lesser(a, b)", "number", "the smaller of two numbers", _a("a", "number"), _a("b", "number")),
        _function("greater(a, b)", "number", "the larger of two numbers", _a("a", "number"), _a("b", "number")),
        _function("difference(a, b)", "count", "the difference between two numbers, never negative", _a("a", "number"), _a("b", "number")),
        _function("step(ladder, n)", "number", "the value of a ladder at step n; beyond its end, the last value", _a("ladder", "ladder"), _a("n", "number")),
        _function("steps(ladder)", "count", "the number of values of a ladder", _a("ladder", "ladder")),
        _function("clockwise(player)", "list player", "all players still in the game, clockwise from this player", _a("player", "player")),
        _function("next_after(player)", "player", "the next player clockwise who is still in the game", _a("player", "player")),
        _function("others(player)", "list player", "all players still in the game except this one", _a("player", "player")),
        _function("adjacent(spot)", "list S", "the spaces next to it", _a("spot", "spot")),
        _function("neighbour(spot, direction)", "S?", "the adjacent space in one direction; directions are numbered clockwise from the top", _a("spot", "spot"), _a("direction", "number")),
        _function("distance(a, b)", "count", "the smallest number of steps from one to the other", _a("a", "spot"), _a("b", "spot")),
        _function("within(spot, number)", "list S", "the spaces at most that many steps away, without its own", _a("spot", "spot"), _a("number", "number")),
        _function("between(a, b)", "list S", "the spaces on the straight line between the two", _a("a", "spot"), _a("b", "spot")),
        _function("in_line(a, b)", "truth", "whether they are in a straight row", _a("a", "spot"), _a("b", "spot")),
        _function("row(spot, toward)", "list S", "the spaces in a straight row from it, nearest first", _a("spot", "spot"), _a("toward", "spot")),
        _function("lines(spot, length)", "list list S", "every straight line of that many spaces through it", _a("spot", "spot"), _a("length", "number")),
        _function("connected(spot, holds)", "list S", "the connected spaces: its own, and step by step each neighbour for which `holds` is true", _a("spot", "spot"), _a("holds", "truth of space")),
        _function("beyond(spot, away_from)", "S?", "the next space in a straight line away from another", _a("spot", "spot"), _a("away_from", "spot")),
        _function("toward(spot, goal)", "list S", "the neighbours that are nearer to the goal", _a("spot", "spot"), _a("goal", "spot")),
        _function("sees(a, b, blocked)", "truth", "whether nothing blocks the line from centre to centre; `blocked` is evaluated for each space between", _a("a", "spot"), _a("b", "spot"), _o("blocked", "truth of space")),
        _function("glimpses(a, b, blocked)", "truth", "whether at least one straight line from any point of one to any point of the other touches no blocked space", _a("a", "spot"), _a("b", "spot"), _o("blocked", "truth of space")),
        _function("reach(mover, points, cost)", "list S", "the spaces that it can reach; `cost` is evaluated for each step from `here` to `that`, and `none` makes a step impossible", _a("mover", "spot"), _a("points", "number"), _o("cost", "number of space")),
        _function("path_cost(mover, goal, cost)", "count?", "the cost of the cheapest path, evaluated for each step from `here` to `that`; none if there is no path", _a("mover", "spot"), _a("goal", "spot"), _o("cost", "number of space")),
        _function("path(mover, goal, cost)", "list S", "the spaces of a cheapest path, step by step up to the goal; of several paths, one with the fewest steps; empty if there is none", _a("mover", "spot"), _a("goal", "spot"), _o("cost", "number of space")),
        _function("area(shape, spot, facing)", "list S", "the spaces that a drawn shape covers from that space, facing that way: towards a spot, or in a direction as `neighbour` counts them", _a("shape", "shape"), _a("spot", "spot"), _o("facing", "spot or direction")),
        _function("complete(combination, dice)", "truth", "whether the dice form the whole combination", _a("combination", "combo"), _a("dice", "dice")),
        _function("fitting(combination, dice)", "list T", "the dice that fit into the combination together", _a("combination", "combo"), _a("dice", "dice")),
        _function("fits(combination, dice)", "truth", "whether all of these dice fit into the combination together", _a("combination", "combo"), _a("dice", "dice")),
        _function("combos(dice)", "list combo", "the combinations that at least one of the dice fits into", _a("dice", "dice")),
        _function("opposite(face)", "T", "the face on the opposite side of the die; for a die, the face below", _a("face", "face")),
        _function("shows(die, symbol)", "truth", "whether the face that is up has the symbol", _a("die", "die or face"), _a("symbol", "symbol")),
        _function("supply(Kind)", "list T", "all cards of a kind in the packs, from which the game can take copies", _a("kind", "kind")),
        _function("keys(table)", "list T", "the keys of a table, in the order of its rows", _a("table", "table")),
        _function("times(verb, by, with, of, within)", "count", "how often it has happened, by whom, within the current turn, window or event", _a("verb", "verb")),
        _function("would(card, verb)", "truth", "whether the text of the card may do this", _a("card", "thing"), _a("verb", "verb")),
    )
}  # fmt: skip

SCENARIO_FUNCTIONS: dict[str, Function] = {
    "knows": _function("knows(player, thing)", "truth", "whether a player may look at a thing now", _a("player", "player"), _a("thing", "thing")),
    "gone": _function("gone(thing)", "truth", "whether a thing is no longer on the table", _a("thing", "thing")),
}  # fmt: skip
"""Functions for questions from outside the game: in a scenario or at the prompt."""


def _verb(usage: str, says: str, *slots: BuiltinSlot, gives: str = "") -> BuiltinVerb:
    return BuiltinVerb(usage.split()[0], usage, says, slots, gives)


def _s(preposition: str, name: str, wants: str, optional: bool = False) -> BuiltinSlot:
    return BuiltinSlot(preposition, name, wants, optional)


VERBS: dict[str, BuiltinVerb] = {
    v.name: v
    for v in (
        _verb("move thing to place", "put a thing into a zone or on a space", _s("", "thing", "things"), _s("to", "place", "place"), _s("from", "origin", "place", True), _s("at", "level", "number", True)),
        _verb("take 5 of D6 into me.tray", "put new dice, tokens or copies of a card into a zone", _s("", "number", "number"), _s("of", "sort", "sort"), _s("into", "place", "place", True), gives="list T"),
        _verb("roll D6 as face", "roll a die, several dice of one kind, or dice in a zone", _s("", "dice", "dice to roll"), _s("of", "die", "die sort", True), _s("into", "place", "place", True), _s("by", "roller", "player", True), gives="roll"),
        _verb("set die to face", "turn a die to a face without rolling it", _s("", "die", "dice"), _s("to", "face", "face")),
        _verb("shuffle me.discard into me.deck", "put a pile into a random order", _s("", "pile", "list"), _s("into", "place", "place", True)),
        _verb("show me.sheet to players", "show hidden things to players", _s("", "things", "things"), _s("to", "viewers", "players")),
        _verb("arrange top(deck, 5) by me", "let a player put a pile in order", _s("", "things", "list"), _s("by", "arranger", "player", True)),
        _verb("give Burn(2) to target", "give a keyword or status, permanently or until an event", _s("", "mark", "mark"), _s("to", "bearer", "things"), _s("until", "ending", "end", True)),
        _verb("lose Burn from target", "take a keyword or status away", _s("", "mark", "mark"), _s("from", "bearer", "things")),
        _verb("run card.played", "run a script; `at` selects a row", _s("", "script", "script"), _s("at", "key", "any", True), _s("by", "runner", "player", True)),
        _verb("begin Match from starter", "play another flow; the result is its winner", _s("", "flow", "flow"), _s("from", "starter", "player", True), gives="player?"),
        _verb("lay yard", "put a drawn map on the table: its spaces come into play", _s("", "map", "map")),
        _verb("end turn", "leave an event in progress or the open window; the game continues after it", _s("", "event", "event")),
        _verb("pass", "take no further action in the open window; a player who is forbidden to pass must act if possible", _s("by", "player", "player", True)),
        _verb("take_effect card", "apply the text of a card: its hooks, changes and actions; exists only to be forbidden", _s("", "card", "things"), _s("by", "player", "player", True)),
        _verb("volunteer by me", "accept a `may`; exists only to be forbidden: a player who is forbidden is not asked", _s("by", "player", "player", True)),
        _verb("remove token", "take things out of the game", _s("", "things", "things")),
        _verb("eliminate player", "remove a player from the game", _s("", "player", "players")),
        _verb("win me", "end the game: these players have won; with `none` it is a draw", _s("", "winners", "players or none")),
    )
}  # fmt: skip

NAMES: dict[str, BuiltinName] = {
    name.name: name
    for name in (
        BuiltinName("players", "all players still in the game, in order", "list player"),
        BuiltinName("active", "the player whose turn it is", "player"),
        BuiltinName("foe", "the opponent of `me` in a game for two", "player"),
        BuiltinName("foes", "all players except `me`", "list player"),
        BuiltinName("actor", "in a hook: the player of an event declared with `by me`", "player"),
        BuiltinName("window", "the window that is open", "window?"),
        BuiltinName("mode", "the modes and variants in use", "list mode"),
        BuiltinName("chance", "chance, which makes a random choice where a sentence says `by chance`", "chance"),
        BuiltinName("round", "the number of the round", "count"),
        BuiltinName("winners", "the winners; `none` during the game, an empty list in a draw", "list player?"),
    )
}

THING_FIELDS: dict[str, tuple[str, str]] = {
    "owner": ("player", "the player who controls it; only a rule can change it"),
    "name": ("text", "its display name"),
    "id": ("text", "its id"),
    "holder": ("holder?", "the thing or player whose zone it is in"),
    "position": ("count", "its level in its zone; in a pile, the top is 1"),
}
"""Fields that every thing has."""

SPACE_FIELDS: dict[str, tuple[str, str]] = {
    "row": ("count", "its row in the drawing; the top row is 1"),
    "column": ("count", "its column in the drawing; the leftmost column is 1"),
}
"""Fields that every space has."""

DIE_FIELDS: dict[str, tuple[str, str]] = {
    "face": ("face", "the face that it shows"),
    "value": ("number", "the number that it shows"),
}

RULESET_ITEMS: dict[str, str] = {
    "players": "the number of players, such as 2..4",
    "modes": "the modes of play",
    "triggers": "the order of several hooks on one event: active_first, owner_chooses or oldest_first",
    "start": "the flow that starts a match",
    "default_mode": "the mode if none is chosen",
    "score": "the rule or define that rates a player's position, for bots",
    "payoff": "the rule or define that says what a finished match is worth to a player, for programs that learn",
    "retracts": "the action with which a person takes something back; bots ignore it",
}

TRIGGERS = {
    "active_first": "hooks of the active player come first, then clockwise",
    "owner_chooses": "the owner of the hooks puts them in order",
    "oldest_first": "the oldest hook comes first",
}
"""The order of several hooks on one event."""

COMBO_WORDS = {"same": "dice with equal faces", "other": "dice with equal faces that differ from an earlier part", "different": "dice with different faces", "run": "dice with consecutive numbers", "any": "any dice"}
STACKING = {"never": "one at a time", "add": "their numbers add up", "apart": "each counts separately"}
LAYERS = ("to", "by", "times", "at least", "at most")
