/*
 * Writes a tw_gltf_scene (gltf.h) as USD in text (.usda): nodes, camera and lights, in our own
 * axes (z up), with poses in double precision. Hidden nodes are made invisible.
 */
#ifndef TW_IO_GLTF_USD_H
#define TW_IO_GLTF_USD_H

#include "io/gltf/gltf.h"

tw_status tw_usd_write(const char *path, const tw_gltf_scene *scene);

#endif
