-- Runs snippets in real Lua and renders what comes of each, in the form that Rendering.java has for ours.
local names = {
  "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "rawequal", "rawget", "rawlen", "rawset",
  "select", "setmetatable", "tonumber", "tostring", "type", "xpcall", "math", "string", "table", "utf8",
}
local render

local function renderTable(value, depth)
  if depth > 4 then return "{...}" end
  local parts = {}
  for k, v in next, value do
    parts[#parts + 1] = render(k, depth + 1) .. "=" .. render(v, depth + 1)
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ";") .. "}"
end

local function escape(c)
  return string.format("\\%03d", c:byte())
end

function render(value, depth)
  local kind = math.type(value) or type(value)
  if kind == "integer" then return "i" .. string.format("%d", value) end
  if kind == "float" then
    if value ~= value then return "fnan" end
    return "f" .. string.format("%016x", string.unpack("<i8", string.pack("<d", value)))
  end
  if kind == "string" then return "s" .. value:gsub("-nan", "nan"):gsub("-NAN", "NAN"):gsub("0[xX]%x%x%x%x%x%x%x%x+", "0xADDRESS"):gsub("[^%g ]", escape) end
  if kind == "table" then return renderTable(value, depth) end
  if kind == "function" then return "function" end
  return tostring(value)
end

local function renderAll(first, ...)
  local parts = {}
  local values = table.pack(...)
  for i = 1, values.n do parts[i] = render(values[i], 0) end
  return first .. table.concat(parts, ",")
end

local function outcome(ok, ...)
  return renderAll(ok and "OK " or "ERROR ", ...)
end

local function newEnvironment(prelude)
  local environment = { _VERSION = _VERSION }
  for _, name in ipairs(names) do environment[name] = _G[name] end
  environment._G = environment
  load(prelude, "=prelude", "t", environment)()
  return environment
end

local function run(source, environment)
  local chunk, message = load(source, "=t", "t", environment)
  if not chunk then return "SYNTAX " .. render(message, 0) end
  return outcome(pcall(chunk))
end

function oracle(prelude, batch)
  local results, at = {}, 1
  local environment = newEnvironment(prelude)
  while at <= #batch do
    local source
    source, at = string.unpack("<s4", batch, at)
    results[#results + 1] = string.pack("<s4", run(source, environment))
  end
  return table.concat(results)
end
