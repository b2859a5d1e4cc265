"""A pack as a value, as an archive, and as the next version of itself."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.packs.pack import LOCK, Pack, PackFolder, TextFile, lock_text, make_lock, open_pack, read_lock
from dsl.packs.pack_diff import PackChanges, compare, heads
from dsl.syntax.decode import decode
from dsl.text.source import Source
from tests.architecture.tree import ROOT
from tests.pack_makers import CLAUSES, PACK, RULESET, codes, make_folder, pack, yaml
from tools.files import find_packs, read_folder
from tools.packs import build_pack, diff_packs, load_pack, verify_pack
from tools.packs.archives import build_archive, read_archive

BOTS = 'Bot Slicer house { hp 5 }\n\n# the second\nBot "V-REX" { hp 6 }\n'
FILES = {"pack.yaml": yaml(PACK), "bots.bot": BOTS, "README.md": "# Core\n", "maps/shore.bot": "Map Shore { }\n"}


def opened(**files: str) -> Pack:
    """A pack from texts alone."""
    chosen = {
        name.replace("__", "/").replace("_yaml", ".yaml").replace("_bot", ".bot"): text for name, text in files.items()
    }
    texts = [TextFile(path, decode(f"content/core/{path}", text.encode())) for path, text in sorted(chosen.items())]
    return open_pack(PackFolder("content/core", tuple(texts)))


def test_a_folder_becomes_a_pack(tmp_path: Path) -> None:
    result = load_pack(str(make_folder(tmp_path / "core", FILES)))
    assert result.diagnostics == ()
    assert result.kind == "pack"
    assert result.manifest is not None
    assert result.manifest.id == "core"
    assert [Path(source.file).name for source in result.rules] == ["bots.bot", "shore.bot"]
    assert [text.path for text in result.folder.texts] == ["README.md", "bots.bot", "maps/shore.bot", "pack.yaml"]


def test_a_ruleset_with_its_catalogue() -> None:
    result = opened(ruleset_yaml=yaml(RULESET), clauses_yaml=yaml(CLAUSES))
    assert (result.kind, result.diagnostics) == ("ruleset", ())
    assert result.clauses is not None
    assert result.clauses.ids() == {"MG-SETUP-01"}
    without = opened(ruleset_yaml=yaml(RULESET))
    assert (without.clauses, without.diagnostics) == (None, ())
    named = opened(ruleset_yaml=yaml(RULESET, clauses="clause.yaml"), clauses_yaml=yaml(CLAUSES))
    assert codes(named.diagnostics) == ["BW4309"]
    assert named.diagnostics[0].help == "did you mean `clauses.yaml`?"
    folder = opened(ruleset_yaml=yaml(RULESET, clauses="book"), book__clauses_yaml=yaml(CLAUSES))
    assert "it is a folder" in folder.diagnostics[0].message


def test_manifests_that_are_not_there() -> None:
    assert codes(opened(bots_bot=BOTS).diagnostics) == ["BW4301"]
    assert codes(opened(pack_yaml=yaml(PACK), ruleset_yaml=yaml(RULESET)).diagnostics) == ["BW4310"]
    broken = opened(pack_yaml="id: [", bots_bot=BOTS)
    assert codes(broken.diagnostics) == ["BW4001"]
    assert broken.manifest is None
    assert len(broken.rules) == 1


def test_assets_are_declared(tmp_path: Path) -> None:
    files = {**FILES, "art/cover.png": b"\x89PNG", "notes.txt": "x", "x.py": "import os"}
    root = make_folder(tmp_path / "core", {**files, "pack.yaml": yaml(PACK, assets="[art/cover.png, art/back.png]")})
    result = load_pack(str(root))
    assert codes(result.diagnostics) == ["BW4307", "BW4309", "BW4307"]
    assert [fault.place.file.split("/")[-1] for fault in result.diagnostics] == ["notes.txt", "pack.yaml", "x.py"]
    assert result.folder.assets == {"art/cover.png": b"\x89PNG"}


def test_packs_below_a_folder(tmp_path: Path) -> None:
    manifest = yaml(PACK)
    root = make_folder(
        tmp_path,
        {
            "content/a/pack.yaml": manifest,
            "content/a/inner/pack.yaml": manifest,
            "rulesets/g/ruleset.yaml": yaml(RULESET),
            "loose.bot": "",
            ".hidden/pack.yaml": manifest,
            "content/__init__.py": "",
        },
    )
    (root / "round").symlink_to(root, target_is_directory=True)
    result = find_packs(str(root))
    assert [str(Path(path).relative_to(root)) for path in result.packs] == ["content/a", "rulesets/g"]
    assert [Path(path).name for path in result.loose] == ["loose.bot"]
    assert result.diagnostics == ()


# ---- archives


def test_build_then_verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_folder(
        tmp_path / "core", {**FILES, "pack.yaml": yaml(PACK, assets="[a.png]"), "a.png": b"\x89PNG\0\xff"}
    )
    monkeypatch.chdir(tmp_path)
    answer = build_pack(str(root))
    assert answer.findings.diagnostics == ()
    assert answer.text.startswith("wrote core-1.0.0.zip: pack core 1.0.0, 5 files")
    verified = verify_pack("core-1.0.0.zip")
    assert verified.findings.diagnostics == ()
    assert verified.text.startswith("core-1.0.0.zip is complete: pack core 1.0.0, 5 files")
    inside, outside = load_pack("core-1.0.0.zip"), load_pack(str(root))
    assert inside.manifest == outside.manifest
    assert [source.text for source in inside.rules] == [source.text for source in outside.rules]
    assert inside.folder.assets == outside.folder.assets
    assert inside.rules[0].file == "core-1.0.0.zip/bots.bot"
    with zipfile.ZipFile("core-1.0.0.zip") as archive:
        names = archive.namelist()
        assert archive.testzip() is None
    assert names == sorted(["README.md", "a.png", "bots.bot", "maps/shore.bot", "pack.lock.json", "pack.yaml"])


def test_the_same_pack_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whatever the line ends, the times, the modes and the order on disk were."""
    first = make_folder(tmp_path / "one" / "core", FILES)
    other = tmp_path / "other" / "core"
    other.mkdir(parents=True)
    for path, text in reversed(FILES.items()):
        make_folder(other, {path: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()})
        (other / path).chmod(0o600)
    archives = [build_archive(load_pack(str(root)))[0] for root in (first, other)]
    assert archives[0] is not None
    assert archives[0] == archives[1]


