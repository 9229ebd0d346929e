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
    TW_SURFACE_STANDARD, /* diffuse + GGX coat with Schlick Fresnel (F0 = 0.04), or metal by
                            `metallic` */
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
    tw_rgb color;                /* albedo or specular colour */
    double roughness;            /* 0 .. 1 */
    double metallic;             /* 0 .. 1 */
    tw_rgb emission;             /* radiance */
    double opacity;              /* opacity: 1 solid, 0 invisible */
    tw_texture texture;          /* pattern in the coordinates of the item's own frame */
    double texture_scale;        /* m per period; PICTURE: of its width, 0: it fits the solid */
    const struct tw_pixmap *map; /* shape/map/pixmap.h: retained by the frame */
    tw_rgb texture_color;        /* second colour of the texture */
    double texture_width;        /* GRID: width of the lines, m */
    double texture_fade;         /* m: where the pattern has faded to its mean; 0: nowhere */
} tw_material;

/* one solid: a shape with its poses over the shutter; meshes are retained */
typedef struct tw_frame_item {
    tw_shape shape;
    size_t first_pose; /* index of the first of frame.pose_count poses in frame.pose */
    tw_material material;
    uint32_t tag;     /* identity over the film: breaks ties, groups marks of the debug layer */
    bool beside;      /* ignored by an automatic camera */
    const char *name; /* name of the body or prop, "chain/link3"; owned by the frame; NULL: none */
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
    vec3 to;                     /* of suns: unit vector toward the sun */
    tw_rgb irradiance;           /* of suns: irradiance on a surface facing the sun */
    double angular_diameter;     /* sun */
    tw_rgb top, horizon, bottom; /* sky radiance at zenith, horizon, nadir (all equal: constant) */
    vec3 position, direction;    /* point, area, spot */
    tw_rgb power;                /* point, spot: radiant intensity (W/sr); area: radiance */
    double radius, cone;         /* area: disc radius; spot: half angle */
    const struct tw_lightmap *map; /* environment: shape/map/lightmap.h, retained by the frame */
    double turn;                   /* environment: rad, about +z */
    double strength;               /* environment: times its radiance */
} tw_frame_light;

typedef enum tw_projection_kind {
    TW_PERSPECTIVE, /* rays through the eye */
    TW_ORTHOGRAPHIC /* parallel rays, from the plane through the eye */
} tw_projection_kind;

/* the frames that share one automatic camera */
typedef enum tw_camera_fit {
    TW_FIT_FILM,
    TW_FIT_SHOT,  /* frames up to the next change of the camera by the script */
    TW_FIT_MOMENT /* single frames: the camera follows its subject smoothly */
} tw_camera_fit;

/* a camera; members whose `has_` is false are chosen automatically (framing.h) */
typedef struct tw_camera {
    vec3 eye, target, up;
    tw_projection_kind projection;
    double fov;      /* vertical field of view of a perspective, rad */
    double height;   /* height of an orthographic picture, m */
    double aperture; /* lens radius, m */
    double focus;    /* focus distance, m */
    bool has_eye, has_target, has_fov, has_height, has_focus;
    bool has_sharp; /* focus is the depth of `sharp`, as soon as eye and target are known */
    vec3 sharp;
    bool free_around, free_above; /* `around`, `above` are chosen automatically */
    bool framed;                  /* some items are `beside`, and not framed */
    double around, above;         /* azimuth and elevation of an automatic eye, rad */
    double fill; /* share of the picture's height or width for the subject; 0: 0.7 */
    tw_camera_fit fit;
    uint32_t shot; /* number of changes of the camera by the script */
} tw_camera;

/* how linear light becomes what a screen shows (picture/resolve.c) */
typedef enum tw_tone {
    TW_TONE_NONE,  /* plain sRGB */
    TW_TONE_FILM,  /* the materials' own colours, highlights bent */
    TW_TONE_FILMIC /* toe, middle, long shoulder */
} tw_tone;

/* A background besides the sky: seen where the camera's rays meet nothing. With `has_gradient` its
 * colour depends on the elevation e of the ray: `bottom` up to `from`, `top` above `to`, and
 * between them by s^2 (3 - 2 s), s = (sin e - sin from) / (sin to - sin from) */
typedef struct tw_backdrop {
    bool has_gradient;
    tw_rgb bottom;   /* radiance; the only one without a gradient */
    tw_rgb top;      /* radiance */
    double from, to; /* elevations, rad; from < to */
    double stars;    /* radiance of the brightest star; 0: no stars */
} tw_backdrop;

