"""Manual pages of files that cannot be read, and of readings named on the command line.

A rule file cannot show these, so the examples are commands.
"""

SOURCE_PAGES = {
    "missing-file": """\
A file that is named is not there.

It was named on the command line, in `includes`, or by its path in `extends`.

Faulty:

```wtr
ruleset friday {
  extends  en-capstone
  includes "spels.wtr"
}
```

Mended:

```wtr
ruleset friday {
  extends  en-capstone
  includes "spells.wtr"
}
```

```wtr spells.wtr
spell shove {
  cost   1
  choose tower t
  do     move t clockwise 1
}
```
""",
    "not-a-file": """\
What is named is a folder, a device or a pipe, not a rule file.

Faulty:

```wtr
ruleset friday {
  extends  en-capstone
  includes "."
}
```

Mended:

```wtr
ruleset friday {
  extends  en-capstone
  includes "spells.wtr"
}
```

```wtr spells.wtr
spell shove {
  cost   1
  choose tower t
  do     move t clockwise 1
}
```
""",
    "unreadable-file": """\
A file is there but cannot be read.

You may not be allowed to read it, it may be a link that leads back to itself, or the disk has gone.

Faulty:

    chmod a-r friday.wtr; wtrules validate friday.wtr

Mended:

    chmod u+r friday.wtr; wtrules validate friday.wtr
""",
    "too-large": """\
A file is larger than any set of rules: more than one mebibyte.

It is probably another file. A long set of rules can be split with `includes`.

Faulty:

    wtrules validate photograph.png

Mended:

    wtrules validate friday.wtr
""",
    "wrong-encoding": """\
A file is not written in UTF-8.

Umlauts and quotes would come out as other letters. Editors offer the encoding when saving.

Faulty:

    iconv -t UTF-16 friday.wtr > other.wtr; wtrules validate other.wtr

Mended:

    iconv -f UTF-16 -t UTF-8 other.wtr > friday.wtr; wtrules validate friday.wtr
""",
    "not-text": """\
A file holds bytes that are no text.

It is a picture or a program, or a control character has slipped in that no screen shows.

Faulty:

    printf 'ruleset a {}\\0' > a.wtr; wtrules validate a.wtr

Mended:

    printf 'ruleset a { extends en-capstone }' > a.wtr; wtrules validate a.wtr
""",
    "unknown-assumption": """\
`--assume` names an open question that the ledger does not have.

The game would be played by the usual reading, and nobody would notice. `wtrules assumptions` lists
what a ruleset rests on.

Faulty:

    wtrules play --assume amb.castle.covred_ground=b

Mended:

    wtrules play --assume amb.castle.covered_ground=b
""",
    "unknown-reading": """\
`--assume` names a reading that the open question does not have.

The message lists the readings there are.

Faulty:

    wtrules play --assume amb.castle.covered_ground=yes

Mended:

    wtrules play --assume amb.castle.covered_ground=b
""",
    "duplicate-assumption": """\
An open question is given a reading twice.

Only one of them can be played.

Faulty:

    wtrules play --assume amb.lock.own=a --assume amb.lock.own=b

Mended:

    wtrules play --assume amb.lock.own=b
""",
    "unplayable-reading": """\
A reading of an open question is told in the ledger but cannot be played.

The rules would need something that the language or the board cannot do; the message says what.

Faulty:

    wtrules play --assume amb.tower.inside=b

Mended:

    wtrules play --assume amb.tower.inside=a
""",
    "unfit-reading": """\
A reading of an open question changes something that this ruleset does not have.

Some questions come up in a variant only, or in the manuals of one publisher.

Faulty:

    wtrules play en-capstone --assume amb.team.end=a

Mended:

    wtrules play en-capstone+team --assume amb.team.end=a
""",
}
