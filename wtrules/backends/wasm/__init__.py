"""A program as a WebAssembly module.

- `instructions` are the values a module is made of; `encode` turns them into bytes, `text` into the text format,
  and `read` makes them from text written by hand.
- `module` makes a whole module, `blocks` one function of the blocks of the program.
- `statements` makes one function, with `expressions`, `conditions`, `loops` and `options`, which share a
  `frame`.
- `context` is what is known about the program: its `layout` in memory, `bounds` of its numbers, and a `survey`
  of its calls; `facts` is what is known about the numbers of one function.
- `batches` is what a module can do in one call.
"""
