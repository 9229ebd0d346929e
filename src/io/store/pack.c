/*
 * Frames in compressed form; see pack.h. The same functions pass over the members of a frame for
 * writing and for reading, so that the two cannot disagree. Everything that is read is checked:
 * counts against the words that are left, values of enumerations against their ranges.
 */
#include "io/store/pack.h"

#include "frame/look.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the words of a store are little endian");
/* if a size changes, a member was added, which the functions below must pass, too */
_Static_assert(sizeof(tw_frame) == 856 && sizeof(tw_frame_look) == 88 &&
                   sizeof(tw_frame_item) == 208 && sizeof(tw_material) == 144 &&
                   sizeof(tw_frame_light) == 248 && sizeof(tw_camera) == 184 &&
                   sizeof(tw_mark) == 128 && sizeof(tw_caption) == 120 && sizeof(tw_plot) == 144 &&
                   sizeof(tw_graph) == 656 && sizeof(tw_graph_curve) == 64,
               "the walk knows every member of a frame");

/* ---- the walk ------------------------------------------------------------------------------ */

enum { STAGE, SOLIDS, POSES, SHUTTER, MARKS, CAPTIONS, PLOTS, GRAPHS, TEXTS, SECTIONS };

typedef TW_ARRAY(uint64_t) words;

struct tw_pack {
    const tw_shared *shared;
    words now[SECTIONS], before[SECTIONS];
    bool quick;
};

typedef struct walker {
    const tw_shared *shared;
    tw_frame *f;
    words *list; /* [SECTIONS] */
    size_t at[SECTIONS];
    int section;
    bool reading;
    tw_status status; /* TW_IO: a word is missing or out of its range; TW_MEMORY */
} walker;

static void wrong(walker *w) {
    if (w->status == TW_OK) w->status = TW_IO;
}

/* writing: appends the word `value` to the present section, and returns it. reading: returns the
 * section's next word; 0 after a failure */
static uint64_t pass(walker *w, uint64_t value) {
    words *list = &w->list[w->section];
    if (w->status != TW_OK) return 0;
    if (!w->reading) {
        w->status = tw_push(list, value);
        return value;
    }
    if (w->at[w->section] < list->count) return list->data[w->at[w->section]++];
    wrong(w);
    return 0;
}

static void real(walker *w, double *x) {
    uint64_t bits;
    memcpy(&bits, x, sizeof bits);
    bits = pass(w, bits);
    if (w->reading) memcpy(x, &bits, sizeof bits);
}

static void flag(walker *w, bool *x) {
    bool b = pass(w, *x) != 0;
    if (w->reading) *x = b;
}

static void integer(walker *w, int *x) {
    int n = (int)(int64_t)pass(w, (uint64_t)(int64_t)*x);
    if (w->reading) *x = n;
}

static void tag(walker *w, uint32_t *x) {
    uint32_t n = (uint32_t)pass(w, *x);
    if (w->reading) *x = n;
}

/* passes a value of an enumeration; reading: it must be less than `count` */
static unsigned choice(walker *w, unsigned x, unsigned count) {
    uint64_t n = pass(w, x);
    if (n < count) return (unsigned)n;
    wrong(w);
    return 0;
}

static void vector(walker *w, vec3 *v) {
    real(w, &v->x), real(w, &v->y), real(w, &v->z);
}

static void rgb(walker *w, tw_rgb *c) {
    real(w, &c->r), real(w, &c->g), real(w, &c->b);
}

/* passes *count, the number of elements of a list. Writing: returns `list`. Reading: allocates the
 * elements, of `size` bytes and at least one word each; NULL: the list is empty, or a failure */
static void *list_of(walker *w, void *list, size_t *count, size_t size) {
    uint64_t n = pass(w, *count);
    if (!w->reading) return list;
    *count = 0;
    if (w->status != TW_OK || n == 0) return NULL;
    if (n > w->list[w->section].count - w->at[w->section]) {
        wrong(w);
        return NULL;
    }
    void *room = tw_frame_alloc(w->f, (size_t)n * size);
    if (!room) {
        w->status = TW_MEMORY;
        return NULL;
    }
    *count = (size_t)n;
    return room;
}

/* passes a text: its length in the present section, its bytes in the section TEXTS. Returns the
 * text: s, or the one that was read; NULL stays NULL */
