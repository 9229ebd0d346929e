/*
 * Comparing states, samples and curves; see compare.h.
 *
 * If states must have the same bits, hashes give the first frame that differs, and the marks of
 * that frame, or of the next that has some (three letters for each field of a body, a short hash;
 * golden.h) the body and the field. Samples (all digits, at a few frames) then give the size of the
 * difference.
 */
#include "app/check/compare.h"

#include "base/math/elementary.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ranks of findings in the same frame: causes come before their effects */
enum { RANK_FILM, RANK_STATE, RANK_BODY, RANK_CONSTRAINT, RANK_CURVE };

tw_status tw_comparison_add(tw_comparison *c, const char *what, int frame, int rank,
                            const char *object, const char *format, ...) {
    tw_finding f = {.what = what, .frame = frame, .rank = rank, .count = 1, .object = object};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f.text, sizeof f.text, format, arguments);
    va_end(arguments);
    return tw_push(&c->findings, f) == TW_OK ? TW_OK : tw_fail_memory();
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* a field of a body or constraint: the range of its numbers in a sample, and its tolerance */
typedef struct field {
    const char *what;
    int first, count;
    tw_allowed allowed;
} field;

static const field body_fields[] = {
    {"position", 0, 3, TW_ALLOWED_POSITION},
    {"orientation", 3, 4, TW_ALLOWED_ORIENTATION},
    {"velocity", 7, 3, TW_ALLOWED_VELOCITY},
    {"angular_velocity", 10, 3, TW_ALLOWED_ANGULAR_VELOCITY},
};
static const field constraint_fields[] = {
    {"deviation", 0, 1, TW_ALLOWED_DEVIATION},
    {"rate", 1, 1, TW_ALLOWED_DEVIATION},
    {"residual", 2, 1, TW_ALLOWED_RESIDUAL},
    {"force", 3, 3, TW_ALLOWED_FORCE},
};
enum { FIELDS = 4 };

