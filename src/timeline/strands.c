/*
 * Division of the world into strands (strand.h): when stepping begins, and again for strands whose
 * state has jumped or whose bodies have met others.
 *
 * A division follows from the world's present state: impacts are solved, then lasting contacts and
 * components are found. A strand whose members and role stay the same keeps its engine and stepper.
 * Others get new ones, and the contact memory of the last step of `timestep` is copied to their
 * engines.
 */
#include "timeline/sim_internal.h"

#include "base/tree.h"
#include "dynamics/members.h"

#include <stdlib.h>
#include <string.h>

/* FEW: largest number of contacts of a component that `auto` holds; it leaves components with more
 * to `timestep`. MOST_HELD: largest number of components that get a strand each */
enum { FEW = 12, MOST_HELD = 16 };

enum { NO_STRAND = -1 };

static size_t bodies_of(const tw_sim *s) {
    return s->world->body.count;
}

static tw_body_pace *pace_of(const tw_sim *s, size_t body) {
    return &s->world->body.data[body]->pace;
}

tw_dynamics *tw_strands_keeper(const tw_sim *s) {
    for (size_t i = 0; i < s->strand.count; i++)
        if (s->strand.data[i]->role == TW_STRAND_COARSE) return s->strand.data[i]->dynamics;
    return s->dynamics;
}

/* ---- bodies to be divided -------------------------------------------------------------------- */

tw_status tw_division_reserve(tw_division *v, size_t n) {
    TW_TRY(tw_reserve(&v->root, n));
    TW_TRY(tw_reserve(&v->group, n));
    TW_TRY(tw_reserve(&v->strand, n));
    TW_TRY(tw_reserve(&v->meets, n));
    TW_TRY(tw_reserve(&v->affected, n));
    TW_TRY(tw_reserve(&v->mark, n));
    return tw_reserve(&v->count, n);
}

void tw_strands_know_affected(tw_sim *s, bool all) {
    tw_division *v = &s->division;
    for (size_t i = 0; i < bodies_of(s); i++) v->affected.data[i] = all && v->root.data[i] >= 0;
    for (size_t k = 0; k < s->strand.count && !all; k++) {
        const tw_strand *g = s->strand.data[k];
        for (size_t i = 0; g->anew && i < bodies_of(s); i++)
            if (v->root.data[i] >= 0 && g->member.data[i]) v->affected.data[i] = 1;
    }
}

tw_status tw_strands_impact(tw_sim *s, bool *stuck) {
    tw_division *v = &s->division;
    unsigned long before = s->world->state;
    bool follows = tw_sim_runs_on(s);
    for (size_t i = 0; i < bodies_of(s); i++)
        v->mark.data[i] = v->root.data[i] < 0                             ? TW_AMONG_OTHERS
                          : v->affected.data[i] && !pace_of(s, i)->coarse ? TW_AMONG
                                                                          : TW_AMONG_NOT;
    TW_TRY(tw_contact_look_among(s->dynamics, v->mark.data));
    TW_TRY(tw_contact_impact(s->dynamics, stuck));
    if (!follows || s->world->state == before) return TW_OK;
    s->seen.state = s->world->state;
    for (size_t k = 0; k < s->strand.count; k++)
        tw_contact_stands(s->strand.data[k]->dynamics, before);
    return TW_OK;
}

/* if one body of a component moves by steps of `timestep`, lets all its bodies do so; root
 * [bodies]: index of the first body of each body's component */
static void spread_coarse(tw_sim *s, const int *root) {
    tw_division *v = &s->division;
    size_t n = bodies_of(s);
    memset(v->mark.data, 0, n);
    for (size_t i = 0; i < n; i++)
        if (root[i] >= 0 && pace_of(s, i)->coarse) v->mark.data[root[i]] = 1;
    for (size_t i = 0; i < n; i++)
        if (root[i] >= 0 && v->mark.data[root[i]] && !pace_of(s, i)->coarse) {
            pace_of(s, i)->coarse = true;
            pace_of(s, i)->clear = 0;
        }
}

void tw_strands_make_coarse(tw_sim *s, const unsigned char *mark, unsigned char which) {
    for (size_t i = 0; i < bodies_of(s); i++)
        if (mark[i] & which && s->division.root.data[i] >= 0) pace_of(s, i)->coarse = true;
    spread_coarse(s, s->division.root.data);
}

