/* Which items an automatic camera is to show: those of the bodies and groups that
 * scene.camera.frame names, and of the props attached to them; see items.h. */
#include "frame/marks/items.h"

#include "model/prop.h"

#include <stdlib.h>

static bool names(const tw_world *w, const tw_stage_camera *c, const tw_object *o) {
    for (int i = 0; i < c->framed_count; i++) {
        const tw_framed *f = &c->framed[i];
        if (f->group ? tw_world_inside(w, o, f->id)
                     : o->class_ == TW_BODY && tw_id_equal(o->id, f->id))
            return true;
    }
    return false;
}

/* body to whose point a prop is attached; NULL: it is attached to none */
static const tw_body *body_under(const tw_world *w, const tw_prop *p) {
    const tw_point *point = tw_world_point(w, tw_prop_reference(p, TW_PARAM_POINT));
    return point ? tw_world_body(w, point->body) : NULL;
}

/* tags of the items of one body or prop that is to be shown: `count` numbers from `first` on */
typedef struct span {
    uint32_t first, count;
} span;

typedef TW_ARRAY(span) spans;

static tw_status collect(const tw_world *w, spans *list) {
    const tw_stage_camera *c = &w->stage.camera;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        span s = {b->o.serial * TW_SERIAL_SHAPES, (uint32_t)b->form.count};
        if (names(w, c, &b->o)) TW_TRY(tw_push(list, s));
    }
    for (size_t i = 0; i < w->prop.count; i++) {
        const tw_prop *p = w->prop.data[i];
        const tw_body *b = body_under(w, p);
        span s = {TW_PROP_TAGS | p->o.serial * TW_PROP_PIECES, TW_PROP_PIECES};
        if (names(w, c, &p->o) || (b && names(w, c, &b->o))) TW_TRY(tw_push(list, s));
    }
    return TW_OK;
}

tw_status tw_items_frame(const tw_world *w, tw_frame *f) {
    const tw_stage_camera *c = &w->stage.camera;
    bool there = false;
    spans list = {0};
    f->camera.framed = false;
    for (int i = 0; i < c->framed_count; i++)
        there |= c->framed[i].group ? tw_world_group(w, c->framed[i].id) != NULL
                                    : tw_world_body(w, c->framed[i].id) != NULL;
    if (!there) return TW_OK;
    tw_status s = collect(w, &list);
    /* items of the frame and spans of the list both have rising tags (bodies in the order of their
     * creation, then props), so one pass over both suffices */
    for (size_t i = 0, k = 0; s == TW_OK && i < f->item_count; i++) {
        uint32_t tag = f->item[i].tag;
        while (k < list.count && tag >= list.data[k].first + list.data[k].count) k++;
        f->item[i].beside = k == list.count || tag < list.data[k].first;
    }
    f->camera.framed = s == TW_OK;
    tw_array_free(&list);
    return s;
}
