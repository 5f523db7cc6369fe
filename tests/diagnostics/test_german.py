"""Every message has a German translation, with the same blanks; names and code stay as they are."""

import ast
import pickle
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest

import wtrules
from tests.diagnostics.german import without_german
from wtrules.diagnostics import Diagnostic, render, report, wording
from wtrules.diagnostics.fix import replace
from wtrules.diagnostics.in_language import translated
from wtrules.diagnostics.manual import all_codes, page
from wtrules.language.things import THINGS, described
from wtrules.phrase import Phrase, Verbatim, commas, listed, names, numbered, phrase
from wtrules.source import SourceFile, Span
from wtrules.texts import Texts
from wtrules.texts.catalogue import catalogue
from wtrules.texts.phrases import in_language, template_of

PACKAGE = Path(wtrules.__file__).parent
GERMAN = {id: message.forms[0] for id, message in catalogue("de", "diagnostics").messages.items()}
# Templates that code puts together: lists, and numbers with their nouns.
MADE = re.compile(r"\{start\}.*\{last\}|\{start\}\{rest\}|\{n\} \w+")


def blanks(template: str) -> set[str]:
    """Return the names of what is filled into a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an argument can be."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from constants(node.body)
            yield from constants(node.orelse)


def trees() -> Iterator[ast.Module]:
    """Yield the code of all modules."""
    return (ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py")))


def strings(table: Any) -> Iterator[str]:
    """Yield all texts of a data file."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        yield from table
        table = list(table.values())
    if isinstance(table, list):
        for value in table:
            yield from strings(value)


@pytest.mark.slow
def test_every_template_in_the_code_has_a_translation():
    """Whatever is given to `phrase` or `numbered` can be said in German."""
    missing = set()
    for tree in trees():
        for call in ast.walk(tree):
            match call:
                case ast.Call(func=ast.Name(id="phrase"), args=[template]):
                    missing |= {*constants(template)} - GERMAN.keys()
                case ast.Call(func=ast.Name(id="numbered"), args=[_, one, many]):
                    missing |= {*constants(one), *constants(many)} - GERMAN.keys()

    assert set() == missing


def test_every_text_of_the_data_files_has_a_translation():
    """Messages, advice and reasons in the tables of the syntax and of common foreign_words are translated."""
    foreign_words = tomllib.loads((PACKAGE / "diagnostics/foreign_words.toml").read_text("utf-8"))
    phrases = tomllib.loads((PACKAGE / "diagnostics/phrases.toml").read_text("utf-8"))
    words = tomllib.loads((PACKAGE / "syntax/vocabulary.toml").read_text("utf-8"))
    templates = [entry["advice"] for entry in phrases["phrases"] if "advice" in entry]
    plain = [entry["problem"] for entry in phrases["phrases"] if "problem" in entry]
    plain += [*words["homes"], *words["containers"].values(), *words["terminals"].values()]
    for entries in (entries for entries in foreign_words.values() if isinstance(entries, list)):
        for entry in entries:
            plain += [entry[key] for key in ("because", "nearest") if key in entry]
            advice = entry.get("advice", "")
            (templates if "{word}" in advice else plain).append(advice)
    templates += map(template_of, filter(None, plain))

    assert set() == set(templates) - GERMAN.keys()


