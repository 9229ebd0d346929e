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
    /* diffuse base under a GGX coat with Schlick's Fresnel reflectance (F0 = 0.04); `metallic`
     * turns it into a metal */
    TW_SURFACE_STANDARD,
    TW_SURFACE_LAMBERT, /* ideal diffuse reflection: the BSDF is f = color / pi */
    /* f = color D G / (4 n.l n.v): GGX distribution D with alpha = roughness^2, Smith's G, no
     * Fresnel term */
    TW_SURFACE_GGX
} tw_surface_model;

typedef enum tw_texture {
    TW_TEXTURE_NONE,
    TW_TEXTURE_CHECKER,
    TW_TEXTURE_STRIPES,
    TW_TEXTURE_WOOD,
    TW_TEXTURE_GRID,   /* lines in squares of the period, `texture_width` wide */
    TW_TEXTURE_PICTURE /* `map` */
} tw_texture;

typedef struct tw_material {
    tw_surface_model model;
    tw_rgb color;       /* albedo, or reflectance of a metal */
    double roughness;   /* roughness of the reflecting surface, 0 (mirror) .. 1 (no highlight) */
    double metallic;    /* 0 (insulator) .. 1 (metal: reflections have its colour) */
    tw_rgb emission;    /* radiance */
    double opacity;     /* 1: opaque, 0: invisible */
    tw_texture texture; /* pattern on the surface, laid out in the solid's own coordinates */
    /* length of the pattern's period, m; PICTURE: width of the picture on the solid, m; 0: the
     * picture fits the solid */
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
    /* number of the item, the same in all frames of the film; it rises from item to item. Of
     * surfaces in the same place that of the lower number is seen */
    uint32_t tag;
    bool beside; /* true: an automatic camera does not try to show it */
    /* name of the item's body or prop, such as "chain/link3"; owned by the frame; NULL: it has none
     */
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
    vec3 to;                 /* sun: unit vector toward it */
    tw_rgb irradiance;       /* sun: irradiance on a surface at right angles to its light, W/m^2 */
    double angular_diameter; /* sun */
    tw_rgb top, horizon, bottom; /* sky: radiance at zenith, horizon, nadir */
    /* position: of a point, area or spot; direction: of an area or spot */
    vec3 position, direction;
    tw_rgb power;        /* point, spot: radiant intensity, W/sr; area: radiance, W/(m^2 sr) */
    double radius, cone; /* area: radius of the disc, m; spot: half angle of the cone, rad */
    /* environment: its map (shape/map/lightmap.h), retained by the frame */
    const struct tw_lightmap *map;
    double turn;     /* environment: rotation about +z, rad */
    double strength; /* environment: factor of the map's radiance */
} tw_frame_light;

typedef enum tw_projection_kind {
    TW_PERSPECTIVE, /* all rays go through the eye */
    TW_ORTHOGRAPHIC /* parallel rays that start in a plane through the eye */
} tw_projection_kind;

/* over which frames an automatic camera is chosen */
typedef enum tw_camera_fit {
    TW_FIT_FILM,
    /* one view for all frames of a shot; a shot ends where the script changes the camera */
    TW_FIT_SHOT,
    TW_FIT_MOMENT /* each frame by itself: the camera follows its subject smoothly */
} tw_camera_fit;

/* a camera; where `has_...` is false the member is chosen when the film is completed (framing.h) */
typedef struct tw_camera {
    vec3 eye, target, up;
    tw_projection_kind projection;
    double fov;    /* vertical field of view of a perspective, rad */
    double height; /* height of an orthographic picture, m */
    /* radius of the lens, m, which makes things out of focus blurred; 0: everything is sharp */
    double aperture;
    double focus; /* distance at which things are sharp, m */
    bool has_eye, has_target, has_fov, has_height, has_focus;
    /* true: `focus` is set to the depth of the place `sharp` when eye and target are known */
    bool has_sharp;
    vec3 sharp;
    /* the script gives no `around`, or no `above`: it is chosen when the film is completed */
    bool free_around, free_above;
    /* true: the script names the items that the camera is to show; all others are `beside` */
    bool framed;
    /* azimuth and elevation, rad, at which an eye that is chosen (`has_eye` false) is seen from the
     * target; azimuth 0: the eye is at -y, and it grows toward +x */
    double around, above;
    /* automatic camera: share of the picture that the subject fills; 0: TW_CAMERA_FILL */
    double fill;
    tw_camera_fit fit;
    uint32_t shot; /* number of times that the script has changed the camera so far */
} tw_camera;

