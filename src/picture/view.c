/* Makes a view (rays/scene.h) from a frame: its items, lights and camera in single precision,
 * relative to the eye. */
#include "base/math/elementary.h"
#include "picture/light/env.h"
#include "picture/rays/glow.h"
#include "picture/rays/scene.h"

#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static void set3(float *a, double x, double y, double z) {
    a[0] = (float)x;
    a[1] = (float)y;
    a[2] = (float)z;
}

static tw_rgbf rgbf(tw_rgb c) {
    return (tw_rgbf){(float)c.r, (float)c.g, (float)c.b};
}

static tw_paint paint_of(const tw_material *m) {
    tw_paint p = {.model = m->model, .texture = m->texture, .opacity = (float)m->opacity};
    set3(p.color, m->color.r, m->color.g, m->color.b);
    set3(p.other, m->texture_color.r, m->texture_color.g, m->texture_color.b);
    set3(p.emission, m->emission.r, m->emission.g, m->emission.b);
    /* roughness of at least 0.03: the lobe of a smoother mirror is so narrow that single precision
     * loses it */
    double rough = m->roughness > 0.03 ? m->roughness : 0.03;
    p.alpha = (float)(rough * rough);
    p.metallic = m->model == TW_SURFACE_STANDARD ? (float)m->metallic : 0;
    p.period = m->texture_scale > 0 ? (float)m->texture_scale : 1;
    p.line = (float)fmin(fmax(m->texture_width, 0) / (double)p.period, 1);
    p.fade = m->texture_fade > 0 ? (float)(1 / m->texture_fade) : 0;
    /* a rough dielectric is drawn as plain diffuse: from a roughness of 0.85 on, the reflection of
     * its coat can hardly be seen */
    bool dull = m->model == TW_SURFACE_STANDARD && !(m->metallic > 0) && m->roughness >= 0.85;
    if (dull) p.model = TW_SURFACE_LAMBERT;
    p.glows = m->emission.r > 0 || m->emission.g > 0 || m->emission.b > 0;
    return p;
}

static bool same_pose(const tw_pose *a, const tw_pose *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* box around a mesh with this pose, relative to the world: that of its rotated box, which is larger
 * than necessary but quickly found */
static tw_bounds around_mesh(const tw_shape *shape, const tw_pose *pose) {
    const tw_mesh_node *n = &shape->mesh->node[0];
    mat3 R = q_matrix(pose->q);
    double mid[3], half[3], lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
        mid[i] = shape->p[0] * 0.5 * ((double)n->hi[i] + (double)n->lo[i]);
        half[i] = shape->p[0] * 0.5 * ((double)n->hi[i] - (double)n->lo[i]);
    }
    const double at[3] = {pose->x.x, pose->x.y, pose->x.z};
    for (int i = 0; i < 3; i++) {
        double c = at[i], r = 0;
        for (int k = 0; k < 3; k++) {
            c += R.m[i][k] * mid[k];
            r += fabs(R.m[i][k]) * half[k];
        }
        lo[i] = c - r;
        hi[i] = c + r;
    }
    return (tw_bounds){v3_load(lo), v3_load(hi)};
}

/* box of a shape with this pose, relative to the world. For meshes in drafts, which keep them out
 * of the tree of solids, only the quick box of around_mesh */
static tw_bounds around(const tw_view *s, const tw_shape *shape, const tw_pose *pose) {
    return s->mapped && shape->mesh ? around_mesh(shape, pose) : tw_shape_bounds(shape, pose);
}

