" :make checks the file, and the quickfix list shows its mistakes.
if exists("current_compiler")
  finish
endif
let current_compiler = "wtrules"

let s:command = shellescape(get(g:, "wtrules_command", "wtrules"))
let s:options = " validate --quiet --color never --output-format concise %:S"
execute "CompilerSet makeprg=" .. escape(s:command .. s:options, ' \|"')
CompilerSet errorformat=%f:%l:%c:\ %t%*[a-z][%*[^]]]\ %m
