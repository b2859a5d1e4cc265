"""A generated pack is as large as wanted, as correct as its pattern, and the same every time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.diagnostics.codes.running import UNFIT
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.syntax.parsed import Parsed
from dsl.syntax.walk import walk
from dsl.text import limits
from dsl.text.source import Source
from tools.generate import NotGenerated, generate
from tools.generate.__main__ import main
from tools.generate.patterns import patterns
from tools.packs import load_pack
from tools.resources import shipped_packs
from tools.workspace import Workspace

PATTERN = str(Path(__file__).parent / "pattern")


def cards(folder: Path) -> Iterator[Parsed]:
    for path in sorted(folder.glob("cards_*.bot")):
        yield from parse_source(Source(path.name, path.read_text(encoding="utf-8")))


def named(parsed: Parsed) -> str:
    assert isinstance(parsed.tree, n.Thing)
    name = parsed.tree.id or parsed.tree.shown
    assert name is not None
    return name.text if isinstance(name, n.Name) else name.value


def old(text: str) -> str:
    """A generated card with its old names."""
    return re.sub(r"(?<=[a-z])_\d+\b|(?<=[a-z]) \d+(?=\")", "", text)


def test_so_many_cards_in_files_of_so_many(tmp_path: Path) -> None:
    result = generate(PATTERN, 107, str(tmp_path / "out"), per_file=25)
    files = sorted((tmp_path / "out").glob("*.bot"))
    assert [file.name for file in files] == [f"cards_{number:04}.bot" for number in range(1, 6)] == list(result.files)
    assert [len(parse_source(Source("f", file.read_text()))) for file in files] == [25, 25, 25, 25, 7]
    assert result.cards == 107
    assert result.bytes == sum(file.stat().st_size for file in (tmp_path / "out").iterdir())
    assert 350 < result.bytes / result.cards < 500


def test_every_card_is_a_form_of_the_pattern_under_a_name_of_its_own(tmp_path: Path) -> None:
    generate(PATTERN, 40, str(tmp_path / "out"))
    forms = {
        named(parsed): parsed.tree for parsed in parse_source(Source("f", (Path(PATTERN) / "cards.bot").read_text()))
    }
    items = list(cards(tmp_path / "out"))
    assert [parsed.diagnostics for parsed in items] == [()] * 40
    assert len({named(parsed) for parsed in items}) == 40
    for parsed in items:
        assert old(parsed.piece.text) != parsed.piece.text
        [again] = parse_source(Source("f", old(parsed.piece.text)))
        assert again.tree == forms[named(again)]
    counts = [sum(named(parsed).startswith(form) for parsed in items) for form in forms]
    assert counts == [8] * 5


def test_other_cards_are_named_as_they_are_called_now(tmp_path: Path) -> None:
    generate(PATTERN, 23, str(tmp_path / "out"))
    by_name = {named(parsed): parsed.tree for parsed in cards(tmp_path / "out")}
    decks = [tree for name, tree in by_name.items() if name.startswith("Starter Deck") and tree is not None]
    assert len(decks) == 5
    for deck in decks:
        keys = [key.values[0] for key in walk(deck) if isinstance(key, n.RowKey)]
        assert keys == ["Crane_1", "Tin_Kettle_1", "Spare Battery 1", "Magnet_1"]
        assert set(keys) <= set(by_name)
    kettle = by_name["Tin_Kettle_3"]
    assert isinstance(kettle, n.Thing)
    assert kettle.shown == n.Text("Tin Kettle 3")
    assert "Crane_1" in [node.text for node in walk(kettle) if isinstance(node, n.Name)]
    magnet = by_name["Magnet_2"]
    assert isinstance(magnet, n.Thing)
    assert magnet.marks.formerly == (n.Name("Big_Magnet_2"),)


def test_a_form_is_known_by_all_its_spellings() -> None:
    text = 'Card "Oil Can" { a 1 }\n\nCard Rag { likes [Oil_Can, "Rag", "Oil Can"], note "Oil Can!" }\n'
    _, rag = patterns(parse_source(Source("f", text)))
    assert rag.written(7, 1) == 'Card Rag_7 { likes [Oil_Can_1, "Rag_7", "Oil Can 1"], note "Oil Can!" }'


def test_the_same_bytes_every_time_and_another_order_for_another_seed(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        generate(PATTERN, 30, str(tmp_path / name), seed=seed)
    first, same, other = (
        [(path.name, path.read_bytes()) for path in sorted((tmp_path / name).iterdir())] for name in "abc"
    )
    assert first == same
    assert first != other
    assert sorted(map(named, cards(tmp_path / "a"))) == sorted(map(named, cards(tmp_path / "c")))


def test_no_file_is_past_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 3_000)
    generate(PATTERN, 40, str(tmp_path / "bytes"), per_file=1000)
    assert max(path.stat().st_size for path in (tmp_path / "bytes").iterdir()) <= 3_000
    assert len(list(cards(tmp_path / "bytes"))) == 40
    monkeypatch.undo()
    monkeypatch.setattr(limits, "FILE_LINES", 80)
    generate(PATTERN, 40, str(tmp_path / "lines"), per_file=1000)
    assert max(path.read_text().count("\n") for path in (tmp_path / "lines").iterdir()) <= 80
    assert len(list(cards(tmp_path / "lines"))) == 40


def test_rules_and_scenarios_of_the_pack(tmp_path: Path) -> None:
    like = tmp_path / "like"
    like.mkdir()
    (like / "pack.yaml").write_text((Path(PATTERN) / "pack.yaml").read_text())
    (like / "a.bot").write_text('# top\nkeyword Sharp { }\n\nBot Rusty { hp 3 }\n\nscenario "s" { do hit Rusty }\n')
    generate(str(like), 3, str(tmp_path / "out"))
    assert (tmp_path / "out" / "shared.bot").read_text().splitlines()[1:] == ["", "keyword Sharp { }"]
    assert list(map(named, cards(tmp_path / "out"))) == ["Rusty_1", "Rusty_2", "Rusty_3"]


def test_the_manifest_is_sound(tmp_path: Path) -> None:
    generate(PATTERN, 3, str(tmp_path / "out"))
    pack, like = load_pack(str(tmp_path / "out")), load_pack(PATTERN)
    assert pack.diagnostics == ()
    assert pack.manifest is not None
    assert like.manifest is not None
    assert pack.manifest.id == "pattern_3"
    assert getattr(pack.manifest, "ruleset", None) == getattr(like.manifest, "ruleset", 0)


@pytest.mark.parametrize("name", sorted(shipped_packs()))
def test_what_is_made_of_a_shipped_pack_has_no_fault(name: str, tmp_path: Path) -> None:
    generate(str(shipped_packs()[name]), 60, str(tmp_path / "out"))
    result = Workspace([str(tmp_path / "out")], jobs=1).check()
    # copies may break what a game requires of its cards as a whole: one central tile, numbers in rising order
    wrong = [
        diagnostic
        for diagnostic in result.diagnostics
        if diagnostic.severity == "error" and diagnostic.code != UNFIT.id
    ]
    assert wrong == []
    assert result.declarations >= 60


def test_what_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotGenerated, match="is no sound pack"):
        generate(str(tmp_path / "empty"), 3, out)
    (tmp_path / "empty" / "pack.yaml").write_text((Path(PATTERN) / "pack.yaml").read_text())
    with pytest.raises(NotGenerated, match="no forms"):
        generate(str(tmp_path / "empty"), 3, out)
    (tmp_path / "empty" / "a.bot").write_text("Bot Rusty { hp }\n\nBot Tin { hp 3\n")
    with pytest.raises(NotGenerated, match=r"is no sound pack: .*closed"):
        generate(str(tmp_path / "empty"), 3, out)
    with pytest.raises(NotGenerated, match="not an empty folder"):
        generate(PATTERN, 3, str(tmp_path / "empty"))
    with pytest.raises(NotGenerated, match="more than one pack may have"):
        generate(PATTERN, limits.PACK_FILES, out, per_file=1)
    assert not Path(out).exists()
    assert main(["--like", str(tmp_path / "nowhere"), out]) == 1
    assert capsys.readouterr().err.startswith("error: ")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["--like", PATTERN, "-n", "7", "--per-file", "3", str(out)]) == 0
    assert re.match(r"wrote 7 cards in 3 files, [\d,]+ bytes, to ", capsys.readouterr().out)
    with pytest.raises(SystemExit) as wrong:
        main(["--like", PATTERN, "-n", "0", str(out)])
    assert wrong.value.code == 2
