autocmd BufRead,BufNewFile *.wtr setfiletype wtr
