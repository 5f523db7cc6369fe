"""Lowering: from the meaning of rules to the program form.

- `lowering` has everything written so far; `code` is a piece of code being written, and every function here
  that writes something is given one.
- `terms` lowers terms, with `properties` (one function for each property, predicate and constant), `queries`,
  `permissions`, `functions`, and `nothing` for what may not exist.
- `statements` lowers the bodies of rules, with `decisions` (and their `first_choices`), `loops` and `scopes`.
- `verbs` has a lowering and a permission for each kind of action, registered in `actions`; `followers` updates
  memories and lists of pieces that move.
- `events` calls the rules that react, as functions or `procedures`; `analysis` knows beforehand who reacts,
  who asks, who ends a scope and who moves pieces.
- `board` and `cards` are formulas.
"""
