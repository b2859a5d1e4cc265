"""Botwright from Python: the public names, in one place.

Everything here is defined elsewhere and only named again; a name that is not in `__all__` may change without notice.
Wrong text never raises: it gives `Diagnostic` values, each with a code, a sentence, a place and a help.
"""

from dsl.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from dsl.source import Place

__all__ = ["Diagnostic", "Edit", "Fix", "Label", "Place", "Severity"]
