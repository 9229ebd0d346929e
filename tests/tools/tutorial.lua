-- Does what a reader of docs/tutorial does, chapter by chapter, in one folder per chapter:
--   tauwerk lua tests/tools/tutorial.lua TAUWERK CHAPTER.md FOLDER
-- A block of ```lua or ```sh that begins with a comment naming a file is that file; with "added to FILE" its lines come
-- before the file's last `return`. Every scene is run after every such block, but those
-- whose names begin with _. Other ```sh blocks are sessions: a line
-- "$ command" is run by sh, and the lines below it are what it prints, "..." standing for any lines. A command has to end
-- with status 0 unless the next one asks for $?. Films are made as small drafts here.
local tauwerk, chapter, folder = table.unpack(arg)
local line_number = 0

local function fail(format, ...)
  error(("%s:%d: %s"):format(chapter, line_number, format:format(...)), 0)
end

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

local function quote(s) return "'" .. s:gsub("'", "'\\''") .. "'" end

-- status and output of a command in the chapter's folder
local last = 0
local function run(command)
  local script = ("cd %s || exit 99\nPATH=%s:$PATH\n(exit %d)\n%s\n"):format(quote(folder), quote(tauwerk:match "^(.*)/"), last,
    command)
  local pipe = assert(io.popen("exec 2>&1 </dev/null; sh -c " .. quote(script), "r"))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  last = status
  return status, output
end

-- a film at its full size would take minutes
local function small(command)
  if not command:match "^tauwerk run " then return command end
  if command:match "%-%-no%-render" then return command end
  if not command:match "%-%-size" then command = command .. " --size 160x90" end
  if not command:match "%-%-quality" then command = command .. " --quality draft" end
  return command
end

local function matches(output, expected)
  local at, free = 1, false
  local lines = {}
  for l in output:gmatch "([^\n]*)\n?" do
    -- slow machines see how far it is
    if not l:match "^%S+: %l+: [%d.]+ of [%d.]+ %l+, [%d:]+ left$" then lines[#lines + 1] = (l:gsub("%s+$", "")) end
  end
  while lines[#lines] == "" do lines[#lines] = nil end
  for _, want in ipairs(expected) do
    if want == "..." then
      free = true
    else
      while free and lines[at] and lines[at] ~= want do at = at + 1 end
      if lines[at] ~= want then return false, want end
      at, free = at + 1, false
    end
  end
  return free or at > #lines, "the end"
end

local has_ffmpeg = os.execute("command -v ffmpeg >/dev/null 2>&1")
local commands, scenes, missing = 0, 0, 0

local function session(lines)
  local i = 1
  while lines[i] do
    local command = lines[i]:match "^%$ (.*)"
    if not command then fail("expected '$ command', got '%s'", lines[i]) end
    i = i + 1
    local expected = {}
    while lines[i] and lines[i]:sub(1, 2) ~= "$ " do
      expected[#expected + 1] = lines[i]
      i = i + 1
    end
    if command:match "%.mp4" and not has_ffmpeg then
      missing = missing + 1
    else
      local status, output = run(small(command))
      local asked = lines[i] and lines[i]:find("$?", 1, true)
      if status ~= 0 and not asked then fail("'%s' ends with status %s:\n%s", command, status, output) end
      local same, want = matches(output, expected)
      if #expected > 0 and not same then fail("'%s' prints\n%s\ninstead of '%s'", command, output, want) end
      commands = commands + 1
    end
  end
end

local function save(name, text, adds)
  local path = folder .. "/" .. name
  if adds then
    local before, after = read(path):match "^(.*\n)(return [^\n]*\n)$"
    if not before then fail("%s does not end with a line 'return ...'", name) end
    text = before .. text .. after
  end
  local under = path:match "^(.*)/"
  assert(os.execute("mkdir -p " .. quote(under)))
  write(path, text)
  if not text:match "tw%.scene" or name:match "^_" or name:match "/_" then return end
  local status, output = run("tauwerk run --no-render --quiet " .. quote(name))
  if status ~= 0 then fail("%s ends with status %s:\n%s", name, status, output) end
  scenes = scenes + 1
end

local function block(language, lines)
  local adds = lines[1]:match "^%-%- added to ([%w_./-]+)$"
  local name = adds or lines[1]:match "^%-%- ([%w_./-]+%.lua)" or lines[1]:match "^# ([%w_./-]+%.sh)"
  if name then
    save(name, table.concat(lines, "\n") .. "\n", adds ~= nil)
  elseif language == "sh" then
    session(lines)
  else
    fail("a block that does not say which file it is")
  end
end

local language, lines
for text in read(chapter):gmatch "([^\n]*)\n" do
  line_number = line_number + 1
  local fence = text:match "^```(%w*)$"
  if fence and not language then
    if fence ~= "lua" and fence ~= "sh" then fail("a block of '%s', which nothing runs", fence) end
    language, lines = fence, {}
  elseif fence then
    block(language, lines)
    language = nil
  elseif language then
    lines[#lines + 1] = text
  end
end
assert(not language, chapter .. ": a block without end")
assert(commands + missing > 0 and scenes > 0, chapter .. ": nothing to run")
print(("%s: %d commands, %d runs of scenes, %d left out (no ffmpeg)"):format(chapter, commands, scenes, missing))
