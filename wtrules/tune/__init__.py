"""Looking for rules that meet goals: `28..32 turns`, `no seat above 52 %`.

    goals, changes ─▶ candidates ─ simulate ─▶ tallies ─ goals ─▶ those that meet them
    goals.py  changes.py     search.py                    results.py

A candidate is a rule file that extends the ruleset and overrides a few values.
"""
