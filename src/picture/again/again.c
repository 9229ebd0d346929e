/* Copies tiles that have not changed from an earlier picture, in place of drawing them; see
 * again.h. */
#include "picture/again/again.h"

#include "picture/again/wake.h"
#include "picture/filter/filter.h"

#include <stdlib.h>
#include <string.h>

/* ahead: number of pictures over which a thing's motion is extrapolated for the wake; aside: margin
 * added on all sides, as a share of the extrapolated motion */
static const float ahead = 4, aside = 0.5f;

enum {
    /* Noting which tiles depend on the wake pays only if at least one tile in WORTH can then be
     * copied. */
    WORTH = 16,
    /* after a picture in which fewer than one tile in WORTH could be copied, this many pictures are
     * drawn without noting */
    PAUSE = 8
};

/* a solid in one picture, in coordinates relative to the eye */
typedef struct thing {
    /* what: digest of its shape, material and tag; where: digest of its poses */
    uint64_t what, where;
    /* box that contains the solid's bounding box and ball during the whole exposure */
    float lo[3], hi[3];
    bool glows;
    /* true: it moves or changes; in the next pictures it may be anywhere in the box from .. to */
    bool moves;
    float from[3], to[3];
} thing;

/* bits that are noted about a tile while it is drawn */
typedef enum tile_state {
    /* a ray or a box of the tile met the wake, so the tile may change when a thing in the wake
     * moves (wake.h) */
    TILE_MET = 1,
    /* the tile has parts (filter/filter.h), so the filter of the eight tiles around it reads it */
    TILE_PARTS = 2
} tile_state;

typedef enum doing { DOING_NOTHING, DOING_WATCH, DOING_TAKE } doing;

struct tw_again {
    int width, height, tiles;
    float *linear;  /* [pixels][4] linear light of the picture that tiles are copied from */
    uint8_t *state; /* [tiles] tile_state of each tile */
    bool *kept;     /* [tiles] true: later pictures copy the tile's pixels */
    /* [tiles] true: the tile is kept, and so are the tiles around it if it has parts; nothing of it
     * needs to be drawn again */
    bool *whole;
    thing *thing, *before;
    int things, room;
    uint64_t stage;
    /* true: tiles are kept; they are valid as long as every thing that moves stays within its box
     * from .. to */
    bool ready;
    /* true: in the picture that tiles are copied from, something moved during the exposure */
    bool moving;
    bool alpha;
    tw_quality quality;
    bool unfiltered;
    uint32_t pattern;
    tw_wake wake;
    doing doing;
    int pause, taken;
};

tw_status tw_again_create(int width, int height, tw_again **again) {
    tw_again *a = calloc(1, sizeof *a);
    if (!a) return tw_fail_memory();
    a->width = width;
    a->height = height;
    a->tiles = tw_tile_count(width, height);
    a->linear = malloc((size_t)width * (size_t)height * 4 * sizeof *a->linear);
    a->state = calloc((size_t)a->tiles, sizeof *a->state);
    a->kept = calloc((size_t)a->tiles, sizeof *a->kept);
    a->whole = calloc((size_t)a->tiles, sizeof *a->whole);
    *again = a;
    if (a->linear && a->state && a->kept && a->whole) return TW_OK;
    tw_again_free(a);
    *again = NULL;
    return tw_fail_memory();
}

void tw_again_free(tw_again *a) {
    if (!a) return;
    free(a->linear);
    free(a->state);
    free(a->kept);
    free(a->whole);
    free(a->thing);
    free(a->before);
    free(a);
}

double tw_again_share(const tw_again *a) {
    return a->doing == DOING_TAKE ? (double)a->taken / a->tiles : 0;
}

/* ---- what changed ---------------------------------------------------------------------------- */

/* fills a->before with the things of this picture. false: one of them is translucent, and its
 * effect on a pixel depends on which rays share a packet, so nothing is copied */
static bool look_at(tw_again *a, const tw_frame *f, const tw_view *s) {
    int n = 0;
    for (size_t i = 0; i < f->item_count; i++) {
        if (!(f->item[i].material.opacity > 0)) continue;
        if (f->item[i].material.opacity < 1) return false;
        const tw_solid *b = &s->solid[n];
        thing *t = &a->before[n++];
        *t = (thing){0};
        tw_frame_item_digest(f, i, &t->what, &t->where);
        for (int k = 0; k < 3; k++) {
            t->lo[k] = fminf(b->lo[k], b->center[k] - b->radius);
            t->hi[k] = fmaxf(b->hi[k], b->center[k] + b->radius);
        }
        t->moves = b->moving;
        t->glows = b->paint.glows;
    }
    return true;
}

