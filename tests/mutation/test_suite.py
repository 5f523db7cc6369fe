"""Changes to code are judged by tests that reach them, and that pass without the change."""

import ast
import signal
from pathlib import Path
from typing import cast

import pytest
from attrs import Factory, define, evolve

from tests.mutation import rule_steps, suite
from tests.mutation.__main__ import TEXT_TESTS
from tests.mutation.forks import Forks, Outcome
from tests.mutation.mutant import Mutant
from tests.mutation.python_changes import PACKAGE, ROOT, mutants_of
from tests.mutation.reach import FAULTY_FILES, LOADING, Reach, blocks_of, importers, with_probes
from tests.mutation.suite import Bench, Step, chosen, steps

MUTANT = Mutant("code.py", "", "number", "1", "2", 1, 1, "x = 1\n", (4, 5, "2"))
DRAWING = evolve(MUTANT, file="wtrules/board/draw.py", place="drawn", function=1)


def reach(seconds: dict[str, float], reaching: set[str]) -> Reach:
    """Return that some tests come to DRAWING, and how long tests take."""
    hits = {test: int(test in reaching) for test in seconds}
    return Reach(["wtrules/board/draw.py drawn: return 1"], seconds, {LOADING: 0, **hits})


def test_tests_that_fail_anyway_are_left_out():
    """Of the run with probes, only tests count that pass from beginning to end."""
    reports = [
        ("a", "passed", 1.0),
        ("a", "passed", 2.0),
        ("b", "passed", 1.0),
        ("b", "failed", 1.0),
    ]
    assert {"a": 3.0} == Outcome(1, reports).passing


def test_lines_that_few_tests_reach_are_judged_by_the_folder_as_well():
    """What is kept once it was computed is reached in one test, and others may notice."""
    seconds = {"tests/cli/a": 2.0, "tests/board/b": 1.0, "tests/boards/c": 1.0}
    assert ["tests/cli/a", "tests/board/b"] == chosen(DRAWING, reach(seconds, {"tests/cli/a"}))
    many = {f"t{number}": 0.1 for number in range(9)}
    assert [*many] == chosen(DRAWING, reach({**many, **seconds}, {*many}))


def test_the_time_is_shared():
    """Some of it is for the folder of the code, and a tenth of that at most for one test's cases."""
    cases = {f"tests/board/a[{number}]": 0.1 for number in range(60)}
    others = {f"tests/board/b{number:02}": 0.2 for number in range(60)}
    distant = {f"tests/cli/c{number:02}": 0.3 for number in range(60)}
    seconds = {**cases, **others, **distant}
    found = chosen(DRAWING, reach(seconds, {*seconds}))
    near = [test for test in found if test in {*cases, *others}]
    assert 0 < len(cases.keys() & {*found}) <= suite.NEAR / 10 / 0.1
    assert (
        suite.NEAR - 1 < sum(seconds[test] + 0.02 for test in near) + 0.1 * len(near) <= suite.NEAR
    )
    assert {*found} - {*near} < distant.keys()


def test_tests_that_judge_exist():
    """Every folder of the program has tests near it, and every file of tests that is named is there."""
    parts = {p.relative_to(ROOT).as_posix() for p in PACKAGE.iterdir() if [*p.glob("*.py")]}
    assert [] == [
        part
        for part in parts
        for name in suite.folders(part)
        if not [*(ROOT / name).glob("test_*")]
    ]
    named = {*rule_steps.JUDGING, *TEXT_TESTS, *FAULTY_FILES}
    assert [] == [file for file in named if not (ROOT / file).is_file()]


def test_files_that_were_not_there_are_named():
    """Who judges by what is known of older code would judge new files by nothing."""
    assert "wtrules/board/svg.py" in reach({}, set()).unknown
    assert "wtrules/board/draw.py" not in reach({}, set()).unknown


