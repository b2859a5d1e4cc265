"""Turns a finding into the author's own line as it should be, by trying changes until one passes the checker."""
