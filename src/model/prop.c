/* Props; see prop.h. */
#include "model/prop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROP(field) .name = #field, .offset = offsetof(tw_prop, field)

const tw_param tw_prop_params[] = {
    {PROP(visible), .type = TW_PARAM_BOOL, .flags = TW_OR_CALLBACK, .preset = {1}, .doc = "drawn"},
    {PROP(opacity), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {1},
     .doc = "1 solid .. 0 not there"},
    {PROP(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "linear RGB; unset: the material's"},
    {PROP(material), .type = TW_PARAM_MATERIAL, .doc = "a preset's name, or a table of fields"},
};
const int tw_prop_param_count = sizeof tw_prop_params / sizeof *tw_prop_params;

tw_status tw_piece_push(tw_piece_list *list, const tw_piece *piece) {
    if (list->count < TW_PROP_PIECES) return tw_push(list, *piece);
    return tw_fail(TW_ARGUMENT, "expected at most %d solids to draw, got more", TW_PROP_PIECES);
}

tw_status tw_piece_add(tw_piece_list *list, tw_shape shape, tw_pose pose) {
    return tw_piece_push(list, &(tw_piece){.shape = shape, .pose = pose});
}

quat tw_piece_along(vec3 n) {
    vec3 fixed = v3_normalized(v3(0.31, 0.53, 0.79));
    return q_normalized(q_mul(q_between(fixed, n), q_between(v3(0, 0, 1), fixed)));
}

tw_status tw_piece_rod(tw_piece_list *list, vec3 a, vec3 b, double radius) {
    vec3 d = v3_sub(b, a);
    double length = v3_length(d);
    if (!(length > 0) || !isfinite(length) || !(radius > 0)) return TW_OK;
    tw_pose at = {v3_lerp(a, b, 0.5), tw_piece_along(v3_scale(d, 1 / length))};
    return tw_piece_add(list, (tw_shape){.type = TW_SHAPE_CAPSULE, .p = {radius, length, 0}}, at);
}

tw_id tw_prop_reference(const tw_prop *p, tw_param_type type) {
    for (int i = 0; i < p->o.kind->param_count; i++)
        if (p->o.kind->params[i].type == type)
            return *(const tw_id *)(const void *)((const char *)p->o.own +
                                                  p->o.kind->params[i].offset);
    return (tw_id){0, 0};
}

static tw_spot spot_of(const tw_world *w, const tw_station *s, double t, double ahead) {
    tw_spot spot = {.point = !tw_id_none(s->point)};
    const tw_point *p = tw_world_point(w, s->point);
    if (p) {
        tw_point_now(w, p, &spot.x, &spot.v);
    } else if (!spot.point) {
        double v[3][TW_VALUE_MAX];
        tw_value_eval(&s->at, t, 1, v);
        spot.x = v3_load(v[0]), spot.v = v3_load(v[1]);
    }
    spot.x = v3_madd(spot.x, ahead, spot.v);
    return spot;
}

static const tw_station_list *stations_of(const tw_prop *p, int row) {
    const tw_param *r = &p->o.kind->params[row];
    return r->type == TW_PARAM_STATIONS ? (const void *)((const char *)p->o.own + r->offset) : NULL;
}

double tw_world_stroke(const tw_world *w) {
    static const double part = 0.016, most = 0.25;
    double moving = 0, all = 0;
    /* numbers of bodies whose radius is not 0: movers: those that are not fixed; bodies: all */
    size_t movers = 0, bodies = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        double r = tw_shapes_radius(b->form.shape, b->form.pose, b->form.count);
        if (!(r > 0)) continue;
        all += r * r;
        bodies++;
        if (b->fixed) continue;
        moving += r * r;
        movers++;
    }
    double sum = moving > 0 ? moving : all;
    size_t count = moving > 0 ? movers : bodies;
    return sum > 0 ? fmin(part * sqrt(sum), most * sqrt(sum / (double)count)) : part;
}

double tw_prop_stroke(const tw_prop_in *in, const tw_value *radius) {
    if (!tw_value_is_unset(radius)) return tw_value1(radius, in->t);
    if (!in->stroke) return tw_world_stroke(in->world);
    if (isnan(*in->stroke)) *in->stroke = tw_world_stroke(in->world);
    return *in->stroke;
}

tw_status tw_prop_ask(const tw_world *w, const tw_prop *p, double t, double ahead,
                      tw_spot_list *scratch, tw_prop_in *in) {
    *in = (tw_prop_in){.t = t, .world = w, .own = p->o.own, .kind = tw_prop_kind_of(p)};
    const tw_station_list *list;
    size_t n = 0;
    scratch->count = 0;
    for (int i = 0; i < p->o.kind->param_count; i++)
        if ((list = stations_of(p, i))) n += list->count;
    TW_TRY(tw_reserve(scratch, n + 1));
    for (int i = 0, k = 0; i < p->o.kind->param_count && k < TW_PROP_STATIONS; i++) {
        if (!(list = stations_of(p, i))) continue;
        in->station[k++] = (tw_spots){scratch->data + scratch->count, list->count};
        for (size_t j = 0; j < list->count; j++)
            scratch->data[scratch->count++] = spot_of(w, &list->station[j], t, ahead);
    }
    return TW_OK;
}