/* how linear light becomes what a screen shows (picture/resolve.c) */
typedef enum tw_tone {
    TW_TONE_NONE,  /* plain sRGB */
    TW_TONE_FILM,  /* highlights are compressed; colours of materials stay as they are */
    TW_TONE_FILMIC /* an S-curve: dark parts and highlights are compressed */
} tw_tone;

/* A background in place of the sky, seen where the camera's rays hit nothing. With `has_gradient`
 * its radiance depends on the ray's elevation e: it is `bottom` below `from`, `top` above `to`, and
 * between them a mixture in which `top` has the share s^2 (3 - 2 s), s = (sin e - sin from) / (sin
 * to - sin from) */
typedef struct tw_backdrop {
    bool has_gradient;
    tw_rgb bottom; /* radiance; without a gradient that of the whole background */
    tw_rgb top;    /* radiance */
    /* elevations above the horizon at which the gradient begins and ends, rad; from < to */
    double from, to;
    double stars; /* radiance of the brightest star; 0: no stars */
} tw_backdrop;

/* Haze. Of the light that comes from the distance r from the eye it replaces the share s^2 (3 - 2
 * s), s = (r - from) / (to - from) clamped to 0 .. 1, by its own. */
typedef struct tw_haze {
    bool has_color;  /* false: its radiance is that of the background or sky behind it */
    tw_rgb color;    /* radiance */
    double from, to; /* distances from the eye, m; from < to */
} tw_haze;

enum { TW_SWEEP = 9 }; /* greatest number of cameras over an exposure */

/* The look that the scene asks for, kept until the subject of the whole film is known. Then
 * tw_look_apply (look.h) sets the frame's lights, floor and background from it. */
typedef struct tw_frame_look {
    /* the kind of look; NULL: the scene asks for none, or the look has been applied already */
    const struct tw_look_kind *kind;
    /* finish of the floor, a tw_floor; TW_FLOOR_AUTO: that of the look */
    int floor;
    /* factors of radiance: key: of the main light; rim: of light from behind; fill: of light from
     * all around. soft: factor of the lamps' sizes, which makes shadows softer. 1: as the look has
     * them */
    double key, rim, fill, soft;
    double turn; /* angle about z by which the lights are rotated, rad */
    /* factors of the colours of floor, background and paper; lights keep their colours */
    tw_rgb tint;
    /* bits TW_SAID_LIGHTS ...: parts that the scene has set itself and that the look does not
     * change */
    unsigned said;
} tw_frame_look;

/* kinds of marks: what the debug layer draws over a picture */
typedef enum tw_mark_kind {
    TW_MARK_POINT, /* control point at a */
    TW_MARK_NAIL,  /* a point that is fixed in space, at a */
    /* a constraint as a line from a to b; the line fades as the constraint's deviation goes to 0 */
    TW_MARK_LINK,
    TW_MARK_ARROW,   /* a force `vector`, N, that acts at a */
    TW_MARK_TORQUE,  /* a torque `vector`, N m, on the body at a */
    TW_MARK_NAME,    /* the text `text`, at a */
    TW_MARK_CONTACT, /* a contact at a; `vector`: its unit normal */
    /* a constraint on directions, at a: it turns the unit vector `vector` into the unit vector b;
     * drawn as an angle, which fades like LINK */
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
    /* a constraint that is not met yet, that is, whose deviation is not 0 yet */
    TW_CLASS_DEVIATION,
    TW_CLASS_COUNT
} tw_mark_class;

/* where a name stands relative to the point that it names */
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
    double strength; /* LINK, ANGLE: deviation of the constraint at the frame's time, m or rad */
    /* LINK, ANGLE: largest deviation of the constraint in the whole film; 0: not known yet */
    double reference;
    /* ARROW: length of the arrow per unit of `vector`, m; 0: the film's force_scale */
    double scale;
    int rank; /* priority of the text where there is no room for all; the greatest comes first */
    /* NAME: side on which it stands, chosen for the whole film (frame/marks/film/sides.h) */
    tw_name_side side;
    /* number of the marked object, the same in all frames of the film; 0: none */
    uint32_t tag;
    bool met; /* LINK */
    /* NAME: the name; other kinds: a label, or NULL. Owned by the frame. Letters between the
     * control characters 14 and 15 are subscripts */
    const char *text;
} tw_mark;

