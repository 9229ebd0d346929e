/* Functions that the exports of glTF from a script's scene and from a baked film share. */
#ifndef TW_APP_EXPORT_GLB_H
#define TW_APP_EXPORT_GLB_H

#include "app/export/export.h"
#include "io/gltf/gltf.h"

/* Course: the poses of a thing in all frames of the film. Most functions of an export use one
 * course for each body. */
typedef struct tw_course {
    uint32_t key; /* serial number of the body, or tag of the item of a baked film */
    char *name;   /* owned */
    TW_ARRAY(tw_pose) pose;
    TW_ARRAY(bool) there;
    TW_ARRAY(tw_gltf_part) part;
} tw_course;

typedef struct tw_courses {
    TW_ARRAY(tw_course) course;
    TW_ARRAY(double) time; /* times of the frames, s; 0 at the film's begin */
    TW_ARRAY(tw_pose) camera;
} tw_courses;

tw_gltf_material tw_course_material(const tw_material *m);

/* course with the given key; NULL: there is none; hint: its index, if that is known from the frame
 * before */
tw_course *tw_course_find(const tw_courses *c, uint32_t key, size_t hint);
/* *course: the course with that key. If there is none, a new one is made, and `pose` is its pose
 * for the frames so far */
tw_status tw_course_of(tw_courses *c, uint32_t key, const char *name, size_t hint, tw_pose pose,
                       tw_course **course);
/* adds the thing's pose in the frame whose time was added last; there: the thing is visible in
 * it */
tw_status tw_course_add(tw_course *course, tw_pose pose, bool there);
/* ends a frame: things that got no pose in it keep their last poses, and are hidden */
tw_status tw_courses_end_frame(tw_courses *c);

typedef struct tw_glb {
    const char *name;  /* name of the scene */
    int width, height; /* size of the film's pictures, pixels */
    tw_frame *const *frame;
    size_t frames; /* number of complete frames in `frame` */
} tw_glb;

tw_status tw_courses_write(tw_courses *c, const tw_glb *glb, const char *path);
void tw_courses_free(tw_courses *c);

#endif
