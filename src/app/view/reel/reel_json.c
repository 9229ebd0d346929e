/* Messages of a reel as JSON: the film, its things, objects, events, lights; see reel.h. */
#include "app/view/message/json.h"
#include "app/view/reel/reel.h"
#include "io/text/markup.h"
#include "library/film.h"

void tw_reel_put_film(FILE *out, const tw_reel_film *f) {
    fputs("{\"type\":\"film\",\"name\":", out);
    tw_json_text(out, f->name);
    fputs(",\"script\":", out);
    tw_json_text(out, f->script);
    fprintf(out, ",\"fps\":%.17g,\"begin\":%.17g,\"duration\":%.17g,\"width\":%d,\"height\":%d",
            f->fps, f->begin, f->duration, f->width, f->height);
    fprintf(out, ",\"params\":[%s]}", f->params ? f->params : "");
}

/* ---- things ---------------------------------------------------------------------------------- */

static void put_base64(FILE *out, const char *name, const void *data, size_t size) {
    fprintf(out, "\"%s\":\"", name);
    tw_markup_base64(out, data, size);
    fputc('"', out);
}

/* writes a mesh, its arrays in base64: positions as float32, unit normals as four signed bytes,
 * indices as uint32 */
static void put_mesh(FILE *out, const tw_reel_mesh *m) {
    const tw_triangles *t = &m->triangles;
    fputc('{', out);
    put_base64(out, "position", t->position.data, t->position.count * sizeof(float));
    fputc(',', out);
    put_base64(out, "normal", m->normal.data, m->normal.count);
    fputc(',', out);
    put_base64(out, "index", t->index.data, t->index.count * sizeof(uint32_t));
    fputc('}', out);
}

static void put_material(FILE *out, const tw_material *m) {
    static const char *const textures[] = {"none", "checker", "stripes", "wood", "grid", "picture"};
    fputs("{\"color\":", out);
    tw_json_rgb(out, m->color);
    fputs(",\"emission\":", out);
    tw_json_rgb(out, m->emission);
    fprintf(out,
            ",\"opacity\":%.4g,\"metallic\":%.4g,\"roughness\":%.4g,\"texture\":\"%s\","
            "\"scale\":%.6g,\"line\":%.6g,\"other\":",
            m->opacity, m->model == TW_SURFACE_GGX ? 1 : m->metallic,
            m->model == TW_SURFACE_LAMBERT ? 1 : m->roughness, textures[m->texture],
            m->texture_scale, m->texture_width);
    tw_json_rgb(out, m->texture_color);
    fputc('}', out);
}

static void put_thing(FILE *out, const tw_reel *r, const tw_reel_thing *t) {
    fprintf(out, "{\"key\":%lu,\"body\":%s,\"name\":", (unsigned long)t->key,
            t->body ? "true" : "false");
    tw_json_text(out, t->name);
    fputs(",\"parts\":[", out);
    for (size_t i = t->first_part; i < t->first_part + t->parts; i++) {
        const tw_reel_part *p = &r->part.data[i];
        fprintf(out, "%s{\"mesh\":%zu,\"pose\":", i > t->first_part ? "," : "", p->mesh);
        tw_json_pose(out, &p->pose);
        fputs(",\"material\":", out);
        put_material(out, &p->material);
        fputc('}', out);
    }
    fputs("]}", out);
}

void tw_reel_put_things(FILE *out, const tw_reel *r, size_t first, size_t mesh) {
    fprintf(out, "{\"type\":\"things\",\"first\":%zu,\"firstMesh\":%zu,\"meshes\":[", first, mesh);
    for (size_t i = mesh; i < r->mesh.count; i++) {
        if (i > mesh) fputs(",\n", out);
        put_mesh(out, &r->mesh.data[i]);
    }
    fputs("],\"things\":[", out);
    for (size_t i = first; i < r->thing.count; i++) {
        if (i > first) fputs(",\n", out);
        put_thing(out, r, &r->thing.data[i]);
    }
    fputs("]}", out);
}

/* writes the message `objects`; in r->objects each object is followed by a comma, so the list ends
 * with null */
