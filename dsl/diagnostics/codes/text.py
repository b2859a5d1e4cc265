"""1xxx: characters, words and the shape of a declaration."""

from dsl.diagnostics.codes import error, warning

NOT_UTF8 = error(
    "BW1001",
    "not UTF-8",
    "this file is not UTF-8 text: byte {byte} at offset {offset} is invalid",
    "save the file as UTF-8 (in most editors: Save with encoding)",
)
NUL = error("BW1002", "NUL byte", "the text has a NUL character at offset {offset}", "remove it: it is invisible, and many programs stop reading there")
TOO_LARGE = error("BW1003", "a limit of the language", "{what} is over the limit of {limit} ({name})", "make it shorter, or split it into smaller parts")
TAB = error("BW1004", "a tab in the indentation", "{what}", "{instead}")
CONTROL = error("BW1005", "an invisible character", "there is an invisible character here: {character}", "remove it: it can make a line look different from its real text")
LOOKALIKE = warning("BW1006", "letters that look alike", "`{name}` mixes alphabets: {found} looks like {usual}", "type the name again on one keyboard layout")
NOT_COMPOSED = warning("BW1007", "a name in two spellings", "`{name}` is written with separate accents", "`botwright fmt` writes it the usual way")
UNKNOWN_CHARACTER = error("BW1008", "a character that the language does not use", "`{character}` is not part of the language", "remove it, or put it inside quotes")
UNCLOSED_TEXT = error("BW1009", "text without an end", "a text {does} here, but the `{quote}` at its other end is missing", "a text begins and ends with `{quote}`; `\"` keeps it on one line, `\"\"\"` allows several lines")
UNCLOSED = error("BW1010", "a bracket without its partner", "this `{bracket}` is never closed", "put the `{partner}` where it ends")
UNOPENED = error("BW1011", "an extra closing bracket", "this `{bracket}` closes nothing", "remove it, or add the missing `{partner}`")
MISMATCHED = error("BW1012", "the wrong closing bracket", "`{bracket}` cannot close `{opening}`", "write `{partner}` here")
TOO_DEEP = error("BW1013", "nested too deep", "this is nested more than {limit} levels deep", "give the inner part a name with `let` or `define`")
LOOKS_LIKE = error("BW1014", "a look-alike character", "{found} looks like {right}, but it is a different character: {name}", "write {right}")
UNEXPECTED = error("BW1101", "an unexpected word", "{found} does not belong here{after}", "{expected}")
ENDS_EARLY = error("BW1102", "an unfinished declaration", "the declaration ends here, but it is not finished{after}", "{expected}")
FOREIGN_WORD = error("BW1103", "a word from another language", "`{word}` is not part of this language", "write `{right}`")
NOT_A_DECLARATION = error("BW1104", "no declaration begins like this", "no declaration begins with {found}", "{expected}")
INDENTED_DECLARATION = error("BW1105", "an indented declaration", "`{word}` begins a declaration, so it must start in the first column", "move it to the first column; is the `}` of the declaration above missing?")
WRONG_CASE = error("BW1106", "a name in the wrong case", "`{name}` should begin with a {wanted} letter: {what}", "write `{right}`")
RESERVED = error("BW1107", "a reserved word", "`{word}` is a word of the language and cannot be a name", "choose another name, such as `{other}`")
BARE_COMMA = error("BW1108", "a list without brackets", "a list inside a line needs brackets", "write `[a, b]`, or `a or b` for alternatives")
NOT_IN_COLUMN_ONE = error("BW1109", "text in the first column", "`{found}` is in the first column, but it continues the declaration above", "indent it by two spaces")
UNUSED_ALLOW = warning("BW1110", "an unused allowance", "there is no {code} here, so this comment allows nothing", "remove the comment")
OLD_FORM = warning("BW1111", "an older form of the language", "{what} are an older form, replaced in language {since}", "write {does}; `botwright fmt --upgrade` does this for whole folders")
