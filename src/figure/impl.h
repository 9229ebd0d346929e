/*
 * Private header of the figures' files.
 *
 * Steps: solids (solid.c) give curves in space (outline.c, mesh.c, meet.c); curves are sampled
 * finely enough for their course in the picture (curve.c); visibility changes only where curves
 * cross in the picture (cross.c), and rays decide it between crossings (seen.c); runs of one kind
 * are joined and fitted (join.c, fit.c).
 */
#ifndef TW_FIGURE_IMPL_H
#define TW_FIGURE_IMPL_H

#include "figure/figure.h"
#include "shape/mesh/mesh.h"

/* ---- the eye (eye.c) ------------------------------------------------------------------------ */

typedef struct fig_eye {
    vec3 at, right, up, forward; /* unit axes, world */
    double k;                    /* pixels per slope; orthographic: per metre */
    double width, height;        /* pixels */
    double near;                 /* least depth in the picture, m */
    bool parallel;               /* orthographic */
    vec3 side[4];                /* unit, inward: normals of the view's sides, with a margin */
    double offset[4];            /* inside: side . p >= offset */
} fig_eye;

typedef struct fig_spot {
    double x, y; /* pixels */
    double z;    /* depth along `forward`, m */
} fig_spot;

enum { FIG_MARGIN = 8 }; /* pixels around the picture in which lines continue */

void fig_eye_make(const tw_frame *f, int width, int height, fig_eye *e);
fig_spot fig_project(const fig_eye *e, vec3 p);
/* size of a pixel at the depth z, m */
double fig_pixel(const fig_eye *e, double z);
/* is no point of the ball in the picture or its margin? */
bool fig_outside(const fig_eye *e, vec3 center, double radius);
bool fig_in_picture(const fig_eye *e, const fig_spot *s);
/* unit vector from the point toward the eye; *distance, if not NULL: to the eye, or to its plane in
 * a parallel view */
vec3 fig_to_eye(const fig_eye *e, vec3 p, double *distance);

/* ---- solids (solid.c, spans.c, mesh.c) ------------------------------------------------------ */

enum { FIG_GROUND = -1, FIG_SPANS = 12 };

typedef struct fig_solid {
    int type;        /* tw_shape_type, or FIG_GROUND */
    const double *p; /* numbers of the shape */
    const tw_mesh *mesh;
    double scale; /* scale of the mesh */
    uint32_t tag;
    vec3 x;
    mat3 R;        /* local to world axes */
    double radius; /* radius of the ball about x */
    vec3 eye;      /* local: the eye, or in a parallel view the direction to it */
    double h;      /* 1; 0 in a parallel view: eye / h is a point */
    bool convex;
    bool blocks;   /* hides lines behind it */
    bool drawn;    /* has lines of its own */
    double box[4]; /* box in pixels, x0, y0, x1, y1, that the solid may cover */
    double height; /* height of the ground for FIG_GROUND, m */
} fig_solid;

/* a signed measure of the distance to the surface, local, below 0 inside: zero on the surface, and
 * nowhere steeper than 1. Not for meshes. n: its slope, unit on the surface; NULL: not asked */
double fig_solid_gap(const fig_solid *s, vec3 p, vec3 *n);
/* least thickness of the solid except at tips and edges, m; INFINITY: the ground. No meshes */
double fig_thickness(const fig_solid *s);
/* bound, 1/m: near the surface the gap's second derivative is >= -fig_dent; 0: it is convex */
double fig_dent(const fig_solid *s);
/* fig_solid_gap in the world */
double fig_gap(const fig_solid *s, vec3 p, vec3 *n);
vec3 fig_to_local(const fig_solid *s, vec3 p);
vec3 fig_to_world(const fig_solid *s, vec3 p);
vec3 fig_turned(const fig_solid *s, vec3 d); /* a direction, local to world */

/* span: parts [lo, hi] of the local ray o + t d, |d| = 1, that lie in the solid; returns their
 * number. Not for meshes */
int fig_spans(const fig_solid *s, vec3 o, vec3 d, double span[FIG_SPANS][2]);
/* does the ray meet a triangle of the mesh with from < t < to? In local axes, before scaling */
bool fig_mesh_meets(const tw_mesh *m, vec3 o, vec3 d, double from, double to);
/* corner k of triangle t, scaled, about the centre of mass */
vec3 fig_mesh_corner(const fig_solid *s, size_t t, size_t k);

/* ---- curves --------------------------------------------------------------------------------- */

