"""Packs that are played together: who pleases whom, and in which order they come."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from dsl.packs.dependencies import Resolution, resolve
from dsl.packs.manifest import PackManifest, RulesetManifest
from dsl.text.source import Place
from dsl.text.versions import Version
from tests.pack_makers import codes, pack, ruleset

GAME = ruleset()


def solved(chosen: PackManifest, *others: PackManifest, rulesets: tuple[RulesetManifest, ...] = (GAME,)) -> Resolution:
    return resolve([chosen], [chosen, *others], rulesets)


def order(found: Resolution) -> list[str]:
    return [f"{result.id} {result.version}" for result in found.packs]


def test_each_pack_comes_behind_what_it_needs() -> None:
    solution = solved(pack("a", packs={"b": "^1", "c": "^1"}), pack("c", packs={"b": "*"}), pack("b"), pack("unused"))
    assert solution.diagnostics == ()
    assert order(solution) == ["b 1.0.0", "c 1.0.0", "a 1.0.0"]
    assert solution.ruleset is GAME


def test_the_highest_version_that_pleases_all() -> None:
    solution = solved(
        pack("a", packs={"b": "^1", "c": "^1"}),
        pack("b", packs={"d": ">=1"}),
        pack("c", packs={"d": "^1.2"}),
        *[pack("d", version) for version in ("1.0.0", "1.3.0", "1.2.0", "2.0.0")],
    )
    assert solution.diagnostics == ()
    assert "d 1.3.0" in order(solution)


def test_the_search_goes_back_on_a_choice() -> None:
    solution = solved(
        pack("a", packs={"b": "^1"}),
        pack("b", "1.2.0", packs={"d": "^9"}),
        pack("b", "1.1.0", packs={"d": "^1"}),
        pack("d"),
    )
    assert solution.diagnostics == ()
    assert order(solution) == ["d 1.0.0", "b 1.1.0", "a 1.0.0"]


def test_two_majors_in_a_diamond_stand_side_by_side() -> None:
    solution = solved(
        pack("a", packs={"b": "^1", "c": "^1"}),
        pack("b", packs={"d": "^1"}),
        pack("c", packs={"d": "^2"}),
        pack("d"),
        pack("d", "2.0.0"),
    )
    (fault,) = solution.diagnostics
    assert fault.code == "BW4203"
    assert "`b` needs `^1`, `c` needs `^2`" in fault.message
    assert fault.place.file == "content/c-1.0.0/pack.yaml"
    assert [note.place.file for note in fault.notes] == ["content/b-1.0.0/pack.yaml"]


def test_no_version_fits() -> None:
    solution = solved(pack("a", packs={"b": "^1.4"}), pack("b", "1.2.0"), pack("b", "2.0.0"))
    (fault,) = solution.diagnostics
    assert fault.code == "BW4202"
    assert "available: 2.0.0, 1.2.0" in fault.message


def test_every_quarrel_of_a_run_is_told() -> None:
    solution = solved(
        pack("a", packs={"b": "^2", "c": "^2", "gone": "1", "away": "1"}, language='">=3"'),
        pack("b"),
        pack("c"),
        rulesets=(ruleset("gamer"),),
    )
    assert sorted(codes(solution.diagnostics)) == ["BW4201", "BW4201", "BW4202", "BW4202", "BW4205", "BW4207"]
    missing = next(fault for fault in solution.diagnostics if fault.code == "BW4207")
    assert missing.help == "did you mean `gamer`?"


def test_a_circle_is_printed_once_and_whole() -> None:
    solution = solved(
        pack("start", packs={"c": "1"}),
        pack("c", packs={"a": "1"}),
        pack("a", packs={"b": "1", "x": "1"}),
        pack("b", packs={"c": "1"}),
        pack("x", packs={"x": "1"}),
    )
    assert [fault.message.split(": ")[1] for fault in solution.diagnostics] == ["a → b → c → a", "x → x"]
    assert codes(solution.diagnostics) == ["BW4204", "BW4204"]
    assert [note.text for note in solution.diagnostics[0].notes] == ["`b` needs `c`", "`c` needs `a`"]


def test_the_language() -> None:
    assert codes(solved(pack("a", language='"^2.0"')).diagnostics) == ["BW4205"]
    assert codes(solved(pack("a", language='"<1"')).diagnostics) == ["BW4206"]
    later = resolve([pack("a", language='"^2.0"')], [], [ruleset(language='">=1"')], Version(2, 1, 0))
    assert later.diagnostics == ()
    assert codes(solved(pack("a"), rulesets=(ruleset(language='"^2.0"'),)).diagnostics) == ["BW4205"]


def test_one_ruleset_for_all() -> None:
    other = '{id: other, version: "1"}'
    solution = solved(pack("a", packs={"b": "1"}), pack("b", ruleset=other))
    assert codes(solution.diagnostics) == ["BW4209"]
    solution = solved(pack("a", ruleset='{id: game, version: "^2"}'))
    assert codes(solution.diagnostics) == ["BW4208"]
    assert solution.ruleset is None
    newest = ruleset(version="1.4.0")
    assert solved(pack("a"), rulesets=(GAME, newest, ruleset(version="2.0.0"))).ruleset is newest


def test_two_packs_of_one_name() -> None:
    again = pack("b")
    copy = evolve(again, places={"": Place("content/copy/pack.yaml", 0, 2)})
    resolved = resolve([pack("a", packs={"b": "1"})], [again, copy], [GAME])
    assert codes(resolved.diagnostics) == ["BW4210"]
    assert resolve([pack("a", packs={"b": "1"})], [again, again], [GAME]).diagnostics == ()
    resolved = resolve([pack("a"), pack("a", "2.0.0")], [], [GAME])
    assert codes(resolved.diagnostics) == ["BW4210"]


def test_a_tangle_ends() -> None:
    """Nine versions of eight packs, and a ninth pack that can never be pleased: the bound ends the search, and says so."""
    names = [f"p{number}" for number in range(8)]
    packs = [pack(name, f"1.{minor}.0") for name in names for minor in range(9)]
    packs += [pack("q", f"1.{minor}.0", packs={"z": f"^{minor + 2}"}) for minor in range(9)]
    packs += [pack("z")]
    resolved = resolve([pack("a", packs=dict.fromkeys([*names, "q"], "*"))], packs, [GAME])
    (fault,) = resolved.diagnostics
    assert fault.code == "BW4211"
    assert "`z`: `q` needs `^10`; available: 1.0.0" in fault.message
    assert "RESOLVER_TRIES" in fault.message


RANGE = st.sampled_from(["1.0.0", "1.1.0", "^1.0", ">=1.1", "2.x", "<2", "*"])
NAMES = ["b", "c", "d"]
AT_HAND = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(["1.0.0", "1.1.0", "2.0.0"])),
    st.dictionaries(st.sampled_from(NAMES), RANGE, max_size=2),
    max_size=6,
)


@given(st.dictionaries(st.sampled_from(NAMES), RANGE, max_size=3), AT_HAND)
def test_a_solution_is_found_when_there_is_one(
    wanted: dict[str, str], at_hand: dict[tuple[str, str], Mapping[str, str]]
) -> None:
    """Against trying all choices."""
    root = pack("a", packs=wanted)
    packs = [pack(id, version, packs=demands) for (id, version), demands in at_hand.items()]
    resolved = resolve([root], packs, [GAME])
    quarrels = [fault for fault in resolved.diagnostics if fault.code != "BW4204"]
    assert (not quarrels) == _possible(root, packs)
    if not quarrels:
        assert _pleased({result.id: result for result in resolved.packs})
        if not resolved.diagnostics:
            seen: set[str] = set()
            for result in resolved.packs:
                assert {demand.id for demand in result.packs} <= seen
                seen.add(result.id)


def _possible(root: PackManifest, packs: list[PackManifest]) -> bool:
    choices = [[None, *(item for item in packs if item.id == name)] for name in NAMES]
    return any(_pleased({item.id: item for item in (root, *some) if item is not None}) for some in product(*choices))


def _pleased(picked: Mapping[str, PackManifest]) -> bool:
    demands = [demand for item in picked.values() for demand in item.packs]
    return all(demand.id in picked and picked[demand.id].version in demand.version for demand in demands)


@pytest.mark.parametrize("shuffled", [0, 1, 2, 3])
def test_the_order_of_what_is_at_hand_does_not_matter(shuffled: int) -> None:
    packs = [pack("b", "1.0.0", packs={"x": "1"}), pack("b", "1.1.0"), pack("c", packs={"b": "2"}), pack("d")]
    packs = packs[shuffled:] + packs[:shuffled]
    resolved = resolve([pack("a", packs={"b": "1", "c": "1", "d": "1"})], packs, [GAME])
    assert codes(resolved.diagnostics) == ["BW4203"]
    assert order(resolved) == ["c 1.0.0", "d 1.0.0", "a 1.0.0"]