void tw_strands_leave_stuck(tw_sim *s) {
    unsigned char *mark = s->division.mark.data;
    memset(mark, 0, bodies_of(s));
    tw_contact_stuck(s->dynamics, mark);
    tw_strands_make_coarse(s, mark, TW_STRUCK);
}

/* sets v->group to the components that result if held contacts are ties, too, and v->count to the
 * number of held contacts of each */
static void join_held(tw_sim *s) {
    tw_division *v = &s->division;
    const tw_held_list *held = tw_contact_held_list(s->dynamics);
    for (size_t i = 0; i < bodies_of(s); i++) {
        v->group.data[i] = v->root.data[i] < 0 ? (int)i : v->root.data[i];
        v->count.data[i] = 0;
    }
    for (size_t k = 0; held && k < held->count; k++) {
        int a = held->data[k].a, b = held->data[k].b;
        if (a < 0 || b < 0 || v->root.data[a] < 0 || v->root.data[b] < 0) continue;
        int x = tw_tree_root(v->group.data, a), y = tw_tree_root(v->group.data, b);
        v->group.data[x > y ? x : y] = x > y ? y : x;
    }
    for (size_t k = 0; held && k < held->count; k++) {
        int a = held->data[k].a, b = held->data[k].b;
        v->count.data[tw_tree_root(v->group.data, a >= 0 && v->root.data[a] >= 0 ? a : b)]++;
    }
    for (size_t i = 0; i < bodies_of(s); i++)
        v->group.data[i] = tw_tree_root(v->group.data, (int)i);
    for (size_t i = 0; i < bodies_of(s); i++)
        if (v->root.data[i] < 0) v->group.data[i] = -1;
}

/* lets groups of bodies for which the solver does not find contact forces within their bounds move
 * by steps of `timestep`; held: number of held contacts */
static tw_status leave_unsolved(tw_sim *s, int held) {
    bool any = false, stuck;
    unsigned char *mark = s->division.mark.data;
    memset(mark, 0, bodies_of(s));
    if (held > 0) TW_TRY(tw_contact_unsolved(s->dynamics, mark, &any));
    if (!any) return TW_OK;
    tw_strands_make_coarse(s, mark, TW_STRUCK);
    /* the impact is solved again without the groups that were left to `timestep` */
    TW_TRY(tw_strands_impact(s, &stuck));
    return tw_contact_hold(s->dynamics, &held);
}

/* lets bodies that have rolling or spinning friction in held contacts move by steps of
 * `timestep` */
static void leave_turning(tw_sim *s) {
    const tw_held_list *held = tw_contact_held_list(s->dynamics);
    for (size_t k = 0; held && k < held->count; k++) {
        const int side[2] = {held->data[k].a, held->data[k].b};
        for (int i = 0; i < 2 && held->data[k].turns; i++)
            if (side[i] >= 0 && s->division.root.data[side[i]] >= 0)
                pace_of(s, (size_t)side[i])->coarse = true;
    }
}

/* solves impacts, finds lasting contacts and components, and decides which components are left to
 * `timestep` */
static tw_status settle_contacts(tw_sim *s) {
    tw_division *v = &s->division;
    bool stuck;
    int held;
    spread_coarse(s, v->root.data);
    TW_TRY(tw_strands_impact(s, &stuck));
    if (stuck) {
        tw_strands_leave_stuck(s);
        TW_TRY(tw_strands_impact(
            /* the impact is solved again without the components whose bodies still approach */
            s, &stuck));
    }
    TW_TRY(tw_contact_hold(s->dynamics, &held));
    TW_TRY(leave_unsolved(s, held));
    join_held(s);
    leave_turning(s);
    for (size_t i = 0; i < bodies_of(s); i++)
        if (tw_touch_is_auto(s) && v->group.data[i] >= 0 && v->affected.data[i] &&
            v->count.data[v->group.data[i]] > FEW)
            pace_of(s, i)->coarse = true;
    spread_coarse(s, v->group.data);
    return TW_OK;
}

static tw_role role_of(const tw_sim *s, size_t body) {
    const tw_division *v = &s->division;
    if (pace_of(s, body)->coarse) return TW_STRAND_COARSE;
    if (v->count.data[v->group.data[body]] > 0) return TW_STRAND_HELD;
    return v->meets.data[v->root.data[body]] ? TW_STRAND_LOOSE : TW_STRAND_QUIET;
}

