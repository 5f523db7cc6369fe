"""`wtrules config`: the settings of the configuration file, and where each value comes from."""

from __future__ import annotations

import os
from typing import Any

import typer

from wtrules.cli import EXIT_CLEAN
from wtrules.cli.common import is_typed
from wtrules.cli.configuration import (
    FORMAT_VARIABLE,
    SETTINGS,
    Configuration,
    Setting,
    current,
    default_ruleset,
    option_of,
)
from wtrules.cli.options import DataFormat, FormatOption, Language, LanguageOption
from wtrules.cli.terminal import columns, shared, write_data
from wtrules.safe_text import Medium, json_text
from wtrules.texts import Texts


def config(
    context: typer.Context,
    lang: LanguageOption = Language.EN,
    output_format: FormatOption = DataFormat.TEXT,
) -> int:
    """Show the settings of the configuration file, and where each value comes from.

    The file is `wtrules.toml`, or the table `[tool.wtrules]` of `pyproject.toml`, in the current
    folder or the nearest folder above it. Options come before the environment, and that before the
    file.

    Examples:
      wtrules config
      wtrules config --lang de
      wtrules config --output-format json
    """
    configuration = current.configuration
    file = configuration.file
    found = [_found(context, setting, configuration) for setting in SETTINGS]
    if output_format is DataFormat.JSON:
        write_data(json_text({"file": file, "settings": found}), Medium.JSON)
        return EXIT_CLEAN
    texts = Texts(lang)
    head = texts("config.file", file=file) if file else texts("config.no_file")
    rows = [[one["name"], _shown(one["value"], texts), _origin(one, file, texts)] for one in found]
    write_data("".join(f"{line}\n" for line in (head, "", *columns(rows))))
    return EXIT_CLEAN


def _found(
    context: typer.Context, setting: Setting, configuration: Configuration
) -> dict[str, Any]:
    """Return the value of a setting and where it comes from, as JSON has them."""
    option = option_of(context.command, setting.name)
    if option is not None and is_typed(context, option.name):
        value = context.params.get(option.name, shared.colour)  # the colour is no parameter
        return {"name": setting.name, "value": str(value), "from": "option"}
    if (variable := setting.variable) is not None:
        value = os.environ[variable] if variable == FORMAT_VARIABLE else _COLOURS[variable]
        origin = {"from": "environment", "variable": variable}
        return {"name": setting.name, "value": value, **origin}
    if setting.name in configuration.values:
        value, line = configuration.values[setting.name], configuration.lines[setting.name]
        return {"name": setting.name, "value": value, "from": "file", "line": line}
    value = default_ruleset() if setting.name == "ruleset" else setting.default
    return {"name": setting.name, "value": value, "from": "default"}


_COLOURS = {"NO_COLOR": "never", "FORCE_COLOR": "always"}


def _shown(value: Any, texts: Texts) -> str:
    """Return a value for people."""
    if value is None:
        return texts("config.each_its_own")
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)


def _origin(found: dict[str, Any], file: str | None, texts: Texts) -> str:
    """Return where a value comes from, for people."""
    match found["from"]:
        case "option":
            return texts("config.option", name=found["name"])
        case "environment":
            return texts("config.environment", name=found["variable"])
        case "file":
            return f"{file}:{found['line']}"
    return texts("config.default")
