"""The slips people make when they write rules: how each is reported, and its manual page.

One table, `SYNTAX_MISTAKES`. `diagnosis.py` finds out which slip it is, here is what to say about it:
a message, what to do next, samples that show it, and a page with a faulty and a mended file.
In messages `{word}` and the like are filled in where the slip is found.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from wtrules.diagnostics import Diagnostic, Label, Severity

MAX_FAULTS = 30  # that are reported for one file; most of any more would follow from these


@frozen
class Mistake:
    """One kind of slip: its code, its message and help, its manual page, files that show it."""

    code: str
    message: str
    help: str
    about: str
    faulty: str
    mended: str
    more_samples: tuple[str, ...] = ()
    shown: str = ""  # on the page in place of a faulty file that is too long to read

    @property
    def samples(self) -> tuple[str, ...]:
        """Files that show this slip and no other."""
        return (self.faulty, *self.more_samples)

    @property
    def page(self) -> str:
        """The manual page: what it finds, why it matters, a faulty file and a mended one."""
        if self.shown:  # too long for a page, and so for a test of the page
            return f"{self.about}\n\nFaulty, in short:\n\n```\n{self.shown}\n```\n"
        return (
            f"{self.about}\n\n"
            f"Faulty:\n\n```wtr\n{self.faulty}\n```\n\n"
            f"Mended:\n\n```wtr\n{self.mended}\n```\n"
        )


_MISTAKES = (
    # --- quotes, comments, signs ---
    Mistake(
        "unclosed-text",
        "this text has no {missing} quote",
        'put a `"` at its beginning and at its end; a text stays on one line',
        "A text begins and ends with a straight double quote, on the same line. Without the second "
        "quote nobody can tell where the text ends and the rules go on.",
        'rule a {\n  says en "Move a wizard.\n  stop\n}',
        'rule a {\n  says en "Move a wizard."\n  stop\n}',
        (
            'rule a {\n  says en "Move a wizard\n          on." de "x"\n}',
            'ruleset a { title en "Friday de "Freitag" }',
            'ruleset a { includes "b.wtr }',
            'rule a {\n  says en Move a wizard; then stop."\n  stop\n}',
        ),
    ),
    Mistake(
        "wrong-quotes",
        "{word} are not the quotes of a text",
        'write straight double quotes: `"…"`',
        "Texts stand in straight double quotes. Word processors turn them into typographic ones, "
        "and single quotes belong to other languages; neither is taken for a text here, so that a "
        "text may hold all of them.",
        "spell a { name en 'Second Wind' }",
        'spell a { name en "Second Wind" }',
        (
            "spell a { name en “Second Wind” }",
            "spell a { name de „Zweiter Wind“ }",
            'spell a { name de „Zweiter Wind" }',
            "ruleset a { includes ‘b.wtr’ }",
        ),
    ),
    Mistake(
        "foreign-comment",
        "`{word}` does not begin a comment here",
        "begin a comment with `#`; it ends with the line",
        "A comment begins with `#` and ends with its line. Comments of other languages would be "
        "read as rules.",
        "spell a {\n  cost 1 // cheap\n}",
        "spell a {\n  cost 1 # cheap\n}",
        ("/* house rules\n   for Friday */\nspell a { cost 1 }", "// x\nspell a { cost 1 }"),
    ),
    Mistake(
        "decimal-number",
        "`{word}` is not a whole number",
        "everything on the table is counted in whole numbers",
        "Spaces, flasks and cards come in whole numbers, so the language has no others.",
        "spell a { cost 1.5 }",
        "spell a { cost 2 }",
        ("board { spaces 16.0 }",),
    ),
    Mistake(
        "wrong-operator",
        "`{word}` is not used in rules",
        "write `{right}`",
        "Comparisons are written `=`, `!=`, `<`, `<=`, `>`, `>=`; conditions are joined by `and`, "
        "`or` and `not`; the remainder of a division is `mod`. One `=` compares and sets: which "
        "of the two is clear from the place.",
        "rule a {\n  when spaces == 16\n}",
        "rule a {\n  when spaces = 16\n}",
        (
            "rule a { let x := 3 }",
            "rule a { when a && b }",
            "rule a { when !a }",
            "rule a { when x % 2 = 1 }",
            "rule a { when x >= = 2 }",
            "rule a { when x ≤ 2 }",
            "rule a { when a || b }",
        ),
    ),
    Mistake(
        "stray-character",
        "{word} has no meaning in a rule file",
        "delete it",
        "Rules are written with letters, digits and a few signs. Other characters often come from "
        "copying: a space that must not break looks like any other space and is none.",
        "board { spaces 16 @ }",
        "board { spaces 16 }",
        ("board {\u00a0spaces 16 }", "board { spaces $16 }"),
    ),
    # --- braces and parentheses ---
    Mistake(
        "unclosed-block",
        "a `}}` is missing: this block has no end",
        "put a `}}` where the block ends",
        "What belongs to a rule, a spell or a condition stands between `{` and `}`. When the `}` "
        "is missing, everything that follows seems to belong to it.",
        "rule a {\n  stop\n\nrule b {\n  stop\n}",
        "rule a {\n  stop\n}\n\nrule b {\n  stop\n}",
        ("spell a {", "rule a {\n  if x {\n    stop\n}\n\nrule b { stop }", "board { spaces 16"),
    ),
    Mistake(
        "surplus-brace",
        "this `}}` closes nothing",
        "delete it, or look for a `{{` that is missing before it",
        "Every `}` ends what a `{` began. One too many ends a block too early, and what follows "
        "lands in the wrong place.",
        "rule a {\n  stop\n}\n}",
        "rule a {\n  stop\n}",
        ("}", "rule a {\n  if x { stop } }\n  stop\n}"),
    ),
    Mistake(
        "missing-brace",
        "a `{{` is missing after {after}",
        "put what belongs to it between `{{` and `}}`",
        "A block is needed even for a single line, so that everybody sees where it ends.",
        "rule a\n  stop\n}",
        "rule a {\n  stop\n}",
        (
            "rule a {\n  if x do reshuffle\n  stop\n}",
            "rule a {\n  may\n    stop\n  }\n}",
            "board\n  spaces 16\n}",
        ),
    ),
    Mistake(
        "unclosed-parenthesis",
        "a `)` is missing",
        "put a `)` where the part in parentheses ends",
        "Every `(` needs its `)`, else the rest of the rule would be taken for part of the term.",
        "rule a {\n  when (x + 1 > 2\n  stop\n}",
        "rule a {\n  when (x + 1) > 2\n  stop\n}",
        ("rule a(wizard w { stop }", "rule a { perform b(1 }"),
    ),
    Mistake(
        "surplus-parenthesis",
        "this `)` closes nothing",
        "delete it, or look for a `(` that is missing before it",
        "Every `)` ends what a `(` began.",
        "rule a {\n  when x > 2)\n}",
        "rule a {\n  when x > 2\n}",
        ("rule a { let x = (1 + 2)) }",),
    ),
    # --- something is missing ---
    Mistake(
        "missing-name",
        "a name is missing {place}",
        "{advice}",
        "Rules, spells, tables and values are known by their names: other rules, house rules and "
        "examples call on them. A name begins with a letter and stands without quotes.",
        "rule {\n  stop\n}",
        "rule castle.entry {\n  stop\n}",
        (
            'spell "Second Wind" { cost 1 }',
            "spell 2nd { cost 1 }",
            "rule a { let = 3 }",
            "rule a { perform }",
            "{ spaces 16 }",
            'spell { name en "Wind" cost 1 }',
        ),
    ),
    Mistake(
        "split-name",
        "`{word}` is more than a name can be: names have no spaces",
        "write `{joined}`",
        "A name is one word. Parts are joined by `_` or `-`, or by `.` for a rule that belongs to "
        "another.",
        "spell second wind {\n  cost 1\n}",
        "spell second_wind {\n  cost 1\n}",
        ("rule castle entry by spell { stop }",),
    ),
    Mistake(
        "dotted-name",
        "`{word}` cannot stand here: this name has no dots",
        "write `{joined}`",
        "Rules, settings, memories and definitions have addresses, whose parts are joined by dots. "
        "Cards, spells and variants, and the names given to pieces, are single words: they stand "
        "in the middle of sentences.",
        "spell castle.leap {\n  cost 1\n}",
        "spell castle_leap {\n  cost 1\n}",
        ("rule a { choose wizard my.wizard }", "variant very.calm { override turn.actions = 1 }"),
    ),
    Mistake(
        "reserved-word",
        "`{word}` is a word of the language and cannot be a name here",
        "choose another name, such as `{other}`",
        "Words that begin a clause cannot name a piece, as nobody could tell where the next clause "
        "begins.",
        "rule a {\n  choose wizard may where own\n}",
        "rule a {\n  choose wizard m where own\n}",
        ("rule a { each player end where x { stop } }",),
    ),
    Mistake(
        "missing-number",
        "a number is missing {place}",
        "write a whole number, in digits",
        "The size of a deck, the rolls of a card and the number of players are plain numbers: they "
        "are known before the game begins.",
        "deck many {\n  4 x wizard 1\n}",
        "deck 90 {\n  4 x wizard 1\n}",
        ("deck { 4 x wizard 1 }", "ruleset a { players some }", "deck 4 { 4 x wizard die rolls }"),
    ),
    Mistake(
        "negative-number",
        "a negative number cannot stand here",
        "leave out the `-`",
        "There can be no fewer than no cards, rolls or players.",
        "deck -90 {\n  4 x wizard 1\n}",
        "deck 90 {\n  4 x wizard 1\n}",
        ("ruleset a { players -2..6 }",),
    ),
    Mistake(
        "missing-text",
        "a text in quotes is missing {place}",
        'write it in straight double quotes: `"…"`',
        "Boards, moves, file names and everything meant to be read by people are texts and stand in "
        "quotes.",
        "ruleset a {\n  includes board.wtr\n}",
        'ruleset a {\n  includes "board.wtr"\n}',
        ("spell a { name en Second }", "example a { when b }"),
    ),
    Mistake(
        "missing-value",
        "a value is missing {place}",
        "write a number, a name or a term there",
        "A setting without a value, or a comparison with only one side, says nothing. The value may "
        "be a number, a name, or a term such as `2 * board.spaces`.",
        "board {\n  capacity\n}",
        "board {\n  capacity 6\n}",
        (
            "spell a { cost }",
            "board {\n  capacity\n  lock 3\n}",
            "rule a { let x = }",
            "rule a { when x > }",
            "table t { a | b\n 1 | | 2 }",
        ),
    ),
    Mistake(
        "missing-language",
        "this text has no language",
        'write `en` or `de` before it: `en "…"`',
        "Everything players get to read is kept in English and German, so each text says which of "
        "the two it is.",
        'spell a {\n  name "Second Wind"\n}',
        'spell a {\n  name en "Second Wind"\n}',
        ('rule a { says en "Move." "Bewegen." }', 'ruleset a { title "Friday" }'),
    ),
    Mistake(
        "unknown-language",
        "`{word}` is not a language that rules are written in",
        "write `en` for English or `de` for German",
        "Rules are kept in English (`en`) and German (`de`).",
        'spell a {\n  name en "Wind" fr "Vent"\n}',
        'spell a {\n  name en "Wind"\n}',
        ('spell a { name english "Wind" }', 'rule a { says DE "Wind" }'),
    ),
    Mistake(
        "missing-equals",
        "a `=` is missing {place}",
        "write `=` between the name and its value",
        "Definitions, memories and overrides are written with `=`; settings in a block are not.",
        "override board.capacity 4",
        "override board.capacity = 4",
        ("rule a { let x 3 }", "memory m 0", "define own of wizard w owner of w is actor"),
    ),
    Mistake(
        "missing-comma",
        "a comma is missing {place}",
        "put commas between the entries of a list",
        "The entries of a list are separated by commas, for without them a setting's value and the "
        "name of the next setting could not be told apart.",
        "board {\n  shields 0 4 8 12\n}",
        "board {\n  shields 0, 4, 8, 12\n}",
        ('ruleset a { includes "b.wtr" "c.wtr" }', "rule a { covers b.c d.e }"),
    ),
    Mistake(
        "missing-bar",
        "a `|` is missing {place}",
        "put a `|` between the columns of a table",
        "The columns of a table are separated by `|`; several keys of one row by commas.",
        "table supply {\n  players | wizards\n  2         5\n}",
        "table supply {\n  players | wizards\n  2       | 5\n}",
    ),
    Mistake(
        "missing-copies",
        "a line of the deck begins with the number of cards",
        "write how many there are, and an `x`: `4 x wizard 1`",
        "Each line of a deck says how many cards of a kind are in it.",
        "deck 4 {\n  wizard 1\n}",
        "deck 4 {\n  4 x wizard 1\n}",
        ("deck 4 { 4 wizard 1 }", "add to deck { tower 5 }"),
    ),
    Mistake(
        "missing-word",
        "`{right}` is missing {place}",
        "write `{right}` there",
        "Some words stand only to make a rule read like a sentence: `bring w home`, `hand c to p`. "
        "They are needed, as they tell the parts apart.",
        "rule a {\n  do bring w\n}",
        "rule a {\n  do bring w home\n}",
        ("rule a { do swap a b }", "allowance a.b = 1"),
    ),
    Mistake(
        "missing-kind",
        "what is `{what}`? `{verb}` names the kind",
        "write `{verb} {kind} {what}` if it is a {kind}; other kinds are `rule`, `spell`, `card`, "
        "`table`, `setting`, `memory`, `allowance`, `define`, `outcome`, `example`, `variant`",
        "A rule and a setting may have the same name, so what is changed or removed is named with "
        "its kind. Only settings and lists are overridden and added to without one.",
        "remove swap_towers",
        "remove spell swap_towers",
        (
            "remove end.stalled",
            "override castle.move { stop }",
            "add to castle.move { stop }",
        ),
    ),
    Mistake(
        "missing-do",
        "a `do` is missing before `{word}`",
        "write `do {word} …`",
        "Whatever happens to pieces, cards and flasks is written behind `do`, so that choosing and "
        "doing can be told apart at a glance.",
        "rule a {\n  choose wizard w\n  move w forward 2\n}",
        "rule a {\n  choose wizard w\n  do move w forward 2\n}",
        ("rule a { roll die }", "spell a { cost 1 swap a with b }"),
    ),
    Mistake(
        "missing-keyword",
        "`{what}` needs a word before it",
        "write `{right}`",
        "A value of another ruleset is changed with `override`, a memory with `set`; `let` gives a "
        "name to a value. A block that is more than a few settings says what it is: `ruleset`, "
        "`rule`, `spell` …",
        "board.capacity = 4",
        "override board.capacity = 4",
        ("rule a { turn.played = 2 }", "capacity = 4", 'friday { title en "Friday" }'),
    ),
    # --- the wrong word, or the right one in the wrong place ---
    Mistake(
        "unknown-keyword",
        "`{word}` {problem}",
        "{advice}",
        "A clause begins with one of a few words, depending on where it stands. A misspelt word "
        "would otherwise make the clause disappear without a trace.",
        "rule a {\n  chose wizard w\n}",
        "rule a {\n  choose wizard w\n}",
        (
            "overide spell a { cost 1 }",
            "rule a { do mvoe w clockwise 2 }",
            "rule a { choose wizzard w }",
            "rul a.b { stop }",
            "rule a { frobnicate x }",
            "rule a {\n  on turn begins\n  unless x > 2\n  stop\n}",
            "rule a { unless x { stop } }",
            "rule a {\n  foreach player p { stop }\n}",
            "something else { stop }",
        ),
    ),
    Mistake(
        "other-words",
        "`{word}` {problem}",
        "{advice}",
        "Rules read like sentences, but each thing is said in one way only, so that everybody who "
        "knows the language can read every rule. What other languages and everyday speech say "
        "instead is known in many cases, and answered with how rules say it.",
        "rule a {\n  do move w to p\n}",
        "rule a {\n  do put w on p\n}",
        (
            "rule a { on round begins\n  storms += 1\n}",
            "rule a { do give 1 flask to active }",
            "rule a { when a wizard enters the castle\n  stop\n}",
            "rule a { choose enemy wizard w }",
            "ruleset a { players 2-4 }",
            "ruleset a { players 2 to 4 }",
            "board.capacity: 4",
            "variable storms = 0",
            "rule a { on wizard w lands on space 5\n  stop\n}",
        ),
    ),
    Mistake(
        "unknown-action",
        "there is no action called `{word}`",
        "{advice}",
        "What can be done with pieces, cards and flasks is a short list of actions. Ending a turn, "
        "setting a memory and carrying out another rule are statements of their own and stand "
        "without `do`.",
        "rule a {\n  do teleport w\n}",
        "rule a {\n  do put w on p\n}",
        (
            'rule a { do announce "a storm" }',
            "rule a {\n  do skip turn\n  stop\n}",
            "rule a { do steal 1 flasks of q }",
            "rule a { do end turn }",
            "rule a { when can teleport w }",
        ),
    ),
    Mistake(
        "misplaced-clause",
        "`{word}` cannot stand {container}",
        "`{word}` belongs {home}",
        "Each clause has its place: a cost in a spell, a title in a ruleset, a rule at the top of a "
        "file or directly in a ruleset or variant.",
        "cost 2\n\nspell a { code b }",
        "spell a {\n  cost 2\n  code b\n}",
        (
            'title en "Friday"',
            'rule a { title en "Friday" }',
            "rule a { rule b { stop } }",
            "example a { choose wizard w }",
            "rule a { if x { cost 1 } }",
        ),
    ),
    Mistake(
        "else-without-if",
        "this `else` belongs to nothing",
        "`else` comes right after the block of an `if`, `choose`, `may` or `either`",
        "`else` says what happens when the part before it does not apply, so it must follow that "
        "part directly.",
        "rule a {\n  if x { stop }\n  use b\n  else { end turn }\n}",
        "rule a {\n  if x { stop }\n  else { end turn }\n  use b\n}",
        ("rule a { else { stop } }",),
    ),
    Mistake(
        "stray-punctuation",
        "this `{word}` is not needed",
        "{advice}",
        "A clause ends where the next one begins; it needs no semicolon, and a setting needs "
        "neither colon nor equals sign.",
        "board {\n  spaces: 16;\n}",
        "board {\n  spaces 16\n}",
        (
            "board { spaces 16; }",
            "board { spaces: 16 }",
            "board { spaces = 16 }",
            "board {\n  shields 0, 4,\n  castle 0\n}",
            "spell a {\n  covers b.c,\n  cost 1\n}",
            "rule a { stop, }",
            "rule a { {\n  stop\n}",
        ),
    ),
    Mistake(
        "stray-word",
        "`{word}` is not needed here",
        "leave it out",
        "Rules read like sentences but have no articles: it is `choose wizard w`. A word that stands "
        "twice by accident is not needed either.",
        "rule a {\n  choose a wizard w\n}",
        "rule a {\n  choose wizard w\n}",
        (
            "rule a { choose the wizard w }",
            "rule a { do move the w clockwise 1 }",
            "rule a { choose wizard w where where own }",
            "rule a { do do reshuffle }",
        ),
    ),
    # --- limits ---
    Mistake(
        "deep-nesting",
        "this is nested too deeply",
        "give parts of it names of their own with `define`, `let` or a rule",
        "Rules that are nested a hundred levels deep cannot be read by anybody at the table, and "
        "are nearly always the work of a program gone wrong.",
        f"rule a {{\n  when {'not ' * 400}x\n}}",
        "rule a {\n  when not x\n}",
        (
            f"rule a {{ when {'(' * 200}x{')' * 200} }}",
            "rule a { let x = " + "1 +\n" * 5000 + "1 }",
            "{" * 300,
        ),
        shown="rule a {\n  when not not not not …\n}",
    ),
    Mistake(
        "long-line",
        "this line has more than {limit} characters",
        "break it into several lines; a new line may begin between any two words",
        "Lines of that length are a sign that this is not a rule file.",
        f"# {'x' * 20_000}",
        "# x",
        shown="# xxxxxxxxxxxxxxxxxxxx…",
    ),
    Mistake(
        "too-many-words",
        "this file has more than {limit} words",
        "split it over several files, or check that this is the right file",
        "All rules of the game together have a few thousand words. A file with so many more is no "
        "rule file, and reading it would take long.",
        "stop stop stop\n" * 50_001,
        "# x",
        shown="stop stop stop stop …",
    ),
    Mistake(
        "too-many-faults",
        "{count} faults are shown; there may be more",
        "mend these first and check again",
        "When a file has very many faults, most of them follow from a few.",
        "\n".join("rule a { stop; }" for _ in range(40)),
        "rule a { stop }",
        shown="rule a { stop; }\nrule b { stop; }\n…",
    ),
    # --- the rest ---
    Mistake(
        "syntax",
        "{word} does not fit here",
        "{advice}",
        "What stands here cannot be understood as part of a rule, and it is none of the slips that "
        "are known by name.",
        "rule a {\n  end wizard\n}",
        "rule a {\n  end turn\n}",
        ("rule a { when x y z { stop } }", "rule a { when number of rounds > 3 }"),
    ),
)

SYNTAX_MISTAKES: dict[str, Mistake] = {mistake.code: mistake for mistake in _MISTAKES}


def report(
    code: str, label: Label | None, related: tuple[Label, ...] = (), **words: Any
) -> Diagnostic:
    """Return the diagnostic for a slip of the table."""
    mistake = SYNTAX_MISTAKES[code]
    message, help = mistake.message.format(**words), mistake.help.format(**words)
    severity = Severity.NOTE if code == "too-many-faults" else Severity.ERROR
    return Diagnostic(code, message, label, related, (help,), severity)
