-- Balls of a row that touch, of which some part while others are struck: 0 <= lambda _|_ u+ + e u- >= 0, again while a
-- pair comes in. Against blows that are solved here, by all sets of pairs that may push.
local tw = require "tauwerk"

-- x of A x = b [n x n], or nil
local function solve(A, b)
  local n = #b
  for c = 1, n do
    local p = c
    for i = c + 1, n do if math.abs(A[i][c]) > math.abs(A[p][c]) then p = i end end
    if math.abs(A[p][c]) < 1e-12 then return nil end
    A[c], A[p], b[c], b[p] = A[p], A[c], b[p], b[c]
    for i = c + 1, n do
      local f = A[i][c] / A[c][c]
      for j = c, n do A[i][j] = A[i][j] - f * A[c][j] end
      b[i] = b[i] - f * b[c]
    end
  end
  for c = n, 1, -1 do
    for j = c + 1, n do b[c] = b[c] - A[c][j] * b[j] end
    b[c] = b[c] / A[c][c]
  end
  return b
end

-- one blow of a row with masses m, velocities v, restitution e; false: nothing comes in
local function blow(m, v, e)
  local n, comes = #m - 1, false
  for i = 1, n do comes = comes or v[i + 1] - v[i] < -1e-3 end
  if not comes then return false end
  for set = 0, (1 << n) - 1 do
    local pick, A, b, good = {}, {}, {}, true
    for i = 1, n do if set >> (i - 1) & 1 == 1 then pick[#pick + 1] = i end end
    for r, i in ipairs(pick) do
      A[r], b[r] = {}, -(1 + e) * (v[i + 1] - v[i])
      for c, k in ipairs(pick) do
        A[r][c] = i == k and 1 / m[i] + 1 / m[i + 1] or k == i + 1 and -1 / m[k] or k == i - 1 and -1 / m[i] or 0
      end
    end
    local x, w = solve(A, b), {}
    for i = 1, #m do w[i] = v[i] end
    for r, i in ipairs(pick) do
      good = good and x[r] >= -1e-12
      w[i], w[i + 1] = w[i] - x[r] / m[i], w[i + 1] + x[r] / m[i + 1]
    end
    for i = 1, n do good = good and w[i + 1] - w[i] + e * (v[i + 1] - v[i]) >= -1e-12 end
    if good then
      for i = 1, #m do v[i] = w[i] end
      return true
    end
  end
  error "no set of pairs"
end

local function row(label, m, v, e, stepper)
  local s, ball = tw.scene { stepper = stepper }, {}
  for i, x in ipairs(v) do
    ball[i] = s:sphere { radius = 0.5, mass = m[i], position = { i, 0, 0 }, velocity = { x, 0, 0 }, collide = true,
                         friction = 0, restitution = e }
  end
  while blow(m, v, e) do end
  s:advance(1e-9)
  for i, b in ipairs(ball) do
    if not (math.abs(b.velocity.x - v[i]) <= 1e-9) then
      error(("%s, %s: ball %d goes at %.12g, expected %.12g"):format(label, stepper, i, b.velocity.x, v[i]))
    end
  end
end

for _, stepper in ipairs { "auto", "dopri" } do
  row("one parts", { 1, 1, 1 }, { 2, 0, 1 }, 1, stepper)
  row("one parts slowly", { 1, 1, 1 }, { 1, 0, 0.02 }, 1, stepper)
  row("both sides", { 1, 1, 1, 1 }, { 1, -1, 0.5, 0 }, 1, stepper)
  row("half", { 1, 1, 1, 1 }, { 3, 0, 1, -1 }, 0.5, stepper)
  local r = tw.scene { seed = 5 }.random
  for k = 1, 40 do
    local m, v = {}, {}
    for i = 1, 2 + k % 4 do m[i], v[i] = r:uniform(0.2, 3), r:uniform(-2, 2) end
    row("row " .. k, m, v, k % 2 == 0 and 1 or r:uniform(0.3, 1), stepper)
  end
end