static const char *text(walker *w, const char *s) {
    uint64_t n = pass(w, s ? strlen(s) : UINT64_MAX);
    if (n == UINT64_MAX || w->status != TW_OK) return NULL;
    int section = w->section;
    w->section = TEXTS;
    char *copy = NULL;
    if (w->reading && n > 8 * (w->list[TEXTS].count - w->at[TEXTS])) wrong(w);
    if (w->reading && w->status == TW_OK) {
        copy = tw_frame_alloc(w->f, (size_t)n + 1);
        if (!copy) w->status = TW_MEMORY;
    }
    for (size_t i = 0; i < n && w->status == TW_OK; i += 8) {
        size_t part = n - i < 8 ? (size_t)n - i : 8;
        uint64_t bytes = 0;
        if (!w->reading) memcpy(&bytes, s + i, part);
        bytes = pass(w, bytes);
        if (w->reading) memcpy(copy + i, &bytes, part);
    }
    w->section = section;
    return w->reading ? copy : s;
}

static void material(walker *w, tw_material *m) {
    unsigned model = choice(w, m->model, TW_SURFACE_GGX + 1);
    rgb(w, &m->color);
    real(w, &m->roughness), real(w, &m->metallic);
    rgb(w, &m->emission);
    real(w, &m->opacity);
    unsigned texture = choice(w, m->texture, TW_TEXTURE_PICTURE + 1);
    real(w, &m->texture_scale);
    rgb(w, &m->texture_color);
    real(w, &m->texture_width), real(w, &m->texture_fade);
    uint64_t map = pass(w, m->map ? m->map->hash : 0);
    if (!w->reading) return;
    m->model = (tw_surface_model)model;
    m->texture = (tw_texture)texture;
    m->map = map ? tw_pixmap_retain(tw_shared_map(w->shared, map)) : NULL;
    if (map && !m->map) wrong(w);
    if (m->texture == TW_TEXTURE_PICTURE && !m->map) wrong(w);
}

static void shape(walker *w, tw_shape *s) {
    uint64_t type = pass(w, (uint64_t)s->type);
    for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) real(w, &s->p[k]);
    uint64_t mesh = pass(w, s->mesh ? s->mesh->hash : 0);
    if (!w->reading) return;
    if (type > INT_MAX || !tw_shape_numbered((int)type)) {
        wrong(w);
        return;
    }
    s->type = (int)type;
    s->mesh = type == TW_SHAPE_MESH && w->status == TW_OK
                  ? tw_mesh_retain(tw_shared_mesh(w->shared, mesh))
                  : NULL;
    if (type == TW_SHAPE_MESH && !s->mesh) wrong(w);
}

static void solids(walker *w) {
    tw_frame *f = w->f;
    w->section = SOLIDS;
    f->item = list_of(w, f->item, &f->item_count, sizeof *f->item);
    for (size_t i = 0; i < f->item_count && w->status == TW_OK; i++) {
        shape(w, &f->item[i].shape);
        material(w, &f->item[i].material);
        tag(w, &f->item[i].tag), flag(w, &f->item[i].beside);
        const char *name = text(w, f->item[i].name);
        if (w->reading) f->item[i].name = name;
    }
}

static void pose(walker *w, tw_pose *p) {
    vector(w, &p->x);
    real(w, &p->q.w), real(w, &p->q.x), real(w, &p->q.y), real(w, &p->q.z);
}

/* passes pose p as its difference (exclusive or of the bits) from pose `other` */
static void pose_beside(walker *w, const tw_pose *other, tw_pose *p) {
    enum { NUMBERS = sizeof(tw_pose) / sizeof(uint64_t) };
    uint64_t a[NUMBERS], b[NUMBERS];
    memcpy(a, other, sizeof a);
    memcpy(b, p, sizeof b);
    for (int i = 0; i < NUMBERS; i++) b[i] = pass(w, a[i] ^ b[i]) ^ a[i];
    if (w->reading) memcpy(p, b, sizeof b);
}

static tw_pose *poses_for(walker *w, size_t count) {
    if (w->status != TW_OK || !count) return NULL;
    tw_pose *p = tw_frame_alloc(w->f, count * sizeof *p);
    if (!p) w->status = TW_MEMORY;
    return p;
}

/* passes the pose of each solid at the frame's time, then its poses over the exposure as
 * differences from that one */
