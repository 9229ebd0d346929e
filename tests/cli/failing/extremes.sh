# Numbers of any size in scenes that contact, force and picture compute with: no undefined behaviour, which the build with
# sanitizers ends by a signal; a status, and a reason where it is not 0
. "$2/tests/cli/lib.sh"

# ends COMMAND...: with a status of a scene that fails, or takes too long, or 0
ends() {
    timeout 300 "$@" >.out 2>.err </dev/null
    status=$?
    case $status in
    0) ;;
    1 | 3 | 124) [ -s .err ] || fail "no reason: $*" ;;
    *) fail "status $status: $*" ;;
    esac
    if grep -q "runtime error\|AddressSanitizer" .err; then fail "undefined behaviour: $*"; fi
}

# bodies far beyond the range of int: cells and bins of a picture, a figure, a curve; a camera that looks nowhere
cat >far.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { name = "far", duration = 0.2, fps = 10, size = { 32, 18 } }
local size = tw.param("size", 1e308)
local p = tw.vec3(2, -size, 1.4)
local charge = scene:sphere { name = "charge", radius = 0.11, mass = 1, position = p, velocity = { 0, 0, 0.9 } }
scene:custom_force { bodies = { charge }, force = function(t, x)
  return { [charge] = { force = x[charge].velocity:cross(tw.vec3(0, 1.8, 0)) } }
end }
for i = 1, 32 do scene:sphere { radius = 0.012, position = p + tw.vec3(math.cos(i), 0, math.sin(i)), fixed = true } end
for i = 1, 20 do pcall(function() scene:card { position = { i, 0, 0 }, conflicts = 16384 } end) end
scene:ground { height = 0 }
scene:light { kind = "sun", to = { -0.55, -0.7, 1 }, irradiance = 2 }
scene:text { "far", at = "top left", size = 0.06 }
scene.draw = { "bodies", "forces", "names", "points" }
scene.camera = { eye = { 0.8, -8, 3.4 }, target = { -0.1, tw.param("look", 0), 1 }, fov = tw.deg(28) }
return scene
END
for set in "size=1e308" "size=-1e308" "size=3e9" "size=1e20" "size=0" "size=1e308 --set look=1e300"; do
    # shellcheck disable=SC2086
    {
        ends "$tauwerk" run far.lua -q -o far --set $set --quality draft --threads 1
        ends "$tauwerk" draw far.lua -q --frame 1 -o far.svg --set $set
        ends "$tauwerk" plot far.lua -q -o far.png --set $set --what speed:charge
        ends "$tauwerk" export far.lua -q -o far.glb --set $set
    }
    rm -rf far far.*[!a]
done

# contacts of bodies with the world and with each other, held by hinges, whose forces and their gradient are asked for
cat >cradle.lua <<'END'
local tw = require "tauwerk"
local big = tw.param("big", 1)
local scene = tw.scene { name = "cradle", duration = 0.3, fps = 10, gravity = "earth", stepper = tw.param("stepper", "auto") }
scene:ground { friction = 0.7 }
pcall(function() scene:ground { height = 2 } end)
for i = 1, 3 do
  local b = scene:sphere { radius = 0.1, position = { 0.2 * i, 0, 0.1 }, collide = true, friction = 0.5, density = 100 * big }
  scene:hinge { a = b, b = nil, at = { 0.2 * i, 0.1, 0.6 }, axis = { 0, 1, 0 } }
end
local left = scene:card { size = { 0.1, 0.07, 0.001 }, position = { -0.5, 0, 0.3 }, collide = true, friction = 0.7 }
local right = scene:card { size = { 0.1, 0.07, 0.001 }, position = { -0.5, 0, 0.2 }, collide = true, friction = 0.7 }
scene:connect(left.center, scene:nail { -0.5 * big, 0, 0.25 })
scene:connect(right.center, left.center)
return scene
END
for set in "big=1" "big=1e6" "big=1e100" "big=1e-100"; do
    for stepper in timestep auto dopri; do
        ends "$tauwerk" run cradle.lua -q --no-render --limit-time 10 --set $set --set stepper=$stepper
    done
done
exit 0
