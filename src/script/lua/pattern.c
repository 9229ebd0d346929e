/*
 * string.find, match, gmatch and gsub that can be interrupted.
 *
 * Matching a pattern may take exponentially many steps, during which Lua's own functions cannot be
 * interrupted: here the steps count as instructions of the script (tw_script_work). The language of
 * patterns, the results and the messages are those of Lua 5.4 (reference manual 6.4.1); the matcher
 * follows its `lstrlib.c` (Copyright 1994-2022 Lua.org, PUC-Rio; MIT licence).
 */
#include "script/lua/state.h"

#include <ctype.h>
#include <string.h>

enum {
    CAPTURES = 32,
    DEPTH = 200,      /* greatest depth of recursion of the matcher */
    REPORT = 1 << 12, /* after this many steps they are reported by tw_script_work */
    OPEN = -1,        /* as a capture's length: the capture is not closed yet */
    PLACE = -2        /* as a capture's length: the capture is a position, () */
};

typedef struct match {
    const char *subject, *subject_end, *pattern_end;
    lua_State *L;
    int depth; /* number of nested calls of the matcher that are still allowed */
    int steps; /* steps since the last call of tw_script_work */
    int level; /* number of captures begun so far */
    struct {
        const char *at;
        ptrdiff_t length;
    } capture[CAPTURES];
} match;

static const char *do_match(match *m, const char *s, const char *p);

static void step(match *m, size_t n) {
    m->steps += n < REPORT ? (int)n : REPORT;
    if (m->steps < REPORT) return;
    tw_script_work(m->L, n < REPORT ? m->steps : (double)n);
    m->steps = 0;
}

static unsigned char byte(const char *s) {
    return (unsigned char)*s;
}

/* ---- captures ------------------------------------------------------------------------------- */

static int closed_capture(match *m, int digit) {
    int i = digit - '1';
    if (i < 0 || i >= m->level || m->capture[i].length == OPEN)
        return luaL_error(m->L, "invalid capture index %%%d", i + 1);
    return i;
}

static int open_capture(match *m) {
    for (int i = m->level - 1; i >= 0; i--)
        if (m->capture[i].length == OPEN) return i;
    return luaL_error(m->L, "invalid pattern capture");
}

static const char *begin_capture(match *m, const char *s, const char *p, ptrdiff_t what) {
    if (m->level >= CAPTURES) luaL_error(m->L, "too many captures");
    m->capture[m->level].at = s;
    m->capture[m->level].length = what;
    m->level++;
    const char *end = do_match(m, s, p);
    if (!end) m->level--;
    return end;
}

static const char *end_capture(match *m, const char *s, const char *p) {
    int i = open_capture(m);
    m->capture[i].length = s - m->capture[i].at;
    const char *end = do_match(m, s, p);
    if (!end) m->capture[i].length = OPEN;
    return end;
}

static const char *again_capture(match *m, const char *s, int digit) {
    int i = closed_capture(m, digit);
    size_t n = (size_t)m->capture[i].length;
    step(m, n / 16);
    bool same = m->capture[i].length >= 0 && (size_t)(m->subject_end - s) >= n &&
                !memcmp(m->capture[i].at, s, n);
    return same ? s + n : NULL;
}

/* ---- one character -------------------------------------------------------------------------- */

/* end of the character class that begins at p */
static const char *class_end(match *m, const char *p) {
    char c = *p++;
    if (c == '%') {
        if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 1;
    }
    if (c != '[') return p;
    if (*p == '^') p++;
    do { /* a ']' directly after '[' or '[^' is a member of the set, not its end */
        if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
        if (*p++ == '%' && p < m->pattern_end) p++;
    } while (*p != ']');
    return p + 1;
}

static bool in_class(int c, int letter) {
    bool in;
    switch (tolower(letter)) {
    case 'a':
        in = isalpha(c);
        break;
    case 'c':
        in = iscntrl(c);
        break;
    case 'd':
        in = isdigit(c);
        break;
    case 'g':
        in = isgraph(c);
        break;
    case 'l':
        in = islower(c);
        break;
    case 'p':
        in = ispunct(c);
        break;
    case 's':
        in = isspace(c);
        break;
    case 'u':
        in = isupper(c);
        break;
    case 'w':
        in = isalnum(c);
        break;
    case 'x':
        in = isxdigit(c);
        break;
    default:
        return letter == c;
    }
    return isupper(letter) ? !in : in;
}

