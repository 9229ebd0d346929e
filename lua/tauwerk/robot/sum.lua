-- A sum over a file of a robot, by which an edited file is recognised: of an element of host.xml and all in it, their names, attributes and texts,
-- in order, but not their lines or blanks. FNV-1a, 64 bits, as text.
local function add(sum, text)
    for i = 1, #text do sum = ((sum ~ text:byte(i)) * 0x100000001b3) & 0xffffffffffffffff end
    return sum
end

local function of(e, sum)
    local names = {}
    for name in pairs(e.attributes) do names[#names + 1] = name end
    table.sort(names)
    sum = add(sum, "<" .. e.name)
    for _, name in ipairs(names) do sum = add(sum, " " .. name .. "=" .. e.attributes[name]) end
    sum = add(sum, ">" .. (e.text or ""):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
    for _, child in ipairs(e) do sum = of(child, sum) end
    return add(sum, "/")
end

return function(root) return string.format("%016x", of(root, 0xcbf29ce484222325)) end
