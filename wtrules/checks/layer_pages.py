"""Manual pages of what is found while layers are laid and constants worked out."""

LAYER_PAGES = {
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
    "empty-override": """\
An override has nothing between its braces, and so changes nothing.

What an override does not mention stays as it was. To take a rule away, remove it; to keep it where
others perform it but let it do nothing, write `if yes { }`.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override rule castle.move { }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override rule castle.move {
    says en "The castle stays where it is."
    if yes { }
  }
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