/* the strand with this role, if it is not marked `anew`; NULL: there is none, or the role is
 * `held`, which several strands may have */
static tw_strand *stays(const tw_sim *s, tw_role role) {
    for (size_t k = 0; k < s->strand.count && role != TW_STRAND_HELD; k++)
        if (s->strand.data[k]->role == role && !s->strand.data[k]->anew) return s->strand.data[k];
    return NULL;
}

static int staying_held(const tw_sim *s) {
    int n = 0;
    for (size_t k = 0; k < s->strand.count; k++)
        n += s->strand.data[k]->role == TW_STRAND_HELD && !s->strand.data[k]->anew;
    return n;
}

/* last of the strands with the role `held` that are not marked `anew`; NULL: there is none */
static tw_strand *last_held(const tw_sim *s) {
    for (size_t k = s->strand.count; k-- > 0;)
        if (s->strand.data[k]->role == TW_STRAND_HELD && !s->strand.data[k]->anew)
            return s->strand.data[k];
    return NULL;
}

/* marks those strands `anew` that would get affected bodies by the division and were to stay as
 * they are; true: there were such strands */
static bool draws_in(tw_sim *s) {
    bool any = false;
    for (size_t i = 0; i < bodies_of(s); i++) {
        if (!s->division.affected.data[i]) continue;
        tw_strand *g = stays(s, role_of(s, i));
        if (role_of(s, i) == TW_STRAND_HELD && staying_held(s) >= MOST_HELD) g = last_held(s);
        if (!g) continue;
        g->anew = any = true;
    }
    return any;
}

/* sets v->strand [bodies] to the index of each body's new strand; strands are numbered in the order
 * of their roles quiet, loose, held, coarse. Returns their number. all: for all free bodies; false:
 * for affected ones */
static int number(tw_sim *s, bool all) {
    tw_division *v = &s->division;
    int at[TW_STRAND_COARSE + 1], next = 0, held = all ? 0 : staying_held(s);
    size_t n = bodies_of(s);
    for (size_t i = 0; i < n; i++) v->strand.data[i] = NO_STRAND;
    for (tw_role r = TW_STRAND_QUIET; r <= TW_STRAND_COARSE; r++) {
        at[r] = NO_STRAND;
        for (size_t i = 0; i < n; i++) {
            if (!v->affected.data[i] || role_of(s, i) != r) continue;
            int first = v->group.data[i]; /* index of the first body of the body's component */
            bool own = r == TW_STRAND_HELD && held < MOST_HELD;
            if (r == TW_STRAND_HELD && (size_t)first != i && v->affected.data[first])
                v->strand.data[i] = v->strand.data[first];
            else if (at[r] == NO_STRAND || own)
                v->strand.data[i] = at[r] = next++, held += r == TW_STRAND_HELD;
            else
                v->strand.data[i] = at[r];
        }
    }
    return next;
}

static size_t staying(const tw_sim *s, bool all) {
    size_t n = 0;
    for (size_t k = 0; k < s->strand.count && !all; k++) n += !s->strand.data[k]->anew;
    return n;
}

/* ---- dividing -------------------------------------------------------------------------------- */

/* member [bodies]: marks the members of new strand k; *first: its first free body; returns its
 * role */
static tw_role members_of(const tw_sim *s, int k, unsigned char *member, int *first) {
    const tw_division *v = &s->division;
    *first = -1;
    for (size_t i = 0; i < bodies_of(s); i++) {
        bool own = v->strand.data[i] == k;
        member[i] = own || v->root.data[i] < 0;
        if (own && *first < 0) *first = (int)i;
    }
    return *first < 0 ? TW_STRAND_QUIET : role_of(s, (size_t)*first);
}

/* takes the strand with this role and these members out of the list `old`, which then continues as
 * the new one; NULL: there is none */
static tw_strand *same_as_before(tw_strands *old, tw_role role, const unsigned char *member,
                                 size_t bodies, bool own) {
    for (size_t k = 0; k < old->count; k++) {
        tw_strand *g = old->data[k];
        bool same = g && g->owns == own && g->member.count == bodies &&
                    (g->role == TW_STRAND_COARSE) == (role == TW_STRAND_COARSE) &&
                    (bodies == 0 || !memcmp(g->member.data, member, bodies));
        if (!same) continue;
        old->data[k] = NULL;
        return g;
    }
    return NULL;
}

