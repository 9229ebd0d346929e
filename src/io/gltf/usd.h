/*
 * The scene of a glTF file (gltf.h) as USD in text (.usda): the same things, camera and lights, in
 * our own axes (z up), poses in double precision. What is not there is invisible.
 */
#ifndef TW_IO_GLTF_USD_H
#define TW_IO_GLTF_USD_H

#include "io/gltf/gltf.h"

tw_status tw_usd_write(const char *path, const tw_gltf_scene *scene);

#endif
