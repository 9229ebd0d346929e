-- Looks at every page of a built site in headless Chromium in a window of 380 pixels: nothing reaches beyond its edge, and all
-- pictures can be shown.   tauwerk lua docs/site/overflow.lua FOLDER [CHROMIUM]
-- A page made for this has some of them at a time in frames of that width, and tells what it finds.
local folder, chromium = arg[1], arg[2] or "chromium"
local width = 380

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end
local function output(command)
  local pipe <close> = assert(io.popen(command, "r"))
  return pipe:read("a")
end

folder = output("realpath " .. quote(folder)):gsub("\n$", "")
local pages = {}
for path in output("cd " .. quote(folder) .. " && find . -name '*.html' | sort"):gmatch "%./([^\n]*)\n" do
  if path ~= "404.html" and not path:match "^%." then pages[#pages + 1] = ("%q"):format(path) end
end
assert(#pages > 0, "there is no site in " .. folder)

local look = [[<!doctype html>FRAMES<pre id=out></pre><script>
function widest(d) {
  let worst = null, edge = WIDTH;
  for (const e of d.body.querySelectorAll("*")) {
    const r = e.getBoundingClientRect();
    if (r.right > edge + 1 && r.width > 0) { edge = r.right; worst = e; }
  }
  return worst ? worst.tagName.toLowerCase() + " '" + worst.textContent.trim().slice(0, 40) + "'" : "?";
}
window.onload = () => {
  let text = "";
  for (const f of document.querySelectorAll("iframe")) {
    const d = f.contentDocument, w = d.documentElement.scrollWidth, page = f.getAttribute("src");
    text += "looked " + page + "\n";
    if (w > WIDTH) text += "wrong " + page + ": " + w + " pixels wide, by " + widest(d) + "\n";
    for (const i of d.images)
      if (i.complete && !i.naturalWidth && i.loading != "lazy")
        text += "wrong " + page + ": cannot show " + i.getAttribute("src") + "\n";
  }
  document.getElementById("out").textContent = text;
};
</script>]]

local harness, profile = folder .. "/.overflow.html", os.tmpname()
os.remove(profile)
local root = output "id -u" == "0\n" and " --no-sandbox" or ""
local command = ("timeout 120 %s --headless --disable-gpu%s --user-data-dir=%s --allow-file-access-from-files --hide-scrollbars "
  .. "--virtual-time-budget=20000 --dump-dom %s 2>/dev/null"):format(quote(chromium), root, quote(profile), quote("file://" .. harness))

-- the pages first .. last side by side: how many have been looked at, and what is wrong
local function look_at(first, last)
  local frames = {}
  for i = first, last do frames[#frames + 1] = ('<iframe width=%d height=800 style="border:0" src=%s></iframe>'):format(width, pages[i]) end
  local file <close> = assert(io.open(harness, "wb"))
  file:write((look:gsub("FRAMES", function() return table.concat(frames) end):gsub("WIDTH", tostring(width))))
  file:flush()
  local told, wrong = output(command):match '<pre id="out">(.-)</pre>' or "", {}
  for what in told:gmatch "wrong ([^\n]*)" do wrong[#wrong + 1] = what end
  return select(2, told:gsub("looked ", "")), wrong
end

local looked, wrong, together = 0, 0, 12
for first = 1, #pages, together do
  local last = math.min(first + together - 1, #pages)
  local n, list = look_at(first, last)
  if n < last - first + 1 then n, list = look_at(first, last) end -- once more, of a busy machine
  looked, wrong = looked + n, wrong + #list
  for _, what in ipairs(list) do io.stderr:write(what, "\n") end
end
os.remove(harness)
os.execute("rm -rf " .. quote(profile))
if looked ~= #pages then error(("%s has looked at %d of %d pages"):format(chromium, looked, #pages), 0) end
if wrong > 0 then error(wrong .. " things are wider than the window, or not there", 0) end
print(("overflow: %d pages, none wider than %d pixels"):format(looked, width))
