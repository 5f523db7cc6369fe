"""The Python half of the web page: calls with plain values in, answers with plain values out.

`api.answer` is the one entrance. The page's worker calls it in the browser, `server.py` on this
machine; README.md lists the calls.
"""
