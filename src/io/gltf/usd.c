/*
 * USD in text [Pixar, OpenUSD: usdGeom, usdShade, usdLux]: one root with an Xform for each node,
 * meshes and materials below them. Time codes are frames, from 0 on.
 */
#include "io/gltf/usd.h"

#include "base/file.h"
#include "base/text/text.h"
#include "base/text/unique.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct usd {
    const tw_gltf_scene *scene;
    FILE *out;
    char **name; /* [node_count] names of the nodes in the file: valid in USD and unique */
} usd;

/* longest name of a node, bytes; longer ones are cut off */
enum { LONGEST = 64 };

/* ---- names ---------------------------------------------------------------------------------- */

/* `from` as a name that USD allows: letters, digits and underscores, no digit first, at most
 * LONGEST + 1 bytes. malloc'ed; NULL: no memory */
static char *plain_name(const char *from) {
    char *to = malloc(LONGEST + 2);
    if (!to) return NULL;
    size_t n = 0;
    if (!*from || isdigit((unsigned char)*from)) to[n++] = '_';
    for (; *from && n < LONGEST; from++) {
        unsigned char c = (unsigned char)*from;
        to[n++] = (char)(c < 128 && isalnum(c) ? c : '_');
    }
    to[n] = '\0';
    return to;
}

static tw_status name_nodes(usd *u) {
    size_t n = u->scene->node_count;
    u->name = calloc(n + 1, sizeof *u->name);
    if (!u->name) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) {
        u->name[i] = plain_name(u->scene->node[i].name);
        if (!u->name[i]) return tw_fail_memory();
    }
    return tw_text_unique(u->name, n);
}

/* ---- values --------------------------------------------------------------------------------- */

static void put_text(FILE *out, const char *s) {
    fputc('"', out);
    for (char piece[TW_TEXT_JSON]; *s;) {
        tw_text_json(&s, piece);
        fputs(piece, out);
    }
    fputc('"', out);
}

/* writes vectors "(x, y, z), (...)" of floats, with enough digits to read the same floats back */
static void put_floats(FILE *out, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s(%.9g, %.9g, %.9g)", i ? ", " : "", (double)x[3 * i], (double)x[3 * i + 1],
                (double)x[3 * i + 2]);
}

static void put_color(FILE *out, const double *c, double scale) {
    fprintf(out, "(%.9g, %.9g, %.9g)", c[0] * scale, c[1] * scale, c[2] * scale);
}

/* ---- poses ---------------------------------------------------------------------------------- */

static bool moves(const tw_gltf_node *n) {
    for (size_t i = 1; i < n->pose_count; i++)
        if (memcmp(&n->pose[i], &n->pose[0], sizeof n->pose[0])) return true;
    return false;
}

static void put_place(FILE *out, vec3 x) {
    fprintf(out, "(%.17g, %.17g, %.17g)", x.x, x.y, x.z);
}

/* writes a quaternion with that sign for which it is nearer to `last`, so that interpolation turns
 * the short way; returns it */
static quat put_turn(FILE *out, quat q, quat last) {
    double dot = q.w * last.w + q.x * last.x + q.y * last.y + q.z * last.z;
    if (dot < 0) q = (quat){-q.w, -q.x, -q.y, -q.z};
    fprintf(out, "(%.17g, %.17g, %.17g, %.17g)", q.w, q.x, q.y, q.z);
    return q;
}

static void put_poses(FILE *out, const tw_gltf_node *n) {
    bool film = moves(n);
    size_t count = film ? n->pose_count : 1;
    fprintf(out, "        double3 xformOp:translate%s", film ? ".timeSamples = {" : " = ");
    for (size_t i = 0; i < count; i++) {
        if (film) fprintf(out, "\n            %zu: ", i);
        put_place(out, n->pose[i].x);
        if (film) fputc(',', out);
    }
    fprintf(out, "%s\n        quatd xformOp:orient%s", film ? "\n        }" : "",
            film ? ".timeSamples = {" : " = ");
    quat last = n->pose[0].q;
    for (size_t i = 0; i < count; i++) {
        if (film) fprintf(out, "\n            %zu: ", i);
        last = put_turn(out, n->pose[i].q, last);
        if (film) fputc(',', out);
    }
    fprintf(out,
            "%s\n        uniform token[] xformOpOrder = [\"xformOp:translate\", "
            "\"xformOp:orient\"]\n",
            film ? "\n        }" : "");
}

/* writes the frames at which the node becomes visible or invisible; nothing if it is always
 * visible */