static void poses(walker *w) {
    tw_frame *f = w->f;
    w->section = POSES;
    integer(w, &f->pose_count);
    if (f->pose_count < 1 || f->pose_count > 64) wrong(w);
    real(w, &f->shutter);
    flag(w, &f->sharp);
    if (w->reading) {
        f->pose = poses_for(w, f->item_count * (size_t)f->pose_count);
        f->still = f->pose_count > 1 ? poses_for(w, f->item_count) : f->pose;
    }
    for (size_t i = 0; i < f->item_count && w->status == TW_OK; i++) {
        if (w->reading) f->item[i].first_pose = i * (size_t)f->pose_count;
        pose(w, f->pose_count > 1 ? &f->still[i] : &f->pose[f->item[i].first_pose]);
    }
    w->section = SHUTTER;
    for (size_t i = 0; i < f->item_count && f->pose_count > 1 && w->status == TW_OK; i++)
        for (int k = 0; k < f->pose_count; k++)
            pose_beside(w, &f->still[i], &f->pose[f->item[i].first_pose + (size_t)k]);
    if (w->reading && f->pose_count == 1) f->still = NULL;
}

/* passes a light map: a computed one as its source and sun, one from a file as its digest */
static void lightmap(walker *w, const tw_lightmap **map) {
    const tw_lightmap *m = *map;
    unsigned source = choice(w, m ? m->source : TW_LIGHTMAP_FILE, TW_LIGHTMAP_FILE + 1);
    double sun = m ? m->sun : 0;
    uint64_t hash = pass(w, m ? m->hash : 0);
    real(w, &sun);
    if (!w->reading) return;
    *map = NULL;
    if (w->status != TW_OK || !hash) return;
    if (source == TW_LIGHTMAP_FILE)
        *map = tw_lightmap_retain(tw_shared_light(w->shared, hash));
    else if (isfinite(sun))
        w->status = tw_lightmap_known((tw_lightmap_source)source, sun, map);
    if (!*map || (*map)->hash != hash) wrong(w);
}

static void lights(walker *w) {
    tw_frame *f = w->f;
    f->light = list_of(w, f->light, &f->light_count, sizeof *f->light);
    for (size_t i = 0; i < f->light_count && w->status == TW_OK; i++) {
        tw_frame_light *l = &f->light[i];
        unsigned kind = choice(w, (unsigned)l->kind, TW_LIGHT_ENVIRONMENT + 1);
        if (w->reading) memcpy(&l->kind, &kind, sizeof l->kind);
        vector(w, &l->to), vector(w, &l->position), vector(w, &l->direction);
        rgb(w, &l->irradiance), rgb(w, &l->top), rgb(w, &l->horizon), rgb(w, &l->bottom);
        rgb(w, &l->power);
        real(w, &l->angular_diameter), real(w, &l->radius), real(w, &l->cone);
        lightmap(w, &l->map);
        real(w, &l->turn), real(w, &l->strength);
        if (w->reading && kind == TW_LIGHT_ENVIRONMENT && !l->map) wrong(w);
    }
}

static void camera(walker *w, tw_camera *c) {
    vector(w, &c->eye), vector(w, &c->target), vector(w, &c->up);
    real(w, &c->fov), real(w, &c->height), real(w, &c->aperture), real(w, &c->focus);
    flag(w, &c->has_eye), flag(w, &c->has_target), flag(w, &c->has_fov), flag(w, &c->has_height);
    flag(w, &c->has_sharp), vector(w, &c->sharp);
    flag(w, &c->has_focus), flag(w, &c->free_around), flag(w, &c->free_above);
    flag(w, &c->framed), tag(w, &c->shot);
    real(w, &c->around), real(w, &c->above), real(w, &c->fill);
    unsigned projection = choice(w, c->projection, TW_ORTHOGRAPHIC + 1);
    unsigned fit = choice(w, c->fit, TW_FIT_MOMENT + 1);
    if (!w->reading) return;
    c->projection = (tw_projection_kind)projection;
    c->fit = (tw_camera_fit)fit;
}

/* passes the camera's positions over the exposure of the frame */
static void sweep(walker *w) {
    tw_frame *f = w->f;
    unsigned n = choice(w, (unsigned)f->sweep_count, TW_SWEEP + 1);
    if (w->reading) {
        f->sweep = n ? tw_frame_alloc(f, n * sizeof *f->sweep) : NULL;
        if (n && !f->sweep) w->status = TW_MEMORY;
        f->sweep_count = f->sweep ? (int)n : 0;
    }
    for (int k = 0; k < f->sweep_count && w->status == TW_OK; k++) camera(w, &f->sweep[k]);
}

