/* The functions of a Lua text; see change_text.h. */
#include "script/lua/change_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------------------------- */

typedef struct word {
    size_t begin, end;
    int line;
    bool name; /* true: the word is a name or a keyword; false: another sign */
} word;

typedef struct reader {
    const char *s;
    size_t size, at;
    int line;
} reader;

/* length of an opening bracket, such as "[[" or "[==[", at p; 0: there is none */
static size_t long_bracket(const reader *r, size_t p) {
    size_t n = 1;
    if (p >= r->size || r->s[p] != '[') return 0;
    while (p + n < r->size && r->s[p + n] == '=') n++;
    return p + n < r->size && r->s[p + n] == '[' ? n + 1 : 0;
}

static void skip_to(reader *r, size_t end) {
    for (; r->at < end && r->at < r->size; r->at++) r->line += r->s[r->at] == '\n';
}

/* skips a long string or long comment, whose opening bracket has n characters */
static void skip_long(reader *r, size_t n) {
    size_t p = r->at + n;
    for (; p < r->size; p++) {
        if (r->s[p] != ']') continue;
        size_t k = 1;
        while (p + k < r->size && r->s[p + k] == '=') k++;
        if (k == n - 1 && p + k < r->size && r->s[p + k] == ']') break;
    }
    skip_to(r, p + n);
}

static void skip_quoted(reader *r) {
    char quote = r->s[r->at];
    size_t p = r->at + 1;
    for (; p < r->size && r->s[p] != quote && r->s[p] != '\n'; p++) {
        if (r->s[p] != '\\') continue;
        if (p + 1 < r->size && r->s[p + 1] == 'z')
            while (p + 2 < r->size && isspace((unsigned char)r->s[p + 2])) p++;
        p++;
    }
    skip_to(r, p + 1);
}

/* skips one space, comment or string; false: there is none */
static bool skip_one(reader *r) {
    char c = r->s[r->at];
    if (isspace((unsigned char)c)) {
        skip_to(r, r->at + 1);
        return true;
    }
    if (c == '-' && r->at + 1 < r->size && r->s[r->at + 1] == '-') {
        size_t n = long_bracket(r, r->at + 2);
        if (n) {
            skip_to(r, r->at + 2);
            skip_long(r, n);
        } else {
            while (r->at < r->size && r->s[r->at] != '\n') r->at++;
        }
        return true;
    }
    if (c == '"' || c == '\'') {
        skip_quoted(r);
        return true;
    }
    size_t n = long_bracket(r, r->at);
    if (n) skip_long(r, n);
    return n > 0;
}

static bool letter(char c) {
    return c == '_' || isalnum((unsigned char)c);
}

/* reads the next word or sign into *w; spaces, comments and strings are skipped; false: the text
 * ends */
static bool next_word(reader *r, word *w) {
    if (r->at == 0 && r->size && *r->s == '#')
        while (r->at < r->size && r->s[r->at] != '\n') r->at++;
    while (r->at < r->size && skip_one(r)) {
    }
    if (r->at >= r->size) return false;
    *w = (word){.begin = r->at, .line = r->line, .name = letter(r->s[r->at])};
    w->name = w->name && !isdigit((unsigned char)r->s[r->at]);
    size_t p = r->at;
    if (letter(r->s[p]))
        while (p < r->size && letter(r->s[p])) p++;
    else
        p++;
    w->end = r->at = p;
    return true;
}

static bool is(const tw_text *t, const word *w, const char *text) {
    size_t n = strlen(text);
    return w->end - w->begin == n && !memcmp(t->data + w->begin, text, n);
}

/* ---- functions ------------------------------------------------------------------------------ */

/* reads name and parameter list after the word "function" into f; false: this cannot be parsed */
static bool read_list(const tw_text *t, reader *r, tw_text_function *f) {
    word w;
    do {
        if (!next_word(r, &w)) return false;
        f->method |= is(t, &w, ":");
    } while (!is(t, &w, "("));
    /* "function" and "(" on different lines: Lua may report either line as the function's first */
    if (w.line != f->line) return false;
    f->list = w.begin;
    do
        if (!next_word(r, &w)) return false;
    while (!is(t, &w, ")"));
    f->body = w.end;
    return true;
}

static tw_status read_functions(tw_text *t) {
    reader r = {.s = t->data, .size = t->size, .line = 1};
    /* depth: number of open blocks; inside: that number at the function that is being read */
    size_t depth = 0, inside = 0;
    tw_text_function f = {0};
    word w;
    bool good = true;
    while (good && next_word(&r, &w)) {
        if (is(t, &w, "function")) {
            tw_text_function own = {.begin = w.begin, .line = w.line};
            good = read_list(t, &r, &own);
            depth++;
            if (inside) continue;
            inside = depth;
            f = own;
        } else if (is(t, &w, "do") || is(t, &w, "if") || is(t, &w, "repeat")) {
            depth++;
        } else if (is(t, &w, "end") || is(t, &w, "until")) {
            good = depth > 0;
            if (inside && depth == inside) {
                f.end = w.begin;
                f.last = w.line;
                TW_TRY(tw_push(&t->functions, f));
                inside = 0;
            }
            depth -= good;
        }
    }
    return good && !depth ? TW_OK : tw_fail(TW_SCRIPT, "blocks that do not fit together");
}

