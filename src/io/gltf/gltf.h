/*
 * glTF 2.0 in one binary file (.glb): things that move, what they look like, a camera, lights.
 *
 * Our axes have z up, glTF's y: all stands below one root node that is turned by -90 degrees about
 * x. Everything else is in our coordinates: metres, seconds, radians, linear colours. Numbers are
 * 32-bit floats, as the format has them.
 */
#ifndef TW_IO_GLTF_GLTF_H
#define TW_IO_GLTF_GLTF_H

#include "io/gltf/shape.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_gltf_material {
    double color[4]; /* linear, opacity */
    double metallic, roughness;
    double emission[3]; /* any brightness */
} tw_gltf_material;

/* a piece of a thing with one material */
typedef struct tw_gltf_part {
    tw_triangles triangles;
    tw_gltf_material material;
} tw_gltf_part;

typedef enum tw_gltf_role { TW_GLTF_THING, TW_GLTF_CAMERA, TW_GLTF_LIGHT } tw_gltf_role;

typedef struct tw_gltf_node {
    const char *name;
    tw_gltf_role role;
    const tw_gltf_part *part; /* [parts] of a thing */
    size_t parts;
    /* [pose_count] 1, or one for each time of the scene */
    const tw_pose *pose;
    size_t pose_count;
    const bool *there; /* [pose_count] a thing that is not there has no size; NULL: always */
    /* camera: looks along -z, y up */
    double fov, aspect, near;
    double height, far; /* m: orthographic where height > 0 */
    /* light: shines along -z */
    enum { TW_GLTF_SUN, TW_GLTF_POINT, TW_GLTF_SPOT } light;
    double color[3], intensity, cone; /* color: at most 1; cone: half angle */
} tw_gltf_node;

typedef struct tw_gltf_scene {
    const char *name, *generator;
    const tw_gltf_node *node; /* [node_count] */
    size_t node_count;
    const double *time; /* [time_count] s, from 0 on, rising */
    size_t time_count;
} tw_gltf_scene;

tw_status tw_gltf_write(const char *path, const tw_gltf_scene *scene);

#endif