static bool within(const thing *now, const thing *wake) {
    for (int k = 0; k < 3; k++)
        if (now->lo[k] < wake->from[k] || now->hi[k] > wake->to[k]) return false;
    return true;
}

/* true: the kept tiles are valid for the things a->before [count] of this picture */
static bool holds(const tw_again *a, int count) {
    if (count != a->things) return false;
    for (int i = 0; i < count; i++) {
        const thing *now = &a->before[i], *was = &a->thing[i];
        if (now->glows != was->glows) return false;
        if (was->moves ? !within(now, was) : now->what != was->what || now->where != was->where)
            return false;
    }
    return true;
}

/* ---- the wake -------------------------------------------------------------------------------- */

/* sets the box now->from .. to of places where the thing may be in the next pictures, extrapolated
 * from its state `was` in the last one; NULL: it was not there */
static void foresee(const thing *was, thing *now) {
    bool known = was && was->what == now->what;
    now->moves = now->moves || (was && (!known || was->where != now->where));
    for (int k = 0; k < 3; k++) {
        float lo = 0, hi = 0, size = now->hi[k] - now->lo[k];
        if (known) {
            lo = now->lo[k] - was->lo[k];
            hi = now->hi[k] - was->hi[k];
        }
        float margin = aside * fmaxf(fabsf(lo), fabsf(hi)) * ahead + 0.1f * size;
        now->from[k] = fminf(now->lo[k], now->lo[k] + ahead * lo) - margin;
        now->to[k] = fmaxf(now->hi[k], now->hi[k] + ahead * hi) + margin;
    }
}

static float half_area(const float *lo, const float *hi) {
    float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return x * y + y * z + z * x;
}

static void grow(tw_tree_node *n, const float *lo, const float *hi) {
    for (int k = 0; k < 3; k++) {
        n->lo[k] = fminf(n->lo[k], lo[k]);
        n->hi[k] = fmaxf(n->hi[k], hi[k]);
    }
}

/* adds the thing's box from .. to to the wake: as a new box, or, when there are TW_WAKES, by
 * enlarging the box whose surface grows least */
static void put(tw_wake *w, const thing *t) {
    int best = 0;
    float least = INFINITY;
    if (w->count < TW_WAKES) {
        tw_tree_node *n = &w->box[w->count++];
        *n = (tw_tree_node){.count = 1};
        memcpy(n->lo, t->from, sizeof n->lo);
        memcpy(n->hi, t->to, sizeof n->hi);
        return;
    }
    for (int i = 0; i < w->count; i++) {
        tw_tree_node n = w->box[i];
        grow(&n, t->from, t->to);
        float more = half_area(n.lo, n.hi) - half_area(w->box[i].lo, w->box[i].hi);
        if (more < least) {
            least = more;
            best = i;
        }
    }
    grow(&w->box[best], t->from, t->to);
}

/* makes the wake of the things in a->before [count] for view s; false: a glowing thing moves, which
 * changes the light everywhere */
static bool make_wake(tw_again *a, int count, tw_view *s) {
    a->wake.count = 0;
    for (int i = 0; i < count; i++) {
        /* when the number of things has changed, thing i of the last picture may be another one
         * than thing i now */
        foresee(count == a->things ? &a->thing[i] : NULL, &a->before[i]);
        s->solid[i].wakes = a->before[i].moves;
        if (a->before[i].moves && s->solid[i].paint.glows) return false;
        if (a->before[i].moves) put(&a->wake, &a->before[i]);
    }
    for (int i = 0; i < a->wake.count; i++) {
        tw_tree_node *n = &a->wake.box[i];
        float rr = 0;
        for (int k = 0; k < 3; k++) rr += (n->hi[k] - n->lo[k]) * (n->hi[k] - n->lo[k]) / 4;
        n->reach = sqrtf(rr) * 1.0001f;
    }
    s->wake = &a->wake;
    return true;
}

/* ---- a picture ------------------------------------------------------------------------------- */

static tw_status make_room(tw_again *a, int count) {
    if (count <= a->room) return TW_OK;
    thing *x = realloc(a->thing, (size_t)count * sizeof *x);
    if (x) a->thing = x;
    thing *y = realloc(a->before, (size_t)count * sizeof *y);
    if (y) a->before = y;
    if (!x || !y) return tw_fail_memory();
    a->room = count;
    return TW_OK;
}

/* Stores this picture's things in a->thing for the next picture. If tiles were copied into this
 * one, the boxes from .. to remain those for which the kept tiles are valid. */