/* shortest step hint of those strands in `old` from which the new strand gets bodies; `otherwise`,
 * if it gets none */
static double hint_of(const tw_strands *old, const unsigned char *member, const int *root,
                      size_t bodies, double otherwise) {
    double least = INFINITY;
    for (size_t k = 0; k < old->count; k++) {
        const tw_strand *g = old->data[k];
        if (g && g->member.count != bodies) return otherwise;
        for (size_t i = 0; g && i < bodies; i++)
            if (root[i] >= 0 && member[i] && g->member.data[i] && g->hint < least) least = g->hint;
    }
    return least < INFINITY ? least : otherwise;
}

/* appends the `count` new strands to the simulation's list. Those that equal a strand in `old` are
 * taken from there; the rest of `old` remains. single: all bodies are in one strand */
static tw_status make_new(tw_sim *s, tw_strands *old, int count, bool single) {
    tw_division *v = &s->division;
    size_t n = bodies_of(s);
    for (int k = 0; k < count; k++) {
        int first;
        tw_role role = members_of(s, k, v->mark.data, &first);
        tw_strand *g = same_as_before(old, role, v->mark.data, n, !single);
        if (!g) {
            TW_TRY(tw_strand_make(s, role, v->mark.data, n, !single, &g));
            g->hint = hint_of(old, v->mark.data, v->root.data, n, s->hint);
        }
        g->role = role;
        g->first = first;
        g->anew = true;
        /* memory for it was reserved before, so this cannot fail */
        s->strand.data[s->strand.count++] = g;
    }
    return TW_OK;
}

/* copies the contact memory of the last step from the engine that made it to the one that makes the
 * next step */
static tw_status hand_over(tw_dynamics *from, tw_dynamics *to) {
    if (from == to) return TW_OK;
    tw_contact_keep keep = {0};
    tw_status status = tw_contact_keep_copy(from, false, &keep);
    if (status == TW_OK) status = tw_contact_keep_restore(to, &keep);
    if (status == TW_OK) tw_contact_keep_holds(to, &keep);
    tw_contact_keep_free(&keep);
    return status;
}

static tw_status start_one(tw_sim *s, tw_strand *g) {
    int n;
    TW_TRY(tw_rhs_prepare(g->dynamics, &n));
    if (g->owns && g->role == TW_STRAND_HELD)
        TW_TRY(tw_contact_held_take(g->dynamics, s->dynamics));
    else if (g->owns || g->role == TW_STRAND_COARSE)
        tw_contact_let_go(g->dynamics);
    return tw_strand_start(s, g);
}

static tw_status start_new(tw_sim *s) {
    for (size_t k = 0; k < s->strand.count; k++)
        if (s->strand.data[k]->anew) TW_TRY(start_one(s, s->strand.data[k]));
    return tw_strands_share(s);
}

tw_status tw_strands_share(tw_sim *s) {
    tw_dynamics *keeper = tw_strands_keeper(s);
    tw_division *v = &s->division;
    TW_TRY(tw_contact_tells(s->dynamics, keeper == s->dynamics ? NULL : keeper));
    /* true: bodies were added or removed since the division; then indices do not fit, and the next
     * piece of motion divides the world again */
    bool old = s->strand.count > 0 && s->strand.data[0]->member.count != bodies_of(s);
    if (s->strand.count <= 1 || old) return tw_contact_look_among(s->dynamics, NULL);
    for (size_t i = 0; i < bodies_of(s); i++)
        v->mark.data[i] = v->root.data[i] < 0 || pace_of(s, i)->coarse ? TW_AMONG_OTHERS : TW_AMONG;
    for (size_t k = 0; k < s->strand.count; k++)
        TW_TRY(tw_contact_held_join(s->dynamics, s->strand.data[k]->dynamics, k == 0));
    return tw_contact_look_among(s->dynamics, v->mark.data);
}

