"""`python -m tools.packs.write_schemas` writes the JSON Schemas of the manifests after a change of their classes."""

from __future__ import annotations

import json

from dsl.packs.schema import FILES, schema
from tools.files import write_text
from tools.resources import room


def schema_text(form: type) -> str:
    """The text of a schema file."""
    return json.dumps(schema(form), indent=2, ensure_ascii=False) + "\n"


def main() -> int:
    failed = 0
    for name, form in FILES.items():
        fault = write_text(str(room("dsl") / "schemas" / name), schema_text(form))
        if fault is not None:
            failed = 1
            print(fault.message)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
