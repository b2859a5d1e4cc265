"""`python -m tools.cli` runs `botwright`."""

import sys

from tools.cli import main

sys.exit(main())
