-- Every kind has a page, which the index names, with its picture. Examples are Lua; those that begin with their own scene
-- also run.
local tw = require "tauwerk"

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local pages, runs = 0, 0
for name in read("docs/kinds/README.md"):gmatch "%]%(([%w_]+)%.md%)" do
  local text = read("docs/kinds/" .. name .. ".md")
  local picture = text:match "%]%(%.%./pictures/kinds/([%w_]+%.png)%)"
  assert(picture == name .. ".png", name .. ": no picture of its own")
  assert(read("docs/pictures/kinds/" .. picture):sub(2, 4) == "PNG", name .. ": the picture is no PNG")
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
end
assert(pages >= 48, "few pages: " .. pages)
assert(runs >= 23, "few examples that run: " .. runs)
print(("%d pages, %d examples run"):format(pages, runs))
