"""Programs whose size is a number: chains, crowds and nests of every construct, each as a function from n to a text.

A chain has n declarations that each lean on the one before; a crowd has n declarations or lines side by side; a nest
has one expression or block n levels deep. The checker must answer each of them with work that grows like n, or
refuse it at a named bound. A shape need not be a program without faults: what is wrong with a text must not cost more
than what is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Shape = Callable[[int], str]

GAME = """ruleset g "G" { players 2, start Match }

flow Match { repeat 3 { phase turn by first(players) { win first(players) } } }

kind Bot { hp: 0..9 = 1, keeps hurt: 0..9 = 0 }
"""


def _declared(lines: Iterable[str]) -> str:
    return GAME + "\n" + "\n\n".join(lines) + "\n"


def _in_kind(lines: Iterable[str], head: str = "kind Big") -> str:
    return GAME + f"\n{head} {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


# ------------------------------------------------------------------------------------------------------ chains


def kinds(n: int) -> str:
    return _declared(["kind K0 { f: 0..9 = 1 }", *(f"kind K{i} is K{i - 1} {{ }}" for i in range(1, n))])


def kinds_with_fields(n: int) -> str:
    return _declared(
        ["kind K0 { f0: 0..9 = 1 }", *(f"kind K{i} is K{i - 1} {{ f{i}: 0..9 = 1 }}" for i in range(1, n))]
    )


def kind_forms(n: int) -> str:
    kinds = ["kind K0 { f0: 0..9 = 1 }", *(f"kind K{i} is K{i - 1} {{ f{i}: 0..9 = 1 }}" for i in range(1, n))]
    return _declared([*kinds, *(f"K{i} Card{i} {{ f{i} 2 }}" for i in range(n))])


def kinds_in_a_circle(n: int) -> str:
    return _declared([f"kind K{i} is K{(i + 1) % n} {{ }}" for i in range(n)])


def stats(n: int) -> str:
    return _in_kind(["stat s0 = 1", *(f"stat s{i} = it.s{i - 1}" for i in range(1, n))])


def stats_twice(n: int) -> str:
    return _in_kind(["stat s0 = it.zz", *(f"stat s{i} = it.s{i - 1} + it.s{i - 1}" for i in range(1, n))])


def stats_backwards(n: int) -> str:
    return _in_kind([*(f"stat s{i} = it.s{i + 1}" for i in range(n)), f"stat s{n} = 1"])


def stats_in_a_circle(n: int) -> str:
    return _in_kind([f"stat s{i} = it.s{(i + 1) % n}" for i in range(n)])


def stats_of_all_before(n: int) -> str:
    return _in_kind([f"stat s{i} = (if yes then it.s{(i + 1) % n} else it.s{(i + 7) % n})" for i in range(n)])


def stats_across_kinds(n: int) -> str:
    heads = [f"kind K{i} {{ keeps up: K{i + 1}? = none, stat s = it.up.s }}" for i in range(n)]
    return _declared([*heads, f"kind K{n} {{ stat s = 1 }}"])


def keeps(n: int) -> str:
    return _in_kind(["keeps k0 = it.zz", *(f"keeps k{i} = it.k{i - 1}" for i in range(1, n))])


def keeps_twice(n: int) -> str:
    return _in_kind(
        ["keeps k0 = none", *(f"keeps k{i} = (if yes then it.k{i - 1} else it.k{i - 1})" for i in range(1, n))]
    )


def table_keeps(n: int) -> str:
    return _in_kind(
        ["keeps k0 = first(Bot)", *(f"keeps k{i} = (if yes then k{i - 1} else k{i - 1})" for i in range(1, n))],
        "extend Table",
    )


def player_keeps(n: int) -> str:
    return _in_kind(["keeps k0 = first(Bot)", *(f"keeps k{i} = it.k{i - 1}" for i in range(1, n))], "extend Player")


def defines(n: int) -> str:
    return _declared(["define d0 = 1", *(f"define d{i} = d{i - 1} + 1" for i in range(1, n))])


def defines_backwards(n: int) -> str:
    return _declared([*(f"define d{i} = d{i + 1} + d{i + 1}" for i in range(n)), f"define d{n} = 1"])


def defines_with_blocks(n: int) -> str:
    return _declared(
        [*(f"define d{i}(x: number) {{ let y = d{i + 1}(x); result y + x }}" for i in range(n)), f"define d{n}(x) = 1"]
    )


def defines_in_a_circle(n: int) -> str:
    return _declared([f"define d{i} = d{(i + 1) % n}" for i in range(n)])


def defines_in_many_circles(n: int) -> str:
    return _declared([f"define d{i} = d{(i + 1) % n} + d{(i * 7 + 3) % n}" for i in range(n)])


def rules(n: int) -> str:
    return _declared([*(f"rule r{i}(b: Bot) = r{i + 1}(b)" for i in range(n)), f"rule r{n}(b: Bot) = b.hp"])


def rules_and_stats(n: int) -> str:
    parts = [f"define d{i}(b: K{i}) = b.s\n\nkind K{i} {{ stat s = d{i + 1}(first(K{i + 1})) }}" for i in range(n)]
    return _declared([*parts, f"define d{n}(b: K{n}) = 1", f"kind K{n} {{ stat s = 1 }}"])


def goals(n: int) -> str:
    return _declared([*(f"goal g{i} = g{i + 1}" for i in range(n)), f"goal g{n} = players"])


def effects(n: int) -> str:
    return _declared(
        [*(f"effect e{i} b: Bot {{ e{i + 1} b }}" for i in range(n)), f"effect e{n} b: Bot {{ b.hurt += 1 }}"]
    )


def effects_from_a_flow(n: int) -> str:
    steps = [f"effect e{i} {{ e{i + 1} }}" for i in range(n)]
    return _declared(["flow Other { e0 }", *steps, f"effect e{n} {{ }}"])


def effects_in_a_circle(n: int) -> str:
    return _declared([f"effect e{i} {{ e{(i + 1) % n} }}" for i in range(n)])


def effects_in_many_circles(n: int) -> str:
    return _declared([f"effect e{i} {{ e{(i + 1) % n}, e{(i * 7 + 3) % n} }}" for i in range(n)])


def effects_that_give(n: int) -> str:
    return _declared(
        [
            *(f"effect e{i} b: Bot {{ e{i + 1} b as x, result x }}" for i in range(n)),
            f"effect e{n} b: Bot {{ result b }}",
        ]
    )


def effects_during(n: int) -> str:
    return _declared(["effect e0 { }", *(f"effect e{i} during e{i - 1} {{ e{i - 1} }}" for i in range(1, n))])


def hooks(n: int) -> str:
    verbs = [f"effect e{i} {{ }}" for i in range(n + 1)]
    return _declared([*verbs, *(f"after e{i} {{ e{i + 1} }}" for i in range(n))])


def hooks_in_a_circle(n: int) -> str:
    verbs = [f"effect e{i} {{ }}" for i in range(n)]
    return _declared([*verbs, *(f"after e{i} {{ e{(i + 1) % n} }}" for i in range(n))])


def hooks_on_one(n: int) -> str:
    return _declared(["effect e { }", *(f"after e if {i} > 3 {{ e }}" for i in range(n))])


def keywords(n: int) -> str:
    last = f"keyword W{n} on Bot {{ after turn {{ it.hurt += 1 }} }}"
    return _declared([*(f"keyword W{i} on Bot {{ after turn {{ give W{i + 1} to it }} }}" for i in range(n)), last])


def statuses(n: int) -> str:
    last = f"status W{n} on Bot {{ after turn {{ it.hurt += 1 }} }}"
    return _declared(
        [*(f"status W{i} on Bot {{ after turn {{ lose W{i} from it, give W{i + 1} to it }} }}" for i in range(n)), last]
    )


def cards_like(n: int) -> str:
    return _declared(["Bot C0 { hp 3 }", *(f"Bot C{i} like C{i - 1} {{ }}" for i in range(1, n))])


def cards_like_with_lines(n: int) -> str:
    kind = "kind Part { p: 0..9 = 1 }\n\nkind Rig { children parts of Part, script used }"
    forms = (f"Rig C{i} like C{i - 1} {{ Part P{i} {{ p 2 }} }}" for i in range(1, n))
    return _declared([kind, "Rig C0 { Part P0 { p 1 } }", *forms])


def cards_like_in_a_circle(n: int) -> str:
    return _declared([f"Bot C{i} like C{(i + 1) % n} {{ }}" for i in range(n)])


def cards_like_required(n: int) -> str:
    kind = 'kind Rig { w: 0..9 = 1, require it.w > 0 because "it weighs" }'
    return _declared([kind, "Rig C0 { w 3 }", *(f"Rig C{i} like C{i - 1} {{ }}" for i in range(1, n))])


def tables(n: int) -> str:
    return _declared(
        [
            "table t0 { 1: 2, else: 3 }",
            *(f"table t{i} {{ 1: (t{i - 1}[1]), else: (t{i - 1}[2]) }}" for i in range(1, n)),
        ]
    )


def tables_backwards(n: int) -> str:
    return _declared(
        [*(f"table t{i} {{ 1: (t{i + 1}[1]), else: 1 }}" for i in range(n)), f"table t{n} {{ 1: 2, else: 3 }}"]
    )


def layers(n: int) -> str:
    return _declared(["layer l0 after by", *(f"layer l{i} after l{i - 1}" for i in range(1, n))])


def flows(n: int) -> str:
    return _declared([*(f"flow F{i} {{ run F{i + 1} }}" for i in range(n)), f"flow F{n} {{ }}"])


def flow_phases(n: int) -> str:
    return _declared(
        ["flow F {", *(f"  phase p{i} {{ e{i} }}" for i in range(n)), "}", *(f"effect e{i} {{ }}" for i in range(n))]
    )


def windows(n: int) -> str:
    parts = [
        f"window W{i} {{ offer any to active }}\n\naction a{i} by me during W{i} {{ open W{i + 1} }}" for i in range(n)
    ]
    return _declared([*parts, f"window W{n} {{ offer any to active }}"])


def currencies(n: int) -> str:
    return _declared([f"currency C{i} = me.purse{i}" for i in range(n)])


def lets(n: int) -> str:
    body = "\n".join(["  let x0 = 1", *(f"  let x{i} = x{i - 1} + 1" for i in range(1, n))])
    return _declared([f"effect e b: Bot {{\n{body}\n}}"])


def lets_twice(n: int) -> str:
    body = "\n".join(
        ["  let x0 = first(Bot)", *(f"  let x{i} = (if yes then x{i - 1} else x{i - 1})" for i in range(1, n))]
    )
    return _declared([f"effect e b: Bot {{\n{body}\n}}"])


def scripts(n: int) -> str:
    kind = "kind Rig { keeps next: Rig? = none, script used }"
    return _declared(
        [kind, *(f"Rig R{i} {{ used {{ run R{i + 1}.used }} }}" for i in range(n)), f"Rig R{n} {{ used {{ }} }}"]
    )


def actions_of_cards(n: int) -> str:
    return _declared([f"Bot B{i} {{ action push{i} by me {{ push{i + 1} }} }}" for i in range(n)])


def zones(n: int) -> str:
    return _declared([f"kind K{i} {{ zone z{i} of K{i + 1} }}" for i in range(n)] + [f"kind K{n} {{ }}"])


def children(n: int) -> str:
    return _declared([f"kind K{i} {{ children z{i} of K{i + 1} }}" for i in range(n)] + [f"kind K{n} {{ }}"])


# ------------------------------------------------------------------------------------------------------ crowds


def many_kinds(n: int) -> str:
    return _declared([f"kind K{i} {{ f{i}: 0..9 = 1 }}" for i in range(n)])


def many_fields(n: int) -> str:
    return _in_kind([f"f{i}: 0..9 = 1" for i in range(n)])


def many_cards(n: int) -> str:
    return _declared([f"Bot C{i} {{ hp 3 }}" for i in range(n)])


def many_parts(n: int) -> str:
    kind = "kind Part { p: 0..9 = 1 }\n\nkind Rig { children parts of Part, script used }"
    lines = "".join(f"  Part P{i} {{ p 2 }}\n" for i in range(n))
    return _declared([kind, f"Rig R {{\n{lines}}}"])


def many_marks_on_a_card(n: int) -> str:
    marks = [f"keyword M{i} on Bot {{ after turn {{ it.hurt += 1 }} }}" for i in range(n)]
    return _declared([*marks, "Bot B {\n" + "".join(f"  M{i}\n" for i in range(n)) + "}"])


def many_kinds_and_fields_asked(n: int) -> str:
    """`that.zz` is looked for in every kind that is a Thing."""
    kinds = [f"kind K{i} {{ f{i}: 0..9 = 1 }}" for i in range(n)]
    return _declared([*kinds, *(f"define d{i} = count(Thing where zz{i} > 0)" for i in range(n))])


def many_heirs(n: int) -> str:
    kinds = [f"kind K{i} is Bot {{ f{i}: 0..9 = 1 }}" for i in range(n)]
    return _declared([*kinds, *(f"define d{i} = count(Bot where f{i} > 0)" for i in range(n))])


def many_symbols(n: int) -> str:
    return _declared(
        ["symbols S {\n" + "".join(f"  s{i}\n" for i in range(n)) + "}", *(f"define d{i}: S = s{i}" for i in range(n))]
    )


def many_symbols_wrong(n: int) -> str:
    return _declared(
        [
            "symbols S {\n" + "".join(f"  s{i}\n" for i in range(n)) + "}",
            *(f"define d{i}: S = zzzzzz{i}" for i in range(n)),
        ]
    )


def many_symbol_sets(n: int) -> str:
    return _declared(
        [*(f"symbols S{i} {{ red, blue{i} }}" for i in range(n)), *(f"define d{i}: S{i} = red" for i in range(n))]
    )


def many_dice(n: int) -> str:
    return _declared([f"die D{i} {{ 1..6 }}" for i in range(n)])


def many_faces(n: int) -> str:
    return _declared(["symbols S { red, blue }", "die D {\n" + "".join("  red\n" for i in range(n)) + "}"])


def many_combos(n: int) -> str:
    return _declared([f"combo c{i} = 3 same + 2 same" for i in range(n)])


def many_combo_parts(n: int) -> str:
    return _declared(["combo c = 3 same" + "".join("+ 2 same" for i in range(n))])


def many_rows(n: int) -> str:
    return _declared(["table t {\n" + "".join(f"  {i}: {i}\n" for i in range(n)) + "}", "define d = t[3]"])


def many_rows_of_text(n: int) -> str:
    return _declared(["table t {\n" + "".join(f'  "k{i}": {i}\n' for i in range(n)) + "}", 'define d = t["k3"]'])


def many_rows_twice(n: int) -> str:
    return _declared(["table t {\n" + "".join(f"  {i % 3}: {i}\n" for i in range(n)) + "}"])


def many_ranges(n: int) -> str:
    return _declared(["table t {\n" + "".join(f"  {i * 10}..{i * 10 + 9}: {i}\n" for i in range(n)) + "}"])


def many_slots(n: int) -> str:
    return _declared([f"define d({', '.join(f'p{i}: number' for i in range(min(n, 140)))}) = 1"])


def many_arguments(n: int) -> str:
    return _declared(["define d = most(1, " + ",\n  ".join("1" for i in range(n)) + ")"])


def many_list_items(n: int) -> str:
    return _declared(["define d = [" + ",\n  ".join(f"{i}" for i in range(n)) + "]"])


def many_list_cards(n: int) -> str:
    return _declared(
        [*(f"Bot C{i} {{ }}" for i in range(n)), "define d = [" + ",\n  ".join(f"C{i}" for i in range(n)) + "]"]
    )


def long_sum(n: int) -> str:
    return _declared(["define d = 1" + "".join(" +\n  1" for i in range(n))])


def long_product(n: int) -> str:
    return _declared(["define d = 1" + "".join(" *\n  1" for i in range(n))])


def long_and(n: int) -> str:
    return _declared(["define d(b: Bot) = yes" + "".join("\n  and b.hp > 1" for i in range(n))])


def long_and_narrowing(n: int) -> str:
    return _declared(
        ["kind Elite is Bot { }", "define d(b: Bot) = yes" + "".join("\n  and b is Elite" for i in range(n))]
    )


def long_or(n: int) -> str:
    return _declared(["define d(b: Bot) = b.hp is 1" + "".join("\n  or b.hp is 2" for i in range(n))])


def long_or_names(n: int) -> str:
    return _declared(
        ["symbols S { red, blue }", "define d(b: S) = b is red" + "".join("\n  or blue" for i in range(n))]
    )


def long_else_if(n: int) -> str:
    return _declared(
        ["effect e b: Bot {\n  if b.hp > 1 { }\n" + "".join(f"  else if b.hp > {i} {{ }}\n" for i in range(n)) + "}"]
    )


def long_block(n: int) -> str:
    return _declared(["effect e b: Bot {\n" + "".join("  b.hurt += 1\n" for i in range(n)) + "}"])


def long_match(n: int) -> str:
    return _declared(
        ["effect e b: Bot {\n  match b.hp {\n" + "".join(f"    {i}: b.hurt += 1\n" for i in range(n)) + "  }\n}"]
    )


def long_either(n: int) -> str:
    return _declared(
        [
            'effect e b: Bot {\n  either "a" { b.hurt += 1 }\n'
            + "".join(f'  or "b{i}" {{ b.hurt += 1 }}\n' for i in range(n))
            + "}"
        ]
    )


def long_cost(n: int) -> str:
    return _declared(
        [
            "extend Player { keeps coins: 0..9 = 0 }",
            "currency C = me.coins",
            "action a by me {\n  cost 1 C" + "".join("\n    and 1 C" for i in range(n)) + "\n}",
        ]
    )


def many_rulings(n: int) -> str:
    return _declared(
        [f"ruling r{i} {{ default a{i} {{ modify hp of Bot by 1 }}, option b{i} {{ }} }}" for i in range(n)]
    )


def many_ruling_options(n: int) -> str:
    return _declared(["ruling r {\n  default a { }\n" + "".join(f"  option o{i} {{ }}\n" for i in range(n)) + "}"])


def many_modes(n: int) -> str:
    return _declared([f"variant v{i} {{ forbid turn }}" for i in range(n)])


def many_modifies(n: int) -> str:
    return _declared(["rule r = 1", *(f"modify r to {i}" for i in range(n))])


def many_scenarios(n: int) -> str:
    return _declared([f'scenario "s{i}" {{ seats Ann, Ben; then count(players) is 2 }}' for i in range(n)])


def many_scenarios_and_cards(n: int) -> str:
    cards = [f"Bot C{i} {{ hp 3 }}" for i in range(n)]
    return _declared(
        [*cards, *(f'scenario "s{i}" {{ seats Ann, Ben; given C{i} for Ann; then C{i}.hp is 3 }}' for i in range(n))]
    )


def long_scenario(n: int) -> str:
    return _declared(
        ['scenario "s" {\n  seats Ann, Ben\n' + "".join("  then count(players) is 2\n" for i in range(n)) + "}"]
    )


def many_cases(n: int) -> str:
    rows = "".join(f"    {i}, {i}\n" for i in range(n))
    return _declared([f'scenario "s" {{\n  seats Ann, Ben\n  then a is b\n  cases a, b {{\n{rows}  }}\n}}'])


def many_cites(n: int) -> str:
    return _declared([f"define d{i} cites G-A-{i:02} = 1" for i in range(n)])


def cites_in_one(n: int) -> str:
    return _declared(["define d" + "".join(f"\n  cites G-A-{i:02}" for i in range(n)) + " = 1"])


def comments(n: int) -> str:
    return _declared([*(f"# a comment {i}" for i in range(n)), "define d = 1"])


def allowances(n: int) -> str:
    return _declared([f"# botwright: allow BW3005 -- reason\ndefine d{i} = 1" for i in range(n)])


def allowances_of_nothing(n: int) -> str:
    return _declared([f"# botwright: allow BW3001 -- reason\ndefine d{i} = 1" for i in range(n)])


def says_holes(n: int) -> str:
    return _declared([f'effect e{i} b: Bot says "{{b}} {{c}} {{b}}" {{ }}' for i in range(n)])


def map_rows(n: int) -> str:
    rows = "".join("    . . . . .\n" for i in range(n))
    return _declared(
        [
            "kind Tile is Space { }",
            "Board B { grid square, space Tile, width 5, height 100 }",
            f'Map M {{\n  board B\n  legend {{ ".": Tile }}\n  rows """\n{rows}  """\n}}',
        ]
    )


def board_links(n: int) -> str:
    rows = "".join(f'    "A{i}": ["A{i + 1}"]\n' for i in range(n))
    return _declared(
        [
            "kind Tile is Space { }",
            f"Board B {{\n  grid graph, space Tile, width 5, height 100\n  links {{\n{rows}  }}\n}}",
        ]
    )


def deck_cards(n: int) -> str:
    rows = "".join(f"    C{i}: 2\n" for i in range(n))
    return _declared([*(f"Bot C{i} {{ }}" for i in range(n)), f"Deck D {{\n  cards {{\n{rows}  }}\n}}"])


# ------------------------------------------------------------------------------------------------- wrong names


def wrong_names(n: int) -> str:
    return _declared([f"define d{i}{'x' * 40} = e{i}{'x' * 38}y" for i in range(n)])


def wrong_kinds(n: int) -> str:
    return _declared([f"kind K{i}{'x' * 40} is L{i}{'x' * 40}y {{ }}" for i in range(n)])


def wrong_fields(n: int) -> str:
    return _in_kind([f"f{i}{'x' * 40}: 0..9 = it.g{i}{'x' * 40}" for i in range(n)])


def wrong_verbs(n: int) -> str:
    return _declared([f"effect e{i}{'x' * 40} {{ f{i}{'x' * 40} }}" for i in range(n)])


def wrong_cards(n: int) -> str:
    return _declared([f"Bot C{i}{'x' * 40} like E{i}{'x' * 40} {{ }}" for i in range(n)])


def wrong_marks(n: int) -> str:
    marks = [f"keyword M{i}{'x' * 40} on Bot {{ }}" for i in range(n)]
    return _declared([*marks, *(f"define d{i}(b: Bot) = b has N{i}{'x' * 40}" for i in range(n))])


def wrong_clauses(n: int) -> str:
    return _declared([f"define d{i} cites G-{'X' * 60}-{i:04} = 1" for i in range(n)])


def wrong_lines_of_cards(n: int) -> str:
    return _declared(
        [
            *(f"kind K{i} {{ f{i}{'x' * 40}: 0..9 = 1 }}" for i in range(n)),
            *(f"K{i} C{i} {{ g{i}{'x' * 40} 3 }}" for i in range(n)),
        ]
    )


def wrong_symbols(n: int) -> str:
    sets = "symbols S {\n" + "".join(f"  s{i}{'x' * 40}\n" for i in range(n)) + "}"
    return _declared([sets, *(f"die D{i} {{ t{i}{'x' * 40}, 1 }}" for i in range(n))])


def wrong_layers(n: int) -> str:
    return _declared([f"layer l{i}{'x' * 40} after m{i}{'x' * 40}" for i in range(n)])


def wrong_windows(n: int) -> str:
    heads = [f"window W{i}{'x' * 40} {{ offer any to active }}" for i in range(n)]
    return _declared([*heads, *(f"effect e{i} {{ open V{i}{'x' * 40} }}" for i in range(n))])


def wrong_everything_in_scenarios(n: int) -> str:
    cards = [f"Bot C{i}{'x' * 40} {{ }}" for i in range(n)]
    steps = [f'scenario "s{i}" {{ seats Ann, Ben; given E{i}{"x" * 40} for Ann; then x{i} is 2 }}' for i in range(n)]
    return _declared([*cards, *steps])


def wrong_syntax(n: int) -> str:
    return _declared([f"define d{i} = = 1" for i in range(n)])


def wrong_syntax_in_one(n: int) -> str:
    return _declared(["effect e {\n" + "".join("  let x = = 1\n" for i in range(n)) + "}"])


def wrong_braces(n: int) -> str:
    return _declared([f"effect e{i} {{" for i in range(n)])


def wrong_closing(n: int) -> str:
    return _declared(["}" for i in range(n)])


def wrong_column(n: int) -> str:
    return _declared(["effect e {\n" + "".join("let x = 1\n" for i in range(n)) + "}"])


def wrong_drawing(n: int) -> str:
    return _declared(['Map M {\n  rows """\n' + "".join("x\n" for i in range(n))])