/* sum of the numbers of moves by hand (tw_object.jumps) of the bodies that carry the prop's
 * stations */
static unsigned station_jumps(const tw_world *w, const tw_prop *p) {
    unsigned jumps = 0;
    for (int i = 0; i < p->o.kind->param_count; i++) {
        const tw_station_list *list = stations_of(p, i);
        for (size_t j = 0; list && j < list->count; j++) {
            const tw_point *point = tw_world_point(w, list->station[j].point);
            const tw_body *body = point ? tw_world_body(w, point->body) : NULL;
            jumps += body ? body->o.jumps : 0;
        }
    }
    return jumps;
}

tw_status tw_prop_text(const char *text, double value, char *out, size_t size) {
    char format[24];
    size_t used = 0;
    bool said = false;
    for (const char *p = text; *p && used + 1 < size;) {
        if (*p != '%' || p[1] == '%') {
            out[used++] = *p;
            p += *p == '%' ? 2 : 1;
            continue;
        }
        size_t n = 1 + strspn(p + 1, "-+ #0");
        size_t digits = strspn(p + n, "0123456789");
        size_t places = p[n + digits] == '.' ? 1 + strspn(p + n + digits + 1, "0123456789") : 0;
        n += digits + places;
        bool known = p[n] && strchr("fgeFGE", p[n]);
        if (!known || said || n > 12 || digits > 2 || places > 3)
            return tw_fail(TW_ARGUMENT,
                           "expected at most one number as in \"%%.2f\", and %%%% for the sign "
                           "itself, got '%.60s'",
                           text);
        memcpy(format, p, n + 1);
        format[n + 1] = '\0';
        int wrote = snprintf(out + used, size - used, format, value);
        used += wrote > 0 ? (size_t)wrote : 0;
        used = used < size ? used : size - 1;
        said = true;
        p += n + 1;
    }
    out[used] = '\0';
    return TW_OK;
}

tw_pose tw_prop_root(const tw_world *w, const tw_prop *p, unsigned *jumps) {
    const tw_prop_kind *k = tw_prop_kind_of(p);
    const tw_point *point = tw_world_point(w, tw_prop_reference(p, TW_PARAM_POINT));
    const tw_body *body = point ? tw_world_body(w, point->body) : NULL;
    tw_pose root = {v3_zero(), q_identity()};
    vec3 v;
    if (point) tw_point_now(w, point, &root.x, &v);
    if (body && k->anchor == TW_ANCHOR_POSE) root.q = body->orientation;
    if (k->anchor == TW_ANCHOR_WORLD) root = (tw_pose){v3_zero(), q_identity()};
    *jumps = p->o.jumps + (body ? body->o.jumps : 0) + station_jumps(w, p);
    if (!k->local) return root;
    tw_pose local = k->local(p->o.own, w->time);
    return tw_pose_compose(&root, &local);
}

tw_status tw_world_check_period(const tw_world *w, double dt) {
    enum { MOST = 1000000 };
    if (dt * MOST >= w->set.duration || 4 * dt * w->set.fps >= 1) return TW_OK;
    return tw_fail(TW_ARGUMENT,
                   "field 'every': expected at least %.3g s, for at most %d samples in "
                   "the scene's %g s, got %g s",
                   w->set.duration / MOST, MOST, w->set.duration, dt);
}

tw_status tw_prop_begin(const tw_world *w, const tw_prop *p) {
    tw_prop_in in;
    tw_prop_label label = {.text = ""};
    tw_piece_list list = {0};
    tw_spot_list spots = {0};
    const tw_prop_kind *kind = tw_prop_kind_of(p);
    if (kind->every) TW_TRY(tw_world_check_period(w, kind->every(p->o.own)));
    tw_status s = tw_prop_ask(w, p, w->time, 0, &spots, &in);
    if (s == TW_OK) s = in.kind->show(&in, &list);
    if (s == TW_OK && in.kind->label) s = in.kind->label(&in, &label);
    tw_array_free(&spots);
    tw_array_free(&list);
    return s;
}

bool tw_prop_moves(const tw_object *o, const tw_param *p) {
    return p->type == TW_PARAM_POINT || p->type == TW_PARAM_JOINT || p->type == TW_PARAM_STATIONS ||
           (tw_prop_kind_of((const tw_prop *)(const void *)o)->solid &&
            (!strcmp(p->name, "position") || !strcmp(p->name, "orientation")));
}
