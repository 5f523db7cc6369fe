" :make checks the file, and the quickfix list shows its mistakes.
if exists("current_compiler")
  finish
endif
let current_compiler = "wtrules"

CompilerSet makeprg=wtrules\ validate\ --quiet\ --color\ never\ --output-format\ concise\ %:S
CompilerSet errorformat=%f:%l:%c:\ %t%*[a-z][%*[^]]]\ %m
