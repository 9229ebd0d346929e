/*
 * Help on what scenes, groups and the module do besides making bodies, forces and constraints,
 * which have tables of their own; see help.h.
 */
#include "app/help.h"

#include "base/text/suggest.h"

#include <string.h>

typedef struct verb {
    const char *name, *use, *doc;
} verb;

static const verb timeline[] = {
    {"at", "scene:at(t, f)", "f(scene, t) once, at t"},
    {"every", "scene:every(dt, f, {from = now, to =})", "again and again, first at `from`"},
    {"during", "scene:during(t0, t1, f, {rate = fps})", "f(t, u), u from 0 to 1"},
    {"when", "scene:when(g, f, {direction = \"both\"|\"up\"|\"down\", times =, after =})",
     "where the number g() crosses zero, to 1e-9 s, or the boolean g() becomes true"},
    {"ramp", "scene:ramp{object, \"field\", to =, from =, t0 = now, t1 =, ease =}",
     "a field that is led to another value: smooth, linear, in, out or a function of u"},
    {"keys", "scene:keys{object, \"field\", {{t, value, ease}, ...}}", "several in a row"},
    {"timeline", "scene:timeline(function(tl) ... end)", "a story told in order, by what follows"},
    {"wait", "tl:wait(s)", "in a timeline: so many seconds"},
    {"wait_until", "tl:wait_until(g, {timeout =})", "until g() is true or crosses zero"},
    {"wait_settled", "tl:wait_settled(x, ...)", "until constraints or groups have come to rest"},
    {"on_frame", "scene:on_frame(f)", "f(frame, t) at each picture; it may look, not change"},
    {"on_contact", "scene:on_contact{a =, b =, f}", "f(scene, t, contact) when they touch"},
    {"events", "scene:events()", "what is planned and what has been, with times"},
    {"finish", "scene:finish([seconds])", "ends the film, now or after some seconds"},
};

static const verb checks[] = {
    {"expect", "scene:expect{\"label\", value =, equals =, within =, at = t|\"end\"}",
     "what does not come out so is told, and the status is 6"},
    {"record", "scene:record{\"name\", value = f, every = dt}",
     "values over time: .t .v .min .max, and --records FILE.csv"},
    {"log", "scene:log(format, ...)", "a line with the scene's name and time"},
    {"test", "tw.test(name, f)", "a test of its own in a check's report"},
    {"stats", "scene:stats()", "counts and seconds of solver, stepper and contacts"},
    {"diagnose", "scene:diagnose()",
     "rank, rows, redundant, freedoms, and conflicts: a list, each with its message"},
    {"energy", "scene:energy()", "kinetic, potential, total (J)"},
    {"momentum", "scene:momentum()", "of all bodies (kg m/s)"},
    {"angular_momentum", "scene:angular_momentum([about])", "likewise, about a point (kg m^2/s)"},
    {"ray", "scene:ray{from =, along = | to =, max_distance =, bodies =, except =, ground =}",
     "what it meets first: nil, or body, ground, point, normal, distance (m), inside"},
    {"distance", "scene:distance(a, b)",
     "of bodies, points or \"ground\" now: gap (m; negative: depth), point_a and point_b, normal; "
     "with one table: the constraint"},
    {"matrix", "scene:matrix{\"mass\"|\"jacobian\"|\"delassus\"}",
     "of the equation of motion now: rows of numbers; names, columns: of rows and columns"},
    {"hash", "scene:hash()", "a text for the whole dynamic state, to the bit"},
};

static const verb models[] = {
    {"group", "scene:group{name =, position =, orientation =, FIELD = ...}",
     "makes what scenes make, called NAME/child, in its frame, with its fields as defaults; "
     "g.bodies .constraints .forces .met .settled, g:find enable disable remove set place scatter"},
    {"model", "tw.model(name, fields, function(g, t) ... end)",
     "scene:NAME{...} and group:NAME{...}, checked like built-in kinds"},
    {"chain",
     "scene:chain{count =, from =, to =, link = {length =, width =, radius =}, "
     "connect = true, twist =}",
     "require \"tauwerk.models\": links or rods between two places"},
    {"rope", "scene:rope{count =, from =, to =, radius =, ...}", "a chain of short rods"},
    {"bridge", "scene:bridge{count =, from =, to =, width =, thickness =}", "planks in a row"},
    {"ladder", "scene:ladder{count =, from =, to =, width =, radius =}", "ropes and rungs"},
    {"figure", "scene:figure{height = 1.75, limits = false, ...}", "a jointed human figure"},
};

