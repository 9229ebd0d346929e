/* Reading goldens; see golden.h. */
#include "app/check/golden.h"

#include "base/file.h"
#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

const char *const tw_allowed_name[TW_ALLOWED] = {
    "position", "orientation", "velocity", "angular_velocity", "energy", "deviation",
    "residual", "force",       "contact",  "picture",          "hash"};

const char *const tw_curve_name[TW_CURVES] = {"kinetic energy (J)",
                                              "potential energy (J)",
                                              "largest deviation of a constraint",
                                              "largest residual of a constraint",
                                              "contacts",
                                              "depth of contacts (m)",
                                              "complementarity residual of contacts"};

const tw_allowed tw_curve_allowed[TW_CURVES] = {
    TW_ALLOWED_ENERGY,  TW_ALLOWED_ENERGY,  TW_ALLOWED_DEVIATION, TW_ALLOWED_RESIDUAL,
    TW_ALLOWED_CONTACT, TW_ALLOWED_CONTACT, TW_ALLOWED_CONTACT};

/* ---- writing ------------------------------------------------------------------------------- */

void tw_golden_put_text(FILE *out, const char *text) {
    for (const unsigned char *s = (const unsigned char *)text; *s; s++) {
        if (*s < 0x20 || *s == 0x7f || *s == '\\')
            fprintf(out, "\\x%02x", *s);
        else
            fputc(*s, out);
    }
}

void tw_golden_put_number(FILE *out, double x) {
    char text[TW_TEXT_DOUBLE];
    if (tw_text_double(text, sizeof text, x) == TW_OK) fprintf(out, " %s", text);
}

/* ---- words --------------------------------------------------------------------------------- */

/* returns the next word of *rest and moves *rest behind it; "": there is none */
static char *word(char **rest) {
    char *begin = *rest, *end = begin + strcspn(begin, " ");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return begin;
}

static bool number(char **rest, double *x) {
    return tw_text_parse_double(word(rest), x);
}

static bool numbers(char **rest, int n, double *x) {
    for (int i = 0; i < n; i++)
        if (!number(rest, &x[i])) return false;
    return true;
}

static bool count(char **rest, int *n) {
    double x;
    if (!number(rest, &x) || !(x >= 0 && x <= 1e9) || x != (double)(int)x) return false;
    *n = (int)x;
    return true;
}

static bool hash(char **rest, uint64_t *h) {
    const char *text = word(rest);
    char *end;
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
    *h = strtoull(text, &end, 16);
    return !*end;
}

/* ---- lines --------------------------------------------------------------------------------- */

typedef struct reader {
    tw_golden *golden;
    tw_golden_scene *scene; /* scene to which the lines read now belong; NULL before the first */
    int names;              /* number of lines "is NAME" that must still follow */
    bool ended;
    tw_status status; /* TW_OK, or TW_MEMORY: an allocation has failed */
} reader;

#define PUSH(r, list, value) ((r)->status = tw_push((list), (value)), (r)->status == TW_OK)

static bool begin_scene(reader *r, char *rest) {
    tw_golden_scene s = {.name = rest, .look = "", .of = ""};
    if (!PUSH(r, &r->golden->scenes, s)) return false;
    r->scene = &r->golden->scenes.data[r->golden->scenes.count - 1];
    return true;
}

static bool film(reader *r, char *rest) {
    tw_golden_scene *s = r->scene;
    return count(&rest, &s->frames) && number(&rest, &s->fps) && number(&rest, &s->begin);
}

static bool shot(reader *r, char *rest) {
    tw_golden_shot s;
    if (!count(&rest, &s.start) || !count(&rest, &s.frames) || !number(&rest, &s.from))
        return false;
    s.name = rest;
    return PUSH(r, &r->scene->shots, s);
}

static bool begin_bodies(reader *r, char *rest) {
    tw_golden_list list = {.first = r->scene->names.count};
    if (!count(&rest, &r->names)) return false;
    list.count = (size_t)r->names;
    return PUSH(r, &r->scene->lists, list);
}

static bool name(reader *r, char *rest) {
    if (r->names <= 0) return false;
    r->names--;
    const char *text = rest;
    return PUSH(r, &r->scene->names, text);
}

