"""The cache folder: it saves work, it is never believed, and it never changes a result."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tools.workspace.cache.cache_folder as store_module
import tools.workspace.facts.workers as workers
from tests.cli.program import ROOT, botwright, environment
from tests.workspace.workspaces import RULES, bot, everything, game, pack_yaml, told
from tools.cli import main
from tools.packs import build_pack
from tools.workspace import check_paths, entry
from tools.workspace.cache.cache_folder import Store, key_of, user_folder, user_store
from tools.workspace.cache.cached_results import cached, known_clean
from tools.workspace.cache.input_digests import digest
from tools.workspace.result import CheckResult

WRONG = bot("Aa").replace("hp", "hpp")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project with a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "project"
    root.mkdir()
    (root / ".git").mkdir()
    monkeypatch.chdir(root)
    yield root
    entry._last.clear()


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all cards that are examined."""
    seen: list[str] = []
    examine = workers.examine

    def noting(written, digest, book):  # type: ignore[no-untyped-def]
        seen.append(written.split()[1])
        return examine(written, digest, book)

    monkeypatch.setattr(workers, "examine", noting)
    return seen


def check(*paths: str) -> CheckResult:
    """As a new process would."""
    entry._last.clear()
    store_module._stores.clear()
    return check_paths(paths)


def files(project: Path, room: str = "") -> list[Path]:
    return sorted(path for path in (project.parent / "cache").rglob("*.json") if room in path.parts or not room)


# ------------------------------------------------------------------------------------------------- it saves work


def test_the_same_answer_with_and_without(project: Path) -> None:
    game(project, one=WRONG + bot("Bb", whom="Nobody") + bot("Bb"))
    fresh = check_paths(["."], cache=False)
    assert len(fresh.diagnostics) == 3
    assert files(project) == []
    for _ in range(3):
        result = check(".")
        assert result.diagnostics == fresh.diagnostics
        assert (result.files, result.declarations) == (fresh.files, fresh.declarations)
        for diagnostic in result.diagnostics:
            assert result.sources[diagnostic.place.file] == fresh.sources[diagnostic.place.file]
    assert len(files(project, "answers")) == 1


def test_nothing_is_examined_twice(project: Path, examined: list[str]) -> None:
    game(project, one=bot("Aa") + bot("Bb") + bot("Cc"))
    check(".")
    assert sorted(examined) == ["Aa", "Bb", "Cc", "Rusty"]
    examined.clear()
    check(".")
    check("content")
    check("content/one/cards.bot")
    assert examined == []
    file = project / "content" / "one" / "cards.bot"
    file.write_text(bot("Aa") + bot("Bb", hp=3) + bot("Cc"))
    assert told(check(".")) == []
    assert examined == ["Bb"]


def test_a_change_of_rules_is_seen(project: Path, examined: list[str]) -> None:
    game(project, one=bot("Aa"))
    assert told(check(".")) == []
    rules = project / "rulesets" / "sparring" / "rules.bot"
    rules.write_text(RULES.replace("hp: 1..30", "hp: 1..3"))
    examined.clear()
    assert "content/one/cards.bot:2 BW2105" in told(check("."))
    assert sorted(examined) == ["Aa", "Rusty"]
    rules.write_text(RULES)
    examined.clear()
    assert told(check(".")) == []
    assert examined == []  # both are known


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "content/one/cards.bot").write_text(WRONG),
        lambda root: (root / "content/one/new.bot").write_text(WRONG.replace("Aa", "Bb")),
        lambda root: (root / "content/one/pack.yaml").write_text(pack_yaml("one") + "x: 1\n"),
        lambda root: (root / "content/one/pack.yaml").unlink(),
        lambda root: (root / "content/one/odd.txt").write_text("x"),
        lambda root: (root / "content/one/con.bot").write_text(""),
        lambda root: (root / "rulesets/sparring/ruleset.yaml").write_text("id: other\n"),
        lambda root: (root / "rulesets/sparring").rename(root / "rulesets/.away"),
        lambda root: (root / "content/one/link.bot").symlink_to("/etc/hostname"),
        lambda root: (root / "content/one/deep").mkdir() or (root / "content/one/deep/x.bot").write_text("oops {"),
        lambda root: (root / "content/one/README.md").write_bytes(b"\xff\xfe"),
        lambda root: (root / "content/one/cards.bot").chmod(0) or (root / "content/one/cards.bot").unlink(),
    ],
)
def test_every_change_is_seen(project: Path, change: Callable[[Path], object]) -> None:
    game(project, one=bot("Aa"))
    before = everything(check("content"))
    change(project)
    after = check("content")
    fresh = check_paths(["content"], cache=False)
    assert (after.diagnostics, after.files, after.declarations) == (fresh.diagnostics, fresh.files, fresh.declarations)
    assert (after.diagnostics, after.files, after.declarations) != (before[0], before[2], before[3])


