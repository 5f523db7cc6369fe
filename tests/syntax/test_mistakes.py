"""Syntax errors: each broken sample, on a manual page or in a list, gives its code and no other."""

import re
import tomllib
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.diagnostics.samples import samples
from tests.syntax.helpers import codes, parse_text
from wtrules.diagnostics.fix import apply
from wtrules.diagnostics.foreign_words import actions, clauses, names, notions
from wtrules.diagnostics.manual import all_codes, is_syntax
from wtrules.source import SourceFile
from wtrules.syntax import vocabulary
from wtrules.syntax.format import format_file
from wtrules.syntax.from_grammar import tables
from wtrules.syntax.parse import parse

SYNTAX_CODES = [code for code in all_codes() if is_syntax(code)]
ACTIONS, CLAUSES, NOTIONS = actions(), clauses(), notions()
NAMES = {word: wish.advice for word, wish in names().items()}
LISTED: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("broken_samples.toml").read_text("utf-8")
)
SLIPS: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("slips.toml").read_text("utf-8")
)
# Samples that are too long for a file.
LONG = {
    "deep-nesting": [
        f"rule a {{\n  when {'not ' * 400}x\n}}",
        f"rule a {{ when {'(' * 200}x{')' * 200} }}",
        "rule a { let x = " + "1 +\n" * 5000 + "1 }",
        "{" * 300,
    ],
    "long-line": [f"# {'x' * 20_000}"],
    "too-many-words": ["stop stop stop\n" * 50_001],
    "too-many-faults": ["rule a { stop; }\n" * 40],
}


def faulty_samples(code: str) -> list[str]:
    """Return the faulty texts on the manual page of a code."""
    return [sample.text for sample in samples(code, "Faulty")]


SAMPLES = [
    pytest.param(code, sample, id=f"{code}-{number}")
    for code in SYNTAX_CODES
    for number, sample in enumerate(
        [
            *faulty_samples(code),
            *LISTED.get(code, []),
            *LONG.get(code, []),
        ]
    )
]
# They come on top of others.
NOTES = {"too-many-faults"}


def test_samples_belong_to_known_codes():
    """Every sample has a code that exists, and every code has a sample."""
    assert set() == (LISTED.keys() | LONG.keys()) - set(SYNTAX_CODES)
    assert set(SYNTAX_CODES) == {sample.values[0] for sample in SAMPLES}


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_sample(code: str, sample: str):
    """A mistake is reported by its name, and nothing else is."""
    found = codes(sample)

    if code in NOTES:
        assert code == found[-1]
    else:
        assert {code} == set(found)


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_one_slip_gives_one_report(code: str, sample: str):
    """Nobody wants to hear the same thing twice."""
    several = {"board {\n  spaces: 16;\n}"}

    assert code in NOTES or sample.strip() in several or 1 == len(codes(sample))


LIST = re.compile(r"(`[^`]*`)(?:, `[^`]*`){5,}")


def page(sample: str) -> str:
    """Return what is said of a sample, what each fix makes of it, and how it is read without one."""
    source = SourceFile("test.wtr", sample.strip())
    tree, faults = parse(source)
    rows = []
    for fault in faults:
        assert fault.primary is not None
        span, label = fault.primary.span, fault.primary.message
        for number, row in enumerate(source.text.splitlines(), 1):
            rows.append(f"    {row}")
            if number == span.line:
                width = len(span.text.splitlines()[0]) if span.text else 0
                marks = "^" * width or "^ here"
                rows.append(f"    {' ' * (span.column - 1)}{marks} {label}".rstrip())
        rows.append(f"{fault.code}: {fault.message}")
        rows += [f"  related: `{each.span.text}` {each.message}" for each in fault.related]
        # Not which words the language has, but that they are listed.
        rows += [LIST.sub(r"\1, …", f"  help: {each}") for each in fault.help]
        for fix in fault.fixes:
            way = "fixed" if fix.is_safe else "perhaps"
            rows.append(f"  {way}: {' / '.join(apply(source, fix.edits).text.splitlines())}")
    rows.append(f"  read as: {' '.join(format_file(tree).split())}")
    return "\n".join(rows)


@pytest.mark.parametrize("code", sorted(LISTED.keys() | SLIPS.keys()))
def test_what_is_said(code: str, snapshot: SnapshotAssertion):
    """The place, the words and the fix are those that help, and the rest of the file is read."""
    samples = [*LISTED.get(code, []), *SLIPS.get(code, [])]
    assert snapshot == "\n\n".join(map(page, samples)) + "\n"


@pytest.mark.parametrize(("code", "sample"), SAMPLES)
def test_messages_are_for_people(code: str, sample: str):
    """No message shows the name of a terminal, or a placeholder."""
    for fault in parse_text(sample)[1]:
        said = " ".join((fault.message, *fault.help, *(label.message for label in fault.related)))
        assert not re.search(r"[A-Z]{3,}|__|\{\w+\}|None", re.sub(r"U\+\w+", "", said))
        assert fault.primary is not None
        assert fault.message[0].islower() or fault.message[0] in "`0123456789"
        assert not fault.message.endswith(".")


