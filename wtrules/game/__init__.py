"""Games in progress: positions, legal moves, play.

- `load` makes a `Game` of a ruleset; `game` has `Game`, `State` and `Observation`, `moves` their moves and
  decisions, `view` what can be read from both, `hiding` what a player knows; `recipe` is for pickling.
- `short` makes a whole position of a board and a seat; `playthrough` reads and writes whole games.
- `outcomes` says where moves lead, `explain` and `whatif` why a move is legal or not.
- `examples` runs documented examples; `perft`, `fired` and `assumptions` measure rules;
  `bots` choose moves.
"""
