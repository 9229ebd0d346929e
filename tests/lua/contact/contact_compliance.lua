-- Bounded constraints that contradict others beside contacts get a compliance, whose effect a second solution removes:
-- a box in an upright slider on the ground, one corner drawn by a nail that it cannot reach. Nothing moves, so the nail
-- pulls with its bound straight toward its place, the slider and the ground take what is left.
local tw = require "tauwerk"
local force = dofile("tests/lua/_cases.lua").force

local function near(what, got, wanted, within)
  local off = got - wanted
  off = type(off) == "number" and math.abs(off) or off:length()
  if not (off <= within) then error(("%s: got %s, expected %s, off by %.3g"):format(what, tostring(got), tostring(wanted), off), 2) end
end

for _, stepper in ipairs { "auto", "dopri", "timestep" } do
  for _, most in ipairs { 1, 50, 2000 } do
    for _, friction in ipairs { 0, 0.5 } do
      local label = ("%s, %g N, friction %g"):format(stepper, most, friction)
      local scene = tw.scene { stepper = stepper, step = 1 / 600, tau = 0.1, gravity = { 0, 0, -10 } }
      scene:ground { height = 0, friction = friction }
      local box = scene:box { size = { 0.6, 0.4, 0.2 }, mass = 3, position = { 0, 0, 0.1 }, collide = true, friction = friction }
      local slider = scene:slider { a = box, at = { 0, 0, 0.1 }, axis = { 0, 0, 1 } }
      local corner, away = box:corner(8), tw.vec3(0.3, 0.2, -0.4)
      local nail = scene:connect(corner, scene:nail(corner.position + away), { max_force = most })
      scene:advance(0.1)
      local pull = away:normalized() * most
      near(label .. ": stands", box.position, tw.vec3(0, 0, 0.1), 1e-7)
      near(label .. ": nail", nail.force, pull, 1e-7 * most)
      local ground = force(box, scene)
      near(label .. ": ground", ground.z, 30 - pull.z, 1e-6 * (30 + most))
      near(label .. ": all", ground + slider.force + nail.force, tw.vec3(0, 0, 30), 1e-6 * (30 + most))
    end
  end
end
print("ok")
