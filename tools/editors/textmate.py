"""Writes the TextMate grammar and the language configuration of the VS Code extension from the records of constructs.

`python -m tools.editors.textmate` writes both files; a test holds that they are current. The grammar colours words by
their place: a keyword of a declaration only in the first column, a sentence only where a line begins. What a name
refers to is told by the semantic tokens of the language server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dsl.names.builtins import FUNCTIONS, NAMES, VERBS
from dsl.syntax.constructs import STEPS, TYPES
from dsl.syntax.keywords import DECLARATIONS, JOINING, MARKS, PRONOUNS, SENTENCES, VALUES
from tools.files import write_text

FOLDER = Path(__file__).parent / "vscode"
GRAMMAR = FOLDER / "syntaxes" / "botwright.tmLanguage.json"
CONFIGURATION = FOLDER / "language-configuration.json"

Json = dict[str, Any]


def _words(words: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(word) for word in words), key=lambda word: (-len(word), word)))


def _rule(name: str, match: str) -> Json:
    return {"name": f"{name}.botwright", "match": match}


def grammar() -> Json:
    """The grammar: the first pattern that matches wins."""
    steps = {word for step in STEPS for word in step.words}
    begins = r"(?<=^|[{};,:])(\s*)"
    patterns: list[Json] = [
        {"name": "comment.line.number-sign.botwright", "match": r"#.*$"},
        {"name": "string.quoted.triple.botwright", "begin": '"""', "end": '"""', "patterns": [{"include": "#hole"}]},
        {
            "name": "string.quoted.double.botwright",
            "begin": '"',
            "end": r'"|$',
            "patterns": [{"include": "#hole"}, _rule("constant.character.escape", r"\\.")],
        },
        _rule("constant.other.clause", r"\b[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)+-\d+\b"),
        _rule("constant.numeric.integer", r"(?<![\w-])-?\d+(?!\w)"),
        {
            "match": rf"^({_words(DECLARATIONS)})\b(?:\s+([A-Za-z_]\w*))?",
            "captures": {
                "1": {"name": "keyword.declaration.botwright"},
                "2": {"name": "entity.name.declaration.botwright"},
            },
        },
        {
            "match": r"^([A-Z]\w*)(?:\s+([A-Z]\w*))?",
            "captures": {"1": {"name": "entity.name.type.botwright"}, "2": {"name": "entity.name.card.botwright"}},
        },
        _rule("variable.other.property", r"(?<=[\w)\]]\.)[a-z_]\w*"),
        _rule("keyword.other.mark", rf"\b(?:{_words(MARKS)})\b"),
        _rule("variable.language", rf"\b(?:{_words({*PRONOUNS, *NAMES})})\b"),
        _rule("constant.language", rf"\b(?:{_words(VALUES)})\b"),
        {
            "match": rf"{begins}({_words({*SENTENCES, *steps})})\b",
            "captures": {"2": {"name": "keyword.control.botwright"}},
        },
        _rule("keyword.operator.word", rf"\b(?:{_words({*JOINING, 'not', 'if'})})\b"),
        {"match": rf"{begins}({_words(VERBS)})\b", "captures": {"2": {"name": "support.function.verb.botwright"}}},
        _rule("support.function", rf"\b(?:{_words(FUNCTIONS)})(?=\()"),
        _rule("storage.type", rf"(?<=:\s)(?:{_words(TYPES.words)})\b"),
        _rule("entity.name.type", r"\b[A-Z]\w*\b"),
        _rule("keyword.operator", r"\.\.|\+=|-=|<=|>=|[-+*/%=<>?]"),
        _rule("punctuation", r"[{}()\[\],;:.]"),
    ]
    hole = {"name": "variable.parameter.botwright", "match": r"\{\w+[^{}\n]*\}"}
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Botwright",
        "scopeName": "source.botwright",
        "patterns": patterns,
        "repository": {"hole": hole},
    }


def configuration() -> Json:
    pairs = [["{", "}"], ["[", "]"], ["(", ")"]]
    return {
        "comments": {"lineComment": "#"},
        "brackets": pairs,
        "autoClosingPairs": [
            *({"open": first, "close": last} for first, last in pairs),
            {"open": '"', "close": '"', "notIn": ["string", "comment"]},
        ],
        "surroundingPairs": [*pairs, ['"', '"']],
        "wordPattern": r"[A-Z]{2,}(?:-[A-Z][A-Z0-9]*)+-\d+|[^\W\d]\w*|\d+",
        "indentationRules": {
            "increaseIndentPattern": r"^[^#\"]*\{[^}\"]*$",
            "decreaseIndentPattern": r"^\s*\}",
        },
        "folding": {"markers": {"start": r"^# ---", "end": r"^# ---"}},
    }


def files() -> dict[Path, str]:
    """The contents of both generated files."""
    return {
        GRAMMAR: json.dumps(grammar(), indent=2, ensure_ascii=False) + "\n",
        CONFIGURATION: json.dumps(configuration(), indent=2, ensure_ascii=False) + "\n",
    }


def main() -> None:
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(path), text)


if __name__ == "__main__":
    main()