tw_status tw_text_read(char *data, size_t size, tw_text *text) {
    *text = (tw_text){.data = data, .size = size};
    tw_status s = read_functions(text);
    if (s != TW_OK) tw_text_free(text);
    return s;
}

void tw_text_free(tw_text *t) {
    free(t->data);
    tw_array_free(&t->functions);
    *t = (tw_text){0};
}

/* ---- differences ---------------------------------------------------------------------------- */

static bool same_bytes(const tw_text *a, size_t a0, size_t a1, const tw_text *b, size_t b0,
                       size_t b1) {
    return a1 - a0 == b1 - b0 && !memcmp(a->data + a0, b->data + b0, a1 - a0);
}

bool tw_text_same_around(const tw_text *old, const tw_text *now) {
    size_t a = 0, b = 0;
    if (old->functions.count != now->functions.count) return false;
    for (size_t i = 0; i < old->functions.count; i++) {
        const tw_text_function *f = &old->functions.data[i], *g = &now->functions.data[i];
        if (!same_bytes(old, a, f->body, now, b, g->body)) return false;
        a = f->end;
        b = g->end;
    }
    return same_bytes(old, a, old->size, now, b, now->size);
}

bool tw_text_same_body(const tw_text *old, const tw_text *now, size_t i) {
    const tw_text_function *f = &old->functions.data[i], *g = &now->functions.data[i];
    return same_bytes(old, f->body, f->end, now, g->body, g->end);
}

/* ---- statements that wait -------------------------------------------------------------------- */

/* true: a statement of function i ends before the word p: the body up to p and the body from p on
 * both compile as blocks, and p is no "(", which would continue a call */
static bool divides(const tw_text *t, size_t i, const word *p, tw_text_compiles compiles,
                    void *context) {
    const tw_text_function *f = &t->functions.data[i];
    return !is(t, p, "(") && compiles(context, t, i, f->body, p->begin) &&
           compiles(context, t, i, p->begin, f->end);
}

/* reads [[local] NAME, ... =] NAME: from the word *w on; then *w is the name before the ':'. false:
 * the text is different */
static bool read_names(const tw_text *t, reader *r, word *w) {
    word next;
    bool local = is(t, w, "local"), list = local;
    if (local && !next_word(r, w)) return false;
    for (; w->name && next_word(r, &next); list = true) {
        if (is(t, &next, ":")) return !list;
        bool last = is(t, &next, "=");
        if ((!last && !is(t, &next, ",")) || !next_word(r, w)) return false;
        if (last) return w->name && next_word(r, &next) && is(t, &next, ":");
    }
    return false;
}

/* true: the bytes at->begin .. at->next are [[local] NAME, ... =] NAME:wait...(...); sets call and
 * end, *line: line of the call */
static bool read_wait(const tw_text *t, tw_text_wait *at, int *line) {
    reader r = {.s = t->data, .size = at->next, .at = at->begin, .line = at->begins};
    word w;
    if (!next_word(&r, &w) || !read_names(t, &r, &w)) return false;
    at->call = w.begin;
    *line = w.line;
    bool waits = next_word(&r, &w) &&
                 (is(t, &w, "wait") || is(t, &w, "wait_until") || is(t, &w, "wait_settled"));
    if (!waits || !next_word(&r, &w) || !is(t, &w, "(")) return false;
    for (int depth = 1; depth > 0;) {
        if (!next_word(&r, &w)) return false;
        depth += is(t, &w, "(") - is(t, &w, ")");
    }
    at->end = w.end;
    return !next_word(&r, &w);
}

typedef TW_ARRAY(word) word_list;

/* lists the words of function i's body. false: there is no memory; or the order of execution may
 * differ from that of the words (goto, <close>); or the function has variable arguments */
static bool read_words(const tw_text *t, size_t i, word_list *list) {
    const tw_text_function *f = &t->functions.data[i];
    reader r = {.s = t->data, .size = f->end + 3, .at = f->list, .line = f->line};
    for (word w; next_word(&r, &w);) {
        if (w.begin < f->body ? is(t, &w, ".") : is(t, &w, "goto") || is(t, &w, "close"))
            return false;
        if (w.begin >= f->body && tw_push(list, w) != TW_OK) return false;
    }
    return true;
}

static bool find_wait(const tw_text *t, size_t i, int line, const word_list *list,
                      tw_text_compiles compiles, void *context, tw_text_wait *at) {
    const word *w = list->data;
    size_t first = 0, behind, n = list->count;
    while (first < n && w[first].line < line) first++;
    if (first >= n || w[first].line != line) return false;
    for (behind = first + 1; behind < n && !divides(t, i, &w[behind], compiles, context);) behind++;
    while (first > 0 && !divides(t, i, &w[first], compiles, context)) first--;
    if (behind >= n) return false;
    bool more = is(t, &w[behind], ";") && behind + 1 < n;
    int call;
    *at = (tw_text_wait){.begin = w[first].begin,
                         .begins = w[first].line,
                         .next = w[behind].begin,
                         .follows = w[behind].line};
    return w[behind + more].line != line && read_wait(t, at, &call) && call == line &&
           compiles(context, t, i, t->functions.data[i].body, at->end);
}

