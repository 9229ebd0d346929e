-- The search of a built site, tried in headless Chromium on the page as a file, as a reader opens it:
--   tauwerk lua docs/site/search.lua FOLDER [CHROMIUM]
-- each word leads to a page that is there, and a word that is nowhere leads to none.
local folder, chromium = arg[1], arg[2] or "chromium"
local words = { hinge = "hinge", retime = "retime", ["torsion%20spring"] = "torsion_spring", ["zzqxv"] = false } -- part of the address of a result

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end
local function output(command)
  local pipe <close> = assert(io.popen(command, "r"))
  return pipe:read("a")
end

folder = output("realpath " .. quote(folder)):gsub("\n$", "")
local root = output "id -u" == "0\n" and " --no-sandbox" or ""
local profile = os.tmpname()
os.remove(profile)
local wrong = 0
for word, part in pairs(words) do
  local page = output(("timeout 120 %s --headless --disable-gpu%s --user-data-dir=%s --virtual-time-budget=20000 --dump-dom %s 2>/dev/null")
    :format(quote(chromium), root, quote(profile), quote("file://" .. folder .. "/tutorial/01_ball.html?q=" .. word)))
  local first, found = nil, false
  for address in page:gmatch '<a href="([^"]*)" class="md%-search%-result__link"' do
    first = first or address
    local path = address:match "^file://([^?#]*)"
    local file <close> = path and io.open(path)
    found = found or part and file and address:find(part, 1, true) ~= nil
  end
  if (part and not found) or (not part and first) then
    wrong = wrong + 1
    io.stderr:write(("search: '%s' leads to %s\n"):format(word, first or "no page"))
  end
end
os.execute("rm -rf " .. quote(profile))
if wrong > 0 then os.exit(1) end
print "search: words lead to their pages"
