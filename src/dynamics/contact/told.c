/*
 * Forces for read-outs after a step of `timestep` whose length differs from that of the step
 * before, as when a script asks for a time in between. Contacts with curved paths (a turning
 * corner, a ball in a bowl) have rates of h0 D' v after a step of length h0, which the next step,
 * of length h, removes first. Its impulses are
 *
 *     h f + (h0 - h) f_bend,        f: the forces, f_bend: their part that is due to D' v,
 *
 * which may be many times h f or nothing at all, so that impulse / h is not the force. Over several
 * steps the second terms cancel except for the first h0 and the last h. A step is called even if it
 * is as long as the one before. The force of the last even step is reported until the next even
 * step, or until a mean force can be taken over LONG times the longest step. An impact is reported
 * from its own step alone.
 *
 * Nothing is stored while steps are even.
 */
#include "dynamics/contact/impl.h"

/* SAME: relative difference up to which two step lengths count as equal. LONG: length of the time
 * over which a mean force is taken, in units of the longest step. LACK: time, in the same units,
 * for which a contact may show no force merely because the steps are uneven */
static const double SAME = 1e-6, LONG = 4, LACK = 2;
/* if the step's own force is below this part of the force reported so far, the reported one was
 * that of an impact, and ends */
static const double BLOW = 0.1;

static const tw_contact_told *find(const tw_contact_keep *k, uint64_t key) {
    size_t low = 0, high = k->told.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (k->told.data[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < k->told.count && k->told.data[low].key == key ? &k->told.data[low] : NULL;
}

/* Continues the record `was` of a contact's reported force by a step of length h in which the
 * contact had `force`: *now is the new record. Returns false if the step's own force is to be
 * reported instead. even: the step is as long as the one before; longest: the longer of this step
 * and the one before, s */
static bool tell(const tw_contact_told *was, vec3 force, bool even, double h, double longest,
                 tw_contact_told *now) {
    double size = v3_length(force), told = v3_length(was->force);
    bool lacks = size == 0 && was->since > 0 && was->since < LACK * longest;
    bool ends = size == 0 && was->since >= LACK * longest;
    bool was_blow = size > 0 && size < BLOW * told;
    if (told == 0 || ends || was_blow || (even && !lacks)) return false;
    *now = (tw_contact_told){was->key, was->force, v3_madd(was->impulse, h, force), was->since + h};
    if (now->since < LONG * longest) return true;
    now->force = v3_scale(now->impulse, 1 / now->since);
    now->impulse = v3_zero();
    now->since = 0;
    return true;
}

/* both after->list and before->told are sorted by key, and so the new list is sorted, too */
tw_status tw_contact_tell(const tw_contact_keep *before, tw_contact_keep *after) {
    double h = after->step, h0 = after->goes_on ? before->step : h, longest = h > h0 ? h : h0;
    bool even = h >= (1 - SAME) * h0 && h <= (1 + SAME) * h0;
    after->told.count = 0;
    if (!after->goes_on || (even && before->told.count == 0)) return TW_OK;
    for (size_t i = 0; i < after->list.count; i++) {
        const tw_contact_memory *m = &after->list.data[i], *old = tw_contact_recall(before, m->key);
        if (!old) continue;
        const tw_contact_told fresh = {m->key, old->force, v3_zero(), 0},
                              *was = find(before, m->key);
        tw_contact_told now;
        if (tell(was ? was : &fresh, m->force, even, h, longest, &now))
            TW_TRY(tw_push(&after->told, now));
    }
    return TW_OK;
}

bool tw_contact_told_of(const tw_contact_keep *k, uint64_t key, vec3 *force) {
    const tw_contact_told *told = k->told.count > 0 ? find(k, key) : NULL;
    const tw_contact_memory *m = told ? NULL : tw_contact_recall(k, key);
    if (told) *force = told->force;
    if (m) *force = m->force;
    return told || m;
}
