" Settings for rule files of wtrules (*.wtr); see :help wtrules
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal iskeyword+=-,.
setlocal suffixesadd=.wtr
" gq formats with wtrules; not 'formatprg', which would delete the text if it has mistakes.
setlocal formatexpr=wtrules#format()
command! -buffer WtrFormat call wtrules#format_buffer()
command! -buffer WtrBoard call wtrules#board()
if !exists("g:current_compiler")
  compiler wtrules
endif

let b:undo_ftplugin = "setlocal comments< commentstring< formatoptions< expandtab< shiftwidth<"
      \ .. " softtabstop< iskeyword< suffixesadd< formatexpr< makeprg< errorformat<"
      \ .. " | delcommand -buffer WtrFormat | delcommand -buffer WtrBoard"
