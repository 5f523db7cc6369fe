"""The GitHub action: its file is sound, and its steps do what they say, with a stand-in for GitHub."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.pages import ROOT

ACTION = ROOT / "action.yml"
if not ACTION.is_file() or not shutil.which("bash"):
    pytest.skip("runs in a checkout, with bash", allow_module_level=True)

SCRIPTS = ROOT / "action"
HOUSE = """\
ruleset house {
  title   en "House"
  extends en-capstone
  includes "parts/spell.wtr"
  add to spells.laid_out = second_wind
}
"""
PART = """\
spell second_wind {
  name   en "Second Wind"
  says   en "Draw two cards."
  cost   1
  when   spell.moment is before
  do     draw 2 cards for actor
}
"""
# Keeps comments in a file, and answers like `gh api`; without permission, it refuses like GitHub.
GH = f"""#!{sys.executable}
import json, os, pathlib, sys
store = pathlib.Path(os.environ["FAKE_COMMENTS"])
comments = json.loads(store.read_text()) if store.exists() else []
given = sys.argv[1:]
assert given[0] == "api", given
if "--jq" in given:
    marker = "<!-- wtrules: changes of the rules -->"
    assert marker in given[given.index("--jq") + 1]
    print("\\n".join(str(c["id"]) for c in comments if c["body"].startswith(marker)))
    sys.exit()
if os.environ.get("FAKE_FORK"):
    sys.exit("gh: Resource not accessible by integration (HTTP 403)")
body = json.loads(pathlib.Path(given[given.index("--input") + 1]).read_text())["body"]
method, path = given[given.index("--method") + 1 :][:2]
if method == "POST":
    assert path == "repos/anna/rules/issues/7/comments", path
    comments.append({{"id": 40 + len(comments), "body": body}})
else:
    (one,) = [c for c in comments if path == f"repos/anna/rules/issues/comments/{{c['id']}}"]
    one["body"] = body
