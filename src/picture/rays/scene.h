/*
 * A frame made ready for rays: items, lights and materials in single precision, relative to the
 * eye, so that places near the camera are exact; and the tree over the items.
 */
#ifndef TW_PICTURE_RAYS_SCENE_H
#define TW_PICTURE_RAYS_SCENE_H

#include "frame/frame.h"
#include "picture/picture.h"
#include "picture/rays/sample.h"
#include "shape/mesh/ray.h"

#include <stdatomic.h>

/* values of tw_packet.item that are no number of a solid: nothing was hit; the ground was hit */
enum { TW_ITEM_NONE = -1, TW_ITEM_GROUND = -2 };

typedef struct tw_rgbf {
    float r, g, b;
} tw_rgbf;

/* how a material's picture is wrapped around a solid */
typedef enum tw_wrap {
    TW_WRAP_FACES, /* projected along the local axis that is closest to the surface's normal */
    TW_WRAP_ROUND, /* rolled around local z, by the angle; on the ends like FACES */
    /* the picture's x and y are longitude and latitude on the solid, scaled to a ball */
    TW_WRAP_GLOBE,
    TW_WRAP_SPOTS /* the mesh has texture coordinates, which give the picture's x and y */
} tw_wrap;

typedef struct tw_paint {
    tw_surface_model model;
    tw_texture texture;
    float color[3], other[3], emission[3];
    float metallic, alpha, opacity, period;
    float line; /* GRID: share of the period that a line covers, 0 .. 1 */
    /* 1/d, d: distance from the eye at which the pattern has faded to its mean, 1/m; 0: it does not
     * fade */
    float fade;
    bool glows;
    /* texture PICTURE: its pixels (pixmap.c) */
    const struct tw_pixmap *map;
    tw_wrap wrap;
    bool once; /* true: beyond the picture its edge continues; false: the picture repeats */
    /* FACES: [a]: width and height of the picture on faces perpendicular to axis a, m; SPOTS:
     * [0][0]: scale of the mesh; others: see tw_wrap_picture */
    float size[3][2];
    const tw_mesh *mesh; /* SPOTS: mesh with the texture coordinates, owned by the frame */
} tw_paint;

/* an environment: light from all around */
typedef struct tw_env {
    const struct tw_lightmap *map; /* the frame's */
    float sine, cosine;            /* sine and cosine of its rotation about z */
    float strength;                /* factor of the map's radiance */
    /* Over a ground, rays are aimed only at rows above the horizon, which hold the share `part` of
     * the map's power. So the probability density of aiming is the map's times `rise` = 1/part
     * above the horizon, and times `below` (then 0, otherwise 1) below it */
    float part, rise, below;
} tw_env;

/* the background of a frame: its colour goes from `bottom` to `top` as (z - from) scale goes from 0
 * to 1, z: z component of the ray's unit direction */
typedef struct tw_back {
    bool flat; /* `bottom` everywhere */
    tw_rgbf bottom, top;
    float from, scale;
    float stars; /* radiance of the brightest star; 0: no stars */
} tw_back;

/* the scene's haze: from none to full as (distance from the eye - from) scale goes from 0 to 1 */
typedef struct tw_mist {
    bool own_color; /* true: it has the colour `color`; false: that of the background behind it */
    tw_rgbf color;
    float from, scale;
} tw_mist;

/* number of floats in a moving solid's pose: position relative to the eye, quaternion w, x, y, z */
enum { TW_PLACED = 7 };

typedef struct tw_solid {
    const tw_ray_kind *kind; /* functions of the solid's shape for rays; NULL: it is a mesh */
    const tw_mesh *mesh;     /* the frame's */
    float p[TW_SHAPE_PARAMETERS];
    float x[3], r[9]; /* pose of a solid at rest: position relative to the eye; rotation from local
                         to world axes, row-major */
    bool moving;
    /* [TW_PLACED][poses_row of the view] poses of a moving solid over the exposure: one row for
     * each float of a pose */
    const float *pose;
    /* ball that contains the solid during the whole exposure, relative to the eye, m */
    float center[3], radius;
    float lo[3], hi[3]; /* box likewise */
    /* a ray that starts on this solid, which is not convex, ignores hits with it that are nearer
     * than this, m */
    float skin;
    int item; /* index among the items of the frame */
    uint32_t tag;
    /* true: it moves or changes from picture to picture, so it is part of the wake (again/wake.h)
     */
    bool wakes;
    tw_paint paint;
} tw_solid;

