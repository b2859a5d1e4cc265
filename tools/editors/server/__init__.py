"""The language server: translates between the Language Server Protocol and the answers of `tools.editors`.

`session` owns the project and the checks that run beside it, `positions` converts places in both directions,
`translate` makes protocol values, `features` registers a handler for each request, `start` opens a transport.
"""