store.write_text(json.dumps(comments))
"""


class Job:
    """A job of GitHub: a checkout, files for outputs and summary, and what the steps need."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.checkout = folder / "checkout"
        self.temp = folder / "temp"
        programs = folder / "programs"
        (self.temp / "wtrules/bin").mkdir(parents=True)
        programs.mkdir()
        command = Path(sys.executable).parent / "wtrules"
        (self.temp / "wtrules/bin/wtrules").symlink_to(command)
        (programs / "gh").write_text(GH)
        (programs / "gh").chmod(0o755)
        self.env = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
            "GITHUB_REPOSITORY": "anna/rules",
            "GITHUB_RUN_ID": "12",
            "PULL_REQUEST": "7",
            "PATHS": ".",
            "FAKE_COMMENTS": str(folder / "comments.json"),
            "REPORT": str(self.temp / "wtrules-changes.md"),
        }

    def run(self, script: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a script of the action."""
        command = ["bash", str(SCRIPTS / script), *arguments]
        where = self.checkout if self.checkout.is_dir() else self.folder
        settings = {**self.env, **env}
        return subprocess.run(command, cwd=where, env=settings, capture_output=True, text=True)

    def comments(self) -> list[str]:
        """Return the comments on the pull request."""
        path = Path(self.env["FAKE_COMMENTS"])
        return [one["body"] for one in json.loads(path.read_text())] if path.exists() else []

    def summary(self) -> str:
        """Return the summary of the job."""
        return Path(self.env["GITHUB_STEP_SUMMARY"]).read_text()


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job without a checkout."""
    return Job(tmp_path)


def git(folder: Path, *arguments: str) -> str:
    """Run git as somebody."""
    who = ["-c", "user.name=anna", "-c", "user.email=anna@example.org"]
    done = subprocess.run(
        ["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def test_the_action_file_is_sound() -> None:
    """Inputs and steps that are used exist, and what exists is used; every script has a shell."""
    text = ACTION.read_text("utf-8")
    action = yaml.safe_load(text)
    assert {"name", "description", "author", "branding", "inputs", "outputs", "runs"} == set(action)
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(action["inputs"])
    assert all(
        isinstance(one["default"], str) and one["description"] for one in action["inputs"].values()
    )
    steps = action["runs"]["steps"]
    assert "composite" == action["runs"]["using"]
    assert set(re.findall(r"steps\.([\w-]+)", text)) <= {step.get("id") for step in steps}
    for step in steps:
        assert ("uses" in step) != ("run" in step)
        # What people write reaches a script in the environment, never as part of it.
        assert "${{" not in step.get("run", "")
        assert ("shell" in step) == ("run" in step)
        for name in re.findall(r"action/[\w.]+", step.get("run", "")):
            assert (ROOT / name).is_file()
    for script in SCRIPTS.glob("*.sh"):
        subprocess.run(["bash", "-n", str(script)], check=True)


@pytest.mark.slow
def test_checks_annotate_lines(job: Job) -> None:
    """Mistakes and layout are reported for GitHub, and fail the step."""
    (job.folder / "bad.wtr").write_text(
        "ruleset bad {\n extends en-capstone\n override board.capacty = 4\n}\n"
    )
    (job.folder / "-odd name.wtr").write_text("ruleset odd {\n  extends  en-capstone\n}\n")
    both = "-odd name.wtr\n\nbad.wtr\n"
    found = job.run("check.sh", "validate", PATHS=both)
    assert 1 == found.returncode
    assert "::error file=bad.wtr,line=3" in found.stdout
    found = job.run("check.sh", "fmt", PATHS=both)
    assert 1 == found.returncode
    assert "::error file=bad.wtr,line=1,title=wtrules fmt::" in found.stdout
    assert "odd name.wtr,line" not in found.stdout


@pytest.mark.slow
def test_one_comment_for_a_pull_request(job: Job) -> None:
    """The first run comments, the next updates; a fork gets the summary; the base is fetched."""
    origin = job.folder / "origin"
    (origin / "parts").mkdir(parents=True)
    (origin / "house.wtr").write_text(HOUSE)
    (origin / "parts/spell.wtr").write_text(PART)
    git(origin, "init", "--quiet", "--initial-branch=main")
    git(origin, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message=before")
    base = git(origin, "rev-parse", "HEAD")
    (origin / "parts/spell.wtr").write_text(PART.replace("Draw two", "Take two"))
    git(origin, "commit", "--quiet", "--all", "--message=after")
    git(job.folder, "clone", "--quiet", "--depth=1", origin.as_uri(), "checkout")

    found = job.run("changes.sh", BASE=base)
    assert 0 == found.returncode, found.stderr
    outputs = Path(job.env["GITHUB_OUTPUT"]).read_text()
    assert f"report={job.env['REPORT']}\n" in outputs
    assert "has_pages=true\n" in outputs
    assert "<svg" not in Path(job.env["REPORT"]).read_text()

    assert 0 == job.run("comment.sh", PAGES_URL="https://example.org/pages").returncode
    (comment,) = job.comments()
    assert "| `house.wtr` | 1 difference" in comment
    assert "(https://example.org/pages)" in comment
    assert "| `house.wtr` | 1 difference" in job.summary()

    Path(job.env["REPORT"]).write_text("## Rules\n\nNo ruleset has changed.\n")
    assert 0 == job.run("comment.sh").returncode
    (comment,) = job.comments()
    assert "No ruleset has changed." in comment


def test_without_permission_the_summary_is_enough(job: Job) -> None:
    """A pull request from a fork does not fail because its token only reads."""
    Path(job.env["REPORT"]).write_text("| ruleset |\n| --- |\n| `a.wtr` |\n")
    found = job.run("comment.sh", FAKE_FORK="1", LANGUAGE_OF_REPORT="de")
    assert 0 == found.returncode
    assert "::notice title=wtrules::Der Bericht steht in der Zusammenfassung" in found.stdout
    assert [] == job.comments()
    assert "`a.wtr`" in job.summary()


def test_no_comment_if_there_is_nothing_to_say(job: Job) -> None:
    """A pull request that changes no rule gets none, nor does one that does not want any."""
    report = Path(job.env["REPORT"])
    report.write_text("## Rules\n\nNo ruleset has changed.\n")
    assert 0 == job.run("comment.sh").returncode
    report.write_text("| ruleset |\n")
    assert 0 == job.run("comment.sh", COMMENT="false").returncode
    assert [] == job.comments()


def test_a_long_report_is_cut_between_rules(job: Job) -> None:
    """Blocks of code and details are closed, and a link leads to the whole report."""
    rule = "##### `rule.{}`\n\n```text\n" + "#### not a heading ####\n" * 200 + "```\n\n"
    rules = "".join(rule.format(i) for i in range(30))
    Path(job.env["REPORT"]).write_text(
        f"## Rules\n\n| a |\n\n<details><summary>a</summary>\n\n{rules}\n</details>\n"
    )
    assert 0 == job.run("comment.sh").returncode
    (comment,) = job.comments()
    assert 50_000 < len(comment) < 65_536
    assert 0 == comment.count("```") % 2
    assert comment.count("<details>") == comment.count("</details>")
    assert comment.rstrip().endswith("/anna/rules/actions/runs/12)")
