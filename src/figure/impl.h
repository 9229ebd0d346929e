/*
 * Private header of the figures' files.
 *
 * Steps: solids (solid.c) give curves in space (outline.c, mesh.c, meet.c); curves are sampled as
 * finely as the picture needs (curve.c); visibility changes only where curves cross in the picture
 * (cross.c), and rays decide it between crossings (seen.c); parts with the same visibility (runs)
 * are joined and fitted (join.c, fit.c).
 */
#ifndef TW_FIGURE_IMPL_H
#define TW_FIGURE_IMPL_H

#include "figure/figure.h"
#include "shape/mesh/mesh.h"

/* ---- the eye (eye.c) ------------------------------------------------------------------------ */

typedef struct fig_eye {
    vec3 at, right, up, forward; /* unit axes, world */
    double k;                    /* pixels per unit of x / z; orthographic: pixels per metre */
    double width, height;        /* pixels */
    double near;                 /* depth from which on points are drawn, m */
    bool parallel;               /* orthographic */
    /* unit normals, inward, of the view's four sides, which lie FIG_MARGIN pixels outside the
     * picture */
    vec3 side[4];
    double offset[4]; /* p is inside if side . p >= offset for all four */
} fig_eye;

typedef struct fig_spot {
    double x, y; /* pixels */
    double z;    /* depth along `forward`, m */
} fig_spot;

enum {
    FIG_MARGIN = 8
}; /* width of the border around the picture in which lines are computed too, pixels */

void fig_eye_make(const tw_frame *f, int width, int height, fig_eye *e);
fig_spot fig_project(const fig_eye *e, vec3 p);
/* size of a pixel at the depth z, m; depths below e->near count as e->near */
double fig_pixel(const fig_eye *e, double z);
/* true: the ball lies wholly outside the picture and its margin, or wholly nearer than e->near */
bool fig_outside(const fig_eye *e, vec3 center, double radius);
bool fig_in_picture(const fig_eye *e, const fig_spot *s);
/* unit vector from p toward the eye; *distance, if not NULL: from p to the eye, orthographic: to
 * the eye's plane */
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
    double radius; /* radius of a ball about x that contains the solid, m; ground: INFINITY */
    vec3 eye;      /* position of the eye in local axes, m; orthographic: direction to it */
    /* 1, orthographic: 0, so that the eye is at eye / h in homogeneous coordinates */
    double h;
    bool convex;
    bool blocks; /* hides lines behind it */
    /* its contours, edges and meetings are drawn; false for the ground, which has none of its
     * own */
    bool drawn;
    /* part of the picture that the solid may cover: x0, y0, x1, y1, pixels; may be infinite */
    double box[4];
    double height; /* FIG_GROUND: height of the ground, m */
} fig_solid;

/* signed measure of the distance from p (local) to the surface, m: below 0 inside, 0 on the
 * surface, gradient at most 1. Not for meshes. *n: its gradient, of length 1 on the surface
 * (ellipsoid: shorter); n may be NULL */
double fig_solid_gap(const fig_solid *s, vec3 p, vec3 *n);
/* least thickness of the solid, except at tips and edges, m; ground, meshes: INFINITY */
double fig_thickness(const fig_solid *s);
/* bound of how concave fig_solid_gap is near the surface, 1/m: its second derivatives are at least
 * -fig_dent; 0: it is convex */
double fig_dent(const fig_solid *s);
/* fig_solid_gap at p in world coordinates; *n: gradient in world axes */
double fig_gap(const fig_solid *s, vec3 p, vec3 *n);
vec3 fig_to_local(const fig_solid *s, vec3 p);
vec3 fig_to_world(const fig_solid *s, vec3 p);
vec3 fig_turned(const fig_solid *s, vec3 d); /* direction d, turned from local to world axes */

/* span: intervals [lo, hi] of t in which the ray o + t d (local, |d| = 1) is in the solid; returns
 * their number. Not for meshes */
int fig_spans(const fig_solid *s, vec3 o, vec3 d, double span[FIG_SPANS][2]);
/* true: the ray o + t d meets a triangle of the mesh with from < t < to; coordinates of the
 * unscaled mesh */
bool fig_mesh_meets(const tw_mesh *m, vec3 o, vec3 d, double from, double to);
/* corner k of triangle t in local axes, m (scaled, relative to the centre of mass) */
vec3 fig_mesh_corner(const fig_solid *s, size_t t, size_t k);

/* ---- curves --------------------------------------------------------------------------------- */

typedef enum fig_form {
    FIG_SEGMENT, /* a + u (b - a), u in 0 .. 1 */
    FIG_ARC,     /* c + a cos u + b sin u */
    /* contour of a torus, or of half a link; u: angle about its axis, or w of ring.c */
    FIG_RING,
    /* meeting of solids, near the line through scene.point[first] ...; u: index of a point,
     * fractions between points */
    FIG_CHAIN
} fig_form;

