/* The meshes of a view, ready for the rasteriser: see raster.h. */
#include "picture/draft/raster.h"

#include <stdlib.h>
#include <string.h>

/* *to: the triangles of a block, in the order of the mesh's tree; places after the last triangle of
 * the mesh get triangles without area */
static void fill_block(const tw_mesh *m, int block, tw_block *to) {
    size_t first = (size_t)block * TW_RASTER_BLOCK, n = m->triangle_count - first;
    if (n > TW_RASTER_BLOCK) n = TW_RASTER_BLOCK;
    const float *from = m->corner + 9 * first;
    memset(to, 0, sizeof *to);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 9; k++) to->c[k][i] = from[9 * i + k];
}

void tw_block_of(const tw_instance *i, const tw_mesh *m, int block, tw_block *own,
                 const tw_block **to) {
    *to = i->block ? i->block + block : own;
    if (!i->block) fill_block(m, block, own);
}

static int blocks_of(const tw_mesh *m) {
    return (int)((m->triangle_count + TW_RASTER_BLOCK - 1) / TW_RASTER_BLOCK);
}

/* mask of the samples of a pixel that a solid covers: round(16 opacity) of the 16 bits are set; the
 * solid's tag decides which ones, so that a translucent solid seldom hides another one entirely */
static uint16_t door_of(const tw_view *s, const tw_solid *b) {
    if (b->paint.opacity >= 1) return 0xffff;
    uint32_t k = tw_scramble(b->tag * 0x9e3779b9u);
    unsigned bits = 0;
    int n = (int)(b->paint.opacity * 16 + 0.5f);
    for (int i = 0; i < 16; i++)
        if (s->pattern.shuffle[k & 63][i] < n) bits |= 1u << i;
    return (uint16_t)bits;
}

static int by_mesh(const void *a, const void *b) {
    const tw_mesh *x = *(tw_mesh *const *)a, *y = *(tw_mesh *const *)b;
    return x < y ? -1 : x > y;
}

/* moves the meshes that occur more than once in mesh [n] to its front and returns their number.
 * They are sorted by address: this order decides only where blocks lie in memory, not what is drawn
 */
static int repeated(const tw_mesh **mesh, int n) {
    int kept = 0;
    if (n > 1) qsort(mesh, (size_t)n, sizeof *mesh, by_mesh);
    for (int i = 0; i < n;) {
        int k = i;
        while (k < n && mesh[k] == mesh[i]) k++;
        if (k - i > 1) mesh[kept++] = mesh[i];
        i = k;
    }
    return kept;
}

static tw_status share_blocks(const tw_view *s, tw_instances *m, const tw_mesh **mesh) {
    int n = repeated(mesh, m->count);
    for (int i = 0; i < n; i++) m->block_count += (size_t)blocks_of(mesh[i]);
    if (n == 0) return TW_OK;
    m->block = malloc(m->block_count * sizeof *m->block);
    if (!m->block) return tw_fail_memory();
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m->count; k++)
            if (s->solid[m->instance[k].solid].mesh == mesh[i])
                m->instance[k].block = m->block + at;
        for (int k = 0; k < blocks_of(mesh[i]); k++) fill_block(mesh[i], k, m->block + at++);
    }
    return TW_OK;
}

tw_status tw_instances_make(const tw_view *s, tw_instances *m) {
    *m = (tw_instances){0};
    const tw_mesh **mesh = malloc(((size_t)s->solid_count + 1) * sizeof *mesh);
    m->instance = malloc(((size_t)s->solid_count + 1) * sizeof *m->instance);
    if (!m->instance || !mesh) {
        free(mesh);
        return tw_fail_memory();
    }
    for (int i = 0; i < s->solid_count; i++) {
        const tw_solid *b = &s->solid[i];
        if (!b->mesh) continue;
        mesh[m->count] = b->mesh;
        m->instance[m->count++] = (tw_instance){i, blocks_of(b->mesh), NULL, door_of(s, b)};
    }
    tw_status st = share_blocks(s, m, mesh);
    free(mesh);
    return st;
}

void tw_instances_free(tw_instances *m) {
    free(m->instance);
    free(m->block);
    *m = (tw_instances){0};
}
