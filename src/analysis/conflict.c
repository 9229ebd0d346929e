/* Finds constraints that cannot all be met, and describes them; see conflict.h. */
#include "analysis/conflict.h"

#include "analysis/diagnosis/diagnose.h"
#include "dynamics/pass/pass.h"

#include <stdio.h>

static bool in_conflict(const tw_dynamics *d, const tw_block *b) {
    const tw_pass *p = &d->pass;
    double tau, k, dd;
    tw_rates(d->world, b->c, p->t, &tau, &k, &dd);
    if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL) return false;
    /* a constraint whose force is at its bound need not be in conflict: the bound may just be too
     * low */
    if (tw_capped(b)) return false;
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

/* Is the constraint of this block, at position level and with a force below its bounds, not met?
 * With `away` only if also its |D| grows */
static bool comes(const tw_dynamics *d, const tw_block *b, bool away) {
    const tw_pass *p = &d->pass;
    if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL || tw_capped(b)) return false;
    if (!(tw_norm(p->D + b->row, b->rows) > b->c->tolerance)) return false;
    double along = 0;
    for (int i = 0; i < b->rows; i++) along += p->D[b->row + i] * p->D1[b->row + i];
    return !away || along > 0;
}

tw_status tw_conflicts_coming(tw_dynamics *d, bool away, tw_constraint **list, int most, int *count,
                              int *rows) {
    *count = 0;
    TW_TRY(tw_dynamics_update(d));
    *rows = d->pass.rows;
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        if (!comes(d, b, away)) continue;
        if (*count < most) list[*count] = b->c;
        ++*count;
    }
    return TW_OK;
}

/* a text that grows in a buffer of fixed size, and is cut off at its end */
typedef struct writer {
    char *buf;
    size_t size, used;
} writer;

static void put(writer *w, const char *text) {
    int n = snprintf(w->buf + w->used, w->size - w->used, "%s", text);
    if (n > 0) w->used += (size_t)n;
    if (w->used >= w->size) w->used = w->size - 1;
}

static void put_names(writer *w, tw_constraint *const *list, int count, const char *before) {
    char label[256];
    for (int i = 0; i < count; i++) {
        put(w, i ? ", " : before);
        put(w, tw_object_label(&list[i]->o, label, sizeof label));
    }
}

static void put_sets(writer *w, const tw_diagnosis *x, const char *head) {
    enum { MOST = 4 };
    char text[160];
    put(w, head);
    for (int i = 0; i < x->conflicts && i < MOST; i++) {
        put(w, i ? "; nor these:" : "");
        put_names(w, x->conflict[i].item, x->conflict[i].count, " ");
    }
    if (x->conflicts <= MOST) return;
    snprintf(text, sizeof text, "; and %d more such sets, see scene:diagnose()",
             x->conflicts - MOST);
    put(w, text);
}

static void put_list(writer *w, tw_constraint *const *list, int count, const char *what, double t) {
    char head[200];
    snprintf(head, sizeof head, "%s (t = %.3g s):", what, t);
    put(w, head);
    put_names(w, list, count, " ");
}

tw_status tw_conflict_never(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                            bool *never, char *text, size_t size) {
    writer w = {text, size, 0};
    tw_diagnosis x;
    *text = 0;
    TW_TRY(tw_diagnose_positions(d, list, count, most, &x));
    *never = x.conflicts > 0;
    for (int i = 0; i < x.conflicts; i++) *never = *never && x.conflict[i].always;
    if (*never) put_sets(&w, &x, "");
    tw_diagnosis_free(&x);
    return TW_OK;
}

tw_status tw_conflict_explain(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                              bool *conflict, char *text, size_t size) {
    double t = d->world->time;
    writer w = {text, size, 0};
    tw_diagnosis x;
    *text = 0;
    TW_TRY(tw_diagnose_positions(d, list, count, most, &x));
    *conflict = !x.assembled;
    if (x.conflicts) {
        bool always = true;
        for (int i = 0; i < x.conflicts; i++) always = always && x.conflict[i].always;
        char head[160];
        snprintf(head, sizeof head,
                 "these constraints cannot all hold%s; the model rests in between (t = %.3g s):",
                 always ? "" : " from this start", t);
        put_sets(&w, &x, head);
    } else if (*conflict) {
        put_list(&w, list, count, "these constraints cannot all hold; the model rests in between",
                 t);
        put(&w, "; scene:diagnose() finds the smallest sets");
    } else {
        put_list(&w, list, count,
                 "these constraints are not met and no longer move, though their positions can all "
                 "hold: a singular pose, or drives against them",
                 t);
    }
    tw_diagnosis_free(&x);
    return TW_OK;
}