typedef struct tw_tree_node {
    float lo[3], hi[3];
    /* count > 0: a leaf with the solids order[first .. first + count - 1]; 0: an inner node, whose
     * children are the nodes first and first + 1 */
    int32_t first, count;
    int32_t axis; /* axis along which the first child lies lower than the second */
    /* radius of the ball about the box's centre that contains the balls of all solids in it */
    float reach;
} tw_tree_node;

/* a node with up to four children, for rays: two levels of the binary tree in one */
typedef struct tw_tree_four {
    float side[2][3][4]; /* [low, high][axis][child]: sides of the children's boxes */
    /* for each child: count > 0: a leaf with the solids order[first .. first + count - 1]; 0: the
     * node number `first` */
    int32_t first[4], count[4];
    /* [signs] numbers of the children from far to near, as rays meet them whose direction is
     * negative along axis a where bit a of `signs` is set; two binary digits each, the farthest
     * child's lowest */
    uint8_t order[8];
    uint32_t children; /* bit k: child k exists */
} tw_tree_four;

typedef struct tw_lamp {
    int kind;
    /* sun: `to`: direction to it; other lamps: `to`: the lamp's axis, `x`: its place relative to
     * the eye */
    float to[3], x[3];
    float s[3], t[3]; /* across */
    /* light: of a sun, radiance times solid angle; of a point or spot, intensity; of an area,
     * radiance times area */
    float power[3];
    float k;             /* sun: 1 - cos(angular radius) */
    float radiance[3];   /* sun */
    float irradiance[3]; /* sun: irradiance on a surface at right angles to its light */
    /* radius: of an area's disc, m; of other lamps 0. cone: spot: cosine of the cone's half angle
     */
    float radius, cone;
} tw_lamp;

/* the eye at one time of the exposure, three numbers each: place relative to the view's origin,
 * forward, right, up */
typedef struct tw_eye_pose {
    float v[12];
} tw_eye_pose;

typedef struct tw_eye {
    /* right and up are as long as half the picture's width and height at depth 1 (with parallel
     * rays: in m) */
    double right[3], up[3], forward[3];
    float r[3], u[3], f[3];
    float lens, focus; /* m */
    float pixel;       /* angle of a pixel, rad; parallel rays: minus its width, m */
    /* true: rays start in the plane through the eye and are all parallel to `forward`; false: all
     * go through the eye */
    bool parallel;
    int width, height;
    int pose_count; /* number of poses; 0: the eye is at rest */
    tw_eye_pose pose[TW_SWEEP];
    float reach; /* greatest distance of the moving eye from the view's origin, m */
} tw_eye;

enum { TW_GLOWS = 8 };

typedef struct tw_view {
    const tw_frame *frame;
    tw_eye eye;
    vec3 origin; /* place of the eye in the world; all other places are relative to it */
    tw_solid *solid;
    int solid_count;
    int pose_count;
    int poses_row; /* pose_count rounded up to a multiple of 16 */
    bool moving;
    float *placed;
    tw_tree_node *node;
    int node_count;
    tw_tree_four *four;
    int four_count;
    int32_t *order; /* numbers of the solids in the order of the tree's leaves */
    tw_lamp *lamp;
    int lamp_count;
    int glow[TW_GLOWS]; /* numbers of the glowing solids at which rays are aimed, brightest first */
    int glow_count;
    bool glow_more; /* true: other glowing solids exist, at which no rays are aimed */
    /* colours of the sky: at the zenith, at the horizon, at the nadir */
    tw_rgbf top, horizon, bottom;
    tw_env *env;
    int env_count;
    bool even_dome; /* true: the sky's three colours, at zenith, horizon and nadir, are equal */
    bool flat_sky;  /* true: even_dome, and no light but that of suns comes from far away */
    bool has_background;
    tw_back back;
    bool has_fog;
    tw_mist fog;
    bool has_ground;
    float ground_z;
    float ground_offset[2]; /* world x, y of the eye, modulo the period of the ground's texture */
    tw_paint ground;
    int bounces;
    float further; /* probability with which a path goes on beyond `bounces` reflections */
    /* true: a draft in which meshes cast shadows by shadow maps, so the tree holds only the other
     * solids */
    bool mapped;
    float gain; /* factor by which the exposure multiplies light */
    bool unfiltered;
    uint32_t salt; /* part of the seed of the tiles' sample points */
    tw_pattern pattern;
    /* boxes of what moves; NULL: tiles are not kept for later pictures (again/wake.h) */
    const struct tw_wake *wake;
    struct tw_open *open; /* light of open ground (tile/open.h); NULL: not used */
} tw_view;

