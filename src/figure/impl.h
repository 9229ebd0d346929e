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
    /* position of the eye, and unit vectors of its axes, in world axes */
    vec3 at, right, up, forward;
    double k; /* pixels per unit of x / z; in an orthographic view pixels per metre of x */
    double width, height; /* pixels */
    double near;          /* depth from which on lines are drawn, m */
    bool parallel;        /* orthographic */
    /* unit normals, inward, of the view's four sides, which lie FIG_MARGIN pixels outside the
     * picture */
    vec3 side[4];
    /* offsets of the four sides: p is inside the view if side[i] . p >= offset[i] for all i */
    double offset[4];
} fig_eye;

typedef struct fig_spot {
    double x, y; /* pixels */
    double z;    /* depth, the distance from the eye along `forward`, m */
} fig_spot;

enum {
    FIG_MARGIN = 8
}; /* width of the margin around the picture in which lines are computed, too, pixels */

void fig_eye_make(const tw_frame *f, int width, int height, fig_eye *e);
fig_spot fig_project(const fig_eye *e, vec3 p);
/* size of a pixel at the depth z, m; depths below e->near count as e->near */
double fig_pixel(const fig_eye *e, double z);
/* true: the ball lies wholly outside the picture and its margin, or has no point as deep as e->near
 */
bool fig_outside(const fig_eye *e, vec3 center, double radius);
bool fig_in_picture(const fig_eye *e, const fig_spot *s);
/* unit vector from p toward the eye; *distance, if not NULL: distance from p to the eye; in an
 * orthographic view: to the plane of the eye */
vec3 fig_to_eye(const fig_eye *e, vec3 p, double *distance);

/* ---- solids (solid.c, spans.c, mesh.c) ------------------------------------------------------ */

enum { FIG_GROUND = -1, FIG_SPANS = 12 };

typedef struct fig_solid {
    int type;        /* type of the shape (tw_shape_type), or FIG_GROUND */
    const double *p; /* numbers that define the shape (tw_shape) */
    const tw_mesh *mesh;
    double scale; /* factor by which the mesh is scaled */
    uint32_t tag;
    vec3 x;
    mat3 R; /* rotation from the solid's axes to world axes */
    /* radius of a ball about x that contains the solid, m; INFINITY for the ground */
    double radius;
    /* position of the eye in the solid's axes, m; in an orthographic view the unit direction to
     * it */
    vec3 eye;
    /* 1; in an orthographic view 0: (eye, h) are homogeneous coordinates of the eye, which is at
     * eye / h */
    double h;
    bool convex;
    bool blocks; /* true: the solid hides lines behind it */
    /* true: the solid's contours, edges and meetings are drawn. False for solids outside the view,
     * for one that contains the eye, and for the ground, which has no lines: where a solid meets
     * the ground is a line of that solid */
    bool drawn;
    /* box in the picture that contains the image of the solid: x0, y0, x1, y1, pixels; may be
     * infinite */
    double box[4];
    double height; /* FIG_GROUND: height of the ground, m */
} fig_solid;

/* signed measure of the distance from p (local) to the surface, m: below 0 inside, 0 on the
 * surface, its gradient has at most length 1. Not for meshes. *n: the gradient, of length 1 on the
 * surface (shorter for ellipsoids); n may be NULL */
double fig_solid_gap(const fig_solid *s, vec3 p, vec3 *n);
/* least thickness of the solid, m, without regard to tips and edges, where every solid is thin;
 * INFINITY for the ground and meshes */
double fig_thickness(const fig_solid *s);
/* bound, 1/m, for how concave fig_solid_gap is near the surface: its second derivatives along lines
 * are at least -fig_dent; 0: it is convex */
double fig_dent(const fig_solid *s);
/* fig_solid_gap at p in world coordinates; *n: gradient in world axes */
double fig_gap(const fig_solid *s, vec3 p, vec3 *n);
vec3 fig_to_local(const fig_solid *s, vec3 p);
vec3 fig_to_world(const fig_solid *s, vec3 p);
/* direction d, rotated from the solid's axes to world axes */
vec3 fig_turned(const fig_solid *s, vec3 d);

/* span: intervals [lo, hi] of t in which the ray o + t d (in the solid's axes, |d| = 1) is in the
 * solid; returns their number. Not for meshes */
int fig_spans(const fig_solid *s, vec3 o, vec3 d, double span[FIG_SPANS][2]);
/* true: the ray o + t d meets a triangle of the mesh with from < t < to; all in coordinates of the
 * unscaled mesh */
bool fig_mesh_meets(const tw_mesh *m, vec3 o, vec3 d, double from, double to);
/* corner k, 0 .. 2, of triangle t in the solid's axes, m: scaled, relative to the centre of mass */
vec3 fig_mesh_corner(const fig_solid *s, size_t t, size_t k);

/* ---- curves --------------------------------------------------------------------------------- */

