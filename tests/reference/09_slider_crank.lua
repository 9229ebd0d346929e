-- Slider-crank with a constant torque: motion and the force in every pin and in the guide.
local tw = require "tauwerk"
local case = require "case"
local ref = case.load "09_slider_crank"
local p = ref.params

local function run(form)
  local scene = tw.scene { gravity = p.gravity, rtol = 1e-11, atol = 1e-13 }
  local crank, rod, slider = case.body(scene, p.bodies[1]), case.body(scene, p.bodies[2]), case.body(scene, p.bodies[3])
  scene:torque { on = crank, value = { 0, 0, p.torque_on_crank_z } }
  local at = {}
  for i, j in ipairs(p.joints) do at[i] = j.point_world end
  local O, A, B, guide
  if form == "joints" then
    O = scene:hinge { a = crank, at = at[1], axis = { 0, 0, 1 } }
    A = scene:hinge { a = rod, b = crank, at = at[2], axis = { 0, 0, 1 } }
    B = scene:hinge { a = slider, b = rod, at = at[3], axis = { 0, 0, 1 } }
    guide = scene:slider { a = slider, at = at[4], axis = { 1, 0, 0 } }
  else -- nothing twice: the hinge of the crank, a ball, and the slider's centre on a line
    O = scene:hinge { a = crank, at = at[1], axis = { 0, 0, 1 } }
    A = scene:connect(rod:point_at(at[2]), crank:point_at(at[2]))
    B = scene:connect(slider.center, rod:point_at(at[3]))
    guide = scene:on_line { point = slider.center, through = { 0, 0, 0 }, along = { 1, 0, 0 } }
  end
  local tolerance = ref.tolerance_suggested.position_abs
  for _, s in ipairs(ref.samples) do
    scene:advance_to(s.t)
    local v = s.values
    local axis = crank.orientation * tw.vec3(1, 0, 0)
    case.near(form .. "/x slider", slider.position, { v.slider_x, 0, 0 }, tolerance)
    case.near(form .. "/v slider", slider.velocity, { v.slider_v, 0, 0 }, 10 * tolerance)
    case.near(form .. "/angle crank", axis, { math.cos(v.crank_angle), math.sin(v.crank_angle), 0 }, tolerance)
    case.near(form .. "/rate crank", crank.angular_velocity.z, v.crank_rate, 10 * tolerance)
    if form == "joints" then
      local start = 2 * math.acos(p.bodies[1].quaternion_wxyz[1])
      case.near(form .. "/turns crank", O.angle + start, v.crank_angle, 10 * tolerance)
    end
    -- relative to the largest force in the mechanism
    local pins = { { O, v.pin_O_force_on_crank }, { A, v.pin_A_force_on_rod }, { B, v.pin_B_force_on_slider },
                   { guide, { 0, v.guide_force_on_slider_y, 0 } } }
    local largest = 0
    for _, f in ipairs(pins) do largest = math.max(largest, tw.vec3(f[2]):length()) end
    for i, f in ipairs(pins) do
      case.near(form .. "/force " .. i, f[1].force / largest, tw.vec3(f[2]) / largest, ref.tolerance_suggested.force_rel)
    end
  end
end

run "joints"
run "points"
case.report()
