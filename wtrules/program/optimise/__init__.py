"""Making programs smaller and faster without changing what they do.

`blocks` joins blocks, `inline` replaces calls of small functions, and `effort` estimates how much work a program
can be.
"""
