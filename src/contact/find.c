#include "contact/find.h"

#include "base/hash.h"
#include "contact/mesh.h"
#include "contact/pairs.h"
#include "contact/wire/wire.h"
#include "numeric/value/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tw_contact_moves(const tw_world *w, const tw_body *b) {
    return !b->fixed && !tw_world_point(w, b->motion);
}

enum { POLL_EVERY = 64 }; /* number of pairs of shapes between two calls of poll */

static double margin_of(const tw_contact_query *q, int body) {
    return q->margin ? q->margin[body] : 0;
}

/* sets the convex body of an item; stands: the item has not changed since the last search, so that
 * the convex body of that search is used */
static tw_status know_convex(tw_contacts *c, size_t item, const tw_shape *s, bool stands) {
    TW_TRY(tw_reserve(&c->convex, item + 1));
    tw_convex *convex = &c->convex.data[item];
    if (tw_shape_is_hollow(s))
        *convex = (tw_convex){.shape = NULL};
    else if (!stands)
        *convex = tw_convex_of(s, &c->item.data[item].pose);
    else
        convex->shape = s;
    return TW_OK;
}

/* makes an item for each shape of the bodies that take part; the item's bounding box is widened by
 * the margin */
static tw_status collect(const tw_world *w, const tw_contact_query *q, tw_contacts *c) {
    size_t n = 0, known = q->again ? c->item.count : 0;
    c->box.count = c->group.count = c->stands.count = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (b->o.leaving || !b->collide || (q->only && !q->only[i])) continue;
        tw_pose at = q->pose ? q->pose[i] : tw_body_pose(b);
        double m = margin_of(q, (int)i);
        /* bodies that do not move freely are all of one group (-1), so that pairs of them are not
         * searched */
        int32_t group = tw_contact_moves(w, b) ? (int32_t)i : -1;
        for (int k = 0; k < b->form.count; k++, n++) {
            tw_contact_item item = {(int32_t)i, k, tw_pose_compose(&at, &b->form.pose[k]), m};
            tw_bounds box = tw_shape_bounds(&b->form.shape[k], &item.pose);
            box.lo = v3_sub(box.lo, v3(m, m, m));
            box.hi = v3_add(box.hi, v3(m, m, m));
            bool stands = n < known && !memcmp(&c->item.data[n], &item, sizeof item);
            if (n < c->item.count)
                c->item.data[n] = item;
            else
                TW_TRY(tw_push(&c->item, item));
            TW_TRY(know_convex(c, n, &b->form.shape[k], stands));
            TW_TRY(tw_push(&c->box, box));
            TW_TRY(tw_push(&c->group, group));
            TW_TRY(tw_push(&c->stands, stands));
        }
    }
    c->item.count = n;
    return TW_OK;
}

static tw_status append(tw_contacts *c, const tw_contact *common, uint32_t serial_a,
                        uint32_t serial_b, const tw_touch *touch, int count) {
    const uint32_t part[4] = {serial_a, serial_b, (uint32_t)common->shape_a,
                              (uint32_t)common->shape_b};
    tw_hash pair = tw_hash_bytes(tw_hash_begin(), part, sizeof part);
    for (int i = 0; i < count; i++) {
        tw_contact k = *common;
        uint32_t feature = touch[i].feature;
        uint64_t key = tw_hash_end(tw_hash_bytes(pair, &feature, sizeof feature));
        k.point = touch[i].point;
        k.normal = touch[i].normal;
        k.gap = touch[i].gap;
        k.key = key ? key : 1;
        TW_TRY(tw_push(&c->list, k));
    }
    return TW_OK;
}

/* does contact x come before the contacts of the items a and b in the order of the list? */
static bool comes_before(const tw_contact *x, const tw_contact_item *a, const tw_contact_item *b) {
    const int of[4] = {x->a, x->shape_a, x->b, x->shape_b};
    const int to[4] = {a->body, a->shape, b->body, b->shape};
    for (int i = 0; i < 4; i++)
        if (of[i] != to[i]) return of[i] < to[i];
    return false;
}

/* *x: value of a contact coefficient at t; TW_ARGUMENT if it is not in 0 .. most; owner: the body
 * that has the coefficient, for the message; NULL: it is the ground's */
