"""The search for a witness: a position in which two games give different answers.

`witness.py` runs the search. It plays games in pairs (`lockstep.py`), perturbs their positions
(`perturb.py`) and tries every small board (`small.py`). A `scene.py` can be set up under any ruleset,
`answer.py` asks what a ruleset does there, `shrink.py` makes a witness small. `equivalence.py` knows
when two programs cannot differ at all.
"""
