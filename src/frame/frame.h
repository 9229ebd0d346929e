/*
 * A frame: everything that one picture shows, as immutable data. The renderer knows frames and
 * never the model, so frames can be kept, sent elsewhere and drawn in any order by any number of
 * threads.
 *
 * Light is linear, Rec. 709 primaries, in physical units. World axes, metres, radians.
 */
#ifndef TW_FRAME_FRAME_H
#define TW_FRAME_FRAME_H

#include "base/math/vec.h"
#include "base/status.h"
#include "shape/shape.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tw_rgb {
    double r, g, b;
} tw_rgb;

typedef enum tw_surface_model {
    TW_SURFACE_STANDARD, /* diffuse base with a GGX coat and Schlick's Fresnel (F0 = 0.04), towards
                            metal by `metallic` */
    TW_SURFACE_LAMBERT,  /* f = color / pi */
    TW_SURFACE_GGX       /* f = color D G / (4 n.l n.v), alpha = roughness^2, Smith G, no Fresnel */
} tw_surface_model;

typedef enum tw_texture {
    TW_TEXTURE_NONE,
    TW_TEXTURE_CHECKER,
    TW_TEXTURE_STRIPES,
    TW_TEXTURE_WOOD,
    TW_TEXTURE_GRID,   /* lines of `texture_width` */
    TW_TEXTURE_PICTURE /* `map` */
} tw_texture;

typedef struct tw_material {
    tw_surface_model model;
    tw_rgb color;         /* albedo or specular colour */
    double roughness;     /* 0 .. 1 */
    double metallic;      /* 0 .. 1 */
    tw_rgb emission;      /* radiance */
    double opacity;       /* 1 solid .. 0 invisible */
    tw_texture texture;   /* pattern on the surface, in the item's own coordinates */
    double texture_scale; /* length of a period, m; PICTURE: width of the picture on the solid, 0:
                             it fits the solid */
    const struct tw_pixmap *map; /* PICTURE: pixels (shape/map/pixmap.h), retained by the frame */
    tw_rgb texture_color;        /* second colour of the texture */
    double texture_width;        /* GRID: width of the lines, m */
    double texture_fade; /* distance from the eye at which the pattern has faded to its mean colour,
                            m; 0: it does not fade */
} tw_material;

/* one solid: a shape with its poses over the exposure; meshes are retained */
typedef struct tw_frame_item {
    tw_shape shape;
    size_t first_pose; /* index in frame.pose of its first pose, which frame.pose_count - 1 others
                          follow */
    tw_material material;
    uint32_t tag;     /* the same in all frames of the film: decides between surfaces in one place,
                         groups marks */
    bool beside;      /* an automatic camera does not frame it */
    const char *name; /* name of its body or prop, "chain/link3"; owned by the frame; NULL: none */
} tw_frame_item;

typedef struct tw_frame_light {
    enum {
        TW_LIGHT_SUN,
        TW_LIGHT_SKY,
        TW_LIGHT_POINT,
        TW_LIGHT_AREA,
        TW_LIGHT_SPOT,
        TW_LIGHT_ENVIRONMENT
    } kind;
    vec3 to;                     /* sun: unit vector toward it */
    tw_rgb irradiance;           /* sun: irradiance on a surface facing it, W/m^2 */
    double angular_diameter;     /* sun */
    tw_rgb top, horizon, bottom; /* sky: radiance at zenith, horizon, nadir */
    vec3 position, direction;    /* point, area, spot */
    tw_rgb power;        /* point, spot: radiant intensity, W/sr; area: radiance, W/(m^2 sr) */
    double radius, cone; /* area: radius of the disc, m; spot: half angle of the cone, rad */
    const struct tw_lightmap *map; /* environment: shape/map/lightmap.h, retained by the frame */
    double turn;                   /* environment: rad, about +z */
    double strength;               /* environment: times its radiance */
} tw_frame_light;

typedef enum tw_projection_kind {
    TW_PERSPECTIVE, /* rays through the eye */
    TW_ORTHOGRAPHIC /* parallel rays from a plane through the eye */
} tw_projection_kind;

/* the frames that share one automatic camera */
typedef enum tw_camera_fit {
    TW_FIT_FILM,
    TW_FIT_SHOT,  /* all frames until the script changes the camera */
    TW_FIT_MOMENT /* each frame by itself: the camera follows its subject smoothly */
} tw_camera_fit;

