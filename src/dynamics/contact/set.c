/* Memory of an engine's contact data: allocated when first needed, kept from step to step. */
#include "dynamics/contact/impl.h"

#include <stdlib.h>

tw_status tw_contact_set_of(tw_dynamics *d, tw_contact_set **set) {
    if (!d->contact) d->contact = calloc(1, sizeof *d->contact);
    *set = d->contact;
    return *set ? TW_OK : tw_fail_memory();
}

/* frees margins and results of searches */
static void free_found(tw_contact_set *s) {
    tw_contacts_free(&s->search.found);
    tw_contacts_free(&s->bend.found);
    tw_contacts_free(&s->outrun.wider);
    tw_array_free(&s->range.margin);
    tw_array_free(&s->outrun.grown);
    tw_array_free(&s->outrun.pace);
    tw_array_free(&s->miss.nearest);
    tw_array_free(&s->outrun.moves);
    tw_array_free(&s->outrun.reached);
    tw_array_free(&s->range.near);
    tw_array_free(&s->search.margin);
    tw_array_free(&s->search.holding);
    tw_array_free(&s->size.reach);
    tw_array_free(&s->size.swing);
    tw_array_free(&s->size.thin);
    tw_array_free(&s->rules.excluded);
    tw_array_free(&s->search.limit);
    tw_array_free(&s->rules.pair);
    tw_array_free(&s->rules.wide);
    tw_array_free(&s->rules.mark);
    tw_array_free(&s->bend.body);
    tw_array_free(&s->hold.body);
    tw_array_free(&s->bend.pose);
    tw_array_free(&s->bend.margin);
    tw_array_free(&s->bend.rate);
    tw_array_free(&s->hold.now);
    tw_array_free(&s->hold.before);
    tw_array_free(&s->now.rising);
    tw_array_free(&s->search.pose);
    tw_array_free(&s->range.among);
    tw_array_free(&s->strand.close);
    tw_array_free(&s->strand.told);
}

/* frees the arrays that solve.c fills for one group of contacts */
static void free_solver(tw_contact_set *s) {
    if (s->solve.cone) tw_cone_free(s->solve.cone);
    tw_array_free(&s->solve.r);
    tw_array_free(&s->solve.mu);
    tw_array_free(&s->solve.lambda);
    tw_array_free(&s->solve.inverse_mass);
    tw_array_free(&s->solve.inverse_inertia);
    tw_array_free(&s->solve.D);
    tw_array_free(&s->solve.v);
    tw_array_free(&s->solve.N);
    tw_array_free(&s->solve.pair);
    tw_array_free(&s->project.body);
    tw_array_free(&s->project.block);
    tw_array_free(&s->project.rate);
    tw_array_free(&s->project.multiplier);
    tw_array_free(&s->project.sum);
    tw_array_free(&s->project.left);
    tw_array_free(&s->caps.start);
    tw_array_free(&s->caps.row);
    tw_array_free(&s->caps.ball);
    tw_array_free(&s->solve.ball);
    tw_array_free(&s->caps.list);
    tw_array_free(&s->caps.solved);
    tw_array_free(&s->caps.asked);
    tw_array_free(&s->caps.aimed);
    tw_array_free(&s->caps.loose);
    tw_array_free(&s->caps.mu);
    tw_array_free(&s->caps.soft);
    tw_array_free(&s->solve.own_N);
    tw_array_free(&s->solve.lo);
    tw_array_free(&s->solve.hi);
    tw_array_free(&s->solve.wide_body);
    tw_array_free(&s->solve.wide_D);
    tw_array_free(&s->turn.row);
}

void tw_contact_free(tw_dynamics *d) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    free_found(s);
    free_solver(s);
    tw_array_free(&s->target);
    tw_array_free(&s->net.body);
    tw_array_free(&s->net.lambda);
    tw_array_free(&s->touching);
    tw_array_free(&s->miss.list);
    tw_array_free(&s->group);
    tw_array_free(&s->members.parent);
    tw_array_free(&s->members.body);
    tw_array_free(&s->members.island);
    tw_array_free(&s->solve.place);
    tw_array_free(&s->twist);
    tw_array_free(&s->project.velocity);
    tw_array_free(&s->way.late);
    tw_array_free(&s->miss.path);
    tw_array_free(&s->blows.state);
    tw_array_free(&s->blows.struck);
    tw_array_free(&s->blows.now);
    tw_array_free(&s->blows.by);
    tw_array_free(&s->blows.end);
    tw_array_free(&s->blows.way);
    tw_array_free(&s->way.apart);
    tw_array_free(&s->depth.shift);
    tw_array_free(&s->depth.old);
    tw_array_free(&s->keep.parts);
    tw_array_free(&s->now.list);
    tw_contact_keep_free(&s->keep.last);
    tw_contact_keep_free(&s->keep.before);
    tw_contact_keep_free(&s->keep.before_parts);
    tw_contact_keep_free(&s->keep.tried);
    free(s);
    d->contact = NULL;
}
