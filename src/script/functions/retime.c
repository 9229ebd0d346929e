/*
 * scene:retime{ {t_film, t_scene, ease}, ..., ease = "linear"|"smooth" } and scene:hold(t,
 * seconds): the pace of a scene's film (frame/film/pace.h). Both change the film only, not the
 * motion, and must be called before the film begins.
 */
#include "script/functions/function.h"
#include "script/scene/scene.h"

#include <stdlib.h>
#include <string.h>

static void check_not_begun(lua_State *L, const tw_scene *scene, const char *what) {
    if (scene->paced) tw_error(L, "%s: the film has begun; say before how fast it is to run", what);
}

/* reads the text at index: "smooth": true, "linear": false; which: whose ease it is, for errors,
 * such as " of knot 2" */
static bool read_smooth(lua_State *L, int index, const char *which) {
    char got[64];
    const char *word = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
    if (word && !strcmp(word, "smooth")) return true;
    if (word && !strcmp(word, "linear")) return false;
    tw_error(L, "scene:retime: ease%s: expected 'linear' or 'smooth', got %s", which,
             tw_describe(L, index, got, sizeof got));
}

/* element number i, a time in s, of the knot on top of the stack; knot: its number, for errors */
static double read_time(lua_State *L, lua_Integer knot, int i) {
    static const char *const names[] = {"t_film", "t_scene"};
    char got[64];
    lua_rawgeti(L, -1, i + 1);
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        tw_error(L, "scene:retime: %s of knot %d: expected a number of seconds, got %s", names[i],
                 (int)knot, tw_describe(L, -1, got, sizeof got));
    double t = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return t;
}

/* reads the knot on top of the stack; before: the previous knot, for checks */
static tw_knot read_knot(lua_State *L, lua_Integer n, const tw_knot *before, bool smooth) {
    char got[64], which[32];
    if (!lua_istable(L, -1) || lua_rawlen(L, -1) < 2 || lua_rawlen(L, -1) > 3)
        tw_error(L,
                 "scene:retime: knot %d: expected {t_film, t_scene} or {t_film, t_scene, ease}, "
                 "got %s",
                 (int)n, tw_describe(L, -1, got, sizeof got));
    tw_knot k = {read_time(L, n, 0), read_time(L, n, 1), smooth};
    snprintf(which, sizeof which, " of knot %d", (int)n);
    if (lua_rawgeti(L, -1, 3) != LUA_TNIL) k.smooth = read_smooth(L, -1, which);
    lua_pop(L, 1);
    if (before ? !(k.film > before->film) : !(k.film >= 0))
        tw_error(L, "scene:retime: t_film of knot %d: expected %s %g, got %g", (int)n,
                 before ? "more than" : "at least", before ? before->film : 0.0, k.film);
    if (before && !(k.scene >= before->scene))
        tw_error(L,
                 "scene:retime: t_scene of knot %d: expected at least %g, got %g: a film does "
                 "not run backwards",
                 (int)n, before->scene, k.scene);
    return k;
}

static char *copy_text(lua_State *L, const char *text) {
    char *copy = strdup(text);
    if (!copy) tw_raise(L, tw_fail_memory(), NULL);
    return copy;
}

static int scene_retime(lua_State *L) {
    static const char *const names[] = {"ease", NULL};
    tw_scene *scene = tw_check_scene(L, "retime");
    char got[64];
    check_not_begun(L, scene, "scene:retime");
    if (!lua_istable(L, 2))
        tw_error(L, "scene:retime: expected knots, as in scene:retime{ {0, 0}, {4, 2} }, got %s",
                 tw_describe(L, 2, got, sizeof got));
    if (lua_gettop(L) > 2)
        tw_error(L, "scene:retime: expected one table, got %s beside it",
                 tw_describe(L, 3, got, sizeof got));
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1))
        if (!lua_isinteger(L, -2) &&
            (lua_type(L, -2) != LUA_TSTRING || strcmp(lua_tostring(L, -2), names[0]) != 0))
            tw_error(L, "scene:retime: unknown field %s; expected knots and ease",
                     tw_describe(L, -2, got, sizeof got));
    bool smooth = lua_getfield(L, 2, "ease") != LUA_TNIL && read_smooth(L, -1, "");
    lua_pop(L, 1);
    /* the whole argument is read and checked before the scene is changed */
    lua_Integer n = (lua_Integer)lua_rawlen(L, 2);
    tw_knot *knot = lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *knot, 0);
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, 2, i + 1);
        knot[i] = read_knot(L, i + 1, i ? &knot[i - 1] : NULL, smooth);
        lua_pop(L, 1);
    }
    tw_retime *r = &scene->retime;
    tw_place p = tw_place_now(L);
    char *file = copy_text(L, p.file);
    free(r->file);
    r->file = file;
    r->line = p.line;
    r->knot.count = 0;
    for (lua_Integer i = 0; i < n; i++) tw_try(L, tw_push(&r->knot, knot[i]));
    return 0;
}