static void backdrop(walker *w, tw_backdrop *b) {
    flag(w, &b->has_gradient);
    real(w, &b->stars);
    rgb(w, &b->bottom), rgb(w, &b->top);
    real(w, &b->from), real(w, &b->to);
}

static void haze(walker *w, tw_haze *h) {
    flag(w, &h->has_color);
    rgb(w, &h->color);
    real(w, &h->from), real(w, &h->to);
}

/* passes a look by its name; it is unknown if another version of the program wrote the frame */
static void look(walker *w, tw_frame_look *l) {
    const char *name = text(w, l->kind ? l->kind->name : NULL);
    if (!name) return;
    if (w->reading) l->kind = tw_look_find(name, NULL);
    if (!l->kind) wrong(w);
    unsigned floor = choice(w, (unsigned)l->floor, TW_FLOORS);
    if (w->reading) l->floor = (int)floor;
    tag(w, &l->said);
    real(w, &l->key), real(w, &l->rim), real(w, &l->fill), real(w, &l->soft), real(w, &l->turn);
    rgb(w, &l->tint);
}

static void stage(walker *w) {
    tw_frame *f = w->f;
    w->section = STAGE;
    integer(w, &f->number), integer(w, &f->part), integer(w, &f->shot);
    real(w, &f->share);
    if (!(f->share >= 0 && f->share <= 1)) wrong(w);
    real(w, &f->time), real(w, &f->open);
    camera(w, &f->camera);
    flag(w, &f->has_ground);
    real(w, &f->ground_height);
    material(w, &f->ground);
    flag(w, &f->has_background);
    backdrop(w, &f->background);
    flag(w, &f->has_fog);
    haze(w, &f->fog);
    real(w, &f->bloom);
    unsigned tone = choice(w, f->tone, TW_TONE_FILMIC + 1);
    if (w->reading) f->tone = (tw_tone)tone;
    real(w, &f->exposure);
    integer(w, &f->bounces);
    unsigned lines = choice(w, f->lines, TW_LINES_BLUEPRINT + 1);
    if (w->reading) f->lines = (tw_lines)lines;
    look(w, &f->look);
    real(w, &f->force_scale), real(w, &f->torque_scale), real(w, &f->mark_size);
    flag(w, &f->legend);
    tag(w, &f->classes), tag(w, &f->kinds);
    lights(w);
    sweep(w);
}

static void marks(walker *w) {
    tw_frame *f = w->f;
    w->section = MARKS;
    f->mark = list_of(w, f->mark, &f->mark_count, sizeof *f->mark);
    for (size_t i = 0; i < f->mark_count && w->status == TW_OK; i++) {
        tw_mark *m = &f->mark[i];
        unsigned kind = choice(w, m->kind, TW_MARK_ANGLE + 1),
                 of = choice(w, m->class_, TW_CLASS_COUNT),
                 side = choice(w, m->side, TW_NAME_SIDES);
        vector(w, &m->a), vector(w, &m->b), vector(w, &m->vector);
        real(w, &m->strength), real(w, &m->reference), real(w, &m->scale);
        integer(w, &m->rank);
        tag(w, &m->tag);
        flag(w, &m->met);
        const char *label = text(w, m->text);
        if (!w->reading) continue;
        m->kind = (tw_mark_kind)kind;
        m->class_ = (tw_mark_class)of;
        m->side = (tw_name_side)side;
        m->text = label;
    }
}

static void captions(walker *w) {
    tw_frame *f = w->f;
    w->section = CAPTIONS;
    f->caption = list_of(w, f->caption, &f->caption_count, sizeof *f->caption);
    for (size_t i = 0; i < f->caption_count && w->status == TW_OK; i++) {
        tw_caption *c = &f->caption[i];
        const char *label = text(w, c->text);
        if (!label) wrong(w);
        unsigned at = choice(w, (unsigned)c->at, TW_AT_POINT + 1);
        vector(w, &c->point);
        real(w, &c->size), real(w, &c->opacity);
        flag(w, &c->has_color), rgb(w, &c->color);
        unsigned font = choice(w, c->font, TW_FONT_COUNT);
        real(w, &c->anchor_x), real(w, &c->anchor_y);
        flag(w, &c->plate), flag(w, &c->title);
        if (!w->reading) continue;
        c->font = (tw_font)font;
        memcpy(&c->at, &at, sizeof c->at);
        c->text = label;
    }
}

