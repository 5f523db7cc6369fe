"""The manual pages of what binding names and compiling can find, shown by `wtrules explain`."""

from __future__ import annotations

PAGES = {
    "cannot-forbid": """\
A rule forbids something that only follows from something else.

A tower hides wizards because it lands on them; the landing can be forbidden, the hiding cannot.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.mercy {
    forbid tower t hides p
    when   number of wizards on p > 3
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.mercy {
    forbid tower t lands on s
    when   number of wizards on top of s > 3
  }
}
```
""",
    "cyclic-definition": """\
A word is defined by itself, directly or through other words.

Nobody could say what it means; say it in words that do not come back to it.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override define free of place p = p is free
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override define free of place p = number of wizards on p < 2
}
```
""",
    "unknown-column": """\
A table is asked for a column it does not have.

The first row of a table names its columns.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  override rule setup.flasks.per_player {
    says en "Everybody takes as many flasks as the table says."
    each player p {
      do take supply.bottles flasks for p
    }
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  override rule setup.flasks.per_player {
    says en "Everybody takes as many flasks as the table says."
    each player p {
      do take supply.flasks - 1 flasks for p
    }
  }
}
```
""",
    "unknown-event": """\
A rule waits for something that never happens, because nothing in the game is called that.

The language reference lists all events; names of your own stand where it shows capital letters.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.cheer {
    on wizard w reaches castle
    do fill 1 flask of owner of w
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.cheer {
    on wizard w enters castle
    do fill 1 flask of owner of w
  }
}
```
""",
    "unknown-rule": """\
A rule is to be performed that does not exist.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.after_turn {
    on turn ends
    perform friday.bonus
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.after_turn {
    on turn ends
    perform friday.bonus
  }
  rule friday.bonus {
    do draw 1 card for active
  }
}
```
""",
    "wrong-arguments": """\
A rule, a table or a question is used with too much or too little behind it.

A rule with names in brackets needs a value for each; `next` needs to know from where.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bonus(player p) {
    do draw 1 card for p
  }
  rule friday.after_turn {
    on turn ends
    perform friday.bonus
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bonus(player p) {
    do draw 1 card for p
  }
  rule friday.after_turn {
    on turn ends
    perform friday.bonus(active)
  }
}
```
""",
    "endless-rule": """\
A rule performs itself, directly or through others, so that it would never come to an end.

What is to happen several times stands in `repeat`.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bonus {
    on turn ends
    perform friday.more
  }
  rule friday.more {
    do draw 1 card for active
    perform friday.more
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bonus {
    on turn ends
    perform friday.more
  }
  rule friday.more {
    repeat 2 times {
      do draw 1 card for active
    }
  }
}
```
""",
    "chance-while-looking": """\
Something by chance stands where the game only looks.

What can be chosen, what is forbidden and what a spell costs is looked at again and again, and must
be the same each time. Pick by chance first, and give what was picked a name.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.gust {
    on turn begins
    choose wizard w where w is on random tower
    else { }
    do move w clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.gust {
    on turn begins
    let t = random tower
    choose wizard w where w is on t
    else { }
    do move w clockwise 1
  }
}
```
""",
    "cannot-ask-here": """\
A rule wants to ask somebody in the middle of something that cannot wait.

Cards are drawn, and spaces are passed, without a pause. Remember what happened and ask when the
turn or the action ends.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.last_card {
    on deck empty
    choose tower t
    else { }
    do move t clockwise 1
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  memory friday.reshuffled = 0 per turn
  rule friday.last_card {
    on deck empty
    set friday.reshuffled = 1
  }
  rule friday.step {
    on turn begins
    when friday.reshuffled = 1
    choose tower t
    else { }
    do move t clockwise 1
  }
}
```
""",
    "number-range": """\
A number is to be chosen that is too large or below zero.

Numbers from 0 to 127 can be chosen.

Faulty:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bet {
    on turn begins
    choose number k from 1 to 500
    else { }
    do score k for active
  }
}
```

Mended:

```wtr
ruleset friday {
  extends en-capstone
  rule friday.bet {
    on turn begins
    choose number k from 1 to 5
    else { }
    do score 100 * k for active
  }
}
```
""",
}