static double length(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

/* distance between two values of a field: length of the difference of vectors, angle between
 * orientations, rad */
static double distance(const field *f, const double *a, const double *b) {
    double d[4] = {0}, s[4] = {0};
    for (int i = 0; i < f->count; i++) d[i] = a[i] - b[i], s[i] = a[i] + b[i];
    if (f->allowed != TW_ALLOWED_ORIENTATION) return length(d, f->count);
    /* chord of the angle between two orientations p and q: |p - q| = 2 sin(angle / 4); q and -q are
     * the same orientation, so the shorter of |p - q| and |p + q| is taken */
    double chord = fmin(length(d, 4), length(s, 4)) / 2;
    return 4 * tw_asin(chord > 1 ? 1 : chord);
}

static bool agree(const field *f, double allowed, const double *got, const double *want,
                  double *difference) {
    size_t bytes = (size_t)f->count * sizeof *got;
    *difference = distance(f, got, want);
    if (!memcmp(got, want, bytes)) return true;
    if (!(allowed > 0)) return false;
    double size = f->allowed == TW_ALLOWED_ORIENTATION ? 0 : length(want, f->count);
    return *difference <= allowed * fmax(1, size);
}

/* buf: the numbers as "(1, 2, 3)", with all digits */
static const char *show(const double *v, int n, char *buf, size_t size) {
    size_t used = 0;
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(buf + used, size - used, "%s%.17g%s",
                                 i       ? ", "
                                 : n > 1 ? "("
                                         : "",
                                 v[i], n > 1 && i + 1 == n ? ")" : "");
    return buf;
}

/* ---- samples ------------------------------------------------------------------------------- */

static void note(tw_finding *found, const field *f, const char *class, const tw_golden_sample *got,
                 const tw_golden_sample *want, double difference, int rank) {
    if (!found->count) {
        char a[200], b[200];
        *found =
            (tw_finding){.what = f->what, .frame = got->frame, .rank = rank, .object = got->name};
        snprintf(found->text, sizeof found->text,
                 "frame %d, %s '%.80s', field %s: got %s, golden %s", got->frame, class, got->name,
                 f->what, show(got->v + f->first, f->count, a, sizeof a),
                 show(want->v + f->first, f->count, b, sizeof b));
    }
    found->count++;
    if (difference > found->largest || isnan(difference)) found->largest = difference;
}

static tw_status compare_samples(tw_comparison *c, const char *class, const field fields[FIELDS],
                                 const tw_golden_samples *got, const tw_golden_samples *want,
                                 int rank) {
    tw_finding found[FIELDS] = {0};
    const double *allowed = c->fresh->allowed;
    size_t n = got->count < want->count ? got->count : want->count;
    for (size_t i = 0; i < n; i++) {
        const tw_golden_sample *a = &got->data[i], *b = &want->data[i];
        if (a->frame != b->frame || strcmp(a->name, b->name) != 0)
            return tw_comparison_add(c, class, a->frame < b->frame ? a->frame : b->frame, rank,
                                     a->name,
                                     "frame %d has the %s '%.80s', in the golden frame %d "
                                     "has '%.80s' there",
                                     a->frame, class, a->name, b->frame, b->name);
        for (int k = 0; k < FIELDS; k++) {
            const field *f = &fields[k];
            double d;
            if (!agree(f, allowed[f->allowed], a->v + f->first, b->v + f->first, &d))
                note(&found[k], f, class, a, b, d, rank);
        }
    }
    for (int k = 0; k < FIELDS; k++)
        if (found[k].count && tw_push(&c->findings, found[k]) != TW_OK) return tw_fail_memory();
    if (got->count == want->count) return TW_OK;
    return tw_comparison_add(c, class, 0, rank, NULL, "%zu samples of a %s, in the golden %zu",
                             got->count, class, want->count);
}

static tw_status compare_curves(tw_comparison *c) {
    const tw_golden_scene *a = c->fresh, *b = c->golden;
    for (int k = 0; k < TW_CURVES; k++) {
        field f = {tw_curve_name[k], k, 1, tw_curve_allowed[k]};
        tw_finding found = {.what = tw_curve_name[k], .rank = RANK_CURVE};
        for (size_t i = 0; i < a->curves.count && i < b->curves.count; i++) {
            const double *got = &a->curves.data[i].v[k], *want = &b->curves.data[i].v[k];
            double d;
            if (agree(&f, a->allowed[f.allowed], got, want, &d)) continue;
            if (!found.count) {
                found.frame = a->curves.data[i].frame;
                snprintf(found.text, sizeof found.text, "frame %d, %s: got %.17g, golden %.17g",
                         found.frame, f.what, *got, *want);
            }
            found.count++;
            if (d > found.largest || isnan(d)) found.largest = d;
        }
        if (found.count && tw_push(&c->findings, found) != TW_OK) return tw_fail_memory();
    }
    return TW_OK;
}

/* ---- states -------------------------------------------------------------------------------- */

static const char *name_at(const tw_golden_scene *s, const tw_golden_state *at, size_t i) {
    return s->names.data[s->lists.data[at->list].first + i];
}

/* adds a finding that names the first body and field that differ between two states, found by their
 * marks */
static tw_status name_difference(tw_comparison *c, int first, const tw_golden_state *a,
                                 const tw_golden_state *b) {
    size_t n = c->fresh->lists.data[a->list].count, m = c->golden->lists.data[b->list].count;
    char later[80] = "";
    if (a->frame != first)
        snprintf(later, sizeof later, " (as far as frame %d, the next with marks, tells)",
                 a->frame);
    for (size_t i = 0; i < n || i < m; i++) {
        const char *x = i < n ? name_at(c->fresh, a, i) : NULL;
        const char *y = i < m ? name_at(c->golden, b, i) : NULL;
        if (!x || !y || strcmp(x, y) != 0)
            return tw_comparison_add(c, "state", first, RANK_STATE, x ? x : y,
                                     "frame %d: body %zu is %s%.80s%s, in the golden %s%.80s%s%s",
                                     first, i + 1, x ? "'" : "", x ? x : "missing", x ? "'" : "",
                                     y ? "'" : "", y ? y : "missing", y ? "'" : "", later);
    }
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < FIELDS; k++) {
            size_t at = i * TW_MARKS + (size_t)k * TW_MARK;
            if (!strncmp(a->marks + at, b->marks + at, TW_MARK)) continue;
            const char *body = name_at(c->fresh, a, i);
            return tw_comparison_add(c, "state", first, RANK_STATE, body,
                                     "frame %d is the first that differs: body '%.80s', field %s%s",
                                     first, body, body_fields[k].what, later);
        }
    return tw_comparison_add(c, "state", first, RANK_STATE, NULL,
                             "frame %d is the first that differs: no body moves otherwise, but a "
                             "mass, a joint's number of turns, the time, or what is enabled%s",
                             first, later);
}

static bool states_are_exact(const double *allowed) {
    for (int i = TW_ALLOWED_POSITION; i <= TW_ALLOWED_ANGULAR_VELOCITY; i++)
        if (allowed[i] > 0) return false;
    return allowed[TW_ALLOWED_HASH] > 0;
}

static tw_status compare_states(tw_comparison *c) {
    const tw_golden_scene *a = c->fresh, *b = c->golden;
    if (!states_are_exact(a->allowed)) return TW_OK;
    size_t n = a->states.count < b->states.count ? a->states.count : b->states.count, first = n;
    for (size_t i = 0; i < n && first == n; i++)
        if (a->states.data[i].hash != b->states.data[i].hash) first = i;
    if (first == n) return TW_OK;
    for (size_t i = first; i < n; i++)
        if (*a->states.data[i].marks && *b->states.data[i].marks)
            return name_difference(c, a->states.data[first].frame, &a->states.data[i],
                                   &b->states.data[i]);
    return tw_comparison_add(c, "state", a->states.data[first].frame, RANK_STATE, NULL,
                             "frame %d is the first that differs (it has no marks that name the "
                             "body)",
                             a->states.data[first].frame);
}