def test_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    make_folder(tmp_path / "core", FILES)
    program = (
        "import sys; from tools.packs import load_pack; from tools.packs.archives import build_archive\n"
        "sys.stdout.buffer.write(build_archive(load_pack(sys.argv[1]))[0])\n"
    )
    names = {
        subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "core")],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"))
    }
    assert names == {build_archive(load_pack(str(tmp_path / "core")))[0]}


def test_a_pack_with_a_fault_is_not_built(tmp_path: Path) -> None:
    root = make_folder(tmp_path / "core", {**FILES, "bots.bot": b"\xff"})
    answer = build_pack(str(root), str(tmp_path / "out.zip"))
    assert codes(answer.findings.diagnostics) == ["BW1001"]
    assert not (tmp_path / "out.zip").exists()
    checked = build_pack(
        str(make_folder(tmp_path / "two", FILES)),
        str(tmp_path / "out.zip"),
        lambda pack: [*answer.findings.diagnostics],
    )
    assert codes(checked.findings.diagnostics) == ["BW1001"]
    assert not (tmp_path / "out.zip").exists()


def test_an_archive_in_a_pack_is_not_built(tmp_path: Path) -> None:
    files = {**FILES, "pack.yaml": yaml(PACK, assets="[art.png]"), "art.png": b"PK\x03\x04rest"}
    answer = build_pack(str(make_folder(tmp_path / "core", files)), str(tmp_path / "out.zip"))
    assert set(codes(answer.findings.diagnostics)) == {"BW4407"}
    assert not (tmp_path / "out.zip").exists()


