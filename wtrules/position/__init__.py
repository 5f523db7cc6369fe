"""Positions: text ⇄ table ⇄ state, one way.

`given` reads every text that a position can be given as: a whole line (`reader`), what differs from the
set-up (`start_board`), a board and a seat, completed with what a new game has (`supply`, `turns`).
A `Table` in `table` is what lies on the table, with its cards in `decks`; it is read from a state and put
into one. `text` writes a state as one line, `check` says whether a game can go on from one. `pieces` and
`wizards` are the board in a state.
"""
