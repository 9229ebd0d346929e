/*
 * A solid bounded by triangles, which come from a file or from lists. Its axes are those of the
 * file, its origin is the centre of mass, which is at scale times mesh->com in the coordinates of
 * the file.
 */
#include "shape/mesh/mesh.h"
#include "kinds/bodies/_round.h"

typedef struct mesh {
    tw_mesh_ref file, lists;
    /* never set: a parameter row needs a member for its offset, but `lists` holds the vertices
     * together with the triangles */
    tw_mesh_ref vertices;
    /* the mesh of `file` or that of `lists`, not owned; scripts read it as `vertices` and
     * `triangles` */
    tw_mesh_ref either;
    double scale;
    vec3 origin;
} mesh;

static const tw_mesh *mesh_of(const mesh *o) {
    return o->lists.mesh ? o->lists.mesh : o->file.mesh;
}

static tw_status begin(void *own) {
    mesh *o = own;
    o->either.mesh = (tw_mesh *)mesh_of(o);
    return TW_OK;
}

static tw_status form(const void *own, tw_form *f) {
    const mesh *o = own;
    const tw_mesh *m = mesh_of(o);
    if (!m) return tw_fail(TW_ARGUMENT, "field 'file': expected it, or 'vertices' and 'triangles'");
    if (o->lists.mesh && o->file.mesh)
        return tw_fail(TW_ARGUMENT,
                       "field 'file': expected either it or 'vertices' and 'triangles', got both");
    if (!(o->scale * m->radius <= 1e30))
        return tw_fail(TW_ARGUMENT, "field 'scale': the mesh gets too large");
    TW_TRY(tw_form_one(f, (tw_shape){.type = TW_SHAPE_MESH, .p = {o->scale, 0, 0}, .mesh = m}));
    f->com = v3_scale(m->com, o->scale);
    tw_form_begin_at(f, o->origin);
    return TW_OK;
}

static tw_status vertex(const void *own, const tw_point_argument *a, vec3 *local) {
    const mesh *o = own;
    const tw_mesh *m = mesh_of(o);
    if (!m) return tw_fail(TW_ARGUMENT, "the mesh has no vertices yet");
    if (!(a->number >= 1 && a->number <= (double)m->vertex_count))
        return tw_fail(TW_ARGUMENT, "expected a vertex from 1 to %zu, got %.9g", m->vertex_count,
                       a->number);
    *local = v3_scale(v3_sub(tw_mesh_vertex(m, (size_t)a->number - 1), m->com), o->scale);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "file",
     .offset = offsetof(mesh, file),
     .type = TW_PARAM_MESH,
     .flags = TW_AT_CREATION | TW_UNSET_OK,
     .doc = "OBJ, STL or PLY, looked for beside the script first; its triangles bound a solid"},
    {.name = "triangles",
     .offset = offsetof(mesh, lists),
     .read_offset = offsetof(mesh, either),
     .type = TW_PARAM_MESH,
     .flags = TW_AT_CREATION | TW_UNSET_OK,
     .doc = "{{1, 2, 3}, ...}: numbers of vertices, anticlockwise as seen from outside"},
    {.name = "vertices",
     .offset = offsetof(mesh, vertices),
     .read_offset = offsetof(mesh, either),
     .type = TW_PARAM_MESH,
     .flags = TW_AT_CREATION | TW_UNSET_OK,
     .unit = "m",
     .doc = "{{x, y, z}, ...}, with `triangles`, instead of a file"},
    {.name = "scale",
     .offset = offsetof(mesh, scale),
     .type = TW_PARAM_NUMBER,
     .range = TW_POSITIVE,
     .preset = {1},
     .doc = "metres per unit of the file or the lists"},
    TW_FORM_ORIGIN(offsetof(mesh, origin)),
};

static const tw_point_method methods[] = {
    {"vertex", "integer", "vertex i of the file or the list, counted from 1", vertex},
    {0},
};

const tw_body_kind tw_body_mesh = {
    .kind = {.name = "mesh",
             .doc = "a solid bounded by triangles, convex or not",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(mesh)},
    .form = form,
    .begin = begin,
    .methods = methods,
};
