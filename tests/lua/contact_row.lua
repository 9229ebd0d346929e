-- What a fast body hits is fast itself after that, whatever its own velocity was: in the same step of `timestep` it passes
-- through nothing either. Rows of thin cards, of balls and of boxes, hit at 100 m/s; they keep their order in every step, as
-- long as none of them tumbles (a card that turns by 0.2 and more in a step is no longer where its contacts were).
local tw = require "tauwerk"

local kinds = {
  card = function(s, x) return s:box { size = { 0.001, 0.3, 0.3 }, mass = 0.05, position = { x, 0, 0 } } end,
  ball = function(s, x) return s:sphere { radius = 0.02, mass = 0.05, position = { x, 0, 0 } } end,
  brick = function(s, x) return s:box { size = { 0.04, 0.1, 0.2 }, mass = 0.2, position = { x, 0, 0 } } end,
}

-- a row with its gaps, and what comes from the left, in the order of x
local function row(kind, gap, restitution, step)
  local s = tw.scene { stepper = "timestep", step = step }
  local bodies = { s:sphere { radius = 0.1, mass = 20, position = { -0.5, 0, 0 }, velocity = { 100, 0, 0 } } }
  for k = 1, 12 do bodies[#bodies + 1] = kinds[kind](s, gap * k) end
  for _, b in ipairs(bodies) do
    b.collide = true
    b.restitution = restitution
  end
  return s, bodies
end

local whole = 0
for _, kind in ipairs { "card", "ball", "brick" } do
  for _, gap in ipairs { 0.06, 0.2, 0.9 } do
    for _, e in ipairs { 0, 0.7 } do
      for _, step in ipairs { 1 / 60, 1 / 240 } do
        local s, bodies = row(kind, gap, e, step)
        local name = ("%s, gap %g, restitution %g, step %g"):format(kind, gap, e, step)
        local p, last = 20 * 100, 0.5 * 20 * 100 ^ 2 * (1 + 1e-9)
        for k = 1, 12 do
          s:advance_to(k * step)
          local momentum, energy, turn = 0, 0, 0
          for i, b in ipairs(bodies) do
            local after = bodies[i + 1]
            assert(not after or b.position.x < after.position.x,
              ("%s: %d has passed the next one in step %d"):format(name, i, k))
            momentum = momentum + b.mass * b.velocity.x
            energy = energy + 0.5 * b.mass * b.velocity:length() ^ 2
            turn = math.max(turn, step * b.angular_velocity:length())
          end
          assert(math.abs(momentum - p) < 1e-6 * p, name .. ": momentum")
          assert(energy <= last * (1 + 1e-6), name .. ": energy")
          last = energy
          if turn > 0.2 then break end
          whole = whole + 1
        end
      end
    end
  end
end

assert(whole > 300, whole)

-- a body at rest that is thrown at a fixed card, out of reach before it was hit
for _, step in ipairs { 1 / 60, 1 / 240 } do
  local s = tw.scene { stepper = "timestep", step = step }
  local hammer = s:sphere { radius = 0.1, mass = 20, position = { -0.4, 0, 0 }, velocity = { 100, 0, 0 }, collide = true }
  local ball = s:sphere { radius = 0.05, mass = 0.1, position = { 0, 0, 0 }, collide = true }
  s:box { size = { 0.001, 2, 2 }, position = { 0.6, 0, 0 }, fixed = true, collide = true }
  for k = 1, 20 do
    s:advance_to(k * step)
    assert(ball.position.x < 0.5995 - 0.049 and hammer.position.x < ball.position.x, "through the card")
  end
end
