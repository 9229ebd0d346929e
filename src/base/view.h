/* Bound on the field of view of a camera, shared by scripts and pictures. */
#ifndef TW_BASE_VIEW_H
#define TW_BASE_VIEW_H

/* upper bound of a vertical field of view, rad; it is just below pi, where the height of the
 * picture's plane becomes infinite */
#define TW_VIEW_ANGLE_END 3.14

#endif
