-- What programs of cases share: a case under each stepper, what is near what a closed form says, the force of contacts.
local tw = require "tauwerk"
local cases = {}

-- The function case(name, f, steppers): calls f(S, near, check, stepper) for each stepper, with S(fields) a scene under
-- it, with gravity of 9.81 m/s^2 downwards. Of names that `only` is given for, others are left out.
function cases.new(only)
  return function(name, f, steppers)
    if only and not name:find(only, 1, true) then return end
    for _, stepper in ipairs(steppers or { "auto", "dopri", "timestep" }) do
      local label = name .. ", " .. stepper
      local function S(fields)
        fields = fields or {}
        fields.stepper, fields.gravity = stepper, fields.gravity or { 0, 0, -9.81 }
        return tw.scene(fields)
      end
      local function near(what, got, wanted, rough, fine) -- rough: of timestep
        local within = stepper == "timestep" and (rough or 1e-2) or (fine or 2e-6)
        if not (math.abs(got - wanted) <= within) then
          error(("%s: %s: %.12g, expected %.12g"):format(label, what, got, wanted), 2)
        end
      end
      local function check(is, what) if not is then error(label .. ": " .. tostring(what), 2) end end
      f(S, near, check, stepper)
    end
  end
end

-- An error, told of the line that asks, unless |got - wanted| <= within.
function cases.near(label, got, wanted, within)
  if not (math.abs(got - wanted) <= within) then
    error(("%s: got %.15g, expected %.15g within %g"):format(label, got, wanted, within), 2)
  end
end

-- The sum of the forces of contacts on a body, N.
function cases.force(body, s)
  local f = tw.vec3(0, 0, 0)
  for _, c in ipairs(s.contacts) do
    if c.a == body then f = f + c.force elseif c.b == body then f = f - c.force end
  end
  return f
end

return cases