static void put_visibility(FILE *out, const tw_gltf_node *n) {
    bool all = true;
    for (size_t i = 0; n->there && i < n->pose_count; i++) all = all && n->there[i];
    if (all) return;
    fputs("        token visibility.timeSamples = {", out);
    for (size_t i = 0; i < n->pose_count; i++)
        if (i == 0 || n->there[i] != n->there[i - 1])
            fprintf(out, "\n            %zu: \"%s\",", i, n->there[i] ? "inherited" : "invisible");
    fputs("\n        }\n", out);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void put_material(FILE *out, const tw_gltf_material *m, const char *path) {
    fprintf(out,
            "            def Material \"look\"\n            {\n"
            "                token outputs:surface.connect = <%s/look/surface.outputs:surface>\n"
            "                def Shader \"surface\"\n                {\n"
            "                    uniform token info:id = \"UsdPreviewSurface\"\n"
            "                    color3f inputs:diffuseColor = ",
            path);
    put_color(out, m->color, 1);
    fprintf(out,
            "\n                    float inputs:opacity = %.9g\n"
            "                    float inputs:metallic = %.9g\n"
            "                    float inputs:roughness = %.9g\n"
            "                    color3f inputs:emissiveColor = ",
            m->color[3], m->metallic, m->roughness);
    put_color(out, m->emission, 1);
    fputs("\n                    token outputs:surface\n                }\n            }\n", out);
}

static void put_part(usd *u, size_t node, size_t k) {
    const tw_gltf_part *part = &u->scene->node[node].part[k];
    const tw_triangles *t = &part->triangles;
    size_t triangles = t->index.count / 3;
    char path[200];
    snprintf(path, sizeof path, "/scene/%s/part%zu", u->name[node], k);
    fprintf(u->out,
            "        def Mesh \"part%zu\" (prepend apiSchemas = [\"MaterialBindingAPI\"])\n"
            "        {\n            uniform token subdivisionScheme = \"none\"\n"
            "            rel material:binding = <%s/look>\n            color3f[] "
            "primvars:displayColor = [",
            k, path);
    put_color(u->out, part->material.color, 1);
    fputs("]\n            int[] faceVertexCounts = [", u->out);
    for (size_t i = 0; i < triangles; i++) fputs(i ? ", 3" : "3", u->out);
    fputs("]\n            int[] faceVertexIndices = [", u->out);
    for (size_t i = 0; i < t->index.count; i++)
        fprintf(u->out, "%s%u", i ? ", " : "", (unsigned)t->index.data[i]);
    fputs("]\n            point3f[] points = [", u->out);
    put_floats(u->out, t->position.data, t->position.count / 3);
    fputs("]\n            normal3f[] normals = [", u->out);
    put_floats(u->out, t->normal.data, t->normal.count / 3);
    fputs("] (interpolation = \"vertex\")\n", u->out);
    put_material(u->out, &part->material, path);
    fputs("        }\n", u->out);
}

/* Apertures and focal lengths in USD are in tenths of the scene's unit. For perspective cameras
 * only their ratio matters, so 24 is chosen as the vertical aperture */
static void put_camera(FILE *out, const tw_gltf_node *n) {
    bool parallel = n->height > 0;
    double high = parallel ? 10 * n->height : 24, focal = 12 / tan(n->fov / 2);
    fprintf(out,
            "        token projection = \"%s\"\n        float verticalAperture = %.9g\n"
            "        float horizontalAperture = %.9g\n        float focalLength = %.9g\n"
            "        float2 clippingRange = (%.9g, %.9g)\n",
            parallel ? "orthographic" : "perspective", high, high * n->aspect,
            parallel ? 50 : focal, n->near, n->far);
}

static void put_light(FILE *out, const tw_gltf_node *n) {
    fputs("        color3f inputs:color = ", out);
    put_color(out, n->color, 1);
    fprintf(out, "\n        float inputs:intensity = %.9g\n", n->intensity);
    if (n->light == TW_GLTF_SUN) return;
    fputs("        bool treatAsPoint = 1\n        float inputs:radius = 0.01\n", out);
    if (n->light == TW_GLTF_SPOT)
        fprintf(out, "        float inputs:shaping:cone:angle = %.9g\n",
                n->cone * 57.295779513082321);
}

static const char *schema_of(const tw_gltf_node *n) {
    if (n->role == TW_GLTF_CAMERA) return "Camera";
    if (n->role == TW_GLTF_LIGHT) return n->light == TW_GLTF_SUN ? "DistantLight" : "SphereLight";
    return "Xform";
}

static void put_node(usd *u, size_t i) {
    const tw_gltf_node *n = &u->scene->node[i];
    fprintf(u->out, "    def %s \"%s\" (displayName = ", schema_of(n), u->name[i]);
    put_text(u->out, n->name);
    if (n->role == TW_GLTF_LIGHT && n->light == TW_GLTF_SPOT)
        fputs("; prepend apiSchemas = [\"ShapingAPI\"]", u->out);
    fputs(")\n    {\n", u->out);
    put_visibility(u->out, n);
    put_poses(u->out, n);
    if (n->role == TW_GLTF_CAMERA) put_camera(u->out, n);
    if (n->role == TW_GLTF_LIGHT) put_light(u->out, n);
    for (size_t k = 0; n->role == TW_GLTF_THING && k < n->parts; k++) put_part(u, i, k);
    fputs("    }\n", u->out);
}

/* ---- the file ------------------------------------------------------------------------------- */

static tw_status put_all(usd *u) {
    const tw_gltf_scene *s = u->scene;
    double rate = s->time_count > 1 ? (double)(s->time_count - 1) / s->time[s->time_count - 1] : 24;
    TW_TRY(name_nodes(u));
    fprintf(u->out,
            "#usda 1.0\n(\n    defaultPrim = \"scene\"\n    doc = \"%s\"\n    metersPerUnit = 1\n"
            "    upAxis = \"Z\"\n    startTimeCode = 0\n    endTimeCode = %zu\n"
            "    timeCodesPerSecond = %.15g\n    framesPerSecond = %.15g\n)\n\n"
            "def Xform \"scene\" (displayName = ",
            s->generator, s->time_count ? s->time_count - 1 : 0, rate, rate);
    put_text(u->out, s->name);
    fputs(")\n{\n", u->out);
    for (size_t i = 0; i < s->node_count; i++) put_node(u, i);
    fputs("}\n", u->out);
    return TW_OK;
}

tw_status tw_usd_write(const char *path, const tw_gltf_scene *scene) {
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    usd u = {.scene = scene, .out = tw_file_stream(file)};
    tw_status s = put_all(&u);
    for (size_t i = 0; u.name && i < scene->node_count; i++) free(u.name[i]);
    free(u.name);
    if (s == TW_OK) return tw_file_commit(file);
    tw_file_discard(file);
    return s;
}
