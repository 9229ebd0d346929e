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

/* values of tw_packet.item that are no item numbers */
enum { TW_ITEM_NONE = -1, TW_ITEM_GROUND = -2 };

typedef struct tw_rgbf {
    float r, g, b;
} tw_rgbf;

/* how the picture of a material lies on a solid */
typedef enum tw_wrap {
    TW_WRAP_FACES, /* projected along the axis to which the surface is most perpendicular */
    TW_WRAP_ROUND, /* around local z, by the angle; on the ends like FACES */
    TW_WRAP_GLOBE, /* wrap by longitude and latitude */
    TW_WRAP_SPOTS  /* coordinates from the mesh */
} tw_wrap;

typedef struct tw_paint {
    tw_surface_model model;
    tw_texture texture;
    float color[3], other[3], emission[3];
    float metallic, alpha, opacity, period;
    float line; /* GRID: share of the period that a line covers, 0 .. 1 */
    float fade; /* 1 / distance from the eye at which the pattern has faded to its mean, 1/m; 0: it
                   does not fade */
    bool glows;
    /* picture on the solid (pixmap.c) */
    const struct tw_pixmap *map;
    tw_wrap wrap;
    bool once;        /* beyond the picture its edge continues; false: it repeats */
    float size[3][2]; /* FACES: width and height of the picture on faces across x, y, z, m; SPOTS:
                         [0][0] is the mesh's scale; others as tw_wrap_picture sets them */
    const tw_mesh *mesh; /* SPOTS: the frame's */
} tw_paint;

/* light from all around */
typedef struct tw_env {
    const struct tw_lightmap *map; /* the frame's */
    float sine, cosine;            /* of its rotation about z */
    float strength;                /* factor of the map's radiance */
    /* rays are aimed only at the upper rows, which hold `part` of its power; their density is
     * therefore the map's times `rise`, below the horizon times `below` (0 or 1) */
    float part, rise, below;
} tw_env;

/* the background of a frame, by the ray's height z: `bottom` to `top` as (z - from) scale goes from
 * 0 to 1 */
typedef struct tw_back {
    bool flat; /* `bottom` everywhere */
    tw_rgbf bottom, top;
    float from, scale;
    float stars; /* radiance of the brightest star; 0: no stars */
} tw_back;

/* the scene's haze, none to full as (distance - from) scale goes from 0 to 1 */
typedef struct tw_mist {
    bool own_color; /* true: `color`; false: the background's radiance */
    tw_rgbf color;
    float from, scale;
} tw_mist;

/* numbers of a moving solid's pose: position relative to the eye, quaternion w x y z */
enum { TW_PLACED = 7 };

typedef struct tw_solid {
    const tw_ray_kind *kind; /* NULL: a mesh */
    const tw_mesh *mesh;     /* the frame's */
    float p[TW_SHAPE_PARAMETERS];
    float x[3], r[9]; /* pose of a solid at rest: position relative to the eye; rotation from local
                         to world axes, row-major */
    bool moving;
    const float *pose; /* [TW_PLACED][poses_row of the view] poses of a moving solid, a row for each
                          number */
    float center[3],
        radius;         /* ball around the solid over the whole exposure, relative to the eye */
    float lo[3], hi[3]; /* box likewise */
    float skin;         /* rays that start on this concave solid ignore hits nearer than this, m */
    int item;           /* index among the items of the frame */
    uint32_t tag;
    bool wakes; /* it moves or changes, and is in the wake (again/wake.h) */
    tw_paint paint;
} tw_solid;

typedef struct tw_tree_node {
    float lo[3], hi[3];
    int32_t first, count; /* count > 0: a leaf, solids order[first] ...; 0: its children are nodes
                             first, first + 1 */
    int32_t axis;         /* axis along which the first child is lower */
    float reach; /* radius about the box's middle that contains the balls of all its solids */
} tw_tree_node;

/* a node with up to four children, for rays: two levels of the binary tree in one */
typedef struct tw_tree_four {
    float side[2][3][4]; /* boxes of the children: low and high sides */
    int32_t first[4],
        count[4];    /* count > 0: a leaf, solids order[first] ...; 0: the node `first` */
    uint8_t axis[3]; /* axes along which the first pair of children, the first child, and the third
                        child are lower */
    uint32_t children; /* a bit each */
} tw_tree_four;

typedef struct tw_lamp {
    int kind;
    float to[3], x[3]; /* sun: direction to it; other lamps: axis, place relative to the eye */
    float s[3], t[3];  /* across */
    float power[3]; /* sun: radiance times solid angle; point, spot: intensity; area: radiance times
                       area */
    float k;        /* sun: 1 - cos(angular radius) */
    float radiance[3];   /* sun */
    float irradiance[3]; /* sun: irradiance on a surface that faces it */
    float radius, cone;
} tw_lamp;

