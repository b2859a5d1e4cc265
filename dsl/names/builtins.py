"""The words that the language itself brings: functions, verbs and names.

One table describes each of them: how it is written, what it wants and gives, and a sentence for the reader. The checker,
the reference, completion and `explain` all read it here. What a word wants is written in a small notation: `list` is any
list and calls its items T; `… of that` is reckoned for each T; `spot` is a space or something that stands on one, and
calls the spaces of its board S.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Want:
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
    wants: tuple[Want, ...]
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


def _function(usage: str, gives: str, says: str, *wants: Want) -> Function:
    return Function(usage.split("(")[0], usage, says, wants, gives)


def _a(name: str, wants: str) -> Want:
    return Want(name, wants)


def _o(name: str, wants: str) -> Want:
    return Want(name, wants, optional=True)


def _m(name: str, wants: str) -> Want:
    return Want(name, wants, optional=True, many=True)


_LIST = _a("things", "list")

FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        _function("count(things, condition)", "count", "how many there are, or how many of them hold the condition; of a thing: how many of a mark it has", _a("things", "list or thing"), _o("condition", "truth or mark of that")),
        _function("sum(things, number)", "number", "the total of a number of each", _LIST, _o("number", "number of that")),
        _function("all(things, condition)", "truth", "whether every one holds the condition", _LIST, _o("condition", "truth of that")),
        _function("some(things, condition)", "truth", "whether there is one that holds the condition", _LIST, _o("condition", "truth of that")),
        _function("highest(things, number)", "list T", "all for which the number is highest; several if they tie", _LIST, _o("number", "number of that")),
        _function("lowest(things, number)", "list T", "all for which the number is lowest; several if they tie", _LIST, _o("number", "number of that")),
        _function("most(things, number)", "number", "the largest of a number of each; 0 if there are none", _LIST, _o("number", "number of that")),
        _function("least(things, number)", "number", "the smallest of a number of each; 0 if there are none", _LIST, _o("number", "number of that")),
        _function("best(options, wish, wish …)", "T?", "the option that is best by the first wish, among equals by the next, and so on", _LIST, _m("wish", "wish of that")),
        _function("sorted(things, number …)", "list T", "from the highest to the lowest", _LIST, _m("number", "wish of that")),
        _function("groups(things, by)", "list list T", "cut into lists that agree in something", _LIST, _a("by", "any of that")),
        _function("distinct(things, by)", "list T", "without repetitions", _LIST, _o("by", "any of that")),
        _function("each(things, value)", "list V", "the value of each, in order", _LIST, _a("value", "any of that")),
        _function("first(things, number)", "T? or list T", "the first one; with a number, that many", _LIST, _o("number", "number")),
        _function("last(things, number)", "T? or list T", "the last one; with a number, that many", _LIST, _o("number", "number")),
        _function("top(pile, number)", "T? or list T", "the uppermost of a pile; with a number, that many", _LIST, _o("number", "number")),
        _function("bottom(pile)", "T?", "the lowest of a pile", _LIST),
        _function("reversed(things)", "list T", "in the other order", _LIST),
        _function("lesser(a, b)", "number", "the smaller of two numbers", _a("a", "number"), _a("b", "number")),
        _function("greater(a, b)", "number", "the larger of two numbers", _a("a", "number"), _a("b", "number")),
        _function("difference(a, b)", "count", "how far two numbers are apart", _a("a", "number"), _a("b", "number")),
        _function("step(ladder, n)", "number", "the value of a ladder for n steps; past its end the last one", _a("ladder", "ladder"), _a("n", "number")),
        _function("steps(ladder)", "count", "how many values a ladder has", _a("ladder", "ladder")),
        _function("clockwise(player)", "list player", "all who still play, from this player on, around the table", _a("player", "player")),
        _function("next_after(player)", "player", "who still plays and sits next", _a("player", "player")),
        _function("others(player)", "list player", "all who still play but this one", _a("player", "player")),
        _function("adjacent(spot)", "list S", "the spaces next to it", _a("spot", "spot")),
        _function("neighbour(spot, direction)", "S?", "the space next to it in one direction; directions are counted clockwise from the top", _a("spot", "spot"), _a("direction", "number")),
        _function("distance(a, b)", "count", "the fewest steps from one to the other", _a("a", "spot"), _a("b", "spot")),
        _function("within(spot, number)", "list S", "the spaces at most so many steps away, without its own", _a("spot", "spot"), _a("number", "number")),
        _function("between(a, b)", "list S", "the spaces on the straight line from one to the other, without the ends", _a("a", "spot"), _a("b", "spot")),
        _function("in_line(a, b)", "truth", "whether they share a straight row", _a("a", "spot"), _a("b", "spot")),
        _function("row(spot, toward)", "list S", "the spaces in a straight row from it, nearest first", _a("spot", "spot"), _a("toward", "spot")),
        _function("lines(spot, length)", "list list S", "every straight line of so many spaces that runs through it", _a("spot", "spot"), _a("length", "number")),
        _function("connected(spot, holds)", "list S", "the spaces that hang together with it: its own, and step by step each neighbour for which `holds` is true", _a("spot", "spot"), _a("holds", "truth of space")),
        _function("beyond(spot, away_from)", "S?", "the next space straight away from another", _a("spot", "spot"), _a("away_from", "spot")),
        _function("toward(spot, goal)", "list S", "the neighbours that are nearer to the goal", _a("spot", "spot"), _a("goal", "spot")),
        _function("sees(a, b, blocked)", "truth", "whether nothing blocks the line from middle to middle; `blocked` is asked for each space between", _a("a", "spot"), _a("b", "spot"), _o("blocked", "truth of space")),
        _function("glimpses(a, b, blocked)", "truth", "whether some straight line from any part of the one to any part of the other touches no space that is blocked", _a("a", "spot"), _a("b", "spot"), _o("blocked", "truth of space")),
        _function("reach(mover, points, cost)", "list S", "the spaces that it can get to; `cost` is asked for each step from `here` to `that`, none means it cannot be made", _a("mover", "spot"), _a("points", "number"), _o("cost", "number of space")),
        _function("path_cost(mover, goal, cost)", "count?", "what the cheapest way costs, asked for each step from `here` to `that`; none if there is no way", _a("mover", "spot"), _a("goal", "spot"), _o("cost", "number of space")),
        _function("path(mover, goal, cost)", "list S", "the spaces of a cheapest way, step by step up to the goal; of several ways one with the fewest steps; empty if there is none", _a("mover", "spot"), _a("goal", "spot"), _o("cost", "number of space")),
        _function("area(shape, spot, facing)", "list S", "the spaces that a drawn shape covers when its user stands there and faces that way: towards a spot, or in a direction as `neighbour` counts them", _a("shape", "shape"), _a("spot", "spot"), _o("facing", "spot or direction")),
        _function("complete(combination, dice)", "truth", "whether the dice hold the whole combination", _a("combination", "combo"), _a("dice", "dice")),
        _function("fitting(combination, dice)", "list T", "the dice that fit into the combination beside each other", _a("combination", "combo"), _a("dice", "dice")),
        _function("fits(combination, dice)", "truth", "whether all of these dice have a place in the combination beside each other", _a("combination", "combo"), _a("dice", "dice")),
        _function("combos(dice)", "list combo", "the combinations that at least one of the dice fits", _a("dice", "dice")),
        _function("opposite(face)", "T", "the face on the other side of the die; of a die, the one below", _a("face", "face")),
        _function("shows(die, symbol)", "truth", "whether the face that is up has the symbol", _a("die", "die or face"), _a("symbol", "symbol")),
        _function("supply(Kind)", "list T", "all cards of a kind that the packs bring: what can be taken into the game", _a("kind", "kind")),
        _function("keys(table)", "list T", "what a table can be looked up by, in the order of its rows", _a("table", "table")),
        _function("times(verb, by, with, of, within)", "count", "how often it was done, by whom, within the present turn, window or event", _a("verb", "verb")),
        _function("would(card, verb)", "truth", "whether the text of the card may do this", _a("card", "thing"), _a("verb", "verb")),
    )
}  # fmt: skip

SCENARIO_FUNCTIONS: dict[str, Function] = {
    "knows": _function("knows(player, thing)", "truth", "whether a player may look at a thing now", _a("player", "player"), _a("thing", "thing")),
    "gone": _function("gone(thing)", "truth", "whether a thing is not on the table any more", _a("thing", "thing")),
}  # fmt: skip
"""What only somebody outside the game may ask: a scenario, or a prompt."""


def _verb(usage: str, says: str, *slots: BuiltinSlot, gives: str = "") -> BuiltinVerb:
    return BuiltinVerb(usage.split()[0], usage, says, slots, gives)


def _s(preposition: str, name: str, wants: str, optional: bool = False) -> BuiltinSlot:
    return BuiltinSlot(preposition, name, wants, optional)


VERBS: dict[str, BuiltinVerb] = {
    v.name: v
    for v in (
        _verb("move thing to place", "put a thing into a zone or on a space", _s("", "thing", "things"), _s("to", "place", "place"), _s("from", "origin", "place", True), _s("at", "level", "number", True)),
        _verb("take 5 of D6 into me.tray", "bring new dice, tokens or copies of a card into a zone", _s("", "number", "number"), _s("of", "sort", "sort"), _s("into", "place", "place", True), gives="list T"),
        _verb("roll D6 as face", "roll a die, several dice of a sort, or dice that lie there", _s("", "dice", "dice to roll"), _s("of", "die", "die sort", True), _s("into", "place", "place", True), _s("by", "roller", "player", True), gives="roll"),
        _verb("set die to face", "turn a die to a face without rolling it", _s("", "die", "dice"), _s("to", "face", "face")),
        _verb("shuffle me.discard into me.deck", "bring a pile into an order by chance", _s("", "pile", "list"), _s("into", "place", "place", True)),
        _verb("show me.sheet to players", "let players see what is hidden from them", _s("", "things", "things"), _s("to", "viewers", "players")),
        _verb("arrange top(deck, 5) by me", "let a player put a pile in order", _s("", "things", "list"), _s("by", "arranger", "player", True)),
        _verb("give Burn(2) to target", "give a keyword or status, for good or until something", _s("", "mark", "mark"), _s("to", "bearer", "things"), _s("until", "ending", "end", True)),
        _verb("lose Burn from target", "take a keyword or status away", _s("", "mark", "mark"), _s("from", "bearer", "things")),
        _verb("run card.played", "do what a script says; `at` looks a row up", _s("", "script", "script"), _s("at", "key", "any", True), _s("by", "runner", "player", True)),
        _verb("begin Match from starter", "play another flow, and give who won it", _s("", "flow", "flow"), _s("from", "starter", "player", True), gives="player?"),
        _verb("lay yard", "put a drawn map on the table: its spaces come into play", _s("", "map", "map")),
        _verb("end turn", "leave an event that is going on, or the open window; what follows it goes on", _s("", "event", "event")),
        _verb("pass", "want nothing more of the open window; a player who is forbidden to pass must act if he can", _s("by", "player", "player", True)),
        _verb("take_effect card", "the text of a card works: its hooks, changes and actions; there only to be forbidden", _s("", "card", "things"), _s("by", "player", "player", True)),
        _verb("volunteer by me", "do what a `may` leaves open; there only to be forbidden: who may not is not asked", _s("by", "player", "player", True)),
        _verb("remove token", "take things out of the game", _s("", "things", "things")),
        _verb("eliminate player", "a player is out of the game", _s("", "player", "players")),
        _verb("win me", "the game ends and these players have won; with `none` it is a draw", _s("", "winners", "players or none")),
    )
}  # fmt: skip

NAMES: dict[str, BuiltinName] = {
    name.name: name
    for name in (
        BuiltinName("players", "all who still play, in order", "list player"),
        BuiltinName("active", "whose turn it is", "player"),
        BuiltinName("foe", "the other player than `me`, where the game has two seats", "player"),
        BuiltinName("foes", "the other players than `me`", "list player"),
        BuiltinName("actor", "in a hook: the player of an event declared with `by me`", "player"),
        BuiltinName("window", "the window that is open", "window?"),
        BuiltinName("mode", "the modes and variants that are on", "list mode"),
        BuiltinName("chance", "luck: who chooses where a sentence says `by chance`", "chance"),
        BuiltinName("round", "the number of the round", "count"),
        BuiltinName("winners", "who has won; `none` while the game goes on, an empty list in a draw", "list player?"),
    )
}

THING_FIELDS: dict[str, tuple[str, str]] = {
    "owner": ("player", "who controls it; changes only by a rule"),
    "name": ("text", "its shown name"),
    "id": ("text", "its id"),
    "holder": ("holder?", "the thing or player in whose zone it lies"),
    "position": ("count", "which level of its zone it has; in a pile the uppermost is 1"),
}
"""Fields that every thing has."""

SPACE_FIELDS: dict[str, tuple[str, str]] = {
    "row": ("count", "the row of the drawing that it stands in; the uppermost is 1"),
    "column": ("count", "the column of the drawing that it stands in; the leftmost is 1"),
}
"""Fields that every space has."""

DIE_FIELDS: dict[str, tuple[str, str]] = {
    "face": ("face", "what it shows"),
    "value": ("number", "the number that it shows"),
}

RULESET_ITEMS: dict[str, str] = {
    "players": "how many can play, such as 2..4",
    "modes": "the ways to play",
    "triggers": "which of several hooks comes first: active_first, owner_chooses or oldest_first",
    "start": "the flow that a match begins with",
    "default_mode": "the mode when nothing is said",
    "score": "the rule or define that says how well a player stands, for bots",
    "retracts": "the action with which a person takes something back; bots do without it",
}

TRIGGERS = {
    "active_first": "hooks of the active player come first, then clockwise",
    "owner_chooses": "the player whose hooks they are puts them in order",
    "oldest_first": "the hook that has held for longest comes first",
}
"""Which of several hooks on one event comes first."""

COMBO_WORDS = {"same": "dice that show the same", "other": "dice that show the same, but not what an earlier part shows", "different": "dice that all differ", "run": "dice in a row", "any": "any dice"}
STACKING = {"never": "one at a time", "add": "their numbers add up", "apart": "each stands by itself"}
LAYERS = ("to", "by", "times", "at least", "at most")
