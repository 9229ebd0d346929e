/* Search for contacts, and groups of contacts that must be solved together: those that share free
 * bodies, directly or through the constraints of these. Union-find over the bodies; groups are in
 * the order of their first contact. */
#include "dynamics/contact/impl.h"

#include "model/side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pairs that do not collide -------------------------------------------------------------- */

static uint64_t pair_key(int a, int b) {
    return ((uint64_t)(uint32_t)(a < b ? a : b) << 32) | (uint32_t)(a < b ? b : a);
}

static int compare_keys(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* adds every pair of bodies that the object of `bind` joins to s->rules.excluded */
static tw_status exclude(tw_contact_set *s, const tw_bind *bind) {
    for (int i = 0; i < bind->slots; i++)
        for (int j = 0; j < i; j++)
            TW_TRY(tw_push(&s->rules.excluded, pair_key(bind->body[i], bind->body[j])));
    return TW_OK;
}

/* prepares the script's collision rules for the search: rules that name two bodies are stored under
 * the key of the pair, others as marks of bodies */
static tw_status know_rules(tw_dynamics *d, tw_contact_set *s) {
    const tw_world *w = d->world;
    /* number of bodies, plus one for the ground, which is the last entry */
    size_t n = w->body.count + 1;
    s->rules.pair.count = s->rules.wide.count = s->rules.mark.count = 0;
    for (size_t i = 0; i < w->rule.count; i++) {
        const tw_collide_rule *r = &w->rule.data[i];
        if (tw_side_gone(w, &r->a) || tw_side_gone(w, &r->b)) continue;
        tw_contact_rule rule = {0, (int)i, r->collide};
        if (r->a.kind == TW_SIDE_BODY && r->b.kind == TW_SIDE_BODY) {
            rule.key = pair_key(tw_world_body(w, r->a.id)->index, tw_world_body(w, r->b.id)->index);
            TW_TRY(tw_push(&s->rules.pair, rule));
            continue;
        }
        TW_TRY(tw_push(&s->rules.wide, rule));
        TW_TRY(tw_reserve(&s->rules.mark, s->rules.mark.count + n));
        for (size_t k = 0; k < n; k++) {
            const tw_body *b = k + 1 < n ? w->body.data[k] : NULL;
            int mark = tw_side_has(w, &r->a, b) | tw_side_has(w, &r->b, b) << 1;
            s->rules.mark.data[s->rules.mark.count++] = (unsigned char)mark;
        }
    }
    if (s->rules.pair.count > 0)
        qsort(s->rules.pair.data, s->rules.pair.count, sizeof *s->rules.pair.data, compare_keys);
    return TW_OK;
}

/* the last collision rule that applies to bodies a and b (b < 0: the ground); NULL: none applies */
static const tw_contact_rule *rule_of(const tw_contact_set *s, int a, int b) {
    const tw_contact_rule *found = NULL;
    uint64_t key = pair_key(a, b);
    if (s->rules.pair.count > 0)
        found = bsearch(&key, s->rules.pair.data, s->rules.pair.count, sizeof *s->rules.pair.data,
                        compare_keys);
    size_t n = s->rules.wide.count > 0 ? s->rules.mark.count / s->rules.wide.count : 0;
    for (size_t i = s->rules.wide.count; i-- > 0;) {
        const tw_contact_rule *r = &s->rules.wide.data[i];
        if (found && found->order > r->order) break;
        const unsigned char *mark = s->rules.mark.data + i * n;
        unsigned x = mark[a], y = b < 0 ? mark[n - 1] : mark[b];
        if (((x & 1u) && (y & 2u)) || ((x & 2u) && (y & 1u))) return r;
    }
    return found;
}

static tw_status know_excluded(tw_dynamics *d, tw_contact_set *s) {
    if (s->rules.known && s->rules.topology == d->world->topology) return TW_OK;
    s->rules.excluded.count = 0;
    for (int i = 0; i < d->pass.blocks; i++) TW_TRY(exclude(s, d->pass.block[i].bind));
    if (s->rules.excluded.count > 0)
        qsort(s->rules.excluded.data, s->rules.excluded.count, sizeof *s->rules.excluded.data,
              compare_keys);
    TW_TRY(know_rules(d, s));
    s->rules.topology = d->world->topology;
    s->rules.known = true;
    return TW_OK;
}

/* may the body have contacts with any partner? True if tw_contact_look_among has not restricted the
 * search, or has marked the body TW_AMONG */
static bool is_among(const tw_contact_set *s, int body) {
    return s->range.among.count == 0 || s->range.among.data[body] == TW_AMONG;
}

static bool skip(void *context, int a, int b) {
    const tw_contact_set *s = context;
    if (s->hold.only && !tw_contact_holds_pair(s, a, b)) return true;
    if (!is_among(s, a) && (b < 0 || !is_among(s, b))) return true;
    const tw_contact_rule *rule =
        s->rules.pair.count + s->rules.wide.count > 0 ? rule_of(s, a, b) : NULL;
    if (rule) return !rule->collide;
    if (b < 0 || s->rules.excluded.count == 0) return false;
    uint64_t key = pair_key(a, b);
    return bsearch(&key, s->rules.excluded.data, s->rules.excluded.count, sizeof key,
                   compare_keys) != NULL;
}

/* ---- groups --------------------------------------------------------------------------------- */

static void join(const tw_dynamics *d, int *parent, int a, int b) {
    if (a < 0 || b < 0 || !d->free_body[a] || !d->free_body[b]) return;
    int x = tw_tree_root(parent, a), y = tw_tree_root(parent, b);
    if (x < y)
        parent[y] = x;
    else
        parent[x] = y;
}

static void unite(const tw_dynamics *d, const tw_contact_set *s, int *parent) {
    for (int i = 0; i < d->pass.bodies; i++) parent[i] = i;
    for (int i = 0; i < d->islands; i++)
        for (int k = 1; k < d->island[i].bodies; k++)
            join(d, parent, d->island[i].body[0], d->island[i].body[k]);
    for (size_t i = 0; i < s->touching.count; i++)
        join(d, parent, s->touching.data[i].c->a, s->touching.data[i].c->b);
}

/* a free body of the contact: its body a if that is free, otherwise b */
static int free_one(const tw_dynamics *d, const tw_contact *c) {
    return d->free_body[c->a] ? c->a : c->b;
}

static tw_status number(const tw_dynamics *d, tw_contact_set *s, int *parent, int *group_of) {
    s->group.count = 0;
    for (int i = 0; i < d->pass.bodies; i++) group_of[i] = -1;
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching *t = &s->touching.data[i];
        int top = tw_tree_root(parent, free_one(d, t->c));
        if (group_of[top] < 0) {
            group_of[top] = (int)s->group.count;
            TW_TRY(tw_push(&s->group, ((tw_contact_group){.first = (int)i})));
        } else {
            s->touching.data[s->group.data[group_of[top]].last].next = (int)i;
        }
        tw_contact_group *g = &s->group.data[group_of[top]];
        g->last = (int)i;
        g->contacts++;
        t->next = -1;
    }
    return TW_OK;
}

