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

/* results of a ray that are no item numbers */
enum { TW_ITEM_NONE = -1, TW_ITEM_GROUND = -2 };

typedef struct tw_rgbf {
    float r, g, b;
} tw_rgbf;

/* how a picture lies on a solid */
typedef enum tw_wrap {
    TW_WRAP_FACES, /* projected along the axis that a surface faces most */
    TW_WRAP_ROUND, /* around local z, by the angle; ends as FACES */
    TW_WRAP_GLOBE, /* wrap by longitude and latitude */
    TW_WRAP_SPOTS  /* coordinates from the mesh */
} tw_wrap;

typedef struct tw_paint {
    tw_surface_model model;
    tw_texture texture;
    float color[3], other[3], emission[3];
    float metallic, alpha, opacity, period;
    float line; /* GRID: share of the period that a line covers, 0 .. 1 */
    float fade; /* 1 / distance at which the pattern has faded, 1/m; 0: never */
    bool glows;
    /* picture on the solid (pixmap.c): its size there, or its number of repetitions around a round
     * solid */
    const struct tw_pixmap *map;
    tw_wrap wrap;
    bool once; /* beyond the picture its edge is continued, instead of the picture repeated */
    float size[3][2]; /* FACES: width and height on the faces across x, y, z, m; SPOTS: the mesh's
                         scale; else: the first */
    const tw_mesh *mesh; /* SPOTS: the frame's */
} tw_paint;

/* light from all around */
typedef struct tw_env {
    const struct tw_lightmap *map; /* the frame's */
    float sine, cosine;            /* sine and cosine of its turn */
    float strength;                /* times its radiance */
    /* rays are aimed at rows that hold this part of its power, from the top; so their density is
     * the map's times `rise`, and below the horizon times `below`, 0 or 1 */
    float part, rise, below;
} tw_env;

/* the background of a frame, for lanes: of the ray's height z, 0 .. 1 by (z - from) scale */
typedef struct tw_back {
    bool flat; /* `bottom` everywhere */
    tw_rgbf bottom, top;
    float from, scale;
    float stars; /* radiance of the brightest; 0: none */
} tw_back;

/* the scene's fog: 0 .. 1 by (r - from) scale */
typedef struct tw_mist {
    bool own_color; /* false: the colour is the background's */
    tw_rgbf color;
    float from, scale;
} tw_mist;

/* poses of a moving solid: rows of position relative to the eye and quaternion w x y z, each
 * [poses_row of the view] */
enum { TW_PLACED = 7 };

typedef struct tw_solid {
    const tw_ray_kind *kind; /* NULL: a mesh */
    const tw_mesh *mesh;     /* the frame's */
    float p[TW_SHAPE_PARAMETERS];
    float x[3], r[9]; /* pose of a solid at rest: position; local to outer axes, row-major */
    bool moving;
    const float *pose;       /* [TW_PLACED][poses_row] of a moving solid */
    float center[3], radius; /* ball around the solid over the whole shutter */
    float lo[3], hi[3];      /* box likewise */
    float skin;              /* rays that start on a concave solid skip so much of it */
    int item;                /* index among the items of the frame */
    uint32_t tag;
    bool wakes; /* moves or changes within the wake (again/wake.h) */
    tw_paint paint;
} tw_solid;

typedef struct tw_tree_node {
    float lo[3], hi[3];
    int32_t first, count; /* count > 0: leaf, solids order[first ...]; 0: children first, first+1 */
    int32_t axis;         /* along which the first child stands lower */
    float reach;          /* the ball of this radius around the box's middle holds their balls */
} tw_tree_node;

/* a node of four children for rays, or fewer: two levels of the tree in one */
typedef struct tw_tree_four {
    float side[2][3][4];        /* boxes of the children: low and high sides */
    int32_t first[4], count[4]; /* count > 0: leaf, solids order[first ...]; 0: the node `first` */
    uint8_t axis[3];   /* along which the first two, the first, and the third child stand lower */
    uint32_t children; /* a bit each */
} tw_tree_four;

typedef struct tw_lamp {
    int kind;
    float to[3], x[3]; /* of suns: direction; of other lamps: axis and place */
    float s[3], t[3];  /* across */
    float power[3]; /* sun: radiance * solid angle; point, spot: intensity; area: radiance*area */
    float k;        /* sun: 1 - cos(angular radius) */
    float radiance[3];   /* sun */
    float irradiance[3]; /* of suns: irradiance on a surface that faces the sun */
    float radius, cone;
} tw_lamp;