/* 16 rays and their first hits */
typedef struct tw_packet {
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    /* before: greatest distance at which a hit counts; afterwards: distance of the hit */
    fv t[TW_GROUPS];
    fv time[TW_GROUPS];   /* time of each ray in the exposure, 0 .. 1 */
    iv active[TW_GROUPS]; /* masks */
    iv own[TW_GROUPS];    /* solid on which the ray starts, as in `item` */
    iv item[TW_GROUPS];   /* index in view.solid of the solid that it hits, or TW_ITEM_... */
    iv part[TW_GROUPS];   /* triangle that it hits, if the solid is a mesh */
    uint32_t salt; /* seed by which translucent solids choose the rays that they let through */
} tw_packet;

tw_status tw_view_make(const tw_frame *frame, const tw_picture_options *o, tw_view *view);
void tw_view_free(tw_view *s);

/* pixmap.c: sets how the material's picture lies on the shape; shape NULL: on the ground */
void tw_wrap_picture(const tw_material *m, const tw_shape *shape, tw_paint *p);

/* camera.c */
void tw_eye_make(const tw_frame *f, int width, int height, tw_eye *eye);
/* sets the eye's poses from the frame's cameras over the exposure */
void tw_eye_sweep(const tw_frame *f, tw_eye *eye);
/* place o and axes f (forward), r (right), u (up) of the eye at each lane's time */
void tw_eye_at(const tw_eye *eye, fv time, fv3 *o, fv3 *f, fv3 *r, fv3 *u);

/* camera ray through the place (a, b) of the picture, each -1 .. 1, to the right and up, for an eye
 * at rest: it starts at *o in the direction *d, which is not of unit length */
static inline void tw_eye_ray(const tw_eye *e, double a, double b, vec3 *o, vec3 *d) {
    vec3 f = v3_load(e->forward), r = v3_load(e->right), u = v3_load(e->up);
    *o = e->parallel ? v3_madd(v3_scale(r, a), b, u) : v3_zero();
    *d = e->parallel ? f : v3_madd(v3_madd(f, a, r), b, u);
}

static inline void tw_eye_rays(const tw_eye *e, fv a, fv b, fv3 f, fv3 r, fv3 u, fv3 *o, fv3 *d) {
    *o = e->parallel ? f3_madd(f3_scale(r, a), b, u) : f3_all(0, 0, 0);
    *d = e->parallel ? f : f3_madd(f3_madd(f, a, r), b, u);
}

/* tree.c */
tw_status tw_tree_make(tw_view *s);
/* bounds of all camera rays through a block of pixels: a cone about `axis`, and four planes with
 * inward normals, which form a pyramid from the eye or, with parallel rays, a prism. inside: how
 * far the eye lies inside each plane */