def test_a_dependency_that_appears_is_seen(project: Path) -> None:
    game(project, two=bot("Bb", whom="Aa"))
    (project / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))
    assert [diagnostic.code for diagnostic in check("content/two").diagnostics] == ["BW4201"]
    game(project, one=bot("Aa"))
    assert told(check("content/two")) == []


def test_settings_that_appear_are_seen(project: Path) -> None:
    game(project / "games", one=WRONG)
    assert check().files > 5  # what is shipped
    (project / "botwright.toml").write_text('paths = ["games/content"]\n')
    assert told(check()) == ["games/content/one/cards.bot:2 BW2004"]


def test_each_folder_has_its_own_answers(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=WRONG)
    assert told(check("content")) == ["content/one/cards.bot:2 BW2004"]
    monkeypatch.chdir(project / "content")
    assert told(check(".")) == ["one/cards.bot:2 BW2004"]
    assert told(check(".")) == ["one/cards.bot:2 BW2004"]


def test_an_archive(project: Path) -> None:
    game(project, one=bot("Aa"))
    assert build_pack("content/one", "one.zip").findings.errors == 0
    assert told(check("one.zip")) == [] == told(check("one.zip"))
    (project / "content" / "one" / "cards.bot").write_text(WRONG)
    assert build_pack("content/one", "one.zip").findings.errors == 0
    for _ in range(2):
        assert told(check("one.zip")) == ["one.zip/cards.bot:2 BW2004"]


def test_a_fault_of_ours_is_not_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=bot("Aa"))
    with monkeypatch.context() as patch:
        patch.setattr("tools.workspace.facts.card_facts.check_form", lambda parsed, *_: 1 / 0)
        assert "BW9001" in [diagnostic.code for diagnostic in check("content").diagnostics]
    assert files(project, "answers") == []
    assert told(check("content")) == []


def test_a_process_that_goes_on_needs_no_disk(project: Path, examined: list[str]) -> None:
    game(project, one=bot("Aa") + bot("Bb"))
    check_paths(["."])
    examined.clear()
    (project / "content" / "one" / "cards.bot").write_text(bot("Aa") + bot("Bb", hp=3))
    assert told(check_paths(["."])) == []
    assert examined == ["Bb"]
    (project / "content" / "one" / "cards.bot").write_text(bot("Aa") + bot("Bb", hp=99))
    assert told(check_paths(["."])) == ["content/one/cards.bot:7 BW2105"]


# --------------------------------------------------------------------------------------------- it is not believed


def spoil_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def spoil_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def spoil_foreign(path: Path) -> None:
    path.write_text("\x80\x04K\x01.")  # the beginning of something that one must not load


