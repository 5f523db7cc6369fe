"""The endings of German words, and articles that rule files give."""

from __future__ import annotations

import pytest

from wtrules.texts import Texts
from wtrules.texts.declension import as_object


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("der blaue Magier auf Feld 3", "den blauen Magier auf Feld 3"),
        ("der oberste Turm", "den obersten Turm"),
        ("der Stapel", "den Stapel"),
        ("die Burg", "die Burg"),
        ("die oberen zwei Türme", "die oberen zwei Türme"),
        ("das alte Tor", "das alte Tor"),
        ("zwei blaue Magier", "zwei blaue Magier"),
        ("der Magier von Drache", "den Magier von Drache"),
        ("der alte Drache", "den alten Drachen"),
        ("der Rabe auf der Burg", "den Raben auf der Burg"),
        ("der Eisbär", "den Eisbären"),
        ("der Herr der Türme", "den Herrn der Türme"),
        ("der Elefant", "den Elefanten"),
        ("der Polizist", "den Polizisten"),
        ("der Geist", "den Geist"),
        ("der Riese", "den Riesen"),
        ("der See", "den See"),
        ("Blau", "Blau"),
    ],
)
def test_what_is_done_to_a_thing(subject: str, expected: str):
    """Masculine words change their article, their adjectives and, some of them, themselves."""
    assert expected == as_object(subject, "de")


def test_english_words_have_one_form():
    """English tells subject and object by their order."""
    assert "the blue wizard" == as_object("the blue wizard", "en")


@pytest.mark.parametrize(
    ("lang", "name", "expected"),
    [
        ("en", "the dragon", "dragon"),
        ("en", "The Homecomer", "Homecomer"),
        ("en", "theatre", "theatre"),
        ("de", "der alte Drache", "alte Drache"),
        ("de", "Die Burg", "Burg"),
        ("de", "Dieb", "Dieb"),
        ("de", "die", "die"),
    ],
)
def test_a_name_in_a_list(lang: str, name: str, expected: str):
    """Lists, legends and cards do without the article."""
    assert expected == Texts(lang).without_article(name)
