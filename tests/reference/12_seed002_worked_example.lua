-- The pendulum of two particles by the position-level step: poses, velocities and multipliers.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "12_seed002_worked_example"
local p = ref.params

local function build(dt, gradient, form)
  local scene = tw.scene { gravity = { 0, -p.g, 0 }, stepper = "project", step = dt, tau = 0.2, gradient = gradient }
  local a = scene:body { mass = p.mA, inertia = { 1, 1, 1 }, position = { p.q0[1], p.q0[2], 0 } }
  local b = scene:body { mass = p.mB, inertia = { 1, 1, 1 }, position = { p.q0[3], p.q0[4], 0 } }
  scene:connect(a.center, scene:nail { 0, 0, 0 })
  if form == "squared" then
    scene:constraint { points = { a.center, b.center }, deviation = function(x)
      local r = x[2] - x[1]
      return r:dot(r) - 2
    end }
  else
    scene:distance { a = a.center, b = b.center, length = math.sqrt(2) }
  end
  return scene, a, b
end

local runs = {}
for _, s in ipairs(ref.samples) do
  local v = s.values
  runs[v.dt] = runs[v.dt] or {}
  table.insert(runs[v.dt], v)
end
for _, dt in ipairs { 0.001, 0.1 } do
  -- the length and its square have the same zeros and directions
  for _, form in ipairs { "squared", "length" } do
    local scene, a, b = build(dt, "start", form)
    local scene2 = build(dt, nil, form)
    for _, v in ipairs(runs[dt]) do
      scene:advance_to(v.step * dt)
      local tolerance = v.step == 1 and ref.tolerance_suggested.q_abs or 1e-10
      local q, w = v.q, v.v
      case.near("A", a.position, { q[1], q[2], 0 }, tolerance)
      case.near("B", b.position, { q[3], q[4], 0 }, tolerance)
      case.near("v_A", a.velocity, { w[1], w[2], 0 }, tolerance / dt)
      case.near("v_B", b.velocity, { w[3], w[4], 0 }, tolerance / dt)
    end
    scene2:advance_to(scene.time)
    assert(scene:hash() == scene2:hash(), "the gradients at the start are the default")
  end
end
assert(runs[0.001] and runs[0.1])

-- the gradients at the predicted pose: there both particles have fallen alike, and the direction is the same; but
-- where A cannot fall, the correction of B has another one
local predicted, _, b = build(0.1, "predicted", "squared")
predicted:advance(0.1)
case.near("B", b.position, { 0.948749217771909, -1.048749217771909, 0 }, 1e-12)
for gradient, want in pairs { start = { 0.948749217771909, -1.048749217771909, 0 },
                              predicted = { 0.951302988308999, -1.046433287139690, 0 } } do
  local alone = tw.scene { gravity = { 0, -p.g, 0 }, stepper = "project", step = 0.1, gradient = gradient }
  local ball = alone:body { mass = p.mB, inertia = { 1, 1, 1 }, position = { 1, -1, 0 } }
  alone:distance { a = ball.center, b = alone:nail { 0, 0, 0 }, length = math.sqrt(2) }
  alone:advance(0.1)
  case.near(gradient, ball.position, want, 1e-12)
end

-- beyond dt^2 g = 2 there is no such pose: the step is divided
local scene = build(math.sqrt(2.01 / p.g), "start", "length")
scene.tau = 1
scene:advance(math.sqrt(2.01 / p.g))
local stats = scene:stats()
assert(stats.steps == 2 and stats.rejected == 1, ("%d steps, %d rejected"):format(stats.steps, stats.rejected))
scene = build(math.sqrt(1.99 / p.g), "start", "length")
scene.tau = 1
scene:advance(math.sqrt(1.99 / p.g))
case.report()