def test_the_words_we_speak_of_are_words_of_the_language():
    """Lists of words for messages keep up with the grammar."""
    known = set(tables().terminal_of)
    spoken = (
        set(vocabulary.HOMES)
        | vocabulary.FIRM
        | vocabulary.VERBS
        | vocabulary.NAMED
        | vocabulary.LABELS
    )
    spoken |= vocabulary.OPENERS | vocabulary.RULESET_CLAUSES

    assert set() == spoken - known


def test_every_clause_has_a_home():
    """Every word that can start a clause is recognised in the wrong place."""
    language = tables()
    beginners: set[str] = set()
    for state, symbol in enumerate(language.reached_by):
        if symbol == "LBRACE" or state == language.start:
            beginners |= {
                language.text_of.get(terminal, "") for terminal in language.actions[state]
            }
    words = {word for word in beginners if word[:1].isalpha()}

    # Settings may be called like pieces, manuals begin their lines with what they do.
    others = vocabulary.LABELS | {"add", "after", "with", "states", "implies", "omits", "lost"}
    assert set() == words - set(vocabulary.HOMES) - others


# --- foreign_words ---------------------------------------------------------------------------------------


def quoted(advice: str) -> list[str]:
    """The pieces of rules an advice shows."""
    return [text for text in re.findall("`([^`]+)`", advice) if "…" not in text and " " in text]


@pytest.mark.parametrize("word", [*ACTIONS, *CLAUSES, *NAMES, *NOTIONS])
def test_advice_can_be_followed(word: str):
    """What is shown in place of a foreign word can be read: as a statement, a term or an item."""
    clause = CLAUSES[word].advice if word in CLAUSES else NOTIONS.get(word, "")
    for shown in quoted(ACTIONS.get(word) or NAMES.get(word) or clause):
        ways = [f"rule a {{ {shown} }}", f"rule a {{ when {shown} }}", shown]
        assert any(codes(text) == [] for text in ways), shown


@pytest.mark.parametrize("word", ACTIONS)
def test_a_foreign_verb_is_known(word: str):
    """Whatever somebody wants to do, the advice is about that and not about grammar."""
    (fault,) = parse_text(f"rule a {{ do {word} w }}")[1]

    assert ("unknown-action", (ACTIONS[word],)) == (fault.code, fault.help)


def test_a_verb_nobody_knows():
    """All actions are listed, none left out."""
    (fault,) = parse_text("rule a { do frobnicate w }")[1]

    assert "the actions are: add, bring, change, declare," in fault.help[0]
    assert all(f" {verb}" in fault.help[0] for verb in vocabulary.VERBS)


@pytest.mark.parametrize("word", CLAUSES)
def test_a_foreign_clause_is_known(word: str):
    """A clause from another language is recognised by its first word, whatever is before it."""
    for before in ("", "on turn begins\n", "do reshuffle\n"):
        faults = parse_text(f"rule a {{\n{before}{word} x > 2\n}}")[1]

        assert ("unknown-keyword", (CLAUSES[word].advice,)) == (faults[0].code, faults[0].help)


@pytest.mark.parametrize("word", NOTIONS)
def test_a_notion_of_another_game_is_known(word: str):
    """What other games have is recognised by the first word, at the top and in a rule."""
    for text in (f"{word} x 3\n", f"rule a {{\n  on turn begins\n  {word} x 3\n}}"):
        fault = parse_text(text)[1][0]

        if fault.code != "other-words":  # `token coin 5`
            assert ("unknown-keyword", (NOTIONS[word],)) == (fault.code, fault.help)


@pytest.mark.parametrize("clause", ["lose 1 life", "gains 2 coins", "vote for 3", "pay 2"])
def test_a_foreign_verb_without_do_is_known(clause: str):
    """The advice is the same as after `do`."""
    (fault,) = parse_text(f"rule a {{\n  on turn begins\n  {clause}\n  do roll die\n}}")[1]

    verb = clause.split()[0].removesuffix("s")
    assert ("unknown-keyword", (ACTIONS[verb],)) == (fault.code, fault.help)


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("do eliminate player q", "eliminate player"),
        ("do swap their hands", "swap their hands"),
        ("do take an extra turn", "extra turn"),
        ("the youngest player starts", "youngest"),
        ("when 60 minutes have passed", "60 minutes"),
        ("on every second turn", "every second turn"),
        ("do lose half of your flasks", "half of"),
        ("each player negotiates with q", "negotiates"),
        ("do undo the move", "undo"),
    ],
)
def test_what_cannot_be_said(clause: str, said: str):
    """A wish that no rule can express is named, marked, and answered with what comes closest."""
    faults = parse_text(f"rule a {{\n  {clause}\n  do roll die\n}}")[1]

    assert ["cannot-say"] == [fault.code for fault in faults]
    assert faults[0].primary is not None
    assert said == faults[0].primary.span.text
    assert faults[0].help


def test_texts_and_comments_may_say_anything():
    """A mistake beside a text or a comment about such a thing is reported as what it is."""
    text = 'rule a { says en "ask half of them" chose card c do roll die }  # 60 minutes'

    assert ["unknown-keyword"] == codes(text)