/* true: character c is in the set that extends from p, at its '[', to last, at its ']' */
static bool in_set(int c, const char *p, const char *last) {
    bool wanted = true;
    if (p[1] == '^') {
        wanted = false;
        p++;
    }
    while (++p < last) {
        if (*p == '%') {
            p++;
            if (in_class(c, byte(p))) return wanted;
        } else if (p[1] == '-' && p + 2 < last) {
            if (byte(p) <= c && c <= byte(p + 2)) return wanted;
            p += 2;
        } else if (byte(p) == c) {
            return wanted;
        }
    }
    return !wanted;
}

/* true: the character at s is in the class from p to `end`; false also at the subject's end */
static bool one(match *m, const char *s, const char *p, const char *end) {
    if (s >= m->subject_end) return false;
    step(m, *p == '[' ? (size_t)(end - p) : 1);
    switch (*p) {
    case '.':
        return true;
    case '%':
        return in_class(byte(s), byte(p + 1));
    case '[':
        return in_set(byte(s), p, end - 1);
    default:
        return *p == *s;
    }
}

/* ---- items ---------------------------------------------------------------------------------- */

static const char *balance(match *m, const char *s, const char *p) {
    if (p >= m->pattern_end - 1) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->subject_end || *s != *p) return NULL;
    for (long nested = 1; ++s < m->subject_end;) {
        step(m, 1);
        if (*s == p[1]) {
            if (--nested == 0) return s + 1;
        } else if (*s == *p) {
            nested++;
        }
    }
    return NULL;
}

static const char *most(match *m, const char *s, const char *p, const char *end) {
    ptrdiff_t n = 0;
    while (one(m, s + n, p, end)) n++;
    for (; n >= 0; n--) {
        const char *rest = do_match(m, s + n, end + 1);
        if (rest) return rest;
    }
    return NULL;
}

static const char *least(match *m, const char *s, const char *p, const char *end) {
    for (;; s++) {
        const char *rest = do_match(m, s, end + 1);
        if (rest) return rest;
        if (!one(m, s, p, end)) return NULL;
    }
}

/* true: %f[set] matches at s; p: its '['; end: after its ']' */
static bool frontier(match *m, const char *s, const char *p, const char *end) {
    int before = s == m->subject ? '\0' : byte(s - 1);
    int here = s == m->subject_end ? '\0' : byte(s);
    return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

/* matches %b, %f or a back reference such as %1 at *p, and moves *s and *p past it; *s NULL: no
 * match. false: *p is another item, a class */
static bool special(match *m, const char **s, const char **p) {
    const char *at = *p + 1, *end;
    if (at == m->pattern_end) return false;
    switch (*at) {
    case 'b':
        *s = balance(m, *s, at + 1);
        *p = at + 3;
        return true;
    case 'f':
        at++;
        if (at >= m->pattern_end || *at != '[')
            luaL_error(m->L, "missing '[' after '%%f' in pattern");
        end = class_end(m, at);
        if (!frontier(m, *s, at, end)) *s = NULL;
        *p = end;
        return true;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        *s = again_capture(m, *s, byte(at));
        *p = at + 1;
        return true;
    default:
        return false;
    }
}

/* matches the pattern from p on at s; returns the match's end; NULL: no match */
static const char *match_here(match *m, const char *s, const char *p) {
    while (p != m->pattern_end) {
        step(m, 1);
        if (*p == '(')
            return p[1] == ')' ? begin_capture(m, s, p + 2, PLACE)
                               : begin_capture(m, s, p + 1, OPEN);
        if (*p == ')') return end_capture(m, s, p + 1);
        if (*p == '$' && p + 1 == m->pattern_end) return s == m->subject_end ? s : NULL;
        if (*p == '%' && special(m, &s, &p)) {
            if (!s) return NULL;
            continue;
        }
        const char *end = class_end(m, p);
        char how = end < m->pattern_end ? *end : '\0';
        if (how == '*') return most(m, s, p, end);
        if (how == '-') return least(m, s, p, end);
        bool fits = one(m, s, p, end);
        if (how == '+') return fits ? most(m, s + 1, p, end) : NULL;
        if (how == '?') {
            const char *rest = fits ? do_match(m, s + 1, end + 1) : NULL;
            if (rest) return rest;
            p = end + 1;
            continue;
        }
        if (!fits) return NULL;
        s++;
        p = end;
    }
    return s;
}

static const char *do_match(match *m, const char *s, const char *p) {
    if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
    const char *end = match_here(m, s, p);
    m->depth++;
    return end;
}

/* ---- the functions -------------------------------------------------------------------------- */

static void push_capture(match *m, int i, const char *s, const char *e) {
    if (i >= m->level) {
        if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->L, s, (size_t)(e - s));
        return;
    }
    ptrdiff_t n = m->capture[i].length;
    if (n == OPEN) luaL_error(m->L, "unfinished capture");
    if (n == PLACE)
        lua_pushinteger(m->L, m->capture[i].at - m->subject + 1);
    else
        lua_pushlstring(m->L, m->capture[i].at, (size_t)n);
}