/* Haze. At the distance r from the eye it hides the share s^2 (3 - 2 s), with
 * s = (r - from) / (to - from) clamped to 0 .. 1. */
typedef struct tw_haze {
    bool has_color;  /* false: the colour is that of the background, or of the sky */
    tw_rgb color;    /* radiance */
    double from, to; /* distances, m; from < to */
} tw_haze;

enum { TW_SWEEP = 9 }; /* cameras over the shutter, at most */

/* A look as the scene asks for it, kept until the subject of the whole film is known; then lights,
 * floor and background of the frame replace it (tw_look_apply in look.h). */
typedef struct tw_frame_look {
    const struct tw_look_kind *kind; /* NULL: no look, or one that has been applied */
    int floor;                       /* tw_floor; TW_FLOOR_AUTO: the look's own */
    double key, rim, fill, soft;     /* factors */
    double turn;                     /* rad */
    tw_rgb tint;                     /* factors */
    unsigned said;                   /* bits TW_SAID_LIGHTS ...: parts set by the scene */
} tw_frame_look;

/* the debug layer */
typedef enum tw_mark_kind {
    TW_MARK_POINT,   /* control point at a */
    TW_MARK_NAIL,    /* point fixed in space at a */
    TW_MARK_LINK,    /* constraint: line from a to b, fading with its deviation */
    TW_MARK_ARROW,   /* force `vector` (N) acting at a */
    TW_MARK_TORQUE,  /* torque `vector` (N m) acting at a */
    TW_MARK_NAME,    /* text at a */
    TW_MARK_CONTACT, /* surfaces touch at a, with the unit normal `vector` */
    TW_MARK_ANGLE    /* constraint: at a, the unit `vector` is to turn into b; fades likewise */
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
    TW_CLASS_DEVIATION, /* a constraint that is not met yet */
    TW_CLASS_COUNT
} tw_mark_class;

/* the place of a name beside the thing it names */
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
    double strength;   /* LINK, ANGLE: deviation, m or rad */
    double reference;  /* LINK, ANGLE: largest deviation of the constraint in the film; 0: not yet
                          known */
    double scale;      /* ARROW: m per unit of `vector`; 0: the film's force_scale */
    int rank;          /* NAME: priority for room; the greatest first */
    tw_name_side side; /* NAME: side chosen for the whole film (frame/marks/film/sides.h) */
    uint32_t tag;      /* identity of the object over the film; 0: none */
    bool met;          /* LINK */
    const char *text;  /* NAME, or the label of a mark, or NULL; owned by the frame. Characters
                          between the codes 14 and 15 are subscripts */
} tw_mark;

typedef struct tw_plot_sample {
    double t, value, rate; /* rate: the derivative of value */
} tw_plot_sample;

/* small curve of |D(t)|, drawn beside the constrained bodies (frame/marks/film/plots.h) */
typedef struct tw_plot {
    const char *text; /* name; owned by the frame */
    vec3 at;
    uint32_t tag;
    double value, rate; /* |D| and its derivative at the frame's time */
    double tau;         /* s */
    bool asked;         /* the constraint has plot = true; else the layer of all curves asks */
    bool met;
    bool angular;  /* rad, else m; at velocity level per second */
    bool velocity; /* D is a velocity: it obeys V' + V / tau = 0 */
    /* closed form |D|^2 = (law[0] + law[1] s + law[2] s^2) exp(-2 s / tau) of an undisturbed
     * constraint; s: seconds since the frame's time, in a finished film since `begin` */
    bool lawful;
    double law[3];
    /* choices for the whole film */
    tw_name_side side; /* side with the fewest bodies (frame/marks/film/curves.c) */
    float far;         /* distance from `at`, picture heights */
    double begin;      /* start of the curve, s: the time at which the constraint was enabled */
    double span, top;  /* lengths of the axes: s, and the unit of D */
    const tw_plot_sample *sample; /* [count] samples up to the frame, owned by the frame */
    size_t count;
} tw_plot;

enum { TW_GRAPH_CURVES = 8 };

typedef struct tw_graph_curve {
    const char *name; /* NULL: none; owned by the frame, as are the places */
    bool has_color;   /* the curve has a colour of its own; false: one by its number */
    tw_rgb color;     /* linear */
    bool thin;        /* a closed form: a thin line, all of it there */
    const double *xy; /* [count][2]; NAN: a gap */
    size_t count;
} tw_graph_curve;