@given(
    st.dictionaries(
        st.from_regex(r"x[a-z]{1,8}(/x[a-z]{1,8})?\.png", fullmatch=True), st.binary(max_size=50), max_size=5
    )
)
def test_what_is_packed_comes_out(assets: dict[str, bytes]) -> None:
    texts = (TextFile("pack.yaml", decode("pack.yaml", yaml(PACK, assets=f"[{', '.join(assets)}]").encode())),)
    before = open_pack(PackFolder("core", texts, others=tuple(assets), assets=assets))
    data, result = build_archive(before)
    if data is None:  # by chance the bytes are those of an archive
        assert "BW4407" in codes(result)
        return
    after, result = read_archive("core.zip", data)
    assert result == []
    assert after is not None
    assert after.folder.assets == assets
    assert after.manifest == before.manifest


# ---- the list of hashes


def test_the_list_of_hashes_is_read_back() -> None:
    lock = make_lock("pack", pack("core"), {"b.bot": b"x", "a.bot": b""})
    assert [file.path for file in lock.files] == ["a.bot", "b.bot"]
    again, result = read_lock(Source(LOCK, lock_text(lock)))
    assert (again, result) == (lock, [])
    other = make_lock("pack", pack("core"), {"b.bot": b"y", "a.bot": b""})
    assert other.total != lock.total


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"format_version": 1}',
        "[" * 100_000,
        '{"a": 1, "a": 2}',
        '{"format_version": NaN}',
        '{"format_version": ' + "9" * 5000 + "}",
        '{"format_version": true}',
    ],
)
def test_a_bad_list_of_hashes(wrong: str) -> None:
    lock, result = read_lock(Source(LOCK, wrong))
    assert lock is None
    assert codes(result) == ["BW4410"]


@pytest.mark.parametrize(
    "old, new",
    [
        ('"blake2b-256"', '"md5"'),
        ('"version": "1.0.0"', '"version": "1"'),
        ('"kind": "pack"', '"kind": "plugin"'),
        ('"path": "a.bot"', '"path": "../a.bot"'),
        ('"bytes": 1', '"bytes": -1'),
        ('"bytes": 1', '"bytes": true'),
        ('"bytes": 1', '"bytes": 2'),
        ('"path": "b.bot"', '"path": "a.bot"'),
        ('"id": "core"', '"id": "more"'),
    ],
)
def test_a_list_of_hashes_that_was_changed(old: str, new: str) -> None:
    text = lock_text(make_lock("pack", pack("core"), {"a.bot": b"x", "b.bot": b"y"}))
    assert old in text
    lock, result = read_lock(Source(LOCK, text.replace(old, new, 1)))
    assert lock is None
    assert codes(result) == ["BW4410"]


def test_a_list_of_hashes_of_the_future() -> None:
    text = lock_text(make_lock("pack", pack("core"), {})).replace('"format_version": 1', '"format_version": 2')
    assert codes(read_lock(Source(LOCK, text))[1]) == ["BW4114"]


# ---- new versions


def test_heads_are_read_without_a_parser() -> None:
    text = """\
# a comment
Bot Slicer house { hp 5 }
Bot "V-REX"
  formerly Vrex formerly "Old Rex" { hp 6 }
keyword Shove(n: 1.. = 1) "Shove {n}" on Ability formerly Pushy { }
rule rolls formerly throws = 3
effect damage target: Bot by amount: 0.. = 1 { formerly }
before damage { cancel }
extend Bot { keeps heat = 0 }
scenario "it works" { }
"""
    result = heads(Source("x.bot", text))
    assert [(head.word, head.id, head.formerly) for head in result] == [
        ("Bot", "Slicer", ()),
        ("Bot", "V_REX", ("Vrex", "Old_Rex")),
        ("keyword", "Shove", ("Pushy",)),
        ("rule", "rolls", ("throws",)),
        ("effect", "damage", ()),
    ]
    place = result[1].place
    assert text[place.start : place.end] == 'Bot "V-REX"'