void tw_reel_put_objects(FILE *out, tw_reel *r) {
    fflush(r->object_stream);
    fputs("{\"type\":\"objects\",\"objects\":[", out);
    fwrite(r->objects, 1, r->objects_size, out);
    fputs("null],\"texts\":[", out);
    for (size_t i = 0; i < r->text.count; i++) {
        if (i) fputc(',', out);
        tw_json_text(out, r->text.data[i]);
    }
    fputs("]}", out);
}

void tw_reel_put_events(FILE *out, tw_reel *r) {
    fflush(r->event_stream);
    fputs("{\"type\":\"events\",\"events\":[", out);
    fwrite(r->events, 1, r->events_size, out);
    fputs("]}", out);
}

bool tw_reel_lost(const tw_reel *r) {
    return ferror(r->object_stream) || ferror(r->event_stream);
}

/* ---- lights, ground, background -------------------------------------------------------------- */

enum { MAP = 32 }; /* number of rows of the light map that the page gets, which is shrunk to that */

static void put_map(FILE *out, const struct tw_lightmap *m) {
    float rgb[2 * MAP * MAP * 3];
    tw_frame_light_map(m, MAP, rgb);
    put_base64(out, "map", rgb, sizeof rgb);
    fprintf(out, ",\"mapWidth\":%d,\"mapHeight\":%d", 2 * MAP, MAP);
}

static void put_light(FILE *out, const tw_frame_light *l) {
    static const char *const kinds[] = {"sun", "sky", "point", "area", "spot", "environment"};
    fprintf(out, "{\"kind\":\"%s\",\"to\":", kinds[l->kind]);
    tw_json_vec(out, l->to);
    fputs(",\"irradiance\":", out);
    tw_json_rgb(out, l->irradiance);
    fputs(",\"top\":", out);
    tw_json_rgb(out, l->top);
    fputs(",\"horizon\":", out);
    tw_json_rgb(out, l->horizon);
    fputs(",\"bottom\":", out);
    tw_json_rgb(out, l->bottom);
    fputs(",\"position\":", out);
    tw_json_vec(out, l->position);
    fputs(",\"direction\":", out);
    tw_json_vec(out, l->direction);
    fputs(",\"power\":", out);
    tw_json_rgb(out, l->power);
    fprintf(out, ",\"radius\":%.6g,\"cone\":%.6g,\"turn\":%.6g,\"strength\":%.6g", l->radius,
            l->cone, l->turn, l->strength);
    if (l->kind == TW_LIGHT_ENVIRONMENT && l->map) {
        fputc(',', out);
        put_map(out, l->map);
    }
    fputc('}', out);
}

static void put_background(FILE *out, const tw_frame *f) {
    const tw_backdrop *b = &f->background;
    fputs(",\"background\":{\"bottom\":", out);
    tw_json_rgb(out, b->bottom);
    fputs(",\"top\":", out);
    tw_json_rgb(out, b->has_gradient ? b->top : b->bottom);
    fprintf(out, ",\"from\":%.6g,\"to\":%.6g}", b->has_gradient ? b->from : -1,
            b->has_gradient ? b->to : 1);
}

void tw_reel_put_stage(FILE *out, const tw_frame *f) {
    static const char *const tones[] = {"none", "film", "filmic"};
    fprintf(out, "{\"type\":\"stage\",\"tone\":\"%s\",\"exposure\":%.6g,\"lines\":%d,\"lights\":[",
            tones[f->tone], f->exposure, (int)f->lines);
    for (size_t i = 0; i < f->light_count; i++) {
        if (i) fputc(',', out);
        put_light(out, &f->light[i]);
    }
    fputc(']', out);
    if (f->has_ground) {
        fprintf(out, ",\"ground\":{\"height\":%.9g,\"material\":", f->ground_height);
        put_material(out, &f->ground);
        fputc('}', out);
    }
    if (f->has_background) put_background(out, f);
    if (f->has_fog) {
        fprintf(out, ",\"fog\":{\"from\":%.6g,\"to\":%.6g", f->fog.from, f->fog.to);
        if (f->fog.has_color) {
            fputs(",\"color\":", out);
            tw_json_rgb(out, f->fog.color);
        }
        fputc('}', out);
    }
    fputc('}', out);
}