/* pushes all captures, or the whole match s .. e if there are none and s is not NULL; returns their
 * number */
static int push_captures(match *m, const char *s, const char *e) {
    int n = m->level == 0 && s ? 1 : m->level;
    luaL_checkstack(m->L, n, "too many captures");
    for (int i = 0; i < n; i++) push_capture(m, i, s, e);
    return n;
}

static match begin(lua_State *L, const char *s, size_t ls, const char *p, size_t lp) {
    return (match){.L = L, .subject = s, .subject_end = s + ls, .pattern_end = p + lp};
}

static const char *try_at(match *m, const char *s, const char *p) {
    m->level = 0;
    m->depth = DEPTH;
    return do_match(m, s, p);
}

/* first occurrence of the text t [n] in the subject, at s or after it; NULL: none */
static const char *find_text(match *m, const char *s, const char *t, size_t n) {
    if (n == 0) return s;
    while ((size_t)(m->subject_end - s) >= n) {
        size_t places = (size_t)(m->subject_end - s) - n + 1;
        const char *first = memchr(s, *t, places);
        step(m, ((first ? (size_t)(first - s) : places) + n) / 16 + 1);
        if (!first) return NULL;
        if (!memcmp(first, t, n)) return first;
        s = first + 1;
    }
    return NULL;
}

static bool is_plain(const char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i] && strchr("^$*+?.([%-", p[i])) return false;
    return true;
}

/* offset, from 0, that belongs to Lua's index init, which counts from 1 at the beginning, or, if
 * negative, from the end */
static size_t first_place(lua_Integer init, size_t length) {
    if (init > 0) return (size_t)init - 1;
    if (init == 0 || init < -(lua_Integer)length) return 0;
    return length + (size_t)init;
}

static int find(lua_State *L, bool finds) {
    size_t ls, lp;
    const char *s = luaL_checklstring(L, 1, &ls), *p = luaL_checklstring(L, 2, &lp);
    size_t init = first_place(luaL_optinteger(L, 3, 1), ls);
    if (init > ls) {
        luaL_pushfail(L);
        return 1;
    }
    match m = begin(L, s, ls, p, lp);
    const char *at = s + init, *end = NULL;
    if (finds && (lua_toboolean(L, 4) || is_plain(p, lp))) {
        at = find_text(&m, at, p, lp);
        end = at ? at + lp : NULL;
    } else {
        bool anchor = lp && *p == '^';
        do {
            end = try_at(&m, at, p + anchor);
        } while (!end && at++ < m.subject_end && !anchor);
    }
    if (!end) {
        luaL_pushfail(L);
        return 1;
    }
    if (!finds) return push_captures(&m, at, end);
    lua_pushinteger(L, at - s + 1);
    lua_pushinteger(L, end - s);
    return push_captures(&m, NULL, NULL) + 2;
}

static int string_find(lua_State *L) {
    return find(L, true);
}

static int string_match(lua_State *L) {
    return find(L, false);
}

/* next match of gmatch; upvalues: subject, pattern, offset of the next search, end of the last
 * match (-1: none) */
