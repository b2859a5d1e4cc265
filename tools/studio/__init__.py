"""The studio: a server for one page on which games are read, written, played, replayed and studied.

The server holds no game. Whatever reads a pack runs in a process of its own with limits of memory and time (`jobs`), so
that a pack that runs away ends its own process and nothing else. `app` joins the parts: `access` decides who may ask
for what, `workspace_files` reads and writes texts, `tables` keeps the matches and tells each seat what it may know,
`language` puts the language server behind a WebSocket, `page` is the page.
"""