typedef struct tw_beam {
    float axis[3], cosine, sine;
    /* inward normals of the four planes, and how far the eye lies inside each; normal 0: the plane
     * bounds nothing */
    float plane[4][3], inside[4];
    bool prism; /* true: the rays are parallel, and axis, cosine and sine are not used */
    /* true: the eye moves so that it sees nearly everywhere, and the beam bounds nothing */
    bool wide;
} tw_beam;
/* tile.c */
void tw_block_beam(const tw_view *s, double x0, double y0, double x1, double y1, tw_beam *beam);
/* list: solids that rays of the beam may hit; returns their number */
int tw_tree_beam(const tw_view *s, const tw_beam *beam, int32_t *list);
/* list: those of the solids from [count] that rays of the beam may hit; returns how many they are
 */
int tw_beam_list(const tw_view *s, const tw_beam *beam, const int32_t *from, int count,
                 int32_t *list);
/* meet.c */
void tw_nearest(const tw_view *s, tw_packet *p);
void tw_nearest_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* deactivates the active rays that hit something before their distance t */
void tw_unoccluded(const tw_view *s, tw_packet *p);
/* as tw_unoccluded, but against the ground and the solids of the list [count] only */
void tw_unoccluded_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* mask of the rays of group g whose hit is the ground */
iv tw_ends_on_ground(const tw_view *s, const tw_packet *p, int g);

/* position x and rotation r (rows, local to world) of the solid at each lane's time */
void tw_solid_pose(const tw_view *s, const tw_solid *b, fv time, fv3 *x, fv3 r[3]);

/* shades.c: shades of a block of pixels: the solids that may stand between what it shows and the
 * one sun number `sun`. List [0]: for shadows on the ground; [1]: for shadows on the visible solids
 */
enum { TW_SHADES = 64 };
typedef struct tw_shades {
    int sun;      /* number of the lamp; -1: there are no lists */
    int count[2]; /* number of solids in list [0] and in list [1] */
    int32_t solid[2][TW_SHADES];
    /* [list][count] ball of each solid projected along the sun's direction: a disc with the centre
     * (s, t), its radius enlarged by the width of the sun */
    float s[2][TW_SHADES], t[2][TW_SHADES], radius[2][TW_SHADES];
} tw_shades;

/* over.c: what may stand over the ground that a block of pixels shows, or shade it */
enum { TW_OVER_CELLS = 32 };
typedef struct tw_over {
    bool known;    /* true: `sky` and `near` have been computed */
    bool open;     /* true: `sky` has no bit: no ray that leaves this ground hits a solid */
    float near;    /* if `known`: distance from this ground to the nearest solid above it, m */
    uint32_t suns; /* bit k: no shadow of sun k falls on this ground */
    /* rectangle of the visible ground, and its centre, relative to the eye */
    float lo[2], hi[2], middle[3];
    tw_shades shades; /* solids between the 4 x 4 pixels that are being drawn and the sun */
    /* map of the directions in which a ray from this ground may hit a solid: a bit for each cell on
     * the faces x, -x, y, -y, z, -z of a cube */
    uint32_t sky[6][TW_OVER_CELLS];
} tw_over;
void tw_over_make(const tw_view *s, double x0, double y0, double x1, double y1, tw_over *o);
/* extends the rectangle lo .. hi so that it contains the ground that the block of pixels shows;
 * false: the block shows the horizon */
bool tw_over_ground(const tw_view *s, double x0, double y0, double x1, double y1, float *lo,
                    float *hi);
/* true: the block of pixels certainly shows no ground */
bool tw_over_sky_only(const tw_view *s, double x0, double y0, double x1, double y1);
/* mask of the directions d that a solid may block; requires o->known */
iv tw_over_blocked(const tw_over *o, fv3 d);
/* mask of the rays of group g, all of which leave this ground, that certainly hit nothing; o NULL:
 * none of them */
iv tw_over_free(const tw_over *o, const tw_packet *p, int g);

/* where the light of a packet that is traced later belongs: its pixels, and their parts
 * (filter/filter.h) */
typedef struct tw_home {
    iv slot[TW_GROUPS]; /* for each sample, number of the pixel's part that it shows */
    int pixel;          /* number in the tile of the pixel, or of the first of 2 x 2 pixels */
    /* bit j: the lanes j, j + 4, ... are samples of pixel j of 2 x 2 pixels; 0: all samples are of
     * one pixel */
    unsigned quarters;
    int part; /* with 2 x 2 pixels: number of the part, the same in all of them */
} tw_home;