static int gmatch_step(lua_State *L) {
    size_t ls, lp;
    const char *s = lua_tolstring(L, lua_upvalueindex(1), &ls);
    const char *p = lua_tolstring(L, lua_upvalueindex(2), &lp);
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
    match m = begin(L, s, ls, p, lp);
    for (const char *at = s + lua_tointeger(L, lua_upvalueindex(3)); at <= m.subject_end; at++) {
        const char *end = try_at(&m, at, p);
        if (!end || end - s == last) continue;
        lua_pushinteger(L, end - s);
        lua_copy(L, -1, lua_upvalueindex(3));
        lua_replace(L, lua_upvalueindex(4));
        return push_captures(&m, at, end);
    }
    /* after the end of the subject, so that further calls find nothing either */
    lua_pushinteger(L, (lua_Integer)ls + 1);
    lua_replace(L, lua_upvalueindex(3));
    return 0;
}

static int string_gmatch(lua_State *L) {
    size_t ls;
    luaL_checklstring(L, 1, &ls);
    luaL_checkstring(L, 2);
    size_t init = first_place(luaL_optinteger(L, 3, 1), ls);
    lua_settop(L, 2);
    lua_pushinteger(L, (lua_Integer)(init > ls ? ls + 1 : init));
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_step, 4);
    return 1;
}

/* appends the replacement text, at stack index 3, with %0 .. %9 replaced by the match and its
 * captures */
static void add_text(match *m, luaL_Buffer *b, const char *s, const char *e) {
    lua_State *L = m->L;
    size_t n;
    const char *text = lua_tolstring(L, 3, &n), *end = text + n, *escape;
    step(m, n / 16);
    for (; (escape = memchr(text, '%', (size_t)(end - text))); text = escape + 2) {
        luaL_addlstring(b, text, (size_t)(escape - text));
        char c = escape + 1 < end ? escape[1] : '\0';
        if (c == '%') {
            luaL_addchar(b, '%');
        } else if (c == '0') {
            luaL_addlstring(b, s, (size_t)(e - s));
        } else if (c >= '1' && c <= '9') {
            push_capture(m, c - '1', s, e);
            luaL_tolstring(L, -1, NULL); /* a position capture is a number: appended as text */
            lua_remove(L, -2);
            luaL_addvalue(b);
        } else {
            luaL_error(L, "invalid use of '%c' in replacement string", '%');
        }
    }
    luaL_addlstring(b, text, (size_t)(end - text));
}

/* appends the replacement of the match s .. e; kind: Lua type of the replacement at stack index 3;
 * false: it gives none, and the match stays as it is */
static bool add_value(match *m, luaL_Buffer *b, const char *s, const char *e, int kind) {
    lua_State *L = m->L;
    if (kind == LUA_TFUNCTION) {
        lua_pushvalue(L, 3);
        lua_call(L, push_captures(m, s, e), 1);
    } else if (kind == LUA_TTABLE) {
        push_capture(m, 0, s, e);
        lua_gettable(L, 3);
    } else {
        add_text(m, b, s, e);
        return true;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, s, (size_t)(e - s));
        return false;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
    luaL_addvalue(b);
    return true;
}

static int string_gsub(lua_State *L) {
    size_t ls, lp;
    const char *s = luaL_checklstring(L, 1, &ls), *p = luaL_checklstring(L, 2, &lp), *last = NULL;
    int kind = lua_type(L, 3);
    lua_Integer most_times = luaL_optinteger(L, 4, (lua_Integer)ls + 1), n = 0;
    luaL_argexpected(L,
                     kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION ||
                         kind == LUA_TTABLE,
                     3, "string/function/table");
    bool anchor = lp && *p == '^', changed = false;
    if (anchor) p++, lp--;
    if (kind == LUA_TNUMBER) lua_tostring(L, 3);
    match m = begin(L, s, ls, p, lp);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    while (n < most_times) {
        const char *end = try_at(&m, s, p);
        if (end && end != last) {
            n++;
            changed |= add_value(&m, &b, s, end, kind);
            s = last = end;
        } else if (s < m.subject_end) {
            luaL_addchar(&b, *s++);
        } else {
            break;
        }
        if (anchor) break;
    }
    if (!changed) {
        lua_pushvalue(L, 1);
    } else {
        luaL_addlstring(&b, s, (size_t)(m.subject_end - s));
        luaL_pushresult(&b);
    }
    lua_pushinteger(L, n);
    return 2;
}

void tw_open_patterns(lua_State *L) {
    static const luaL_Reg functions[] = {{"find", string_find},
                                         {"match", string_match},
                                         {"gmatch", string_gmatch},
                                         {"gsub", string_gsub},
                                         {NULL, NULL}};
    lua_getglobal(L, "string");
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
