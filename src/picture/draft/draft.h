/*
 * The quality draft: 1 or 16 coverage samples a pixel, one shading of each thing in a pixel, shadow
 * maps, and a sky that nothing hides.
 *
 * Meshes are found by the rasteriser, exact solids by a packet of rays; the nearer one wins.
 * Shadows of meshes in the sun come from a map, shadows of solids from rays; with lamps other than
 * suns, all shadows come from rays. The sky's light on a surface is the integral over the visible
 * half of the sky; if there is a ground, its light takes the place of the lower half.
 */
#ifndef TW_PICTURE_DRAFT_DRAFT_H
#define TW_PICTURE_DRAFT_DRAFT_H

#include "picture/draft/shadow_map.h"
#include "picture/rays/surface.h"

enum { TW_DRAFT_NORMALS = 64 };

typedef struct tw_draft {
    const tw_picture_options *options;
    atomic_bool stopped;
    const tw_view *view;
    tw_image *image;
    bool alpha;
    int samples;
    tw_instances meshes;
    tw_shadow_map *map; /* [lamps] shadow map of each sun; NULL: there are none */
    /* exact solids (those that are no meshes) cast shadows too, by rays beside the maps */
    bool exact;
    bool solids; /* the picture has exact solids */
    /* irradiance of the sky / pi on surfaces whose normal has the z -1 .. 1, in TW_DRAFT_NORMALS
     * equal steps */
    float sky[TW_DRAFT_NORMALS + 2][3];
    float below[3]; /* radiance of the ground, which stands for the sky below the horizon */
    /* the ground is diffuse and of one colour: plain_color, its radiance where the suns shine */
    bool plain;
    float plain_color[3];
    /* the window now drawn */
    tw_raster raster;
    int x0, y0, columns, rows;
    /* depth q of the ground at the window's corner, and its change per pixel right and down */
    float ground[3];
    float far;     /* parallel rays: depth that has q = 0, m; otherwise INFINITY */
    void *room;    /* [threads] */
    int32_t *list; /* [threads][solids] */
    size_t list_room;
} tw_draft;

/* draft_light.c */
void tw_draft_sky(tw_draft *w);
/* radiance along the packet's rays, whose hits are known; rays without a hit get the background's
 */
void tw_draft_shade(const tw_draft *w, tw_packet *p, fv3 radiance[TW_GROUPS]);
void tw_draft_plain(tw_draft *w);
/* color: the one radiance of a square of pixels that shows only ground, or (ground false) only sky;
 * false: it has several */
bool tw_draft_one_color(const tw_draft *w, int x, int y, int side, bool ground, float color[3]);

/* draft.c */
tw_status tw_draft_draw(const tw_view *s, const tw_picture_options *o, tw_team *team,
                        tw_image *image);

/* lamp.c: unit direction from x to the point of lamp m chosen by (u, v). *power: irradiance at x on
 * a surface that faces the lamp; *far: distance of the point */
fv3 tw_toward(const tw_lamp *m, fv3 x, fv u, fv v, fv3 *power, fv *far);
/* radiance of the suns' discs in direction d, for lanes of `lobes`; their rays were sent with the
 * probability density `density`, 1/sr. Without the share that rays aimed at the suns bring */
fv3 tw_suns_found(const tw_view *s, iv lobes, fv density, fv3 d);
/* factor 0 .. 1 of a spot's light; facing: cosine of the angle from its axis */
fv tw_spot_edge(const tw_lamp *m, fv facing);

#endif
