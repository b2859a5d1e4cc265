"""Questions about words of files: the test names a phrase, the request gets a line and a character."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define, field

from tests.editors.client import Client

BOTS = "rulesets/scrapyard/bots.bot"
STRIKE = "rulesets/scrapyard/strike.bot"
TURN = "rulesets/scrapyard/turn.bot"
CLAUSES = "rulesets/scrapyard/clauses.yaml"
CARDS = "content/scrapyard-starter/bots.bot"
NEW = "content/scrapyard-starter/unsaved.bot"


@define(eq=False)
class OpenFiles:
    client: Client
    root: Path
    texts: dict[str, str] = field(factory=dict)
    version: int = 1

    def uri(self, name: str, text: str | None = None) -> str:
        """The address of an open file, with another text if one is given."""
        if name not in self.texts:
            self.texts[name] = (self.root / name).read_text("utf-8") if text is None else text
            return self.client.open(self.root / name, self.texts[name])
        uri = (self.root / name).as_uri()
        if text is not None and text != self.texts[name]:
            self.version += 1
            self.texts[name] = text
            self.client.change(uri, text, self.version)
        return uri

    def position(self, name: str, phrase: str, word: str = "") -> dict[str, int]:
        """The middle of a word in the first place of a phrase."""
        self.uri(name)
        text = self.texts[name]
        word = word or phrase
        at = text.index(phrase) + phrase.index(word) + len(word) // 2
        return {"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1}

    def at(self, method: str, name: str, phrase: str, word: str = "", **more: Any) -> Any:
        position = self.position(name, phrase, word)
        return self.client.ask(
            f"textDocument/{method}", textDocument={"uri": self.uri(name)}, position=position, **more
        )

    def of(self, method: str, name: str, **more: Any) -> Any:
        return self.client.ask(f"textDocument/{method}", textDocument={"uri": self.uri(name)}, **more)

    def whole(self, name: str) -> dict[str, Any]:
        self.uri(name)
        return {"start": {"line": 0, "character": 0}, "end": {"line": self.texts[name].count("\n") + 1, "character": 0}}

    def written(self, name: str, range: dict[str, Any]) -> str:
        """The text of a range within one line."""
        line = self.texts[name].split("\n")[range["start"]["line"]]
        return line[range["start"]["character"] : range["end"]["character"]]

    def name_of(self, uri: str) -> str:
        return uri.removeprefix(f"{self.root.as_uri()}/")

    def command(self, name: str, *arguments: str) -> Any:
        return self.client.ask("workspace/executeCommand", command=name, arguments=list(arguments))
