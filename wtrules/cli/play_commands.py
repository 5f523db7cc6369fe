"""What players can type in `wtrules play` beside moves."""

# What players type -> the command. All words work in both languages.
COMMANDS = {
    "undo": "undo", "u": "undo", "zurück": "undo",
    "hint": "hint", "h": "hint", "tipp": "hint",
    "why": "why", "warum": "why",
    "moves": "moves", "m": "moves", "züge": "moves",
    "board": "board", "b": "board", "brett": "board",
    "spells": "spells", "s": "spells", "zauber": "spells",
    "rules": "rules", "r": "rules", "regeln": "rules",
    "log": "log", "l": "log", "verlauf": "log",
    "save": "save", "sichern": "save",
    "load": "load", "laden": "load",
    "help": "help", "?": "help", "hilfe": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "ende": "quit",
}  # fmt: skip

YES = {"yes", "y", "ja", "j"}


def command_of(line: str) -> tuple[str | None, str]:
    """Return the command of a line, if any, and the rest of the line."""
    first, _, rest = line.strip().partition(" ")
    return COMMANDS.get(first.casefold()), rest.strip()
