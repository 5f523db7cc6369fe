"""What differs between two rulesets, as typed changes, before anyone judges it.

`diff.py` matches definitions by kind and id, in every mode that both sides offer, and compares what
the manuals say topic by topic; `details.py` describes a changed clause.
"""
