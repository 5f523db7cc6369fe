"""From the text of a rule file to its syntax tree, and back.

- `parse` is the way in: `scan` finds words, `machine` runs the parser with the tables of `tables.json`,
  `tree` builds the nodes of `nodes`; `tree_cache` keeps trees between runs.
- `recovery` goes on after a syntax error and describes it; `vocabulary.toml`
  says which keyword belongs where.
- `format` prints a tree, with `blocks`, `clauses`, `wording` and `lines`.
- `from_grammar` makes `tables.json` from the grammar, with Lark (`lark_tables`).
"""
