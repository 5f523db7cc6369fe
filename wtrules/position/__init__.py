"""Positions: text ⇄ table ⇄ state, one way.

`text` writes a state as one line and `reader` reads one; `check` says whether a game can go on from a
state, and `turns` finds the turn that begins with a table. `pieces`, `wizards` and `decks` are what
lies on the table; `arguments` looks up what callers give by name.
"""
