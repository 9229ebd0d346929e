/*
 * The quality draft: 1 or 16 samples of coverage per pixel, shading once for each thing in a pixel,
 * shadow maps, and light of the sky without occlusion: solids do not block it.
 *
 * Meshes are drawn by the rasteriser; exact solids, all that are no meshes, are found by packets of
 * rays, and the nearer hit counts. Shadows of meshes in the sun come from a shadow map, shadows of
 * exact solids from rays; if there are lamps other than suns, all shadows come from rays. The light
 * of the sky on a surface is the integral over the half of the sky that its normal faces; if there
 * is a ground, the ground's light takes the place of the sky below the horizon.
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
    /* [lamps] shadow map of each lamp; NULL: no maps, all shadows come from rays */
    tw_shadow_map *map;
    /* true: shadows are also found by rays: those of exact solids, which the maps do not hold, or,
     * without maps, those of all solids */
    bool exact;
    bool solids; /* true: the view has exact solids: solids that are not meshes */
    /* [i] irradiance of the sky, divided by pi, on a surface whose normal has the z component 2 i /
     * TW_DRAFT_NORMALS - 1; the last entry repeats the one before it, for interpolation */
    float sky[TW_DRAFT_NORMALS + 2][3];
    /* radiance of the ground as a whole, used in place of the sky below the horizon; 0 if the frame
     * has no bounces */
    float below[3];
    /* true: the ground is diffuse and has one colour everywhere, all shadows come from maps, and
     * there is no haze; plain_color: its radiance where all suns shine on it */
    bool plain;
    float plain_color[3];
    /* rasteriser of the window that is being drawn; a picture larger than TW_RASTER_WINDOW is drawn
     * window by window. x0, y0: its corner in the picture, pixels; columns, rows: its tiles */
    tw_raster raster;
    int x0, y0, columns, rows;
    /* depth q (raster.h) of the ground at the window's corner, and its change per pixel to the
     * right and down */
    float ground[3];
    float far;     /* parallel rays: q of raster.h is far - depth, m; otherwise INFINITY */
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
/* color: radiance of a square of `side` pixels at (x, y) that shows only ground, or, if `ground` is
 * false, only sky; false: the radiance is not the same everywhere in the square */
bool tw_draft_one_color(const tw_draft *w, int x, int y, int side, bool ground, float color[3]);

/* draft.c */
tw_status tw_draft_draw(const tw_view *s, const tw_picture_options *o, tw_team *team,
                        tw_image *image);

/* lamp.c: unit direction from x to the point of lamp m chosen by (u, v). *power: irradiance at x on
 * a surface that faces the lamp; *far: distance of the point */
fv3 tw_toward(const tw_lamp *m, fv3 x, fv u, fv v, fv3 *power, fv *far);
/* radiance that rays of a reflecting lobe find in direction d by hitting the disc of a sun;
 * density: probability density with which those rays were sent, 1/sr. Rays aimed at the suns count,
 * too, so only this method's share is returned (multiple importance sampling) */
fv3 tw_suns_found(const tw_view *s, iv lobes, fv density, fv3 d);
/* factor 0 .. 1 of a spot's light; facing: cosine of the angle from its axis */
fv tw_spot_edge(const tw_lamp *m, fv facing);

#endif
