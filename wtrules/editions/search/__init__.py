"""The search for a witness: a position in which two games give different answers.

`witness.py` runs the search. It plays the turns of random games (`turns.py`), perturbed ones
(`perturb.py`), those of examples (`examples.py`) and every small board (`small.py`) in two games
side by side (`sidebyside/`). `choices.py` shows what can be chosen only before the game.
`shrink.py` makes a witness small, and `score.py` says which witness is easiest to understand.
"""
