"""Changes to code are judged by tests that reach them, and that pass without the change."""

import signal
from pathlib import Path
from typing import cast

import pytest
from attrs import Factory, define

from tests.mutation import suite
from tests.mutation.forks import Forks, Outcome
from tests.mutation.mutant import Mutant
from tests.mutation.python_changes import mutants_of
from tests.mutation.suite import Bench, Reached, Step, probed

MUTANT = Mutant("code.py", "", "number", "1", "2", 1, 1, "x = 2\n")


def test_tests_that_fail_anyway_are_left_out():
    """Of the run with probes, only tests count that pass from beginning to end."""
    reports = [
        ("a", "passed", 1.0),
        ("a", "passed", 2.0),
        ("b", "passed", 1.0),
        ("b", "failed", 1.0),
    ]
    outcome = Outcome(1, reports)
    assert {"a": 3.0} == outcome.passing
    assert ["a"] == Reached({MUTANT.id: ["a", "b"]}, outcome.passing).chosen(MUTANT)


def test_lines_that_few_tests_reach_are_judged_by_the_folder_as_well():
    """What is kept once it was computed is reached in one test, and others may notice."""
    mutant = Mutant("wtrules/board/draw.py", "", "number", "1", "2", 1, 1, "")
    seconds = {"tests/cli/a": 2.0, "tests/board/b": 1.0, "tests/boards/c": 1.0}
    reached = Reached({mutant.id: ["tests/cli/a"]}, seconds)
    assert ["tests/board/b", "tests/cli/a"] == reached.chosen(mutant)
    many = {f"t{number}": 0.1 for number in range(9)}
    assert [*many] == Reached({mutant.id: [*many]}, {**many, **seconds}).chosen(mutant)


def test_the_time_is_shared():
    """Half of it is for the folder of the code, and a tenth of that at most for one test's cases."""
    mutant = Mutant("wtrules/board/draw.py", "", "number", "1", "2", 1, 1, "")
    half = suite.PATIENCE / 2
    cases = {f"tests/cli/a[{number}]": half / 60 for number in range(60)}
    near = {f"tests/board/b{number}": 1.1 * half / 60 for number in range(60)}
    far = {f"tests/cli/c{number}": 1.1 * half / 60 for number in range(60)}
    seconds = {**cases, **near, **far}
    chosen = Reached({mutant.id: [*seconds]}, seconds).chosen(mutant)
    assert 6 == len(cases.keys() & {*chosen})
    assert [*near][: int(60 / 1.1)] == chosen[: int(60 / 1.1)]
    assert chosen[-1] in far


@define
class Stub:
    """Runs no tests; those given fail, by what the code says."""

    project: Path
    failing: dict[str, set[str]]
    code: int = 1
    asked: list[list[str]] = Factory(list)

    def run(self, arguments: list[str], limit: int) -> Outcome:
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
    assert [["-x", "a::a"], ["-x", "a::b"], ["a::b"]] == asked


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


def test_the_first_tests_are_few():
    """Then come the others that reach the line, those that read texts, and those that name the module."""
    mutant = Mutant("wtrules/board/draw.py", "", "text", "a", "b", 1, 1, "")
    seconds = {f"tests/board/b{number}": 1.0 for number in range(6)}
    first, rest, texts, naming = Reached({mutant.id: [*seconds]}, seconds).steps(
        mutant, ["tests/t.py"]
    )
    assert tuple(seconds) == first.tests + rest.tests
    assert 4 == len(first.tests)
    assert ("tests/t.py",) == texts.tests
    assert "tests/board/test_draw.py" == naming.tests[0]
    assert naming.is_sample
    check = Mutant("wtrules/checks/acting.py", "", "number", "1", "2", 1, 1, "")
    assert "tests/diagnostics/test_pages.py" in next(Reached({}, {}).steps(check)).tests


def test_probes_stand_before_the_changed_statement():
    """A probe keeps the docstring, and stands in every function if the change is outside of them."""
    code = 'X = 1\n\n\ndef f():\n    """Help."""\n    a = 1\n    return a\n'
    (text,) = probed({"m.py": code}, {"m.py": [(7, 7), (8, 1)]}).values()
    call = "    from wtrules._probe import hit as _hit; _hit({})\n"
    expected = code.replace("    a = 1\n", call.format(8) + "    a = 1\n")
    assert expected.replace("    return", call.format(7) + "    return") == text


def test_probes_for_a_module_without_functions_are_where_it_is_imported():
    """A table is judged by the tests of the modules that read it."""
    user = "from w.table import X\n\n\ndef f():\n    return X\n"
    (name,) = probed({"w/table.py": "X = 1\n", "w/user.py": user}, {"w/table.py": [(0, 1)]})
    assert "w/user.py" == name


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
