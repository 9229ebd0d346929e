/*
 * A frame: everything that one picture shows, as immutable data. The renderer knows frames and
 * never the model, so frames can be kept, sent elsewhere and drawn in any order by any number of
 * threads.
 *
 * Light is linear, Rec. 709 primaries, in physical units. World axes, metres, radians.
 */
#ifndef TW_FRAME_FRAME_H
#define TW_FRAME_FRAME_H

#include "base/status.h"
#include "base/vec.h"
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
    double opacity;              /* 1 solid .. 0 not there */
    tw_texture texture;          /* in the coordinates of the item's own frame */
    double texture_scale;        /* m per period; PICTURE: of its width, 0: it fits the solid */
    const struct tw_pixmap *map; /* shape/pixmap.h: retained by the frame */
    tw_rgb texture_color;        /* the other colour of the texture */
    double texture_width;        /* GRID: width of the lines, m */
    double texture_fade;         /* m: where the pattern has faded to its mean; 0: nowhere */
} tw_material;

/* one solid: a shape with its poses over the shutter; meshes are retained */
typedef struct tw_frame_item {
    tw_shape shape;
    size_t first_pose; /* index into frame.pose: frame.pose_count poses from here */
    tw_material material;
    uint32_t
        tag; /* stable over the film: orders ties, and tells a debug layer what belongs together */
    bool beside; /* not among what an automatic camera frames */
    const char *name; /* of the body or prop, "chain/link3"; owned by the frame; NULL: none */
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
    tw_rgb irradiance;           /* sun: on a surface facing it */
    double angular_diameter;     /* sun */
    tw_rgb top, horizon, bottom; /* sky radiance at zenith, horizon, nadir (all equal: constant) */
    vec3 position, direction;    /* point, area, spot */
    tw_rgb power;                /* point, spot: radiant intensity (W/sr); area: radiance */
    double radius, cone;         /* area: disc radius; spot: half angle */
    const struct tw_lightmap *map; /* environment: shape/lightmap.h, retained by the frame */
    double turn;                   /* environment: rad, about +z */
    double strength;               /* environment: times its radiance */
} tw_frame_light;

typedef enum tw_projection_kind {
    TW_PERSPECTIVE, /* rays through the eye */
    TW_ORTHOGRAPHIC /* parallel rays, from the plane through the eye */
} tw_projection_kind;

/* for how much of a film one automatic camera serves */
typedef enum tw_camera_fit {
    TW_FIT_FILM,
    TW_FIT_SHOT,  /* for a shot: until the script changes the camera */
    TW_FIT_MOMENT /* it goes along with what it shows */
} tw_camera_fit;

/* what of the camera the scene has not set is framed automatically (frame/framing.h) */
typedef struct tw_camera {
    vec3 eye, target, up;
    tw_projection_kind projection;
    double fov;      /* rad, vertical; of a perspective */
    double height;   /* m, of what the picture shows; orthographic */
    double aperture; /* lens radius, m */
    double focus;    /* focus distance, m */
    bool has_eye, has_target, has_fov, has_height, has_focus;
    bool free_around, free_above; /* these are chosen too */
    bool framed;                  /* only items that are not `beside` are to be framed */
    double around, above;         /* rad: from where an automatic eye looks */
    double fill; /* part of the picture's height or width that is to be filled; 0: 0.7 */
    tw_camera_fit fit;
    uint32_t shot; /* another number: the script has changed the camera */
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
    tw_rgb bottom;   /* radiance; without a gradient: everywhere */
    tw_rgb top;      /* radiance */
    double from, to; /* rad */
    double stars;    /* radiance of the brightest; 0: there are none */
} tw_backdrop;

/* Haze before what is seen: at the distance r from the eye, s = (r - from) / (to - from) kept to
 * 0 .. 1, it hides the share s^2 (3 - 2 s) */
typedef struct tw_haze {
    bool has_color;  /* else: the background behind, or the sky */
    tw_rgb color;    /* radiance */
    double from, to; /* m */
} tw_haze;

enum { TW_SWEEP = 9 }; /* at most so many cameras over the shutter */

/* the look that a frame is to have. What it puts on the stage follows the subject of the whole film
 * (frame/look.h); until that is known it stands here as the scene asks for it */