/* the eye and its axes at one time of the shutter: place relative to the view's origin, forward,
 * right, up */
typedef struct tw_eye_pose {
    float v[12];
} tw_eye_pose;

typedef struct tw_eye {
    double right[3], up[3], forward[3]; /* right and up scaled to half the picture */
    float r[3], u[3], f[3];
    float lens, focus; /* m */
    float pixel;       /* angle of a pixel; parallel: less than 0, its width, m */
    bool parallel;     /* rays start across the eye and go forward; else through it */
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
    int poses_row; /* pose_count, rounded up to whole vectors of 16 */
    bool moving;
    float *placed;
    tw_tree_node *node;
    int node_count;
    tw_tree_four *four;
    int four_count;
    int32_t *order; /* order of the solids, by leaf */
    tw_lamp *lamp;
    int lamp_count;
    int glow[TW_GLOWS]; /* solids that are lamps too */
    int glow_count;
    bool glow_more;               /* more solids glow than are listed */
    tw_rgbf top, horizon, bottom; /* colours of the sky */
    tw_env *env;
    int env_count;
    bool even_dome; /* the colours of the sky are equal */
    bool flat_sky;  /* the sky is even, and nothing else shines from far away but suns */
    bool has_background;
    tw_back back;
    bool has_fog;
    tw_mist fog;
    bool has_ground;
    float ground_z;
    float ground_offset[2]; /* world coordinates of the eye, whole texture periods taken off */
    tw_paint ground;
    int bounces;
    float further; /* share of all paths that continues beyond `bounces` */
    bool mapped;   /* a draft whose meshes cast shadows by maps: the tree holds the other solids */
    float gain;    /* factor of the exposure */
    bool unfiltered;
    uint32_t salt; /* salt of the tiles' sample points */
    tw_pattern pattern;
    const struct tw_wake *wake; /* NULL: no tiles are kept for later pictures (again/wake.h) */
    struct tw_open *open;       /* light on open ground (open/open.h); NULL: not used */
} tw_view;

/* 16 rays and their first hits */
typedef struct tw_packet {
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    fv t[TW_GROUPS];      /* in: greatest distance; out: distance of the hit */
    fv time[TW_GROUPS];   /* 0 .. 1 over the shutter */
    iv active[TW_GROUPS]; /* masks */
    iv own[TW_GROUPS];    /* the item that the ray leaves */
    iv item[TW_GROUPS];   /* met */
    iv part[TW_GROUPS];   /* triangle of a mesh that is met */
    uint32_t salt;        /* salt of the packet, for opacity */
} tw_packet;

tw_status tw_view_make(const tw_frame *frame, const tw_picture_options *o, tw_view *view);
void tw_view_free(tw_view *s);

/* pixmap.c: how the material's picture lies on the shape, NULL: on the ground */
void tw_wrap_picture(const tw_material *m, const tw_shape *shape, tw_paint *p);

/* camera.c */
void tw_eye_make(const tw_frame *f, int width, int height, tw_eye *eye);
/* the eye moves as the frame's camera does over the shutter */
void tw_eye_sweep(const tw_frame *f, tw_eye *eye);
/* position and axes of the eye at each lane's time */
void tw_eye_at(const tw_eye *eye, fv time, fv3 *o, fv3 *f, fv3 *r, fv3 *u);

/* the ray through the place (a, b) of the picture, -1 .. 1 to the right and up, from the axes f, r,
 * u of the eye; d is not of unit length */
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
/* bounds of the rays of a block of pixels: a cone, and the four sides of a pyramid (of a prism if
 * rays are parallel) by inward normals and the eye's distance inside of them */
typedef struct tw_beam {
    float axis[3], cosine, sine;
    float plane[4][3], inside[4]; /* 0: no side */
    bool prism;                   /* no cone */
    bool wide;                    /* a moving eye sees nearly everywhere: no cone */
} tw_beam;
/* tile.c */
void tw_block_beam(const tw_view *s, double x0, double y0, double x1, double y1, tw_beam *beam);
/* the solids that may stand in the beam from the eye; returns how many */
int tw_tree_beam(const tw_view *s, const tw_beam *beam, int32_t *list);
/* lists the solids of a list that the beam may meet */
int tw_beam_list(const tw_view *s, const tw_beam *beam, const int32_t *from, int count,
                 int32_t *list);
