"""Several errors in one file: all are reported in one run, each once, and the rest is read."""

import textwrap
import time

import pytest

from tests.sampling import sampled
from tests.syntax.helpers import FILES, parse_text, places, read
from wtrules.diagnostics import Severity
from wtrules.syntax import nodes as n
from wtrules.syntax.recovery import recover
from wtrules.syntax.recovery.work import MAX_FAULTS, Work

CASES = {
    "errors of many kinds": (
        """\
        ruleset friday {
          title en 'Friday'
          extends en-capstone;
          override board.capacity 4
          remove spell swap_towers

          spel second_wind {
            cost
            chose wizard w where own
            move w forward 2
          }
        }
        """,
        [
            ("wrong-quotes", 2),
            ("stray-punctuation", 3),
            ("missing-equals", 4),
            ("unknown-keyword", 7),
            ("missing-value", 8),
            ("unknown-keyword", 9),
            ("missing-do", 10),
        ],
    ),
    "settings": (
        """\
        board {
          spaces: 16
          shields 0 4 8 12
          castle = 0
          towers from : raven
          capacity
          lights 3, 3,
          lanterns 2
        }
        """,
        [
            ("stray-punctuation", 2),
            ("missing-comma", 3),
            ("stray-punctuation", 4),
            ("missing-number", 5),
            ("missing-value", 6),
            ("stray-punctuation", 7),
        ],
    ),
    "tables and decks": (
        """\
        table supply {
          players | wizards
          2         5
          3 | | 4
        }
        deck many {
          4 wizard 1
          3 x tower 2
          tower 3
        }
        """,
        [
            ("missing-bar", 3),
            ("missing-value", 4),
            ("missing-copies", 7),
            ("missing-copies", 9),
        ],
    ),
    "faults in nested blocks": (
        """\
        rule a {
          if x y {
            do lift
            either {
              stop ;
            } or {
              en turn
            }
          }
          do bring w
        }
        """,
        [
            ("syntax", 2),
            ("missing-value", 3),
            ("stray-punctuation", 5),
            ("unknown-keyword", 7),
            ("missing-word", 10),
        ],
    ),
    "an unclosed block between others": (
        """\
        rule a {
          stop
        }

        rule b {
          if x {
            stop
        }

        rule c {
          chose card c
        }
        """,
        [("unclosed-block", 8), ("unknown-keyword", 11)],
    ),
    "a group after an unclosed block": (
        """\
        rule a {
          stop

        board {
          spaces 16
        }
        """,
        [("unclosed-block", 4)],
    ),
    "a brace too many": (
        """\
        rule a {
          if x {
            stop
          }
          }
          use b
        }

        rule b { stop, }
        """,
        [("surplus-brace", 5), ("stray-punctuation", 9)],
    ),
    "a brace too few": (
        """\
        rule a
          stop
        }

        rule b {
          may
            stop
          }
          else { stop }
        }
        """,
        [("missing-brace", 1), ("missing-brace", 6)],
    ),
    "texts": (
        """\
        rule a {
          says en "Move.
               de "Bewegen."
          says en "A text over
                   two lines." de "Ein Text."
          cites en-capstone "Setup p3
          cites en-capstone „Setup“ p3
          says "No language." fr "Rien."
          stop
        }
        """,
        [
            ("unclosed-text", 2),
            ("unclosed-text", 4),
            ("unclosed-text", 6),
            ("wrong-quotes", 7),
            ("missing-language", 8),
            ("unknown-language", 8),
        ],
    ),
    "clauses in the wrong place": (
        """\
        cost 2
        title en "x"
        spell a {
          title en "x"
          if x { cost 1 }
          rule b { stop }
        }
        example c {
          choose wizard w
          given "K"
        }
        """,
        [
            ("misplaced-clause", 1),
            ("misplaced-clause", 2),
            ("misplaced-clause", 4),
            ("misplaced-clause", 5),
            ("misplaced-clause", 6),
            ("misplaced-clause", 9),
        ],
    ),
    "terms": (
        """\
        rule a {
          when (x + 1 > 2
          let y = 2)
          when x == 2 && y
          let a = 1.5
          let b = 2 %
          let c := 3
          when a || b
        }
        """,
        [
            ("unclosed-parenthesis", 2),
            ("surplus-parenthesis", 3),
            ("wrong-operator", 4),
            ("wrong-operator", 4),
            ("decimal-number", 5),
            ("wrong-operator", 6),
            ("wrong-operator", 7),
            ("wrong-operator", 8),
        ],
    ),
    "layers": (
        """\
        variant nasty for some players {
          needs team coop
          board.capacity = 4
          remove spel swap_towers
          add to deck { tower 6 }
          override spell "Swap" { cost 1 }
        }
        """,
        [
            ("missing-number", 1),
            ("missing-comma", 2),
            ("missing-keyword", 3),
            ("unknown-keyword", 4),
            ("missing-copies", 5),
            ("missing-name", 6),
        ],
    ),
    "foreign comments": (
        """\
        // House rules
        rule a {
          stop // here
          /* and
             here */
        }
        """,
        [("foreign-comment", 1), ("foreign-comment", 3), ("foreign-comment", 4)],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_all_errors_of_a_file(name: str):
    """Every error is reported, in order, with its line."""
    text, expected = CASES[name]

    assert expected == places(textwrap.dedent(text))


def test_what_is_correct_is_in_the_tree():
    """An error takes away no more than its own clause."""
    file, _ = parse_text(
        textwrap.dedent("""\
            rule a {
              says en "x"
              cost 1 2 3
              do end
              stop
            }
            board { spaces 16 castle }
            rule b { end turn }
            """)
    )
    first, board, last = file.members

    assert isinstance(first, n.Rule)
    assert [n.Says, n.Cost, n.Stop] == [type(clause) for clause in first.clauses]
    assert isinstance(board, n.Group)
    assert ["spaces"] == [setting.key.id for setting in board.settings]
    assert isinstance(last, n.Rule)
    assert "b" == last.id.id


def test_what_was_clearly_meant_is_in_the_tree():
    """A missing sign or a misspelt word does not cost the clause."""
    file, faults = parse_text("overide board.capacity 4\nrule a { choose a wizard w; }")
    sound, _ = parse_text("override board.capacity = 4\nrule a { choose wizard w }")

    assert 4 == len(faults)
    assert sound == file


def test_what_was_made_up_is_not_in_the_tree():
    """No name, number or value that nobody wrote."""
    file, faults = parse_text(
        "rule { stop }\ndeck { 4 x a rolls }\nboard { a 1 b } rule c { let = 3 }"
    )

    assert 4 == len(faults)
    assert ["board", "c"] == [member.id.id for member in file.members[1:]]  # type: ignore[union-attr]
    assert "missing" not in repr(file)


def test_unclosed_blocks_show_where_they_began():
    """The place where the brace is missed, and the one it belongs to."""
    _, (fault,) = parse_text("rule a {\n  if x {\n    stop\n}\n\nrule b { stop }")

    assert fault.primary is not None
    assert (4, 2) == (fault.primary.span.line, fault.related[0].span.line)


def test_very_many_errors_are_not_all_reported():
    """After thirty reports comes a note that there may be more."""
    _, faults = parse_text("rule a { chose card c }\n" * 200)

    assert MAX_FAULTS + 1 == len(faults)
    assert ("too-many-faults", Severity.NOTE) == (faults[-1].code, faults[-1].severity)


_MANY_ERRORS = "".join(
    f"rule a{number} {{\n  chose wizard w\n  when x y z\n  do announce w\n}}\n"
    for number in range(9)
)


@pytest.mark.parametrize("steps", [0, 300, 1000])
def test_recovery_is_limited_by_work(steps: int, monkeypatch: pytest.MonkeyPatch):
    """It stops after so many steps, with the errors found up to there and a note."""
    _, all_faults = parse_text(_MANY_ERRORS)
    monkeypatch.setattr(recover, "Work", lambda: Work(steps))
    file, faults = parse_text(_MANY_ERRORS)

    *found, note = faults
    assert "too-many-faults" == note.code
    assert 0 < len(found) < len(all_faults)
    if steps:
        assert list(all_faults[: len(found)]) == found
    else:
        assert ["syntax"] == [fault.code for fault in found]
    assert len(file.members) <= 9


def test_recovery_does_not_look_at_the_clock(monkeypatch: pytest.MonkeyPatch):
    """The same file gives the same report on every machine, however slow."""

    def fail() -> float:
        raise AssertionError("the clock was read")

    with monkeypatch.context() as patched:  # whatever runs the tests may look at it again
        for clock in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
            patched.setattr(time, clock, fail)
        faults = parse_text(_MANY_ERRORS)[1]

    assert 27 == len(faults)


_BIG = "".join(read(path).text for path in FILES if path.parent.name == "core")
_BIG *= 1_000_000 // len(_BIG.encode())


LARGE = [
    (f"{_BIG}\nrule x {{ chose card c }}", "unknown-keyword"),
    (f"rule x {{\n{_BIG}", "unclosed-block"),
    (_BIG.replace("choose", "chose"), "unknown-keyword"),
    (_BIG.replace("\n  do", ";\n  do"), "stray-punctuation"),
    ("{\n" * 500_000, "deep-nesting"),
    ("}\n" * 500_000, "too-many-words"),
    ("}\n" * 100_000, "surplus-brace"),
    ("x" * 100_000, "long-line"),
    (f"rule a {{ when {'not ' * 4_900} x }}", "deep-nesting"),
    ("rule a { let x = " + "1 +\n" * 50_000 + "1 }", "deep-nesting"),
    ("rule a { let x = " + "(\n" * 50_000, "deep-nesting"),
    ("rule a { let x = " + "a of\n" * 50_000 + "1 }", "deep-nesting"),
    ("rule a { if x { stop }" + "\nelse if x { stop }" * 20_000 + "}", "deep-nesting"),
    ('"\n' * 500_000, "unclosed-text"),
    ("*/\n" + "/*\n" * 300_000, "wrong-operator"),
    ("rule a { covers " + "a.b,\n" * 70_000 + "a.b where c }", "unknown-keyword"),
    (f"board {{ shields {'1 ' * 4000}}}\n" * 30, "missing-comma"),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", sampled(range(len(LARGE)), 8))
def test_size_is_no_excuse(number: int):
    """Whatever a megabyte holds, the answer comes soon."""
    text, code = LARGE[number]
    begun = time.process_time()
    _, faults = parse_text(text)

    assert code in [fault.code for fault in faults] or "*/" in text[:3]
    # At most one on a machine that has nothing else to do; minutes if the work grew with the square.
    assert time.process_time() - begun < 20
