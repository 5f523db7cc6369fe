"""What players can type in `wtrules play` beside moves."""

# What players type -> the command. All words work in both languages.
COMMANDS = {
    "undo": "undo", "u": "undo", "zurück": "undo",
    "hint": "hint", "h": "hint", "tipp": "hint",
    "why": "why", "warum": "why",
    "moves": "moves", "m": "moves", "züge": "moves",
    "board": "board", "b": "board", "brett": "board",
    "save": "save", "sichern": "save",
    "load": "load", "laden": "load",
    "help": "help", "?": "help", "hilfe": "help",
    "quit": "quit", "q": "quit", "exit": "quit", "ende": "quit",
}  # fmt: skip
