"""Mass play on a Dask cluster: the same totals as with `--jobs 1`, on any number of workers.

Only texts and numbers travel: the job, the rules and the seeds go out, the totals come back. A worker is any process
with Botwright installed; the rules are sent to it once and recognised by their hash.
"""
