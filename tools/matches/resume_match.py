"""Resumes a match from its record: finds the game, compares its fingerprint, and replays the answers."""

from __future__ import annotations

import os
from collections.abc import Sequence

from dsl.diagnostics import Diagnostic
from dsl.diagnostics.codes import Code
from dsl.diagnostics.codes import records as codes
from dsl.packs.paths import printable
from tools import resources
from tools.files.disk import DISK, Disk
from tools.matches import arguments, journal
from tools.matches.errors import BadRecord, Unplayable, bad_record, finding, unplayable
from tools.matches.fingerprint import differences
from tools.matches.game_index import is_path, near
from tools.matches.games import Game, load
from tools.matches.match import Match
from tools.matches.record import Record, RecordWriter, read_record, record_in
from tools.matches.replay import Replay

Path = str | os.PathLike[str]


def resume(
    path: Path,
    *,
    game: Game | Path | None = None,
    packs: Sequence[Path] | None = None,
    record: bool = False,
    force: bool = False,
    disk: Disk = DISK,
) -> Match:
    """Resume a match from its record or save.

    The game and its packs are looked up by their recorded names; `game` and `packs` give new locations. If the rules,
    packs or engine differ, `BadRecord` lists the differences; with `force` the match is resumed anyway, and
    `match.notes` names the first event that differs. With `record`, the match continues in the same file. A damaged
    file gives the match up to the damage; `match.notes` says what is lost.
    """
    name = arguments.path(path, "path")
    if game is not None and not isinstance(game, Game):
        game = arguments.path(game, "game")
    packs = arguments.paths(packs, "packs")
    if not record:
        recorded = read_record(name, disk)
        replay, notes = replayed(recorded, game_of(recorded, game, packs), force)
        return Match(replay.game, replay.engine, notes=[*loss(recorded), *notes], disk=disk, bots=recorded.bots)
    handle, data = journal.take_hold(name, disk)
    try:
        recorded, lines = record_in(name, data)
        replay, notes = replayed(recorded, game_of(recorded, game, packs), force=False)
        writer = RecordWriter(replay.game)
        for entry in (recorded.start, *recorded.entries):
            writer.knows(entry)
        kept, aside = journal.go_on(name, handle, data, lines, disk)
    except BaseException:
        disk.close(handle)
        raise
    notes = [*_loss(recorded, f"the damaged file is kept as `{printable(aside)}`"), *notes]
    return Match(replay.game, replay.engine, kept, writer, notes, disk, recorded.bots)


def game_of(record: Record, game: Game | Path | None = None, packs: Sequence[Path] | None = None) -> Game:
    """The current version of the game that a record was made with."""
    if isinstance(game, Game):
        return game
    fingerprint = record.made
    try:
        name = game if game is not None else _found(record, fingerprint.game)
        joined = list(packs) if packs is not None else [_found(record, id) for id in fingerprint.packs]
        return load(name, fingerprint.mode, fingerprint.variants, joined, fingerprint.rulings)
    except Unplayable as wrong:
        what = f"`{fingerprint.game}` {fingerprint.version}" + "".join(
            f", `{id}` {pack[0]}" for id, pack in fingerprint.packs.items()
        )
        reason = f"that cannot be played here: {wrong.message}"
        raise BadRecord([_told(codes.NOT_HERE, record, what=what, why=reason), *wrong.diagnostics]) from wrong


def _found(record: Record, id: str) -> str:
    """The location of something named by path; next to the record if it has moved.

    A record may come from anybody. So a path in it is only followed to a game or a pack itself, never to a folder that
    would have to be searched, and a name that is a path is nobody's.
    """
    place = record.where.get(id)
    if place is not None:
        for path in (place, os.path.join(os.path.dirname(record.path), place)):
            if _is_unit(path):
                return path
    if not id.isprintable() or (is_path(id) and not _is_unit(id)):
        raise unplayable(codes.UNKNOWN_GAME, name=printable(id[:100]), known=near(id[:100]))
    return id


def _is_unit(path: str) -> bool:
    """Whether a path leads to a file, or to a folder that is a game or a pack: with a manifest, or with texts in it.

    A folder without a manifest is only taken where its whole path is named.
    """
    manifests = (resources.RULESET_MANIFEST, resources.PACK_MANIFEST)
    if os.path.isfile(path) or any(os.path.isfile(os.path.join(path, name)) for name in manifests):
        return True
    try:
        return os.path.isabs(path) and any(name.endswith(".bot") for name in os.listdir(path))
    except (OSError, ValueError):
        return False


def replayed(record: Record, game: Game, force: bool) -> tuple[Replay, list[Diagnostic]]:
    """Replay the record to its end, and find where the match differs from it if requested."""
    other = differs(record, game)
    if other and not force:
        raise BadRecord(other)
    replay = Replay(game, record, verify=bool(other))
    replay.run()
    if replay.parting is None and not replay.ends_alike():
        replay = Replay(game, record)  # something is wrong: find out where
        replay.run()
    if replay.parting is None:
        return replay, []
    parted = replay.parting.diagnostic(record, same_made=not other)
    if not force:
        raise BadRecord([parted])
    return replay, [parted]


def differs(record: Record, game: Game) -> list[Diagnostic]:
    """The differences between a record's versions and the current ones, missing cards first."""
    changes = [
        _told(codes.CARD_GONE, record, card=card, pack=unit, version=_version(record, unit), now=_now(game, card))
        for unit, cards in sorted(record.cards().items())
        for card in cards
        if card not in game.linked().cards
    ]
    return changes + [
        _told(codes.OTHER_MADE, record, then=then, now=now) for then, now in differences(record.made, game.made)
    ]


def _version(record: Record, unit: str) -> str:
    return record.made.packs[unit][0] if unit in record.made.packs else record.made.version


def _now(game: Game, card: str) -> str:
    """The new name of a card, if it has one."""
    now = game.linked().program.card(card)
    return f"it is now called `{now.id}`" if now is not None else "it no longer exists"


def _told(code: Code, record: Record, **words: object) -> Diagnostic:
    return finding(code, record.path, file=printable(record.path), **words)


def _loss(record: Record, state: str) -> list[Diagnostic]:
    if record.damage is None:
        return []
    kept = sum(entry.sort == "answer" for entry in record.entries)
    lost = record.damage.lines
    return [
        _told(
            codes.DAMAGED,
            record,
            line=record.damage.line,
            kept=f"{kept} answer{'s' * (kept != 1)}",
            lost=f"{lost} line{'s' * (lost != 1)}",
            state=state,
        )
    ]


def loss(record: Record) -> list[Diagnostic]:
    """The losses of a damaged record that is only read."""
    return _loss(record, "the file is unchanged")


def as_asked(record: Record, game: Game, seats: Sequence[str], seed: int) -> None:
    """Refuse to resume a record that belongs to another match than the requested one."""
    for what, then, now in (
        ("game", record.made.game, game.made.game),
        ("mode", record.made.mode, game.made.mode),
        ("variants", record.made.variants, game.made.variants),
        ("seats", record.seats, tuple(seats)),
        ("seed", record.seed, seed),
    ):
        if then != now:
            texts = [", ".join(value) if isinstance(value, tuple) else str(value) for value in (then, now)]
            words = f"contains another match: its {what} is {texts[0] or 'none'}, not {texts[1] or 'none'}"
            raise bad_record(codes.ANOTHER_MATCH, record.path, what=words)
