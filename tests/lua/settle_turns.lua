-- Drawn in along its rod, a bob turns faster: corrections of the deviation change the energy no more
-- than the integrator does, whether the bob itself turns or not.
local tw = require "tauwerk"

local function loss(projection, spin)
    local scene = tw.scene { gravity = { 0, 0, 0 }, rtol = 1e-3, atol = 1e-3, tau = 0.1,
                             stepper = "dopri", projection = projection }
    local bob = scene:sphere { radius = 0.01, position = { 1, 0, 0 }, velocity = { 0, 3, 0 },
                               angular_velocity = { 0, 0, spin } }
    scene:distance { a = bob.center, b = scene:nail { 0, 0, 0 }, length = 1 }
    scene:advance(8)
    local v = bob.velocity
    assert(projection == false or math.abs(bob.position:length() - 1) < 1e-12)
    return math.abs((v.x ^ 2 + v.y ^ 2 + v.z ^ 2) / 9 - 1)
end

for _, spin in ipairs { 0, 3 } do
    local with, without = loss(true, spin), loss(false, spin)
    assert(with < 1.2 * without, ("spin %g: %.3g with, %.3g without"):format(spin, with, without))
end
