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
    tw_rgb color;       /* albedo or specular colour */
    double roughness;   /* 0 .. 1 */
    double metallic;    /* 0 .. 1 */
    tw_rgb emission;    /* radiance */
    double opacity;     /* 1 solid .. 0 invisible */
    tw_texture texture; /* pattern on the surface, in the item's own coordinates */
    /* length of a period, m; PICTURE: width of the picture on the solid, m; 0: it fits the solid */
    double texture_scale;
    /* PICTURE: the pixels (shape/map/pixmap.h), retained by the frame */
    const struct tw_pixmap *map;
    tw_rgb texture_color; /* second colour of the texture */
    double texture_width; /* GRID: width of the lines, m */
    /* distance from the eye at which the pattern has faded to its mean colour, m; 0: it does not
     * fade */
    double texture_fade;
} tw_material;

/* one solid: a shape with its poses over the exposure; the frame retains its mesh */
typedef struct tw_frame_item {
    tw_shape shape;
    size_t first_pose; /* index of the item's first pose in frame.pose; its other poses follow */
    tw_material material;
    /* number of the item, the same in all frames of the film; decides between surfaces in one
     * place, and groups marks */
    uint32_t tag;
    bool beside; /* an automatic camera does not try to show it */
    /* name of its body or prop, such as "chain/link3"; owned by the frame; NULL: none */
    const char *name;
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
    tw_rgb irradiance;           /* sun: irradiance on a surface that faces it, W/m^2 */
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
    TW_ORTHOGRAPHIC /* parallel rays that start in a plane through the eye */
} tw_projection_kind;

/* frames that share one choice of an automatic camera */
typedef enum tw_camera_fit {
    TW_FIT_FILM,
    TW_FIT_SHOT,  /* all frames of a shot, which ends where the script changes the camera */
    TW_FIT_MOMENT /* each frame has its own: the camera follows its subject smoothly */
} tw_camera_fit;

/* a camera; where `has_...` is false the member is chosen when the film is completed (framing.h) */
typedef struct tw_camera {
    vec3 eye, target, up;
    tw_projection_kind projection;
    double fov;      /* vertical field of view of a perspective, rad */
    double height;   /* height of an orthographic picture, m */
    double aperture; /* lens radius, m */
    double focus;    /* focus distance, m */
    bool has_eye, has_target, has_fov, has_height, has_focus;
    /* `focus` will be set to the depth of the place `sharp`, once eye and target are known */
    bool has_sharp;
    vec3 sharp;
    bool free_around, free_above; /* `around`, `above` are not given, and will be chosen */
    bool framed;                  /* the script names items to be shown; the others are `beside` */
    /* automatic eye: its azimuth (0: at -y, rising toward +x) and elevation as seen from the
     * target, rad */
    double around, above;
    /* automatic camera: share of the picture that the subject fills; 0: TW_CAMERA_FILL */
    double fill;
    tw_camera_fit fit;
    uint32_t shot; /* number of changes of the camera by the script so far */
} tw_camera;

/* how linear light becomes what a screen shows (picture/resolve.c) */
typedef enum tw_tone {
    TW_TONE_NONE,  /* plain sRGB */
    TW_TONE_FILM,  /* keeps the materials' own colours, compresses highlights */
    TW_TONE_FILMIC /* toe, middle, long shoulder */
} tw_tone;

/* A background in place of the sky, seen where the camera's rays hit nothing. With `has_gradient`
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

/* Haze. At the distance r from the eye it covers the share s^2 (3 - 2 s) of the light that comes
 * from there, s = (r - from) / (to - from) clamped to 0 .. 1. */
typedef struct tw_haze {
    bool has_color;  /* false: its radiance is that of the background behind it, or of the sky */
    tw_rgb color;    /* radiance */
    double from, to; /* distances from the eye, m; from < to */
} tw_haze;

enum { TW_SWEEP = 9 }; /* most cameras over an exposure */

/* The look that the scene asks for. It is kept until the subject of the whole film is known; then
 * tw_look_apply (look.h) sets the frame's lights, floor and background by it. */