/* a graph in the picture: what the script's functions have given up to now, over the time or over
 * each other (frame/marks/film/graphs.h) */
typedef struct tw_graph {
    const char *title, *x_label, *y_label; /* NULL: none; owned by the frame */
    uint32_t tag;                          /* tag that stays the same over the film */
    bool placed; /* x, y: of the upper left corner; else 0 .. 1: left or top .. right or bottom */
    double x, y; /* placed: parts of the picture's width and height */
    double width, height; /* size, if placed: parts of the picture's width and height */
    double opacity;
    /* range of all values up to now; low above high: there are none */
    double low[2], high[2];
    double from[2], to[2]; /* the axes; NAN: chosen over the film */
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

/* screen text: title, time stamp, captions */
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
    vec3 point;  /* place of the text for TW_AT_POINT */
    double size; /* height of a line, fraction of the picture's height */
    double opacity;
    bool has_color; /* false: light or dark, against the picture's border */
    tw_rgb color;   /* linear; unaffected by exposure and tone */
    tw_font font;
    /* point of the text that is put at the place: 0 left or top, 1 right or bottom; places of the
     * picture use x only */
    double anchor_x, anchor_y;
    bool plate; /* the text has a translucent plate behind the letters */
    /* title of a shot: an automatic camera, chosen for the scene, leaves no room for it */
    bool title;
} tw_caption;

/* lines over the picture's flat colours (figure/figure.h) */
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
    int pose_count; /* poses of an item, >= 1; equally spaced over the shutter; 1: no motion blur */
    tw_pose *still; /* [item_count] poses at the frame's time; NULL if pose_count is 1 */
    double shutter; /* exposure that poses and cameras span, as a share of the time between frames;
                       0: none, and motion is unknown */
    bool sharp;     /* the picture shows `still` and `camera`; the poses only measure motion */
    tw_camera camera;
    double open; /* duration of the exposure, s of the scene, centred on the frame's time; 0: an
                    instant */
    /* [sweep_count] cameras at even times over the shutter; 0: the camera stands still */
    tw_camera *sweep;
    int sweep_count; /* 0, 2 .. TW_SWEEP */
    tw_frame_light *light;
    size_t light_count;
    bool has_ground;
    double ground_height;
    tw_material ground;
    bool has_background; /* false: the sky is the background */
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    double bloom; /* share of the light above white that spreads, 0 .. 1 */
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
    /* choices for the whole film (frame/marks/film/scale.h) */
    double force_scale;  /* length of arrows, m/N; 0: not yet chosen */
    double torque_scale; /* radius of torques, m/(N m); 0: not yet chosen */
    double mark_size;    /* factor of the marks' sizes, below 1 where there are many; 0: 1 */
    bool legend;         /* a legend of the colours is drawn */
    uint32_t classes;    /* bits of the tw_mark_class that occur in the film */
    uint32_t kinds;      /* bits of the tw_mark_kind that occur in the film */

    /* numbers, from 0, of its scene and its shot in a film of several scenes */
    int part, shot;

    /* the frame that a fade leaves, drawn by itself; `share`: this frame's share in the picture,
     * whose light on the screen is mixed. NULL: no fade. Owned */
    struct tw_frame *fades;
    double share; /* 0 .. 1 */

    struct tw_frame_block *block; /* memory of all members */
} tw_frame;

/* memory that lives and dies with the frame; NULL when there is none */
void *tw_frame_alloc(tw_frame *f, size_t size);
char *tw_frame_text(tw_frame *f, const char *text);
/* adds a caption, whose text the frame owns already */
tw_status tw_frame_caption(tw_frame *f, const tw_caption *caption);
/* releases the mesh and pictures that the item retains */
void tw_frame_item_release(tw_frame_item *item);
void tw_frame_free(tw_frame *f); /* frees the memory, not the struct */
/* frees a frame of malloc with its memory; NULL is fine */
void tw_frame_destroy(tw_frame *f);
/* removes the shutter: one pose for each item, and one camera, at the frame's time; also of the
 * frame that goes in a fade */
void tw_frame_stop(tw_frame *f);

/* digest.c: a number for lights, camera, ground and all else that is drawn, but for the items */
uint64_t tw_frame_stage_digest(const tw_frame *frame);
/* digests of one item: shape and material; its poses over the shutter */
void tw_frame_item_digest(const tw_frame *frame, size_t item, uint64_t *what, uint64_t *where);

#endif
