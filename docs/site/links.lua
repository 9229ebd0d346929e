-- Checks a built site: every link and file that a page names is there, anchors too, and nothing is loaded from outside.
--   tauwerk lua docs/site/links.lua FOLDER
local folder = arg[1]

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

local list = assert(io.popen("find '" .. folder:gsub("'", "'\\''") .. "' -name '*.html' -o -name '*.css' | sort"))
local texts, paths = {}, {}
for path in list:lines() do
  texts[path] = read(path)
  paths[#paths + 1] = path
end
list:close()
assert(#paths > 10, "there is no site in " .. folder)

local function resolve(base, link)
  local parts = {}
  for part in (base .. "/" .. link):gmatch "[^/]+" do
    if part == ".." then table.remove(parts) elseif part ~= "." then parts[#parts + 1] = part end
  end
  return (folder:sub(1, 1) == "/" and "/" or "") .. table.concat(parts, "/")
end

local wrong, links = {}, 0
local function bad(path, format, ...) wrong[#wrong + 1] = path:sub(#folder + 2) .. ": " .. format:format(...) end

local function check(path, link, loads)
  link = link:gsub("&amp;", "&")
  if link:match "^data:" or link:match "^mailto:" or link:match "^javascript:" then return end
  if link:match "^%a+:" or link:match "^//" then
    if loads then bad(path, "loads %s", link) end
    return
  end
  links = links + 1
  local target, anchor = link:match "^([^#?]*)%??[^#]*#?(.*)$"
  local to = target == "" and path or resolve(link:sub(1, 1) == "/" and folder or path:match "^(.*)/", target)
  local text = texts[to] or read(to)
  if not text then
    bad(path, "no file for %s", link)
  elseif anchor ~= "" and texts[to] and to:match "%.html$" and not anchor:match "^__" then
    if not text:find('id="' .. anchor .. '"', 1, true) then bad(path, "no place %s", link) end
  end
end

for _, path in ipairs(paths) do
  local text = texts[path]
  if path:match "%.css$" then
    for link in text:gmatch "url%(([^)]+)%)" do check(path, (link:gsub("[\"']", "")), true) end
    for link in text:gmatch "@import%s+[\"']([^\"']+)" do check(path, link, true) end
  elseif not path:match "/404%.html$" then -- its links begin at the server's root
    for tag in text:gmatch "<%a[^>]*>" do
      local name = tag:match "^<(%a+)"
      local loads = name ~= "a"
      for attribute, link in tag:gmatch "%s(%a+)=\"([^\"]*)\"" do
        if attribute == "src" or attribute == "href" or attribute == "poster" then
          check(path, link, loads and not tag:match 'rel="canonical"')
        end
      end
    end
  end
end
table.sort(wrong)
for _, w in ipairs(wrong) do io.stderr:write(w, "\n") end
if #wrong > 0 then error(#wrong .. " links are wrong", 0) end
print(("links: %d in %d files, all there, nothing from outside"):format(links, #paths))
