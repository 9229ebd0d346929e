/* Things and their poses from frames; see reel.h. */
#include "app/view/reel/reel.h"

#include "base/hash.h"
#include "base/text/memo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- digests --------------------------------------------------------------------------------- */

static tw_hash add_real(tw_hash h, double x) {
    return tw_hash_bytes(h, &x, sizeof x);
}

static tw_hash add_shape(tw_hash h, const tw_shape *s) {
    uint64_t digest = tw_shape_digest(s);
    return tw_hash_bytes(h, &digest, sizeof digest);
}

/* colours are rounded to steps too small to see, so that a slow change does not give a new thing at
 * each frame */
static tw_hash add_color(tw_hash h, tw_rgb c) {
    const double x[] = {c.r, c.g, c.b};
    for (int k = 0; k < 3; k++) h = add_real(h, floor(sqrt(fmax(x[k], 0)) * 64 + 0.5));
    return h;
}

static tw_hash add_material(tw_hash h, const tw_material *m) {
    h = add_color(add_color(h, m->color), m->emission);
    h = add_real(add_real(h, floor(m->roughness * 32)), floor(m->metallic * 32));
    return add_real(add_real(h, floor(m->opacity * 32)), m->texture);
}

static uint64_t digest_of(const tw_frame_item *item, size_t count) {
    tw_hash h = tw_hash_begin();
    for (size_t i = 0; i < count; i++)
        h = add_material(add_shape(h, &item[i].shape), &item[i].material);
    return tw_hash_end(h);
}

/* true: they have the same digest, since all that it is made from is the same */
static bool same_look(const tw_material *a, const tw_material *b) {
    return !memcmp(&a->color, &b->color, sizeof a->color) &&
           !memcmp(&a->emission, &b->emission, sizeof a->emission) &&
           a->roughness == b->roughness && a->metallic == b->metallic && a->opacity == b->opacity &&
           a->texture == b->texture;
}

/* true: the item at index i looks as the one of the last frame. False for meshes, since another one
 * may have taken the address */
static bool as_before(const tw_reel *r, const tw_frame_item *item, size_t i) {
    const tw_reel_item *was = &r->item.data[i];
    return !item->shape.mesh && !was->shape.mesh && was->shape.type == item->shape.type &&
           !memcmp(was->shape.p, item->shape.p, sizeof was->shape.p) &&
           same_look(&was->material, &item->material);
}

/* digest of the thing that consists of the frame's items first .. first + count - 1. Most look as
 * in the last frame, whose digests are known: a digest takes much longer than the comparison */
static tw_status digest_at(tw_reel *r, const tw_frame *f, size_t first, size_t count,
                           uint64_t *digest) {
    bool known = first + count <= r->item.count && r->item.data[first].items == count;
    for (size_t i = first; i < first + count && known; i++) known = as_before(r, &f->item[i], i);
    if (known) {
        *digest = r->item.data[first].digest;
        return TW_OK;
    }
    *digest = digest_of(&f->item[first], count);
    TW_TRY(tw_reserve(&r->item, first + count));
    if (r->item.count < first + count) r->item.count = first + count;
    for (size_t i = first; i < first + count; i++)
        r->item.data[i] =
            (tw_reel_item){.shape = f->item[i].shape, .material = f->item[i].material};
    r->item.data[first].items = count;
    r->item.data[first].digest = *digest;
    return TW_OK;
}

/* ---- things ---------------------------------------------------------------------------------- */

static tw_status mesh_of(tw_reel *r, const tw_shape *shape, size_t *mesh) {
    uint64_t digest = tw_shape_digest(shape);
    for (*mesh = 0; *mesh < r->mesh.count; ++*mesh)
        if (r->mesh.data[*mesh].digest == digest) return TW_OK;
    tw_reel_mesh made = {.digest = digest};
    tw_pose here = {v3_zero(), q_identity()};
    tw_status s = tw_gltf_triangles(shape, &here, &made.triangles);
    for (size_t i = 0; s == TW_OK && i < made.triangles.normal.count; i++) {
        s = tw_push(&made.normal, (int8_t)lrintf(127 * made.triangles.normal.data[i]));
        if (s == TW_OK && i % 3 == 2) s = tw_push(&made.normal, 0);
    }
    if (s == TW_OK) s = tw_push(&r->mesh, made);
    if (s == TW_OK) return s;
    tw_triangles_free(&made.triangles);
    tw_array_free(&made.normal);
    return s;
}

