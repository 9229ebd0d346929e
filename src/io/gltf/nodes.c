/*
 * Nodes, meshes, materials, cameras, lights and the animation of a glTF file; see gltf.h.
 *
 * Node 0 is the root; node i + 1 is the scene's node i. Of the two quaternions of a rotation, that
 * nearer to the one at the previous time is written, so that interpolation turns the short way.
 */
#include "io/gltf/impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t count_of(const tw_gltf_scene *s, tw_gltf_role role) {
    size_t n = 0;
    for (size_t i = 0; i < s->node_count; i++) n += s->node[i].role == role;
    return n;
}

static bool has_mesh(const tw_gltf_node *n) {
    return n->role == TW_GLTF_THING && n->parts > 0;
}

static double greatest(const double *x) {
    return fmax(x[0], fmax(x[1], x[2]));
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static void put_pose(const tw_gltf_node *n, FILE *out) {
    tw_pose p = n->pose[0];
    fputs(",\"translation\":", out);
    tw_gltf_numbers(out, (double[]){p.x.x, p.x.y, p.x.z}, 3);
    fputs(",\"rotation\":", out);
    tw_gltf_numbers(out, (double[]){p.q.x, p.q.y, p.q.z, p.q.w}, 4);
    if (n->there && !n->there[0]) fputs(",\"scale\":[0,0,0]", out);
}

static void put_nodes(const tw_gltf *g, FILE *out) {
    const tw_gltf_scene *s = g->scene;
    size_t mesh = 0, camera = 0, light = 0;
    fputs(",\n\"nodes\":[{\"name\":", out);
    tw_gltf_text(out, s->name);
    /* rotation of the root by -90 degrees about x: our z axis becomes glTF's y axis */
    fputs(",\"rotation\":[-0.70710678118654752,0,0,0.70710678118654752]", out);
    for (size_t i = 0; i < s->node_count; i++)
        fprintf(out, "%s%zu", i ? "," : ",\"children\":[", i + 1);
    fputs(s->node_count ? "]}" : "}", out);
    for (size_t i = 0; i < s->node_count; i++) {
        const tw_gltf_node *n = &s->node[i];
        fputs(",\n{\"name\":", out);
        tw_gltf_text(out, n->name);
        put_pose(n, out);
        if (has_mesh(n)) fprintf(out, ",\"mesh\":%zu", mesh++);
        if (n->role == TW_GLTF_CAMERA) fprintf(out, ",\"camera\":%zu", camera++);
        if (n->role == TW_GLTF_LIGHT)
            fprintf(out, ",\"extensions\":{\"KHR_lights_punctual\":{\"light\":%zu}}", light++);
        fputc('}', out);
    }
    fputc(']', out);
}

/* ---- what they show ------------------------------------------------------------------------- */

static void put_material(const tw_gltf_material *m, FILE *out) {
    fputs("{\"pbrMetallicRoughness\":{\"baseColorFactor\":", out);
    double color[4];
    for (int i = 0; i < 4; i++) color[i] = fmin(fmax(m->color[i], 0), 1);
    tw_gltf_numbers(out, color, 4);
    fprintf(out, ",\"metallicFactor\":%.9g,\"roughnessFactor\":%.9g}", m->metallic, m->roughness);
    double bright = greatest(m->emission);
    if (bright > 0) {
        double unit = fmax(bright, 1), e[3];
        for (int i = 0; i < 3; i++) e[i] = fmax(m->emission[i], 0) / unit;
        fputs(",\"emissiveFactor\":", out);
        tw_gltf_numbers(out, e, 3);
        if (unit > 1)
            fprintf(out,
                    ",\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":"
                    "%.9g}}",
                    unit);
    }
    if (m->color[3] < 1) fputs(",\"alphaMode\":\"BLEND\"", out);
    fputc('}', out);
}

static void put_part(tw_gltf *g, const tw_gltf_part *p, size_t material, FILE *out) {
    const tw_triangles *t = &p->triangles;
    size_t n = t->position.count / 3;
    size_t x = tw_gltf_floats(g, t->position.data, n, 3, true, true);
    size_t normal = tw_gltf_floats(g, t->normal.data, n, 3, true, false);
    size_t index = tw_gltf_indices(g, t->index.data, t->index.count);
    fprintf(out,
            "{\"attributes\":{\"POSITION\":%zu,\"NORMAL\":%zu},\"indices\":%zu,\"material\":%zu}",
            x, normal, index, material);
}

static void put_meshes(tw_gltf *g, FILE *out) {
    const tw_gltf_scene *s = g->scene;
    const char *begin = ",\n\"meshes\":[";
    size_t material = 0;
    for (size_t i = 0; i < s->node_count; i++) {
        const tw_gltf_node *n = &s->node[i];
        if (!has_mesh(n)) continue;
        fprintf(out, "%s\n{\"name\":", begin);
        tw_gltf_text(out, n->name);
        fputs(",\"primitives\":[", out);
        for (size_t k = 0; k < n->parts; k++) {
            if (k) fputc(',', out);
            put_part(g, &n->part[k], material++, out);
        }
        fputs("]}", out);
        begin = ",";
    }
    if (!material) return;
    fputs("],\n\"materials\":[", out);
    begin = "\n";
    for (size_t i = 0; i < s->node_count; i++)
        for (size_t k = 0; has_mesh(&s->node[i]) && k < s->node[i].parts; k++) {
            fputs(begin, out);
            put_material(&s->node[i].part[k].material, out);
            begin = ",\n";
        }
    fputc(']', out);
}

static void put_cameras(const tw_gltf *g, FILE *out) {
    const tw_gltf_scene *s = g->scene;
    const char *begin = ",\n\"cameras\":[";
    for (size_t i = 0; i < s->node_count; i++) {
        const tw_gltf_node *n = &s->node[i];
        if (n->role != TW_GLTF_CAMERA) continue;
        if (n->height > 0)
            fprintf(out,
                    "%s{\"type\":\"orthographic\",\"orthographic\":{\"xmag\":%.9g,\"ymag\":%.9g,"
                    "\"znear\":0,\"zfar\":%.9g}}",
                    begin, 0.5 * n->height * n->aspect, 0.5 * n->height, n->far);
        else
            fprintf(
                out,
                "%s{\"type\":\"perspective\",\"perspective\":{\"yfov\":%.9g,\"aspectRatio\":%.9g,"
                "\"znear\":%.9g}}",
                begin, n->fov, n->aspect, n->near);
        begin = ",";
    }
    if (*begin == ',' && !begin[1]) fputc(']', out);
}

static void put_light(const tw_gltf_node *n, FILE *out) {
    static const char *const types[] = {"directional", "point", "spot"};
    fprintf(out, "{\"type\":\"%s\",\"name\":", types[n->light]);
    tw_gltf_text(out, n->name);
    fputs(",\"color\":", out);
    tw_gltf_numbers(out, n->color, 3);
    fprintf(out, ",\"intensity\":%.9g", n->intensity);
    /* glTF requires inner < outer <= pi/2; the light fades between the two angles */
    if (n->light == TW_GLTF_SPOT)
        fprintf(out, ",\"spot\":{\"innerConeAngle\":%.9g,\"outerConeAngle\":%.9g}", 0.95 * n->cone,
                n->cone);
    fputc('}', out);
}

static void put_extensions(const tw_gltf *g, FILE *out) {
    const tw_gltf_scene *s = g->scene;
    size_t lights = count_of(s, TW_GLTF_LIGHT);
    bool strong = false;
    for (size_t i = 0; i < s->node_count; i++)
        for (size_t k = 0; has_mesh(&s->node[i]) && k < s->node[i].parts; k++)
            strong = strong || greatest(s->node[i].part[k].material.emission) > 1;
    if (!lights && !strong) return;
    fprintf(out, ",\n\"extensionsUsed\":[%s%s%s]", lights ? "\"KHR_lights_punctual\"" : "",
            lights && strong ? "," : "", strong ? "\"KHR_materials_emissive_strength\"" : "");
    if (!lights) return;
    fputs(",\n\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[", out);
    const char *begin = "";
    for (size_t i = 0; i < s->node_count; i++) {
        if (s->node[i].role != TW_GLTF_LIGHT) continue;
        fputs(begin, out);
        put_light(&s->node[i], out);
        begin = ",";
    }
    fputs("]}}", out);
}

/* ---- the animation -------------------------------------------------------------------------- */

typedef struct channel {
    size_t node, output;
    const char *path;
    bool step;
} channel;

typedef TW_ARRAY(channel) channels;

static bool moves(const tw_gltf_node *n) {
    for (size_t i = 1; i < n->pose_count; i++)
        if (memcmp(&n->pose[i], &n->pose[0], sizeof n->pose[0])) return true;
    return false;
}

static bool comes_and_goes(const tw_gltf_node *n) {
    for (size_t i = 1; n->there && i < n->pose_count; i++)
        if (n->there[i] != n->there[0]) return true;
    return false;
}

static void add(tw_gltf *g, channels *c, channel one) {
    if (tw_push(c, one) != TW_OK) g->failed = true;
}

static void add_motion(tw_gltf *g, channels *c, size_t i, float *scratch) {
    const tw_gltf_node *n = &g->scene->node[i];
    size_t count = n->pose_count;
    for (size_t k = 0; k < count; k++) {
        vec3 x = n->pose[k].x;
        scratch[3 * k] = (float)x.x, scratch[3 * k + 1] = (float)x.y,
                    scratch[3 * k + 2] = (float)x.z;
    }
    add(g, c,
        (channel){i + 1, tw_gltf_floats(g, scratch, count, 3, false, false), "translation", false});
    quat before = n->pose[0].q;
    for (size_t k = 0; k < count; k++) {
        quat q = n->pose[k].q;
        double dot = q.w * before.w + q.x * before.x + q.y * before.y + q.z * before.z;
        if (dot < 0) q = (quat){-q.w, -q.x, -q.y, -q.z};
        before = q;
        float *to = scratch + 4 * k;
        to[0] = (float)q.x, to[1] = (float)q.y, to[2] = (float)q.z, to[3] = (float)q.w;
    }
    add(g, c,
        (channel){i + 1, tw_gltf_floats(g, scratch, count, 4, false, false), "rotation", false});
}

static void add_presence(tw_gltf *g, channels *c, size_t i, float *scratch) {
    const tw_gltf_node *n = &g->scene->node[i];
    for (size_t k = 0; k < n->pose_count; k++)
        for (size_t x = 0; x < 3; x++) scratch[3 * k + x] = n->there[k] ? 1 : 0;
    add(g, c,
        (channel){i + 1, tw_gltf_floats(g, scratch, n->pose_count, 3, false, false), "scale",
                  true});
}

static void put_animation(tw_gltf *g, FILE *out) {
    const tw_gltf_scene *s = g->scene;
    float *scratch = malloc((4 * s->time_count + 4) * sizeof *scratch);
    channels c = {0};
    if (!scratch) g->failed = true;
    for (size_t k = 0; scratch && k < s->time_count; k++) scratch[k] = (float)s->time[k];
    size_t input = 0;
    bool begun = false;
    for (size_t i = 0; scratch && i < s->node_count; i++) {
        const tw_gltf_node *n = &s->node[i];
        if (n->pose_count != s->time_count || (!moves(n) && !comes_and_goes(n))) continue;
        if (!begun) input = tw_gltf_floats(g, scratch, s->time_count, 1, false, true);
        begun = true;
        if (moves(n)) add_motion(g, &c, i, scratch);
        if (comes_and_goes(n)) add_presence(g, &c, i, scratch);
    }
    free(scratch);
    if (c.count) fputs(",\n\"animations\":[{\"name\":\"motion\",\"channels\":[", out);
    for (size_t i = 0; i < c.count; i++)
        fprintf(out, "%s{\"sampler\":%zu,\"target\":{\"node\":%zu,\"path\":\"%s\"}}",
                i ? ",\n" : "", i, c.data[i].node, c.data[i].path);
    if (c.count) fputs("],\n\"samplers\":[", out);
    for (size_t i = 0; i < c.count; i++)
        fprintf(out, "%s{\"input\":%zu,\"output\":%zu%s}", i ? ",\n" : "", input, c.data[i].output,
                c.data[i].step ? ",\"interpolation\":\"STEP\"" : "");
    if (c.count) fputs("]}]", out);
    tw_array_free(&c);
}

void tw_gltf_nodes(tw_gltf *g, FILE *out) {
    fputs(",\n\"scene\":0,\"scenes\":[{\"name\":", out);
    tw_gltf_text(out, g->scene->name);
    fputs(",\"nodes\":[0]}]", out);
    put_extensions(g, out);
    put_nodes(g, out);
    put_meshes(g, out);
    put_cameras(g, out);
    put_animation(g, out);
}