typedef struct tw_frame_look {
    const struct tw_look_kind *kind; /* NULL: no look is asked for, or it has been applied */
    /* a tw_floor; TW_FLOOR_AUTO: the floor that the look has itself */
    int floor;
    double key, rim, fill, soft; /* factors */
    double turn;                 /* rad */
    tw_rgb tint;                 /* factors */
    /* bits TW_SAID_LIGHTS ...: parts that the scene sets itself, so that the look leaves them */
    unsigned said;
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
    /* a constraint on directions, at a: the unit vector `vector` has to turn into the unit
     * vector b; fades like LINK */
    TW_MARK_ANGLE
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

/* side of its point on which a name stands */
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
    double strength; /* LINK, ANGLE: present deviation of the constraint, m or rad */
    /* LINK, ANGLE: largest deviation of the constraint in the film; 0: not known yet */
    double reference;
    /* ARROW: its length in m per unit of `vector`; 0: the film's force_scale applies */
    double scale;
    int rank;          /* priority of the text where room is scarce; the greatest first */
    tw_name_side side; /* NAME: its side, chosen for the whole film (frame/marks/film/sides.h) */
    /* number of the marked object, the same in all frames of the film; 0: none */
    uint32_t tag;
    bool met; /* LINK */
    /* NAME: the name; others: a label, or NULL. Owned by the frame. Characters between the codes
     * 14 and 15 are subscripts */
    const char *text;
} tw_mark;

typedef struct tw_plot_sample {
    double t, value, rate; /* time, s; value at that time; derivative of the value by time */
} tw_plot_sample;

/* a small curve of a constraint's deviation |D(t)|, drawn beside its bodies
 * (frame/marks/film/plots.h) */
typedef struct tw_plot {
    const char *text; /* name of the constraint; owned by the frame */
    vec3 at;
    uint32_t tag;
    double value, rate; /* |D| at the frame's time, and its derivative by time */
    double tau;         /* s */
    /* true: the script asks for the curve (plot = true); false: only the layer `curves` shows it */
    bool asked;
    bool met;
    /* D is an angle, rad, otherwise a length, m; at velocity level its rate, rad/s or m/s */
    bool angular;
    /* the constraint acts at velocity level: D is a velocity V with V' + V / tau = 0 */
    bool velocity;
    /* the closed form |D|^2 = (law[0] + law[1] s + law[2] s^2) exp(-2 s / tau) holds while nothing
     * disturbs the constraint; s: seconds since the frame's time; once the film is complete, since
     * `begin` */
    bool lawful;
    double law[3];
    /* the members from here to `count` are chosen when the film is completed */
    /* side of `at` on which the curve covers the fewest bodies (frame/marks/film/curves.c) */
    tw_name_side side;
    float far; /* distance of the curve's box from `at`, picture heights */
    /* time at which the curve starts, s: the constraint appears, is enabled or is disturbed then */
    double begin;
    double span, top;             /* lengths of the axes: of time, s; of |D|, in its unit */
    const tw_plot_sample *sample; /* [count] samples up to the frame's time, owned by the frame */
    size_t count;
} tw_plot;

enum { TW_GRAPH_CURVES = 8 };

typedef struct tw_graph_curve {
    const char *name; /* NULL: the curve has none; owned by the frame, like `xy` */
    bool has_color;   /* true: drawn in `color`; false: in the colour of its number */
    tw_rgb color;     /* linear */
    /* a closed form, drawn as a thin line in its whole length from the film's beginning */
    bool thin;
    const double *xy; /* [count][2] points x, y; NAN: a gap */
    size_t count;
} tw_graph_curve;

/* a graph in the picture: values of functions of the script so far, over time or over each other
 * (frame/marks/film/graphs.h) */
