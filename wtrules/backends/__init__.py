"""Programs that run.

- `reference` runs a program as Python, step by step.
- `native` runs it as WebAssembly, many games in one call: `wasm` makes the module, `modules` starts it,
  `players` adds the bots.
- `instance` is a module that runs: `on_wasmtime`, which also keeps compiled modules between runs, or
  `in_browser`.
"""
