/*
 * Functions for lua/tauwerk/solve.lua: the search itself (numeric/search), with values computed by
 * functions of the script, derivatives by sensitivities (sense.c) or by differences in parallel
 * processes, and the file for solutions.
 *
 * A value is a table {f, c1, ... cm}, or nil and the reason why there is none. A motion that fails
 * in value() (TW_DIVERGED, TW_UNDERFLOW, TW_NONFINITE) has no value; any other failure ends the
 * search.
 */
#include "script/scene/scene.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/process/beside.h"
#include "base/thread.h"
#include "numeric/search/differences.h"
#include "numeric/search/evolution.h"
#include "numeric/search/search.h"

#include <stdlib.h>
#include <string.h>

enum { REASON = 400, SPEC = 1, UNKNOWNS = 1000, ROWS = 100000 };

typedef struct solving {
    lua_State *L;
    /* stack indices of the script's functions value, accept, slopes; slopes may be nil */
    int value, accept, slopes;
    tw_search_problem p;
    tw_differences d;
    /* workers: number of parallel processes; generations: number of generations of populations
     * before the search */
    int workers, generations;
    /* number of evaluations in this process during populations: of the starting point, and again of
     * each better point that they have found
     */
    int repeated;
    uint64_t seed;
    double price;    /* unit of penalties: |f| at the starting point, at least 1; 1 if that has no
                        value */
    const double *x; /* point at which the derivatives are taken */
    double *point;   /* [n] */
    /* v [1 + m]: f and the m constraints c at x; at [n][2][1 + m]: v at the two points of
     * differences for each of the n unknowns; D [1 + m][n]: derivatives of v */
    double *v, *at, *D;
    bool *there;         /* [n][2] true: at[..] has a value */
    char *results;       /* memory for the results of worker processes */
    char reason[REASON]; /* reason why the last point had no value */
    char *best;          /* text that describes the best point so far; NULL: none yet */
} solving;

/* ---- values --------------------------------------------------------------------------------- */

static void keep_reason(solving *s, const char *text) {
    snprintf(s->reason, sizeof s->reason, "%s", text);
}

/* v [1 + m]: values from the two results of value() on top of the stack, which are popped: a table,
 * and nothing; or nil and a reason, then *valid is false and s->reason is set */