static bool wait_at(const tw_text *t, size_t i, int line, tw_text_compiles compiles, void *context,
                    tw_text_wait *at) {
    word_list list = {0};
    bool found = read_words(t, i, &list) && find_wait(t, i, line, &list, compiles, context, at);
    tw_array_free(&list);
    return found;
}

bool tw_text_same_wait(const tw_text *old, const tw_text *now, size_t i, int line,
                       tw_text_compiles compiles, void *context, tw_text_wait *at) {
    const tw_text_function *f = &old->functions.data[i], *g = &now->functions.data[i];
    tw_text_wait was;
    if (!wait_at(old, i, f->line + line, compiles, context, &was) ||
        !wait_at(now, i, g->line + line, compiles, context, at))
        return false;
    return same_bytes(old, f->begin, was.end, now, g->begin, at->end) &&
           was.begin - f->begin == at->begin - g->begin;
}

/* ---- names ---------------------------------------------------------------------------------- */

static bool same_word(const tw_text *t, const word *a, const word *b) {
    size_t n = a->end - a->begin;
    return n == b->end - b->begin && !memcmp(t->data + a->begin, t->data + b->begin, n);
}

/* state while names are read that `local`, `for` and parameter lists declare */
typedef struct declarer {
    bool expects, named, attribute;
} declarer;

/* true: the word w declares a variable called `name` */
static bool declares(declarer *d, const tw_text *t, const word *w, const word *name) {
    if (is(t, w, "local") || is(t, w, "for")) {
        *d = (declarer){.expects = true};
    } else if (d->attribute) {
        d->attribute = !is(t, w, ">");
    } else if (d->named) {
        d->attribute = is(t, w, "<");
        d->expects = is(t, w, ",");
        d->named = d->attribute;
    } else if (d->expects && !is(t, w, "function") && !is(t, w, "(")) {
        *d = (declarer){.named = w->name};
        return w->name && same_word(t, w, name);
    }
    return false;
}

/* true: the main part of the text, outside of all functions, declares a variable of that name */
static bool declared(const tw_text *t, const word *name) {
    reader r = {.s = t->data, .size = t->size, .line = 1};
    declarer d = {0};
    size_t next = 0;
    for (word w; next_word(&r, &w);) {
        while (next < t->functions.count && t->functions.data[next].end < w.begin) next++;
        if (next < t->functions.count && w.begin >= t->functions.data[next].list) continue;
        if (declares(&d, t, &w, name)) return true;
    }
    return false;
}

/* true: function i, or one inside it, declares a variable of that name before the offset `place` */
static bool declared_before(const tw_text *t, size_t i, size_t place, const word *name) {
    reader r = {.s = t->data, .size = place, .at = t->functions.data[i].list, .line = 1};
    declarer d = {.expects = true}; /* its parameters */
    for (word w; next_word(&r, &w);)
        if (declares(&d, t, &w, name)) return true;
    return false;
}

static bool among(const tw_text *t, const word *w, const char *const *known, size_t count) {
    bool is_one = false;
    for (size_t k = 0; k < count; k++) is_one |= is(t, w, known[k]);
    return is_one;
}

/* *w: the next word that is a name, is not the name of a field, and is not in the list known
 * [count]; false: there is none */
static bool next_other(const tw_text *t, reader *r, const char *const *known, size_t count,
                       word *w) {
    bool field = false;
    while (next_word(r, w)) {
        if (w->name && !field && !among(t, w, known, count)) return true;
        /* after one dot a name is a field's; after two dots, which join strings, it is a variable's
         */
        bool dot = is(t, w, ".") && !(w->begin > 0 && t->data[w->begin - 1] == '.');
        field = is(t, w, ":") || (dot && t->data[w->end] != '.');
    }
    return false;
}

bool tw_text_names_others(const tw_text *t, size_t i, const char *const *known, size_t count) {
    const tw_text_function *f = &t->functions.data[i];
    reader r = {.s = t->data, .size = f->end, .at = f->body, .line = 1};
    for (word w; next_other(t, &r, known, count, &w);)
        if (is(t, &w, "_ENV") || declared(t, &w)) return true;
    return false;
}

bool tw_text_rest_names_others(const tw_text *t, size_t i, const tw_text_wait *at,
                               const char *const *known, size_t count) {
    const tw_text_function *f = &t->functions.data[i];
    reader r = {.s = t->data, .size = f->end, .at = at->begin, .line = 1};
    for (word w; next_other(t, &r, known, count, &w);) {
        if (w.begin >= at->call && w.begin < at->next)
            /* names in the waiting call itself do not count: the old text has made the call */
            continue;
        if (is(t, &w, "_ENV") || declared(t, &w) || declared_before(t, i, at->begin, &w))
            return true;
    }
    return false;
}
