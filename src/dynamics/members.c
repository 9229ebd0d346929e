/* Engines of a part of the world; see members.h. */
#include "dynamics/members.h"

#include "dynamics/contact/impl.h"
#include "dynamics/pass/pass.h"

#include <stdlib.h>
#include <string.h>

tw_status tw_dynamics_select(tw_dynamics *d, const unsigned char *member, size_t count) {
    bool same = !member == !d->member && (!member || count == d->members);
    if (same && (!member || count == 0 || !memcmp(member, d->member, count))) return TW_OK;
    unsigned char *copy = member ? malloc(count + 1) : NULL;
    if (member && !copy) return tw_fail_memory();
    if (member && count > 0) memcpy(copy, member, count);
    free(d->member);
    d->member = copy;
    d->members = count;
    d->built = false;
    tw_contact_forget_members(d);
    return TW_OK;
}

static void tie(const tw_dynamics *d, const tw_bind *b, int *parent) {
    int first = -1;
    for (int s = 0; s < b->slots; s++) {
        if (!d->free_body[b->body[s]]) continue;
        int x = tw_tree_root(parent, b->body[s]);
        if (first < 0) first = x;
        parent[x > first ? x : first] = x > first ? first : x;
        first = tw_tree_root(parent, first);
    }
}

static void mark(const tw_dynamics *d, const tw_bind *b, int *parent, bool *meets) {
    for (int s = 0; s < b->slots; s++)
        if (d->free_body[b->body[s]]) meets[tw_tree_root(parent, b->body[s])] = true;
}

tw_status tw_dynamics_components(tw_dynamics *d, int *root, bool *meets) {
    TW_TRY(tw_dynamics_rebuild(d));
    const tw_world *w = d->world;
    for (int i = 0; i < d->pass.bodies; i++) root[i] = i;
    for (int i = 0; i < d->constraints; i++)
        if (w->constraint.data[i]->enabled) tie(d, &d->constraint_bind[i], root);
    for (int i = 0; i < d->forces; i++)
        if (w->force.data[i]->enabled && d->force_bind[i].joins) tie(d, &d->force_bind[i], root);
    for (int i = 0; i < d->pass.bodies; i++) meets[i] = false;
    for (int i = 0; i < d->pass.bodies; i++)
        if (d->free_body[i] && w->body.data[i]->collide) meets[tw_tree_root(root, i)] = true;
    for (int i = 0; i < d->constraints; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (c->enabled && tw_constraint_kind_of(c)->bounds)
            mark(d, &d->constraint_bind[i], root, meets);
    }
    for (int i = 0; i < d->pass.bodies; i++) root[i] = tw_tree_root(root, i);
    for (int i = 0; i < d->pass.bodies; i++)
        if (!d->free_body[i]) root[i] = -1;
    return TW_OK;
}

bool tw_dynamics_has(const tw_dynamics *d, int constraint) {
    return d->block_of[constraint] >= 0;
}

int tw_dynamics_state_of(const tw_dynamics *d, int body) {
    return d->state_of[body];
}
