"""From syntax trees to resolved rules, and from resolved rules to their meaning.

- `library` finds rule files; `from_syntax` resolves a ruleset, with `layering` and `merging`; `model`
  is the result: definitions after all layers, with `clauses` to look into them and `values` for their
  constants.
- `elaborate` binds names and checks types, with `binding`, `bind_*` and `relations`; `meaning` is the
  result, and `chance` and `circles` check it.
- `ledger`, `coverage`, `chapters`, `changes`, `describe` and `uses` answer questions about resolved
  rules: open questions, the atlas, the chapters of the rulebook, what a house rule changes, all of it
  in words, and which names a rule uses.
"""