/* a camera; members whose `has_` is false are chosen when the film is complete (framing.h) */
typedef struct tw_camera {
    vec3 eye, target, up;
    tw_projection_kind projection;
    double fov;      /* vertical field of view of a perspective, rad */
    double height;   /* height of an orthographic picture, m */
    double aperture; /* lens radius, m */
    double focus;    /* focus distance, m */
    bool has_eye, has_target, has_fov, has_height, has_focus;
    bool has_sharp; /* focus is set to the depth of the place `sharp`, once eye and target are known
                     */
    vec3 sharp;
    bool free_around, free_above; /* `around` and `above` are chosen automatically */
    bool framed;                  /* only some items are framed; the others are `beside` */
    double around,
        above;   /* automatic eye: its azimuth and elevation as seen from the target, rad */
    double fill; /* automatic camera: share of the picture that the subject fills; 0: 0.7 */
    tw_camera_fit fit;
    uint32_t shot; /* how often the script has changed the camera so far */
} tw_camera;

/* how linear light becomes what a screen shows (picture/resolve.c) */
typedef enum tw_tone {
    TW_TONE_NONE,  /* plain sRGB */
    TW_TONE_FILM,  /* keeps the materials' own colours, compresses highlights */
    TW_TONE_FILMIC /* toe, middle, long shoulder */
} tw_tone;

/* A background other than the sky, seen where the camera's rays hit nothing. With `has_gradient`
 * its radiance depends on the elevation e of the ray: `bottom` up to `from`, `top` above `to`,
 * mixed between them with the share s^2 (3 - 2 s) of `top`, s = (sin e - sin from) / (sin to - sin
 * from) */
typedef struct tw_backdrop {
    bool has_gradient;
    tw_rgb bottom;   /* radiance; without a gradient that of the whole background */
    tw_rgb top;      /* radiance */
    double from, to; /* elevations, rad; from < to */
    double stars;    /* radiance of the brightest star; 0: no stars */
} tw_backdrop;

/* Haze. At the distance r from the eye it covers the share s^2 (3 - 2 s) of what lies there, s = (r
 * - from) / (to - from) clamped to 0 .. 1. */
typedef struct tw_haze {
    bool has_color;  /* false: it has the radiance of the background, or of the sky */
    tw_rgb color;    /* radiance */
    double from, to; /* distances from the eye, m; from < to */
} tw_haze;

enum { TW_SWEEP = 9 }; /* most cameras over an exposure */

/* A look as the scene requests it. It is kept until the subject of the whole film is known; then
 * tw_look_apply (look.h) sets the frame's lights, floor and background from it. */
typedef struct tw_frame_look {
    const struct tw_look_kind *kind; /* NULL: no look requested, or it has been applied */
    int floor;                       /* a tw_floor; TW_FLOOR_AUTO: the floor of the look */
    double key, rim, fill, soft;     /* factors */
    double turn;                     /* rad */
    tw_rgb tint;                     /* factors */
    unsigned said;                   /* bits TW_SAID_LIGHTS ...: parts that the scene sets itself */
} tw_frame_look;

/* the debug layer */
typedef enum tw_mark_kind {
    TW_MARK_POINT,   /* control point at a */
    TW_MARK_NAIL,    /* a point fixed in space, at a */
    TW_MARK_LINK,    /* a constraint as a line from a to b, which fades with its deviation */
    TW_MARK_ARROW,   /* a force `vector` (N) that acts at a */
    TW_MARK_TORQUE,  /* a torque `vector` (N m) that acts at a */
    TW_MARK_NAME,    /* text at a */
    TW_MARK_CONTACT, /* a contact at a; `vector`: its unit normal */
    TW_MARK_ANGLE /* a constraint on directions, at a: the unit `vector` has to turn into the unit
                     b; fades like a link */
} tw_mark_kind;

typedef enum tw_mark_class {
    TW_CLASS_GRAVITY,
    TW_CLASS_SPRING,
    TW_CLASS_DRAG,
    TW_CLASS_APPLIED,
    TW_CLASS_CONSTRAINT,
    TW_CLASS_REACTION,
    TW_CLASS_SPLIT_EXTERNAL,
    TW_CLASS_SPLIT_VELOCITY,
    TW_CLASS_SPLIT_DEVIATION,
    TW_CLASS_NEUTRAL,
    TW_CLASS_CONFLICT,
    TW_CLASS_CONTACT,
    TW_CLASS_DEVIATION, /* a constraint that is not met (yet) */
    TW_CLASS_COUNT
} tw_mark_class;

/* the place of a name beside the thing it belongs to */
typedef enum tw_name_side {
    TW_NAME_ABOVE_RIGHT,
    TW_NAME_BELOW_RIGHT,
    TW_NAME_ABOVE_LEFT,
    TW_NAME_BELOW_LEFT,
    TW_NAME_RIGHT,
    TW_NAME_LEFT,
    TW_NAME_ABOVE,
    TW_NAME_BELOW,
    TW_NAME_SIDES
} tw_name_side;

