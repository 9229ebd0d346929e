/* Rows for the module itself: scenes, parameters, tw.math, vectors, quaternions; see api.h. */
#include "app/reference/api.h"

#define NUMBER "(x: number): number"

static const tw_api math[] = {
    {"tw.math", "sin", NUMBER, "tw.math.sin(x)", "sine of an angle in rad"},
    {"tw.math", "cos", NUMBER, "tw.math.cos(x)", "cosine of an angle in rad"},
    {"tw.math", "tan", NUMBER, "tw.math.tan(x)", "tangent of an angle in rad"},
    {"tw.math", "asin", NUMBER, "tw.math.asin(x)", "the angle in [-pi/2, pi/2] of this sine, rad"},
    {"tw.math", "acos", NUMBER, "tw.math.acos(x)", "the angle in [0, pi] of this cosine, rad"},
    {"tw.math", "atan", NUMBER, "tw.math.atan(x)",
     "the angle in (-pi/2, pi/2) of this tangent, rad"},
    {"tw.math", "atan2", "(y: number, x: number): number", "tw.math.atan2(y, x)",
     "the angle of (x, y) from the x axis, in (-pi, pi]"},
    {"tw.math", "sinh", NUMBER, "tw.math.sinh(x)", "hyperbolic sine"},
    {"tw.math", "cosh", NUMBER, "tw.math.cosh(x)", "hyperbolic cosine"},
    {"tw.math", "tanh", NUMBER, "tw.math.tanh(x)", "hyperbolic tangent"},
    {"tw.math", "exp", NUMBER, "tw.math.exp(x)", "e to the power x"},
    {"tw.math", "log", "(x: number, base?: number): number", "tw.math.log(x, [base])",
     "natural logarithm, or the one to a base"},
    {"tw.math", "sqrt", NUMBER, "tw.math.sqrt(x)", "square root"},
    {"tw.math", "pow", "(x: number, y: number): number", "tw.math.pow(x, y)",
     "x to the power y, also x ^ y"},
    {"tw.math", "abs", NUMBER, "tw.math.abs(x)", "magnitude"},
    {"tw.math", "min", "(a: number, ...: number): number", "tw.math.min(a, b, ...)", "the least"},
    {"tw.math", "max", "(a: number, ...: number): number", "tw.math.max(a, b, ...)",
     "the greatest"},
    {"tw.math", "floor", NUMBER, "tw.math.floor(x)", "the next integer below"},
    {"tw.math", "ceil", NUMBER, "tw.math.ceil(x)", "the next integer above"},
    {"tw.math", "fmod", "(a: number, b: number): number", "tw.math.fmod(a, b)",
     "a - floor(a / b) b, as Lua's a % b"},
    {"tw.math", "step", NUMBER, "tw.math.step(x)", "1 where x >= 0, else 0"},
    {"tw.math", "select", "(c: number, a: number, b: number): number", "tw.math.select(c, a, b)",
     "a where c >= 0, else b: functions of t do not branch"},
    {"tw.math", "clamp", "(x: number, low: number, high: number): number",
     "tw.math.clamp(x, low, high)", "x, but at least low and at most high"},
    {"tw.math", "lerp", "(a: any, b: any, u: number): any", "tw.math.lerp(a, b, u)",
     "from a to b as u goes from 0 to 1; numbers or vectors"},
    {"tw.math", "smooth", "(u: number): number", "tw.math.smooth(u)",
     "from 0 to 1, without a jump of the speed at the ends"},
    {"tw.math", "pi", "number", "tw.math.pi", "half the angle of a full turn, rad"},
    {"tw.math", "huge", "number", "tw.math.huge", "infinity"},
};

