local t = {}
for k, v in pairs { a = 1, [2] = "x" } do t[#t + 1] = k end
print(("%5.2f|%s"):format(1.5, "a"), ("abc"):gsub("%w", "%0%0"), ("k=v"):match "(%w)=(%w)")
local c = coroutine.wrap(function() coroutine.yield(1) end)
c() c()
assert(load "return 1")()