typedef enum fig_role {
    FIG_CONTOUR, /* where a smooth surface turns away from the eye */
    FIG_EDGE,    /* edge between two faces with the normals n1, n2 */
    /* edge between a round side and a cap; n1: normal of the cap */
    FIG_RIM,
    FIG_MEETING
} fig_role;

typedef struct fig_curve {
    fig_form form;
    fig_role role;
    tw_line_kind kind;
    /* indices of solids; other: the second solid of a meeting, -1: it is no meeting */
    int own, other;
    /* hidden by its own solid: both faces at the edge (in a valley: one) face away */
    bool back;
    vec3 a, b, c;           /* world */
    vec3 n1, n2;            /* unit, world */
    double u0, u1;          /* range of the parameter u */
    double middle, half;    /* FIG_RING: see ring.c */
    double shift;           /* FIG_RING: x of the ring's centre in the solid's axes, m */
    int branch;             /* FIG_RING: 1 or -1: which of the two contour places at each angle */
    size_t first, count;    /* FIG_CHAIN: range of scene.point */
    size_t sample, samples; /* samples of the scene */
} fig_curve;

/* one place of a curve */
typedef struct fig_sample {
    double u;
    vec3 p; /* world */
    fig_spot s;
    bool gap; /* the curve is outside the picture, or too near, from here to the next sample */
} fig_sample;

/* place u of a curve where another curve crosses it in the picture */
typedef struct fig_crossing {
    int curve;
    double u;
} fig_crossing;

/* part of a curve that is entirely visible or entirely hidden */
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
    double unit; /* radius of the largest shape, m, to which tolerances are relative */
    TW_ARRAY(fig_solid) solid;
    /* meshes made, and owned, for shapes that have no formulas in src/figure */
    TW_ARRAY(tw_mesh *) mesh;
    TW_ARRAY(fig_curve) curve;
    TW_ARRAY(vec3) point;
    TW_ARRAY(fig_sample) sample;
    TW_ARRAY(fig_crossing) crossing;
    TW_ARRAY(fig_sample) place;
    TW_ARRAY(fig_run) run;
    /* index for rays: for each cell of FIG_CELL x FIG_CELL pixels the opaque solids that may cover
     * it */
    int columns, rows;
    size_t *cell; /* [columns rows + 1] start of each cell's list in cell_solid */
    int *cell_solid;
} fig_scene;

enum { FIG_CELL = 32 };

tw_status fig_poll(const fig_scene *s);

/* mesh.c: *mesh: triangles of a shape as a mesh, which the scene owns */
tw_status fig_mesh_of(fig_scene *s, const tw_shape *shape, const tw_mesh **mesh);
/* solid.c: fills s->solid with the frame's visible solids, and the ground last */
tw_status fig_scene_solids(fig_scene *s, const tw_frame *f);
/* outline.c, ring.c, mesh.c, meet.c: add curves to s->curve; own: index of the solid.
 * fig_outline_ring: shift: x of the ring's centre; half: 0: a whole torus, 1, -1: half of a link
 * beyond it toward x, -x */
tw_status fig_outline(fig_scene *s, int own);
tw_status fig_outline_ring(fig_scene *s, int own, double shift, int half);
tw_status fig_outline_mesh(fig_scene *s, int own);
tw_status fig_meetings(fig_scene *s);
tw_status fig_meet_mesh_mesh(fig_scene *s, int a, int b);
vec3 fig_ring_point(const fig_scene *s, const fig_curve *c, double u);
/* curve.c */
vec3 fig_curve_at(const fig_scene *s, const fig_curve *c, double u);
/* outward unit vector at the curve's point p, world: normal of the surface at a contour, otherwise
 * mean of the two faces' normals */
vec3 fig_curve_normal(const fig_scene *s, const fig_curve *c, double u, vec3 p);
tw_status fig_sample_curve(fig_scene *s, fig_curve *c);
/* cross.c */
tw_status fig_cross(fig_scene *s);
/* seen.c: fig_cells_make makes the index of solids by cells; fig_seen tells whether point p of a
 * curve is visible; fig_runs fills s->run */
tw_status fig_cells_make(fig_scene *s);
bool fig_seen(const fig_scene *s, const fig_curve *c, double u, vec3 p);
tw_status fig_runs(fig_scene *s);
/* scene.c: fills *s by all steps from the frame to the runs; to be freed, also after a failure */
tw_status fig_scene_make(const tw_frame *f, const tw_figure_options *o, fig_scene *s);
void fig_scene_free(fig_scene *s);

/* join.c: joins runs to lines of the figure. fit.c: adds the curves fitted to the points xy [n][2]
 * of one line, whose first and last point they keep */
tw_status fig_join(const fig_scene *s, tw_figure *figure);
tw_status fig_fit(const double *xy, size_t n, bool closed, tw_figure *figure);

#endif
