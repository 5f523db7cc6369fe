"""Many games at once, and statistics about them: lengths, seats, spells, with intervals.

    plan ─ games ─▶ records ─ summary ─▶ statistics ─ table, report ─▶ what people read
    plan.py  games.py, run.py  summary.py              table.py, report.py

A *record* is one game as a row of numbers, whose columns are derived from the program that was
played: its seats, outcomes, spells and options. No rule of the game is known here.
"""