static const verb script[] = {
    {"param", "tw.param(name, default, {min =, max =, doc =})", "a number from --set NAME=VALUE"},
    {"connect", "scene:connect(p, q, options)",
     "joins a point of a body with a nail, a path or another body's point"},
    {"nail", "scene:nail{x, y, z}", "a point fixed in space"},
    {"path", "scene:path(f)",
     "a point that moves: a function of t, or tw.spline{{t, {x, y, z}}, ...}"},
    {"spline", "tw.spline{{t, value}, ..., ends = \"natural\"|\"rest\"}", "a smooth function of t"},
    {"impulse", "scene:impulse{at = point|on = body, value =}", "N s, shared by the constraints"},
    {"advance", "scene:advance(dt)", "simulates now, from the script"},
    {"advance_to", "scene:advance_to(t)", "likewise, to a time"},
    {"assemble", "scene:assemble{tolerance = 1e-10}",
     "all constraints met at once, without motion"},
    {"snapshot", "scene:snapshot()", "the whole scene, for scene:restore(s)"},
    {"restore", "scene:restore(s)", "back to a snapshot"},
    {"place", "body:place{point = body.end1, at =, orientation =}",
     "puts a body, or a group, somewhere"},
    {"sorted", "tw.sorted(t)", "goes through a table by rising keys"},
    {"fail", "tw.fail(format, ...)", "an error at the script's line, from a model of your own"},
    {"check_fields", "tw.check_fields(what, t, fields)",
     "checks a table within a field, as tw.model checks the fields themselves"},
    {"find", "scene:find(\"chain/link3\")", "an object by its name"},
    {"collide", "scene:collide(a, b, true|false)", "whether this pair touches"},
    {"random", "scene.random:uniform(a, b)", "also :direction() and :rotation(); from scene.seed"},
    {"text",
     "scene:text{\"...\"|f, at = \"bottom\"|point, from =, to =, fade =, size = 0.05, color =, "
     "font =, "
     "anchor =, opacity =, visible =, plate = false}",
     "a text in the picture, or a function of t that returns one. size: of a line, part of the "
     "picture's height; at: \"top left\", \"top\", ..., \"center\", ..., \"bottom right\", a "
     "point, a "
     "body, {x, y, z} or a function; anchor: which part of the text stands there, by the same "
     "names "
     "(of a point \"bottom\": the text stands above it); color: tauwerk help colors; unset: light "
     "or "
     "dark, as the picture's border asks; font: sans, serif, mono, bold, serif bold, mono bold; "
     "visible: also a function of t; plate: something dark or light behind the letters"},
    {"graph",
     "scene:graph{of = f|{f, ...}, at = \"right\"|{x, y}, size = {0.34, 0.32}, title =, "
     "closed_form = f, phase = false, names =, x = {from, to}, y = {from, to}, x_label =, y_label "
     "=, color =, every =, opacity =, visible =}",
     "curves of functions of t that grow with the film: numbers, or vectors, which count by their "
     "lengths; nil leaves a gap. closed_form: thin lines, all of them there. phase: functions are "
     "pairs, one over the other. at: \"top left\", ..., or where the upper left corner stands; "
     "{x, y} and size in parts of the picture's width and height. x, y: unset: what holds the "
     "values of the film. every: s between two values; unset: half a frame"},
};

static const verb editing[] = {
    {"retime", "scene:retime{ {t_film, t_scene}, ..., ease = \"linear\"|\"smooth\" }",
     "slow and fast motion of the film, not of the scene: the second t_film of the film shows the "
     "scene's time t_scene; straight or smoothly between the knots, at the scene's speed behind "
     "them. An ease as third number of a knot is that of the piece that ends there"},
    {"hold", "scene:hold(t, seconds)", "the picture stands still where the scene's time is t"},
    {"film",
     "return tw.film{shots = {scene, {scene, from =, to =, title =}, tw.card{...}}, cut = "
     "\"cut\"|\"fade\", fade = 0.5, name =, audio = \"clicks\"|file}",
     "one film of several scenes: shots in order, each a scene or the part of it between two of "
     "its times; fade: seconds in which shots are mixed. All scenes have one size and fps. "
     "film.duration: s, before anything is simulated"},
    {"card",
     "tw.card{\"title\", \"and more\", seconds = 2, look =, color =, background =, size = 0.1, "
     "font =}",
     "texts in the middle of a picture in the colours of a look, for tw.film"},
};