/* wait.c: rays to the sky wait until many of the tile are traced together, sorted by direction. A
 * place holds one packet of samples whose rays wait */
enum { TW_WAIT_PLACES = 256 };
typedef struct tw_wait_place {
    fv3 sky[TW_GROUPS]; /* light of the sky that each sample gets if its ray meets nothing */
    /* the same light, split by the kind of reflection for the filter */
    fv3 diffuse[TW_GROUPS], lobe[TW_GROUPS];
    iv open[TW_GROUPS];  /* mask of the samples whose ray is known to meet nothing */
    iv later[TW_GROUPS]; /* mask of the samples whose ray waits; o, d, time, own: these rays */
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    fv time[TW_GROUPS];
    iv own[TW_GROUPS];
    uint32_t blocked; /* after tracing, bit k: the ray of sample k meets something */
    tw_home home;
} tw_wait_place;
typedef struct tw_wait {
    tw_wait_place place[TW_WAIT_PLACES];
    int places;
    uint32_t salt;
} tw_wait;
void tw_wait_begin(tw_wait *w, uint32_t seed);
/* traces the waiting rays and sets the bits of `blocked`, which the caller has set to 0 */
void tw_wait_trace(const tw_view *s, tw_wait *w);
/* sets the light of the sky to 0 for samples whose ray is blocked or that have no ray */
void tw_wait_light(tw_wait_place *a);

/* what all packets of a tile share */
typedef struct tw_tile {
    int32_t *list; /* solids that camera rays of the tile may hit */
    int count;
    /* solids of `list` that camera rays of the 4 x 4 pixels being drawn may hit */
    const int32_t *near;
    int near_count;
    tw_over over;
    bool sky;   /* true: no camera ray of the tile meets the ground */
    bool plain; /* true: the tile shows nothing but plain ground (tw_ground_is_plain) */
    /* of a plain tile: radiance of the ground where its ray to the sky meets nothing */
    tw_rgbf ground;
} tw_tile;

/* *out: the shades of a block of pixels that shows only the solids tile->near; within: shades of a
 * larger block that contains it, to choose from; NULL: the tree is searched */
void tw_shades_make(const tw_view *s, double x0, double y0, double x1, double y1,
                    const tw_tile *tile, const tw_shades *within, tw_shades *out);
/* deactivates the rays to the sun that a solid of the shades blocks; to: 0: the rays start on the
 * ground, 1: on solids */
void tw_shades_cast(const tw_view *s, const tw_shades *of, int to, tw_packet *p);

/* trace.c: sets the first hits of camera rays through the 4 x 4 pixels that are being drawn */
void tw_trace_eye(const tw_view *s, const tw_tile *tile, tw_packet *p);
/* *lit: light along the rays p, whose first hits are known, split by the kind of reflection
 * (filter/filter.h). If s->bounces is 0, *sky receives the rays to the sky, otherwise *more
 * receives the continuing paths, which the caller traces later; both NULL: everything is traced now
 */
struct tw_lit;
struct tw_wave_place;
void tw_trace_seen(const tw_view *s, tw_tile_points *points, const tw_tile *tile,
                   const tw_packet *p, tw_wait_place *sky, struct tw_wave_place *more,
                   struct tw_lit *lit);

/* light around a place on the ground: sums over the rays that left it and hit nothing, and the
 * light of the ground itself there */
typedef struct tw_outlook {
    float open, seen[3]; /* number of these rays; sum of the sky's radiance along them */
    /* the ground's albedo; radiance that the ground emits and that it reflects from lamps */
    float albedo[3], light[3];
} tw_outlook;
/* *to: place of a wave (tile/wave.h), filled with paths that begin with the active rays of p, which
 * leave the ground */
void tw_trace_on(const tw_view *s, const tw_tile_points *points, const tw_packet *p,
                 const tw_outlook *from, struct tw_wave_place *to);