typedef struct tw_graph {
    const char *title, *x_label, *y_label; /* NULL: the graph has none; owned by the frame */
    /* number of the graph, the same in all frames of the film */
    uint32_t tag;
    /* true: x, y is the upper left corner, as shares of the picture's width and height; false:
     * x, y align the graph, 0 left or top .. 1 right or bottom */
    bool placed;
    double x, y;
    double width, height; /* size, as shares of the picture's width and height */
    double opacity;
    /* range of all values so far, in x and in y; low > high: there are none */
    double low[2], high[2];
    /* ends of the axes, in x and in y; NAN: chosen when the film is completed */
    double from[2], to[2];
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
    double size; /* height of a line of text, as a share of the picture's height */
    double opacity;
    /* true: drawn in `color`; false: light or dark, whichever contrasts with the picture's
     * border */
    bool has_color;
    tw_rgb color; /* linear light as shown: exposure and tone do not change it */
    tw_font font;
    /* point of the text that lies at its place: x 0 left .. 1 right, y 0 top .. 1 bottom; at a
     * place of the picture only x counts */
    double anchor_x, anchor_y;
    bool plate; /* a translucent plate lies behind the letters */
    /* it is a shot's title, for which the automatic camera leaves no room */
    bool title;
} tw_caption;

/* line drawing over flat colours in place of shading (figure/figure.h) */
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
    tw_pose *pose; /* [item_count][pose_count] poses */
    /* number of poses of each item, evenly spaced over the exposure; 1: no motion blur */
    int pose_count;
    /* [item_count] poses at the frame's time; NULL if pose_count is 1, as `pose` has them */
    tw_pose *still;
    /* length of the exposure that poses and sweep cover, as a share of the time between frames;
     * 0: an instant, and motion is unknown */
    double shutter;
    /* the picture is drawn at the frame's time (`still`, `camera`); the poses over the exposure
     * only serve to measure motion */
    bool sharp;
    tw_camera camera;
    /* length of the exposure, s of the scene, with the frame's time in its middle; 0: an instant */
    double open;
    /* [sweep_count] cameras, evenly spaced over the exposure; sweep_count 0: the camera stands
     * still */
    tw_camera *sweep;
    int sweep_count; /* 0, 2 .. TW_SWEEP */
    tw_frame_light *light;
    size_t light_count;
    bool has_ground;
    double ground_height;
    tw_material ground;
    bool has_background; /* true: `background` lies behind everything; false: the sky does */
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    double bloom; /* share of the light above white that spreads to its surroundings, 0 .. 1 */
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
    /* the members from here to `kinds` are chosen when the film is completed
     * (frame/marks/film/scale.h) */
    double force_scale;  /* length of force arrows, m/N; 0: not yet chosen */
    double torque_scale; /* radius of torque arrows, m/(N m); 0: not yet chosen */
    /* factor of the sizes of marks, below 1 where there are many; 0 counts as 1 */
    double mark_size;
    bool legend;      /* a legend of the colours is drawn */
    uint32_t classes; /* bits of the tw_mark_class that occur in the film */
    uint32_t kinds;   /* bits of the tw_mark_kind that occur in the film */

    /* film of several scenes: number of the frame's scene, and of its shot, from 0 */
    int part, shot;

    /* the old frame of a fade, drawn by itself and mixed with this one as light; NULL: no fade.
     * Owned */
    struct tw_frame *fades;
    double share; /* weight of this frame in the fade, 0 .. 1 */

    struct tw_frame_block *block; /* memory of all members */
} tw_frame;

/* zeroed memory of `size` bytes that is freed with the frame; NULL: there is none */
void *tw_frame_alloc(tw_frame *f, size_t size);
char *tw_frame_text(tw_frame *f, const char *text);
/* adds a caption; its text must be owned by the frame (tw_frame_text) */
tw_status tw_frame_caption(tw_frame *f, const tw_caption *caption);
/* releases what the item retains: its mesh and its picture */
void tw_frame_item_release(tw_frame_item *item);
void tw_frame_free(tw_frame *f); /* frees what the frame owns, not *f itself */
/* frees what a frame made by malloc owns, and the frame itself; NULL is fine */
void tw_frame_destroy(tw_frame *f);
/* makes the frame an instant: one pose of each item and one camera, at the frame's time; likewise
 * the frame that a fade leaves */
void tw_frame_stop(tw_frame *f);

/* digest of lights, camera, ground, background, haze, tone and look: all that the picture shows but
 * items and overlay (digest.c) */
uint64_t tw_frame_stage_digest(const tw_frame *frame);
/* two digests of one item: *what: of its shape and material; *where: of its poses over the exposure
 */
void tw_frame_item_digest(const tw_frame *frame, size_t item, uint64_t *what, uint64_t *where);

#endif