/* lists the bodies of each group in s->members.body and its islands in s->members.island, group by
 * group, each in the order of the world */
static tw_status list(const tw_dynamics *d, tw_contact_set *s, int *parent, const int *group_of) {
    int members = 0, islands = 0;
    for (int i = 0; i < d->pass.bodies; i++) {
        int g = d->free_body[i] ? group_of[tw_tree_root(parent, i)] : -1;
        if (g >= 0) s->group.data[g].bodies++;
    }
    for (int i = 0; i < d->islands; i++) {
        int g = group_of[tw_tree_root(parent, d->island[i].body[0])];
        if (g >= 0) s->group.data[g].islands++;
    }
    for (size_t i = 0; i < s->group.count; i++) {
        tw_contact_group *g = &s->group.data[i];
        g->body = members;
        g->island = islands;
        members += g->bodies;
        islands += g->islands;
        g->bodies = g->islands = 0;
    }
    TW_TRY(tw_reserve(&s->members.body, (size_t)members));
    TW_TRY(tw_reserve(&s->members.island, (size_t)islands));
    for (int i = 0; i < d->pass.bodies; i++) {
        int g = d->free_body[i] ? group_of[tw_tree_root(parent, i)] : -1;
        if (g < 0) continue;
        s->members.body.data[s->group.data[g].body + s->group.data[g].bodies++] = i;
    }
    for (int i = 0; i < d->islands; i++) {
        int g = group_of[tw_tree_root(parent, d->island[i].body[0])];
        if (g >= 0)
            s->members.island.data[s->group.data[g].island + s->group.data[g].islands++] = i;
    }
    return TW_OK;
}

