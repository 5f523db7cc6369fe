"""Lowering: from the meaning of rules to the program form.

`lowering` is the context that all parts share, and `parts` puts them together. `verbs` has a function and
a permission for each kind of action, `properties` one function for each property, predicate and constant.
The rest is about terms, queries, statements, loops, scopes, decisions, events and procedures, a module
each.
"""
