"""9xxx: internal errors. Nobody should ever see one, and nobody ever sees a traceback."""

from dsl.diagnostics.codes import error

INTERNAL = error(
    "BW9001",
    "an internal error",
    "Botwright failed while processing this: {what}",
    "this is not your fault; the report file {report} has the details",
)