static tw_status replace(tw_sim *s, tw_strands *old, int count, bool all) {
    tw_dynamics *keeper = tw_strands_keeper(s);
    size_t stay = staying(s, all);
    bool single = stay + (size_t)count == 1;
    TW_TRY(tw_reserve(old, s->strand.count));
    TW_TRY(tw_reserve(&s->strand, s->strand.count + (size_t)count));
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        if (all || g->anew) old->data[old->count++] = g;
    }
    for (size_t k = 0, to = 0; k < old->count + stay; k++) {
        tw_strand *g = s->strand.data[k];
        if (!all && !g->anew) s->strand.data[to++] = g;
    }
    s->strand.count = stay;
    TW_TRY(tw_contact_tells(s->dynamics, NULL));
    TW_TRY(make_new(s, old, count, single));
    tw_dynamics *next = tw_strands_keeper(s);
    if (next != keeper) TW_TRY(hand_over(keeper, next));
    for (size_t k = 0; k < old->count; k++) tw_strand_free(s, old->data[k]);
    old->count = 0;
    return start_new(s);
}

/* puts all bodies into one strand: for steppers that do not locate contacts, and for worlds in
 * which nothing can collide */
static void put_together(tw_sim *s) {
    tw_division *v = &s->division;
    for (size_t i = 0; i < bodies_of(s); i++) {
        *pace_of(s, i) = (tw_body_pace){0};
        v->affected.data[i] = v->root.data[i] >= 0;
        v->strand.data[i] = v->root.data[i] >= 0 ? 0 : NO_STRAND;
        v->group.data[i] = v->root.data[i];
        v->count.data[i] = 0;
        v->meets.data[i] = false;
    }
}

static tw_status divide(tw_sim *s, tw_strands *old, bool all) {
    tw_division *v = &s->division;
    int n;
    TW_TRY(tw_rhs_prepare(s->dynamics, &n));
    TW_TRY(tw_division_reserve(&s->division, bodies_of(s)));
    all = all || !tw_touch_acts(s);
    if (all) TW_TRY(tw_dynamics_components(s->dynamics, v->root.data, v->meets.data));
    int count = 1;
    if (!tw_touch_acts(s)) {
        put_together(s);
        tw_contact_let_go(s->dynamics);
        return replace(s, old, 1, true);
    }
    for (bool again = true; again;) {
        tw_strands_know_affected(s, all);
        TW_TRY(settle_contacts(s));
        again = !all && draws_in(s);
        if (again) continue;
        count = number(s, all);
        bool single = staying(s, all) + (size_t)count == 1;
        again = !all && single != (s->strand.count == 1);
        all = all || again;
    }
    /* even if no body is free, there is one strand, which lets time advance */
    if (all && count == 0) count = 1;
    return replace(s, old, count, all);
}

tw_status tw_strands_begin(tw_sim *s, bool all) {
    tw_strands old = {0};
    for (size_t k = 0; k < s->strand.count; k++)
        s->hint = k > 0 ? fmin(s->hint, s->strand.data[k]->hint) : s->strand.data[k]->hint;
    tw_status status = divide(s, &old, all || s->strand.count == 0);
    for (size_t k = 0; k < old.count; k++) tw_strand_free(s, old.data[k]);
    tw_array_free(&old);
    if (status == TW_OK)
        s->regroup = false;
    else
        /* if something fails from here on, some strands may not be started; this makes the next
         * piece of motion divide all of them again */
        s->running_stepper = false;
    return status;
}

void tw_strands_free(tw_sim *s) {
    tw_contact_tells(s->dynamics, NULL);
    for (size_t k = 0; k < s->strand.count; k++) tw_strand_free(s, s->strand.data[k]);
    s->strand.count = 0;
}

/* ---- what is shown --------------------------------------------------------------------------- */

tw_status tw_strands_look(tw_sim *s, double t, bool shown) {
    int n;
    TW_TRY(tw_rhs_prepare(s->dynamics, &n));
    TW_TRY(tw_reserve(&s->y, (size_t)n));
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        TW_TRY(tw_strand_look(g, t, shown));
        if (!g->owns && g->n > 0) memcpy(s->y.data, g->y.data, (size_t)n * sizeof(double));
        for (size_t i = 0; g->owns && i < bodies_of(s); i++) {
            int from = tw_dynamics_state_of(g->dynamics, (int)i);
            int to = tw_dynamics_state_of(s->dynamics, (int)i);
            if (from >= 0) memcpy(s->y.data + to, g->y.data + from, TW_STATE * sizeof(double));
        }
    }
    return TW_OK;
}