static tw_status read_values(solving *s, double *v, bool *valid) {
    lua_State *L = s->L;
    *valid = lua_type(L, -2) == LUA_TTABLE;
    if (!*valid) keep_reason(s, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no value");
    for (int i = 0; *valid && i <= s->p.m; i++) {
        lua_rawgeti(L, -2, i + 1);
        v[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (!isfinite(v[i])) keep_reason(s, "a value is not finite");
        *valid = *valid && isfinite(v[i]);
    }
    lua_pop(L, 2);
    return TW_OK;
}

static void push_numbers(lua_State *L, const double *v, int n) {
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, v[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* calls the script's value(x). v [1 + m]: f and the constraints c; *valid: false if the point has
 * no value, and v is not set */
static tw_status evaluate(solving *s, const double *x, double *v, bool *valid) {
    lua_State *L = s->L;
    tw_script *script = tw_script_of(L);
    *valid = false;
    if (!lua_checkstack(L, LUA_MINSTACK)) return tw_fail_memory();
    lua_pushvalue(L, s->value);
    push_numbers(L, x, s->p.n);
    script->placed = false;
    int code = lua_pcall(L, 1, 2, 0);
    if (code == LUA_OK) return read_values(s, v, valid);
    tw_status status = tw_status_of_error(L, code);
    if (!tw_status_of_motion(status)) return status;
    keep_reason(s, tw_failure());
    return TW_OK;
}

static tw_status value(void *context, const double *x, double *f, double *c, bool *valid) {
    solving *s = context;
    TW_TRY(evaluate(s, x, s->v, valid));
    if (!*valid) return TW_OK;
    *f = s->v[0];
    memcpy(c, s->v + 1, (size_t)s->p.m * sizeof *c);
    return TW_OK;
}

/* ---- derivatives ---------------------------------------------------------------------------- */

/* size in bytes of a worker's result: whether it has values, the values, and the reason if it has
 * none */
static size_t result_size(const solving *s) {
    return (size_t)(s->p.m + 2) * sizeof(double) + REASON;
}

static tw_status difference_job(void *context, int job, void *result) {
    solving *s = context;
    double *v = result;
    bool valid;
    memcpy(s->point, s->x, (size_t)s->p.n * sizeof *s->point);
    s->point[job / 2] = tw_difference_point(&s->d, s->x, job / 2, job % 2);
    s->reason[0] = '\0';
    TW_TRY(evaluate(s, s->point, v + 1, &valid));
    v[0] = valid;
    memcpy(v + s->p.m + 2, s->reason, REASON);
    return TW_OK;
}

/* s->at: values at all points of differences from slopes(x, points), which returns a list of tables
 * like those of value(); *done: false if it returns nil */
static tw_status sensed(solving *s, const double *x, bool *done) {
    lua_State *L = s->L;
    int points = 2 * s->p.n;
    *done = false;
    if (lua_isnil(L, s->slopes)) return TW_OK;
    if (!lua_checkstack(L, LUA_MINSTACK)) return tw_fail_memory();
    lua_pushvalue(L, s->slopes);
    push_numbers(L, x, s->p.n);
    lua_createtable(L, points, 0);
    for (int k = 0; k < points; k++) {
        lua_pushnumber(L, tw_difference_point(&s->d, x, k / 2, k % 2));
        lua_rawseti(L, -2, k + 1);
    }
    int code = lua_pcall(L, 2, 1, 0);
    if (code != LUA_OK) return tw_status_of_error(L, code);
    *done = lua_type(L, -1) == LUA_TTABLE;
    for (int k = 0; *done && k < points; k++) {
        lua_rawgeti(L, -1, k + 1);
        lua_pushnil(L);
        TW_TRY(read_values(s, s->at + (size_t)k * (size_t)(s->p.m + 1), &s->there[k]));
    }
    lua_pop(L, 1);
    return TW_OK;
}

/* s->at: values at all points of differences, by calling value() in parallel processes */
static tw_status computed(solving *s) {
    size_t n = (size_t)s->p.n, m = (size_t)s->p.m, size = result_size(s);
    TW_TRY(tw_beside_run(2 * s->p.n, s->workers, size, difference_job, s, s->results));
    for (size_t k = 0; k < 2 * n; k++) {
        const double *v = (const double *)(const void *)(s->results + k * size);
        s->there[k] = v[0] > 0;
        memcpy(s->at + k * (m + 1), v + 1, (m + 1) * sizeof *v);
        if (!s->there[k]) keep_reason(s, (const char *)(v + m + 2));
    }
    return TW_OK;
}

static tw_status slope(void *context, const double *x, double f, const double *c, double *g,
                       double *J, bool *valid) {
    solving *s = context;
    size_t n = (size_t)s->p.n, m = (size_t)s->p.m;
    int which = 0;
    bool done;
    s->x = x;
    TW_TRY(sensed(s, x, &done));
    if (!done) TW_TRY(computed(s));
    s->v[0] = f;
    memcpy(s->v + 1, c, m * sizeof *c);
    *valid = tw_differences_take(&s->d, x, s->v, s->at, s->there, s->D, &which);
    if (!*valid) return TW_OK;
    memcpy(g, s->D, n * sizeof *g);
    memcpy(J, s->D + n, m * n * sizeof *J);
    return TW_OK;
}

/* ---- the best so far ------------------------------------------------------------------------ */

/* calls accept(step, x, f, c), which returns a text that describes the point; stores it in
 * s->best */
static tw_status accept(void *context, int step, const double *x, double f, const double *c) {
    solving *s = context;
    lua_State *L = s->L;
    lua_pushvalue(L, s->accept);
    lua_pushinteger(L, step);
    push_numbers(L, x, s->p.n);
    lua_pushnumber(L, f);
    push_numbers(L, c, s->p.m);
    int code = lua_pcall(L, 4, 1, 0);
    if (code != LUA_OK) return tw_status_of_error(L, code);
    char *copy = lua_type(L, -1) == LUA_TSTRING ? strdup(lua_tostring(L, -1)) : NULL;
    lua_pop(L, 1);
    if (copy) {
        free(s->best);
        s->best = copy;
    }
    return TW_OK;
}

/* ---- populations ---------------------------------------------------------------------------- */

/* penalty, in units of s->price, for a violation of a hard constraint by 1 */
static const double PRICE = 10;

static tw_status merit_job(void *context, int job, void *result) {
    solving *s = context;
    double *merit = result;
    bool valid;
    TW_TRY(evaluate(s, s->x + (size_t)job * (size_t)s->p.n, s->v, &valid));
    *merit = valid ? s->v[0] : INFINITY;
    for (int i = 0; i < s->p.m && valid; i++) {
        double lacks = tw_row_lacks(s->p.row[i], s->v[1 + i]);
        bool soft = s->p.row[i] == TW_ROW_SOFT_EQUAL || s->p.row[i] == TW_ROW_SOFT_ABOVE;
        *merit += soft ? 0.5 * lacks * lacks : PRICE * s->price * lacks;
    }
    return TW_OK;
}

static tw_status merits(void *context, const double *x, int count, double *merit) {
    solving *s = context;
    s->x = x;
    return tw_beside_run(count, s->workers, sizeof *merit, merit_job, s, merit);
}

/* called for each new best point: repeats its evaluation in this process, so that the script can
 * record the paths of the bodies */
static tw_status better(void *context, int generation, const double *x) {
    solving *s = context;
    bool valid;
    s->repeated++;
    TW_TRY(evaluate(s, x, s->v, &valid));
    return valid ? accept(s, generation, x, s->v[0], s->v + 1) : TW_OK;
}

/* x: best point after `generations` generations of populations; *tried: number of evaluations that
 * these took */
static tw_status evolve(solving *s, double *x, int *tried) {
    tw_evolution e = {.n = s->p.n,
                      .low = s->p.low,
                      .high = s->p.high,
                      .scale = s->p.scale,
                      .seed = s->seed,
                      .most = s->generations,
                      .tolerance = 1e-3,
                      .merits = merits,
                      .better = better,
                      .context = s};
    bool valid;
    *tried = 0;
    if (s->generations == 0) return TW_OK;
    s->repeated++;
    TW_TRY(evaluate(s, x, s->v, &valid));
    s->price = valid ? fmax(1, fabs(s->v[0])) : 1;
    return tw_evolve(&e, x, tried);
}

/* ---- reading the problem -------------------------------------------------------------------- */

/* n numbers of a field of the table, copied to a userdata that stays on the stack */
static double *numbers(lua_State *L, const char *name, int n) {
    double *v = lua_newuserdatauv(L, (size_t)(n + 1) * sizeof *v, 0);
    lua_getfield(L, SPEC, name);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        v[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return v;
}

static double *room(lua_State *L, size_t n) {
    return lua_newuserdatauv(L, (n + 1) * sizeof(double), 0);
}

static double number(lua_State *L, const char *name) {
    lua_getfield(L, SPEC, name);
    double x = luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return x;
}

static const tw_row_kind *read_rows(lua_State *L, int m) {
    const double *v = numbers(L, "row", m);
    tw_row_kind *row = lua_newuserdatauv(L, (size_t)(m + 1) * sizeof *row, 0);
    for (int i = 0; i < m; i++) row[i] = (tw_row_kind)(int)v[i];
    return row;
}

/* number of processes; 1 in a sandbox or if instructions are limited, since only this process
 * counts them, or if the Lua state belongs to a host */
static int workers_of(lua_State *L, const tw_script *script) {
    double asked = number(L, "threads");
    bool counted = script->options.bounds.sandbox || script->options.bounds.instructions > 0;
    if (counted || !script->heap.region) return 1;
    return asked > 0 ? (int)fmin(asked, 1000) : tw_processors();
}

static solving read_problem(lua_State *L) {
    double unknowns = number(L, "n"), rows = number(L, "m");
    if (!(unknowns >= 1 && unknowns <= UNKNOWNS && rows >= 0 && rows <= ROWS &&
          unknowns * rows <= 1e7))
        tw_error(L, "scene:solve: expected up to %d unknowns and %d rows of goals, got %g and %g",
                 UNKNOWNS, ROWS, unknowns, rows);
    int n = (int)unknowns, m = (int)rows;
    solving s = {.L = L, .workers = workers_of(L, tw_script_of(L))};
    s.p = (tw_search_problem){.n = n,
                              .m = m,
                              .low = numbers(L, "low", n),
                              .high = numbers(L, "high", n),
                              .scale = numbers(L, "scale", n),
                              .row = read_rows(L, m),
                              .within = numbers(L, "within", m),
                              .tolerance = number(L, "tolerance"),
                              .most = (int)number(L, "most"),
                              .value = value,
                              .slope = slope,
                              .accept = accept};
    lua_getfield(L, SPEC, "minimise");
    s.p.minimise = lua_toboolean(L, -1);
    lua_pop(L, 1);
    s.generations = (int)fmin(number(L, "generations"), 1e6);
    lua_getfield(L, SPEC, "seed");
    /* read as an integer, since a double has not enough digits for a seed beyond 2^53 */
    s.seed = (uint64_t)luaL_checkinteger(L, -1);
    lua_pop(L, 1);
    s.d = (tw_differences){n, m + 1, s.p.low, s.p.high, numbers(L, "step", n)};
    size_t N = (size_t)n, M = (size_t)m;
    s.point = room(L, N);
    s.v = room(L, M + 1);
    s.at = room(L, 2 * N * (M + 1));
    s.D = room(L, N * (M + 1));
    s.p.g = room(L, N);
    s.p.J = room(L, M * N);
    s.there = lua_newuserdatauv(L, 2 * N * sizeof *s.there + 1, 0);
    s.results = lua_newuserdatauv(L, 2 * N * result_size(&s), 0);
    lua_getfield(L, SPEC, "value");
    s.value = lua_gettop(L);
    lua_getfield(L, SPEC, "accept");
    s.accept = lua_gettop(L);
    lua_getfield(L, SPEC, "slopes");
    s.slopes = lua_gettop(L);
    return s;
}

/* ---- the search ----------------------------------------------------------------------------- */

static void set_numbers(lua_State *L, const char *name, const double *v, int n) {
    push_numbers(L, v, n);
    lua_setfield(L, -2, name);
}

static void push_result(lua_State *L, const solving *s, const tw_search_result *r, const double *x,
                        const double *c, const double *pull) {
    static const char *const ends[] = {"found", "against",  "stalled",
                                       "steps", "no value", "no slope"};
    lua_newtable(L);
    tw_set_text(L, "ending", ends[r->end]);
    tw_set_integer(L, "steps", r->steps);
    tw_set_integer(L, "values", r->values);
    tw_set_integer(L, "slopes", r->slopes);
    tw_set_number(L, "f", r->f);
    tw_set_number(L, "lacks", r->lacks);
    tw_set_text(L, "reason", s->reason);
    set_numbers(L, "x", x, s->p.n);
    set_numbers(L, "c", c, s->p.m);
    set_numbers(L, "pull", pull, s->p.m * s->p.n);
    if (!r->sloped) return;
    set_numbers(L, "g", s->p.g, s->p.n);
    set_numbers(L, "J", s->p.J, s->p.m * s->p.n);
}

/* prints the best values so far when the script is stopped, because none of the script's own code
 * runs then */
static void tell_best(lua_State *L, tw_status status, const char *best) {
    tw_script *script = tw_script_of(L);
    if (status != TW_INTERRUPTED && status != TW_TIME_LIMIT) return;
    if (script->stopped == TW_OK) {
        script->stopped = status;
        snprintf(script->stop_text, sizeof script->stop_text, "%.*s",
                 (int)sizeof script->stop_text - 1, tw_failure());
    }
    if (best) tw_notice(L, "scene:solve: stopped; the best so far: %s", best);
}

/* host.search{...}: see lua/tauwerk/solve.lua */
static int host_search(lua_State *L) {
    lua_settop(L, SPEC);
    luaL_checkstack(L, 3 * LUA_MINSTACK, NULL);
    solving s = read_problem(L);
    double *x = numbers(L, "x", s.p.n), *c = room(L, (size_t)s.p.m);
    double *pull = room(L, (size_t)s.p.m * (size_t)s.p.n);
    s.p.context = &s;
    tw_search_result r;
    int tried;
    tw_status status = evolve(&s, x, &tried);
    if (status == TW_OK) status = tw_search(&s.p, x, c, pull, &r);
    if (status != TW_OK) {
        tw_kept kept = tw_failure_keep(status);
        /* a copy that Lua owns, because the following calls may raise errors */
        lua_pushstring(L, s.best);
        free(s.best);
        tell_best(L, status, lua_tostring(L, -1));
        tw_raise(L, tw_failure_again(&kept), NULL);
    }
    free(s.best);
    r.values += tried + s.repeated;
    push_result(L, &s, &r, x, c, pull);
    return 1;
}

/* host.compute{..., x =}: result of value(x): a table, or nil and the reason */
static int host_compute(lua_State *L) {
    lua_settop(L, SPEC);
    lua_getfield(L, SPEC, "value");
    lua_getfield(L, SPEC, "x");
    tw_script_of(L)->placed = false;
    int code = lua_pcall(L, 1, 2, 0);
    if (code == LUA_OK) return 2;
    tw_status status = tw_status_of_error(L, code);
    if (!tw_status_of_motion(status)) tw_raise(L, status, NULL);
    lua_pushnil(L);
    lua_pushstring(L, tw_failure());
    return 2;
}

/* ---- events, progress, the file ------------------------------------------------------------- */

/* host.witness(event, function): has the function called before the event's own function; nil: no
 * longer. Returns false if the event is over or is none */
static int host_witness(lua_State *L) {
    lua_settop(L, 2);
    lua_pushboolean(L, tw_witness_event(L, 1, 2));
    return 1;
}

/* host.silence(scene, silent): true: motions of the scene are trials from now on, in which
 * contradictory constraints are not reported */
static int host_silence(lua_State *L) {
    tw_sim_silence(tw_check_scene(L, "solve")->sim, lua_toboolean(L, 2));
    return 0;
}

/* host.event_of(x): scene of an event, or nil if x is no event */
static int host_event_of(lua_State *L) {
    tw_scene *scene = tw_test_event(L, 1);
    if (scene)
        tw_push_scene(L, scene);
    else
        lua_pushnil(L);
    return 1;
}

/* host.line_of(f): where a function begins, "line 12" or, outside the script's own file, "line 12
 * of lib.lua"; nil: it is no Lua function */
static int host_line_of(lua_State *L) {
    lua_Debug d;
    const char *file = tw_script_of(L)->file;
    lua_settop(L, 1);
    if (!lua_isfunction(L, 1)) return 0;
    lua_getinfo(L, ">S", &d);
    if (d.linedefined <= 0) return 0;
    if (d.source[0] == '@' && (!file || strcmp(d.source + 1, file) != 0))
        lua_pushfstring(L, "line %d of %s", d.linedefined, d.short_src);
    else
        lua_pushfstring(L, "line %d", d.linedefined);
    return 1;
}

/* host.progress(text) */
static int host_progress(lua_State *L) {
    const tw_script *s = tw_script_of(L);
    const char *text = luaL_checkstring(L, 1);
    if (s->options.progress) s->options.progress(s->options.progress_context, text);
    return 0;
}

/* host.digest(): digest of the script's text and the names and values of --set, 16 hexadecimal
 * digits */
static int host_digest(lua_State *L) {
    const tw_script *s = tw_script_of(L);
    tw_hash h = tw_hash_begin();
    char *text = NULL, hex[32];
    size_t size = 0;
    if (s->file) tw_try(L, tw_script_text(s, &text, &size));
    h = tw_hash_bytes(h, text, size);
    free(text);
    for (size_t i = 0; i < s->set.count; i++) {
        h = tw_hash_bytes(h, s->set.data[i].name, strlen(s->set.data[i].name) + 1);
        h = tw_hash_bytes(h, s->set.data[i].value, strlen(s->set.data[i].value) + 1);
    }
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)tw_hash_end(h));
    lua_pushstring(L, hex);
    return 1;
}

/* host.kept(): content of the file that --solved names, "" if the file does not exist;
 * host.kept(text): replaces the content; without --solved, nothing happens */
static int host_kept(lua_State *L) {
    const tw_script *s = tw_script_of(L);
    const char *path = s->options.solved;
    char *text;
    size_t size;
    if (!path) return 0;
    if (lua_type(L, 1) == LUA_TSTRING) {
        const char *fresh = lua_tolstring(L, 1, &size);
        tw_try(L, tw_file_write(path, fresh, size));
        lua_pushboolean(L, 1);
        return 1;
    }
    if (tw_file_absent(path)) {
        lua_pushstring(L, "");
        return 1;
    }
    tw_try(L, tw_file_read(path, &text, &size));
    lua_pushlstring(L, text, size);
    free(text);
    return 1;
}

void tw_open_solve(lua_State *L, int host) {
    static const luaL_Reg functions[] = {{"search", host_search},     {"compute", host_compute},
                                         {"witness", host_witness},   {"event_of", host_event_of},
                                         {"progress", host_progress}, {"line_of", host_line_of},
                                         {"digest", host_digest},     {"kept", host_kept},
                                         {"silence", host_silence},   {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
