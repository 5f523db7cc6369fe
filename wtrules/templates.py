"""Pages from Jinja templates, all set up the same way.

A template called `….html.jinja` escapes everything that is put into it. A name that a template asks
for and does not get is an error.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def render_template(template: Path, **values: object) -> str:
    """Return a template with values filled in."""
    return _environment(template.parent).get_template(template.name).render(values)


@cache
def _environment(folder: Path) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=lambda name: bool(name and ".html" in name),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["md"] = _escape_markdown
    environment.filters["fluid"] = _fluid
    return environment


def _escape_markdown(text: object) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(str(text).split()))


def _fluid(svg: str) -> Markup:
    """Return an SVG that fills the width it is given; what people wrote in it is escaped already."""
    from markupsafe import Markup

    return Markup(re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", svg, count=1))
