"""Every question about every name of a game has an answer, or none with a reason: a sample here, all in the nightly run.

Names of three games: their rules, their packs and their scenarios.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from dsl.bindings.target import Target
from tests.editors.open_game import OpenGame
from tests.profiles import NIGHTLY
from tools.editors.answers import (
    actions,
    calls,
    completion,
    diagnostics,
    folding,
    formatting,
    hints,
    hover,
    lenses,
    linked_editing,
    links,
    places,
    rename,
    selection,
    signature,
    symbols,
    tokens,
    type_definition,
)
from tools.editors.project import Project
from tools.editors.values import NotPossible, TextEdit

LENSES = {
    "botwright.evaluate",
    "botwright.runScenario",
    "botwright.tryCard",
    "botwright.showCard",
    "botwright.openClause",
}
GAMES = {
    "scrapyard": ("rulesets/scrapyard", "content/scrapyard-starter"),
    "gekido": ("rulesets/gekido", "content/gekido-core"),
    "robomon": ("rulesets/robomon", "content/robomon-island"),
}
SAMPLE = 60
WITHOUT_A_PLACE = ("builtin", "kind", "field", "symbols", "symbol", "seat", "card", "slot")
"""What the language declares itself, spaces of maps, and names of built-in verbs have no declaration to go to."""


def reason_or_place(game: OpenGame, path: str, offset: int) -> object:
    """The word that a rename would change, or why it cannot."""
    try:
        return rename.can_rename(game.project, path, offset)
    except NotPossible as reason:
        return reason.why


def _is_mode_without_text(project: Project, target: Target) -> bool:
    """A mode that changes nothing is only listed by the ruleset; it has no declaration of its own."""
    texts = (file.source.text for file in project.snapshot.files.values())
    return target.space == "mode" and not any(re.search(rf"(?m)^mode {target.name}\b", text) for text in texts)


def renamed_or_why(game: OpenGame, path: str, offset: int, new: str) -> tuple[list[TextEdit], str]:
    try:
        return rename.rename(game.project, path, offset, new), ""
    except NotPossible as reason:
        return [], reason.why


@pytest.mark.parametrize("game", GAMES if NIGHTLY else ["scrapyard"])
def test_every_question_about_names(tmp_path: Path, game: str) -> None:
    open_game = OpenGame(tmp_path, GAMES[game])
    project = open_game.project
    names = []
    bound = written = 0
    for path in project.snapshot.files:
        unit = project.unit(path)
        assert unit is not None
        for piece in project.pieces(path):
            checked = project.checked(piece, unit)
            names += [(path, piece.start + use.start, use) for use in checked.uses]
            bound += len({(use.start, use.end) for use in checked.uses})
            written += 1
    assert bound > 2 * written
    chosen = names if NIGHTLY else random.Random(1).sample(names, SAMPLE)
    for path, offset, use in chosen:
        target = use.targets[0]
        found = places.definition(project, path, offset)
        assert found or target.space in WITHOUT_A_PLACE or _is_mode_without_text(project, target), (path, offset, use)
        every = places.references(project, path, offset)
        assert not found or set(found) <= set(every), (path, offset, use)
        assert not every or any(one.path == path and one.start <= offset <= one.end for one in every), (path, use)
        assert target.space in ("builtin", "card", "kind") or hover.hover(project, path, offset), (path, offset, use)
        assert reason_or_place(open_game, path, offset)
        highlighted = places.highlights(project, path, offset)
        assert {place for place, _ in highlighted} == {one for one in every if one.path == path}, (path, offset, use)
        linked = linked_editing.linked(project, path, offset)
        assert set(linked) <= set(every), (path, offset, use)
        type_definition.type_definition(project, path, offset)
        completion.completion(project, path, offset + 1)
        signature.signature(project, path, offset)
        calls.incoming(project, path, offset)
        assert selection.selections(project, path, offset)


@pytest.mark.parametrize("game", GAMES if NIGHTLY else ["scrapyard"])
def test_every_question_about_texts(tmp_path: Path, game: str) -> None:
    open_game = OpenGame(tmp_path, GAMES[game])
    project = open_game.project
    for path, file in project.snapshot.files.items():
        text, declared = file.source.text, sum(project.parsed(piece).tree is not None for piece in file.pieces)
        assert len(symbols.outline(project, path)) == declared
        painted = {text[start : start + length] for start, length, _, _ in tokens.tokens(project, path)}
        assert set(re.findall(r"\b[a-z]\w*", re.sub(r'"""[\s\S]*?"""|#.*|"[^"\n]*"', "", text))) <= painted, path
        for start, end, _ in folding.folds(project, path):
            assert "\n" in text[start:end]
        for hint in hints.hints(project, path, 0, len(text)):
            assert hint.text.strip()
        for link in links.links(project, path):
            assert link.target.path.endswith(".yaml")
        assert {lens.command for lens in lenses.lenses(project, path)} <= LENSES
        assert formatting.whole(project, path) == []
        assert diagnostics.findings(project, path) == []
        assert actions.fix_all(project, path) == ()


def test_a_rename_of_a_sample_of_names_checks_clean(tmp_path: Path) -> None:
    """Each name of a sample gets another word, is checked, and gets its old word back."""
    open_game = OpenGame(tmp_path, GAMES["scrapyard"])
    project = open_game.project
    files = [path for path in project.snapshot.files if path.endswith(".bot")]
    names = [
        (path, piece.start + use.start, use)
        for path in files
        for piece in project.pieces(path)
        for use in project.checked(piece, project.unit(path)).uses  # type: ignore[arg-type]
        if use.declares and not use.quoted
    ]
    renamed = 0
    for path, offset, use in names if NIGHTLY else random.Random(4).sample(names, 12):
        old = project.text(path)[offset : offset + use.end - use.start]  # type: ignore[index]
        edits, why = renamed_or_why(open_game, path, offset, f"{old}_zz" if old[0].islower() else f"{old}Zz")
        assert edits or why, (path, offset, use)
        if not edits:
            continue
        before = {edit.path: project.text(edit.path) or "" for edit in edits}
        for name, text in before.items():
            for edit in sorted((one for one in edits if one.path == name), key=lambda one: -one.start):
                text = text[: edit.start] + edit.text + text[edit.end :]
            open_game.overlays.put(name, text)
        open_game.check()
        assert not open_game.result.diagnostics, (path, old, open_game.result.diagnostics[:2])
        for name in before:
            open_game.overlays.drop(name)
        open_game.check()
        renamed += 1
    assert renamed >= 6