def wrong_duplicates(n: int) -> str:
    return _declared(["define d = 1" for i in range(n)])


def wrong_duplicate_cards(n: int) -> str:
    return _declared(["Bot B { }" for i in range(n)])


def wrong_duplicate_fields(n: int) -> str:
    return _declared(["Bot B {\n" + "".join("  hp 3\n" for i in range(n)) + "}"])


def wrong_types(n: int) -> str:
    return _declared(["define d(b: Bot) = 1" + "".join(" +\n  b" for i in range(n))])


def wrong_characters(n: int) -> str:
    return _declared(["define d = 1" + "".join("\n  + \u2013 1 $" for i in range(n))])


def broken_words(n: int) -> str:
    return _declared(
        [*(f"define = d{i}" for i in range(n)), *(f"effect e{i} {{ nothing_at_all{i} }}" for i in range(n))]
    )


# ------------------------------------------------------------------------------------------------------- nests


def _nest(n: int, before: str, inner: str, after: str) -> str:
    return _declared([f"define d(b: Bot) = {(before + chr(10) + '  ') * n}{inner}{(chr(10) + '  ' + after) * n}"])


def nested_groups(n: int) -> str:
    return _nest(n, "  (", "1", ")")


def nested_queries(n: int) -> str:
    return _nest(n, "  count(Bot where that.hp >", "1", ")")


