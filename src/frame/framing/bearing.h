/*
 * The default direction of view of a film. A subject that is flat along x or y is seen at right
 * angles to its plane, from 7 degrees above, so that a planar mechanism is seen in its plane; one
 * that is flat along z, from 30 degrees above; any other, somewhat from the side and from above.
 */
#ifndef TW_FRAME_FRAMING_BEARING_H
#define TW_FRAME_FRAMING_BEARING_H

#include "frame/subject.h"

typedef struct tw_bearing {
    /* azimuth and elevation of the eye from the target, as in tw_camera, rad */
    double around, above;
} tw_bearing;

tw_bearing tw_bearing_of(const tw_subject *subject);
/* sets `around` and `above` of a camera where the script left them open (free_around, free_above)
 */
void tw_bearing_apply(const tw_bearing *d, tw_camera *c);

#endif