/* meet.c */
void tw_nearest(const tw_view *s, tw_packet *p);
void tw_nearest_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* clears the active bits of rays that meet something before t */
void tw_unoccluded(const tw_view *s, tw_packet *p);
/* tests rays against these solids alone */
void tw_unoccluded_of(const tw_view *s, tw_packet *p, const int32_t *list, int count);
/* the rays of group g that end on the ground */
iv tw_ends_on_ground(const tw_view *s, const tw_packet *p, int g);

/* the solid's axes at each lane's time, and its position */
void tw_solid_pose(const tw_view *s, const tw_solid *b, fv time, fv3 *x, fv3 r[3]);

/* shades.c: solids that may stand between the surfaces in some pixels and the first sun */
enum { TW_SHADES = 64 };
typedef struct tw_shades {
    int sun;      /* number of the lamp; -1: not known */
    int count[2]; /* for the ground and for the solids that are seen */
    int32_t solid[2][TW_SHADES];
    /* [solids] ball of each across the sun's axis, grown by the sun's width at its distance */
    float s[2][TW_SHADES], t[2][TW_SHADES], radius[2][TW_SHADES];
} tw_shades;

/* over.c: solids over the ground in a block of pixels */
enum { TW_OVER_CELLS = 32 };
typedef struct tw_over {
    bool known;                     /* the map of the sky below holds */
    bool open;                      /* cell without solids */
    float near;                     /* distance to the nearest solid above, m, if known */
    uint32_t suns;                  /* bit per lamp: no shadow of this sun falls there */
    float lo[2], hi[2], middle[3];  /* the ground that is seen */
    tw_shades shades;               /* shades of the present pixels, be it ground or solids */
    uint32_t sky[6][TW_OVER_CELLS]; /* directions that may meet solids: faces x, -x, y, -y, z, -z of
                                       a cube, a bit per cell */
} tw_over;
void tw_over_make(const tw_view *s, double x0, double y0, double x1, double y1, tw_over *o);
/* widens lo .. hi by the ground that a block of pixels shows; false: it shows the horizon */
bool tw_over_ground(const tw_view *s, double x0, double y0, double x1, double y1, float *lo,
                    float *hi);
/* the camera's rays through the block meet no ground */
bool tw_over_sky_only(const tw_view *s, double x0, double y0, double x1, double y1);
/* mask of the directions in which a solid may stand; needs `known` */
iv tw_over_blocked(const tw_over *o, fv3 d);
/* rays of group g from the ground that meet nothing, as far as is known; o: NULL: nothing is */
iv tw_over_free(const tw_over *o, const tw_packet *p, int g);

/* whose samples a packet holds, of which light comes later */
typedef struct tw_home {
    iv slot[TW_GROUPS]; /* part of the pixel that each sample belongs to */
    int pixel;          /* pixel of the tile; of four pixels, the first */
    unsigned
        quarters; /* bit j: lanes j, j + 4, ... are samples of pixel j of four; 0: of one pixel */
    int part;     /* part of each of the four pixels */
} tw_home;

/* wait.c: rays to the sky wait until they can be traced by the way they go. A place is a packet of
 * samples whose rays wait */
enum { TW_WAIT_PLACES = 256 };
typedef struct tw_wait_place {
    fv3 sky[TW_GROUPS];                      /* sky light of each sample, unoccluded */
    fv3 diffuse[TW_GROUPS], lobe[TW_GROUPS]; /* light of each sample for the filter */
    iv open[TW_GROUPS];                      /* samples whose ray is free */
    iv later[TW_GROUPS];                     /* samples whose ray waits, and the rays */
    fv3 o[TW_GROUPS], d[TW_GROUPS];
    fv time[TW_GROUPS];
    iv own[TW_GROUPS];
    uint32_t blocked; /* a bit per sample */
    tw_home home;
} tw_wait_place;
typedef struct tw_wait {
    tw_wait_place place[TW_WAIT_PLACES];
    int places;
    uint32_t salt;
} tw_wait;
void tw_wait_begin(tw_wait *w, uint32_t seed);
/* finds which rays are blocked; `blocked` is 0 before */
void tw_wait_trace(const tw_view *s, tw_wait *w);
/* takes the sky's light of the waiting rays out */
void tw_wait_light(tw_wait_place *a);

