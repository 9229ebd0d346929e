/*
 * glTF 2.0 in one binary file (.glb): nodes (moving things with materials, a camera, lights).
 *
 * Our z axis points up, glTF's y axis: all nodes are children of one root node that is rotated by
 * -90 degrees about x. Everything else is in our coordinates: metres, seconds, radians, linear
 * colours. Numbers are 32-bit floats, as the format has them.
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

/* a part of a thing: its triangles with one material */
typedef struct tw_gltf_part {
    tw_triangles triangles;
    tw_gltf_material material;
} tw_gltf_part;

typedef enum tw_gltf_role { TW_GLTF_THING, TW_GLTF_CAMERA, TW_GLTF_LIGHT } tw_gltf_role;

typedef struct tw_gltf_node {
    const char *name;
    tw_gltf_role role;
    const tw_gltf_part *part; /* [parts] parts of the thing */
    size_t parts;
    /* [pose_count] poses of the node: one, or one for each time of the scene */
    const tw_pose *pose;
    size_t pose_count;
    /* [pose_count] false: the thing is hidden at that time (scaled to 0); NULL: never hidden */
    const bool *there;
    /* members of a camera, which looks along its -z axis, with y up: vertical field of view, rad;
     * aspect: width / height of the picture; near: least depth, m */
    double fov, aspect, near;
    /* camera: height > 0: the view is orthographic, and this its height, m; far: greatest depth, m
     * (used for perspective cameras in USD only) */
    double height, far;
    /* light: it shines along its -z axis */
    enum { TW_GLTF_SUN, TW_GLTF_POINT, TW_GLTF_SPOT } light;
    /* light: linear colour 0 .. 1; intensity in the units of the scene (W/m^2, W/sr); half angle of
     * a spot's cone, rad */
    double color[3], intensity, cone;
} tw_gltf_node;

typedef struct tw_gltf_scene {
    const char *name, *generator;
    const tw_gltf_node *node; /* [node_count] */
    size_t node_count;
    const double *time; /* [time_count] times of the poses, s, increasing from 0 */
    size_t time_count;
} tw_gltf_scene;

tw_status tw_gltf_write(const char *path, const tw_gltf_scene *scene);

#endif