typedef struct tw_mark {
    tw_mark_kind kind;
    tw_mark_class class_;
    vec3 a, b;
    vec3 vector;
    double strength;  /* LINK, ANGLE: present deviation, m or rad */
    double reference; /* LINK, ANGLE: largest deviation of this constraint in the film; 0: not known
                         yet */
    double scale;     /* ARROW: its length, m per unit of `vector`; 0: the film's force_scale */
    int rank;         /* NAME, labels: priority where room is scarce; the greatest first */
    tw_name_side side; /* NAME: chosen for the whole film (frame/marks/film/sides.h) */
    uint32_t tag;      /* the same for the object in all frames of the film; 0: none */
    bool met;          /* LINK */
    const char *text;  /* NAME: the name; others: label or NULL. Owned by the frame. Characters
                          between the codes 14 and 15 are subscripts */
} tw_mark;

typedef struct tw_plot_sample {
    double t, value, rate; /* time, s; value at t; derivative of value by time */
} tw_plot_sample;

/* a small curve of a constraint's deviation |D(t)|, drawn beside its bodies
 * (frame/marks/film/plots.h) */
typedef struct tw_plot {
    const char *text; /* name of the constraint; owned by the frame */
    vec3 at;
    uint32_t tag;
    double value, rate; /* |D| at the frame's time, and its derivative by time */
    double tau;         /* s */
    bool asked; /* true: the constraint has plot = true; false: only the layer of all curves shows
                   it */
    bool met;
    bool angular;  /* D is in rad, otherwise in m; at velocity level per second */
    bool velocity; /* constraint at velocity level: D is a velocity V with V' + V / tau = 0 */
    /* the closed form |D|^2 = (law[0] + law[1] s + law[2] s^2) exp(-2 s / tau) holds while nothing
     * disturbs the constraint; s: seconds since the frame's time, in a completed film since `begin`
     */
    bool lawful;
    double law[3];
    /* the members up to `count` are chosen when the film is complete */
    tw_name_side side; /* side on which the fewest bodies are covered (frame/marks/film/curves.c) */
    float far;         /* distance of the curve from `at`, picture heights */
    double begin;     /* time at which the curve starts, s: the constraint appears, is enabled or is
                         disturbed */
    double span, top; /* lengths of the axes: time, s; |D|, in its unit */
    const tw_plot_sample *sample; /* [count] samples up to the frame's time, owned by the frame */
    size_t count;
} tw_plot;

enum { TW_GRAPH_CURVES = 8 };

typedef struct tw_graph_curve {
    const char *name; /* NULL: none; owned by the frame, like `xy` */
    bool has_color;   /* true: `color`; false: the colour of its number */
    tw_rgb color;     /* linear */
    bool thin;        /* a closed form, drawn as a thin line in whole from the beginning */
    const double *xy; /* [count][2]; NAN: a gap */
    size_t count;
} tw_graph_curve;

/* a graph in the picture: what functions of the script have returned so far, over time or over each
 * other (frame/marks/film/graphs.h) */
typedef struct tw_graph {
    const char *title, *x_label, *y_label; /* NULL: none; owned by the frame */
    uint32_t tag;                          /* the same in all frames of the film */
    bool placed; /* x, y are true: the upper left corner; false: 0 left or top .. 1 right or bottom
                  */
    double x, y; /* if placed: parts of the picture's width and height */
    double width, height; /* size if placed: parts of the picture's width and height */
    double opacity;
    /* range of all values so far, x and y; low > high: there are none */
    double low[2], high[2];
    double from[2], to[2]; /* ends of the axes, x and y; NAN: chosen when the film is complete */
    tw_graph_curve curve[TW_GRAPH_CURVES];
    int curves;
} tw_graph;

/* faces of letters */
typedef enum tw_font {
    TW_FONT_SANS,
    TW_FONT_SERIF,
    TW_FONT_MONO,
    TW_FONT_BOLD, /* sans */
    TW_FONT_SERIF_BOLD,
    TW_FONT_MONO_BOLD,
    TW_FONT_COUNT
} tw_font;

