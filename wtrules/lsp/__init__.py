"""The language server: `wtrules lsp`.

`server.py` and `session.py` speak the protocol, `checker.py` decides what is checked when, `commands.py`
does what code lenses offer. `worker.py` answers in processes of their own that can be stopped
(`wtrules/lanes.py`), so that no rule file keeps the server busy; the modules of the answers are listed in
`calls.py` and know nothing of pygls.
"""
