"""A program as WebAssembly text.

`module` prints a whole module: `statements` prints a function, with `expressions`, `conditions`, `loops` and
`options`, which share a `frame`; `blocks` prints the blocks of the program; `bounds`, `facts` and `survey` know
what can be left out. `layout` is the memory of a module, `batches` what it can do in one call.
"""
