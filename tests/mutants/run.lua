-- lua5.4 run.lua TREE BUILD LIST [PATTERN...]: plants each error of the list whose file matches a pattern into the
-- tree, builds the tests that must find it, runs them, and takes the error out again. Status 1: one of them lives.
-- BUILD "-": nothing is planted; each text must stand once where the list says, and that is all.
-- A test is a name of ctest's, or a scene that `tauwerk check` compares with its golden.
local tree, build, list = arg[1], arg[2], dofile(arg[3])
local patterns = table.move(arg, 4, #arg, 1, {})

local function read(path)
  local f <close> = assert(io.open(path, "rb"))
  return f:read("a")
end

local function write(path, text)
  local f <close> = assert(io.open(path, "wb"))
  assert(f:write(text))
end

-- the text with `old`, which must stand there once, replaced
local function planted(text, old, new, where)
  local first, last = text:find(old, 1, true)
  assert(first, where .. ": the text to replace is not there: " .. old)
  assert(not text:find(old, first + 1, true), where .. ": the text to replace is there twice: " .. old)
  return text:sub(1, first - 1) .. new .. text:sub(last + 1)
end

-- names of ctest's as one pattern, scenes as words; and what to build for them
local function split(tests)
  local names, scenes, built = {}, {}, {}
  for test in tests:gmatch("%S+") do
    local scene = test:find("%.lua$")
    table.insert(scene and scenes or names, scene and tree .. "/" .. test or test)
    built[test:find("^unit_") and test or "tauwerk"] = true
  end
  local targets = {}
  for name in pairs(built) do targets[#targets + 1] = name end
  table.sort(targets)
  return table.concat(names, "|"), table.concat(scenes, " "), table.concat(targets, " ")
end

local function run(command)
  return os.execute(command .. " >" .. build .. "/mutant.log 2>&1") == true
end

local function wanted(file)
  for _, p in ipairs(patterns) do
    if file:find(p) then return true end
  end
  return #patterns == 0
end

-- "killed", "LIVES", or that the compiler has refused it
local function try(m, path, text)
  write(path, planted(text, m[2], m[3], m[1]))
  local names, scenes, targets = split(m[4])
  if not run(("cmake --build %s --target %s"):format(build, targets)) then return "killed by the compiler" end
  if names ~= "" and not run(("ctest --test-dir %s -R '^(%s)$' --no-tests=error --stop-on-failure --timeout 300")
    :format(build, names)) then
    assert(not read(build .. "/mutant.log"):find("No tests were found", 1, true), m[1] .. ": no test called " .. names)
    return "killed"
  end
  if scenes ~= "" and not run(("%s/tauwerk check %s"):format(build, scenes)) then return "killed" end
  return "LIVES"
end

if build == "-" then
  for _, m in ipairs(list) do planted(read(tree .. "/src/" .. m[1]), m[2], m[3], m[1]) end
  print(#list .. " errors can be planted")
  return
end

local lives, killed = 0, 0
for _, m in ipairs(list) do
  if wanted(m[1]) then
    local path = tree .. "/src/" .. m[1]
    local text = read(path)
    local ok, verdict = pcall(try, m, path, text)
    write(path, text)
    if not ok then
      io.stderr:write(verdict, "\n")
      os.exit(2)
    end
    if verdict == "LIVES" then lives = lives + 1 else killed = killed + 1 end
    print(("%-22s %-38s %s  ->  %s"):format(verdict, m[1], m[2], m[3]))
    io.stdout:flush()
  end
end
print(("%d killed, %d live"):format(killed, lives))
os.exit(lives == 0 and killed > 0)
