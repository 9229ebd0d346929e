/* Contacts of a world whose bodies several engines advance (members.h): one engine finds and
 * reports all contacts, each of the others advances its members. This file exchanges between them
 * which contacts are held, and what is known of the forces of the last step. */
#include "dynamics/contact/impl.h"

#include <string.h>

tw_status tw_contact_tells(tw_dynamics *d, const tw_dynamics *steps) {
    tw_contact_set *s;
    if (!d->contact && !steps) return TW_OK;
    TW_TRY(tw_contact_set_of(d, &s));
    s->strand.teller = steps ? steps->contact : NULL;
    return TW_OK;
}

tw_status tw_contact_know_close(const tw_dynamics *d, tw_contact_set *s) {
    size_t n = (size_t)d->pass.bodies;
    TW_TRY(tw_reserve(&s->strand.close, n));
    if (n > 0) memset(s->strand.close.data, 0, n);
    s->strand.close.count = n;
    for (size_t i = 0; i < s->touching.count; i++)
        tw_contact_mark(&s->touching.data[i], s->strand.close.data);
    return TW_OK;
}

const unsigned char *tw_contact_close(const tw_dynamics *d) {
    const tw_contact_set *s = d->contact;
    return s && s->strand.close.count == (size_t)d->pass.bodies ? s->strand.close.data : NULL;
}

void tw_contact_stands(tw_dynamics *d, unsigned long before) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    if (s->keep.state == before) s->keep.state = d->world->state;
    if (s->hold.state == before) s->hold.state = d->world->state;
}

static tw_status append(const tw_held_list *from, tw_held_list *to) {
    for (size_t i = 0; i < from->count; i++) TW_TRY(tw_push(to, from->data[i]));
    return TW_OK;
}

tw_status tw_contact_held_join(tw_dynamics *d, const tw_dynamics *from, bool first) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    if (first) s->hold.now.count = s->hold.before.count = 0;
    s->hold.state = d->world->state;
    if (!from || !from->contact) return TW_OK;
    TW_TRY(append(&from->contact->hold.now, &s->hold.now));
    return append(&from->contact->hold.before, &s->hold.before);
}

static bool moves_one(const tw_dynamics *d, const tw_held *h) {
    return (h->a >= 0 && d->free_body[h->a]) || (h->b >= 0 && d->free_body[h->b]);
}

tw_status tw_contact_held_take(tw_dynamics *d, const tw_dynamics *from) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    s->search.known = s->search.known && !s->search.only;
    s->hold.now.count = s->hold.before.count = 0;
    s->hold.state = d->world->state;
    for (size_t i = 0; from->contact && i < from->contact->hold.now.count; i++) {
        const tw_held *h = &from->contact->hold.now.data[i];
        if (moves_one(d, h)) TW_TRY(tw_push(&s->hold.now, *h));
    }
    return append(&s->hold.now, &s->hold.before);
}
