-- Drives Neovim as a person would: opens a file with mistakes, sees them, applies a fix, renames, formats.
-- test_neovim.py runs it; it writes one line for each step into a file.
local command, file, out = vim.env.WTRULES_COMMAND, vim.env.WTRULES_FILE, vim.env.WTRULES_OUT
local lines = {}
local function say(text) table.insert(lines, text) end
local function finish() vim.fn.writefile(lines, out) vim.cmd("qa!") end
local function wait(what, check)
  if not vim.wait(tonumber(vim.env.WTRULES_WAIT), check, 20) then
    say("timeout: " .. what)
    finish()
  end
end

vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({
  name = "wtrules",
  cmd = vim.fn.json_decode(command),
  root_dir = vim.fn.fnamemodify(file, ":h"),
})
vim.lsp.buf_attach_client(buffer, id)
local function codes()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(found, one.code or (one.user_data and one.user_data.lsp.code))
  end
  table.sort(found)
  return table.concat(found, " ")
end
local function has(line) return vim.fn.search(line, "nw") > 0 end
local function at(words) vim.fn.cursor(1, 1) vim.fn.search(words) end

wait("diagnostics", function() return #vim.diagnostic.get(buffer) == 2 end)
say("shows " .. codes())

-- The fix of the mistake below the cursor; the client would ask which one if there were several.
vim.ui.select = function(items, options, chosen) chosen(items[1], 1) end
at("board.capacty")
vim.lsp.buf.code_action()
wait("fix", function() return has("override board.capacity = 4") end)
wait("diagnostics after the fix", function() return #vim.diagnostic.get(buffer) == 1 end)
say("fixed " .. codes())

at("second_wind")
vim.lsp.buf.rename("breath")
wait("rename", function() return has("spell breath") and has("laid_out = breath") end)
say("renamed")

at("for actr")
vim.cmd("normal! wciwactor")
wait("no diagnostics", function() return #vim.diagnostic.get(buffer) == 0 end)
say("clean")

local format = vim.lsp.buf.formatting_sync or vim.lsp.buf.format
format()
wait("format", function() return has("^    cost   1$") end)
say("formatted")
vim.cmd("write")
finish()