def spoil_future(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"botwright cache":2', b'"botwright cache":3', 1))


def spoil_empty(path: Path) -> None:
    path.write_bytes(b"")


def spoil_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILS = [spoil_cut, spoil_bit, spoil_foreign, spoil_future, spoil_empty, spoil_folder]


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_spoilt_cache_is_ignored_with_one_note(
    project: Path, spoil: Callable[[Path], None], capfd: pytest.CaptureFixture[str]
) -> None:
    game(project, one=WRONG, two=bot("Cc", whom="Nobody"))
    fresh = check_paths(["."], cache=False)
    check(".")
    assert len(files(project)) > 3
    for path in files(project):
        spoil(path)
    capfd.readouterr()
    assert check(".").diagnostics == fresh.diagnostics
    assert capfd.readouterr().err.count("note:") == 1


@pytest.mark.parametrize("value", [None, [], {}, {"looks": [], "answer": 3}, {"looks": 3}, {"looks": [], "answer": {}}])
def test_an_answer_of_another_form_is_ignored(project: Path, value: object) -> None:
    game(project, one=WRONG)
    store = user_store()
    from tools.workspace.cache import cached_results

    store.write(cached_results.ROOM, cached_results.key(["."]), value)
    assert told(check(".")) == ["content/one/cards.bot:2 BW2004"]


def test_facts_of_another_form_are_ignored(project: Path) -> None:
    game(project, one=WRONG)
    check("content")
    for room in ("facts", "answers"):
        for path in files(project, room):
            key = path.parent.name + path.stem
            value = {"looks": []} if room == "answers" else {"0" * 32: [1, 2, 3]}
            Store(user_folder()).write(room, key, value)
    assert told(check("content")) == ["content/one/cards.bot:2 BW2004"]


def test_a_folder_that_cannot_be_written_is_told_once(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    game(project, one=WRONG, two=bot("Cc"))
    (project.parent / "cache").write_text("a file where a folder should be")
    assert told(check(".")) == ["content/one/cards.bot:2 BW2004"]
    err = capfd.readouterr().err
    assert err.count("note:") == 1
    assert "the result is correct" in err
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert told(check(".")) == ["content/one/cards.bot:2 BW2004"]
    assert capfd.readouterr().err.count("note:") == 1


def test_a_full_disk_leaves_nothing_behind(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=WRONG)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert told(check(".")) == ["content/one/cards.bot:2 BW2004"]
    assert [path for path in (project.parent / "cache").rglob("*") if path.is_file()] == []


def test_another_program_does_not_find_our_answers(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game(project, one=bot("Aa"))
    check(".")
    assert cached(user_store(), ["."]) is not None
    monkeypatch.setattr("tools.workspace.cache.cached_results.language", lambda: "another")
    assert cached(user_store(), ["."]) is None


def test_the_program_is_known_by_its_bytes(tmp_path: Path) -> None:
    import shutil

    result, other = tmp_path / "one", tmp_path / "other"
    for room in ("dsl", "interpreter", "tools"):
        shutil.copytree(ROOT / room, result / room, ignore=shutil.ignore_patterns("__pycache__", "errors"))
    shutil.copytree(result, other)
    words = [sys.executable, "-c", "from tools.workspace.cache.program_digest import language; print(language())"]

    def digest_of(copy: Path) -> str:
        done = subprocess.run(words, cwd=copy, env=environment(PYTHONPATH=str(copy)), capture_output=True)
        return done.stdout.decode().strip()

    first = digest_of(result)
    assert len(first) == 32
    assert digest_of(other) == first  # wherever it is installed
    seen = {first}
    for name in (
        "dsl/check/driver.py",
        "dsl/diagnostics/codes/text.py",
        "dsl/syntax/grammar.json",
        "dsl/names/prelude.bot",
        "dsl/format/words.py",
        "interpreter/evaluate/expressions.py",
        "interpreter/compiled/support.py",
        "tools/workspace/facts/card_facts.py",
    ):
        path = other / name
        path.write_bytes(path.read_bytes() + b"\n")
        assert digest_of(other) not in seen
        seen.add(digest_of(other))


def test_a_library_of_another_version_is_another_program(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "from tools.workspace.cache.program_digest import language; print(language())"]

    def digest_with(folder: Path) -> str:
        env = environment(PYTHONPATH=f"{ROOT}{os.pathsep}{folder}")
        return subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout

    (tmp_path / "attrs-1.0.dist-info").mkdir()
    before = digest_with(tmp_path)
    assert digest_with(tmp_path) == before
    (tmp_path / "attrs-1.0.dist-info").rename(tmp_path / "attrs-1.1.dist-info")
    assert digest_with(tmp_path) != before


def test_the_key_covers_every_module_that_a_check_loads(project: Path) -> None:
    """`require` is evaluated by the engine, so the engine's modules decide about findings too."""
    import tools.workspace.cache.program_digest as module

    game(project, one=bot("Aa"))
    with (project / "rulesets/sparring/rules.bot").open("a") as rules:
        rules.write('\nextend Bot { require it.hp > 0 because "it lives" }\n')
    assert told(check(".")) == []
    program = (
        "import sys; from tools.workspace import check_paths; check_paths(['.'], cache=False);"
        "print(*(m.__file__ for m in sys.modules.values() if getattr(m, '__file__', None)), sep='\\n')"
    )
    words = [sys.executable, "-c", program]
    ran = subprocess.run(words, cwd=project, env=environment(), capture_output=True, text=True, check=True)
    loaded = [Path(line) for line in ran.stdout.splitlines() if Path(line).is_relative_to(ROOT)]
    own = {path.relative_to(ROOT).as_posix() for path in loaded if not path.is_relative_to(ROOT / ".venv")}
    assert any(path.startswith("interpreter/") for path in own)
    assert {path for path in own if path.count("/") > 0 and not path.startswith(("content/", "rulesets/"))} <= set(
        module._paths(str(ROOT))
    )


# ------------------------------------------------------------------------------------------------- whose folder it is


def nobody_else(path: Path) -> None:
    os.chown(path, 65_534, 65_534)


def anybody(path: Path) -> None:
    path.chmod(path.stat().st_mode | 0o022)


@pytest.mark.parametrize("change", [nobody_else, anybody])
@pytest.mark.parametrize("what", ["cache folder", "room", "shelf", "file"])
def test_what_another_user_could_have_written_is_not_believed(
    project: Path, change: Callable[[Path], None], what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    if change is nobody_else and os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    game(project, one=WRONG)
    fresh = check_paths(["."], cache=False)
    check(".")
    lie(project)
    assert check(".").diagnostics == ()  # this user can fool only this user
    for path in files(project):
        change({"cache folder": path.parents[2], "room": path.parents[1], "shelf": path.parent, "file": path}[what])
    capfd.readouterr()
    assert check(".").diagnostics == fresh.diagnostics
    assert capfd.readouterr().err.count("note:") == 1


def lie(project: Path) -> None:
    """Let the kept answer say that nothing was found."""
    for path in files(project, "answers"):
        value = json.loads(path.read_bytes().split(b"\n", 1)[1])
        value["answer"] |= {"diagnostics": [], "sources": {}}
        Store(user_folder()).write("answers", path.parent.name + path.stem, value)


def test_a_cache_folder_that_is_a_link_is_not_believed(project: Path) -> None:
    game(project, one=WRONG)
    check(".")
    lie(project)
    folder = Path(user_folder())
    folder.rename(project.parent / "elsewhere")
    folder.symlink_to(project.parent / "elsewhere")
    assert told(check(".")) == ["content/one/cards.bot:2 BW2004"]


ODD: list[object] = [None, True, -1, 1 << 70, 1.5, "", "x", "\ud800", [], [[]], {}, {"a": [1]}]


def forgeries(value: object) -> Iterator[object]:
    """A value with each of its parts replaced by something odd, or left out."""
    yield from ODD
    if isinstance(value, dict):
        for key in value:
            yield {name: part for name, part in value.items() if name != key}
            yield from ({**value, key: part} for part in forgeries(value[key]))
    elif isinstance(value, list):
        for index, part in enumerate(value[:3]):
            yield value[:index] + value[index + 1 :]
            yield from ([*value[:index], other, *value[index + 1 :]] for other in forgeries(part))


@pytest.mark.parametrize("room", ["answers", "facts"])
def test_no_forged_entry_ends_in_a_traceback(project: Path, room: str, capfd: pytest.CaptureFixture[str]) -> None:
    """What a forger of the same user writes may be believed; it may never break the check."""
    game(project, one=WRONG)
    check(".")
    kept = {path: json.loads(path.read_bytes().split(b"\n", 1)[1]) for path in files(project, room)}
    path, value = max(kept.items(), key=lambda item: len(str(item[1])))
    capfd.readouterr()
    store = Store(user_folder())
    answers = files(project, "answers")
    for forged in list(forgeries(value))[::7]:
        store.write(room, path.parent.name + path.stem, forged)
        if room == "facts":
            for answer in answers:
                answer.unlink(missing_ok=True)
        entry._last.clear()
        store_module._stores.clear()
        assert main(["check", "."]) in (0, 1), forged
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        assert "BW9001" not in out + err


def test_everything_in_the_folder_is_json(project: Path) -> None:
    game(project, one=WRONG)
    check(".")
    for path in files(project):
        head, value = path.read_text("ascii").splitlines()
        assert json.loads(head)["botwright cache"] == store_module.FORMAT
        json.loads(value)


# ------------------------------------------------------------------------------------------------------ the folder


def test_it_is_where_caches_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    from platformdirs import user_cache_dir

    for value in ("/somewhere/else", "", None):
        if value is None:
            monkeypatch.delenv("XDG_CACHE_HOME")
        else:
            monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert user_folder() == os.path.join(user_cache_dir("botwright", appauthor=False), f"v{store_module.FORMAT}")


def test_it_stays_below_its_size(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for number in range(10):
        store.write("room", key_of(str(number)), "x" * 1000)
        path = Path(store._path("room", key_of(str(number))))
        os.utime(path, (number, number))
    store.prune(5_000)
    left = [number for number in range(10) if store.read("room", key_of(str(number))) is not None]
    assert left == [6, 7, 8, 9]
    store.prune(5_000)
    assert len(list(tmp_path.rglob("*.json"))) == 4


def test_what_is_used_stays_longest(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    for name in ("old", "new"):
        store.write("room", key_of(name), "x" * 1000)
    os.utime(store._path("room", key_of("old")), (1, 1))
    os.utime(store._path("room", key_of("new")), (2, 2))
    assert store.read("room", key_of("old"))
    store.prune(1_500)
    assert store.read("room", key_of("old"))
    assert store.read("room", key_of("new")) is None


def test_keys_do_not_run_together() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", ""), key_of("\udcff")}) == 5


def test_a_pipe_in_a_folder_does_not_stop_the_look(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bot")
    assert digest(("folder", str(tmp_path))) is not None
    assert digest(("file", str(tmp_path / "pipe.bot"))) is not None


# --------------------------------------------------------------------------------------------------- its speed


def test_a_known_answer_loads_no_parser(project: Path) -> None:
    game(project, one=bot("Aa"))
    cache = str(project.parent / "cache")
    done = botwright("check", "content/one", cwd=project, XDG_CACHE_HOME=cache)
    assert done.stdout == b"checked 2 files with 1 declaration: no findings\n"
    program = """
import sys
from tools.cli import main
code = main(["check", "content/one"])
print(code, sorted({"lark", "ruamel", "cattrs", "dsl.parse", "dsl.check.driver", "dsl.syntax.tables", "click"} & set(sys.modules)))
"""
    more = environment(XDG_CACHE_HOME=cache)
    again = subprocess.run([sys.executable, "-c", program], cwd=project, env=more, capture_output=True, text=True)
    assert again.stdout == "checked 2 files with 1 declaration: no findings\n0 []\n"
    program = """
import sys
from tools.workspace.cache.cached_results import known_clean
loaded = {name for name in sys.modules if name.partition(".")[0] in ("attr", "dsl", "platformdirs", "click")}
print(known_clean(["content/one"]), sorted(loaded - {"dsl", "dsl.lazy"}))
"""
    again = subprocess.run([sys.executable, "-c", program], cwd=project, env=more, capture_output=True, text=True)
    assert again.stdout == "checked 2 files with 1 declaration: no findings\n []\n"


def test_the_quick_words_are_those_of_the_report(project: Path) -> None:
    from tools.report.findings import DiagnosticReport, summary

    game(project, one="".join(bot(f"B{number}") for number in range(1_100)))
    for path in ("content/one", "rulesets", "content/one/pack.yaml"):
        result = check(path)
        assert known_clean([path]) == summary(DiagnosticReport((), {}, result.files, result.declarations)) + "\n"
    (project / "content" / "one" / "cards.bot").write_text(WRONG)
    assert known_clean(["content/one"]) is None
    check("content/one")
    assert known_clean(["content/one"]) is None
