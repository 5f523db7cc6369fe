"""The built-in words of the rule language, one record per word.

`verbs.py` has what a rule can do, `events.py` what it can wait for or forbid, `properties.py`,
`predicates.py` and `constants.py` what it can ask, `things.py` the types of all of these,
`phrasing.py` in which ways manuals can say the same in other words, and `promise.py` what rule files
can rely on. The
grammar says how an action is written; everything else about a word is in its record. Parsing,
printing, binding, lowering and the language reference read the records.
"""
