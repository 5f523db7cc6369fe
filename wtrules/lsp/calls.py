"""What the workers answer: each request, the function that answers it, and its time limit.

The server reads this module too, so it imports nothing: the server starts fast because it never loads
what its workers need.
"""

from __future__ import annotations

# Each request, its function, and how many seconds it may take.
CALLS: dict[str, tuple[str, float]] = {
    "hover": ("reading.hover", 4.0),
    "definition": ("reading.definition", 4.0),
    "implementation": ("reading.implementation", 4.0),
    "references": ("reading.references", 8.0),
    "highlight": ("reading.highlight", 4.0),
    "symbols": ("reading.symbols", 4.0),
    "workspace_symbols": ("reading.workspace_symbols", 10.0),
    "folding": ("reading.folding", 4.0),
    "signature": ("reading.signature", 4.0),
    "hints": ("reading.hints", 4.0),
    "lenses": ("reading.lenses", 4.0),
    "tokens": ("tokens.tokens", 4.0),
    "complete": ("writing.complete", 4.0),
    "format_all": ("writing.format_all", 8.0),
    "format_range": ("writing.format_range", 8.0),
    "prepare_rename": ("writing.prepare_rename", 4.0),
    "rename": ("writing.rename", 10.0),
    "actions": ("writing.actions", 8.0),
    "check": ("checking.check", 8.0),
    "play": ("checking.play", 10.0),
    "dependents": ("checking.dependents", 8.0),
    "manual": ("checking.manual", 4.0),
    "changes": ("checking.changes", 8.0),
    "run_example": ("checking.run_example", 10.0),
    "show_board": ("checking.show_board", 10.0),
    "measure": ("checking.measure", 300.0),
}
SECONDS = {name: seconds for name, (_, seconds) in CALLS.items()}

# Semantic tokens: kinds of words, and what else can be said about one.
TYPES = (
    "namespace", "class", "function", "property", "variable", "enumMember", "method", "event",
    "keyword", "string", "number", "comment",
)  # fmt: skip
MODIFIERS = ("definition", "defaultLibrary")