typedef struct tw_plot_sample {
    double t, value, rate; /* time, s; value at that time; its derivative by time */
} tw_plot_sample;

/* a small curve of a constraint's deviation |D(t)|, drawn beside its bodies
 * (frame/marks/film/plots.h) */
typedef struct tw_plot {
    const char *text; /* name of the constraint; owned by the frame */
    vec3 at;
    uint32_t tag;
    double value, rate; /* |D| at the frame's time, and its derivative by time */
    double tau;         /* s */
    /* true: the script asks for this curve (plot = true); false: it is drawn only if the layer
     * `curves` is */
    bool asked;
    bool met;
    /* true: D is an angle, rad; false: a length, m; if `velocity`: rad/s, m/s */
    bool angular;
    /* true: the constraint acts at velocity level: its deviation is a velocity V with V' + V / tau
     * = 0 */
    bool velocity;
    /* true: as long as nothing disturbs the constraint, |D|^2 = (law[0] + law[1] s + law[2] s^2)
     * exp(-2 s / tau), the closed form. s: seconds since the frame's time; when the film is
     * complete, seconds since `begin` */
    bool lawful;
    double law[3];
    /* set when the film is completed, like the members from here to `count`: side of `at` on which
     * the curve stands in the whole film. It has the least cost: covered bodies and curves, parts
     * outside the picture, and more (frame/marks/film/curves.c) */
    tw_name_side side;
    float far; /* distance of the curve's box from `at`, picture heights */
    /* time at which the curve begins, s: the constraint was created, enabled or disturbed (its
     * deviation jumped, or its tau changed) then */
    double begin;
    /* lengths of the axes: span: of the time axis, s; top: of the axis of |D|, in its unit */
    double span, top;
    const tw_plot_sample *sample; /* [count] samples up to the frame's time, owned by the frame */
    size_t count;
} tw_plot;

enum { TW_GRAPH_CURVES = 8 };

typedef struct tw_graph_curve {
    const char *name; /* name in the graph; NULL: none; owned by the frame, like `xy` */
    /* true: drawn in `color`; false: in a colour that its number in the graph gives */
    bool has_color;
    tw_rgb color; /* linear */
    /* true: a closed form, drawn as a thin line from the film's beginning to its end */
    bool thin;
    const double *xy; /* [count][2] points x, y; NAN: the line is interrupted */
    size_t count;
} tw_graph_curve;

/* a graph in the picture: values of functions of the script up to now, over time or over each other
 * (frame/marks/film/graphs.h) */
typedef struct tw_graph {
    const char *title, *x_label, *y_label; /* NULL: none; owned by the frame */
    /* number of the graph, the same in all frames of the film */
    uint32_t tag;
    /* true: (x, y) is the upper left corner, as shares of the picture's width and height; false: x
     * and y tell where the graph lies: 0 left or top, 1/2 in the middle, 1 right or bottom */
    bool placed;
    double x, y;
    double width, height; /* size, as shares of the picture's width and height */
    double opacity;
    /* least and greatest value so far, [0] of x, [1] of y; low > high: no values yet */
    double low[2], high[2];
    /* ends of the axes, [0] of x, [1] of y; NAN: chosen when the film is completed */
    double from[2], to[2];
    tw_graph_curve curve[TW_GRAPH_CURVES];
    int curves;
} tw_graph;

/* typefaces of texts in pictures */
typedef enum tw_font {
    TW_FONT_SANS,
    TW_FONT_SERIF,
    TW_FONT_MONO,
    TW_FONT_BOLD, /* bold form of TW_FONT_SANS */
    TW_FONT_SERIF_BOLD,
    TW_FONT_MONO_BOLD,
    TW_FONT_COUNT
} tw_font;

/* a text in the picture: title, time stamp, caption, or label of a prop */
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
    tw_rgb color; /* linear light, shown as it is: exposure and tone do not change it */
    tw_font font;
    /* point of the text that lies at the caption's place: x: 0 left .. 1 right, y: 0 top .. 1
     * bottom. y counts only at a point in space */
    double anchor_x, anchor_y;
    bool plate; /* true: a translucent plate is drawn behind the letters */
    /* true: it is the title of a shot, and the automatic camera leaves no room for it */
    bool title;
} tw_caption;

