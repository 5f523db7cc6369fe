"""The server and its workers call requests by the same names."""

from importlib import import_module

import pytest

from wtrules.lsp import server
from wtrules.lsp.calls import CALLS


@pytest.mark.parametrize(("name", "function"), [(name, call[0]) for name, call in CALLS.items()])
def test_a_request_has_a_function(name: str, function: str):
    """What the workers answer is named after its request."""
    module, _, called = function.partition(".")
    assert name == called
    assert callable(getattr(import_module(f"wtrules.lsp.{module}"), called))


def test_the_server_asks_what_the_workers_answer():
    """Editors ask for references and get references, and so on; each under its name in the protocol."""
    asked = {method.removeprefix("textDocument/"): name for method, name, *_ in server._REQUESTS}
    other_names = {
        "documentHighlight": "highlight",
        "documentSymbol": "symbols",
        "foldingRange": "folding",
        "signatureHelp": "signature",
        "inlayHint": "hints",
        "semanticTokens/full": "tokens",
        "formatting": "format_all",
        "rangeFormatting": "format_range",
        "prepareRename": "prepare_rename",
        "codeAction": "actions",
    }
    same = ("hover", "definition", "implementation", "references", "rename")
    assert other_names | {name: name for name in same} == asked
    assert {*asked.values()} <= CALLS.keys()
