/* Meshes, pictures and light maps that the frames of a film share, found by their digests; see
 * pack.h. */
#include "io/store/pack.h"

#include <stdlib.h>

const tw_mesh *tw_shared_mesh(const tw_shared *l, uint64_t hash) {
    for (size_t i = 0; i < l->meshes.count; i++)
        if (l->meshes.data[i]->hash == hash) return l->meshes.data[i];
    return NULL;
}

const tw_pixmap *tw_shared_map(const tw_shared *l, uint64_t hash) {
    for (size_t i = 0; i < l->maps.count; i++)
        if (l->maps.data[i]->hash == hash) return l->maps.data[i];
    return NULL;
}

const tw_lightmap *tw_shared_light(const tw_shared *l, uint64_t hash) {
    for (size_t i = 0; i < l->lights.count; i++)
        if (l->lights.data[i]->hash == hash) return l->lights.data[i];
    return NULL;
}

tw_status tw_shared_add_light(tw_shared *l, const tw_lightmap *map) {
    TW_TRY(tw_push(&l->lights, map));
    tw_lightmap_retain(map);
    return TW_OK;
}

tw_status tw_shared_add_mesh(tw_shared *l, const tw_mesh *mesh) {
    TW_TRY(tw_push(&l->meshes, mesh));
    tw_mesh_retain(mesh);
    return TW_OK;
}

tw_status tw_shared_add_map(tw_shared *l, const tw_pixmap *map) {
    TW_TRY(tw_push(&l->maps, map));
    tw_pixmap_retain(map);
    return TW_OK;
}

void tw_shared_free(tw_shared *l) {
    for (size_t i = 0; i < l->meshes.count; i++) tw_mesh_release(l->meshes.data[i]);
    for (size_t i = 0; i < l->maps.count; i++) tw_pixmap_release(l->maps.data[i]);
    for (size_t i = 0; i < l->lights.count; i++) tw_lightmap_release(l->lights.data[i]);
    tw_array_free(&l->meshes);
    tw_array_free(&l->maps);
    tw_array_free(&l->lights);
}
