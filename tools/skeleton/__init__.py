"""Creates the first files of a game, a pack or a card; they pass the check as they are.

The texts are files in `templates/` with placeholders. A new folder is built beside its destination and renamed in one
step, so that no one ever sees half a game; existing files are never touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from dsl.packs.paths import RESERVED as DEVICES
from dsl.syntax.keywords import DECLARATIONS, RESERVED, SENTENCES
from tools.matches.game_index import packs_for
from tools.resources import room
from tools.skeleton.cleanup import CreatedFiles
from tools.skeleton.copied_card import CardSource, base_packs, card_source
from tools.skeleton.minimal_form import CardKinds, first_form, form, kinds_of, kinds_of_pack, no_kind, usual_kind
from tools.skeleton.project_paths import GAMES, PACKS, SkeletonRefused, no_pack, ruleset_folder

NAME_LETTERS = 50

_GAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_PACK = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")


@frozen
class Created:
    """The written files, relative to the current folder, and the suggested next command."""

    files: tuple[str, ...]
    next: str


def new_game(name: str) -> Created:
    """A ruleset with a die, a window, a goal and a scenario, and a pack with its first card."""
    _named(name, _GAME, "game", "lower-case letters and digits, words joined by `_`", "sky_duel")
    if name in RESERVED or name in DECLARATIONS or name in SENTENCES:
        raise SkeletonRefused(f"`{name}` is a word of the language and cannot be the name of a game")
    pack = f"{name}_first"
    words = {"game": name, "title": _title(name), "prefix": _prefix(name), "pack": pack, "pack_title": "First cards"}
    words["packs"] = ""
    ruleset, content = os.path.join(GAMES, name), os.path.join(PACKS, pack)
    for folder in (ruleset, content):
        _free(folder)
    cards = words | {"cards": _text("first_card", words)}
    files = _folders((ruleset, "game", words), (content, "pack", cards))
    return Created(tuple(files), f"botwright check {ruleset} {content}")


def new_pack(name: str, game: str, needs: Sequence[str] = (), kind: str | None = None) -> Created:
    """A pack for a game, with a first card: a copy of one from the packs that it needs, else the least that the kind
    asks for. Without `needs` it needs the packs of the game that stand by themselves."""
    _named(name, _PACK, "pack", "lower-case letters and digits, words joined by `_` or `-`", "storm_cards")
    ruleset = ruleset_folder(game)
    kinds = kinds_of(ruleset)
    if kind is not None and kind not in kinds.kinds:
        raise SkeletonRefused(no_kind(kinds, kind))
    folder = os.path.join(PACKS, name)
    _free(folder)
    needed = list(needs) or base_packs(kinds.id)
    for pack in needed:
        if pack not in packs_for(kinds.id):
            raise SkeletonRefused(no_pack(kinds.id, pack))
    words = {"game": kinds.id, "title": _title(kinds.id), "pack": name, "pack_title": _title(name)}
    words["packs"] = f"packs: [{', '.join(_demand(pack) for pack in needed)}]\n" if needed else ""
    head = f'"First of {_title(name)}"'
    copied = None
    source = card_source(game, needed) if needed else None
    chosen = kind or (source and _usual_kind(ruleset, kinds, source)) or None
    if source is not None and chosen is not None:
        copied = source.card(chosen, head)
    if copied is not None:
        cards = (
            f"# The cards of this pack. The first is a copy of {copied.origin}: change what you like.\n\n{copied.text}"
        )
    elif kind is not None:
        cards = f"# The cards of this pack.\n\n{form(kinds, kind, head)}"
    else:
        cards = first_form(kinds, _title(name))
    files = _folders((folder, "pack", words | {"cards": cards}))
    return Created(tuple(files), f"botwright try {head}" if copied is not None else f"botwright check {folder}")


def _demand(pack: str) -> str:
    return f'{{id: {pack}, version: "*"}}'


def _usual_kind(ruleset: str, kinds: CardKinds, source: CardSource) -> str | None:
    """The kind of a first card: that of the first trial of the game, else the kind with parts or the most fields."""
    for file in sorted(Path(ruleset).rglob("*.bot")):
        named = re.search(r'^\s*try\s+(?:"([^"\n]+)"|(\w+))', file.read_text("utf-8", "replace"), re.MULTILINE)
        if named is not None:
            return source.program.names.get(named[1] or named[2])
    available = source.kinds_with_cards()
    return usual_kind(kinds, lambda name: name in available)


def new_card(name: str, pack: str, kind: str) -> Created:
    """A file with one form of a kind; every required field has its lowest value."""
    head, stem = _card_name(name)
    folder = pack if os.path.isdir(pack) else os.path.join(PACKS, pack)
    if not os.path.isfile(os.path.join(folder, "pack.yaml")):
        raise SkeletonRefused(f"there is no pack `{pack}`: `{os.path.join(folder, 'pack.yaml')}` is not a file")
    kinds = kinds_of_pack(folder)
    if kind not in kinds.kinds:
        raise SkeletonRefused(no_kind(kinds, kind))
    path = os.path.join(folder, f"{stem}.bot")
    _free(path)
    source = card_source(kinds.id, packs_for(kinds.id), [folder])
    copied = source.card(kind, head) if source is not None else None
    text = form(kinds, kind, head)
    if copied is not None:
        text = f"# A copy of {copied.origin}: change what you like.\n\n{copied.text}"
    _place(folder, path, text)
    return Created((path,), f"botwright try {_argument(name.strip())}" if copied else f"botwright check {folder}")


def new_keyword(name: str, pack: str, kind: str | None = None) -> Created:
    """A file with a keyword that changes a number of something that the game already does, and a card with it."""
    head, stem = _card_name(name)
    folder = pack if os.path.isdir(pack) else os.path.join(PACKS, pack)
    if not os.path.isfile(os.path.join(folder, "pack.yaml")):
        raise SkeletonRefused(f"there is no pack `{pack}`: `{os.path.join(folder, 'pack.yaml')}` is not a file")
    kinds = kinds_of_pack(folder)
    if kind is not None and kind not in kinds.kinds:
        raise SkeletonRefused(no_kind(kinds, kind))
    path = os.path.join(folder, f"{stem}.bot")
    _free(path)
    source = card_source(kinds.id, packs_for(kinds.id), [folder])
    if source is None:
        raise SkeletonRefused(f"the game `{kinds.id}` or a pack of it has errors: `botwright check` shows them")
    shown = head.strip('"')
    id = re.sub(r"\W+", "_", shown)
    usual = _usual_kind(ruleset_folder(kinds.id), kinds, source)
    wanted = [kind] if kind is not None else [usual, *source.kinds_with_cards()]
    for chosen in dict.fromkeys(candidate for candidate in wanted if candidate is not None):
        text = source.keyword(id, shown, chosen, f'"{shown} {_title(chosen)}"')
        if text is not None:
            _place(folder, path, text)
            return Created((path,), f"botwright try {_argument(f'{shown} {_title(chosen)}')}")
    what = f"a {kind}" if kind is not None else "any kind"
    raise SkeletonRefused(
        f"nothing with a number happens to {what} in `{kinds.id}`, so there is no keyword to begin with: "
        "see `dsl/docs/howto/write-a-keyword.md`"
    )


def _argument(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _place(folder: str, path: str, text: str) -> None:
    with CreatedFiles() as unfinished:
        staged = unfinished.stage(folder)
        _create(staged, text)
        unfinished.place(staged, path)


def _named(name: str, pattern: re.Pattern[str], what: str, rule: str, example: str) -> None:
    if len(name) > NAME_LETTERS:
        raise SkeletonRefused(f"the name of a {what} has at most {NAME_LETTERS} letters")
    if not pattern.fullmatch(name):
        raise SkeletonRefused(f"`{name}` cannot be the name of a {what}: it is {rule}, such as `{example}`")
    if name in DEVICES:
        raise SkeletonRefused(f"`{name}` cannot be the name of a {what}: it is a device on some systems")


def _card_name(name: str) -> tuple[str, str]:
    """The name in the head of a card, and its file name."""
    shown = name.strip()
    if not shown or len(shown) > NAME_LETTERS or not shown.isprintable() or re.search(r'["\\{}]', shown):
        raise SkeletonRefused(
            f"`{name}` cannot name a card: it has 1 to {NAME_LETTERS} letters and no quotes, `\\` or braces"
        )
    stem = re.sub(r"[^a-z0-9]+", "_", shown.lower()).strip("_")
    if not stem or not shown[0].isalpha() or stem in DEVICES:
        raise SkeletonRefused(
            f"`{name}` cannot name a card: it begins with a letter, and it is no device of some system"
        )
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", shown):
        return shown[0].upper() + shown[1:], stem
    return f'"{shown}"', stem


def _title(name: str) -> str:
    return " ".join(re.split(r"[_-]", name)).capitalize()


def _prefix(name: str) -> str:
    """The prefix of clause ids: two or more letters, from the initials or the first letters."""
    parts = [letters for part in name.split("_") if (letters := re.sub(r"[^a-z]", "", part))]
    initials = "".join(part[0] for part in parts)
    return (initials if len(initials) > 1 else f"{parts[0]}g"[:2]).upper()[:8]


def _free(path: str) -> None:
    if os.path.lexists(path):
        raise SkeletonRefused(f"`{path}` exists already; nothing was written")


def _folders(*folders: tuple[str, str, Mapping[str, str]]) -> list[str]:
    """Create folders from templates, all or none: each is built next to its destination, then all are renamed."""
    with CreatedFiles() as unfinished:
        staged = {}
        for folder, template, words in folders:
            above = os.path.dirname(folder)
            unfinished.folder(above)
            staged[folder] = unfinished.stage(above)
            os.mkdir(staged[folder])
            _fill(staged[folder], template, words)
        for folder in staged:
            unfinished.place(staged[folder], folder)
    return [os.path.join(folder, name) for folder, template, _ in folders for name in _names(template)]


def _fill(folder: str, template: str, words: Mapping[str, str]) -> None:
    for name in _names(template):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _create(path, _text(f"{template}/{name}", words))


def _names(template: str) -> list[str]:
    """The files of a template with their final names; the extra `.txt` hides the templates from the checker."""
    base = _templates() / template
    return sorted(path.relative_to(base).as_posix().removesuffix(".txt") for path in base.rglob("*.txt"))


def _templates() -> Path:
    return room("tools.skeleton") / "templates"


def _text(template: str, words: Mapping[str, str]) -> str:
    return _filled((_templates() / f"{template}.txt").read_text("utf-8"), words)


def _filled(text: str, words: Mapping[str, str]) -> str:
    for name, word in words.items():
        text = text.replace(f"@{name}@", word)
    return text


def _create(path: str, text: str) -> None:
    with open(path, "x", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
