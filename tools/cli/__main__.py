"""`python -m tools.cli` is `botwright`."""

import sys

from tools.cli import main

sys.exit(main())
