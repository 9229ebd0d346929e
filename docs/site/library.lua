-- The reference of the library, made from its header: library.lua HEADER PAGE
local header, page = ...
local lines, out, comment, section = {}, {}, {}, nil
for line in io.lines(header) do lines[#lines + 1] = line end

local function text_of(c) return (table.concat(c, "\n"):gsub("^/%*%s?", ""):gsub("%s*%*/%s*$", ""):gsub("\n %* ?", "\n")) end
local function add(text) out[#out + 1] = text end

add "# The header tauwerk.h\n\nMade from `include/tauwerk.h`. How programs link it, and what it holds to: [the library](../library.md).\n"
local i, functions = 1, 0
while i <= #lines do
  local line = lines[i]
  section = line:match "^/%* %-%-%-%- (.-) %-+ %*/$"
  if section then
    add("## " .. section .. "\n")
    comment = {}
  elseif line:match "^/%*" then
    comment = { line }
    while not lines[i]:match "%*/%s*$" do
      i = i + 1
      comment[#comment + 1] = lines[i]
    end
  elseif line:match "^TW_API" or line:match "^typedef" or line:match "^static inline" or line:match "^struct tw_%w+ {" then
    local code, inline = { line }, line:match "^static inline"
    local ends = inline and "^}" or (line:match "{%s*$" and "^}.*;$" or ";%s*$")
    while not lines[i]:match(ends) do
      i = i + 1
      code[#code + 1] = lines[i]
    end
    local name = line:match "(tw_[%w_]+)%(" or line:match "%(%*(tw_[%w_]+)%)" or code[#code]:match "(tw_[%w_]+);" or line:match "(tw_[%w_]+)"
    if #comment > 0 or not inline then
      if line:match "^TW_API" then functions = functions + 1 end
      if inline then code = { (line:gsub("static inline ", ""):gsub(" {$", ";")) } end
      code[1] = code[1]:gsub("^TW_API ", "")
      add(("### `%s`\n\n%s\n\n```c\n%s\n```\n"):format(name, text_of(comment), table.concat(code, "\n")))
    end
    comment = {}
  end
  i = i + 1
end
assert(functions >= 20, "the header declares too little")
local file = assert(io.open(page, "w"))
file:write(table.concat(out, "\n"))
file:close()
