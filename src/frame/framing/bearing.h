/*
 * From where a film is looked at if it does not say: at right angles to what is flat, so that a
 * planar mechanism is seen in its plane, else a little from the side and from above.
 */
#ifndef TW_FRAME_FRAMING_BEARING_H
#define TW_FRAME_FRAMING_BEARING_H

#include "frame/subject.h"

/* fills in around and above of cameras that leave them open */
typedef struct tw_bearing {
    double around, above; /* rad */
} tw_bearing;

tw_bearing tw_bearing_of(const tw_subject *subject);
void tw_bearing_apply(const tw_bearing *d, tw_camera *c);

#endif
