"""What can be written at a place, as the grammar has it."""

import pytest

from wtrules.syntax.expected import Expected, expected_at

HEAD = 'ruleset a {\n  title en "x"\n  extends en-capstone\n'


def expected(text: str, before: str = HEAD) -> Expected:
    """Return what fits at the end of a text."""
    found = expected_at(before + text, len(before + text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("  ", {"override", "remove", "add", "spell", "rule"}, {"do", "cost", "wizard", "turn"}),
        ("  spell x {\n    ", {"cost", "do", "choose", "says"}, {"spell", "code", "extends"}),
        ("  rule x {\n    ", {"on", "do", "choose", "if"}, {"cost", "code", "override"}),
        ("  rule x {\n    do ", {"move", "draw", "fill"}, {"says", "choose"}),
        ("  rule x {\n    do move w ", {"clockwise", "with"}, {"move", "says", "do"}),
        ("  remove ", {"spell", "rule", "setting"}, {"override"}),
        ("  rule x {\n    if n > 1 {\n      ", {"do", "choose"}, {"on", "cost", "override"}),
        ("  nonsense here { and } there\n  ", {"override", "spell"}, {"do"}),
        ("  rule x {\n    nonsense\n    do ", {"move"}, {"says"}),
        ("  rule x {\n    do draw 1 card\n    wh", {"when"}, {"cards"}),
    ],
)
def test_words_that_fit_and_words_that_do_not(text: str, some: set[str], none: set[str]):
    """The next words are those the parser would accept, at the beginning of a clause or inside one."""
    keywords = expected(text).keywords
    assert some <= keywords
    assert not none & keywords


def test_the_word_that_is_being_written_is_replaced():
    """A path counts as one word, even before it is complete."""
    assert "board." == expected("  override board.").prefix
    assert "ov" == expected("  ov").prefix


@pytest.mark.parametrize("text", ["  # a com", '  title en "ab', "  override a = 12"])
def test_nothing_fits_inside_a_comment_a_text_or_a_number(text: str):
    """There is nothing to complete."""
    assert expected_at(HEAD + text, len(HEAD + text)) is None


def test_the_blocks_around_a_place_are_known():
    """`override spell` is a spell."""
    there = expected("  override spell x {\n    if n > 1 {\n      ")
    assert ("ruleset", "spell", "if") == there.blocks
    assert "spell" == there.item


@pytest.mark.parametrize(
    "clause", ["if n > 1 { stop } nonsense {", "nonsense {", "nonsense { stop } {"]
)
def test_the_block_of_a_clause_that_is_left_out_is_left_out(clause: str):
    """Inside, nothing is read; behind it, the next clause of the rule is."""
    inside = expected(f"  rule x {{\n    {clause}\n      stop\n      do ")
    assert "move" not in inside.keywords
    behind = expected(f"  rule x {{\n    {clause}\n      stop\n    }}\n    do ")
    assert "move" in behind.keywords
    assert ("ruleset", "rule") == inside.blocks == behind.blocks


@pytest.mark.parametrize("name", ["total", "goal", "reached"])
def test_names_that_are_keywords(name: str):
    """After them, the same fits as after any other name."""
    text = "memory W = 0\nrule a {\n  on turn ends\n  if W > 3 and W < 5 {\n    "
    named = text.replace("W", name)
    found, usual = expected_at(named, len(named)), expected_at(text, len(text))

    assert found is not None
    assert usual is not None
    assert (usual.keywords, usual.blocks) == (found.keywords, found.blocks)
