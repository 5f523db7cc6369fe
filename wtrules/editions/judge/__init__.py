"""How much each difference matters: a grade, with the evidence for it.

`judge.py` grades. `effects.py` makes every change by itself, with the mixtures of both rulesets from
`mixtures.py`; `evidence.py` searches a witness for each; `attribution.py` finds the rules that explain
it; `proofs.py` tries to prove that a change makes no difference; `literal_readings.py` compares manuals
read literally; `impact.py` measures whole games.
"""
