"""Builders of the rule atlas and the chapters of the rulebook."""

from __future__ import annotations

from typing import Any

from wtrules.syntax import nodes as n
from wtrules.syntax.tree.builder import (
    BUILDERS,
    Builder,
    Meta,
    builds,
    list_of,
    name_of,
    named_list,
    names_of,
    unquote,
)

BUILDERS.update(
    topic=named_list(n.Topic),
    manual=named_list(n.Manual),
    chapter=named_list(n.Chapter),
    in_chapter=name_of(n.InChapter),
    holds=names_of(n.Holds),
    shows=names_of(n.Shows),
    label=named_list(n.Label),
    word=named_list(n.Word),
    columns=list_of(n.Columns),
)


@builds
def differs(b: Builder, m: Meta, c: list[Any]) -> tuple[n.Phrase, ...]:
    return tuple(c)


@builds
def manual_line(b: Builder, m: Meta, c: list[Any]) -> n.ManualLine:
    stance, topic, section, page, differs = c
    return n.ManualLine(
        str(stance),
        b.ident(topic),
        unquote(section) if section is not None else None,
        str(page) if page is not None else None,
        differs or (),
        span=b.at(m),
    )


@builds
def column_titles(b: Builder, m: Meta, c: list[Any]) -> n.ColumnTitles:
    return n.ColumnTitles(str(c[0]), tuple(map(unquote, c[1:])), span=b.at(m))
