"""The manual page of every code that wtrules reports: `wtrules explain CODE`.

The pages stand beside what finds the fault; here they are brought together.
"""

from __future__ import annotations

from functools import cache
from inspect import cleandoc
from types import ModuleType


@cache
def all_codes() -> dict[str, str]:
    """Return every code there is with its page, in the order of its part of wtrules."""
    found: dict[str, str] = {}
    for pages in (*_syntax(), *_layers(), *_meaning(), *_checks(), *_positions(), *_playing()):
        for code, text in pages.items():
            found.setdefault(code, text)
    return found


def page(code: str) -> str | None:
    """Return the page of a code, None if nothing is ever reported under it."""
    return all_codes().get(code)


@cache
def _warnings() -> frozenset[str]:
    from wtrules.rules import elaborate_pages
    from wtrules.validation import rehearsal

    modules = (*_check_modules(), elaborate_pages, rehearsal)
    return frozenset(code for module in modules for code in getattr(module, "WARNINGS", ()))


def can_be_suppressed(code: str) -> bool:
    """Whether a code is a warning or a note."""
    return code in _warnings()


def check_pages(module: ModuleType) -> dict[str, str]:
    """Return the pages of one check: `PAGES`, or its docstring when it has one code."""
    if hasattr(module, "PAGES"):
        return dict(module.PAGES)
    (code,) = module.CODES
    return {code: cleandoc(module.__doc__ or "") + "\n"}


def _check_modules() -> tuple[ModuleType, ...]:
    from wtrules.checks import CHECK_MODULES

    return CHECK_MODULES


def _checks() -> list[dict[str, str]]:
    return [check_pages(module) for module in _check_modules()]


def _layers() -> list[dict[str, str]]:
    from wtrules.checks.layer_pages import LAYER_PAGES
    from wtrules.checks.ruleset_pages import RULESET_PAGES
    from wtrules.checks.source_pages import SOURCE_PAGES

    return [SOURCE_PAGES, RULESET_PAGES, LAYER_PAGES]


def _syntax() -> list[dict[str, str]]:
    from wtrules.syntax.mistake_pages import SYNTAX_PAGES

    return [SYNTAX_PAGES]


def _meaning() -> list[dict[str, str]]:
    from wtrules.rules.elaborate_pages import PAGES

    return [PAGES]


def _positions() -> list[dict[str, str]]:
    from wtrules.game.position_pages import PAGES

    return [PAGES]


def _playing() -> list[dict[str, str]]:
    from wtrules.validation.rehearsal import PAGES

    return [PAGES]