/* ---- contacts ------------------------------------------------------------------------------- */

void tw_contact_frame(vec3 n, double frame[3][3]) {
    vec3 other = fabs(n.x) > 0.6 ? v3(0, 1, 0) : v3(1, 0, 0);
    vec3 t = v3_cross(n, other);
    t = v3_scale(t, 1 / v3_length(t));
    v3_store(frame[0], n);
    v3_store(frame[1], t);
    v3_store(frame[2], v3_cross(n, t));
}

static void orient(const tw_dynamics *d, tw_touching *t) {
    double ra[3], rb[3];
    tw_contact_frame(v3_scale(t->c->normal, -1), t->frame);
    v3_store(ra, v3_sub(t->c->point, d->pass.motion[t->c->a].x));
    v3_store(rb, t->c->b < 0 ? v3_zero() : v3_sub(t->c->point, d->pass.motion[t->c->b].x));
    tw_cone_contact((const double(*)[3])t->frame, ra, rb, &t->D[0][0][0]);
}

/* least extent of a shape along its own axes, m */
static double thickness(const tw_shape *shape) {
    const tw_pose upright = {v3_zero(), q_identity()};
    tw_bounds box = tw_shape_bounds(shape, &upright);
    vec3 size = v3_sub(box.hi, box.lo);
    return fmin(size.x, fmin(size.y, size.z));
}

static void reaches_of(const tw_body *b, bool member, double *reach, double *swing, double *thin) {
    *reach = *swing = 0;
    *thin = INFINITY;
    for (int k = 0; member && b->collide && k < b->form.count; k++) {
        double off = v3_length(b->form.pose[k].x), far = off + tw_shape_radius(&b->form.shape[k]);
        bool round = b->form.shape[k].type == TW_SHAPE_SPHERE;
        *reach = fmax(*reach, far);
        *swing = fmax(*swing, round ? off : far);
        *thin = fmin(*thin, thickness(&b->form.shape[k]));
    }
}

tw_status tw_contact_reaches(tw_dynamics *d, tw_contact_set *s) {
    const tw_world *w = d->world;
    size_t n = (size_t)d->pass.bodies;
    if (s->size.known && s->size.count == n && s->size.topology == w->topology &&
        s->size.fields == w->fields)
        return TW_OK;
    s->size.known = false;
    TW_TRY(tw_reserve(&s->size.reach, n));
    TW_TRY(tw_reserve(&s->size.swing, n));
    TW_TRY(tw_reserve(&s->size.thin, n));
    s->size.thinnest = INFINITY;
    for (size_t i = 0; i < n; i++) {
        reaches_of(w->body.data[i], tw_is_member(d, (int)i), &s->size.reach.data[i],
                   &s->size.swing.data[i], &s->size.thin.data[i]);
        s->size.thinnest = fmin(s->size.thinnest, s->size.thin.data[i]);
    }
    s->size.known = true;
    s->size.count = n;
    s->size.topology = w->topology;
    s->size.fields = w->fields;
    return TW_OK;
}

tw_status tw_contact_look_among(tw_dynamics *d, const unsigned char *among) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    size_t n = among ? d->world->body.count : 0;
    if (n == s->range.among.count && (n == 0 || !memcmp(among, s->range.among.data, n)))
        return TW_OK;
    s->search.known = s->search.whole = false;
    s->range.among.count = 0;
    TW_TRY(tw_reserve(&s->range.among, n));
    if (n > 0) memcpy(s->range.among.data, among, n);
    s->range.among.count = n;
    return TW_OK;
}

