"""The text of a new house rule: playable at once, with changes to choose from.

The changes are samples in `starting.wtr`. A sample is offered only if it fits the ruleset that the
house rule extends.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from textwrap import wrap

from attrs import frozen

from wtrules.resolve.library import ruleset_names
from wtrules.resolve.model import Rules
from wtrules.source import SourceFile
from wtrules.syntax.format import format_file
from wtrules.syntax.parse import parse
from wtrules.texts import Texts
from wtrules.value import Value

SAMPLES = Path(__file__).with_suffix(".wtr")
_WIDTH = 98  # characters of a line of comments
_NAME = re.compile(r"[^\W\d]\w*(-\w+)*")


@frozen
class Sample(Value):
    """A change a player might want: why, the rule text, what it builds on and what it adds."""

    why: dict[str, str]  # by language
    text: str
    needs: tuple[tuple[str, str], ...] = ()
    adds: str = ""

    @property
    def id(self) -> str:
        """A short name: what it adds or changes."""
        return self.adds or self.needs[0][1]

    def fits(self, base: Rules) -> bool:
        """Whether the change makes sense on top of *base*."""
        taken = bool(base.by_id(self.adds)) or self.adds in base.variants
        return not taken and all(key in base.entries for key in self.needs)


@cache
def read_samples() -> tuple[Sample, ...]:
    """Return the changes to offer, in order; the file says how they are written."""
    _, *blocks = SAMPLES.read_text("utf-8").strip().split("\n\n")
    return tuple(map(_sample, blocks))


def _sample(block: str) -> Sample:
    first, *lines = block.split("\n")
    why, needs, adds = {"en": first.removeprefix("# ")}, "", ""
    while lines[0].startswith("# "):
        _, clause, rest = lines.pop(0).split(" ", 2)
        match clause:
            case "de":
                why[clause] = rest
            case "needs":
                needs = rest
            case "adds":
                adds = rest
            case _:
                raise ValueError(f"{SAMPLES.name}: unknown clause `{clause}`")
    keys = (name.split(" ") for name in needs.split(", ") if name)
    return Sample(why, "\n".join(lines), tuple((kind, id) for kind, id in keys), adds)


def starting_text(
    name: str,
    extends: str,
    variants: tuple[str, ...],
    base: Rules | None,
    *,
    title: str = "",
    wishes: Collection[str] = (),
    lang: str = "en",
) -> str:
    """Return the text of a new house rule; the changes on offer all fit *base*.

    *wishes* are the ids of samples to begin with. Without any, all samples are in the text, switched
    off, with an introduction.
    """
    title = (title or name.replace("-", " ").replace("_", " ")).replace("\\", "").replace('"', "'")
    title = " ".join(f"{title[0].upper()}{title[1:]}".split())
    chosen = f" with {', '.join(variants)}" if variants else ""
    fitting = [one for one in read_samples() if base is None or one.fits(base)]
    lines = [] if wishes else list(_introduction(name, title, Texts(lang)))
    lines += [f"ruleset {name} {{", f'  title   {lang} "{title}"', f"  extends {extends}{chosen}"]
    for sample in fitting:
        off = "" if wishes else "#"
        if not wishes or sample.id in wishes:
            lines += ["", f"  # {Texts(lang).phrase(sample.why)}"]
            lines += [f"  {off}{line}" for line in sample.text.split("\n")]
    return _formatted("\n".join([*lines, "}"]) + "\n")


def _introduction(name: str, title: str, texts: Texts) -> Iterator[str]:
    yield f"# {texts('usage.new_title', title=title)}"
    yield "#"
    yield from wrap(
        texts("usage.new_introduction", name=name),
        _WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _formatted(text: str) -> str:
    """Return the text of a rule file as `wtrules fmt` writes it; a faulty one as it is."""
    file, faults = parse(SourceFile("new.wtr", text))
    return text if faults else format_file(file)


def is_name(name: str) -> bool:
    """Whether a ruleset could have this name, if it is not a keyword."""
    return _NAME.fullmatch(name) is not None


def is_keyword(name: str) -> bool:
    """Whether the language keeps this name for itself."""
    return bool(parse(SourceFile("name", f"ruleset {name} {{ extends {name} }}"))[1])


def name_for(title: str) -> str:
    """Return a name for a ruleset that a title suggests: `Friday night!` → `friday-night`."""
    for letter, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        title = title.replace(letter, plain).replace(letter.upper(), plain)
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    name = "-".join(re.findall("[a-z0-9]+", plain))[:40].strip("-")
    if not is_name(name):
        name = f"house-{name}".strip("-") if name else "house-rule"
    while is_keyword(name) or name in ruleset_names():
        name += "-2" if name in ruleset_names() else "-rule"
    return name
