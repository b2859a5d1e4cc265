"""The language server of the studio: the same as for an editor, on stdin and stdout, within the limits of a job."""

from __future__ import annotations

from tools.editors.server.start import serve
from tools.studio.jobs.limits import limit_memory

if __name__ == "__main__":
    limit_memory()
    serve()