/* line drawing over flat colours instead of shading (figure/figure.h) */
typedef enum tw_lines {
    TW_LINES_NONE,
    TW_LINES_INK,      /* black lines; hidden lines are left out */
    TW_LINES_BLUEPRINT /* white lines; hidden lines are dashed */
} tw_lines;

typedef struct tw_frame {
    int number;  /* number of the frame in the film, 1 .. count */
    double time; /* s */

    tw_frame_item *item;
    size_t item_count;
    tw_pose *pose; /* [item_count][pose_count] poses */
    /* number of poses of each item, evenly spaced over the exposure; 1: the frame shows an instant,
     * without motion blur */
    int pose_count;
    /* [item_count] poses at the frame's time; NULL if pose_count is 1: then these are in `pose` */
    tw_pose *still;
    /* length of the exposure over which poses and sweep are spread, as a share of the time between
     * two frames; 0: an instant, and motion is not known */
    double shutter;
    /* true: the picture is drawn at the frame's time (`still`, `camera`); the poses over the
     * exposure serve only to measure motion */
    bool sharp;
    tw_camera camera;
    /* length of the exposure in seconds of the scene; 0: an instant. The frame's time is in its
     * middle, counted in seconds of the film, which a pace makes other than those of the scene */
    double open;
    /* [sweep_count] cameras, evenly spaced over the exposure; sweep_count 0: the camera stands
     * still */
    tw_camera *sweep;
    int sweep_count; /* number of cameras in `sweep`: 0, or 2 .. TW_SWEEP */
    tw_frame_light *light;
    size_t light_count;
    bool has_ground;
    double ground_height;
    tw_material ground;
    bool has_background; /* true: behind everything lies `background`; false: the sky */
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
    /* set when the film is completed (frame/marks/film/scale.h), like the members from here to
     * `kinds` */
    double force_scale;  /* length of force arrows, m/N; 0: not chosen yet */
    double torque_scale; /* radius of torque arrows, m/(N m); 0: not chosen yet */
    /* factor of the sizes of all marks, less than 1 where there are many; 0 means 1 */
    double mark_size;
    bool legend; /* true: a legend of the marks' colours is drawn */
    /* set of the tw_mark_class values that occur in the film: bit c for class c; marks of
     * constraints count only where the constraint is not met */
    uint32_t classes;
    uint32_t kinds; /* set of the tw_mark_kind values that occur in the film: bit k for kind k */

    /* in a film of several scenes: number of the frame's scene, and of its shot in the film, from 0
     */
    int part, shot;

    /* the other frame of a fade, with which it begins: drawn by itself and mixed with this one as
     * light; NULL: no fade. Owned by this frame */
    struct tw_frame *fades;
    double share; /* weight of this frame in the fade, 0 .. 1; `fades` has the rest */

    /* memory to which the pointers of this struct lead, unless they are retained */
    struct tw_frame_block *block;
} tw_frame;

/* zeroed memory of `size` bytes that is freed with the frame; NULL: there is none */
void *tw_frame_alloc(tw_frame *f, size_t size);
char *tw_frame_text(tw_frame *f, const char *text);
/* adds a caption; its text must be owned by the frame (tw_frame_text) */
tw_status tw_frame_caption(tw_frame *f, const tw_caption *caption);
/* releases what the item retains: its mesh and its picture */
void tw_frame_item_release(tw_frame_item *item);
void tw_frame_free(tw_frame *f); /* frees what the frame owns, not *f itself */
/* frees a frame made by malloc and what it owns; does nothing for NULL */
void tw_frame_destroy(tw_frame *f);
/* makes the frame an instant: only the pose of each item and the camera at the frame's time remain;
 * also in the frame with which a fade begins */
void tw_frame_stop(tw_frame *f);

/* pose of item number `item` at the frame's time, without motion blur */
const tw_pose *tw_frame_pose(const tw_frame *f, size_t item);

/* hash of lights, camera, ground, background, haze, bloom, tone, exposure, bounces, lines and look:
 * of all that the picture shows except items, overlay and the frame with which a fade begins
 * (digest.c) */
uint64_t tw_frame_stage_digest(const tw_frame *frame);
/* hashes of one item: *what: of its shape, material and tag; *where: of its poses over the exposure
 */
void tw_frame_item_digest(const tw_frame *frame, size_t item, uint64_t *what, uint64_t *where);

#endif
