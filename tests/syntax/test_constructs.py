"""Every node and every keyword of the grammar belongs to exactly one construct, and each construct says what it means."""

from __future__ import annotations

from collections import Counter
from typing import get_args, get_type_hints

from dsl.names import builtins
from dsl.syntax import constructs as c
from dsl.syntax import nodes as n
from dsl.syntax.keywords import DECLARATIONS, SENTENCES
from dsl.syntax.tables import tables


def words_of_the_grammar() -> set[str]:
    return {word for word in tables().words if word.isalpha()}


def test_every_node_belongs_to_one_construct() -> None:
    every = {item for item in vars(n).values() if isinstance(item, type) and issubclass(item, n.Node)} - {n.Node}
    owners = Counter(node for construct in c.CONSTRUCTS for node in construct.nodes)
    assert owners == dict.fromkeys(every, 1)


def test_every_keyword_belongs_to_one_construct() -> None:
    owners = Counter(word for construct in c.CONSTRUCTS for word in construct.words)
    assert owners == dict.fromkeys(words_of_the_grammar(), 1)


def test_the_words_of_forms_that_begin_something_are_keywords() -> None:
    assert {*DECLARATIONS, *SENTENCES} <= words_of_the_grammar()


def test_every_construct_says_what_it_means() -> None:
    assert [construct.node for construct in c.CONSTRUCTS if not construct.means] == []


def test_every_form_of_a_type_a_mark_and_a_layer_is_described() -> None:
    assert tuple(c.TYPES.forms) == get_args(get_type_hints(n.Type)["form"])
    assert set(c.MARKS.forms) == set(c.MARKS.words)
    assert set(c.construct_of(n.Change).forms) == set(builtins.LAYERS)


def test_a_line_of_each_union_has_its_role() -> None:
    clauses, steps = set(get_args(n.Clause)), set(get_args(n.Step))
    assert {construct.node for construct in c.CLAUSES} == clauses
    assert {construct.node for construct in c.STEPS} == steps
    standing = {n.Hook, n.Modify, n.Forbid, n.Action, n.Require, n.Always, n.WorksIn}
    assert {construct.node for construct in c.ITEMS} == set(get_args(n.KindItem)) - standing


def test_a_newer_form_is_a_field_of_a_node_of_its_construct() -> None:
    for construct in c.CONSTRUCTS:
        for newer in construct.newer:
            assert newer.node in construct.nodes
            assert newer.field in newer.node.__annotations__
