-- The gallery: a page for each scene in scripts/ with its picture, film, opening comment and script.
--   tauwerk lua docs/site/gallery.lua PICTURES FOLDER      from the top of the tree
-- PICTURES has NAME.png, and NAME.mp4 where there is a film; NAME is the script's path with _ for /.
local pictures, folder = table.unpack(arg)

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end
local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end
local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

-- the comment that a script begins with, as text
local function comment(text)
  local lines = {}
  for line in text:gmatch "([^\n]*)\n" do
    local words = line:match "^%-%-%s?(.*)$"
    if not words then break end
    if not words:match "^as a test:" then lines[#lines + 1] = words end
  end
  return table.concat(lines, "\n")
end

local groups = {
  { "", "To begin with" }, { "films", "Films" }, { "figures", "The paper's figures" }, { "mechanisms", "Mechanisms" }, { "contact", "Contact" },
  { "joints", "Joints and constraints" }, { "forces", "Forces" }, { "bodies", "Bodies" }, { "custom", "Constraints of one's own" },
  { "models", "Models" }, { "solve", "Numbers that are found" }, { "picture", "The picture" },
  { "robots", "Robots" },
}
local known = {}
for _, g in ipairs(groups) do known[g[1]] = g end

local list = assert(io.popen "find scripts -name '*.lua' -not -name '_*' | sort")
local count, films = 0, 0
for path in list:lines() do
  local group, base = path:match "^scripts/(.-)/?([^/]+)%.lua$"
  local name = (path:gsub("^scripts/", ""):gsub("%.lua$", ""):gsub("/", "_"))
  local text = assert(read(path))
  local what = comment(text)
  assert(what ~= "", path .. ": no opening comment that says what it shows")
  local film = read(pictures .. "/" .. name .. ".mp4") and name .. ".mp4"
  local picture = assert(read(pictures .. "/" .. name .. ".png"), path .. ": no picture") and name .. ".png"
  local title = base:gsub("_", " "):gsub("^%l", string.upper)
  local out = { "# ", title, "\n\n" }
  if film then
    films = films + 1
    out[#out + 1] = ('<video src="%s" poster="%s" controls loop muted playsinline></video>\n\n'):format(film, picture)
  else
    out[#out + 1] = ("![%s](%s)\n\n"):format(title, picture)
  end
  out[#out + 1] = ("## What it shows\n\n%s\n\n    tauwerk run %s\n\n## The script\n\n```lua\n%s```\n\n[All scenes](index.md)\n"):format(what:gsub("<", "&lt;"), path, text)
  write(("%s/%s.md"):format(folder, name), table.concat(out))
  for _, f in ipairs { film or picture, picture } do
    assert(os.execute(("cp %s %s"):format(quote(pictures .. "/" .. f), quote(folder .. "/" .. f))))
  end
  local g = known[group]
  if not g then
    g = { group, group }
    known[group], groups[#groups + 1] = g, g
  end
  g[#g + 1] = ('<a class="tile" href="%s.html"><img src="%s" alt="%s" loading="lazy"><span>%s</span></a>'):format(name, picture, title, title)
  count = count + 1
end
list:close()

local index = { "# Gallery\n\nEvery scene in `scripts/`, with its picture, what it shows, and its script.\n" }
for _, g in ipairs(groups) do
  if g[3] then index[#index + 1] = ("\n## %s\n\n<div class=\"tiles\">\n%s\n</div>\n"):format(g[2], table.concat(g, "\n", 3)) end
end
write(folder .. "/index.md", table.concat(index))
print(("gallery: %d scenes, %d films"):format(count, films))