@pytest.mark.slow
def test_no_translation_is_left_over():
    """Every template in the catalogue is a text of the code or of a data file."""
    texts = {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for path in PACKAGE.rglob("*.toml"):
        texts |= {*strings(tomllib.loads(path.read_text("utf-8")))}
    texts |= {*map(template_of, texts), *map(described, [*THINGS, "deck", "number", "pile"])}
    texts |= {f"{text}s" for text in texts if text.isalpha()}
    texts |= {found.severity for code in all_codes() if (found := page(code)) is not None}
    left = [id for id in GERMAN if id not in texts and not MADE.fullmatch(id)]

    assert [] == left


def test_translations_fill_in_what_the_templates_have():
    """A translation has no blank that its template lacks, and leaves out no number."""
    for template, german in GERMAN.items():
        assert blanks(german) <= blanks(template), template
        assert german, template


def test_the_catalogue_reads_as_gettext_reads_it():
    """The small reader finds the same messages as polib."""
    file = polib.pofile(
        str(PACKAGE / "texts/de/diagnostics.po"), encoding="utf-8", check_for_duplicates=True
    )
    assert {entry.msgid: entry.msgstr for entry in file} == GERMAN


def test_a_phrase_is_its_english_text():
    """A phrase can be used like any text, and sent to another process."""
    made = wording("unknown-rule.message", id="a.b")

    assert "there is no rule called `a.b`" == made
    assert "es gibt keine Regel namens `a.b`" == in_language(made, "de")
    assert made == in_language(made, "en")
    copy = pickle.loads(pickle.dumps(made))
    assert "es gibt keine Regel namens `a.b`" == in_language(copy, "de")


def test_what_is_in_backticks_stays():
    """A rule called `card` is no Karte; words outside of backticks are translated."""
    made = wording("empty-rule.message", kind="card", id="card")

    assert "Karte `card` tut nichts" == in_language(made, "de")


def test_phrases_are_put_together():
    """Lists, endings and numbers of a sentence are translated with it."""
    assert "`a`, `b` oder `c`" == in_language(listed(["`a`", "`b`", "`c`"], "or"), "de")
    assert "ein Turm, ein Feld" == in_language(commas(["a tower", "a space"]), "de")
    assert "Karte oder einzelner Karte" == in_language(listed(["card", "single card"], "or"), "de")
    assert "1 Karte" == in_language(numbered(1, "{n} card", "{n} cards"), "de")
    assert "2 Karten" == in_language(numbered(2, "{n} card", "{n} cards"), "de")
    ended = wording("syntax.expected", list="`x`") + wording("game-without-end.more", number=2)
    assert in_language(ended, "de").startswith("hier passt: `x`")
    assert in_language(ended, "de").endswith(
        in_language(wording("game-without-end.more", number=2), "de")
    )
    many = wording("rules-too-large.message", most=30_000)
    assert in_language(many, "de").endswith("mehr als 30.000 Teile")
    assert "more than 30,000 parts" in many


def test_text_of_rule_files_is_not_translated():
    """Names stay, also outside of backticks; a text of a rule file has its own languages."""
    known = wording("nothing-to-show.part.help", list=names(["card", "rule"]))
    assert "die Teile sind: card, rule" == in_language(known, "de")
    told = Verbatim("because", {"de": "darum"})
    assert "der Grund: darum" == in_language(wording("unplayable-reading.help", text=told), "de")


def test_what_comes_from_outside_is_safe():
    """A name with a line break or a control character stays on its line, in both languages."""
    made = phrase("there is no file `{shown}`", shown="a\n::error::\x1b[31m")

    for language in ("en", "de"):
        assert "`a\\n::error::\\x1b[31m`" in in_language(made, language)
    assert isinstance(Diagnostic("missing-file", made).message, Phrase)


def test_a_diagnostic_is_translated_as_a_whole():
    """Message, labels, help, titles of fixes, severity and summary are all in German."""
    source = SourceFile("friday.wtr", "ruleset friday {\n  extends en-capston\n}\n")
    at = Span(source, 27, 37)
    fix = replace(at, "en-capstone", phrase("did you mean `{guess}`?", guess="en-capstone"))
    fault = report("unknown-variant", at, fix, name="en-capston", known="")

    assert [] == without_german([fault])
    assert "`en-capston` durch `en-capstone` ersetzen" == translated(fault, "de").fixes[0].title
    shown = render([fault], language="de")
    assert shown.startswith("Fehler[unknown-variant]: es gibt keine Variante namens `en-capston`\n")
    assert "^^^^^^^^^^ unbekannte Variante\n" in shown
    assert "= Hilfe: meinst du `en-capstone`?\n" in shown
    assert shown.endswith("\n1 Fehler in 1 Datei.\n")
    assert translated(fault, "en") is fault


def test_a_text_without_phrase_is_found():
    """A message that was put together without a template has no German: the tests would tell."""
    fault = Diagnostic("x", f"there is no rule called `{Path('a.b')}`")

    assert ["there is no rule called `a.b`"] == without_german([fault])


def test_texts_of_the_catalogue_take_phrases():
    """A message inside a sentence of the program is in the language of the sentence."""
    made = wording("unknown-spell.asked.message", spell="x")

    assert "es gibt keinen Zauberspruch `x`" in Texts("de")("web.wrong_position", why=made)
