"""Pages from Jinja templates, all set up the same way.

Everything that is put into a template is made safe for its medium, which its name gives:
`….html.jinja`, `….md.jinja`. Filters say where a value is more than words on a line: `|block` several
lines, `|spaced` words between others, `|code` and `|fenced` code in Markdown, `|fluid` and `|safe` markup that was made safe before. A
name that a template asks for and does not get is an error.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wtrules.safe_text import Medium, code_span, fenced, safe, safe_block

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


def render_template(template: Path, **values: object) -> str:
    """Return a template with values filled in."""
    medium = Medium.MARKDOWN if ".md." in template.name else Medium.HTML
    return _environment(template.parent, medium).get_template(template.name).render(values)


@cache
def _environment(folder: Path, medium: Medium) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: object) -> object:
        return value if hasattr(value, "__html__") else Markup(safe(value, medium))

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["block"] = lambda text: Markup(safe_block(text, medium))
    environment.filters["spaced"] = lambda text: Markup(_spaced(text, medium))
    environment.filters["code"] = lambda text: Markup(code_span(text))
    environment.filters["fenced"] = lambda text, language: Markup(fenced(text, language))
    environment.filters["fluid"] = _fluid
    return environment


def _spaced(text: str, medium: Medium) -> str:
    """Return words between other words: with the blanks at their ends, which Markdown drops."""
    made = safe(text, medium).strip(" ")
    return f"{' ' * text.startswith(' ')}{made}{' ' * text.endswith(' ')}" if made else " "


def _fluid(svg: str) -> Markup:
    """Return an SVG that fills the width it is given; what people wrote in it is escaped already."""
    from markupsafe import Markup

    return Markup(re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", svg, count=1))