static tw_status coefficient(const tw_value *v, double t, const tw_object *owner, const char *field,
                             double most, double *x) {
    *x = tw_value1(v, t);
    if (*x >= 0 && *x <= most) return TW_OK;
    char label[256] = "ground";
    if (owner) tw_object_label(owner, label, sizeof label);
    return tw_fail(TW_ARGUMENT, "%s: field '%s': expected a number %s, got %g at t = %g s", label,
                   field, most == 1 ? "from 0 to 1" : "that is not negative", *x, t);
}

/* friction and other contact coefficients of one side of a pair; owner: the body; NULL: the
 * ground */
typedef struct rubs {
    const tw_object *owner;
    const tw_value *friction, *restitution, *rolling, *spinning;
} rubs;

static rubs rubs_of(const tw_body *b) {
    return (rubs){&b->o, &b->friction, &b->restitution, &b->rolling_friction,
                  &b->spinning_friction};
}

static rubs rubs_of_ground(const tw_stage_ground *g) {
    return (rubs){NULL, &g->friction, &g->restitution, &g->rolling_friction, &g->spinning_friction};
}

static bool rubs_vary(const rubs side[2]) {
    for (int i = 0; i < 2; i++) {
        const rubs *s = &side[i];
        if (!tw_value_is_constant(s->friction) || !tw_value_is_constant(s->restitution) ||
            !tw_value_is_constant(s->rolling) || !tw_value_is_constant(s->spinning))
            return true;
    }
    return false;
}

/* sets the coefficients of a contact: friction is sqrt(mu_a mu_b), restitution and the others are
 * the larger of both values */
static tw_status coefficients(double t, const rubs side[2], tw_contact *c, bool *varies) {
    double mu[2], e[2], rolling[2], spinning[2];
    *varies |= rubs_vary(side);
    for (int i = 0; i < 2; i++) {
        const rubs *s = &side[i];
        TW_TRY(coefficient(s->friction, t, s->owner, "friction", HUGE_VAL, &mu[i]));
        TW_TRY(coefficient(s->restitution, t, s->owner, "restitution", 1, &e[i]));
        TW_TRY(coefficient(s->rolling, t, s->owner, "rolling_friction", HUGE_VAL, &rolling[i]));
        TW_TRY(coefficient(s->spinning, t, s->owner, "spinning_friction", HUGE_VAL, &spinning[i]));
    }
    c->friction = sqrt(mu[0] * mu[1]);
    c->restitution = fmax(e[0], e[1]);
    c->rolling = fmax(rolling[0], rolling[1]);
    c->spinning = fmax(spinning[0], spinning[1]);
    return TW_OK;
}

/* appends the contacts that the last search found for two shapes that have not moved since then;
 * *at: position in the list c->before from which to look, is advanced */
static tw_status pair_again(const tw_world *w, double t, tw_contacts *c, const tw_contact_item *a,
                            const tw_contact_item *b, size_t *at) {
    size_t n = c->before.count;
    const tw_contact *x = c->before.data;
    const rubs side[2] = {rubs_of(w->body.data[a->body]), rubs_of(w->body.data[b->body])};
    bool vary = rubs_vary(side);
    while (*at < n && x[*at].b != TW_CONTACT_GROUND && comes_before(&x[*at], a, b)) (*at)++;
    for (; *at < n && x[*at].a == a->body && x[*at].b == b->body && x[*at].shape_a == a->shape &&
           x[*at].shape_b == b->shape;
         (*at)++) {
        tw_contact again = x[*at];
        if (vary) TW_TRY(coefficients(t, side, &again, &c->varies));
        TW_TRY(tw_push(&c->list, again));
    }
    return TW_OK;
}

/* finds the touches of two shapes, of which at least one is a wire or a mesh that is not convex.
 * The bounds stored for later searches are found again by the pair's number within a search; if the
 * number now belongs to another pair, wire_bounds.c notices that and discards them */