/* ---- all ----------------------------------------------------------------------------------- */

static tw_status compare_film(tw_comparison *c) {
    const tw_golden_scene *a = c->fresh, *b = c->golden;
    if (strcmp(a->name, b->name) != 0)
        TW_TRY(tw_comparison_add(c, "film", 0, RANK_FILM, NULL,
                                 "the scene is called '%.80s', in the golden '%.80s'", a->name,
                                 b->name));
    if (strcmp(a->of, b->of) != 0) {
        const char *own = "the script itself";
        TW_TRY(tw_comparison_add(c, "film", 0, RANK_FILM, NULL,
                                 "the scene is recorded by %.80s, in the golden by %.80s",
                                 *a->of ? a->of : own, *b->of ? b->of : own));
    }
    if (a->frames != b->frames || a->fps != b->fps || a->begin != b->begin)
        TW_TRY(tw_comparison_add(c, "film", 0, RANK_FILM, NULL,
                                 "the film has %d frames, %g a second from %g s on, in the golden "
                                 "%d, %g, %g",
                                 a->frames, a->fps, a->begin, b->frames, b->fps, b->begin));
    return TW_OK;
}

/* text: shot i, like "24 frames from frame 96 on, of 'towers' from 1.2 s on"; "missing" after the
 * last */
static const char *shot_text(const tw_golden_scene *s, size_t i, char text[200]) {
    if (i >= s->shots.count) return "missing";
    const tw_golden_shot *shot = &s->shots.data[i];
    snprintf(text, 200, "%d frames from frame %d on, of '%.80s' from %g s on", shot->frames,
             shot->start + 1, shot->name, shot->from);
    return text;
}

/* compares the shots of a film of several scenes; adds a finding for the first that differs */
static tw_status compare_cut(tw_comparison *c) {
    const tw_golden_scene *a = c->fresh, *b = c->golden;
    size_t n = a->shots.count, m = b->shots.count;
    for (size_t i = 0; i < n || i < m; i++) {
        const tw_golden_shot *x = &a->shots.data[i], *y = &b->shots.data[i];
        if (i < n && i < m && x->start == y->start && x->frames == y->frames &&
            x->from == y->from && !strcmp(x->name, y->name))
            continue;
        char text[2][200];
        return tw_comparison_add(c, "film", 0, RANK_FILM, NULL,
                                 "shot %zu is %s; in the golden it is %s", i + 1,
                                 shot_text(a, i, text[0]), shot_text(b, i, text[1]));
    }
    return TW_OK;
}

/* order of findings for qsort: findings on curves and pictures come after all others; within these
 * classes findings are ordered by frame, then by rank (kind of finding) */
static int earlier(const void *va, const void *vb) {
    const tw_finding *a = va, *b = vb;
    int all = (a->rank >= RANK_CURVE) - (b->rank >= RANK_CURVE);
    if (all) return all;
    if (a->frame != b->frame) return a->frame < b->frame ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

tw_status tw_compare(const tw_golden_scene *golden, const tw_golden_scene *fresh,
                     const char *golden_folder, const char *fresh_folder, tw_comparison *c) {
    *c = (tw_comparison){.golden = golden, .fresh = fresh};
    if (!golden || !fresh)
        return tw_comparison_add(c, "film", 0, RANK_FILM, NULL, "the scene '%.80s' is %s",
                                 golden ? golden->name : fresh->name,
                                 golden ? "not there any more" : "not in the golden");
    TW_TRY(compare_film(c));
    TW_TRY(compare_cut(c));
    TW_TRY(compare_states(c));
    TW_TRY(compare_samples(c, "body", body_fields, &fresh->bodies, &golden->bodies, RANK_BODY));
    TW_TRY(compare_samples(c, "constraint", constraint_fields, &fresh->constraints,
                           &golden->constraints, RANK_CONSTRAINT));
    TW_TRY(compare_curves(c));
    TW_TRY(tw_compare_pictures(golden_folder, fresh_folder, c));
    if (c->findings.count)
        qsort(c->findings.data, c->findings.count, sizeof *c->findings.data, earlier);
    return TW_OK;
}

void tw_comparison_free(tw_comparison *c) {
    for (size_t i = 0; i < c->pictures.count; i++) {
        free(c->pictures.data[i].golden);
        free(c->pictures.data[i].fresh);
        free(c->pictures.data[i].map);
    }
    tw_array_free(&c->pictures);
    tw_array_free(&c->findings);
}