typedef enum fig_form {
    FIG_SEGMENT, /* straight segment a + u (b - a), u in 0 .. 1 */
    FIG_ARC,     /* arc of an ellipse, c + a cos u + b sin u */
    /* contour of a torus or of half a link; u: angle about its axis, or the parameter w of
     * ring.c */
    FIG_RING,
    /* meeting of two solids: the curve near the points from scene.point[first] on; u: index of a
     * point, or between two indices */
    FIG_CHAIN
} fig_form;

typedef enum fig_role {
    FIG_CONTOUR, /* contour: where a smooth surface turns away from the eye */
    FIG_EDGE,    /* edge between two plane faces with the normals n1 and n2 */
    /* edge between a curved side and a plane cap; n1: normal of the cap */
    FIG_RIM,
    FIG_MEETING
} fig_role;

typedef struct fig_curve {
    fig_form form;
    fig_role role;
    tw_line_kind kind;
    /* indices of the solids: own: the one that has the curve; other: the second solid of a meeting;
     * -1: the curve is no meeting */
    int own, other;
    /* true: the curve's own solid hides it, since both faces at the edge face away from the eye; in
     * a valley one suffices */
    bool back;
    vec3 a, b, c;  /* world */
    vec3 n1, n2;   /* unit, world */
    double u0, u1; /* range of the parameter u of the curve */
    /* FIG_RING: range of angles middle - half .. middle + half for the parameter w; half 0: u is
     * the angle itself (ring.c) */
    double middle, half;
    double shift; /* FIG_RING: x of the ring's centre in the solid's axes, m */
    /* FIG_RING: which of the two places of the contour at each angle: 1 or -1, the sign of acos
     * in ring.c */
    int branch;
    /* FIG_CHAIN: the curve's points in scene.point: index of the first, and number */
    size_t first, count;
    size_t sample, samples; /* the curve's samples in the scene: index of the first, and number */
} fig_curve;

/* a place of a curve, with its parameter */
typedef struct fig_sample {
    double u;
    vec3 p; /* world */
    fig_spot s;
    /* true: from this sample to the next the curve is not drawn: it is outside the picture, or
     * nearer than the eye's least depth */
    bool gap;
} fig_sample;

/* crossing: place u of a curve at which another curve crosses it in the picture */
typedef struct fig_crossing {
    int curve;
    double u;
} fig_crossing;

/* run: part of a curve that is entirely visible or entirely hidden */
typedef struct fig_run {
    int curve;
    bool hidden;
    double u0, u1;
    size_t first, count; /* the run's samples in scene.place: index of the first, and number */
} fig_run;

typedef struct fig_scene {
    const tw_figure_options *o;
    fig_eye eye;
    double unit; /* radius of the largest shape, m, to which tolerances are relative */
    TW_ARRAY(fig_solid) solid;
    /* meshes for shapes that have no formulas in src/figure; made for the scene, which owns them */
    TW_ARRAY(tw_mesh *) mesh;
    TW_ARRAY(fig_curve) curve;
    TW_ARRAY(vec3) point;
    TW_ARRAY(fig_sample) sample;
    TW_ARRAY(fig_crossing) crossing;
    TW_ARRAY(fig_sample) place;
    TW_ARRAY(fig_run) run;
    /* index that rays use: the picture is divided into cells of FIG_CELL x FIG_CELL pixels, and for
     * each there is a list of the opaque solids that may cover it */
    int columns, rows;
    size_t *cell; /* [columns rows + 1] index in cell_solid of the begin of each cell's list */
    int *cell_solid;
} fig_scene;

enum { FIG_CELL = 32 };

/* *mesh: the triangles of a shape as a mesh, which the scene owns; in mesh.c */
tw_status fig_mesh_of(fig_scene *s, const tw_shape *shape, const tw_mesh **mesh);
/* fills s->solid with the frame's visible solids, the ground last; in solid.c */
tw_status fig_scene_solids(fig_scene *s, const tw_frame *f);
/* outline.c, ring.c, mesh.c, meet.c: add a solid's curves to s->curve; own: index of the solid. Of
 * fig_outline_ring: shift: x of the ring's centre in the solid's axes, m; half: 0: the whole ring
 * of a torus; 1, -1: only the half of it at greater, or lesser, x, as at an end of a link */
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
/* in seen.c: fig_cells_make makes the index of solids by cells; fig_seen finds whether point p of a
 * curve is visible; fig_runs fills s->run */
tw_status fig_cells_make(fig_scene *s);
bool fig_seen(const fig_scene *s, const fig_curve *c, double u, vec3 p);
tw_status fig_runs(fig_scene *s);
/* fills *s by all steps from the frame to the runs; *s must be freed, also after a failure; in
 * scene.c */
tw_status fig_scene_make(const tw_frame *f, const tw_figure_options *o, fig_scene *s);
void fig_scene_free(fig_scene *s);

/* fig_join joins runs to lines of the figure (join.c). fig_fit adds the Bezier curves fitted to the
 * points xy [n][2] of one line; their ends are the first and the last of these points (fit.c) */
tw_status fig_join(const fig_scene *s, tw_figure *figure);
tw_status fig_fit(const double *xy, size_t n, bool closed, tw_figure *figure);

#endif
