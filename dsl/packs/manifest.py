"""The manifests of packs and rulesets, and the clause catalogue of a rulebook.

The classes below define the three files: their fields, which of them are optional, and a description of each that the
reference and the JSON schemas use; `dsl.packs.read_manifest` reads them. A manifest records the place of each of its
values, so that a later error (a version that does not exist, a clause that is never cited) can point at it; two
manifests with the same values are equal in any place. `dsl.packs.dependencies` relates the values to other packs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

from attrs import field, frozen

from dsl.text.source import Place
from dsl.text.versions import Version, VersionRange

Id = NewType("Id", str)
"""`core_set`: the id of a pack or ruleset, which is also the name of its folder on any system."""
Line = NewType("Line", str)
"""One line of text."""
Text = NewType("Text", str)
"""Text that may run over several lines."""
FilePath = NewType("FilePath", str)
"""`maps/shore.txt`: a file of this pack."""
Prefix = NewType("Prefix", str)
"""`MG`: the prefix of all clauses of one rulebook."""
ClauseId = NewType("ClauseId", str)
"""`MG-TOPIC-01`: one clause."""

FORMAT = 1
"""The version of the manifest format that this program reads."""


def _about(says: str, example: str) -> dict[str, str]:
    return {"says": says, "example": example}


@frozen(kw_only=True)
class WithPlaces:
    """A value that records the places of its fields."""

    places: Mapping[str, Place] = field(factory=dict, eq=False, repr=False)

    def at(self, name: str) -> Place:
        """The place of a field, or of the whole value."""
        return self.places.get(name) or self.places.get("") or Place("", 0, 0)


@frozen(kw_only=True)
class Demand(WithPlaces):
    """`{id: core, version: "^1.2"}`: a dependency of a pack."""

    id: Id = field(metadata=_about("the id of the required pack or ruleset", "id: core"))
    version: VersionRange = field(metadata=_about("the accepted versions", 'version: "^1.0"'))


@frozen(kw_only=True)
class Manifest(WithPlaces):
    """The common fields of packs and rulesets."""

    id: Id = field(metadata=_about("the name that other packs and commands use", "id: core"))
    name: Line = field(metadata=_about("the display name", "name: Core set"))
    version: Version = field(metadata=_about("its own version, raised with every change", "version: 1.0.0"))
    language: VersionRange = field(
        metadata=_about("the versions of the language that it is written in", 'language: "^1.0"')
    )
    authors: tuple[Line, ...] = field(metadata=_about("the authors", "authors: [Ann]"))
    licence: Line = field(metadata=_about("the licence", "licence: CC-BY-4.0"))
    source: Text = field(metadata=_about("where its values come from", "source: made up for this pack"))
    description: Text = field(
        default=Text(""), metadata=_about("a short description", "description: Twelve bots to begin with")
    )
    assets: tuple[FilePath, ...] = field(
        default=(), metadata=_about("files that are neither rules nor text", "assets: [cover.png]")
    )
    format: int = field(default=FORMAT, metadata=_about("the format version of this file (default: 1)", "format: 1"))


@frozen(kw_only=True)
class PackManifest(Manifest):
    """`pack.yaml`"""

    ruleset: Demand = field(
        metadata=_about("the ruleset whose kinds it fills in", 'ruleset: {id: game, version: "^1.0"}')
    )
    packs: tuple[Demand, ...] = field(
        default=(), metadata=_about("the packs that it depends on", 'packs: [{id: core, version: "^1.0"}]')
    )


@frozen(kw_only=True)
class RulesetManifest(Manifest):
    """`ruleset.yaml`"""

    clauses: FilePath = field(
        default=FilePath("clauses.yaml"), metadata=_about("the catalogue of its rulebook", "clauses: clauses.yaml")
    )


@frozen(kw_only=True)
class Clause(WithPlaces):
    """One rule of a rulebook, in our own words."""

    id: ClauseId = field(metadata=_about("the id that rules and scenarios cite", "id: MG-TOPIC-01"))
    section: Line = field(metadata=_about("the section of the rulebook", 'section: "1.2"'))
    rule: Text = field(default=Text(""), metadata=_about("the text of the rule", "rule: Each player takes five dice."))
    check: Text = field(
        default=Text(""), metadata=_about("how to test that the rule is followed", "check: given …, when …, then …")
    )
    gap: Text = field(
        default=Text(""),
        metadata=_about("a question that the rulebook leaves open, and the answer chosen here", "gap: …"),
    )
    modes: tuple[Line, ...] = field(
        default=(), metadata=_about("the modes that it applies to (default: all)", "modes: [duel]")
    )


@frozen(kw_only=True)
class Example(WithPlaces):
    """One worked example of a rulebook."""

    id: ClauseId = field(metadata=_about("the id that scenarios cite", "id: MG-EX-01"))
    section: Line = field(metadata=_about("the section of the rulebook", 'section: "1.2"'))
    given: Text = field(metadata=_about("the situation", "given: …"))
    when: Text = field(metadata=_about("the action", "when: …"))
    then: Text = field(metadata=_about("the outcome", "then: …"))


@frozen(kw_only=True)
class ClauseBook(WithPlaces):
    """`clauses.yaml`"""

    game: Line = field(metadata=_about("the name of the game", "game: My game"))
    prefix: Prefix = field(metadata=_about("the prefix of every clause id", "prefix: MG"))
    clauses: tuple[Clause, ...] = field(
        metadata=_about("the rules, one by one", "clauses: [{id: MG-TOPIC-01, section: Setup}]")
    )
    summary: Text = field(default=Text(""), metadata=_about("the game in a few sentences", "summary: …"))
    modes: tuple[Line, ...] = field(default=(), metadata=_about("the modes of play", "modes: [standard, duel]"))
    notes: Mapping[Line, Text] = field(
        factory=dict, metadata=_about("notes for the reader, each under a key", "notes: {spaces: …}")
    )
    examples: tuple[Example, ...] = field(
        default=(), metadata=_about("the worked examples of the rulebook", "examples: [{id: MG-EX-01, …}]")
    )
    format: int = field(default=FORMAT, metadata=_about("the format version of this file (default: 1)", "format: 1"))

    def ids(self) -> frozenset[str]:
        """All ids that can be cited."""
        return frozenset(entry.id for entry in self.entries())

    def entries(self) -> list[Clause | Example]:
        return [*self.clauses, *self.examples]


WHAT: dict[type, str] = {
    Demand: "a requirement",
    PackManifest: "pack.yaml",
    RulesetManifest: "ruleset.yaml",
    Clause: "a clause",
    Example: "an example",
    ClauseBook: "clauses.yaml",
}
"""The name of each form in messages."""