static void samples(walker *w, tw_plot *p) {
    tw_plot_sample *list =
        list_of(w, (tw_plot_sample *)(uintptr_t)p->sample, &p->count, sizeof *list);
    for (size_t k = 0; k < p->count && w->status == TW_OK; k++)
        real(w, &list[k].t), real(w, &list[k].value), real(w, &list[k].rate);
    if (w->reading) p->sample = list;
}

static void plots(walker *w) {
    tw_frame *f = w->f;
    w->section = PLOTS;
    f->plot = list_of(w, f->plot, &f->plot_count, sizeof *f->plot);
    for (size_t i = 0; i < f->plot_count && w->status == TW_OK; i++) {
        tw_plot *p = &f->plot[i];
        const char *label = text(w, p->text);
        vector(w, &p->at);
        tag(w, &p->tag);
        real(w, &p->value), real(w, &p->rate), real(w, &p->tau);
        flag(w, &p->asked), flag(w, &p->met), flag(w, &p->angular), flag(w, &p->velocity);
        flag(w, &p->lawful);
        for (int k = 0; k < 3; k++) real(w, &p->law[k]);
        unsigned side = choice(w, p->side, TW_NAME_SIDES);
        double away = (double)p->far;
        real(w, &away), real(w, &p->begin), real(w, &p->span), real(w, &p->top);
        samples(w, p);
        if (!w->reading) continue;
        p->text = label;
        p->side = (tw_name_side)side;
        p->far = (float)away;
    }
}

static void curve(walker *w, tw_graph_curve *c) {
    const char *name = text(w, c->name);
    flag(w, &c->has_color), rgb(w, &c->color), flag(w, &c->thin);
    double *xy = list_of(w, (double *)(uintptr_t)c->xy, &c->count, 2 * sizeof *xy);
    for (size_t k = 0; k < 2 * c->count && w->status == TW_OK; k++) real(w, &xy[k]);
    if (!w->reading) return;
    c->name = name;
    c->xy = xy;
}

static void graphs(walker *w) {
    tw_frame *f = w->f;
    w->section = GRAPHS;
    f->graph = list_of(w, f->graph, &f->graph_count, sizeof *f->graph);
    for (size_t i = 0; i < f->graph_count && w->status == TW_OK; i++) {
        tw_graph *g = &f->graph[i];
        const char *title = text(w, g->title), *x = text(w, g->x_label), *y = text(w, g->y_label);
        tag(w, &g->tag);
        flag(w, &g->placed);
        real(w, &g->x), real(w, &g->y), real(w, &g->width), real(w, &g->height);
        real(w, &g->opacity);
        for (int k = 0; k < 2; k++) {
            real(w, &g->low[k]), real(w, &g->high[k]);
            real(w, &g->from[k]), real(w, &g->to[k]);
        }
        unsigned n = choice(w, (unsigned)g->curves, TW_GRAPH_CURVES + 1);
        if (w->reading) {
            g->title = title, g->x_label = x, g->y_label = y;
            g->curves = (int)n;
        }
        for (unsigned k = 0; k < n && w->status == TW_OK; k++) curve(w, &g->curve[k]);
    }
}

static void walk(walker *w) {
    stage(w);
    solids(w);
    poses(w);
    marks(w);
    captions(w);
    plots(w);
    graphs(w);
}

/* ---- words to bytes ------------------------------------------------------------------------ */

/* packs the frame into *bytes [*size], malloc'ed: the lengths of its sections, then all words as
 * differences (exclusive or) from the previous frame's, the highest bytes first; deflated */
static tw_status to_bytes(const tw_pack *p, unsigned char **bytes, size_t *size) {
    size_t total = 0, i = 0;
    for (int s = 0; s < SECTIONS; s++) total += p->now[s].count;
    size_t n = 8 * (SECTIONS + total);
    unsigned char *raw = malloc(n), *plane = raw + 8 * (size_t)SECTIONS;
    if (!raw) return tw_fail_memory();
    for (int s = 0; s < SECTIONS; s++) {
        uint64_t count = p->now[s].count;
        memcpy(raw + 8 * s, &count, 8);
        for (size_t k = 0; k < p->now[s].count; k++, i++) {
            uint64_t x = p->now[s].data[k];
            if (k < p->before[s].count) x ^= p->before[s].data[k];
            for (int b = 0; b < 8; b++)
                plane[(size_t)b * total + i] = (unsigned char)(x >> (56 - 8 * b));
        }
    }
    tw_status status =
        tw_deflate_at(p->quick ? TW_DEFLATE_QUICK : TW_DEFLATE_STORED, raw, n, bytes, size);
    free(raw);
    return status;
}

