/* Constraints that cannot all hold; see conflict.h. */
#include "dynamics/conflict.h"

#include "dynamics/pass.h"

#include <stdio.h>

static bool in_conflict(const tw_dynamics *d, const tw_block *b) {
    const tw_pass *p = &d->pass;
    double tau, k, dd;
    tw_rates(d->world, b->c, p->t, &tau, &k, &dd);
    if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL) return false;
    if (tw_capped(b)) return false; /* it yields because it may */
    double D = tw_norm(p->D + b->row, b->rows), D1 = tw_norm(p->D1 + b->row, b->rows);
    double left = tw_norm(p->residual + b->row, b->rows);
    return D > b->c->tolerance && left / k > b->c->tolerance &&
           D1 / sqrt(k) <= fmax(b->c->tolerance, 0.01 * D);
}

tw_status tw_conflicts(tw_dynamics *d, tw_constraint **list, int most, int *count) {
    *count = 0;
    TW_TRY(tw_dynamics_update(d));
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        if (!in_conflict(d, b)) continue;
        if (*count < most) list[*count] = b->c;
        ++*count;
    }
    return TW_OK;
}

void tw_conflict_text(tw_constraint *const *list, int count, double t, char *buf, size_t size) {
    int n =
        snprintf(buf, size,
                 "these constraints cannot all hold; the model rests in between (t = %.3g s):", t);
    for (int i = 0; i < count && n >= 0 && (size_t)n < size; i++) {
        char label[256];
        n += snprintf(buf + n, size - (size_t)n, "%s %s", i ? "," : "",
                      tw_object_label(&list[i]->o, label, sizeof label));
    }
}
