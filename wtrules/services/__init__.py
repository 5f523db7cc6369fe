"""Answers for people at a keyboard: names and their uses, renaming, completion, outlines, first files.

The language server and the page ask here; both get the same answers.
"""