/* sets the solid's ball and box over the exposure, from its poses [count] */
static void bound(const tw_view *s, const tw_frame_item *item, const tw_pose *pose, int count,
                  tw_solid *b) {
    tw_bounds all = around(s, &item->shape, &pose[0]);
    double r = tw_shape_radius(&item->shape), far = 0, turn = 0;
    for (int k = 1; k < count; k++) {
        tw_bounds c = around(s, &item->shape, &pose[k]);
        all.lo = v3(fmin(all.lo.x, c.lo.x), fmin(all.lo.y, c.lo.y), fmin(all.lo.z, c.lo.z));
        all.hi = v3(fmax(all.hi.x, c.hi.x), fmax(all.hi.y, c.hi.y), fmax(all.hi.z, c.hi.z));
        turn = fmax(turn, 1 - fabs(q_dot(pose[k - 1].q, pose[k].q)));
    }
    /* The hull of the boxes at the poses misses what the body passes in between: while it turns by
     * the angle a, a point at radius r leaves the chord by at most r (1 - cos(a/2)), and 1 - |q .
     * q'| = 1 - cos(a/2) for the poses' quaternions. */
    double grow = r * turn + 1e-6 * (r + v3_length(v3_sub(all.hi, s->origin)));
    vec3 g = v3(grow, grow, grow), mid = v3_scale(v3_add(all.lo, all.hi), 0.5);
    if (count == 1) mid = pose[0].x;
    for (int k = 0; k < count; k++) far = fmax(far, v3_length(v3_sub(pose[k].x, mid)));
    vec3 lo = v3_sub(v3_sub(all.lo, g), s->origin), hi = v3_sub(v3_add(all.hi, g), s->origin);
    mid = v3_sub(mid, s->origin);
    set3(b->lo, lo.x, lo.y, lo.z);
    set3(b->hi, hi.x, hi.y, hi.z);
    set3(b->center, mid.x, mid.y, mid.z);
    b->radius = (float)((far + r) * 1.000001 + grow);
}

static void place(tw_view *s, const tw_frame_item *item, int index, tw_solid *b) {
    const tw_frame *f = s->frame;
    bool sharp = f->sharp && f->still;
    const tw_pose *pose = sharp ? &f->still[item - f->item] : f->pose + item->first_pose;
    int n = sharp ? 1 : f->pose_count;
    const tw_shape_kind *kind = tw_shape_of(&item->shape);
    b->kind = kind->ray;
    for (int i = 0; i < TW_SHAPE_PARAMETERS; i++) b->p[i] = (float)item->shape.p[i];
    bool moving = false;
    for (int k = 1; k < n; k++) moving = moving || !same_pose(&pose[0], &pose[k]);
    b->moving = moving;
    s->moving = s->moving || moving;
    vec3 x = v3_sub(pose[0].x, s->origin);
    mat3 R = q_matrix(pose[0].q);
    set3(b->x, x.x, x.y, x.z);
    for (int i = 0; i < 9; i++) b->r[i] = (float)R.m[i / 3][i % 3];
    if (moving) {
        float *to = s->placed + (size_t)index * (size_t)(TW_PLACED * s->poses_row);
        b->pose = to;
        quat last = pose[0].q;
        for (int k = 0; k < n; k++) {
            vec3 y = v3_sub(pose[k].x, s->origin);
            quat q = q_normalized(pose[k].q);
            if (q_dot(q, last) < 0) q = (quat){-q.w, -q.x, -q.y, -q.z};
            last = q;
            const double all[TW_PLACED] = {y.x, y.y, y.z, q.w, q.x, q.y, q.z};
            for (int i = 0; i < TW_PLACED; i++) to[i * s->poses_row + k] = (float)all[i];
        }
    }
    bound(s, item, pose, moving ? n : 1, b);
    double half, bend, wire = tw_shape_radius(&item->shape);
    if (kind->wire) kind->wire(&item->shape, &half, &bend, &wire);
    b->mesh = item->shape.mesh;
    /* No skin (scene.h) for convex solids, since no ray meets the convex solid that it leaves, and
     * for meshes, since rays leave them from slightly above the surface (surface.c). */
    b->skin = !b->kind || b->kind->convex ? 0 : (float)(wire * 2e-3);
    b->item = (int)(item - f->item);
    b->tag = item->tag;
    b->paint = paint_of(&item->material);
    tw_wrap_picture(&item->material, &item->shape, &b->paint);
}

