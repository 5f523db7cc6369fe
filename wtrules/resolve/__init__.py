"""From syntax trees to rules: files found, layers applied on top of each other, variants chosen.

`library` finds rule files; `from_syntax` resolves a ruleset, with `layering` and `merging`; `model` is
the result: definitions after all layers, with `clauses` to look into them. `choices`, `coverage`,
`ledger` and `player_counts` answer questions about the result as it is written.
"""
