"""Builds nodes: one builder for each rule of the grammar, from the parts of the rule to a node.

The names are those of the rules in `grammar.lark`; names in capitals are token classes, whose builders take a text.
Keywords and signs arrive as text, omitted parts as None. Builders check nothing; they only put parts in their places.
Where the fields of a node are exactly the parts of its rule, a table lists them. The modules are those of `nodes`.
"""

from __future__ import annotations

from dsl.syntax.builders.annotations import BUILDERS as ANNOTATIONS
from dsl.syntax.builders.declarations import BUILDERS as DECLARATIONS
from dsl.syntax.builders.expressions import BUILDERS as EXPRESSIONS
from dsl.syntax.builders.rules import BUILDERS as RULES
from dsl.syntax.builders.scenarios import BUILDERS as SCENARIOS
from dsl.syntax.builders.statements import BUILDERS as STATEMENTS
from dsl.syntax.lalr import Builder

BUILDERS: dict[str, Builder] = EXPRESSIONS | STATEMENTS | ANNOTATIONS | DECLARATIONS | RULES | SCENARIOS