@define
class Stub:
    """Runs no tests; those given fail, by what the code says."""

    project: Path
    failing: dict[str, set[str]]
    code: int = 1
    asked: list[list[str]] = Factory(list)

    def run(
        self, arguments: list[str], limit: int, function: tuple[str, int] | None = None
    ) -> Outcome:
        """Return which test fails first."""
        self.asked.append(arguments)
        fails = self.failing[(self.project / "code.py").read_text()]
        for test in arguments:
            if test in fails and f"--deselect={test}" not in arguments:
                return Outcome(1, [(test, "failed", 0.1)], 2.0)
        return Outcome(self.code if fails else 0, [], 2.0)


def bench(folder: Path, failing: dict[str, set[str]], code: int = 0) -> Bench:
    """Return a bench whose tests fail as given: by what the code says."""
    (folder / "code.py").write_text("x = 1\n")
    return Bench(cast("Forks", Stub(folder, failing, code)), set(), set())


def test_a_failure_counts_if_the_test_passes_without_the_change(tmp_path):
    """A test that fails only with the change notices it, and the copy is left as it was."""
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {"a::b"}})
    before = (tmp_path / "code.py").stat().st_mtime_ns
    assert "a::b" == judge.verdict(MUTANT, [Step(("a::a", "a::b"))])
    assert "x = 1\n" == (tmp_path / "code.py").read_text()
    assert before == (tmp_path / "code.py").stat().st_mtime_ns
    assert 4.0 == judge.seconds


def test_a_failure_without_the_change_says_nothing(tmp_path):
    """A test that fails in any case notices nothing, and the others are asked."""
    always = {"x = 1\n": {"a::a"}, "x = 2\n": {"a::a"}}
    judge = bench(tmp_path, always)
    assert judge.verdict(MUTANT, [Step(("a::a", "a::b"))]) is None
    assert {"a::a"} == judge.left_out
    both = {"x = 1\n": {"a::a"}, "x = 2\n": {"a::a", "a::b"}}
    judge = bench(tmp_path, both)
    assert "a::b" == judge.verdict(MUTANT, [Step(("a::a", "a::b"))])


def test_tests_are_asked_step_by_step(tmp_path):
    """What one step notices, the next ones are not asked about."""
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {"a::b"}})
    steps = [Step(("a::a",)), Step(("a::b",)), Step(("a::c",))]
    assert "a::b" == judge.verdict(MUTANT, steps)
    asked = cast("Stub", judge.forks).asked
    # By itself, also if it is one that is left out otherwise.
    assert [["-x", "a::a"], ["-x", "a::b"], ["--long", "a::b"]] == asked


@pytest.mark.parametrize(
    ("code", "verdict"),
    [(0, None), (5, None), (3, "exit code 3"), (-signal.SIGXCPU, "runs forever")],
)
def test_what_the_end_of_a_run_says(tmp_path, code: int, verdict: str | None):
    """If no test fails, a crash and an endless loop are noticed; of a sample, neither is."""
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {"something"}}, code)
    assert verdict == judge.verdict(MUTANT, [Step(("a::a",))])
    assert judge.verdict(MUTANT, [Step(("a::a",), is_sample=True)]) is None


def test_cases_that_do_not_exist_are_a_mistake_of_ours(tmp_path):
    """If pytest cannot find the tests in any case, nothing is known about the change."""
    judge = bench(tmp_path, {"x = 1\n": {"something"}, "x = 2\n": {"something"}}, 4)
    with pytest.raises(FileNotFoundError):
        judge.verdict(MUTANT, [Step(("a::a",))])


def test_cases_named_by_a_path_are_found_in_each_copy(tmp_path):
    """The path of the copy is part of their names."""
    name = f"a::a[{tmp_path}/page.md]"
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {name}})
    assert name == judge.verdict(MUTANT, [Step(("a::a[{copy}/page.md]",))])


def test_what_is_loaded_gets_new_code_by_itself(tmp_path):
    """A change inside of a function is made to that function; any other one where nothing is loaded."""
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {"a::b"}})
    loaded = judge.loaded = cast("Forks", Stub(tmp_path, {"x = 1\n": set(), "x = 2\n": set()}))
    assert judge.verdict(MUTANT, [Step(("a::b",))], is_loading=False) is None
    assert [] == cast("Stub", judge.forks).asked
    assert [["-x", "a::b"]] == cast("Stub", loaded).asked


