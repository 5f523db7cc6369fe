"""The language server: `wtrules lsp`.

`server.py` speaks the protocol, and `worker.py` answers in processes of their own that can be stopped
(`wtrules/lanes.py`), so that no rule file keeps the server busy. Only `server.py`, `checker.py` and
`commands.py` import pygls.
"""
