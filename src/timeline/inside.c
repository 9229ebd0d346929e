/* Reports bodies that begin inside each other, once before the first step: by name, depth and line
 * of the script, deepest first. Such starts are seldom intended; and if constraints keep the bodies
 * inside each other, every step is slow. */
#include "timeline/sim_internal.h"

#include "dynamics/contact/contact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* depth from which on bodies count as inside each other, as a multiple of the distance at which
 * surfaces touch (tw_contact_reading.touch); it is a hundredth of the smaller body's size */
#define INSIDE 1e5

enum { NAMED = 3 };

static int by_pair(const tw_contact_reading *a, const tw_contact_reading *b) {
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static int by_gap(const tw_contact_reading *a, const tw_contact_reading *b) {
    return (a->gap > b->gap) - (a->gap < b->gap);
}

static int pairs_first(const void *x, const void *y) {
    int pair = by_pair(x, y);
    return pair ? pair : by_gap(x, y);
}

static int deepest_first(const void *x, const void *y) {
    int gap = by_gap(x, y);
    return gap ? gap : by_pair(x, y);
}

/* writes to text [size] "body 'NAME' (FILE:LINE)", or "the ground" for TW_CONTACT_GROUND; returns
 * text */
static const char *label(const tw_world *w, int body, char *text, size_t size) {
    if (body == TW_CONTACT_GROUND) return "the ground";
    return tw_object_label(&w->body.data[body]->o, text, size);
}

/* reduces the readings r [count] to the deepest one of each pair of bodies, deepest first; returns
 * their number */
static int deepest(tw_contact_reading *r, int count) {
    int inside = 0, n = 0;
    for (int i = 0; i < count; i++)
        if (r[i].touch < -INSIDE) r[inside++] = r[i];
    qsort(r, (size_t)inside, sizeof *r, pairs_first);
    for (int i = 0; i < inside; i++)
        if (n == 0 || by_pair(&r[n - 1], &r[i]) != 0) r[n++] = r[i];
    qsort(r, (size_t)n, sizeof *r, deepest_first);
    return n;
}

static void tell(const tw_sim *s, const tw_contact_reading *r, int n) {
    char text[2000], a[400], b[400];
    int used = 0;
    for (int i = 0; i < n && i < NAMED; i++) {
        /* the body that is not fixed is named first */
        bool turned = s->world->body.data[r[i].a]->fixed && r[i].b != TW_CONTACT_GROUND;
        const char *inner = label(s->world, turned ? r[i].b : r[i].a, a, sizeof a);
        const char *outer = label(s->world, turned ? r[i].a : r[i].b, b, sizeof b);
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%s begins %.3g m inside %s",
                         i ? "; " : "", inner, -r[i].gap, outer);
        if (used >= (int)sizeof text) used = (int)sizeof text - 1;
    }
    if (n > NAMED)
        snprintf(text + used, sizeof text - (size_t)used, "; and %d more pairs", n - NAMED);
    s->calls.notice(s->calls.notice_context, text);
}

tw_status tw_inside_notice(tw_sim *s) {
    if (s->inside_told || s->advance.quiet || !s->calls.notice) return TW_OK;
    s->inside_told = true;
    if (!tw_contact_wanted(s->world)) return TW_OK;
    const tw_contact_reading *list;
    int count;
    TW_TRY(tw_contact_list(s->dynamics, 1, &list, &count));
    TW_TRY(tw_poll_ask(s->calls.poll));
    if (count == 0) return TW_OK;
    tw_contact_reading *r = malloc((size_t)count * sizeof *r);
    if (!r) return tw_fail_memory();
    memcpy(r, list, (size_t)count * sizeof *r);
    int n = deepest(r, count);
    if (n > 0) tell(s, r, n);
    free(r);
    return TW_OK;
}
