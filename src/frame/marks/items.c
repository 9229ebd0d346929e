/* Makes the solids of a picture from bodies and props; see items.h. */
#include "frame/marks/items.h"

#include "dynamics/pass/pass.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

double tw_number_at(const tw_value *v, double t, double otherwise) {
    return tw_value_is_unset(v) ? otherwise : tw_value1(v, t);
}

tw_rgb tw_rgb_at(const tw_value *v, double t, tw_rgb otherwise) {
    if (tw_value_is_unset(v)) return otherwise;
    vec3 c = tw_value3(v, t);
    return (tw_rgb){fmax(c.x, 0), fmax(c.y, 0), fmax(c.z, 0)};
}

static double unit(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* default colour of bodies, by the name of their kind */
static tw_rgb default_color(const char *kind) {
    static const struct {
        const char *kind;
        tw_rgb color;
    } palette[] = {
        {"sphere", {0.62, 0.11, 0.07}},  {"rod", {0.72, 0.42, 0.10}},
        {"capsule", {0.10, 0.30, 0.50}}, {"cylinder", {0.10, 0.36, 0.34}},
        {"disk", {0.10, 0.36, 0.34}},    {"box", {0.55, 0.30, 0.12}},
        {"card", {0.75, 0.71, 0.62}},    {"torus", {0.07, 0.24, 0.46}},
        {"cone", {0.60, 0.20, 0.30}},    {"ellipsoid", {0.40, 0.16, 0.42}},
        {"link", {0.46, 0.47, 0.50}},
    };
    for (size_t i = 0; i < sizeof palette / sizeof palette[0]; i++)
        if (!strcmp(palette[i].kind, kind)) return palette[i].color;
    return (tw_rgb){0.45, 0.45, 0.45};
}

tw_material tw_material_of(const tw_material_fields *fields, double t, tw_rgb color) {
    tw_material m = {.model = (tw_surface_model)fields->model,
                     .color = tw_rgb_at(&fields->color, t, color),
                     .roughness = unit(tw_number_at(&fields->roughness, t, 0.4)),
                     .metallic = unit(tw_number_at(&fields->metallic, t, 0)),
                     .emission = tw_rgb_at(&fields->emission, t, (tw_rgb){0, 0, 0}),
                     .opacity = 1,
                     .texture = (tw_texture)fields->texture.pattern,
                     .texture_scale = tw_number_at(&fields->texture_scale, t, TW_TEXTURE_PERIOD)};
    if (fields->texture.map) {
        m.texture = TW_TEXTURE_PICTURE;
        m.texture_scale = tw_number_at(&fields->texture_scale, t, 0);
        m.map = fields->texture.map;
    }
    m.texture_width = tw_number_at(&fields->texture_width, t, m.texture_scale / TW_TEXTURE_LINES);
    m.texture_fade = tw_number_at(&fields->texture_fade, t, 0);
    tw_rgb dark = {0.4 * m.color.r, 0.4 * m.color.g, 0.4 * m.color.b};
    m.texture_color = tw_rgb_at(&fields->texture_color, t, dark);
    return m;
}

/* material of a part of a body or prop: m, the material of the whole, with the fields of `look` and
 * the colour `color` where the part has its own (NULL: it has none); the opacity is always that of
 * m */
static tw_material part_look(const tw_material_fields *look, const tw_value *color, double t,
                             const tw_material *m) {
    tw_material own = look ? tw_material_of(look, t, m->color) : *m;
    if (color) own.color = tw_rgb_at(color, t, own.color);
    own.opacity = m->opacity;
    return own;
}

/* ---- what is collected --------------------------------------------------------------------- */

typedef struct maker {
    tw_sim *sim;
    const tw_world *world;
    tw_tracks *tracks;
    tw_frame *frame;
    double t;
    TW_ARRAY(tw_frame_item) items;
    TW_ARRAY(tw_pose) poses;
    tw_root_list roots;
    bool follow;          /* true: the caller wants the carriers (roots) of the items */
    tw_piece_list pieces; /* scratch: the pieces of one prop */
    tw_piece_list later;  /* scratch: the same pieces `moment` seconds later */
    tw_spot_list spots;   /* scratch: places at which one prop of the world is drawn */
    /* default radius of lines, m; NAN: not computed yet */
    double stroke;
} maker;

static tw_root body_root(const tw_body *b) {
    return (tw_root){.key = b->o.serial,
                     .jumps = b->o.jumps,
                     .pose = tw_body_pose(b),
                     .pivot = b->position,
                     .velocity = b->velocity,
                     .angular_velocity = b->angular_velocity};
}

static tw_status add_item(maker *m, const tw_pose *root, const tw_piece *piece,
                          const tw_material *material, uint32_t tag, const char *name) {
    tw_frame_item item = {.shape = piece->shape,
                          .first_pose = m->items.count,
                          .material = part_look(piece->material, piece->color, m->t, material),
                          .tag = tag,
                          .name = name};
    TW_TRY(tw_push(&m->poses, tw_pose_compose(root, &piece->pose)));
    TW_TRY(tw_push(&m->items, item));
    /* the item holds references to its mesh and picture, since the frame may outlive their owners
     */
    tw_mesh_retain(piece->shape.mesh);
    tw_pixmap_retain(item.material.map);
    return TW_OK;
}

static tw_status add_root(maker *m, tw_root root, size_t first) {
    root.first = first;
    root.count = m->items.count - first;
    return root.count ? tw_push(&m->roots, root) : TW_OK;
}

/* *name: name of the object, or, if it has none, the name of its kind; copied to memory of the
 * frame */
static tw_status name_of(maker *m, const tw_object *o, const char **name) {
    *name = tw_frame_text(m->frame, o->name ? o->name : o->kind->name);
    return *name ? TW_OK : tw_fail_memory();
}

/* ---- bodies -------------------------------------------------------------------------------- */

static tw_status add_body(maker *m, const tw_body *b) {
    double opacity = unit(tw_number_at(&b->opacity, m->t, 1));
    if (!b->visible || !(opacity > 0)) return TW_OK;
    tw_material material = tw_material_of(&b->material, m->t, default_color(b->o.kind->name));
    material.color = tw_rgb_at(&b->color, m->t, material.color);
    material.opacity = opacity;
    tw_root root = body_root(b);
    size_t first = m->items.count;
    const char *name;
    TW_TRY(name_of(m, &b->o, &name));
    for (int s = 0; s < b->form.count; s++) {
        tw_piece piece = {.shape = b->form.shape[s],
                          .pose = b->form.pose[s],
                          .material = b->form.look[s].material,
                          .color = b->form.look[s].color};
        uint32_t tag = b->o.serial * TW_SERIAL_SHAPES + (uint32_t)s;
        TW_TRY(add_item(m, &root.pose, &piece, &material, tag, name));
    }
    return add_root(m, root, first);
}

/* ---- props --------------------------------------------------------------------------------- */

static uint32_t tag_of(const tw_prop *p, size_t piece) {
    return TW_PROP_TAGS | (p->o.serial * TW_PROP_PIECES + (uint32_t)piece);
}

static bool in_pieces(const tw_prop *p) {
    return tw_prop_kind_of(p)->anchor == TW_ANCHOR_PIECES;
}

static tw_root prop_root(const tw_world *w, const tw_prop *p) {
    tw_root r = {.key = tag_of(p, 0)};
    r.pose = tw_prop_root(w, p, &r.jumps);
    const tw_point *point = tw_world_point(w, tw_prop_reference(p, TW_PARAM_POINT));
    const tw_body *b = point ? tw_world_body(w, point->body) : NULL;
    tw_anchor anchor = tw_prop_kind_of(p)->anchor;
    vec3 x;
    r.pivot = r.pose.x;
    if (point && anchor != TW_ANCHOR_WORLD) tw_point_now(w, point, &x, &r.velocity);
    if (b && anchor == TW_ANCHOR_POSE) {
        r.pivot = b->position;
        r.velocity = b->velocity;
        r.angular_velocity = b->angular_velocity;
    }
    return r;
}

/* For a prop that shows a constraint: *root: carrier made from the constraint's first body; *force:
 * the constraint's force on that body; *at: where it acts. If the constraint is not active or has
 * no body, *force is 0 and the others are not set */
static tw_status constraint_root(maker *m, const tw_prop *p, tw_root *root, vec3 *force, vec3 *at) {
    const tw_constraint *c = tw_world_constraint(m->world, tw_prop_reference(p, TW_PARAM_JOINT));
    *force = v3_zero();
    if (!c || !c->enabled) return TW_OK;
    tw_dynamics *d;
    tw_constraint_reading r;
    TW_TRY(tw_sim_pass(m->sim, &d));
    int block = d->block_of[c->index];
    if (block < 0) return TW_OK;
    const tw_bind *bind = d->pass.block[block].bind;
    if (!bind->slots) return TW_OK;
    TW_TRY(tw_read_constraint(d, c, &r));
    const tw_body *b = m->world->body.data[bind->body[0]];
    *root = body_root(b);
    *force = r.force;
    *at = b->position;
    for (int i = bind->points; i-- > 0;)
        if (bind->point[i].slot == 0) *at = bind->point[i].x;
    return TW_OK;
}

/* converts poses that are given in world axes relative to the place `at` into poses relative to a
 * body with the pose `root` */
static void carry(tw_piece_list *list, const tw_pose *root, vec3 at) {
    quat back = q_conj(root->q);
    for (size_t i = 0; i < list->count; i++) {
        tw_pose *p = &list->data[i].pose;
        p->x = q_rotate(back, v3_sub(v3_add(at, p->x), root->x));
        p->q = q_normalized(q_mul(back, p->q));
    }
}

/* true: the value is the constant that the field has by default */
static bool preset(const tw_value *v, const tw_param *p) {
    if (!tw_value_is_constant(v)) return false;
    if (isnan(p->preset[0])) return tw_value_is_unset(v);
    for (int i = 0; i < v->dim; i++)
        if (!(fabs(v->c[i] - p->preset[i]) <= 0)) return false;
    return true;
}

/* true: all fields of the material have their defaults */
static bool plain(const tw_material_fields *f) {
    for (int i = 0; i < tw_material_param_count; i++) {
        const tw_param *p = &tw_material_params[i];
        const tw_value *v = tw_param_value(p, f);
        if (v && !preset(v, p)) return false;
    }
    return f->model == 0 && f->texture.pattern == 0 && !f->texture.map;
}

/* material of a prop's pieces; as: body of which the piece is a ghost image, NULL: it is none */
static tw_material prop_look(const maker *m, const tw_prop *p, const tw_body *as) {
    const tw_prop_kind *k = tw_prop_kind_of(p);
    tw_rgb color = {k->color[0], k->color[1], k->color[2]};
    if (k->solid) color = default_color(k->solid->kind.name);
    const tw_material_fields *fields = &p->material;
    if (as) color = default_color(as->o.kind->name);
    if (as && plain(fields)) fields = &as->material;
    tw_material look = tw_material_of(fields, m->t, color);
    if (as && fields == &as->material) look.color = tw_rgb_at(&as->color, m->t, look.color);
    look.color = tw_rgb_at(&p->color, m->t, look.color);
    look.opacity = unit(tw_number_at(&p->opacity, m->t, 1));
    return look;
}

/* adds the prop's text as a caption with the prop's colour and opacity; does nothing if it has no
 * text or its size is 0 */
static tw_status add_label(maker *m, const tw_prop *p, const tw_prop_in *in) {
    tw_prop_label l = {.text = ""};
    TW_TRY(tw_prop_kind_of(p)->label(in, &l));
    if (!l.text[0] || !(l.size > 0)) return TW_OK;
    tw_material look = prop_look(m, p, NULL);
    tw_caption c = {.text = tw_frame_text(m->frame, l.text),
                    .at = TW_AT_POINT,
                    .point = l.at,
                    .size = l.size,
                    .opacity = look.opacity,
                    .has_color = true,
                    .color = look.color,
                    .anchor_x = l.anchor_x,
                    .anchor_y = l.anchor_y};
    return c.text ? tw_frame_caption(m->frame, &c) : tw_fail_memory();
}

static const double moment = 1e-4; /* velocities of pieces are differences over this time, s */

/* sets the velocities of a piece from its pose in *r and its pose `moment` seconds later */
static void see_motion(tw_root *r, const tw_pose *later) {
    quat q = q_mul(later->q, q_conj(r->pose.q));
    double twice = q.w < 0 ? -2 / moment : 2 / moment;
    r->velocity = v3_scale(v3_sub(later->x, r->pose.x), 1 / moment);
    r->angular_velocity = v3_scale(v3(q.x, q.y, q.z), twice);
}

/* appends the pieces of a prop; a failure is reported at the line of the script that made the prop
 */
static tw_status show(const tw_prop *p, const tw_prop_in *in, tw_piece_list *pieces) {
    tw_status s = in->kind->show(in, pieces);
    if (s != TW_ARGUMENT) return s;
    tw_kept kept = tw_failure_keep(s);
    return tw_fail(TW_SCRIPT, "%s:%d: scene:%s: %s at t = %.6g s", p->o.file ? p->o.file : "?",
                   p->o.line, p->o.kind->name, kept.text, in->t);
}

/* adds a carrier for each piece of a prop whose pieces move relative to each other; first: index of
 * the prop's first item */
static tw_status add_piece_roots(maker *m, const tw_prop *p, size_t first) {
    unsigned jumps;
    if (!m->follow) return TW_OK;
    tw_prop_root(m->world, p, &jumps);
    tw_prop_in in;
    TW_TRY(tw_prop_ask(m->world, p, m->t, moment, &m->spots, &in));
    in.stroke = &m->stroke;
    m->later.count = 0;
    TW_TRY(show(p, &in, &m->later));
    for (size_t i = 0; i < m->pieces.count; i++) {
        tw_root r = {.key = tag_of(p, i),
                     .jumps = jumps,
                     .pose = m->pieces.data[i].pose,
                     .pivot = m->pieces.data[i].pose.x,
                     .first = first + i,
                     .count = 1};
        if (m->later.count == m->pieces.count) see_motion(&r, &m->later.data[i].pose);
        TW_TRY(tw_push(&m->roots, r));
    }
    return TW_OK;
}

static tw_status add_pieces(maker *m, const tw_prop *p, const tw_root *root) {
    static const tw_pose world = {{0, 0, 0}, {1, 0, 0, 0}};
    size_t first = m->items.count;
    const char *name;
    TW_TRY(name_of(m, &p->o, &name));
    for (size_t i = 0; i < m->pieces.count; i++) {
        const tw_piece *piece = &m->pieces.data[i];
        tw_material look = prop_look(m, p, piece->as);
        look.opacity *= 1 - unit(piece->fade);
        TW_TRY(add_item(m, in_pieces(p) ? &world : &root->pose, piece, &look, tag_of(p, i), name));
    }
    return in_pieces(p) ? add_piece_roots(m, p, first) : add_root(m, *root, first);
}

static tw_status add_prop(maker *m, const tw_prop *p) {
    if (!p->visible || !(unit(tw_number_at(&p->opacity, m->t, 1)) > 0)) return TW_OK;
    const tw_prop_kind *k = tw_prop_kind_of(p);
    tw_prop_in in;
    TW_TRY(tw_prop_ask(m->world, p, m->t, 0, &m->spots, &in));
    in.stroke = &m->stroke;
    tw_root root = prop_root(m->world, p);
    vec3 at = v3_zero();
    bool forced = !tw_id_none(tw_prop_reference(p, TW_PARAM_JOINT));
    if (forced) {
        TW_TRY(constraint_root(m, p, &root, &in.force, &at));
        if (!(v3_length(in.force) > 0)) return TW_OK;
    }
    if (k->span) tw_tracks_get(m->tracks, p, &in.track, &in.track_count);
    if (k->every) tw_tracks_images(m->tracks, p, &in.image, &in.image_count);
    m->pieces.count = 0;
    TW_TRY(show(p, &in, &m->pieces));
    if (forced) carry(&m->pieces, &root.pose, at);
    if (k->label) TW_TRY(add_label(m, p, &in));
    return add_pieces(m, p, &root);
}

/* -------------------------------------------------------------------------------------------- */

static tw_status make(maker *m) {
    size_t shapes = 0;
    for (size_t i = 0; i < m->world->body.count; i++)
        shapes += (size_t)m->world->body.data[i]->form.count;
    TW_TRY(tw_reserve(&m->items, shapes));
    TW_TRY(tw_reserve(&m->poses, shapes));
    TW_TRY(tw_reserve(&m->roots, m->world->body.count));
    for (size_t i = 0; i < m->world->body.count; i++) TW_TRY(add_body(m, m->world->body.data[i]));
    for (size_t i = 0; i < m->world->prop.count; i++) TW_TRY(add_prop(m, m->world->prop.data[i]));
    return TW_OK;
}

static tw_status give(maker *m, tw_frame *f) {
    size_t n = m->items.count;
    if (!n) return TW_OK;
    tw_frame_item *item = tw_frame_alloc(f, n * sizeof *item);
    tw_pose *pose = tw_frame_alloc(f, n * sizeof *pose);
    if (!item || !pose) return tw_fail_memory();
    memcpy(item, m->items.data, n * sizeof *item);
    memcpy(pose, m->poses.data, n * sizeof *pose);
    f->item = item;
    f->item_count = n;
    f->pose = pose;
    m->items.count = 0; /* the references that the items hold now belong to the frame */
    return TW_OK;
}

tw_status tw_items_make(tw_sim *sim, tw_tracks *tracks, tw_frame *f, tw_root_list *roots) {
    maker m = {.sim = sim, .world = tw_sim_world(sim), .tracks = tracks, .frame = f, .t = f->time};
    m.follow = roots != NULL;
    m.stroke = NAN;
    tw_status s = make(&m);
    f->pose_count = 1;
    if (s == TW_OK) s = give(&m, f);
    for (size_t i = 0; i < m.items.count; i++) tw_frame_item_release(&m.items.data[i]);
    tw_array_free(&m.items);
    tw_array_free(&m.poses);
    tw_array_free(&m.pieces);
    tw_array_free(&m.later);
    tw_array_free(&m.spots);
    if (roots) {
        tw_array_free(roots);
        *roots = m.roots;
    } else {
        tw_array_free(&m.roots);
    }
    return s;
}

static tw_status piece_roots_now(const tw_world *w, const tw_prop *p, tw_piece_list *pieces,
                                 tw_spot_list *spots, double *stroke, tw_root_list *roots) {
    tw_prop_in in;
    unsigned jumps;
    tw_prop_root(w, p, &jumps);
    pieces->count = 0;
    TW_TRY(tw_prop_ask(w, p, w->time, 0, spots, &in));
    in.stroke = stroke;
    TW_TRY(show(p, &in, pieces));
    for (size_t i = 0; i < pieces->count; i++) {
        tw_root r = {.key = tag_of(p, i), .jumps = jumps, .pose = pieces->data[i].pose};
        TW_TRY(tw_push(roots, r));
    }
    return TW_OK;
}

tw_status tw_roots_now(const tw_world *w, tw_root_list *roots) {
    tw_piece_list pieces = {0};
    tw_spot_list spots = {0};
    double stroke = NAN;
    roots->count = 0;
    TW_TRY(tw_reserve(roots, w->body.count + w->prop.count + 1));
    for (size_t i = 0; i < w->body.count; i++)
        roots->data[roots->count++] = body_root(w->body.data[i]);
    tw_status s = TW_OK;
    for (size_t i = 0; i < w->prop.count && s == TW_OK; i++) {
        const tw_prop *p = w->prop.data[i];
        if (in_pieces(p))
            s = piece_roots_now(w, p, &pieces, &spots, &stroke, roots);
        else
            s = tw_push(roots, prop_root(w, p));
    }
    tw_array_free(&pieces);
    tw_array_free(&spots);
    return s;
}
