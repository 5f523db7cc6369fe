"""Programs that run.

- `reference` runs a program as Python, step by step.
- `native` runs it as WebAssembly, many games in one call: `wasm` prints the module, `modules` compiles it
  and keeps it between runs, `players` adds the bots.
"""
