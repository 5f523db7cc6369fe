"""What the manuals say is in the box, by colour."""

from wtrules.game.game import Game
from wtrules.syntax import nodes as n

# Wizards and flasks; thirty-six flasks in six colours are in every box.
BOX_OF_THIRTY = {
    "blue": (5, 6), "yellow": (5, 6), "red": (5, 6), "green": (5, 6), "orange": (5, 6),
    "purple": (5, 6),
}  # fmt: skip
BOX_OF_TWENTY_FOUR = {
    "blue": (5, 6), "yellow": (5, 6), "red": (4, 6), "green": (4, 6), "orange": (3, 6),
    "purple": (3, 6),
}  # fmt: skip


def box(game: Game) -> dict[str, tuple[int, int]]:
    """Return the wizards and flasks of each colour by the rules."""
    entry = game.rules.get("table", "colours")
    assert entry is not None
    assert isinstance(entry.node, n.Table)
    head, *rows = entry.node.rows
    columns = [cell.text for cell in (*head.keys, *head.cells)]
    found = {}
    for row in rows:
        cells = dict(zip(columns, (*row.keys, *row.cells), strict=True))
        found[str(cells["colour"].text)] = (
            int(cells["wizards"].low or 0),
            int(cells["flasks"].low or 0),
        )
    return found