static int scene_hold(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "hold");
    char got[64];
    check_not_begun(L, scene, "scene:hold");
    if (lua_type(L, 2) != LUA_TNUMBER || !isfinite(lua_tonumber(L, 2)))
        tw_error(L, "scene:hold: expected a time of the scene first, got %s",
                 tw_describe(L, 2, got, sizeof got));
    if (lua_type(L, 3) != LUA_TNUMBER || !(lua_tonumber(L, 3) > 0) || !isfinite(lua_tonumber(L, 3)))
        tw_error(L, "scene:hold: expected a positive number of seconds second, got %s",
                 tw_describe(L, 3, got, sizeof got));
    tw_place p = tw_place_now(L);
    tw_hold h = {.at = lua_tonumber(L, 2), .seconds = lua_tonumber(L, 3), .line = p.line};
    h.file = copy_text(L, p.file);
    tw_status s = tw_push(&scene->retime.hold, h);
    if (s != TW_OK) free(h.file);
    tw_try(L, s);
    return 0;
}

static const tw_api rows[] = {
    {"scene", "retime", "(t: table)",
     "scene:retime{ {t_film, t_scene}, ..., ease = \"linear\"|\"smooth\" }",
     "slow and fast motion of the film, not of the scene: the second t_film of the film shows the "
     "scene's time t_scene; straight or smoothly between the knots, at the scene's speed behind "
     "them. An ease as third number of a knot is that of the piece that ends there"},
    {"scene", "hold", "(t: number, seconds: number)", "scene:hold(t, seconds)",
     "the picture stands still where the scene's time is t"},
};

static const luaL_Reg methods[] = {{"retime", scene_retime}, {"hold", scene_hold}, {NULL, NULL}};

const tw_function_table tw_function_retime = {TW_API_PART("editing", "slow motion and holds", rows),
                                              .scene = methods};

/* failure for a film of `length` seconds, which names the cause: the longest hold, the knots, or
 * the scene's duration */
static tw_status too_long(const tw_scene *scene, double length) {
    const tw_retime *r = &scene->retime;
    const char *what = "tw.scene: field 'duration'", *file = scene->made_at.file;
    int line = scene->made_at.line;
    double most = 0;
    if (r->knot.count) what = "scene:retime", file = r->file, line = r->line;
    for (size_t i = 0; i < r->hold.count; i++) {
        const tw_hold *h = &r->hold.data[i];
        if (!(h->seconds > most)) continue;
        most = h->seconds;
        what = "scene:hold", file = h->file, line = h->line;
    }
    return tw_fail(TW_SCRIPT, "%s:%d: %s: expected a film of at most %d frames, got %g s at %g fps",
                   file, line, what, TW_PACE_FRAMES, length, scene->world->set.fps);
}

tw_status tw_scene_pace(tw_scene *scene, tw_pace *pace) {
    const tw_world *w = scene->world;
    scene->paced = true;
    TW_TRY(tw_pace_make(&scene->retime, w->time, w->time + w->set.duration, pace));
    if (pace->length * w->set.fps <= TW_PACE_FRAMES) return TW_OK;
    double length = pace->length;
    tw_pace_free(pace);
    *pace = (tw_pace){.length = 0};
    return too_long(scene, length);
}