/* the eye at one time of the exposure, relative to the view's origin: place, forward, right, up */
typedef struct tw_eye_pose {
    float v[12];
} tw_eye_pose;

typedef struct tw_eye {
    double right[3], up[3], forward[3]; /* right and up are scaled to half the picture's size at
                                           depth 1 (parallel: in m) */
    float r[3], u[3], f[3];
    float lens, focus; /* m */
    float pixel;       /* angle of a pixel, rad; parallel rays: minus its width, m */
    bool parallel;     /* rays start in the plane through the eye and all go forward; false: they go
                          through the eye */
    int width, height;
    int pose_count; /* number of poses; 0: the eye is at rest */
    tw_eye_pose pose[TW_SWEEP];
    float reach; /* greatest distance of the eye from the origin, m */
} tw_eye;

enum { TW_GLOWS = 8 };

typedef struct tw_view {
    const tw_frame *frame;
    tw_eye eye;
    vec3 origin; /* the eye, world */
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
    int glow[TW_GLOWS]; /* glowing solids at which rays are aimed */
    int glow_count;
    bool glow_more;               /* there are more glowing solids than in `glow` */
    tw_rgbf top, horizon, bottom; /* colours of the sky */
    tw_env *env;
    int env_count;
    bool even_dome; /* the three colours of the sky are equal */
    bool flat_sky;  /* even_dome, and only suns shine from far away besides */
    bool has_background;
    tw_back back;
    bool has_fog;
    tw_mist fog;
    bool has_ground;
    float ground_z;
    float ground_offset[2]; /* world x, y of the eye, reduced by whole periods of the ground's
                               texture */
    tw_paint ground;
    int bounces;
    float further; /* share of paths that continue beyond `bounces` */
    bool mapped; /* a draft whose meshes cast shadows by shadow maps: the tree holds only the other
                    solids */
    float gain;  /* factor of the exposure */
    bool unfiltered;
    uint32_t salt; /* varies the tiles' sample points */
    tw_pattern pattern;
    const struct tw_wake *wake; /* NULL: tiles are not kept for later pictures (again/wake.h) */
    struct tw_open *open;       /* light of open ground (tile/open.h); NULL: not used */
} tw_view;

/* 16 rays and their first hits */
typedef struct tw_packet {
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    fv t[TW_GROUPS]; /* on entry the greatest distance that counts; afterwards the distance of the
                        hit */
    fv time[TW_GROUPS];   /* time of each ray in the exposure, 0 .. 1 */
    iv active[TW_GROUPS]; /* masks */
    iv own[TW_GROUPS];    /* item that the ray starts on */
    iv item[TW_GROUPS];   /* item that it hits */
    iv part[TW_GROUPS];   /* triangle that it hits, if the item is a mesh */
    uint32_t salt;        /* decides which rays translucent solids let through */
} tw_packet;

tw_status tw_view_make(const tw_frame *frame, const tw_picture_options *o, tw_view *view);
void tw_view_free(tw_view *s);

/* pixmap.c: sets how the material's picture lies on the shape; shape NULL: on the ground */
void tw_wrap_picture(const tw_material *m, const tw_shape *shape, tw_paint *p);

/* camera.c */
void tw_eye_make(const tw_frame *f, int width, int height, tw_eye *eye);
/* sets the eye's poses from the frame's cameras over the exposure */
void tw_eye_sweep(const tw_frame *f, tw_eye *eye);
/* place o and axes f, r, u of the eye at each lane's time */
void tw_eye_at(const tw_eye *eye, fv time, fv3 *o, fv3 *f, fv3 *r, fv3 *u);

/* ray from *o in the direction *d (not of unit length) through the place (a, b) of the picture, -1
 * .. 1 to the right and up, for an eye at rest */
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
/* bounds of all rays through a block of pixels: a cone about `axis`, and four planes with inward
 * normals, a pyramid from the eye or (parallel rays) a prism; inside: the eye's distance from each
 * plane */
typedef struct tw_beam {
    float axis[3], cosine, sine;
    float plane[4][3], inside[4]; /* normal 0: no plane */
    bool prism;                   /* no cone */
    bool wide;                    /* a moving eye sees nearly everywhere: the cone bounds nothing */
} tw_beam;
/* tile.c */
void tw_block_beam(const tw_view *s, double x0, double y0, double x1, double y1, tw_beam *beam);
/* list: solids that rays of the beam may hit; returns their number */
int tw_tree_beam(const tw_view *s, const tw_beam *beam, int32_t *list);
/* list: those of the solids from [count] that rays of the beam may hit; returns their number */
int tw_beam_list(const tw_view *s, const tw_beam *beam, const int32_t *from, int count,
                 int32_t *list);