/* text in the picture: title, time stamp, caption, label of a prop */
typedef struct tw_caption {
    const char *text; /* UTF-8, owned by the frame */
    enum {
        TW_AT_BOTTOM,
        TW_AT_TOP,
        TW_AT_TOP_LEFT,
        TW_AT_TOP_RIGHT,
        TW_AT_BOTTOM_LEFT,
        TW_AT_BOTTOM_RIGHT,
        TW_AT_LEFT,
        TW_AT_RIGHT,
        TW_AT_CENTER,
        TW_AT_POINT
    } at;
    vec3 point;  /* TW_AT_POINT: the place in space, m */
    double size; /* height of a line, as a part of the picture's height */
    double opacity;
    bool has_color; /* true: `color`; false: light or dark, whichever contrasts with the picture's
                       border */
    tw_rgb color;   /* linear light; exposure and tone do not change it */
    tw_font font;
    /* point of the text that is put at the place: x 0 left .. 1 right, y 0 top .. 1 bottom; at
     * places of the picture only x counts */
    double anchor_x, anchor_y;
    bool plate; /* a translucent plate lies behind the letters */
    /* the title of a shot, for which an automatic camera of the scene leaves no room */
    bool title;
} tw_caption;

/* line drawing over flat colours (figure/figure.h) */
typedef enum tw_lines {
    TW_LINES_NONE,
    TW_LINES_INK,      /* black, without hidden ones */
    TW_LINES_BLUEPRINT /* white, hidden ones dashed */
} tw_lines;

typedef struct tw_frame {
    int number;  /* 1 .. count */
    double time; /* s */

    tw_frame_item *item;
    size_t item_count;
    tw_pose *pose;  /* [item_count][pose_count] poses */
    int pose_count; /* number of poses of each item, equally spaced over the exposure; 1: no motion
                       blur */
    tw_pose *still; /* [item_count] poses at the frame's time; NULL if pose_count is 1: those of
                       `pose` */
    double shutter; /* length of the exposure that poses and cameras cover, as a share of the time
                       between frames; 0: an instant, and motion is unknown */
    bool sharp; /* the picture shows the frame's time (`still`, `camera`); the poses only serve to
                   measure motion */
    tw_camera camera;
    double open; /* length of the exposure, s of the scene, centred on the frame's time; 0: an
                    instant */
    /* [sweep_count] cameras, equally spaced over the exposure; count 0: the camera stands still */
    tw_camera *sweep;
    int sweep_count; /* 0, 2 .. TW_SWEEP */
    tw_frame_light *light;
    size_t light_count;
    bool has_ground;
    double ground_height;
    tw_material ground;
    bool has_background; /* true: `background`; false: the sky is the background */
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    double bloom; /* share of the light above white that spreads around, 0 .. 1 */
    tw_tone tone;
    double exposure; /* EV */
    int bounces;
    tw_lines lines;
    tw_frame_look look;

    tw_mark *mark;
    size_t mark_count;
    tw_caption *caption;
    size_t caption_count;
    tw_plot *plot;
    size_t plot_count;
    tw_graph *graph;
    size_t graph_count;
    /* the members up to `kinds` are chosen when the film is complete (frame/marks/film/scale.h) */
    double force_scale;  /* length of arrows, m/N; 0: not yet chosen */
    double torque_scale; /* radius of torques, m/(N m); 0: not yet chosen */
    double mark_size;    /* factor of the marks' sizes, below 1 where there are many; 0: 1 */
    bool legend;         /* a legend of the colours is drawn */
    uint32_t classes;    /* bits of the tw_mark_class that occur in the film */
    uint32_t kinds;      /* bits of the tw_mark_kind that occur in the film */

    /* in a film of several scenes: number of its scene, and of its shot, from 0 */
    int part, shot;

    /* the frame that a fade leaves, drawn by itself and mixed with this one on the screen, this one
     * with the weight `share`. NULL: no fade. Owned */
    struct tw_frame *fades;
    double share; /* 0 .. 1 */

    struct tw_frame_block *block; /* memory of all members */
} tw_frame;

/* [size] zeroed memory, freed with the frame; NULL: no memory */
void *tw_frame_alloc(tw_frame *f, size_t size);
char *tw_frame_text(tw_frame *f, const char *text);
/* adds a caption; its text must be owned by the frame (tw_frame_text) */
tw_status tw_frame_caption(tw_frame *f, const tw_caption *caption);
/* releases the mesh, pictures and maps that the item retains */
void tw_frame_item_release(tw_frame_item *item);
void tw_frame_free(tw_frame *f); /* frees what the frame owns, not the struct */
/* frees a frame made by malloc and what it owns; NULL: nothing */
void tw_frame_destroy(tw_frame *f);
/* makes the frame an instant: one pose for each item, and one camera, at the frame's time; also the
 * frame that a fade leaves */
void tw_frame_stop(tw_frame *f);

/* digest of lights, camera, ground and all else that is drawn, except the items (digest.c) */
uint64_t tw_frame_stage_digest(const tw_frame *frame);
/* two digests of one item: *what of its shape and material, *where of its poses over the exposure
 */
void tw_frame_item_digest(const tw_frame *frame, size_t item, uint64_t *what, uint64_t *where);

#endif