static const tw_api vectors[] = {
    {"tw", "vec3", "(x: number|tauwerk.vector, y?: number, z?: number): tauwerk.vec3",
     "tw.vec3(x, y, z)",
     "a vector; {x, y, z} does as an argument. Fields x y z, also [1] [2] [3]; + - * / == and -v "
     "with vectors and numbers"},
    {"vec3", "x", "number", "v.x, v.y, v.z", "component along x, also v[1]"},
    {"vec3", "y", "number", "v.y", "component along y, also v[2]"},
    {"vec3", "z", "number", "v.z", "component along z, also v[3]"},
    {"vec3", "dot", "(w: tauwerk.vector): number", "v:dot(w)", "scalar product"},
    {"vec3", "cross", "(w: tauwerk.vector): tauwerk.vec3", "v:cross(w)", "vector product"},
    {"vec3", "length", "(): number", "v:length()", "magnitude"},
    {"vec3", "normalized", "(): tauwerk.vec3", "v:normalized()",
     "the same direction with length 1"},
    {"tw", "quat", "(w: number|number[], x?: number, y?: number, z?: number): tauwerk.quat",
     "tw.quat(w, x, y, z)",
     "a quaternion, w first; of a body it takes body coordinates to the world's. q * q composes "
     "(Hamilton's product), q * v turns a vector"},
    {"quat", "w", "number", "q.w, q.x, q.y, q.z", "real part, also q[1]"},
    {"quat", "x", "number", "q.x", "imaginary part along x, also q[2]"},
    {"quat", "y", "number", "q.y", "imaginary part along y, also q[3]"},
    {"quat", "z", "number", "q.z", "imaginary part along z, also q[4]"},
    {"quat", "inverse", "(): tauwerk.quat", "q:inverse()", "the turn back"},
    {"quat", "conj", "(): tauwerk.quat", "q:conj()", "the conjugate"},
    {"quat", "dot", "(p: tauwerk.quat): number", "q:dot(p)", "scalar product of quaternions"},
    {"quat", "normalized", "(): tauwerk.quat", "q:normalized()", "the same turn with length 1"},
    {"tw", "axis_angle", "(axis: tauwerk.vector, angle: number): tauwerk.quat",
     "tw.axis_angle(axis, angle)", "a turn about an axis, right-handed, rad"},
    {"tw", "euler", "(x: number, y: number, z: number): tauwerk.quat", "tw.euler(x, y, z)",
     "Rz Ry Rx: turns about the world's x axis first, then y, then z; rad"},
    {"tw", "rotation", "(from: tauwerk.vector, to: tauwerk.vector): tauwerk.quat",
     "tw.rotation(from, to)", "the least turn that takes one direction to another"},
    {"tw", "deg", "(degrees: number): number", "tw.deg(degrees)", "degrees to radians"},
    {"tw", "rad", "(degrees: number): number", "tw.rad(degrees)", "degrees to radians, as tw.deg"},
    {"tw", "spline", "(knots: table): tauwerk.spline",
     "tw.spline{{t, value}, ..., ends = \"natural\"|\"rest\"}",
     "a smooth function of t through numbers, vectors or quaternions"},
};

static const tw_api module[] = {
    {"tw", "scene", "(fields?: tauwerk.scene.fields): tauwerk.scene", "tw.scene{field = value}",
     "a scene; tauwerk help scene has the fields"},
    {"tw", "math", "tauwerk.math", "tw.math", "functions for functions of t: tauwerk help math"},
    {"tw", "models", "table<string, table>", "tw.models", "fields of the models, by name"},
    {"tw", "param",
     "<T>(name: string, default: T, options?: { min?: number, max?: number, doc?: string }): T",
     "tw.param(name, default, {min =, max =, doc =})", "a number from --set NAME=VALUE"},
    {"tw", "color", "(color: tauwerk.color): tauwerk.vec3", "tw.color(\"tomato\")",
     "a colour's linear light, Rec. 709: of a name, \"#rrggbb\" or {r, g, b}"},
    {"tw", "sorted", "(t: table, compare?: fun(a: any, b: any): boolean): fun(): any, any",
     "tw.sorted(t, [compare])", "goes through a table by rising keys"},
    {"tw", "fail", "(format: string, ...: any)", "tw.fail(format, ...)",
     "an error at the script's line, from a model of your own"},
    {"tw", "check_fields", "(what: string, t: table, fields: table): table",
     "tw.check_fields(what, t, fields)",
     "checks a table within a field, as tw.model checks the fields themselves"},
    {"tw", "model",
     "(name: string, fields: table, f: fun(g: tauwerk.group, t: table, what: string, scene: "
     "tauwerk.scene): any)",
     "tw.model(name, fields, function(g, t) ... end)",
     "scene:NAME{...} and group:NAME{...}, checked like built-in kinds"},
    {"tw", "test", "(name: string, f: function): boolean", "tw.test(name, f)",
     "a test of its own in a check's report"},
    {"tw", "film",
     "(t: { shots: table[], cut?: \"cut\"|\"fade\", fade?: number, name?: string, audio?: string "
     "}): any",
     "return tw.film{shots = {scene, {scene, from =, to =, title =}, tw.card{...}}, cut = "
     "\"cut\"|\"fade\", fade = 0.5, name =, audio = \"clicks\"|file}",
     "one film of several scenes: shots in order, each a scene or the part of it between two of "
     "its times; fade: seconds in which shots are mixed. All scenes have one size and fps. "
     "film.duration: s, before anything is simulated"},
    {"tw", "card",
     "(t: { [integer]: string, seconds?: number, look?: string|table, color?: tauwerk.color, "
     "background?: any, size?: number, font?: string }): tauwerk.scene",
     "tw.card{\"title\", \"and more\", seconds = 2, look =, color =, background =, size = 0.1, "
     "font =}",
     "a title card: texts in the middle of a picture in the colours of a look, for tw.film"},
};

const tw_api_part tw_api_value_parts[] = {
    TW_API_PART("math", "tw.math: functions with exact derivatives, for functions of t", math),
    TW_API_PART("vectors", "vectors, quaternions and angles", vectors),
    TW_API_PART("module", "what stands in the module: tw.NAME", module), TW_API_END};
