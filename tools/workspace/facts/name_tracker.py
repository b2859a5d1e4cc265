"""Resolves the names that a scenario may use and records the ones it used."""

from __future__ import annotations

from collections.abc import Iterator

from tools.workspace.facts.card_links import CardNames


class TrackedNames(dict[str, str]):
    """A mapping from all names to their kinds: cards before parts, own names before names from outside."""

    def __init__(self, names: CardNames) -> None:
        super().__init__()
        self.symbols = [names, *names.outside]
        self.asked: dict[str, str | None] = {}
        self.all = False
        """Whether the whole list was looked at, as for a suggestion."""

    def look(self, name: str) -> str | None:
        for room in self.symbols:
            if name in room.index:
                return room.index[name]
            if name in room.parts:
                return room.parts[name]
        return None

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override]
        target = self.asked[name] = self.look(name)
        return default if target is None else target

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __getitem__(self, name: str) -> str:
        result = self.get(name)
        if result is None:
            raise KeyError(name)
        return result

    def __iter__(self) -> Iterator[str]:
        self.all = True
        return iter({name: None for room in self.symbols for names in (room.index, room.parts) for name in names})

    def __len__(self) -> int:
        self.all = True
        return sum(len(room.index) + len(room.parts) for room in self.symbols)

    def __bool__(self) -> bool:
        return True
