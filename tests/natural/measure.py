"""Measures the checker on the natural mistakes: it does what the messages say, and looks at what becomes of the text.

Each text becomes a pack of its own that depends on all packs of its game, written for the newest language. The first
finding is followed: its fix, or the line that it shows, is typed in, and the text is checked again, until nothing is
found or no finding says what to write. The last text is then compared with the one that its author meant: the given
text with the given line replaced. Where the two are not the same declarations, a person must read them: the verdicts of
a person are in `verdicts.yaml`, each with the digest of the text that was read, so that none outlives its text.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from attrs import evolve, frozen
from ruamel.yaml import YAML

from dsl.diagnostics import Diagnostic
from dsl.parse import parse_source
from dsl.syntax import nodes as n
from dsl.text.source import Source, digest
from tests.natural.corpus import FOLDER, NaturalMistake, mistakes, variants
from tools.resources import shipped_packs
from tools.workspace.result import CheckResult
from tools.workspace.workspace import Workspace

VERDICTS = FOLDER / "verdicts.yaml"
ROUNDS = 6
_REMARK = re.compile(r"\s+\((?![^()]*\)\s*[\w{<>=!.])[^()]*(?:\([^()]*\)[^()]*)*\)\s*$")


@frozen
class Round:
    """One check: the findings in the text, and their lines."""

    text: str
    findings: tuple[Diagnostic, ...]
    lines: tuple[int, ...]


class Bench:
    """Checks texts one after another. The cards and scenarios of a game are written into one pack, whose workspace looks
    only at what changed; a manifest is checked by itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspaces: dict[str, Workspace] = {}

    def check(self, mistake: NaturalMistake, text: str) -> Round:
        is_manifest = mistake.kind == "manifest"
        pack = self.folder / (mistake.id if is_manifest else mistake.game)
        pack.mkdir(exist_ok=True)
        own = pack / ("pack.yaml" if is_manifest else "cards.bot")
        own.write_text(text, encoding="utf-8")
        if is_manifest:
            result = Workspace([str(pack)]).check()
        else:
            result = self._of_game(mistake.game, pack)
        found = [each for each in result.diagnostics if Path(each.place.file).parent.name == pack.name]
        lines = [text.count("\n", 0, each.place.start) + 1 for each in found]
        return Round(text, tuple(found), tuple(lines))

    def _of_game(self, game: str, pack: Path) -> CheckResult:
        if game in self.workspaces:
            return self.workspaces[game].refresh()
        needed = [name for name in sorted(shipped_packs()) if name.startswith(f"{game}-")]
        packs = ", ".join(f'{{id: {name}, version: "^1.0"}}' for name in needed)
        manifest = (
            f"id: natural\nname: A first try\nversion: 0.1.0\nlanguage: '^1.2'\n"
            f"ruleset: {{id: {game}, version: '^1.0'}}\npacks: [{packs}]\n"
            "authors: [Kim]\nlicence: CC0-1.0\nsource: made up\n"
        )
        (pack / "pack.yaml").write_text(manifest, encoding="utf-8")
        self.workspaces[game] = Workspace([str(pack)])
        return self.workspaces[game].check()


def follow(bench: Bench, mistake: NaturalMistake) -> list[Round]:
    """Check, do what the first finding says, and so on."""
    rounds = [bench.check(mistake, mistake.text)]
    while rounds[-1].findings and len(rounds) <= ROUNDS:
        fix = rounds[-1].findings[0].fix
        if fix is None or not fix.edits:
            break
        text = rounds[-1].text
        for edit in sorted(fix.edits, key=lambda edit: -edit.place.start):
            text = text[: edit.place.start] + edit.text + text[edit.place.end :]
        if text == rounds[-1].text:
            break
        rounds.append(bench.check(mistake, text))
    return rounds


def meant(mistake: NaturalMistake) -> list[str]:
    """The text as its author meant it: the line of the mistake replaced by the fix, with and without its remark."""
    if mistake.right:
        return [mistake.right]
    lines = mistake.text.split("\n")
    if mistake.line == 0:
        return [mistake.text]
    texts = []
    for fix in dict.fromkeys([mistake.fix, _REMARK.sub("", mistake.fix)]):
        before, after = lines[: mistake.line - 1], lines[mistake.line :]
        indent = re.match(r"\s*", lines[mistake.line - 1] if mistake.line <= len(lines) else "")
        new = [(indent.group() if indent else "") + line for line in fix.strip().split("\n")]
        texts.append("\n".join([*before, *new, *after]))
    return texts


def same(mistake: NaturalMistake, first: str, second: str) -> bool:
    """Whether two texts say the same: equal declarations, or equal words in a manifest."""
    if mistake.kind == "manifest":
        return re.sub(r"[\"']", "", first).split() == re.sub(r"[\"']", "", second).split()
    trees = [[parsed.tree for parsed in parse_source(Source("", plain_form(text)))] for text in (first, second)]
    if any(tree is None for tree in [*trees[0], *trees[1]]):
        return first.split() == second.split()
    return list(map(_unordered, trees[0])) == list(map(_unordered, trees[1]))