static void remember(tw_again *a, int count) {
    for (int i = 0; i < count; i++) {
        thing was = a->thing[i];
        a->thing[i] = a->before[i];
        if (a->doing != DOING_TAKE) continue;
        a->thing[i].moves = was.moves;
        memcpy(a->thing[i].from, was.from, sizeof was.from);
        memcpy(a->thing[i].to, was.to, sizeof was.to);
    }
    a->things = count;
}

tw_status tw_again_begin(tw_again *a, const tw_frame *frame, const tw_picture_options *o,
                         tw_view *s) {
    a->doing = DOING_NOTHING;
    a->taken = 0;
    TW_TRY(make_room(a, s->solid_count));
    uint64_t stage = tw_frame_stage_digest(frame);
    bool same = stage == a->stage && o->quality == a->quality && o->alpha == a->alpha &&
                o->unfiltered == a->unfiltered && o->pattern == a->pattern;
    bool fits = o->width == a->width && o->height == a->height && !s->eye.pose_count;
    bool usable = fits && o->quality != TW_QUALITY_DRAFT && look_at(a, frame, s);
    if (!same || !usable) a->things = 0;
    if (usable && same && a->ready && s->moving == a->moving && holds(a, s->solid_count)) {
        a->doing = DOING_TAKE;
    } else if (usable) {
        a->ready = false;
        a->doing = a->pause > 0 ? DOING_NOTHING : DOING_WATCH;
        if (a->pause > 0) a->pause--;
        if (a->doing == DOING_WATCH && !make_wake(a, s->solid_count, s)) a->doing = DOING_NOTHING;
    } else {
        a->ready = false;
        return TW_OK;
    }
    a->stage = stage;
    a->quality = o->quality;
    a->unfiltered = o->unfiltered;
    a->pattern = o->pattern;
    a->alpha = o->alpha;
    a->moving = s->moving;
    remember(a, s->solid_count);
    return TW_OK;
}

/* copies the pixels of a tile */
static void copy(const tw_again *a, int tile, const float *from, float *to) {
    int x, y;
    tw_tile_corner(a->width, tile, &x, &y);
    int width = a->width - x < TW_TILE ? a->width - x : TW_TILE;
    for (int row = y; row < y + TW_TILE && row < a->height; row++) {
        size_t at = 4 * ((size_t)row * (size_t)a->width + (size_t)x);
        memcpy(to + at, from + at, 4 * (size_t)width * sizeof *to);
    }
}

bool tw_again_take(tw_again *a, int tile, tw_image *image) {
    if (a->doing != DOING_TAKE || !a->whole[tile]) return false;
    copy(a, tile, a->linear, image->linear);
    return true;
}

void tw_again_watch(const tw_again *a) {
    tw_wake_met = a->doing != DOING_WATCH;
}

void tw_again_note(tw_again *a, int tile, bool parts) {
    if (a->doing != DOING_WATCH) return;
    a->state[tile] = (uint8_t)((tw_wake_met ? TILE_MET : 0) | (parts ? TILE_PARTS : 0));
}

bool tw_again_complete(const tw_again *a, int tile, tw_image *image) {
    if (a->doing != DOING_TAKE || !a->kept[tile]) return false;
    if (!a->whole[tile]) copy(a, tile, a->linear, image->linear);
    return true;
}

void tw_again_keep(tw_again *a, int tile, const tw_image *image) {
    if (a->doing != DOING_WATCH) return;
    int around[TW_AROUND];
    bool met = a->state[tile] & TILE_MET;
    tw_tiles_around(a->width, a->height, tile, around);
    for (int i = 0; i < TW_AROUND && a->state[tile] & TILE_PARTS; i++)
        met = met || (around[i] >= 0 && a->state[around[i]] & TILE_MET);
    a->kept[tile] = !met;
    if (!met) copy(a, tile, image->linear, a->linear);
}

/* true: the tile is kept, and so is every tile around it if it has parts, which their filter reads
 */
static bool is_whole(const tw_again *a, int tile) {
    int around[TW_AROUND];
    bool whole = a->kept[tile];
    tw_tiles_around(a->width, a->height, tile, around);
    for (int i = 0; i < TW_AROUND && a->state[tile] & TILE_PARTS; i++)
        whole = whole && (around[i] < 0 || a->kept[around[i]]);
    return whole;
}

void tw_again_end(tw_again *a, bool complete) {
    int whole = 0;
    for (int i = 0; i < a->tiles && a->doing == DOING_WATCH; i++) a->whole[i] = is_whole(a, i);
    for (int i = 0; i < a->tiles; i++) whole += a->whole[i];
    if (a->doing == DOING_TAKE) a->taken = whole;
    if (a->doing != DOING_WATCH) return;
    a->ready = complete && whole >= a->tiles / WORTH;
    if (complete && !a->ready) a->pause = PAUSE;
}