static tw_status from_raw(tw_pack *p, const unsigned char *raw, size_t n) {
    size_t total = n / 8 - SECTIONS, sum = 0, i = 0;
    const unsigned char *plane = raw + 8 * (size_t)SECTIONS;
    uint64_t count[SECTIONS];
    memcpy(count, raw, sizeof count);
    for (int s = 0; s < SECTIONS; s++) {
        if (count[s] > total) return tw_fail(TW_IO, "more words than there are");
        sum += (size_t)count[s];
    }
    if (sum != total) return tw_fail(TW_IO, "more or fewer words than there are");
    for (int s = 0; s < SECTIONS; s++) {
        TW_TRY(tw_reserve(&p->now[s], (size_t)count[s] + 1));
        p->now[s].count = (size_t)count[s];
        for (size_t k = 0; k < count[s]; k++, i++) {
            uint64_t x = 0;
            for (int b = 0; b < 8; b++) x = x << 8 | plane[(size_t)b * total + i];
            if (k < p->before[s].count) x ^= p->before[s].data[k];
            p->now[s].data[k] = x;
        }
    }
    return TW_OK;
}

static tw_status from_bytes(tw_pack *p, const unsigned char *bytes, size_t size) {
    void *raw;
    size_t n;
    TW_TRY(tw_inflate(bytes, size, &raw, &n));
    tw_status s = n % 8 || n < 8 * (size_t)SECTIONS ? tw_fail(TW_IO, "not a whole number of words")
                                                    : from_raw(p, raw, n);
    free(raw);
    return s;
}

/* ---- frames -------------------------------------------------------------------------------- */

tw_status tw_pack_create(const tw_shared *shared, tw_pack **pack) {
    tw_pack *p = calloc(1, sizeof *p);
    if (!p) return tw_fail_memory();
    p->shared = shared;
    *pack = p;
    return TW_OK;
}

void tw_pack_free(tw_pack *p) {
    if (!p) return;
    for (int s = 0; s < SECTIONS; s++) {
        tw_array_free(&p->now[s]);
        tw_array_free(&p->before[s]);
    }
    free(p);
}

void tw_pack_quickly(tw_pack *p) {
    p->quick = true;
}

void tw_pack_key(tw_pack *p) {
    for (int s = 0; s < SECTIONS; s++) p->before[s].count = 0;
}

/* makes the present frame the previous one, to which the next frame's differences refer */
static void turn_over(tw_pack *p) {
    for (int s = 0; s < SECTIONS; s++) {
        words w = p->before[s];
        p->before[s] = p->now[s];
        p->now[s] = w;
        p->now[s].count = 0;
    }
}

tw_status tw_pack_frame(tw_pack *p, const tw_frame *frame, unsigned char **bytes, size_t *size) {
    for (int s = 0; s < SECTIONS; s++) p->now[s].count = 0;
    walker w = {.shared = p->shared, .f = (tw_frame *)(uintptr_t)frame, .list = p->now};
    walk(&w);
    if (w.status != TW_OK)
        return w.status == TW_MEMORY ? tw_fail_memory()
                                     : tw_fail(w.status, "a frame that cannot be stored");
    TW_TRY(to_bytes(p, bytes, size));
    turn_over(p);
    return TW_OK;
}

tw_status tw_unpack_frame(tw_pack *p, const unsigned char *bytes, size_t size, tw_frame *frame) {
    *frame = (tw_frame){0};
    TW_TRY(from_bytes(p, bytes, size));
    walker w = {.shared = p->shared, .f = frame, .list = p->now, .reading = true};
    walk(&w);
    for (int s = 0; s < SECTIONS; s++)
        if (w.status == TW_OK && w.at[s] != p->now[s].count) wrong(&w);
    if (w.status == TW_OK) {
        turn_over(p);
        return TW_OK;
    }
    tw_frame_free(frame);
    *frame = (tw_frame){0};
    return w.status == TW_MEMORY ? tw_fail_memory() : tw_fail(TW_IO, "words that are no frame");
}
