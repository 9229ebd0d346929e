-- Every kind in the program's tables has a page, which the index names, with a picture of its own, a scene that shows it and
-- all its own fields; a page tells of no other fields. Examples are Lua; those that begin with their own scene also run.
local tw = require "tauwerk"

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function help(name)
  local pipe <close> = assert(io.popen(("'%s' help %s"):format(arg[1], name), "r"))
  return pipe:read("a")
end

-- the items of the paragraph below a title that matches: a list of names
local function items(text, title)
  local list, inside = {}, false
  for line in text:gmatch "([^\n]*)\n" do
    if line == "" then inside = false end
    if inside and line:match "^  [%w_]" then list[#list + 1] = line:match "^  ([%w_]+)" end
    inside = inside or line:match(title) ~= nil
  end
  return list
end

local function set(list, into)
  into = into or {}
  for _, name in ipairs(list) do into[name] = true end
  return into
end

-- fields of the kind, and fields that it shares with others
local function fields_of(name, group)
  local text = help(name == "prop" and "props" or name)
  if name == "text" or name == "graph" then -- told by an example of all
    local own = {}
    for field in text:match "{(.-)}\n":gsub("%b{}", ""):gmatch "([%a_]+) ?=" do own[#own + 1] = field end
    for field in text:match "{(.-)}\n":gsub("%b{}", ""):gmatch ", ([%a_]+)%f[^%a_=]" do own[#own + 1] = field end
    return own, {}
  end
  if name == "prop" then return items(text, "^Fields of a prop"), set { "kind" } end
  return items(text, "^Fields$"), set(items(text, "^Fields of all"), set(items(help(group), "^Fields of all")))
end

-- the fields that the page's own table tells
local function told(text)
  local list = {}
  local part = text:match "\n## Fields\n(.-)\n##? " or text:match "\n## Fields\n(.*)$" or ""
  for field, rest in part:gmatch "\n| `([%w_]+)`([^\n]*)" do
    if not rest:find("| read only |", 1, true) then list[#list + 1] = field end
  end
  return list
end

local function check_fields(name, group, text)
  local own, shared = fields_of(name, group)
  local page = set(told(text))
  for _, field in ipairs(own) do
    assert(page[field] or text:find("`" .. field .. "`", 1, true), name .. ": the page does not tell the field " .. field)
  end
  local known = set(own)
  for field in pairs(page) do
    assert(known[field] or shared[field], name .. ": the page tells a field that the kind does not have: " .. field)
  end
end

local pages, runs = 0, 0
local function check_page(name, index)
  assert(index[name], name .. ": docs/kinds/README.md does not name its page")
  local text = read("docs/kinds/" .. name .. ".md")
  local picture = text:match "%]%(%.%./pictures/kinds/([%w_]+%.png)%)"
  assert(picture == name .. ".png", name .. ": no picture of its own")
  assert(read("docs/pictures/kinds/" .. picture):sub(2, 4) == "PNG", name .. ": the picture is no PNG")
  local scene = text:match "%]%(%.%./%.%./(scripts/[%w_/]+%.lua)%)"
  assert(scene, name .. ": no scene")
  local shown = text:match "`%-%-set show=([%w_]+)`"
  local source = read(scene)
  assert(source:find(shown or name, 1, true), name .. ": the scene " .. scene .. " does not have it")
  local examples = 0
  for code in text:gmatch "```lua\n(.-)```" do
    local run = assert(load(code, "=example of " .. name))
    if code:match 'local scene = tw%.scene' then
      run()
      runs = runs + 1
    end
    examples = examples + 1
  end
  assert(examples > 0, name .. ": no example")
  pages = pages + 1
  return text
end

local index = {}
for name in read("docs/kinds/README.md"):gmatch "%]%(([%w_]+)%.md%)" do index[name] = true end
for group, least in pairs { bodies = 14, forces = 7, constraints = 25, props = 11 } do
  local kinds = items(help(group), group == "props" and "^same with them" or "^Kinds of")
  assert(#kinds >= least, group .. ": few kinds in the tables: " .. #kinds)
  for _, name in ipairs(kinds) do
    check_fields(name, group, check_page(name, index))
    index[name] = nil
  end
end
assert(not next(index), "the index names a page of no kind: " .. tostring(next(index)))
assert(runs >= 23, "few examples that run: " .. runs)
print(("%d pages, %d examples run"):format(pages, runs))
