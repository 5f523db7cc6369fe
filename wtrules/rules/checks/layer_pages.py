"""Manual pages of what is found while files are read, layers laid and constants worked out."""

# Files that cannot be read at all, and readings named on the command line: a rule file cannot show
# these, so the examples are commands.
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

LAYER_PAGES = {
    # --- files and rulesets ---
    "no-ruleset": """\
A file holds no ruleset, so there is nothing to play.

A rule file begins with `ruleset` and a name. A file that others include is checked with them.

Faulty:

```wtr
spell shove {
  cost   1
  choose tower t
  do     move t clockwise 1
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}

spell shove {
  cost   1
  choose tower t
  do     move t clockwise 1
}
```
""",
    "second-ruleset": """\
A file holds more than one ruleset.

Rulesets are found by the name of their file, so the second one could not be found.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
}

ruleset saturday {
  extends en-capstone
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}
```
""",
    "ruleset-in-part": """\
An included file holds a ruleset of its own.

`includes` brings in a part: rules, spells, tables. To build on a whole ruleset use `extends`.

Faulty:

```wtr
ruleset friday {
  extends  en-capstone
  includes "thursday.wtr"
}
```

```wtr thursday.wtr
ruleset thursday {
  extends en-capstone
}
```

Mended:

```wtr
ruleset friday {
  extends thursday
}
```

```wtr thursday.wtr
ruleset thursday {
  extends en-capstone
}
```
""",
    "wrong-ruleset-name": """\
A ruleset is not called like its file.

`extends thursday` looks for `thursday.wtr`; the ruleset in it has another name, and it is not clear
which of the two is meant.

Faulty:

```wtr
ruleset friday {
  extends thursday
}
```

```wtr thursday.wtr
ruleset tuesday {
  extends en-capstone
}
```

Mended:

```wtr
ruleset friday {
  extends thursday
}
```

```wtr thursday.wtr
ruleset thursday {
  extends en-capstone
}
```
""",
    "unknown-ruleset": """\
`extends` names a ruleset that is neither beside this file nor shipped.

Faulty:

```wtr
ruleset friday {
  extends en-capston
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}
```
""",
    "cyclic-extends": """\
A ruleset extends itself, directly or by way of others.

There is no first one to begin with.

Faulty:

```wtr
ruleset friday {
  extends friday
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}
```
""",
    "outside-folder": """\
A file outside the folder of the rule file is named.

A rule file from a stranger must not reach into other folders, so files name only what lies beside
or below them.

Faulty:

```wtr
ruleset friday {
  extends  en-capstone
  includes "../spells.wtr"
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
    "duplicate-include": """\
The same file is included twice.

All it holds would be defined twice.

Faulty:

```wtr
ruleset friday {
  extends  en-capstone
  includes "spells.wtr", "spells.wtr"
}
```

```wtr spells.wtr
spell shove {
  cost   1
  choose tower t
  do     move t clockwise 1
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
    "unknown-variant": """\
A variant is named that is not on offer.

`with`, `needs` and `excludes` name variants of the rulesets this one builds on, or its own.

Faulty:

```wtr
ruleset friday {
  extends en-capstone with nastee
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
}
```
""",
    # --- definitions ---
    "duplicate-id": """\
The same name is given twice in one ruleset.

Nobody could tell which of the two is meant.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  spell shove {
    cost   1
    choose tower t
    do     move t clockwise 1
  }
  spell shove {
    cost   2
    choose tower t
    do     move t clockwise 2
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  spell shove {
    cost   1
    choose tower t
    do     move t clockwise 1
  }
  spell big_shove {
    cost   2
    choose tower t
    do     move t clockwise 2
  }
}
```
""",
    "already-defined": """\
A name is given that the ruleset below has given already.

To change what is there write `override`; to have something new choose another name.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  spell swap_towers {
    cost   1
    choose tower t
    do     move t clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override spell swap_towers {
    cost   1
  }
}
```
""",
    "unknown-override": """\
`override` speaks of something the rulesets below do not have.

The change would silently do nothing. Mostly the name is misspelt, or `override` is not meant.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override board.capasity = 4
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override board.capacity = 4
}
```
""",
    "unknown-remove": """\
`remove` speaks of something that is not there, or no longer.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  remove spell swap_tower
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  remove spell swap_towers
}
```
""",
    "unknown-add": """\
`add to` speaks of something the rulesets below do not have.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  add to board.shield = 2
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  add to board.shields = 2
}
```
""",
    "cannot-add": """\
`add to` speaks of something that is not made of parts, or of other parts.

Cards can be added to the deck, rows to a table, clauses to a rule, values to a list. Anything else
is replaced as a whole with `override`.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  add to define free {
    do reshuffle
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override define free of place p = no wizard on p and castle is not on p
}
```
""",
    "duplicate-override": """\
One ruleset overrides the same thing twice.

Only the second override would count.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override board.capacity = 4
  override board.capacity = 5
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override board.capacity = 5
}
```
""",
    "layer-conflict": """\
Two variants or rulesets change the same thing and know nothing of each other.

Which of them has the last word would depend on the order they are named in. One of them says
`after` the other, and then its change counts.

Faulty:

```wtr
ruleset friday {
  extends evening with gentle, rough
}
```

```wtr evening.wtr
ruleset evening {
  extends en-capstone
  variant gentle {
    override lock.reward = 2
  }
  variant rough {
    override lock.reward = 0
  }
}
```

Mended:

```wtr
ruleset friday {
  extends evening with gentle, rough
}
```

```wtr evening.wtr
ruleset evening {
  extends en-capstone
  variant gentle {
    override lock.reward = 2
  }
  variant rough {
    after gentle
    override lock.reward = 0
  }
}
```
""",
    "unknown-choice": """\
A setting that lists its values is given another one.

`spells.casters one of active, everyone` can be nothing else.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override spells.casters = everybody
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override spells.casters = everyone
}
```
""",
    # --- constants ---
    "unit-error": """\
A plain value is given `per turn` or `for each player`.

Only allowances and memories are counted anew each turn; a setting is the same all game long.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override board.capacity = 4 per turn
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override board.capacity = 4
}
```
""",
    "type-error": """\
Something stands where another kind of thing is needed.

A wizard is no number, a list is not one value, a tower has no owner.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = board.shields
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = 4
}
```
""",
    "not-a-constant": """\
A setting depends on the game in progress.

Settings are known before the game begins, because the board is built from them. What changes during
the game is asked by a rule, or given a name with `define`.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = number of wizards
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = board.capacity - 4
}
```
""",
    "unknown-name": """\
A name is used that nothing has been given.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = board.capasity - 4
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = board.capacity - 4
}
```
""",
    "division-by-zero": """\
Something is divided by zero.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = 4 / (board.capacity - 6)
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = 4 / (board.capacity - 4)
}
```
""",
    "cyclic-value": """\
A setting needs its own value to have one.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = turn.actions
  override turn.actions = lock.reward
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override lock.reward = turn.actions
  override turn.actions = 2
}
```
""",
}