typedef enum fig_form {
    FIG_SEGMENT, /* a + u (b - a), u in 0 .. 1 */
    FIG_ARC,     /* c + a cos u + b sin u */
    FIG_RING,    /* the contour of a torus, or of the half of a link */
    FIG_CHAIN    /* through points, drawn to the surfaces of both solids */
} fig_form;

typedef enum fig_role {
    FIG_CONTOUR, /* a smooth surface turns away */
    FIG_EDGE,    /* two faces meet, with normals n1, n2 (a rim: n1 is its cap's) */
    FIG_RIM,
    FIG_MEETING
} fig_role;

typedef struct fig_curve {
    fig_form form;
    fig_role role;
    tw_line_kind kind;
    int own, other;         /* solids; other: of a meeting */
    bool back;              /* both faces of the edge face away: its own solid hides it */
    vec3 a, b, c;           /* world */
    vec3 n1, n2;            /* unit, world */
    double u0, u1;          /* the curve is u0 .. u1 */
    double middle, half;    /* FIG_RING: see ring.c */
    double shift;           /* FIG_RING: of the centre along local x */
    int branch;             /* FIG_RING: 1, -1; 0: both, a loop */
    size_t first, count;    /* FIG_CHAIN: points of the scene */
    size_t sample, samples; /* samples of the scene */
} fig_curve;

/* one place of a curve */
typedef struct fig_sample {
    double u;
    vec3 p; /* world */
    fig_spot s;
    bool gap; /* nothing is drawn from here to the next sample */
} fig_sample;

/* crossing of two curves in the picture */
typedef struct fig_crossing {
    int curve;
    double u;
} fig_crossing;

/* part of a curve that is visible as a whole, or hidden as a whole */
typedef struct fig_run {
    int curve;
    bool hidden;
    double u0, u1;
    bool closed;
    size_t first, count; /* places of scene.place */
} fig_run;

typedef struct fig_scene {
    const tw_figure_options *o;
    fig_eye eye;
    double unit; /* size of everything that is drawn, m */
    TW_ARRAY(fig_solid) solid;
    TW_ARRAY(tw_mesh *) mesh; /* meshes of shapes that the figure handles as triangles */
    TW_ARRAY(fig_curve) curve;
    TW_ARRAY(vec3) point;
    TW_ARRAY(fig_sample) sample;
    TW_ARRAY(fig_crossing) crossing;
    TW_ARRAY(fig_sample) place;
    TW_ARRAY(fig_run) run;
    /* index of the solids by cells of FIG_CELL pixels of the picture */
    int columns, rows;
    size_t *cell; /* [columns rows + 1] into cell_solid */
    int *cell_solid;
} fig_scene;

enum { FIG_CELL = 32 };

tw_status fig_poll(const fig_scene *s);

/* mesh.c: the triangles of a shape as a mesh; kept until the scene is freed */
tw_status fig_mesh_of(fig_scene *s, const tw_shape *shape, const tw_mesh **mesh);
/* solid.c: the solids of the frame, and the ground last */
tw_status fig_scene_solids(fig_scene *s, const tw_frame *f);
/* outline.c, ring.c, mesh.c, meet.c: add curves */
tw_status fig_outline(fig_scene *s, int own);
tw_status fig_outline_ring(fig_scene *s, int own, double shift, int half);
tw_status fig_outline_mesh(fig_scene *s, int own);
tw_status fig_meetings(fig_scene *s);
tw_status fig_meet_mesh_mesh(fig_scene *s, int a, int b);
vec3 fig_ring_point(const fig_scene *s, const fig_curve *c, double u);
/* curve.c */
vec3 fig_curve_at(const fig_scene *s, const fig_curve *c, double u);
/* outward unit vector, world: the surface's normal at a contour, else the mean of both faces'
 * normals */
vec3 fig_curve_normal(const fig_scene *s, const fig_curve *c, double u, vec3 p);
tw_status fig_sample_curve(fig_scene *s, fig_curve *c);
/* cross.c */
tw_status fig_cross(fig_scene *s);
/* seen.c: cells of solids; runs of all curves */
tw_status fig_cells_make(fig_scene *s);
bool fig_seen(const fig_scene *s, const fig_curve *c, double u, vec3 p);
tw_status fig_runs(fig_scene *s);
/* all steps up to the runs */
tw_status fig_scene_make(const tw_frame *f, const tw_figure_options *o, fig_scene *s);
void fig_scene_free(fig_scene *s);

/* join.c: the runs as lines; fit.c: one line of points [n], the first and last fixed */
tw_status fig_join(const fig_scene *s, tw_figure *figure);
tw_status fig_fit(const double *xy, size_t n, bool closed, tw_figure *figure);

#endif
