-- Functions with large libraries of their own, which are loaded at the first call: most scripts call none of them, and every
-- start of the program would pay for them.
local tw, host = ...

-- what the last of the libraries gives, a table of functions
local function library(...)
    local names, functions = { ... }, nil
    return function()
        if not functions then
            for _, name in ipairs(names) do functions = host.chunk(name, tw, host) end
        end
        return functions
    end
end

local function later(owner, name, functions)
    owner[name] = function(...) return functions()[name](...) end
end

local robot = library "tauwerk.robot"
later(tw, "import", robot)
later(host.methods, "add", robot)
later(host.methods, "robot_text", robot)
later(host.methods, "required", library "tauwerk.required")
later(host.methods, "solve", library("tauwerk.solve.unknowns", "tauwerk.solve.goals", "tauwerk.solve.motion",
    "tauwerk.solve.sense", "tauwerk.solve.words", "tauwerk.solve"))
