"""Every limit of the language in one place, so that a message can name the limit that was exceeded.

A limit protects the user's machine. Real packs stay far below all of them.
"""

FILE_BYTES = 1_000_000
FILE_LINES = 20_000
LINE_CHARACTERS = 2_000
NESTING = 200
NAME_CHARACTERS = 100
NUMBER_DIGITS = 18  # fits in 64 bits with room for one addition
TEXT_CHARACTERS = 10_000
LIST_ITEMS = 10_000
PACK_FILES = 5_000
PACK_BYTES = 64_000_000
PACK_RATIO = 100  # unpacked bytes per packed byte of one zip member
MANIFEST_BYTES = 200_000
MANIFEST_NESTING = 20
VERSION_DIGITS = 9  # of each of the three numbers of a version
PATH_CHARACTERS = 200  # of a path inside a pack
FOLDER_NESTING = 20
FOLDER_ENTRIES = 100_000  # names listed in one folder, including files of other types
ARCHIVE_BYTES = 70_000_000  # of a packed pack, before it is opened
LOCK_BYTES = 2_000_000  # of the list of hashes in a packed pack
RECORD_BYTES = 64_000_000  # of the record of one match
RESOLVER_TRIES = 10_000
DIAGNOSTICS_SHOWN = 20
DIAGNOSTICS_KEPT = 1_000
SARIF_RESULTS = 5_000
KIND_LINEAGE = 100  # length of a chain of kinds, `kind A is B`
KIND_FIELDS = 1_000  # fields of one kind, including inherited ones
LIKE_CHAIN = 100  # length of a chain of cards, each `like` the next
EVENT_CHAIN = 200  # events known to enclose one effect
LOCAL_NAMES = 1_000  # names that one body declares with `let`, `as` and slots
CIRCLES_OF_A_GROUP = 20  # mutually dependent declarations for which a cycle is searched
CIRCLE_SHOWN = 60  # names of a cycle that are shown
NAMES_SHOWN = 12  # names that a message lists
SUGGESTION_CHARACTERS = 50  # of an unknown name that gets a "did you mean"
SUGGESTION_POOL = 100  # names that an unknown name is compared with
SUGGESTION_NAMES = 20_000  # names that the pool is selected from
SUGGESTIONS_OF_A_RUN = 200  # unknown names in all texts checked together that get a "did you mean"
SUGGESTIONS_OF_RULES = 30  # unknown names in all rules together that get a "did you mean"
SUGGESTIONS_OF_A_TEXT = 10  # the same for one card or scenario
REPAIR_TRIALS = 4_000  # changed texts that are checked to find suggestions, in one run
REPAIR_TRIALS_OF_A_FINDING = 240  # the same for one finding
REPAIRS_OF_A_TEXT = 12  # findings of one declaration that get such a suggestion
DIE_FACES = 1_000
CITED_CLAUSES = 1_000  # of one range of clauses
FACE_SYMBOLS = 100  # on one face
COMBO_DICE = 1_000  # of one combination
ZONE_LEVELS = 1_000  # of all zones of one kind
PLAYERS = 99
COST_RANGE = 10_000  # of an amount chosen by the payer
ANSWERS = 10_000  # numbers that `ask … for` offers
DRAWING_SIDE = 100  # rows of a drawing, and characters of one row
