-- `timestep`: an impact that falls on the end of a step is at the poses of its instant, as any other: by rounding it was
-- taken at those of the step's start, half a step's way too far from the ground, which gave the ball a percent more spin
local tw = require "tauwerk"

for _, mu in ipairs { 0.1, 0.6 } do
  for _, rate in ipairs { 240, 480, 960 } do
    tw.test(("friction %g, step 1/%d"):format(mu, rate), function()
      local s = tw.scene { stepper = "timestep", step = 1 / rate }
      s:ground { friction = mu, restitution = 0.5 }
      -- 0.25 m above the ground at 1 m/s: a whole number of steps
      local ball = s:sphere { radius = 0.1, mass = 1, position = { 0, 0, 0.35 }, velocity = { 1, 0, -1 }, friction = mu,
                              restitution = 0.5, collide = true }
      s:advance(0.5)
      -- Coulomb: the impulse m (1 + e) mu |v_z|, or the one that ends the slip, 2/7 m v_x
      local impulse = math.min(1.5 * mu, 2 / 7)
      local x, spin = ball.velocity.x, ball.angular_velocity.y
      assert(math.abs(x - (1 - impulse)) < 1e-12, x)
      assert(math.abs(spin - impulse * 0.1 / 0.004) < 1e-11, spin)
    end)
  end
end
