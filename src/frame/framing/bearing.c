/* Direction of the camera; see bearing.h. */
#include "frame/framing/bearing.h"

/* a subject is flat if one extent is at most this part of the larger of the other two */
#define FLAT 0.4
#define DEGREES 0.017453292519943295

tw_bearing tw_bearing_of(const tw_subject *s) {
    vec3 d = v3_sub(s->box.hi, s->box.lo);
    if (!s->any || d.y <= FLAT * fmax(d.x, d.z)) return (tw_bearing){0, 7 * DEGREES};
    if (d.x <= FLAT * fmax(d.y, d.z)) return (tw_bearing){90 * DEGREES, 7 * DEGREES};
    if (d.z <= FLAT * fmax(d.x, d.y)) return (tw_bearing){20 * DEGREES, 30 * DEGREES};
    return (tw_bearing){25 * DEGREES, 14 * DEGREES};
}

void tw_bearing_apply(const tw_bearing *d, tw_camera *c) {
    if (c->free_around) c->around = d->around;
    if (c->free_above) c->above = d->above;
}