static const verb math[] = {
    {"sin", "tw.math.sin(x), tw.math.cos(x), tw.math.tan(x)", "of an angle in rad"},
    {"asin", "tw.math.asin(x), tw.math.acos(x), tw.math.atan(x)", "an angle in rad"},
    {"atan2", "tw.math.atan2(y, x)", "the angle of (x, y) from the x axis, in (-pi, pi]"},
    {"sinh", "tw.math.sinh(x), tw.math.cosh(x), tw.math.tanh(x)", "hyperbolic functions"},
    {"exp", "tw.math.exp(x), tw.math.log(x)", "exponential and natural logarithm"},
    {"sqrt", "tw.math.sqrt(x), tw.math.pow(x, y)", "square root; x to the power y, also x ^ y"},
    {"abs", "tw.math.abs(x), tw.math.min(a, b, ...), tw.math.max(a, b, ...)",
     "magnitude, least and greatest"},
    {"floor", "tw.math.floor(x), tw.math.ceil(x)", "the next integer below, above"},
    {"fmod", "tw.math.fmod(a, b)", "a - floor(a / b) b, as Lua's a % b"},
    {"step", "tw.math.step(x)", "1 where x >= 0, else 0"},
    {"select", "tw.math.select(c, a, b)", "a where c >= 0, else b: functions of t do not branch"},
    {"clamp", "tw.math.clamp(x, low, high)", "x, but at least low and at most high"},
    {"lerp", "tw.math.lerp(a, b, u)", "from a to b as u goes from 0 to 1; numbers or vectors"},
    {"smooth", "tw.math.smooth(u)", "from 0 to 1, without a jump of the speed at the ends"},
    {"pi", "tw.math.pi, tw.math.huge", "constants"},
};

static const verb vectors[] = {
    {"vec3", "tw.vec3(x, y, z)",
     "a vector; {x, y, z} does as an argument. Fields x y z, also [1] [2] [3]; + - * / == and -v "
     "with vectors and numbers"},
    {"dot", "v:dot(w)", "scalar product"},
    {"cross", "v:cross(w)", "vector product"},
    {"length", "v:length()", "magnitude"},
    {"normalized", "v:normalized()", "the same direction with length 1; likewise of a quaternion"},
    {"quat", "tw.quat(w, x, y, z)",
     "a quaternion, w first; of a body it takes body coordinates to the world's. q * q composes "
     "(Hamilton's product), q * v turns a vector"},
    {"inverse", "q:inverse(), q:conj(), q:dot(p)",
     "the turn back, the conjugate, the scalar product"},
    {"axis_angle", "tw.axis_angle(axis, angle)", "a turn about an axis, right-handed, rad"},
    {"euler", "tw.euler(x, y, z)",
     "Rz Ry Rx: turns about the world's x axis first, then y, then z; rad"},
    {"rotation", "tw.rotation(from, to)", "the least turn that takes one direction to another"},
    {"deg", "tw.deg(degrees), tw.rad(degrees)", "degrees to radians, both of them"},
};

static const struct {
    const char *name, *doc;
    const verb *verb;
    int count;
} parts[] = {
    {"timeline", "events, ramps and stories in time", timeline, sizeof timeline / sizeof *timeline},
    {"checks", "expectations, records and other read-outs of a scene", checks,
     sizeof checks / sizeof *checks},
    {"models", "groups, chains, figures and models of your own", models,
     sizeof models / sizeof *models},
    {"editing", "slow motion, holds, and films of several scenes", editing,
     sizeof editing / sizeof *editing},
    {"script", "what else a script calls", script, sizeof script / sizeof *script},
    {"math", "tw.math: functions with exact derivatives, for functions of t", math,
     sizeof math / sizeof *math},
    {"vectors", "vectors, quaternions and angles", vectors, sizeof vectors / sizeof *vectors},
};

enum { PARTS = sizeof parts / sizeof *parts };

static void put(FILE *out, const verb *v) {
    fprintf(out, "  %s\n        ", v->use);
    tw_help_wrap(out, v->doc, 8);
}

void tw_help_verbs_overview(FILE *out) {
    for (int i = 0; i < PARTS; i++) tw_help_item(out, parts[i].name, parts[i].doc, 16);
}

void tw_help_verbs_offer(tw_suggestion *s) {
    for (int i = 0; i < PARTS; i++) {
        tw_suggestion_offer(s, parts[i].name);
        for (int k = 0; k < parts[i].count; k++) tw_suggestion_offer(s, parts[i].verb[k].name);
    }
}

bool tw_help_verb(FILE *out, const char *name) {
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < parts[i].count; k++)
            if (!strcmp(parts[i].verb[k].name, name) && strcmp(parts[i].name, name) != 0) {
                put(out, &parts[i].verb[k]);
                return true;
            }
    for (int i = 0; i < PARTS; i++) {
        if (strcmp(parts[i].name, name) != 0) continue;
        fprintf(out, "%c%s\n", parts[i].doc[0] - 'a' + 'A', parts[i].doc + 1);
        for (int k = 0; k < parts[i].count; k++) put(out, &parts[i].verb[k]);
        return true;
    }
    return false;
}
