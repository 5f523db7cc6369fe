"""Going on after a syntax error, and saying what is wrong.

`recover` repairs the text in memory and parses on, within the limits of `work`. `diagnosis` asks the
other modules, in order, for an explanation of the `place` where the parser stopped; the first answer
counts.
"""
