"""How large a program may become, whatever rule file it is made from.

A rule file may come from a stranger, and a few lines can mean a lot: rules that react to each other,
a spell that performs two spells. The limits count parts of the program, never time: the same file
gets the same answer on every machine. `estimate` knows beforehand that most rules are far below them;
for all others the lowering counts what it writes (`budget`).
"""

# Statements, terms, first choices of decisions, numbers of the state and of tables. The largest
# shipped game has about 5,000 of them. Lowering as many as this, and compiling them for one back
# end, takes about a second and at most a hundred MiB more than the base game.
MOST_PARTS = 30_000
MOST_DEPTH = 300  # of terms in terms, statements in statements, rules performed by rules
MOST_LOOPS = 16  # one in the other; Python allows 20
MOST_INDENT = 80  # of loops and tests in a function or block; Python allows 100
SPLIT = 30  # levels of a term after which the rest of it becomes a function of its own
MOST_NUMBER = (1 << 31) - 1  # of an option, of the towers in a space, of the wizards on a surface
MOST_OPTIONS = 16_384  # of one decision
