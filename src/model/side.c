/* Sides of a pair of bodies, and rules on which pairs collide; see side.h. */
#include "model/side.h"

bool tw_side_has(const tw_world *w, const tw_side *side, const tw_body *body) {
    switch (side->kind) {
    case TW_SIDE_ANY:
        return true;
    case TW_SIDE_GROUND:
        return !body;
    case TW_SIDE_BODY:
        return body && tw_id_equal(body->o.id, side->id);
    case TW_SIDE_GROUP:
        return body && tw_world_inside(w, &body->o, side->id);
    }
    return false;
}

bool tw_side_gone(const tw_world *w, const tw_side *side) {
    return (side->kind == TW_SIDE_BODY && !tw_world_body(w, side->id)) ||
           (side->kind == TW_SIDE_GROUP && !tw_world_group(w, side->id));
}

bool tw_sides_have(const tw_world *w, const tw_side *a, const tw_side *b, const tw_body *x,
                   const tw_body *y) {
    return (tw_side_has(w, a, x) && tw_side_has(w, b, y)) ||
           (tw_side_has(w, a, y) && tw_side_has(w, b, x));
}

static bool same(const tw_side *a, const tw_side *b) {
    return a->kind == b->kind && tw_id_equal(a->id, b->id);
}

void tw_world_forget_rules(tw_world *w) {
    size_t kept = 0;
    for (size_t i = 0; i < w->rule.count; i++) {
        const tw_collide_rule *r = &w->rule.data[i];
        if (!tw_side_gone(w, &r->a) && !tw_side_gone(w, &r->b)) w->rule.data[kept++] = *r;
    }
    w->rule.count = kept;
}

tw_status tw_world_collide(tw_world *w, tw_side a, tw_side b, bool collide) {
    TW_TRY(tw_world_writable(w, "say which bodies collide"));
    TW_TRY(tw_reserve(&w->rule, w->rule.count + 1));
    size_t kept = 0;
    /* a rule for the same two sides replaces the earlier one, and moves to the end of the list,
     * where it takes precedence */
    for (size_t i = 0; i < w->rule.count; i++) {
        const tw_collide_rule *r = &w->rule.data[i];
        bool again = (same(&r->a, &a) && same(&r->b, &b)) || (same(&r->a, &b) && same(&r->b, &a));
        if (!again) w->rule.data[kept++] = *r;
    }
    w->rule.count = kept;
    w->rule.data[w->rule.count++] = (tw_collide_rule){a, b, collide};
    tw_world_touch_topology(w);
    return TW_OK;
}
