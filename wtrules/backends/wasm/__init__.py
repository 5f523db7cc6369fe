"""A program as WebAssembly text.

- `module` prints a whole module, `blocks` the blocks of the program as one function.
- `statements` prints one function, with `expressions`, `conditions`, `loops` and `options`, which share a
  `frame`.
- `context` is what is known about the program: its `layout` in memory, `bounds` of its numbers, and a `survey`
  of its calls; `facts` is what is known about the numbers of one function.
- `batches` is what a module can do in one call.
"""
