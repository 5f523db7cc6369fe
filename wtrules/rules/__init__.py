"""From syntax trees to resolved rules, and from resolved rules to their meaning.

- `library` finds rule files; `from_syntax` resolves a ruleset, with `layering` and `merging`; `model`
  is the result, `values` its constants.
- `elaborate` binds names and checks types, with `binding` and `bind_*`; `meaning` is the result, and
  `chance` and `circles` check it.
- `ledger`, `coverage`, `chapters`, `changes` and `describe` answer questions about resolved rules: open
  questions, the atlas, the chapters of the rulebook, what a house rule changes, and all of it in words.
"""
