"""The part of SARIF 2.1.0 that we use, written as a schema from the standard: its objects, their fields, nothing else."""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required.split(),
        "additionalProperties": False,
        "properties": properties,
    }


def _list(items: Any, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


TEXT = {"type": "string"}
FROM_1 = {"type": "integer", "minimum": 1}
INDEX = {"type": "integer", "minimum": 0}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = _object("text", text=TEXT)
URI = {"type": "string", "pattern": r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})*$"}
ARTIFACT = _object("uri", uri=URI)
REGION = _object("startLine", startLine=FROM_1, startColumn=FROM_1, endLine=FROM_1, endColumn=FROM_1)
PHYSICAL = _object("artifactLocation", artifactLocation=ARTIFACT, region=REGION)
LOCATION = _object("", id=INDEX, physicalLocation=PHYSICAL, message=MESSAGE)
REPLACEMENT = _object("deletedRegion", deletedRegion=REGION, insertedContent=MESSAGE)
CHANGE = _object(
    "artifactLocation replacements", artifactLocation=ARTIFACT, replacements=_list(REPLACEMENT, minItems=1)
)
FIX = _object("artifactChanges", description=MESSAGE, artifactChanges=_list(CHANGE, minItems=1))
RESULT = _object(
    "message",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    message=MESSAGE,
    locations=_list(LOCATION),
    relatedLocations=_list(LOCATION),
    fixes=_list(FIX),
)
RULE = _object("id", id=TEXT, help=MESSAGE, shortDescription=MESSAGE, defaultConfiguration=_object("", level=LEVEL))
DRIVER = _object("name", name=TEXT, version=TEXT, rules=_list(RULE, uniqueItems=True))
NOTIFICATION = _object("message", level=LEVEL, message=MESSAGE)
INVOCATION = _object(
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    toolExecutionNotifications=_list(NOTIFICATION),
)
RUN = _object(
    "tool",
    tool=_object("driver", driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    invocations=_list(INVOCATION),
    results=_list(RESULT),
)
SARIF = _object("version runs", **{"$schema": TEXT}, version={"const": "2.1.0"}, runs=_list(RUN))
