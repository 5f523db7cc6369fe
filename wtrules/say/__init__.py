"""Everything that is put into words, English and German: pieces, moves, what happens, rules and their changes."""
