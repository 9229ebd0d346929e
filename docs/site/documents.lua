-- The written pages of the site: docs/ copied, with links that leave it mended. A link to a scene goes to the gallery, one
-- to a source file becomes its name.
--   tauwerk lua docs/site/documents.lua FOLDER      from the top of the tree
local folder = arg[1]

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end
local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

-- "docs/kinds" and "../../src/a.c": "src/a.c"
local function resolve(base, link)
  local parts = {}
  for part in (base .. "/" .. link):gmatch "[^/]+" do
    if part == ".." then table.remove(parts) elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

local function mend(text, path)
  local base = path:match "^(.*)/"
  local up = ("../"):rep(select(2, base:gsub("/", "")))
  return (text:gsub("(%[[^%]\n]*%])%(([^)%s]+)%)", function(label, link)
    if link:match "^%a+:" or link:match "^#" then return nil end
    local target, anchor = link:match "^([^#]*)(.*)$"
    local to = resolve(base, target)
    if to:match "^docs/" then
      if target:match "%.%w+$" then return nil end
      return ("%s(%s/README.md%s)"):format(label, target, anchor)
    end
    local scene = to:match "^scripts/(.+)%.lua$"
    if scene then return ("%s(%sgallery/%s.md)"):format(label, up, (scene:gsub("/", "_"))) end
    local name = label:match "^%[`?(.-)`?%]$"
    return "`" .. name .. "`"
  end))
end

local list = assert(io.popen "find docs -type f -not -path 'docs/site/*' | sort")
local pages = 0
for path in list:lines() do
  local to = folder .. "/" .. path:gsub("^docs/", "")
  assert(os.execute("mkdir -p " .. quote(to:match "^(.*)/")))
  if path:match "%.md$" then
    local file <close> = assert(io.open(to, "wb"))
    file:write(mend(read(path), path))
    pages = pages + 1
  elseif path:match "%.png$" then
    assert(os.execute(("cp %s %s"):format(quote(path), quote(to))))
  end
end
list:close()
print(("documents: %d pages"):format(pages))
