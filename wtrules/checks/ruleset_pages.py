"""Manual pages of how files and rulesets build on one another."""

RULESET_PAGES = {
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
}