static void add_sun(const tw_frame_light *l, tw_lamp *m) {
    vec3 to = v3_normalized(l->to), a = v3_orthogonal(to), c = v3_cross(to, a);
    set3(m->to, to.x, to.y, to.z);
    set3(m->s, a.x, a.y, a.z);
    set3(m->t, c.x, c.y, c.z);
    double half = fmax(l->angular_diameter, 1e-4) / 2, sine = tw_sin(half / 2);
    /* k = 1 - cos(half), half: angular radius of the sun's disc */
    double k = 2 * sine * sine, whole = tw_sin(half);
    /* The irradiance of a disc with radiance L is L pi sin^2(half). A ray aimed at a random point
     * of the disc counts with the weight L times the disc's solid angle 2 pi k. */
    double L = 1 / (pi * whole * whole), solid = 2 * pi * k;
    m->k = (float)k;
    set3(m->irradiance, l->irradiance.r, l->irradiance.g, l->irradiance.b);
    set3(m->radiance, l->irradiance.r * L, l->irradiance.g * L, l->irradiance.b * L);
    set3(m->power, l->irradiance.r * L * solid, l->irradiance.g * L * solid,
         l->irradiance.b * L * solid);
}

static void add_light(tw_view *s, const tw_frame_light *l) {
    if (l->kind == TW_LIGHT_SKY) {
        tw_rgbf a = rgbf(l->top), b = rgbf(l->horizon), c = rgbf(l->bottom);
        s->top = (tw_rgbf){s->top.r + a.r, s->top.g + a.g, s->top.b + a.b};
        s->horizon = (tw_rgbf){s->horizon.r + b.r, s->horizon.g + b.g, s->horizon.b + b.b};
        s->bottom = (tw_rgbf){s->bottom.r + c.r, s->bottom.g + c.g, s->bottom.b + c.b};
        return;
    }
    if (l->kind == TW_LIGHT_ENVIRONMENT) {
        tw_env_make(s, l, &s->env[s->env_count++]);
        return;
    }
    tw_lamp *m = &s->lamp[s->lamp_count++];
    m->kind = (int)l->kind;
    if (l->kind == TW_LIGHT_SUN) {
        add_sun(l, m);
        return;
    }
    vec3 x = v3_sub(l->position, s->origin), to = v3_normalized(l->direction);
    if (v3_length(to) == 0) to = v3(0, 0, -1);
    vec3 a = v3_orthogonal(to), c = v3_cross(to, a);
    set3(m->x, x.x, x.y, x.z);
    set3(m->to, to.x, to.y, to.z);
    set3(m->s, a.x, a.y, a.z);
    set3(m->t, c.x, c.y, c.z);
    double size = l->kind == TW_LIGHT_AREA ? pi * l->radius * l->radius : 1;
    set3(m->power, l->power.r * size, l->power.g * size, l->power.b * size);
    m->radius = l->kind == TW_LIGHT_AREA ? (float)l->radius : 0;
    m->cone = (float)tw_cos(l->cone);
}

/* lights of a scene without any: a late morning with a warm sun from the left front, and a clear
 * sky that pales toward the horizon */
static const tw_frame_light default_lights[2] = {{.kind = TW_LIGHT_SUN,
                                                  .to = {-0.42, -0.52, 0.74},
                                                  .irradiance = {2.75, 2.55, 2.2},
                                                  .angular_diameter = 0.05},
                                                 {.kind = TW_LIGHT_SKY,
                                                  .top = {0.30, 0.42, 0.62},
                                                  .horizon = {0.66, 0.71, 0.76},
                                                  .bottom = {0.34, 0.32, 0.30}}};

static void light_up(tw_view *s) {
    const tw_frame *f = s->frame;
    const tw_frame_light *l = f->light_count ? f->light : default_lights;
    size_t n = f->light_count ? f->light_count : 2;
    for (size_t i = 0; i < n; i++) add_light(s, &l[i]);
    s->even_dome = memcmp(&s->top, &s->horizon, sizeof s->top) == 0 &&
                   memcmp(&s->top, &s->bottom, sizeof s->top) == 0;
    s->flat_sky = s->even_dome && s->env_count == 0;
}

/* 1 / (to - from), the slope of a ramp over this range; a large number where from = to, so that the
 * ramp is a step */
static float per(double from, double to) {
    return (float)(1 / fmax(to - from, 1e-9 * (1 + fabs(from))));
}

