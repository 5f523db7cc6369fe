" Indentation of rule files: two blanks for each open brace.
if exists("b:did_indent")
  finish
endif
let b:did_indent = 1

setlocal indentexpr=wtrules#indent(v:lnum)
setlocal indentkeys=0},!^F,o,O
let b:undo_indent = "setlocal indentexpr< indentkeys<"
