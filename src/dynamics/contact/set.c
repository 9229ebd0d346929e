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
    tw_contacts_free(&s->found);
    tw_contacts_free(&s->bent);
    tw_contacts_free(&s->wider);
    tw_array_free(&s->margin);
    tw_array_free(&s->grown);
    tw_array_free(&s->pace);
    tw_array_free(&s->nearest);
    tw_array_free(&s->moves);
    tw_array_free(&s->reached);
    tw_array_free(&s->near);
    tw_array_free(&s->known_margin);
    tw_array_free(&s->known_holding);
    tw_array_free(&s->reach);
    tw_array_free(&s->swing);
    tw_array_free(&s->thin);
    tw_array_free(&s->excluded);
    tw_array_free(&s->limit);
    tw_array_free(&s->ruled);
    tw_array_free(&s->wide);
    tw_array_free(&s->mark);
    tw_array_free(&s->bending);
    tw_array_free(&s->holding);
    tw_array_free(&s->bend_pose);
    tw_array_free(&s->bend_margin);
    tw_array_free(&s->bend);
    tw_array_free(&s->held);
    tw_array_free(&s->held_before);
    tw_array_free(&s->rising);
    tw_array_free(&s->pose);
    tw_array_free(&s->among);
    tw_array_free(&s->close);
    tw_array_free(&s->told);
}

/* frees the arrays that solve.c fills for one group of contacts */
static void free_solver(tw_contact_set *s) {
    if (s->cone) tw_cone_free(s->cone);
    tw_array_free(&s->r);
    tw_array_free(&s->mu);
    tw_array_free(&s->lambda);
    tw_array_free(&s->inverse_mass);
    tw_array_free(&s->inverse_inertia);
    tw_array_free(&s->D);
    tw_array_free(&s->v);
    tw_array_free(&s->N);
    tw_array_free(&s->pair);
    tw_array_free(&s->part_body);
    tw_array_free(&s->part_block);
    tw_array_free(&s->rate);
    tw_array_free(&s->multiplier);
    tw_array_free(&s->sum);
    tw_array_free(&s->left);
    tw_array_free(&s->start);
    tw_array_free(&s->capped_row);
    tw_array_free(&s->ball);
    tw_array_free(&s->ball_of);
    tw_array_free(&s->cap);
    tw_array_free(&s->solved);
    tw_array_free(&s->asked);
    tw_array_free(&s->aimed);
    tw_array_free(&s->loose);
    tw_array_free(&s->mu_held);
    tw_array_free(&s->soft);
    tw_array_free(&s->own_N);
    tw_array_free(&s->lo);
    tw_array_free(&s->hi);
    tw_array_free(&s->wide_body);
    tw_array_free(&s->wide_D);
    tw_array_free(&s->turn);
}

void tw_contact_free(tw_dynamics *d) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    free_found(s);
    free_solver(s);
    tw_array_free(&s->target);
    tw_array_free(&s->net_body);
    tw_array_free(&s->net_lambda);
    tw_array_free(&s->touching);
    tw_array_free(&s->missed);
    tw_array_free(&s->group);
    tw_array_free(&s->parent);
    tw_array_free(&s->member);
    tw_array_free(&s->island);
    tw_array_free(&s->place);
    tw_array_free(&s->twist);
    tw_array_free(&s->velocity);
    tw_array_free(&s->late);
    tw_array_free(&s->path);
    tw_array_free(&s->blow);
    tw_array_free(&s->struck);
    tw_array_free(&s->struck_now);
    tw_array_free(&s->struck_by);
    tw_array_free(&s->struck_end);
    tw_array_free(&s->struck_way);
    tw_array_free(&s->apart);
    tw_array_free(&s->shift);
    tw_array_free(&s->old);
    tw_array_free(&s->parts);
    tw_array_free(&s->reading);
    tw_contact_keep_free(&s->memory);
    tw_contact_keep_free(&s->before);
    tw_contact_keep_free(&s->before_parts);
    tw_contact_keep_free(&s->tried);
    free(s);
    d->contact = NULL;
}