def plain_form(text: str) -> str:
    """A text in which names are written in one way: without quotes, and without `by me`, which is understood."""
    text = re.sub(
        r'"([A-Za-z]\w*(?: \w+)*)"',
        lambda match: match[1].replace(" ", "_") if _is_name(text, match) else match[0],
        text,
    )
    text = re.sub(r"\b(after|before|instead of) (\w+)\((\w+)\)", r"\1 \2 \3", text)
    return re.sub(r"\s+by me(?=\s*[;}\n])", "", text)


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether a text in quotes stands where a name may stand: after a preposition, a field or a key."""
    return (
        re.search(r"(?:\b(?:with|for|to|technic|set|lineup)\s|[:,{\[]\s*)$", text[: match.start()]) is not None
        and text[match.end() : match.end() + 1] != ":"
    ) or (re.search(r"\bpowers\s*\{[^{}]*$", text[: match.start()]) is not None)


def _unordered(tree: object) -> object:
    """A card with its items in a fixed order: the order of fields means nothing."""
    if isinstance(tree, n.Thing) and tree.body is not None:
        return evolve(tree, body=evolve(tree.body, lines=tuple(sorted(tree.body.lines, key=repr))))
    return tree


@frozen
class Result:
    line: bool
    alone: bool
    named: bool
    rounds: int
    end: str
    """`meant`, `wrong`, `unread` (clean, but nobody has judged it), `stuck`, `clean` or `silent`."""

    @property
    def is_good(self) -> bool:
        return self.line and self.alone and self.named


def judge(mistake: NaturalMistake, rounds: list[Round], verdicts: dict[str, dict[str, str]]) -> Result:
    first, last = rounds[0], rounds[-1]
    known = verdicts.get(mistake.id, {})
    if not first.findings:
        spoken = known.get("end") if known.get("digest") == digest(first.text) else None
        end = "clean" if mistake.line == 0 else spoken or "silent"
        return Result(end == "clean", end == "clean", end == "clean", 0, end)
    lines = {mistake.line} | {int(line) for line in str(known.get("lines", "")).split()}
    line = first.lines[0] in lines
    errors = [each for each in first.findings if each.severity == "error"] or list(first.findings)
    done = not [each for each in last.findings if each.severity == "error"]
    right = any(same(mistake, each.text, text) for each in rounds[1:] for text in meant(mistake))
    if right or (done and any(same(mistake, last.text, text) for text in meant(mistake))):
        end = "meant"  # what else is wrong with the text was wrong with the one that was meant too
    elif not done:
        end = "stuck"
    else:
        end = known.get("end", "unread") if known.get("digest") == digest(last.text) else "unread"
    if end == "stuck" and known.get("digest") == digest(last.text):
        end = known.get("end", end)  # a person has read the words of the message
    if end == "stuck" and shows(mistake, rounds[-1]):
        end = "told"
    named = end in ("meant", "told") or (len(rounds) > 2 and known.get("named") == "yes")
    return Result(line, len(errors) == 1, named, len(rounds) - 1, end)


def shows(mistake: NaturalMistake, last: Round) -> bool:
    """Whether the first message shows the line that was meant among several to choose from."""
    lines = {_REMARK.sub("", mistake.fix).strip(), mistake.fix.strip()}
    wanted = {"".join(line.split()) for fix in lines for line in fix.split("\n")}
    shown = re.findall(r"`([^`]+)`", last.findings[0].help) if last.findings else []
    return any("".join(line.split()) in wanted for line in shown)


def main(arguments: list[str]) -> None:
    held_out, quiet = "--held-out" in arguments, "--quiet" in arguments
    wanted = [argument for argument in arguments if not argument.startswith("-")]
    stored = YAML(typ="safe").load(VERDICTS) if VERDICTS.exists() else {}
    totals = Counter[str]()
    ends = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for mistake in variants() if "--variants" in arguments else mistakes():
            if mistake.held_out != held_out or (wanted and not mistake.id.startswith(tuple(wanted))):
                continue
            rounds = follow(bench, mistake)
            result = judge(mistake, rounds, stored or {})
            ends[result.end] += 1
            totals["texts"] += 1
            for name in ("line", "alone", "named", "is_good"):
                totals[name] += getattr(result, name)
            totals["at most two rounds"] += result.end in ("meant", "clean", "told") and result.rounds <= 2
            if not quiet and (not held_out or "--read" in arguments):
                show(mistake, rounds, result)
    print(dict(totals), dict(ends))


def show(mistake: NaturalMistake, rounds: list[Round], result: Result) -> None:
    words = [word for word in ("line", "alone", "named") if getattr(result, word)]
    print(f"== {mistake.id} {mistake.game} line {mistake.line}: {result.end} {' '.join(words)}, {result.rounds} rounds")
    print(f"   meant: {mistake.meant.strip()}")
    for number, each in enumerate(rounds):
        for finding, line in list(zip(each.findings, each.lines, strict=True))[: 4 if number == 0 else 1]:
            print(f"   {number} {line}: {finding.code} {finding.message}; {finding.help}")
    if result.end in ("unread", "wrong", "silent", "stuck"):
        print(f"   fix: {mistake.fix.strip()}")
        print(f"   {digest(rounds[-1].text)}\n" + "\n".join(f"   | {line}" for line in rounds[-1].text.split("\n")))


if __name__ == "__main__":
    main(sys.argv[1:])