void tw_contact_forget_members(tw_dynamics *d) {
    if (!d->contact) return;
    d->contact->search.known = d->contact->search.whole = d->contact->size.known = false;
    d->contact->rules.known = false;
}

tw_jet1 tw_contact_ground(const tw_dynamics *d) {
    const tw_stage_ground *g = &d->world->stage.ground;
    return g->present ? tw_value_jet1(&g->height, d->pass.t) : (tw_jet1){0};
}

/* has nothing but poses and time changed in the world since the last search? */
static bool is_same_world(const tw_dynamics *d, const tw_contact_set *s) {
    const tw_world *w = d->world;
    return s->search.known && s->search.count == (size_t)d->pass.bodies &&
           s->search.topology == w->topology && s->search.fields == w->fields;
}

/* is the search's input the same as that of the last one, so that the list of contacts still
 * holds? */
static bool is_known(const tw_dynamics *d, const tw_contact_set *s) {
    size_t n = (size_t)d->pass.bodies;
    bool same = is_same_world(d, s) && s->hold.only == s->search.only &&
                s->search.height == tw_contact_ground(d).v && s->search.fall == s->range.fall &&
                (!s->search.found.varies || s->search.time == d->pass.t) &&
                !memcmp(s->range.margin.data, s->search.margin.data, n * sizeof(double)) &&
                (!s->hold.only || !memcmp(s->hold.body.data, s->search.holding.data, n));
    for (size_t i = 0; i < n && same; i++) {
        const tw_pose now = {d->pass.motion[i].x, d->pass.motion[i].q};
        same = !memcmp(&now, &s->search.pose.data[i], sizeof now);
    }
    return same;
}

static tw_status find(tw_dynamics *d, tw_contact_set *s) {
    const tw_world *w = d->world;
    size_t n = (size_t)d->pass.bodies;
    /* may the search reuse results of the last one? Only if both cover all pairs of bodies of the
     * same world */
    bool again = is_same_world(d, s) && !s->hold.only && !s->search.only;
    s->search.known = false;
    TW_TRY(tw_reserve(&s->search.pose, n));
    TW_TRY(tw_reserve(&s->search.margin, n));
    TW_TRY(tw_reserve(&s->search.holding, n));
    for (size_t i = 0; i < n; i++)
        s->search.pose.data[i] = (tw_pose){d->pass.motion[i].x, d->pass.motion[i].q};
    if (n > 0) memcpy(s->search.margin.data, s->range.margin.data, n * sizeof(double));
    if (n > 0 && s->hold.only) memcpy(s->search.holding.data, s->hold.body.data, n);
    const unsigned char *among = s->range.among.count > 0 ? s->range.among.data : d->member;
    const unsigned char *only = s->hold.only ? s->hold.body.data : among;
    tw_contact_query query = {.margin = s->range.margin.data,
                              .ground = s->range.fall,
                              .only = only,
                              .pose = s->search.pose.data,
                              .skip = skip,
                              .ctx = s,
                              .poll = d->poll,
                              .later = d->pass.t - w->time,
                              .again = again};
    TW_TRY(tw_contacts_find(w, &query, &s->search.found));
    s->search.limit.count = 0; /* joint limits are appended to the new list later */
    s->search.known = true;
    s->search.count = n;
    s->search.topology = w->topology;
    s->search.fields = w->fields;
    s->search.height = tw_contact_ground(d).v;
    s->search.time = d->pass.t;
    s->search.fall = s->range.fall;
    s->search.only = s->hold.only;
    s->search.whole = false;
    return TW_OK;
}

/* Sets up *t for a contact c of the search. known: frame and D in *t, from the last call, are still
 * right */
static void begin(const tw_dynamics *d, tw_touching *t, const tw_contact *c, tw_jet1 ground,
                  bool known) {
    /* set in any case, because the list of contacts may have moved in memory since the last call */
    t->c = c;
    if (!known) {
        t->limit = t->listed = 0;
        t->sign = t->drift = t->second = 0;
        orient(d, t);
    }
    if (c->b >= 0) return;
    t->drift = -ground.d1;
    t->second = -ground.d2;
}

