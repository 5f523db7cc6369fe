"""The manual pages of syntax errors: what each finds, a faulty file, a fixed one."""

from __future__ import annotations


def _page(about: str, faulty: str, fixed: str) -> str:
    return f"{about}\n\nFaulty:\n\n```wtr\n{faulty}\n```\n\nMended:\n\n```wtr\n{fixed}\n```\n"


def _page_in_short(about: str, shown: str) -> str:
    """Return a page whose faulty file is too long to be shown."""
    return f"{about}\n\nFaulty, in short:\n\n```\n{shown}\n```\n"


SYNTAX_PAGES = {
    "unclosed-text": _page(
        (
            "A text begins and ends with a straight double quote, on the same line. Without the "
            "second quote nobody can tell where the text ends and the rules go on."
        ),
        'rule a {\n  says en "Move a wizard.\n  stop\n}',
        'rule a {\n  says en "Move a wizard."\n  stop\n}',
    ),
    "wrong-quotes": _page(
        (
            "Texts stand in straight double quotes. Word processors turn them into typographic "
            "ones, and single quotes belong to other languages; neither is taken for a text here,"
            " so that a text may hold all of them."
        ),
        "spell a { name en 'Second Wind' }",
        'spell a { name en "Second Wind" }',
    ),
    "foreign-comment": _page(
        (
            "A comment begins with `#` and ends with its line. Comments of other languages would "
            "be read as rules."
        ),
        "spell a {\n  cost 1 // cheap\n}",
        "spell a {\n  cost 1 # cheap\n}",
    ),
    "decimal-number": _page(
        "Spaces, flasks and cards come in whole numbers, so the language has no others.",
        "spell a { cost 1.5 }",
        "spell a { cost 2 }",
    ),
    "wrong-operator": _page(
        (
            "Comparisons are written `=`, `!=`, `<`, `<=`, `>`, `>=`; conditions are joined by "
            "`and`, `or` and `not`; the remainder of a division is `mod`. One `=` compares and "
            "sets: which of the two is clear from the place."
        ),
        "rule a {\n  when spaces == 16\n}",
        "rule a {\n  when spaces = 16\n}",
    ),
    "stray-character": _page(
        (
            "Rules are written with letters, digits and a few signs. Other characters often come "
            "from copying: a space that must not break looks like any other space and is none."
        ),
        "board { spaces 16 @ }",
        "board { spaces 16 }",
    ),
    "unclosed-block": _page(
        (
            "What belongs to a rule, a spell or a condition stands between `{` and `}`. When the "
            "`}` is missing, everything that follows seems to belong to it."
        ),
        "rule a {\n  stop\n\nrule b {\n  stop\n}",
        "rule a {\n  stop\n}\n\nrule b {\n  stop\n}",
    ),
    "surplus-brace": _page(
        (
            "Every `}` ends what a `{` began. One too many ends a block too early, and what "
            "follows lands in the wrong place."
        ),
        "rule a {\n  stop\n}\n}",
        "rule a {\n  stop\n}",
    ),
    "missing-brace": _page(
        "A block is needed even for a single line, so that everybody sees where it ends.",
        "rule a\n  stop\n}",
        "rule a {\n  stop\n}",
    ),
    "unclosed-parenthesis": _page(
        ("Every `(` needs its `)`, else the rest of the rule would be taken for part of the term."),
        "rule a {\n  when (x + 1 > 2\n  stop\n}",
        "rule a {\n  when (x + 1) > 2\n  stop\n}",
    ),
    "surplus-parenthesis": _page(
        "Every `)` ends what a `(` began.",
        "rule a {\n  when x > 2)\n}",
        "rule a {\n  when x > 2\n}",
    ),
    "missing-name": _page(
        (
            "Rules, spells, tables and values are known by their names: other rules, house rules "
            "and examples call on them. A name begins with a letter and stands without quotes."
        ),
        "rule {\n  stop\n}",
        "rule castle.entry {\n  stop\n}",
    ),
    "split-name": _page(
        (
            "A name is one word. Parts are joined by `_` or `-`, or by `.` for a rule that "
            "belongs to another."
        ),
        "spell second wind {\n  cost 1\n}",
        "spell second_wind {\n  cost 1\n}",
    ),
    "dotted-name": _page(
        (
            "Rules, settings, memories and definitions have addresses, whose parts are joined by "
            "dots. Cards, spells and variants, and the names given to pieces, are single words: "
            "they stand in the middle of sentences."
        ),
        "spell castle.leap {\n  cost 1\n}",
        "spell castle_leap {\n  cost 1\n}",
    ),
    "reserved-word": _page(
        (
            "Words that begin a clause cannot name a piece, as nobody could tell where the next "
            "clause begins."
        ),
        "rule a {\n  choose wizard may where own\n}",
        "rule a {\n  choose wizard m where own\n}",
    ),
    "missing-number": _page(
        (
            "The size of a deck, the rolls of a card and the number of players are plain numbers:"
            " they are known before the game begins."
        ),
        "deck many {\n  4 x wizard 1\n}",
        "deck 90 {\n  4 x wizard 1\n}",
    ),
    "negative-number": _page(
        "There can be no fewer than no cards, rolls or players.",
        "deck -90 {\n  4 x wizard 1\n}",
        "deck 90 {\n  4 x wizard 1\n}",
    ),
    "missing-text": _page(
        (
            "Boards, moves, file names and everything meant to be read by people are texts and "
            "stand in quotes."
        ),
        "ruleset a {\n  includes board.wtr\n}",
        'ruleset a {\n  includes "board.wtr"\n}',
    ),
    "missing-value": _page(
        (
            "A setting without a value, or a comparison with only one side, says nothing. The "
            "value may be a number, a name, or a term such as `2 * board.spaces`."
        ),
        "board {\n  capacity\n}",
        "board {\n  capacity 6\n}",
    ),
    "missing-language": _page(
        (
            "Everything players get to read is kept in English and German, so each text says "
            "which of the two it is."
        ),
        'spell a {\n  name "Second Wind"\n}',
        'spell a {\n  name en "Second Wind"\n}',
    ),
    "unknown-language": _page(
        "Rules are kept in English (`en`) and German (`de`).",
        'spell a {\n  name en "Wind" fr "Vent"\n}',
        'spell a {\n  name en "Wind"\n}',
    ),
    "missing-equals": _page(
        ("Definitions, memories and overrides are written with `=`; settings in a block are not."),
        "override board.capacity 4",
        "override board.capacity = 4",
    ),
    "missing-comma": _page(
        (
            "The entries of a list are separated by commas, for without them a setting's value "
            "and the name of the next setting could not be told apart."
        ),
        "board {\n  shields 0 4 8 12\n}",
        "board {\n  shields 0, 4, 8, 12\n}",
    ),
    "missing-bar": _page(
        "The columns of a table are separated by `|`; several keys of one row by commas.",
        "table supply {\n  players | wizards\n  2         5\n}",
        "table supply {\n  players | wizards\n  2       | 5\n}",
    ),
    "missing-copies": _page(
        "Each line of a deck says how many cards of a kind are in it.",
        "deck 4 {\n  wizard 1\n}",
        "deck 4 {\n  4 x wizard 1\n}",
    ),
    "missing-word": _page(
        (
            "Some words stand only to make a rule read like a sentence: `bring w home`, `hand c "
            "to p`. They are needed, as they tell the parts apart."
        ),
        "rule a {\n  do bring w\n}",
        "rule a {\n  do bring w home\n}",
    ),
    "missing-kind": _page(
        (
            "A rule and a setting may have the same name, so what is changed or removed is named "
            "with its kind. Only settings and lists are overridden and added to without one."
        ),
        "remove swap_towers",
        "remove spell swap_towers",
    ),
    "missing-do": _page(
        (
            "Whatever happens to pieces, cards and flasks is written behind `do`, so that "
            "choosing and doing can be told apart at a glance."
        ),
        "rule a {\n  choose wizard w\n  move w forward 2\n}",
        "rule a {\n  choose wizard w\n  do move w forward 2\n}",
    ),
    "missing-keyword": _page(
        (
            "A value of another ruleset is changed with `override`, a memory with `set`; `let` "
            "gives a name to a value. A block that is more than a few settings says what it is: "
            "`ruleset`, `rule`, `spell` …"
        ),
        "board.capacity = 4",
        "override board.capacity = 4",
    ),
    "unknown-keyword": _page(
        (
            "A clause begins with one of a few words, depending on where it stands. A misspelt "
            "word would otherwise make the clause disappear without a trace."
        ),
        "rule a {\n  chose wizard w\n}",
        "rule a {\n  choose wizard w\n}",
    ),
    "other-words": _page(
        (
            "Rules read like sentences, but each thing is said in one way only, so that everybody"
            " who knows the language can read every rule. What other languages and everyday "
            "speech say instead is known in many cases, and answered with how rules say it."
        ),
        "rule a {\n  do move w to p\n}",
        "rule a {\n  do put w on p\n}",
    ),
    "unknown-action": _page(
        (
            "What can be done with pieces, cards and flasks is a short list of actions. Ending a "
            "turn, setting a memory and carrying out another rule are statements of their own and"
            " stand without `do`."
        ),
        "rule a {\n  do teleport w\n}",
        "rule a {\n  do put w on p\n}",
    ),
    "misplaced-clause": _page(
        (
            "Each clause has its place: a cost in a spell, a title in a ruleset, a rule at the "
            "top of a file or directly in a ruleset or variant."
        ),
        "cost 2\n\nspell a { code b }",
        "spell a {\n  cost 2\n  code b\n}",
    ),
    "else-without-if": _page(
        (
            "`else` says what happens when the part before it does not apply, so it must follow "
            "that part directly."
        ),
        "rule a {\n  if x { stop }\n  use b\n  else { end turn }\n}",
        "rule a {\n  if x { stop }\n  else { end turn }\n  use b\n}",
    ),
    "stray-punctuation": _page(
        (
            "A clause ends where the next one begins; it needs no semicolon, and a setting needs "
            "neither colon nor equals sign."
        ),
        "board {\n  spaces: 16;\n}",
        "board {\n  spaces 16\n}",
    ),
    "stray-word": _page(
        (
            "Rules read like sentences but have no articles: it is `choose wizard w`. A word that"
            " stands twice by accident is not needed either."
        ),
        "rule a {\n  choose a wizard w\n}",
        "rule a {\n  choose wizard w\n}",
    ),
    "deep-nesting": _page_in_short(
        (
            "Rules that are nested a hundred levels deep cannot be read by anybody at the table, "
            "and are nearly always the work of a program gone wrong."
        ),
        "rule a {\n  when not not not not …\n}",
    ),
    "long-line": _page_in_short(
        "Lines of that length are a sign that this is not a rule file.", "# xxxxxxxxxxxxxxxxxxxx…"
    ),
    "too-many-words": _page_in_short(
        (
            "All rules of the game together have a few thousand words. A file with so many more "
            "is no rule file, and reading it would take long."
        ),
        "stop stop stop stop …",
    ),
    "too-many-faults": _page_in_short(
        "When a file has very many faults, most of them follow from a few.",
        "rule a { stop; }\nrule b { stop; }\n…",
    ),
    "syntax": _page(
        (
            "What stands here cannot be understood as part of a rule, and it is none of the slips"
            " that are known by name."
        ),
        "rule a {\n  end wizard\n}",
        "rule a {\n  end turn\n}",
    ),
}
