"""Rules as a small typed program: integers, arrays, loops, choices, chance.

- `program` is the form, with `expressions`, `statements` and `state`; `text` prints and reads it.
- `from_rules` makes it: `layout` decides on the state, `lower` writes the code, `physics.program` has the
  functions that every game needs, `optimise` makes it smaller and faster.
- `limits` says how large a program may become; `estimate` knows which rules are small, `budget` counts.
"""
