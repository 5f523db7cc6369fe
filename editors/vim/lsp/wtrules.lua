-- For Neovim 0.11 and newer: vim.lsp.enable("wtrules")
return {
  cmd = { vim.g.wtrules_command or "wtrules", "lsp" },
  filetypes = { "wtr" },
  root_markers = { ".git" },
}