tw_status tw_contact_gather_near(tw_dynamics *d, tw_contact_set *s, const double *near) {
    TW_TRY(know_excluded(d, s));
    /* joint limits are determined again at each call, since they depend on velocities and time */
    s->search.found.list.count -= s->search.limit.count;
    s->search.limit.count = 0;
    if (!is_known(d, s)) TW_TRY(find(d, s));
    size_t contacts = s->search.found.list.count, count = 0;
    const tw_jet1 ground = tw_contact_ground(d);
    TW_TRY(tw_contact_add_limits(d, s));
    s->group.count = 0;
    TW_TRY(tw_reserve(&s->touching, s->search.found.list.count));
    for (size_t i = 0; i < s->search.found.list.count; i++) {
        TW_TRY(tw_contact_ask(d, i));
        const tw_contact *c = &s->search.found.list.data[i];
        bool limit = i >= contacts;
        if (near && !limit && c->gap > near[c->a] + (c->b < 0 ? 0 : near[c->b])) continue;
        tw_touching *t = &s->touching.data[count];
        if (limit) {
            *t = (tw_touching){.c = c};
            tw_contact_orient_limit(t, &s->search.limit.data[i - contacts]);
        } else {
            begin(d, t, c, ground, s->search.whole && count == i);
        }
        count++;
        t->gap = c->gap;
        t->next = -1;
        t->bounce = 0;
        t->slips = false;
        for (int row = 0; row < 3; row++) t->bias[row] = t->bend[row] = 0;
        for (int row = 0; row < TW_TOUCH_ROWS; row++) t->lambda[row] = 0;
    }
    s->touching.count = count;
    s->search.whole = count == s->search.found.list.count;
    return TW_OK;
}

tw_status tw_contact_gather(tw_dynamics *d, tw_contact_set *s) {
    return tw_contact_gather_near(d, s, NULL);
}

/* callback of the search with the margins s->outrun.grown: true for pairs of bodies that need not
 * be searched, either because they do not collide or because neither body's margin has grown */
static bool skip_known(void *context, int a, int b) {
    const tw_contact_set *s = context;
    const double *grown = s->outrun.grown.data, *margin = s->range.margin.data;
    bool wider = grown[a] > margin[a] || (b >= 0 && grown[b] > margin[b]);
    return !wider || skip(context, a, b);
}

tw_status tw_contact_find_wider(tw_dynamics *d, tw_contact_set *s) {
    tw_contact_query query = {.margin = s->outrun.grown.data,
                              .ground = s->range.fall,
                              .only = s->outrun.reached.data,
                              .pose = s->search.pose.data,
                              .skip = skip_known,
                              .ctx = s,
                              .poll = d->poll,
                              .later = d->pass.t - d->world->time};
    return tw_contacts_find(d->world, &query, &s->outrun.wider);
}

void tw_contact_form(const tw_dynamics *d, const tw_contact *c, tw_touching *t) {
    *t = (tw_touching){.gap = c->gap, .next = -1};
    begin(d, t, c, tw_contact_ground(d), false);
}

double tw_contact_span(const tw_contact_set *s, const tw_contact *c) {
    if (tw_contact_is_limit(s, c)) return TW_LIMIT_SIZE;
    return c->b < 0 ? s->size.reach.data[c->a]
                    : 2 * fmin(s->size.reach.data[c->a], s->size.reach.data[c->b]);
}

tw_status tw_contact_group_up(tw_dynamics *d, tw_contact_set *s) {
    size_t n = (size_t)d->pass.bodies;
    TW_TRY(tw_reserve(&s->members.parent, 2 * n));
    int *parent = s->members.parent.data, *group_of = parent + n;
    for (size_t i = 0; i < s->touching.count; i++) s->touching.data[i].next = -1;
    unite(d, s, parent);
    TW_TRY(number(d, s, parent, group_of));
    return list(d, s, parent, group_of);
}
