/* Islands: constraints that share free bodies, directly or through others, form an island and are
 * solved together, apart from all others. Union-find over the free bodies; islands are in the order
 * of their first constraint. */
#include "dynamics/points/points.h"
#include "dynamics/solve/caps.h"
#include "dynamics/solve/impl.h"
#include "dynamics/step/settle.h"

/* unites in the union-find `parent` the sets of all free bodies that one constraint acts on */
static void unite(const tw_dynamics *d, int *parent) {
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_bind *b = d->pass.block[k].bind;
        int first = -1;
        for (int s = 0; s < b->slots; s++) {
            if (!d->free_body[b->body[s]]) continue;
            int root = tw_tree_root(parent, b->body[s]);
            if (first < 0)
                first = root;
            else
                parent[root] = first = tw_tree_root(parent, first);
        }
    }
}

/* index of the island of a constraint; -1: it has no free body */
static int island_of(const tw_dynamics *d, const tw_bind *b, int *parent, const int *island_at) {
    for (int s = 0; s < b->slots; s++)
        if (d->free_body[b->body[s]]) return island_at[tw_tree_root(parent, b->body[s])];
    return -1;
}

/* gives each island a number, in the order of the islands' first constraints: island_at [bodies]
 * gets it at the island's root in the union-find `parent`; returns the number of islands */
static int number(const tw_dynamics *d, int *parent, int *island_at) {
    int n = 0;
    for (int i = 0; i < d->pass.bodies; i++) island_at[i] = -1;
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_bind *b = d->pass.block[k].bind;
        for (int s = 0; s < b->slots; s++) {
            if (!d->free_body[b->body[s]]) continue;
            int root = tw_tree_root(parent, b->body[s]);
            if (island_at[root] < 0) island_at[root] = n++;
            break;
        }
    }
    return n;
}

static tw_status fill(tw_dynamics *d, int *parent, const int *island_at) {
    tw_pass *p = &d->pass;
    int *all_blocks = tw_arena_new(&d->arena, int, p->blocks);
    int *all_bodies = tw_arena_new(&d->arena, int, p->bodies);
    if (!all_blocks || !all_bodies) return tw_fail_memory();
    /* counts blocks and bodies of each island first, then fills its lists in order */
    for (int k = 0; k < p->blocks; k++) {
        int i = island_of(d, p->block[k].bind, parent, island_at);
        if (i >= 0) d->island[i].blocks++;
    }
    for (int b = 0; b < p->bodies; b++)
        if (d->free_body[b] && island_at[tw_tree_root(parent, b)] >= 0)
            d->island[island_at[tw_tree_root(parent, b)]].bodies++;
    for (int i = 0; i < d->islands; i++) {
        d->island[i].block = all_blocks;
        d->island[i].body = all_bodies;
        all_blocks += d->island[i].blocks;
        all_bodies += d->island[i].bodies;
        d->island[i].blocks = d->island[i].bodies = 0;
        d->island[i].square = true;
    }
    for (int k = 0; k < p->blocks; k++) {
        int i = island_of(d, p->block[k].bind, parent, island_at);
        if (i < 0) continue;
        tw_island *isl = &d->island[i];
        isl->block[isl->blocks++] = k;
        isl->rows += p->block[k].rows;
        isl->dofs += p->block[k].dofs;
        if (p->block[k].W) isl->square = false;
    }
    for (int b = 0; b < p->bodies; b++) {
        int i = d->free_body[b] ? island_at[tw_tree_root(parent, b)] : -1;
        if (i >= 0) d->island[i].body[d->island[i].bodies++] = b;
    }
    return TW_OK;
}

static tw_status scratch(tw_dynamics *d) {
    int most = 0;
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        most = isl->rows > most ? isl->rows : most;
        most = isl->dofs > most ? isl->dofs : most;
    }
    d->rhs = tw_arena_new(&d->arena, double, most);
    d->errors = tw_arena_new(&d->arena, double, 2 * (size_t)most);
    d->solution = tw_arena_new(&d->arena, double, most);
    d->white = tw_arena_new(&d->arena, mat3, d->pass.bodies);
    d->matrix = d->scratch = NULL;
    d->matrix_room = d->scratch_room = 0;
    return d->rhs && d->errors && d->solution && d->white ? TW_OK : tw_fail_memory();
}

static tw_status count_up(tw_dynamics *d, int n, int **list) {
    *list = tw_arena_new(&d->arena, int, n + 1);
    for (int i = 0; *list && i < n; i++) (*list)[i] = i;
    return *list ? TW_OK : tw_fail_memory();
}

static tw_status list_everything(tw_dynamics *d) {
    tw_part *all = &d->everything;
    *all = (tw_part){.bodies = d->pass.bodies, .blocks = d->pass.blocks, .islands = d->islands};
    TW_TRY(count_up(d, all->bodies, &all->body));
    all->bodies = 0; /* then only the members, the bodies that this engine moves */
    for (int i = 0; i < d->pass.bodies; i++)
        if (tw_is_member(d, i)) all->body[all->bodies++] = i;
    TW_TRY(count_up(d, all->blocks, &all->block));
    return count_up(d, all->islands, &all->island);
}

tw_status tw_islands_build(tw_dynamics *d) {
    int n = d->pass.bodies;
    int *parent = tw_arena_new(&d->arena, int, n), *island_at = tw_arena_new(&d->arena, int, n);
    if (!parent || !island_at) return tw_fail_memory();
    for (int i = 0; i < n; i++) parent[i] = i;
    unite(d, parent);
    d->islands = number(d, parent, island_at);
    d->island = tw_arena_new(&d->arena, tw_island, d->islands);
    if (!d->island) return tw_fail_memory();
    TW_TRY(fill(d, parent, island_at));
    TW_TRY(tw_caps_build(d));
    TW_TRY(tw_settle_build(d));
    TW_TRY(list_everything(d));
    TW_TRY(tw_points_build(d));
    TW_TRY(tw_sparse_build(d));
    return scratch(d);
}