/* meet.c */
void tw_nearest(const tw_view *s, tw_packet *p);
void tw_nearest_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* deactivates the rays that hit something before t */
void tw_unoccluded(const tw_view *s, tw_packet *p);
/* tw_unoccluded against the solids of the list [count] and the ground only */
void tw_unoccluded_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* mask of the rays of group g whose hit is the ground */
iv tw_ends_on_ground(const tw_view *s, const tw_packet *p, int g);

/* position x and rotation r (rows, local to world) of the solid at each lane's time */
void tw_solid_pose(const tw_view *s, const tw_solid *b, fv time, fv3 *x, fv3 r[3]);

/* shades.c: solids that may stand between what some pixels show and the sun number `sun`; [0]: from
 * the ground, [1]: from the visible solids */
enum { TW_SHADES = 64 };
typedef struct tw_shades {
    int sun;      /* number of the lamp; -1: none, the lists are not known */
    int count[2]; /* number of solids in each list */
    int32_t solid[2][TW_SHADES];
    /* [count] disc of each solid across the sun's direction, enlarged by the sun's width */
    float s[2][TW_SHADES], t[2][TW_SHADES], radius[2][TW_SHADES];
} tw_shades;

/* over.c: what stands over the ground that a block of pixels shows */
enum { TW_OVER_CELLS = 32 };
typedef struct tw_over {
    bool known;    /* `sky` and `near` are known */
    bool open;     /* cell without solids */
    float near;    /* distance from this ground to the nearest solid above it, m, if known */
    uint32_t suns; /* bit k: no shadow of sun k falls on this ground */
    float lo[2], hi[2],
        middle[3];    /* rectangle of the visible ground, and its middle, relative to the eye */
    tw_shades shades; /* solids between the present pixels and the sun */
    uint32_t sky[6][TW_OVER_CELLS]; /* directions in which a ray may hit a solid: a bit for each
                                       cell on the faces x, -x, y, -y, z, -z of a cube */
} tw_over;
void tw_over_make(const tw_view *s, double x0, double y0, double x1, double y1, tw_over *o);
/* extends lo .. hi by the ground that the block of pixels shows; false: it shows the horizon */
bool tw_over_ground(const tw_view *s, double x0, double y0, double x1, double y1, float *lo,
                    float *hi);
/* does the block of pixels show no ground at all? */
bool tw_over_sky_only(const tw_view *s, double x0, double y0, double x1, double y1);
/* mask of the directions d in which a solid may stand; only if o->known */
iv tw_over_blocked(const tw_over *o, fv3 d);
/* mask of the rays of group g from this ground that certainly hit nothing; o NULL: none */
iv tw_over_free(const tw_over *o, const tw_packet *p, int g);

/* the pixels that get the light of a packet, when it is traced later */
typedef struct tw_home {
    iv slot[TW_GROUPS]; /* part of the pixel (filter/filter.h) that each sample belongs to */
    int pixel;          /* number of the pixel in the tile; of the first one of 2 x 2 */
    /* bit j: lanes j, j + 4, ... are samples of pixel j of the 2 x 2; 0: all are of one pixel */
    unsigned quarters;
    int part; /* 2 x 2 pixels: number of the part that gets the light */
} tw_home;

/* wait.c: rays to the sky wait until the tile's are traced together, sorted by direction. A place
 * is a packet of samples whose rays wait */
enum { TW_WAIT_PLACES = 256 };
typedef struct tw_wait_place {
    fv3 sky[TW_GROUPS]; /* light of the sky that each sample gets if its ray is not blocked */
    fv3 diffuse[TW_GROUPS], lobe[TW_GROUPS]; /* the same, split for the filter */
    iv open[TW_GROUPS];                      /* samples whose ray is known to be free */
    iv later[TW_GROUPS];                     /* samples whose ray waits; the rays */
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    fv time[TW_GROUPS];
    iv own[TW_GROUPS];
    uint32_t blocked; /* bit k: the ray of sample k is blocked */
    tw_home home;
} tw_wait_place;
typedef struct tw_wait {
    tw_wait_place place[TW_WAIT_PLACES];
    int places;
    uint32_t salt;
} tw_wait;
void tw_wait_begin(tw_wait *w, uint32_t seed);
/* traces the waiting rays and sets the bits of `blocked`, which must be 0 before */
void tw_wait_trace(const tw_view *s, tw_wait *w);
/* sets the sky's light of blocked samples, and of those without a ray, to 0 */
void tw_wait_light(tw_wait_place *a);

/* what all packets of a tile share */
typedef struct tw_tile {
    int32_t *list; /* solids that camera rays of the tile may hit */
    int count;
    const int32_t *near; /* those of `list` that camera rays of the present pixels may hit */
    int near_count;
    tw_over over;
    bool sky;       /* the camera's rays meet no ground */
    bool plain;     /* the tile shows plain ground only (tw_ground_is_plain) */
    tw_rgbf ground; /* plain: radiance of the ground where no ray is blocked */
} tw_tile;

