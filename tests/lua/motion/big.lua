-- A scene of 20,000 bodies: made, read, stepped, changed, taken back and removed again. Not timed,
-- but whatever grew with the square of the number would take minutes here.
local tw = require "tauwerk"

local ROWS, LINKS = 1000, 10 -- chains of so many rods; as many free balls

local function scene_of_chains()
  local scene = tw.scene { gravity = "earth", stepper = "rk4", step = 0.001 }
  local rods, joints, chains = {}, {}, {}
  for c = 1, ROWS do
    local chain = scene:group { name = "chain" .. c, position = { c % 40, c // 40 * 4, 0 } }
    local last
    for i = 1, LINKS do
      local rod = chain:rod { name = "link" .. i, from = { 0.25 * (i - 1), 0, 0 }, to = { 0.25 * i, 0, 0 },
                              radius = 0.02, mass = 1 }
      joints[#joints + 1] = chain:connect(last and last.end2 or chain:nail { 0, 0, 0 }, rod.end1)
      rods[#rods + 1], last = rod, rod
    end
    chains[c] = chain
  end
  return scene, rods, joints, chains
end

tw.test("twenty thousand bodies come, move and go", function()
  local scene, rods, joints, chains = scene_of_chains()
  local balls = {}
  for i = 1, ROWS * LINKS do
    balls[i] = scene:sphere { radius = 0.1, position = { i % 100, i // 100, 10 }, velocity = { 0, 0, 1 } }
  end
  assert(#scene.bodies == 2 * ROWS * LINKS and #scene.constraints == ROWS * LINKS)

  -- every object by itself
  for i, ball in ipairs(balls) do
    assert(scene:find(ball.name) == ball and ball.name == "sphere" .. i)
    assert(ball.position == tw.vec3(i % 100, i // 100, 10))
    assert(math.abs(ball.energy.kinetic - ball.mass / 2) < 1e-9 * ball.mass)
    assert(math.abs(ball.acceleration.z + 9.80665) < 0.01)
  end
  for i, joint in ipairs(joints) do
    assert(joint.met and joint.deviation:length() < 1e-9)
    if i % LINKS == 1 then
      local split = joint.split
      assert((split.external + split.inertial + split.velocity + split.deviation - joint.force):length()
        < 1e-6 * (1 + joint.force:length()))
    end
  end
  for c, chain in ipairs(chains) do
    assert(#chain.bodies == LINKS and chain:find("link3") == rods[(c - 1) * LINKS + 3] and chain.met)
  end

  -- a step, and back
  local before = scene:snapshot()
  local hash = scene:hash()
  local z = balls[1].position.z
  scene:advance(0.001)
  assert(balls[1].position.z > z and rods[LINKS].velocity.z < 0)
  local after = scene:hash()
  assert(after ~= hash)
  scene:restore(before)
  assert(scene:hash() == hash)

  -- half of the balls go one by one, the chains as groups
  for i = 2, #balls, 2 do balls[i]:remove() end
  assert(#scene.bodies == 3 * ROWS * LINKS // 2 and not balls[2]:exists() and balls[1]:exists())
  for _, chain in ipairs(chains) do chain:remove() end
  assert(#scene.bodies == ROWS * LINKS // 2 and #scene.constraints == 0)
  -- the names that have come free are given again, the smallest first
  assert(scene:sphere { radius = 1 }.name == "sphere2")
  scene:advance(0.001)
  for i = 1, #balls, 2 do balls[i]:remove() end
  assert(#scene.bodies == 1)
end)

tw.test("ten thousand events and as many drags on lists", function()
  local scene = tw.scene { stepper = "rk4", step = 0.001 }
  local balls, fired = {}, 0
  for i = 1, 10000 do
    balls[i] = scene:sphere { radius = 0.1, position = { i, 0, 0 } }
    scene:at(i // 1000 * 1e-4, function() fired = fired + 1 end)
    scene:when(function() return scene.time >= 5e-4 end, function() fired = fired + 1 end, { times = 1, after = 5e-4 })
  end
  local all = scene:drag { bodies = balls, linear = 0.1 }
  for _, ball in ipairs(balls) do scene:drag { bodies = { ball }, linear = 0.1 } end
  scene:advance(0.002)
  assert(fired == 20000)
  for _, event in ipairs(scene:events()) do assert(event.done) end
  for i = 1, 9999 do balls[i]:remove() end
  assert(#all.bodies == 1 and #scene.forces == 2)
  balls[10000]:remove()
  assert(not all:exists() and #scene.forces == 0)
end)