static tw_status touch_hollow(const tw_contact_query *q, tw_contacts *c, const tw_shape *a,
                              const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                              double margin, tw_touch touch[TW_TOUCHES], int *count) {
    size_t at = c->bounded++;
    tw_touch_asks asks = {.poll = q->poll};
    if (at == c->bounds.count) TW_TRY(tw_push(&c->bounds, (tw_pair_bounds){0}));
    *count = tw_touch_shapes_again(a, pa, b, pb, margin, &c->bounds.data[at], &asks, touch);
    return asks.stopped;
}

static tw_status pair(const tw_world *w, const tw_contact_query *q, tw_contacts *c, tw_pair p,
                      size_t *at) {
    const tw_contact_item *ia = &c->item.data[p.a], *ib = &c->item.data[p.b];
    double t = w->time + q->later;
    if (c->stands.data[p.a] && c->stands.data[p.b]) return pair_again(w, t, c, ia, ib, at);
    if (q->skip && q->skip(q->ctx, ia->body, ib->body)) return TW_OK;
    const tw_body *a = w->body.data[ia->body], *b = w->body.data[ib->body];
    const tw_convex *ca = &c->convex.data[p.a], *cb = &c->convex.data[p.b];
    const tw_shape *sa = &a->form.shape[ia->shape], *sb = &b->form.shape[ib->shape];
    double margin = ia->margin + ib->margin;
    tw_touch touch[TW_TOUCHES];
    int n = 0;
    if (ca->shape && cb->shape)
        n = tw_pair_touch(ca, cb, margin, touch);
    else
        TW_TRY(touch_hollow(q, c, sa, &ia->pose, sb, &ib->pose, margin, touch, &n));
    tw_contact common = {.a = ia->body, .b = ib->body, .shape_a = ia->shape, .shape_b = ib->shape};
    if (n > 0)
        TW_TRY(coefficients(t, (const rubs[2]){rubs_of(a), rubs_of(b)}, &common, &c->varies));
    return append(c, &common, a->o.serial, b->o.serial, touch, n);
}

static tw_status on_ground(const tw_world *w, const tw_contact_query *q, tw_contacts *c) {
    const tw_stage_ground *g = &w->stage.ground;
    if (!g->present) return TW_OK;
    double t = w->time + q->later, height = tw_value1(&g->height, t);
    for (size_t i = 0; i < c->item.count; i++) {
        const tw_contact_item *it = &c->item.data[i];
        const tw_body *a = w->body.data[it->body];
        if (c->group.data[i] < 0 || c->box.data[i].lo.z > height + q->ground) continue;
        if (q->skip && q->skip(q->ctx, it->body, TW_CONTACT_GROUND)) continue;
        tw_touch touch[TW_TOUCHES];
        int n = tw_touch_plane(&a->form.shape[it->shape], &it->pose, v3(0, 0, 1), height,
                               it->margin + q->ground, touch);
        tw_contact common = {.a = it->body, .b = TW_CONTACT_GROUND, .shape_a = it->shape};
        if (n > 0)
            TW_TRY(coefficients(t, (const rubs[2]){rubs_of(a), rubs_of_ground(g)}, &common,
                                &c->varies));
        TW_TRY(append(c, &common, a->o.serial, UINT32_MAX, touch, n));
    }
    return TW_OK;
}

tw_status tw_contacts_find(const tw_world *w, const tw_contact_query *query, tw_contacts *c) {
    size_t at = 0;
    tw_contact_list_of before = c->before;
    c->before = c->list;
    c->list = before;
    c->list.count = 0;
    c->varies = false;
    c->bounded = 0;
    TW_TRY(collect(w, query, c));
    TW_TRY(
        tw_broad_find(&c->broad, c->box.data, c->group.data, (int32_t)c->item.count, query->poll));
    for (size_t i = 0; i < c->broad.pair.count; i++) {
        if (i % POLL_EVERY == 0) TW_TRY(tw_poll_ask(query->poll));
        TW_TRY(pair(w, query, c, c->broad.pair.data[i], &at));
    }
    return on_ground(w, query, c);
}

void tw_contacts_free(tw_contacts *c) {
    tw_array_free(&c->list);
    tw_array_free(&c->before);
    tw_array_free(&c->stands);
    tw_array_free(&c->item);
    tw_array_free(&c->convex);
    tw_array_free(&c->box);
    tw_array_free(&c->group);
    tw_array_free(&c->bounds);
    tw_broad_free(&c->broad);
}