/* *out: shades of a block of pixels that shows the solids tile->near; within: shades of a larger
 * block, NULL: none known */
void tw_shades_make(const tw_view *s, double x0, double y0, double x1, double y1,
                    const tw_tile *tile, const tw_shades *within, tw_shades *out);
/* deactivates the rays to the sun that something blocks; to: 0 rays from the ground, 1 from solids
 */
void tw_shades_cast(const tw_view *s, const tw_shades *of, int to, tw_packet *p);

/* trace.c: first hits of camera rays through the tile's present pixels */
void tw_trace_eye(const tw_view *s, const tw_tile *tile, tw_packet *p);
/* *lit: light along rays whose first hits are in p, split by the kind of reflection
 * (filter/filter.h). Without bouncing light *sky receives the rays to the sky, with it *more the
 * continuing paths, to be traced later; both NULL: all is traced at once */
struct tw_lit;
struct tw_wave_place;
void tw_trace_seen(const tw_view *s, tw_tile_points *points, const tw_tile *tile,
                   const tw_packet *p, tw_wait_place *sky, struct tw_wave_place *more,
                   struct tw_lit *lit);

/* what rays from ground that hit nothing see, as a sum */
typedef struct tw_outlook {
    float open, seen[3]; /* number of these rays; sum of the sky's light along them */
    /* of the ground: albedo; light that it emits and reflects from lamps */
    float albedo[3], light[3];
} tw_outlook;
/* *to: place of a wave (tile/wave.h) with paths along the active rays of p, which leave the ground
 */
void tw_trace_on(const tw_view *s, const tw_tile_points *points, const tw_packet *p,
                 const tw_outlook *from, struct tw_wave_place *to);

/* Is the tile plain ground: one diffuse colour under an even sky, without other things and shadows,
 * so that a sample only has to know whether its ray to the sky is blocked? */
bool tw_ground_is_plain(const tw_view *s, const tw_tile *tile);
/* radiance of plain ground where no ray to the sky is blocked */
tw_rgbf tw_ground_plain(const tw_view *s);
/* d: the packet's rays to the sky; blocked: mask of those that may be blocked; false: none */
bool tw_ground_blocked(const tw_tile *tile, tw_tile_points *points, fv3 d[TW_GROUPS],
                       iv blocked[TW_GROUPS]);
/* p: the camera's rays */
void tw_trace_ground(const tw_view *s, tw_tile_points *points, tw_packet *p, const fv3 d[TW_GROUPS],
                     const iv blocked[TW_GROUPS], fv3 radiance[TW_GROUPS]);

/* plain.c: *to gets the rays d of the lanes `maybe`, from the ground that the camera rays `eye` hit
 */
void tw_plain_wait(const tw_view *s, const tw_packet *eye, const fv3 *d, const iv *maybe,
                   tw_wait_place *to);
/* pixels of a whole tile of plain ground, at normal quality; the first at `to`, `stride` floats
 * from row to row */
void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride);
/* the same for a tile that shows only an even sky; false: it shows something else */
bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride);

/* tile.c */
enum { TW_TILE = 16 };
/* column and row of pixel number i of a tile, in the order of a quadtree */
int tw_tile_x(uint32_t i);
int tw_tile_y(uint32_t i);
/* *p: 16 camera rays through pixel (x, y) of the picture */
void tw_aim_pixel(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
/* *p: camera rays through the 2 x 2 pixels from (x, y) on, four each: lanes 0, 4, 8, 12 through the
 * first, 1, 5, ... through the second */
void tw_aim_four(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
struct tw_parts;
/* Draws a tile. list: scratch of this thread, with room for all solids. The light of `parts` is
 * still missing from the pixels: tw_filter_tile adds it */
void tw_tile_draw(const tw_view *s, tw_quality quality, int tile, bool alpha, int32_t *list,
                  tw_image *image, struct tw_parts *parts);
/* tiles of a picture */
static inline int tw_tile_count(int width, int height) {
    return ((width + TW_TILE - 1) / TW_TILE) * ((height + TW_TILE - 1) / TW_TILE);
}

/* *x, *y: first pixel of the tile */
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

/* resolve.c: image->srgb from the linear light [height][width][4], be it image->linear or not */
tw_status tw_resolve(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                     const float *light, tw_image *image);

/* overlay.c */
tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image);

/* is somebody asking to stop? Then all threads hear of it */
static inline bool tw_picture_stops(const tw_picture_options *o, atomic_bool *stopped) {
    if (!o->poll) return false;
    if (!atomic_load(stopped) && o->poll(o->poll_context) == TW_OK) return false;
    atomic_store(stopped, true);
    return true;
}

#endif
