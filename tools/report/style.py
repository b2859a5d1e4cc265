"""The options of a report's appearance."""

from __future__ import annotations

from attrs import frozen


@frozen
class ReportStyle:
    """`most` bounds the findings that are shown to people; 0 shows all. Strict runs treat warnings as failures."""

    colour: bool = False
    width: int = 120
    most: int = 0
    strict: bool = False
