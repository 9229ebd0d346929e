/* Chooses the default direction of the automatic camera; see bearing.h. */
#include "frame/framing/bearing.h"

/* A subject counts as flat along an axis if its extent there is at most FLAT times the larger of
 * its other two extents, and if the areas that its things show along this axis are at least SHOWN
 * times the largest of those along x, y and z. The second condition excludes a house of cards: seen
 * along the axis in which it is thin, its cards stand on edge. */
#define FLAT 0.4
#define SHOWN 0.1
#define DEGREES 0.017453292519943295

tw_bearing tw_bearing_of(const tw_subject *s) {
    vec3 d = v3_sub(s->box.hi, s->box.lo), f = s->faces;
    double least = SHOWN * fmax(f.x, fmax(f.y, f.z));
    if (!s->any || (d.y <= FLAT * fmax(d.x, d.z) && f.y >= least))
        return (tw_bearing){0, 7 * DEGREES};
    if (d.x <= FLAT * fmax(d.y, d.z) && f.x >= least)
        return (tw_bearing){90 * DEGREES, 7 * DEGREES};
    if (d.z <= FLAT * fmax(d.x, d.y) && f.z >= least)
        return (tw_bearing){20 * DEGREES, 30 * DEGREES};
    return (tw_bearing){25 * DEGREES, 14 * DEGREES};
}

void tw_bearing_apply(const tw_bearing *d, tw_camera *c) {
    if (c->free_around) c->around = d->around;
    if (c->free_above) c->above = d->above;
}