def nested_sums(n: int) -> str:
    return _nest(n, "  sum(1..3,", "1", ")")


def nested_ifs(n: int) -> str:
    return _nest(n, "  (if yes then", "1", "else 2)")


def nested_nots(n: int) -> str:
    return _nest(n, "  not", "yes", "")


def nested_minus(n: int) -> str:
    return _nest(n, "  -", "1", "")


def nested_lists(n: int) -> str:
    return _nest(n, "  [", "1", "]")


def nested_indexes(n: int) -> str:
    return _declared(
        ["table t { 1: 2 }", f"define d = {'t[' * 100}1{']' * 100}" if n > 100 else f"define d = {'t[' * n}1{']' * n}"]
    )


def nested_or_alternatives(n: int) -> str:
    return _nest(n, "  1 is (", "1", "is 1 or 2)")


def nested_blocks(n: int) -> str:
    return _declared(["effect e b: Bot {\n" + "  if b.hp > 1 {\n" * n + "  b.hurt += 1\n" + "  }\n" * n + "}"])


def nested_may(n: int) -> str:
    return _declared(["effect e b: Bot by me {\n" + "  may {\n" * n + "  b.hurt += 1\n" + "  }\n" * n + "}"])


def nested_standing(n: int) -> str:
    return _declared(
        ["effect e { }", "effect f {\n" + "  after e until end of turn {\n" * n + "  e\n" + "  }\n" * n + "}"]
    )


def nested_parts(n: int) -> str:
    kind = "kind Rig { children parts of Rig }"
    return _declared([kind, "Rig R {\n" + "  Rig {\n" * n + "  }\n" * n + "}"])


def nested_dots(n: int) -> str:
    return _declared(["kind Rig { keeps up: Rig? = none }", "define d(b: Rig) = (b" + "\n  .up" * n + ")"])


def nested_types(n: int) -> str:
    return _declared([f"kind Rig {{ keeps up: {'list of ' * min(n, 150)}number = [] }}"])


NAMES = tuple(
    name
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__module__", "") == __name__ and not name.startswith("_")
)
"""All shapes of this module."""


def shape(name: str) -> Shape:
    actual: Shape = globals()[name]
    return actual
