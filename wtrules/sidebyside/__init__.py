"""Two rulesets side by side.

`lockstep` plays many positions of both at once, natively if it can (`batches`): turns, for the search
of the diff, and whole games, for the effect of a reading. `compared` says what of two games is
compared. A `scene` can be set up under any ruleset, `answer` is what one of them does with some moves,
and `walk` follows the same moves in both, one decision at a time.
"""
