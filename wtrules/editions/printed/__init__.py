"""The passages that two manuals print, for a person who owns their texts.

`sections.py` finds the cited sections in a text, `choose.py` the sentences of a section that are about
a topic, `marks.py` the words that differ; `attach.py` puts the passages into a report. The texts are
read for one report and kept nowhere.
"""