typedef struct tw_frame_look {
    const struct tw_look_kind *kind; /* NULL: nothing is asked for, or it stands there already */
    int floor;                       /* tw_floor; TW_FLOOR_AUTO: the look's own */
    double key, rim, fill, soft;     /* factors */
    double turn;                     /* rad */
    tw_rgb tint;                     /* factors */
    unsigned said;                   /* bits TW_SAID_LIGHTS ...: these parts are the scene's */
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

/* where a name stands as seen from what it names */
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
    double reference;  /* LINK, ANGLE: the largest deviation of this constraint in the film; 0:
                          unknown */
    double scale;      /* ARROW: m per unit of `vector`; 0: the film's force_scale */
    int rank;          /* NAME: who gets room first, greatest before */
    tw_name_side side; /* NAME: the better one over the film (frame/sides.h) */
    uint32_t tag;      /* of the object, the same over the film; 0: none */
    bool met;          /* LINK */
    const char *text;  /* NAME, or the label of a mark, or NULL; owned by the frame. What stands
                          between the characters 14 and 15 is set lower and smaller */
} tw_mark;

typedef struct tw_plot_sample {
    double t, value, rate; /* rate: the derivative of value */
} tw_plot_sample;

/* |D(t)| of a constraint as a small curve beside what it holds (frame/plots.h) */
typedef struct tw_plot {
    const char *text; /* its name; owned by the frame */
    vec3 at;
    uint32_t tag;
    double value, rate; /* now */
    double tau;         /* s */
    bool asked;         /* by the constraint's field plot; else by the layer of all curves */
    bool met;
    bool angular;  /* rad, else m; at velocity level per second */
    bool velocity; /* D is a velocity: it obeys V' + V / tau = 0 */
    /* |D|^2 = (law[0] + law[1] s + law[2] s^2) exp(-2 s / tau) from now on, when nothing disturbs;
     * in a finished film: from `begin` on */
    bool lawful;
    double law[3];
    /* chosen over the film */
    tw_name_side side; /* where few bodies are (frame/curves.c) */
    float far;         /* how far from `at`, in picture heights */
    double begin;      /* s: where the curve begins, the constraint having been enabled */
    double span, top;  /* the axes: s, and the largest value */
    const tw_plot_sample *sample; /* [count] up to now, owned by the frame */
    size_t count;
} tw_plot;

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
    vec3 point;  /* for TW_AT_POINT */
    double size; /* of the letters, fraction of the picture's height */
    double opacity;
    bool has_color; /* else light or dark, as the picture's border asks */
    tw_rgb color;   /* linear; neither exposure nor tone changes it */
    tw_font font;
    /* the part of the text that stands at the place: 0 left or top, 1 right or bottom; at places of
     * the picture only x counts */
    double anchor_x, anchor_y;
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
    tw_pose *pose;  /* of all items */
    int pose_count; /* per item, >= 1; equally spaced over the shutter; 1: no motion blur */
    tw_pose *still; /* [item_count] at the frame's time, when pose_count > 1; else NULL */
    double shutter; /* the exposure that poses and cameras span, in parts of the time from frame to
                       frame; 0: they span none, and how things move is not known */
    bool sharp;     /* the poses tell how things move, but the picture shows `still` and `camera` */
    tw_camera camera;
    double open; /* s: how long the frame is exposed, its time in the middle; 0: an instant */
    /* the camera over the shutter, evenly: eye, target, up and fov; 0: it stands still */
    tw_camera *sweep;
    int sweep_count; /* 0, 2 .. TW_SWEEP */
    tw_frame_light *light;
    size_t light_count;
    bool has_ground;
    double ground_height;
    tw_material ground;
    bool has_background; /* else the sky is seen */
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    double bloom; /* 0 .. 1: share of the light above white that spreads around */
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
    /* the same over the film (frame/scale.h) */
    double force_scale;  /* m per N for arrows; 0: to be chosen */
    double torque_scale; /* m of radius per N m; 0: to be chosen */
    double mark_size;    /* of marks: 1, or smaller where there are many; 0: 1 */
    bool legend;         /* explain the colours */
    uint32_t classes;    /* bits of tw_mark_class: those that occur in the film */
    uint32_t kinds;      /* bits of tw_mark_kind, likewise */

    struct tw_frame_block *block; /* the memory of all this */
} tw_frame;

/* memory that lives and dies with the frame; NULL when there is none */
void *tw_frame_alloc(tw_frame *f, size_t size);
char *tw_frame_text(tw_frame *f, const char *text);
/* lets go of what the item retains */
void tw_frame_item_release(tw_frame_item *item);
void tw_frame_free(tw_frame *f);    /* frees the memory, not the struct */
void tw_frame_destroy(tw_frame *f); /* and the struct; may be NULL */
/* one pose for each item, and one camera, of the frame's time: as if there were no shutter */
void tw_frame_stop(tw_frame *f);

/* digest.c: a number for lights, camera, ground and all else that is drawn, but for the items */
uint64_t tw_frame_stage_digest(const tw_frame *frame);
/* of one item: shape and material; its poses over the shutter */
void tw_frame_item_digest(const tw_frame *frame, size_t item, uint64_t *what, uint64_t *where);

#endif
