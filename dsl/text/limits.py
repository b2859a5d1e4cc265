"""Every limit of the language in one place, so that each can be named when it is hit.

A limit protects the reader's machine, not the author's taste: honest packs stay far below all of them.
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
FOLDER_ENTRIES = 100_000  # names looked at in one folder, files of other sorts included
ARCHIVE_BYTES = 70_000_000  # of a packed pack, before it is opened
LOCK_BYTES = 2_000_000  # of the list of hashes in a packed pack
RECORD_BYTES = 64_000_000  # of the record of one match
RESOLVER_TRIES = 10_000
DIAGNOSTICS_SHOWN = 20
DIAGNOSTICS_KEPT = 1_000
SARIF_RESULTS = 5_000
KIND_LINEAGE = 100  # kinds that each are the next one, `kind A is B`
KIND_FIELDS = 1_000  # fields of one kind, those that it inherits included
LIKE_CHAIN = 100  # cards that each are like the next one
EVENT_CHAIN = 200  # events that are certainly going on around one effect
LOCAL_NAMES = 1_000  # names that one body gives with `let`, `as` and slots
CIRCLES_OF_A_GROUP = 20  # names of declarations that all lead to each other, for which a circle is looked for
CIRCLE_SHOWN = 60  # names of a circle that are shown
NAMES_SHOWN = 12  # names that a message lists
SUGGESTION_CHARACTERS = 50  # of an unknown name that gets a "did you mean"
SUGGESTION_POOL = 100  # names that an unknown one is compared with
SUGGESTION_NAMES = 20_000  # names that the pool is picked from
SUGGESTIONS_OF_A_RUN = 200  # unknown names of all texts that are checked together that get a "did you mean"
SUGGESTIONS_OF_RULES = 30  # unknown names of all rules together that get a "did you mean"
SUGGESTIONS_OF_A_TEXT = 10  # the same for one card or scenario
DIE_FACES = 1_000
FACE_SYMBOLS = 100  # on one face
COMBO_DICE = 1_000  # of one combination
ZONE_LEVELS = 1_000  # of all zones of one kind
PLAYERS = 99
COST_RANGE = 10_000  # of an amount that the payer chooses
ANSWERS = 10_000  # numbers that `ask … for` offers
DRAWING_SIDE = 100  # rows of a drawing, and signs of one row
