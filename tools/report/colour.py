"""The few colours of a report, and whether to use them. They are plain escape codes, so a report needs no library."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Painter:
    """Wraps words in colour, or leaves them as they are."""

    on: bool

    def _wrap(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on and text else text

    def error(self, text: str) -> str:
        return self._wrap("1;31", text)

    def warning(self, text: str) -> str:
        return self._wrap("1;33", text)

    def severity(self, severity: str, text: str) -> str:
        return self.error(text) if severity == "error" else self.warning(text)

    def strong(self, text: str) -> str:
        return self._wrap("1", text)

    def frame(self, text: str) -> str:
        return self._wrap("34", text)

    def note(self, text: str) -> str:
        return self._wrap("36", text)

    def added(self, text: str) -> str:
        return self._wrap("32", text)

    def removed(self, text: str) -> str:
        return self._wrap("31", text)


def wants_colour(choice: str, environment: Mapping[str, str], terminal: bool) -> bool:
    """The option beats the environment, NO_COLOR beats FORCE_COLOR, and `auto` colours only a terminal."""
    if choice != "auto":
        return choice == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return terminal and environment.get("TERM") != "dumb"
