/* The widest view of a camera, for scripts and for pictures. */
#ifndef TW_BASE_VIEW_H
#define TW_BASE_VIEW_H

/* rad: a vertical field of view is less; at pi the picture's plane would be infinite */
#define TW_VIEW_ANGLE_END 3.14

#endif
