"""Reports of differences, for people and for programs.

`text.py` writes a report for the terminal and as Markdown, `html.py` as a page, `as_json.py` for other
programs, `examples.py` as `.wtr` examples that can be run. `phrasing_text.py` and `why.py` put a single
change, and the reason for an answer, into words. All sentences are in `texts/`.
"""
