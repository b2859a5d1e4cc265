"""47xx: the settings of a project, in `botwright.toml` or under `[tool.botwright]` of `pyproject.toml`."""

from dsl.diagnostics.codes import error

UNKNOWN_SETTING = error("BW4701", "an unknown setting", "there is no setting `{name}`", "the settings are {settings}")
WRONG_SETTING = error(
    "BW4702", "a setting with an invalid value", "`{name}` needs {wanted}, but this is {found}", "write `{example}`"
)
NOT_TOML = error(
    "BW4703",
    "settings that are not TOML",
    "this is not TOML: {problem}",
    "a setting is written `name = value`, text in quotes, lists in `[ ]`",
)
TWO_SETTINGS = error(
    "BW4704", "settings in two files", "both `{file}` and `{other}` contain settings", "keep them in one file"
)
NOT_ALLOWED = error(
    "BW4705",
    "an allowance for something other than a warning",
    "`{code}` cannot be allowed: {why}",
    "only warnings can be allowed: remove it",
)