/* a tile about to be drawn: all that its packets share */
typedef struct tw_tile {
    int32_t *list; /* solids that the camera's rays may meet */
    int count;
    const int32_t *near; /* solids of `list` that rays through the present pixel may meet */
    int near_count;
    tw_over over;
    bool sky;       /* the camera's rays meet no ground */
    bool plain;     /* the ground alone: see tw_ground_is_plain */
    tw_rgbf ground; /* light of the ground in that case */
} tw_tile;

/* finds the shades of a block of pixels; near: solids that the block shows; `within`: shades of a
 * larger block, NULL: none */
void tw_shades_make(const tw_view *s, double x0, double y0, double x1, double y1,
                    const tw_tile *tile, const tw_shades *within, tw_shades *out);
/* clears the active bits of rays to the sun that meet something; to: 0 from ground, 1 from solids
 */
void tw_shades_cast(const tw_view *s, const tw_shades *of, int to, tw_packet *p);

/* trace.c. First hits of the camera's rays through the tile's present pixels */
void tw_trace_eye(const tw_view *s, const tw_tile *tile, tw_packet *p);
/* Light along rays with the first hits p, split by the kind of reflection (filter/filter.h). sky:
 * receives the last rays, where light does not bounce; more: receives the paths that go on later;
 * both NULL: all rays are traced at once */
struct tw_lit;
struct tw_wave_place;
void tw_trace_seen(const tw_view *s, tw_tile_points *points, const tw_tile *tile,
                   const tw_packet *p, tw_wait_place *sky, struct tw_wave_place *more,
                   struct tw_lit *lit);

/* summary of the rays from the ground that meet nothing */
typedef struct tw_outlook {
    float open, seen[3]; /* their number, and the sum of the sky's light that they find */
    /* albedo of the ground; light: reflected from lamps, and its own */
    float albedo[3], light[3];
} tw_outlook;
/* paths along the active rays of p, which leave the ground, as a place of a wave (tile/wave.h) */
void tw_trace_on(const tw_view *s, const tw_tile_points *points, const tw_packet *p,
                 const tw_outlook *from, struct tw_wave_place *to);

/* Ground of one diffuse colour under a flat sky, alone in its tile and in no shadow: all that a
 * sample there needs to know is whether its ray to the sky is blocked */
bool tw_ground_is_plain(const tw_view *s, const tw_tile *tile);
/* light of the plain ground where no ray is blocked */
tw_rgbf tw_ground_plain(const tw_view *s);
/* the packet's rays to the sky; false: none may be blocked */
bool tw_ground_blocked(const tw_tile *tile, tw_tile_points *points, fv3 d[TW_GROUPS],
                       iv blocked[TW_GROUPS]);
/* p: the camera's rays */
void tw_trace_ground(const tw_view *s, tw_tile_points *points, tw_packet *p, const fv3 d[TW_GROUPS],
                     const iv blocked[TW_GROUPS], fv3 radiance[TW_GROUPS]);

/* plain.c: the rays of `maybe` wait, from the ground that the camera's rays meet */
void tw_plain_wait(const tw_view *s, const tw_packet *eye, const fv3 *d, const iv *maybe,
                   tw_wait_place *to);
/* the pixels of a whole tile, at normal quality; to: of the first, `stride` floats a row */
void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride);
/* false: the tile is not plain */
bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride);

/* tile.c */
enum { TW_TILE = 16 };
/* place of pixel i of a tile, in the order of the quadtree */
int tw_tile_x(uint32_t i);
int tw_tile_y(uint32_t i);
/* the camera's rays through pixel (x, y) */
void tw_aim_pixel(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
/* the camera's rays through two by two pixels from (x, y) on: lanes 0, 4, 8, 12 of the first, 1, 5,
 * ... */
void tw_aim_four(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p);
struct tw_parts;
/* list: room for all solids, of this thread. The pixels are complete but for the light of the
 * parts, which tw_filter_tile adds */
void tw_tile_draw(const tw_view *s, tw_quality quality, int tile, bool alpha, int32_t *list,
                  tw_image *image, struct tw_parts *parts);
/* tiles of a picture */
static inline int tw_tile_count(int width, int height) {
    return ((width + TW_TILE - 1) / TW_TILE) * ((height + TW_TILE - 1) / TW_TILE);
}

/* first pixel of the tile */
static inline void tw_tile_corner(int width, int tile, int *x, int *y) {
    int across = (width + TW_TILE - 1) / TW_TILE;
    *x = tile % across * TW_TILE;
    *y = tile / across * TW_TILE;
}

/* a tile and the eight around it, by rows; -1: outside the picture. Returns how many there are */
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
