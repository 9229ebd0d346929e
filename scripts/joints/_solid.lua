-- Meshes that scenes of this folder share: solids of revolution, toothed wheels, racks and threads, axis z; moments of inertia.
local solid = {}

-- a solid of revolution; profile: { {r, z}, ... } upward, the first and the last with r = 0
function solid.lathe(profile, sides)
  local n, v, t = sides or 64, {}, {}
  local function ring(i) return 1 + (i - 2) * n end  -- the number before the first vertex of profile point i
  v[1] = { 0, 0, profile[1][2] }
  for i = 2, #profile - 1 do
    for k = 0, n - 1 do
      local a = 2 * math.pi * k / n
      v[#v + 1] = { profile[i][1] * math.cos(a), profile[i][1] * math.sin(a), profile[i][2] }
    end
  end
  v[#v + 1] = { 0, 0, profile[#profile][2] }
  for k = 1, n do
    local l = k % n + 1
    t[#t + 1] = { 1, ring(2) + l, ring(2) + k }
    t[#t + 1] = { #v, ring(#profile - 1) + k, ring(#profile - 1) + l }
    for i = 2, #profile - 2 do
      local a, b = ring(i), ring(i + 1)
      t[#t + 1] = { a + k, a + l, b + l }
      t[#t + 1] = { a + k, b + l, b + k }
    end
  end
  return v, t
end

-- a prism over a closed outline { {x, y}, ... }, anticlockwise and seen whole from the origin
function solid.prism(outline, height)
  local n, v, t = #outline, {}, {}
  for side = 0, 1 do
    for _, p in ipairs(outline) do v[#v + 1] = { p[1], p[2], (side - 0.5) * height } end
  end
  v[#v + 1], v[#v + 2] = { 0, 0, -height / 2 }, { 0, 0, height / 2 }
  for k = 1, n do
    local l = k % n + 1
    t[#t + 1] = { 2 * n + 1, l, k }
    t[#t + 1] = { 2 * n + 2, n + k, n + l }
    t[#t + 1] = { k, l, n + l }
    t[#t + 1] = { k, n + l, n + k }
  end
  return v, t
end

-- the outline of a wheel: its teeth are trapezia about the pitch circle; a tooth points along x, or a gap does
function solid.teeth(count, radius, depth, gap)
  local p = {}
  for k = 0, count - 1 do
    local at, step = (k + (gap and 0.5 or 0)), 2 * math.pi / count
    for _, q in ipairs { { -0.29, -1 }, { -0.13, 1 }, { 0.13, 1 }, { 0.29, -1 } } do
      local a, r = (at + q[1]) * step, radius + q[2] * depth / 2
      p[#p + 1] = { r * math.cos(a), r * math.sin(a) }
    end
  end
  return p
end

-- a toothed bar along z, teeth toward -x, a gap in the middle; the pitch line is at x = 0
function solid.rack(count, pitch, depth, back, width)
  local p, v, t = {}, {}, {}
  local low = -(count / 2) * pitch
  p[1] = { low, depth / 2 }
  for k = 0, count - 1 do
    for _, q in ipairs { { -0.29, 1 }, { -0.13, -1 }, { 0.13, -1 }, { 0.29, 1 } } do
      p[#p + 1] = { low + (k + 0.5 + q[1]) * pitch, q[2] * depth / 2 }
    end
  end
  p[#p + 1] = { -low, depth / 2 }
  local n = #p
  for side = -0.5, 0.5 do
    for _, q in ipairs(p) do v[#v + 1] = { q[2], side * width, q[1] } end
    for _, q in ipairs(p) do v[#v + 1] = { depth / 2 + back, side * width, q[1] } end
  end
  local function quad(a, b, c, d)
    t[#t + 1] = { a, b, c }
    t[#t + 1] = { a, c, d }
  end
  for k = 1, n - 1 do
    quad(k, n + k, n + k + 1, k + 1)                            -- y < 0
    quad(2 * n + k, 2 * n + k + 1, 3 * n + k + 1, 3 * n + k)    -- y > 0
    quad(k, k + 1, 2 * n + k + 1, 2 * n + k)                    -- teeth
    quad(n + k, 3 * n + k, 3 * n + k + 1, n + k + 1)            -- back
  end
  quad(1, 2 * n + 1, 3 * n + 1, n + 1)
  quad(n, 2 * n, 4 * n, 3 * n)
  return v, t
end

-- a right-handed threaded rod along z
function solid.thread(radius, depth, pitch, length)
  local n, v, t = 32, { { 0, 0, -length / 2 } }, {}
  local rings = math.floor(10 * length / pitch + 0.5)
  for j = 0, rings do
    local z = (j / rings - 0.5) * length
    for k = 0, n - 1 do
      local a = 2 * math.pi * k / n
      local r = radius + depth / 2 * math.cos(2 * math.pi * z / pitch - a)
      v[#v + 1] = { r * math.cos(a), r * math.sin(a), z }
    end
  end
  v[#v + 1] = { 0, 0, length / 2 }
  for k = 1, n do
    local l = k % n + 1
    t[#t + 1] = { 1, 1 + l, 1 + k }
    t[#t + 1] = { #v, 1 + rings * n + k, 1 + rings * n + l }
    for j = 0, rings - 1 do
      local a, b = 1 + j * n, 1 + (j + 1) * n
      t[#t + 1] = { a + k, a + l, b + l }
      t[#t + 1] = { a + k, b + l, b + k }
    end
  end
  return v, t
end

-- the moment of inertia about axis i through the centre
function solid.moment(body, i)
  local I = body.inertia
  return type(I[i]) == "number" and I[i] or I[i][i]
end

return solid