def changes(before: str, after: str, version: str = "1.1.0", **fields: str) -> PackChanges:
    old = opened(pack_yaml=yaml(PACK), bots_bot=before)
    new = opened(pack_yaml=yaml(PACK, version=version, **fields), bots_bot=after)
    return compare(old, new)


def test_nothing_changed() -> None:
    changed = changes(BOTS, "# moved\n\n" + BOTS, version="1.0.0")
    assert changed.none
    assert changed.diagnostics == ()


def test_what_came_went_and_changed() -> None:
    changed = changes(
        "Bot A { hp 1 }\nBot B { hp 1 }\nBot C { hp 1 }\n", "Bot A { hp 2 }\nBot D formerly B { hp 1 }\nBot E { }\n"
    )
    assert changed.added == ("Bot E",)
    assert changed.removed == ("Bot C",)
    assert changed.renamed == (("Bot B", "Bot D"),)
    assert changed.changed == ("Bot A",)
    (fault,) = changed.diagnostics
    assert (fault.code, fault.place.start) == ("BW4501", len("Bot A { hp 1 }\nBot B { hp 1 }\n"))
    assert "2.0.0" in fault.help


def test_a_breaking_version_may_break() -> None:
    assert changes("Bot A { }\n", "", version="2.0.0").diagnostics == ()
    assert changes("Bot A { }\n", "", version="2.0.0").removed == ("Bot A",)


def test_a_card_may_change_its_kind() -> None:
    assert changes("Bot A { }\n", "Boss A { }\n").removed == ()


@pytest.mark.parametrize(
    "version, after, code",
    [
        ("1.0.0", "Bot A { hp 2 }\n", "BW4502"),
        ("0.9.0", "Bot A { }\n", "BW4503"),
        ("1.0.1", "Bot A { }\nBot B { }\n", "BW4505"),
        ("1.0.1", "Bot A { hp 2 }\n", None),
        ("1.1.0", "Bot A { }\nBot B { }\n", None),
    ],
)
def test_the_number_of_a_version(version: str, after: str, code: str | None) -> None:
    assert codes(changes("Bot A { }\n", after, version=version).diagnostics) == ([code] if code else [])


def test_demands_and_other_files_count_too() -> None:
    changed = changes(
        BOTS, BOTS, version="1.0.0", ruleset='{id: game, version: "^2.0"}', packs='[{id: base, version: "1"}]'
    )
    assert changed.needs == ("the pack `base` is new: `1`", "the ruleset `game`: `^1.0` became `^2.0`")
    assert codes(changed.diagnostics) == ["BW4502"]
    assert changes(BOTS, BOTS, version="1.0.0", description="new words").files == ("pack.yaml",)
    assert codes(changes(BOTS, BOTS, version="1.0.0", id="other").diagnostics) == ["BW4504"]


def test_two_versions_on_disk(tmp_path: Path) -> None:
    old = make_folder(tmp_path / "old", FILES)
    new = make_folder(
        tmp_path / "new", {**FILES, "pack.yaml": yaml(PACK, version="1.0.1"), "bots.bot": "Bot Slicer { hp 5 }\n"}
    )
    build_pack(str(old), str(tmp_path / "old.zip"))
    answer = diff_packs(str(tmp_path / "old.zip"), str(new))
    assert answer.text == "core 1.0.0 to core 1.0.1\n  - Bot V_REX\n  ~ Bot Slicer\n"
    assert codes(answer.findings.diagnostics) == ["BW4501"]
    fault = answer.findings.diagnostics[0]
    assert answer.findings.sources[fault.place.file].position(fault.place.start) == (4, 1)
    assert diff_packs(str(old), str(old)).text == "core 1.0.0 to core 1.0.0\n  nothing changed\n"


def test_reading_does_not_depend_on_the_order_on_disk(tmp_path: Path) -> None:
    texts = {f"{name}.bot": f"Bot {name} {{ }}\n" for name in "BCADE"}
    first = read_folder(str(make_folder(tmp_path / "x" / "core", texts)), shown="core")
    other = read_folder(str(make_folder(tmp_path / "y" / "core", dict(reversed(texts.items())))), shown="core")
    assert first == other