/* true: the tile is plain ground: ground of one diffuse colour under an even sky, no other things
 * and no shadows, so that all that a sample must find out is whether its ray to the sky meets
 * something */
bool tw_ground_is_plain(const tw_view *s, const tw_tile *tile);
/* radiance of plain ground whose ray to the sky meets nothing */
tw_rgbf tw_ground_plain(const tw_view *s);
/* d: random directions to the sky, one per sample; blocked: mask of the directions that a solid may
 * block; false: none */
bool tw_ground_blocked(const tw_tile *tile, tw_tile_points *points, fv3 d[TW_GROUPS],
                       iv blocked[TW_GROUPS]);
/* radiance of plain ground along the camera rays p; d, blocked: result of tw_ground_blocked */
void tw_trace_ground(const tw_view *s, tw_tile_points *points, tw_packet *p, const fv3 d[TW_GROUPS],
                     const iv blocked[TW_GROUPS], fv3 radiance[TW_GROUPS]);

/* plain.c: *to receives the rays d of the lanes `maybe`, which start where the camera rays `eye`
 * hit the ground */
void tw_plain_wait(const tw_view *s, const tw_packet *eye, const fv3 *d, const iv *maybe,
                   tw_wait_place *to);
/* draws a tile of plain ground at normal quality: its first pixel is at `to`, its rows are `stride`
 * floats apart */
void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride);
/* as tw_plain_ground, for a tile that shows nothing but an even sky; false: it shows something
 * else, and nothing is drawn */
bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride);

/* tile.c */
enum { TW_TILE = 16 };
/* column (tw_tile_x) and row (tw_tile_y) of pixel number i of a tile in the order of a quadtree */
int tw_tile_x(uint32_t i);
int tw_tile_y(uint32_t i);
/* *p: 16 camera rays through pixel (x, y) of the picture */
void tw_aim_pixel(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
/* *p: camera rays through the 2 x 2 pixels from (x, y) on, four each: lanes 0, 4, 8, 12 through the
 * first, 1, 5, ... through the second */
void tw_aim_four(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
struct tw_parts;
/* Draws a tile. list: scratch of this thread, with room for all solids. The pixels still lack the
 * light in `parts`, which tw_filter_tile adds */
void tw_tile_draw(const tw_view *s, tw_quality quality, int tile, bool alpha, int32_t *list,
                  tw_image *image, struct tw_parts *parts);
/* number of tiles of a picture; pixels */
static inline int tw_tile_count(int width, int height) {
    return ((width + TW_TILE - 1) / TW_TILE) * ((height + TW_TILE - 1) / TW_TILE);
}

/* *x, *y: coordinates of the upper left pixel of the tile with the number `tile` */
static inline void tw_tile_corner(int width, int tile, int *x, int *y) {
    int across = (width + TW_TILE - 1) / TW_TILE;
    *x = tile % across * TW_TILE;
    *y = tile / across * TW_TILE;
}

/* around: numbers of the tile and the eight around it, row by row; -1: outside the picture. Returns
 * how many are inside */
static inline int tw_tiles_around(int width, int height, int tile, int around[9]) {
    int across = (width + TW_TILE - 1) / TW_TILE, down = (height + TW_TILE - 1) / TW_TILE, n = 0;
    for (int i = 0; i < 9; i++) {
        int x = tile % across + i % 3 - 1, y = tile / across + i / 3 - 1;
        bool in = x >= 0 && y >= 0 && x < across && y < down;
        around[i] = in ? y * across + x : -1;
        n += in;
    }
    return n;
}

/* resolve.c: computes image->srgb from linear light [height][width][4], which may be image->linear
 * or another array */
tw_status tw_resolve(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                     const float *light, tw_image *image);

/* overlay.c */
tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image);

/* true: the drawing is to stop, because `poll` says so now or said so to another thread before;
 * *stopped passes this on to all threads */
static inline bool tw_picture_stops(const tw_picture_options *o, atomic_bool *stopped) {
    if (!atomic_load(stopped) && tw_poll_ask(o->poll) == TW_OK) return false;
    atomic_store(stopped, true);
    return true;
}

#endif
