-- The reference pages of the site from what the program says of itself, `tauwerk help NAME`:
--   tauwerk lua docs/site/reference.lua TAUWERK FOLDER
-- A text of help has paragraphs, titles at the margin, and items: a name two columns in, what it means beside or below.
local tauwerk, folder = table.unpack(arg)

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end

local function help(name)
  local pipe = assert(io.popen(quote(tauwerk) .. " help " .. quote(name or ""):gsub("^''$", ""), "r"))
  local text = pipe:read("a")
  assert(pipe:close(), "tauwerk help " .. (name or "") .. " fails")
  return text
end

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name .. ".md", "wb"))
  file:write(text)
end

-- the parts of a help text: { title, titled = stands right above its items, items = {{name, meaning}} }
local function parse(text)
  local parts = { { title = "", items = {} } }
  local open, margin, blank -- what a deeper line continues; the line before stood at the margin, or was empty
  for line in text:gmatch "([^\n]*)\n" do
    local part = parts[#parts]
    local indent, rest = line:match "^(%s*)(.-)%s*$"
    if rest == "" then
      open, margin, blank = nil, false, true
    elseif #indent == 0 then
      if margin then -- a sentence that goes on
        part.title = part.title .. " " .. rest
      else
        parts[#parts + 1] = { title = rest, items = {} }
      end
      open, margin, blank = nil, true, false
    else
      if #part.items == 0 then part.titled = not blank end
      local name, meaning = rest:match "^(.-)%s%s+(.*)$"
      if #indent > 4 and open then
        open.meaning = open.meaning .. (open.meaning ~= "" and " " or "") .. rest
      else
        open = { name = name or rest, meaning = meaning or "" }
        part.items[#part.items + 1] = open
      end
      margin, blank = false, false
    end
  end
  return parts
end

local function escape(s) return (s:gsub("[|*_<>{}\\]", { ["|"] = "\\|", ["*"] = "\\*", ["_"] = "\\_", ["<"] = "&lt;", [">"] = "&gt;" })) end
local function code(s) return "`" .. s:gsub("|", "\\|") .. "`" end

-- pages of kinds and topics, by name, so that a name in a list is a link
local pages = {}

-- a help text below its first line, and that line
local function body(text, linked)
  local out = {}
  local function put(...) out[#out + 1] = table.concat { ... } end
  local parts = parse(text)
  for i, part in ipairs(parts) do
    if i > 2 then put("\n", part.titled and "## " or "", escape(part.title), "\n") end
    local rows = false
    for _, item in ipairs(part.items) do
      if item.meaning == "" then
        put("\n", escape(item.name), "\n")
        rows = false
      else
        if not rows then put "\n| | |\n|---|---|" end
        rows = true
        local name = linked and i == 2 and pages[item.name] and ("[%s](%s.md)"):format(code(item.name), item.name)
          or code(item.name)
        put("| ", name, " | ", escape(item.meaning), " |")
      end
    end
  end
  return table.concat(out, "\n"), parts[2] and parts[2].title or ""
end

local function names(topic)
  local list = {}
  for _, part in ipairs(parse(help(topic))) do
    if part.title:match "^Kinds of" or part.title:match "^Things that are only" or part.title:match "^Steppers" then
      for _, item in ipairs(part.items) do
        if item.name ~= "prop" and item.name ~= "kinds" then list[#list + 1] = item.name end
      end
    end
  end
  return list
end

-- what the overview lists, in its order
local overview = parse(help())
local commands, topics = {}, {}
for _, part in ipairs(overview) do
  for _, item in ipairs(part.items) do
    local command = item.name:match "^tauwerk (%a+)"
    if command then
      commands[#commands + 1] = { command, item.name, item.meaning }
    elseif part.title:match "^More" then
      topics[#topics + 1] = { item.name, item.meaning }
    end
  end
end
assert(#commands > 10 and #topics > 15, "the overview of help is not what it was")

local kinds = { bodies = names "bodies", forces = names "forces", constraints = names "constraints",
                props = names "props", steppers = names "steppers" }
for _, t in ipairs(topics) do pages[t[1]] = true end
for _, list in pairs(kinds) do
  assert(#list > 3, "a list of kinds is short")
  for _, name in ipairs(list) do pages[name] = true end
end

local made = 0
local function page(name, title)
  local text, first = body(help(name), true)
  write(name, ("# %s\n\n%s\n\n%s\n"):format(title, first ~= title and escape(first) or "", text))
  made = made + 1
end

for _, t in ipairs(topics) do
  if t[1] == "colors" then -- columns, not items
    write("colors", "# colors\n\n```text\n" .. help "colors" .. "```\n")
    made = made + 1
  else
    page(t[1], t[1])
  end
end
for _, list in pairs(kinds) do
  for _, name in ipairs(list) do page(name, name) end
end
for _, c in ipairs(commands) do
  if c[1] ~= "help" and c[1] ~= "version" then
    write("command_" .. c[1], ("# tauwerk %s\n\n%s\n\n%s\n"):format(c[1], code(c[2]), (body(help(c[1])))))
    made = made + 1
  end
end

local index = { "# Reference\n\nMade from the tables of the program: what `tauwerk help` says.\n" }
local function put(s) index[#index + 1] = s end
put "\n## Topics\n\n| | |\n|---|---|"
for _, t in ipairs(topics) do put(("| [%s](%s.md) | %s |"):format(t[1], t[1], escape(t[2]))) end
for _, kind in ipairs { "bodies", "forces", "constraints", "props", "steppers" } do
  put(("\n## %s%s\n"):format(kind:sub(1, 1):upper(), kind:sub(2)))
  local links = {}
  for i, name in ipairs(kinds[kind]) do links[i] = ("[%s](%s.md)"):format(name, name) end
  put(table.concat(links, " · "))
end
put "\n## Commands\n\n| | |\n|---|---|"
for _, c in ipairs(commands) do
  local name = (c[1] == "help" or c[1] == "version") and "tauwerk " .. c[1] or ("[tauwerk %s](command_%s.md)"):format(c[1], c[1])
  put(("| %s | %s |"):format(name, escape(c[3])))
end
write("index", table.concat(index, "\n") .. "\n")
print(("reference: %d pages"):format(made + 1))
