-- Pendulums, a jointed chain, a stack and a ragdoll, each alone and all in one scene, ten metres apart:
--   tauwerk lua bench/mixed.lua [SECONDS] [STEPPER]
-- Each part is to be as accurate in company as alone, and the whole to cost no more than the sum of the parts and a tenth.
-- Costs are evaluations of the equation of motion and seconds of the processor. With no arguments it fails where a part is
-- more than 5 mm off or evaluations exceed the sum by more than a tenth.
local tw = require "tauwerk"
require "tauwerk.models"
local seconds, stepper = tonumber(arg and arg[1]) or 3, arg and arg[2] or "auto"

local parts = {
  { "pendulums", function(s, x)
    local list = {}
    for i = 1, 4 do
      local a = 0.3 * i
      local rod = s:rod { from = { x, i, 3 }, to = { x + math.sin(a), i, 3 - math.cos(a) }, radius = 0.03 }
      s:hinge { a = rod, at = { x, i, 3 }, axis = { 0, 1, 0 } }
      list[i] = rod
    end
    return list
  end },
  { "chain", function(s, x)
    local list, last = {}, s:nail { x, 0, 4 }
    for i = 1, 16 do
      list[i] = s:rod { length = 0.1, radius = 0.01, position = { x + 0.1 * (i - 0.5), 0, 4 }, orientation = tw.rotation({ 0, 0, 1 }, { 1, 0, 0 }) }
      s:connect(list[i].end1, last)
      last = list[i].end2
    end
    return list
  end },
  { "stack", function(s, x)
    local list = {}
    for i = 1, 6 do list[i] = s:box { size = { 0.4, 0.4, 0.2 }, position = { x, 0, 0.2 * i - 0.1 }, collide = true } end
    return list
  end },
  { "ragdoll", function(s, x)
    return s:figure { position = { x, 0, 1.5 }, collide = true }.bodies
  end },
}

local function run(chosen)
  local s = tw.scene { gravity = "earth", stepper = stepper }
  s:ground { height = 0 }
  local kept = {}
  for k, part in ipairs(parts) do
    if chosen == 0 or chosen == k then kept[k] = part[2](s, 10 * k) end
  end
  local begin = os.clock()
  s:advance_to(seconds)
  return { time = os.clock() - begin, stats = s:stats(), parts = kept, bodies = #s.bodies }
end

if arg and arg[3] then run(tonumber(arg[3])) return end
local all, sum, worst = run(0), { time = 0, evaluations = 0, steps = 0 }, 0 -- worst: m apart
print(("%-10s %10s %10s %12s %8s"):format("", "apart", "steps", "evaluations", "CPU s"))
for k, part in ipairs(parts) do
  local alone = run(k)
  local apart = 0
  for i, body in ipairs(alone.parts[k]) do apart = math.max(apart, (body.position - all.parts[k][i].position):length()) end
  worst = math.max(worst, apart)
  sum.time, sum.steps = sum.time + alone.time, sum.steps + alone.stats.steps
  sum.evaluations = sum.evaluations + alone.stats.evaluations
  print(("%-10s %10.2g %10d %12d %8.2f"):format(part[1], apart, alone.stats.steps, alone.stats.evaluations, alone.time))
end
print(("%-10s %10s %10d %12d %8.2f"):format("sum", "", sum.steps, sum.evaluations, sum.time))
print(("%-10s %10s %10d %12d %8.2f   %.2f of the sum"):format("all", "", all.stats.steps, all.stats.evaluations, all.time, all.time / sum.time))
if not (arg and arg[1]) then
  assert(worst < 5e-3, ("in company a body is %g m from where it is alone"):format(worst))
  assert(all.stats.evaluations < 1.1 * sum.evaluations, ("%d evaluations, alone %d"):format(all.stats.evaluations, sum.evaluations))
end