/* pose of `inner` relative to `outer` */
static tw_pose seen_from(const tw_pose *outer, const tw_pose *inner) {
    quat back = q_conj(outer->q);
    return (tw_pose){q_rotate(back, v3_sub(inner->x, outer->x)),
                     q_normalized(q_mul(back, inner->q))};
}

static tw_status add_parts(tw_reel *r, const tw_frame *f, size_t first, size_t count,
                           const tw_pose *root) {
    for (size_t i = first; i < first + count; i++) {
        tw_reel_part part = {.pose = seen_from(root, &f->pose[f->item[i].first_pose]),
                             .material = f->item[i].material};
        /* the film's map may be freed before the reel, and the page shows no maps */
        part.material.map = NULL;
        TW_TRY(mesh_of(r, &f->item[i].shape, &part.mesh));
        TW_TRY(tw_push(&r->part, part));
    }
    return TW_OK;
}

typedef struct group {
    size_t first, count; /* items */
    uint32_t key;
    bool body;
    uint64_t digest;
} group;

/* the items from `first` on that make one thing: a body, or a piece of a prop */
static group group_at(const tw_frame *f, size_t first) {
    uint32_t tag = f->item[first].tag;
    group g = {.first = first, .count = 1, .body = !tw_tag_is_prop(tag)};
    g.key = g.body ? tw_tag_serial(tag) : tag;
    while (g.body && first + g.count < f->item_count &&
           !tw_tag_is_prop(f->item[first + g.count].tag) &&
           tw_tag_serial(f->item[first + g.count].tag) == g.key)
        g.count++;
    return g;
}

static bool is_of(const tw_reel_thing *t, const group *g) {
    return t->key == g->key && t->digest == g->digest;
}

/* *thing: index of the thing that the group of items shows; if the reel has none, it is made. hint:
 * the thing's index if this frame has the same things as the last one */