/* sets the view's background and fog from the frame */
static void hang_behind(tw_view *s) {
    const tw_frame *f = s->frame;
    const tw_backdrop *b = &f->background;
    double lo = tw_sin(fmin(fmax(b->from, -pi / 2), pi / 2));
    double hi = tw_sin(fmin(fmax(b->to, -pi / 2), pi / 2));
    s->has_background = f->has_background;
    s->back = (tw_back){.flat = !b->has_gradient, .bottom = rgbf(b->bottom), .top = rgbf(b->top)};
    s->back.from = (float)lo;
    s->back.scale = per(lo, hi);
    s->back.stars = b->stars > 0 && s->has_background ? (float)b->stars : 0;
    if (b->stars > 0) s->back.flat = false;
    s->has_fog = f->has_fog;
    s->fog = (tw_mist){.own_color = f->fog.has_color, .color = rgbf(f->fog.color)};
    s->fog.from = (float)f->fog.from;
    s->fog.scale = per(f->fog.from, f->fog.to);
}

static void lay_ground(tw_view *s) {
    const tw_frame *f = s->frame;
    s->has_ground = f->has_ground;
    if (!f->has_ground) return;
    s->ground = paint_of(&f->ground);
    tw_wrap_picture(&f->ground, NULL, &s->ground);
    s->ground_z = (float)(f->ground_height - s->origin.z);
    double period = (double)s->ground.period;
    s->ground_offset[0] = (float)(s->origin.x - period * floor(s->origin.x / period));
    s->ground_offset[1] = (float)(s->origin.y - period * floor(s->origin.y / period));
}

tw_status tw_view_make(const tw_frame *frame, const tw_picture_options *o, tw_view *s) {
    memset(s, 0, sizeof *s);
    s->frame = frame;
    s->origin = frame->camera.eye;
    s->pose_count = frame->pose_count;
    s->poses_row = (frame->pose_count + TW_PACKET - 1) / TW_PACKET * TW_PACKET;
    s->bounces = frame->bounces < 0 ? 0 : frame->bounces;
    s->further = o->quality >= TW_QUALITY_FINE ? 0.5f : 0;
    s->unfiltered = o->unfiltered;
    s->salt = o->pattern * 0x9e3779b9u;
    s->gain = (float)tw_exp2(fmin(fmax(frame->exposure, -60), 60));
    tw_eye_make(frame, o->width, o->height, &s->eye);
    if (o->quality != TW_QUALITY_DRAFT && frame->sweep_count > 1 && !frame->sharp) {
        tw_eye_sweep(frame, &s->eye);
        s->moving = true;
    }
    tw_pattern_make(&s->pattern, o->quality == TW_QUALITY_FINAL);
    size_t n = frame->item_count, lights = frame->light_count ? frame->light_count : 2;
    size_t poses = frame->pose_count > 1 ? n * (size_t)(TW_PLACED * s->poses_row) : 0;
    s->solid = calloc(n + 1, sizeof *s->solid);
    s->placed = calloc(poses + 1, sizeof *s->placed);
    s->lamp = calloc(lights, sizeof *s->lamp);
    s->env = calloc(lights, sizeof *s->env);
    if (!s->solid || !s->placed || !s->lamp || !s->env) return tw_fail_memory();
    s->mapped = o->quality == TW_QUALITY_DRAFT;
    for (size_t i = 0; i < frame->light_count; i++)
        if (frame->light[i].kind != TW_LIGHT_SUN && frame->light[i].kind != TW_LIGHT_SKY &&
            frame->light[i].kind != TW_LIGHT_ENVIRONMENT)
            s->mapped = false;
    for (size_t i = 0; i < n; i++)
        if (frame->item[i].material.opacity > 0) {
            place(s, &frame->item[i], s->solid_count, &s->solid[s->solid_count]);
            s->solid_count++;
        }
    light_up(s);
    hang_behind(s);
    lay_ground(s);
    tw_glow_choose(s);
    return tw_tree_make(s);
}

void tw_view_free(tw_view *s) {
    free(s->solid);
    free(s->placed);
    free(s->lamp);
    free(s->env);
    free(s->node);
    free(s->four);
    free(s->order);
    memset(s, 0, sizeof *s);
}