static bool state(reader *r, char *rest) {
    tw_golden_scene *s = r->scene;
    tw_golden_state state = {.list = s->lists.count - 1};
    if (!s->lists.count || !count(&rest, &state.frame) || !hash(&rest, &state.hash)) return false;
    state.marks = rest;
    size_t n = strlen(rest);
    return (!n || n == TW_MARKS * s->lists.data[state.list].count) && PUSH(r, &s->states, state);
}

static bool sample(char *rest, int n, tw_golden_sample *out) {
    *out = (tw_golden_sample){0};
    if (!count(&rest, &out->frame) || !numbers(&rest, n, out->v)) return false;
    out->name = rest;
    return true;
}

static bool body(reader *r, char *rest) {
    tw_golden_sample s;
    return sample(rest, TW_BODY_NUMBERS, &s) && PUSH(r, &r->scene->bodies, s);
}

static bool constraint(reader *r, char *rest) {
    tw_golden_sample s;
    return sample(rest, TW_CONSTRAINT_NUMBERS, &s) && PUSH(r, &r->scene->constraints, s);
}

static bool curve(reader *r, char *rest) {
    tw_golden_sample s;
    return sample(rest, TW_CURVES, &s) && PUSH(r, &r->scene->curves, s);
}

static bool picture(reader *r, char *rest) {
    tw_golden_picture p = {0};
    if (!count(&rest, &p.frame) || !*rest || strchr(rest, '/')) return false;
    p.file = rest;
    return PUSH(r, &r->scene->pictures, p);
}

static bool allowed(reader *r, char *rest) {
    return numbers(&rest, TW_ALLOWED, r->scene->allowed);
}

static bool look(reader *r, char *rest) {
    r->scene->look = rest;
    return *rest;
}

static bool of(reader *r, char *rest) {
    r->scene->of = rest;
    return *rest;
}

static bool line(reader *r, char *text) {
    static const struct {
        const char *word;
        bool (*read)(reader *r, char *rest);
    } kinds[] = {{"film", film},
                 {"allowed", allowed},
                 {"bodies", begin_bodies},
                 {"is", name},
                 {"state", state},
                 {"body", body},
                 {"curve", curve},
                 {"constraint", constraint},
                 {"picture", picture},
                 {"look", look},
                 {"of", of},
                 {"shot", shot}};
    if (r->ended) return false;
    char *rest = text;
    const char *kind = word(&rest);
    if (r->names > 0 && strcmp(kind, "is") != 0) return false;
    if (!strcmp(kind, "scene")) return begin_scene(r, rest);
    if (!strcmp(kind, "end")) return r->ended = true;
    for (size_t i = 0; r->scene && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].word, kind)) return kinds[i].read(r, rest);
    return false;
}

static tw_status read_lines(const char *path, tw_golden *golden) {
    static const char head[] = "tauwerk golden 1";
    reader r = {.golden = golden};
    char *at = golden->text;
    for (int n = 1; *at; n++) {
        size_t length = strcspn(at, "\r\n");
        char *next = at + length;
        /* CR before LF is ignored; some checkouts of repositories add it */
        if (*next == '\r' && next[1] == '\n') next++;
        next += *next != '\0';
        at[length] = '\0';
        bool good = n == 1 ? !strcmp(at, head) : line(&r, at);
        if (r.status != TW_OK) return tw_fail_memory();
        if (!good)
            return tw_fail(TW_IO, "%s:%d: %s", path, n,
                           n == 1 ? "this is no golden of this version" : "cannot read this line");
        at = next;
    }
    if (r.ended) return TW_OK;
    return tw_fail(TW_IO, "%s: the golden is cut off: its last line is missing", path);
}

tw_status tw_golden_read(const char *path, tw_golden *golden) {
    *golden = (tw_golden){0};
    size_t size;
    TW_TRY(tw_file_read_bounded(path, &golden->text, &size));
    tw_status s = read_lines(path, golden);
    if (s != TW_OK) tw_golden_free(golden);
    return s;
}

void tw_golden_free(tw_golden *golden) {
    for (size_t i = 0; i < golden->scenes.count; i++) {
        tw_golden_scene *s = &golden->scenes.data[i];
        tw_array_free(&s->names);
        tw_array_free(&s->lists);
        tw_array_free(&s->states);
        tw_array_free(&s->bodies);
        tw_array_free(&s->constraints);
        tw_array_free(&s->curves);
        tw_array_free(&s->pictures);
        tw_array_free(&s->shots);
    }
    tw_array_free(&golden->scenes);
    free(golden->text);
    *golden = (tw_golden){0};
}