static tw_status thing_of(tw_reel *r, const tw_frame *f, const group *g, size_t hint,
                          const tw_pose *root, size_t *thing) {
    *thing = hint;
    if (hint < r->thing.count && is_of(&r->thing.data[hint], g)) return TW_OK;
    for (*thing = r->thing.count; (*thing)-- > 0;)
        if (is_of(&r->thing.data[*thing], g)) return TW_OK;
    const char *name = f->item[g->first].name;
    char made[40];
    snprintf(made, sizeof made, "solid%lu", (unsigned long)g->key);
    tw_reel_thing t = {.key = g->key,
                       .digest = g->digest,
                       .body = g->body,
                       .first_part = r->part.count,
                       .parts = g->count,
                       .name = strdup(name ? name : made)};
    tw_status s = t.name ? add_parts(r, f, g->first, g->count, root) : tw_fail_memory();
    *thing = r->thing.count;
    if (s == TW_OK) s = tw_push(&r->thing, t);
    if (s != TW_OK) free(t.name);
    return s;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static tw_status add_entry(tw_reel *r, size_t thing, const tw_pose *p) {
    const double x[TW_REEL_POSE] = {p->x.x, p->x.y, p->x.z, p->q.w, p->q.x, p->q.y, p->q.z};
    TW_TRY(tw_push(&r->which, (uint32_t)thing));
    TW_TRY(tw_reserve(&r->pose, r->pose.count + TW_REEL_POSE));
    for (int k = 0; k < TW_REEL_POSE; k++) r->pose.data[r->pose.count++] = (float)x[k];
    return TW_OK;
}

/* *pose: pose of the body with the given serial number. Callers ask for bodies in the scene's
 * order, so the search begins at index *next. False: no such body */
static bool pose_of(const tw_scene *scene, size_t bodies, uint32_t serial, size_t *next,
                    tw_pose *pose) {
    for (size_t k = 0; k < bodies; k++) {
        size_t i = (*next + k) % bodies;
        if (!tw_body_is(scene, i, serial, pose)) continue;
        *next = i + 1;
        return true;
    }
    return false;
}

tw_status tw_reel_add(tw_reel *r, const tw_frame *f, tw_scene *scene) {
    size_t bodies = scene ? tw_scene_state_of(scene).bodies : 0;
    tw_reel_frame one = {.time = f->time, .first = r->which.count, .first_curve = r->value.count};
    size_t before = r->frame.count ? r->frame.data[r->frame.count - 1].first : 0, next = 0;
    for (size_t i = 0; i < f->item_count;) {
        group g = group_at(f, i);
        TW_TRY(digest_at(r, f, i, g.count, &g.digest));
        tw_pose root = f->pose[f->item[i].first_pose];
        size_t thing, last = before + one.count;
        size_t hint = last < one.first ? r->which.data[last] : SIZE_MAX;
        if (g.body) (void)pose_of(scene, bodies, g.key, &next, &root);
        TW_TRY(thing_of(r, f, &g, hint, &root, &thing));
        TW_TRY(add_entry(r, thing, &root));
        one.count++;
        i += g.count;
    }
    if (scene) TW_TRY(tw_reel_world(r, scene));
    one.curves = r->value.count - one.first_curve;
    return tw_push(&r->frame, one);
}

static tw_pose pose_at(const tw_reel *r, size_t entry) {
    const float *x = r->pose.data + TW_REEL_POSE * entry;
    return (tw_pose){{(double)x[0], (double)x[1], (double)x[2]},
                     {(double)x[3], (double)x[4], (double)x[5], (double)x[6]}};
}

tw_status tw_reel_between(tw_reel *r, const tw_scene *scene, double t) {
    const tw_reel_frame last = r->frame.data[r->frame.count - 1];
    tw_reel_frame one = {.time = t, .first = r->which.count, .first_curve = r->value.count};
    size_t bodies = tw_scene_state_of(scene).bodies, next = 0;
    for (size_t i = last.first; i < last.first + last.count; i++) {
        const tw_reel_thing *thing = &r->thing.data[r->which.data[i]];
        tw_pose pose = pose_at(r, i);
        if (thing->body) (void)pose_of(scene, bodies, thing->key, &next, &pose);
        TW_TRY(add_entry(r, r->which.data[i], &pose));
        one.count++;
    }
    return tw_push(&r->frame, one);
}

void tw_reel_drop(tw_reel *r) {
    if (!r->frame.count) return;
    const tw_reel_frame *last = &r->frame.data[--r->frame.count];
    r->which.count = last->first;
    r->pose.count = TW_REEL_POSE * last->first;
    r->value.count = last->first_curve;
    size_t cameras = TW_REEL_CAMERA * r->frame.count;
    if (r->camera.count > cameras) r->camera.count = cameras;
}

/* ---- the whole film -------------------------------------------------------------------------- */

static tw_status add_camera(tw_reel *r, const tw_camera *k) {
    const double x[TW_REEL_CAMERA] = {k->eye.x,
                                      k->eye.y,
                                      k->eye.z,
                                      k->target.x,
                                      k->target.y,
                                      k->target.z,
                                      k->up.x,
                                      k->up.y,
                                      k->up.z,
                                      k->fov,
                                      k->projection == TW_ORTHOGRAPHIC ? k->height : 0,
                                      k->shot};
    for (int i = 0; i < TW_REEL_CAMERA; i++) TW_TRY(tw_push(&r->camera, (float)x[i]));
    return TW_OK;
}

/* slot of the hash table for a text: the one that has the text, or the free one for it */
static uint32_t *place_of(tw_reel *r, const char *text) {
    size_t mask = r->text_place.count - 1;
    size_t i = (size_t)tw_hash_end(tw_hash_bytes(tw_hash_begin(), text, strlen(text))) & mask;
    while (r->text_place.data[i] && strcmp(r->text.data[r->text_place.data[i] - 1], text) != 0)
        i = (i + 1) & mask;
    return &r->text_place.data[i];
}

/* enlarges the hash table, so that at least half of its slots are free */
static tw_status make_places(tw_reel *r) {
    size_t n = r->text_place.count;
    if (2 * (r->text.count + 1) < n) return TW_OK;
    n = n ? 2 * n : 64;
    TW_TRY(tw_reserve(&r->text_place, n));
    r->text_place.count = n;
    memset(r->text_place.data, 0, n * sizeof *r->text_place.data);
    for (size_t i = 0; i < r->text.count; i++) *place_of(r, r->text.data[i]) = (uint32_t)(i + 1);
    return TW_OK;
}

static tw_status text_of(tw_reel *r, const char *text, size_t *index) {
    TW_TRY(make_places(r));
    uint32_t *place = place_of(r, text);
    if (!*place) {
        char *copy = strdup(text);
        if (!copy) return tw_fail_memory();
        tw_status s = tw_push(&r->text, copy);
        if (s != TW_OK) free(copy);
        TW_TRY(s);
        *place = (uint32_t)r->text.count;
    }
    *index = *place - 1;
    return TW_OK;
}

/* adds a mark as 12 numbers: kind, class, index of its text (-1: none), met (of a constraint);
 * point a (3 numbers); point b or the vector (3); strength; length of an arrow for its unit, m */
static tw_status add_mark(tw_reel *r, const tw_frame *f, const tw_mark *m) {
    size_t text = 0;
    bool arrow = m->kind == TW_MARK_ARROW, torque = m->kind == TW_MARK_TORQUE;
    vec3 b = m->kind == TW_MARK_LINK ? m->b : m->vector;
    double scale = m->scale > 0 ? m->scale : arrow ? f->force_scale : torque ? f->torque_scale : 0;
    if (m->text) TW_TRY(text_of(r, m->text, &text));
    const double x[TW_REEL_MARK] = {m->kind, m->class_,   m->text ? (double)text : -1,
                                    m->met,  m->a.x,      m->a.y,
                                    m->a.z,  b.x,         b.y,
                                    b.z,     m->strength, scale};
    for (int i = 0; i < TW_REEL_MARK; i++) TW_TRY(tw_push(&r->mark, (float)x[i]));
    return TW_OK;
}

tw_status tw_reel_complete(tw_reel *r, tw_frame *const *frames, tw_frame *const *marked,
                           size_t count) {
    r->camera.count = r->mark.count = 0;
    r->stage = count ? frames[0] : NULL;
    for (size_t k = 0; k < count && k < r->frame.count; k++) {
        tw_reel_frame *one = &r->frame.data[k];
        TW_TRY(add_camera(r, &frames[k]->camera));
        one->first_mark = r->mark.count / TW_REEL_MARK;
        for (size_t i = 0; i < marked[k]->mark_count; i++)
            TW_TRY(add_mark(r, marked[k], &marked[k]->mark[i]));
        one->marks = r->mark.count / TW_REEL_MARK - one->first_mark;
    }
    return TW_OK;
}

tw_status tw_reel_open(tw_reel *r) {
    *r = (tw_reel){.topology = (unsigned long)-1};
    r->object_stream = tw_memo_open(&r->objects, &r->objects_size);
    r->event_stream = tw_memo_open(&r->events, &r->events_size);
    return r->object_stream && r->event_stream ? TW_OK : tw_fail_memory();
}

void tw_reel_free(tw_reel *r) {
    if (r->object_stream) fclose(r->object_stream);
    if (r->event_stream) fclose(r->event_stream);
    free(r->objects);
    free(r->events);
    for (size_t i = 0; i < r->mesh.count; i++) {
        tw_triangles_free(&r->mesh.data[i].triangles);
        tw_array_free(&r->mesh.data[i].normal);
    }
    for (size_t i = 0; i < r->thing.count; i++) free(r->thing.data[i].name);
    for (size_t i = 0; i < r->text.count; i++) free(r->text.data[i]);
    tw_array_free(&r->mesh), tw_array_free(&r->part), tw_array_free(&r->thing);
    tw_array_free(&r->frame), tw_array_free(&r->which), tw_array_free(&r->pose);
    tw_array_free(&r->mark), tw_array_free(&r->text), tw_array_free(&r->text_place),
        tw_array_free(&r->camera);
    tw_array_free(&r->item), tw_array_free(&r->curve), tw_array_free(&r->value),
        tw_array_free(&r->known);
    tw_array_free(&r->off);
}
