" Functions for rule files of wtrules; see :help wtrules

function! s:command() abort
  return get(g:, "wtrules_command", "wtrules")
endfunction

" Format the whole file, because a layout depends on its neighbours; for 'formatexpr'.
function! wtrules#format() abort
  if mode() =~# '[iR]' " typing: let Vim break the line
    return 1
  endif
  call wtrules#format_buffer()
  return 0
endfunction

" Replace the text with its canonical layout; a text with mistakes stays as it is.
function! wtrules#format_buffer() abort
  let text = join(getline(1, "$"), "\n") .. "\n"
  let made = systemlist(shellescape(s:command()) .. " fmt - --quiet", text)
  if v:shell_error
    echohl ErrorMsg | echomsg "wtrules: " .. get(made, 0, "cannot format") | echohl None
    return
  endif
  if made == getline(1, "$")
    return
  endif
  let view = winsaveview()
  if line("$") > len(made)
    call deletebufline("%", len(made) + 1, "$")
  endif
  call setline(1, made)
  call winrestview(view)
endfunction

" Show the board of the example under the cursor as text, in a window beside the rules.
function! wtrules#board() abort
  let view = winsaveview()
  let given = ""
  if search('\<example\>', "bcW") && search('\<given\>\s*"', "eW")
    let given = matchstr(getline("."), '"\zs[^"]*\ze"', col(".") - 1)
  endif
  call winrestview(view)
  if given ==# ""
    echomsg "wtrules: put the cursor into an example with a position"
    return
  endif
  let file = expand("%:p")
  let command = shellescape(s:command()) .. " render --color never "
  let rules = filereadable(file) ? " --ruleset " .. shellescape(file) : ""
  let made = systemlist(command .. shellescape(given) .. rules)
  if !bufexists("wtrules://board") || bufwinnr("wtrules://board") < 0
    botright vnew wtrules://board
    setlocal buftype=nofile bufhidden=wipe noswapfile nowrap
    wincmd p
  endif
  call deletebufline("wtrules://board", 1, "$")
  call setbufline("wtrules://board", 1, made)
endfunction

" Two blanks for each brace that is open before a line; texts and comments do not count.
function! wtrules#indent(number) abort
  let before = prevnonblank(a:number - 1)
  if before == 0
    return 0
  endif
  let code = substitute(getline(before), '"\%(\\.\|[^"\\]\)*"\|#.*$', "", "g")
  let open = count(code, "{") - count(substitute(code, '^\s*}', "", ""), "}")
  let close = getline(a:number) =~# '^\s*}'
  return max([0, indent(before) + shiftwidth() * (open - close)])
endfunction