def test_what_cannot_be_found_among_what_is_loaded_is_loaded_again(tmp_path):
    """That pytest does not know a test there says nothing about the change."""
    judge = bench(tmp_path, {"x = 1\n": set(), "x = 2\n": {"a::b"}})
    judge.loaded = cast("Forks", Stub(tmp_path, {"x = 1\n": {"?"}, "x = 2\n": {"?"}}, 4))
    assert "a::b" == judge.verdict(MUTANT, [Step(("a::b",))], is_loading=False)
    assert judge.verdict(MUTANT, [Step(("a::a",))], is_loading=False) is None


def test_the_first_tests_are_few():
    """Then come the others that reach the line, those that read texts, and those that name the module."""
    seconds = {f"tests/board/b{number}": 0.5 for number in range(6)}
    first, rest, texts, naming = steps(DRAWING, reach(seconds, {*seconds}), ["tests/t.py"])
    assert tuple(seconds) == first.tests + rest.tests
    assert 3 == len(first.tests)
    assert ("tests/t.py",) == texts.tests
    assert "tests/board/test_draw.py" == naming.tests[0]
    assert naming.is_sample


def test_all_cases_of_a_test_judge():
    """The run with probes has run some of them; the ones of the folder come first."""
    seconds = {"tests/cli/c[1]": 0.1, "tests/board/b[1]": 0.2, "tests/board/b[2]": 0.1}
    *_, cases, _ = steps(DRAWING, reach({**seconds, "tests/board/a": 0.1}, {*seconds}))
    assert ("tests/board/b", "tests/cli/c") == cases.tests
    assert cases.is_sample


CODE = '''\
"""Module."""
from __future__ import annotations
X = 1
def f(a):
    """Help."""
    if a: return 1
    for b in a:
        g(b)
    else:
        g(a)
    return X
'''


def test_probes_stand_at_the_beginning_of_each_block():
    """A probe keeps the docstring, and blocks in one row belong to what is around them."""
    blocks = list(blocks_of("m.py", CODE))
    assert ["m.py f: if a: return 1", "m.py f: g(b)", "m.py f: g(a)"] == [b.key for b in blocks]
    assert [(6, 11), (8, 8), (10, 10)] == [(b.first, b.last) for b in blocks]
    rows = with_probes(CODE, blocks, 5).split("\n")
    assert "from wtrules._probe import H as _H, P as _P" == rows[2]
    assert ["    _P[5] or _H(5)", "    if a: return 1"] == rows[6:8]
    assert "        _P[7] or _H(7)" == rows[12]


def test_importers():
    """A module is imported by its name, or something is imported from it."""
    codes = {"w/a.py": "", "w/b.py": "from w import a", "w/c.py": "from w.a import X"}
    trees = {file: ast.parse(code) for file, code in codes.items()}
    assert {"w/a.py": ["w/b.py", "w/c.py"]} == importers(trees)


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("x = 1\n", 1),
        ("for a, b in zip(x, y, strict=True): f(a)\n", 1),
        ("f(strict=True)\n", 2),
        ("x = field(repr=False)\n", 0),
        ("wait(timeout=3)\n", 1),
        ("@lru_cache(maxsize=3)\ndef f(): return a\n", 1),
        ("__all__ = ['f']\n", 0),
        ("x = cast('int', y + 1)\n", 2),
        ("async def f() -> 'int': pass\n", 0),
        ("assert x == 1, 'no'\n", 0),
    ],
)
def test_changes_that_make_no_difference_are_not_drawn(code: str, count: int):
    """Types, our own checks, sizes of caches and times to wait are no changes to what code does."""
    assert count == len(list(mutants_of("code.py", code)))


def test_a_change_knows_the_function_it_is_in():
    """Not so its default values and decorators: those are made while the module is loaded."""
    code = "X = 1\n@d(2)\ndef f(a=3):\n    def g(b=4): return 5\n"
    found = {mutant.before: mutant.function for mutant in mutants_of("code.py", code)}
    assert {"1": 0, "2": 0, "3": 0, "4": 2, "5": 2} == found
