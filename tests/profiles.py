"""How thorough this run is: `make test` looks at samples, `make nightly` at everything. Import it from tests only."""

from __future__ import annotations

from hypothesis import settings

NIGHTLY = settings.get_current_profile_name() == "nightly"
