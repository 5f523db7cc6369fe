-- The language server in Neovim: require("wtrules").setup{ cmd = {"wtrules", "lsp"}, language = "en" }
local M = {}

local clients = {} -- for Neovim 0.7: one client for each folder

function M.config(options)
  options = options or {}
  return {
    name = "wtrules",
    cmd = options.cmd or { vim.g.wtrules_command or "wtrules", "lsp" },
    before_init = function(params)
      params.locale = options.language or params.locale or (vim.v.lang or ""):match("^%a%a")
    end,
    on_attach = options.on_attach,
    capabilities = options.capabilities,
  }
end

local function root_of(path)
  local git = vim.fn.finddir(".git", vim.fn.fnamemodify(path, ":p:h") .. ";")
  return vim.fn.fnamemodify(git ~= "" and git .. "/.." or path, git ~= "" and ":p" or ":p:h")
end

local function start(options, buffer)
  local config = M.config(options)
  config.root_dir = root_of(vim.api.nvim_buf_get_name(buffer))
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

function M.setup(options)
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "wtr",
    group = vim.api.nvim_create_augroup("wtrules", { clear = true }),
    callback = function(event)
      start(options, event.buf)
    end,
  })
end

return M
