/* The pose of the body or group that the camera follows; which objects belong to a group. */
#include "model/world.h"

bool tw_world_inside(const tw_world *w, const tw_object *o, tw_id group) {
    tw_id id = o->group;
    for (const tw_group *g; (g = tw_world_group(w, id)); id = g->o.group)
        if (tw_id_equal(id, group)) return true;
    return false;
}

static vec3 center_of(const tw_world *w, const tw_group *g) {
    vec3 sum = v3_zero();
    double mass = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!tw_world_inside(w, &b->o, g->o.id)) continue;
        sum = v3_madd(sum, b->mass, b->position);
        mass += b->mass;
    }
    return mass > 0 ? v3_scale(sum, 1 / mass) : g->pose.x;
}

bool tw_world_followed(const tw_world *w, tw_id id, bool group, tw_pose *pose) {
    const tw_group *g = group ? tw_world_group(w, id) : NULL;
    const tw_body *b = group ? NULL : tw_world_body(w, id);
    if (g) *pose = (tw_pose){center_of(w, g), q_identity()};
    if (b) *pose = tw_body_pose(b);
    return g || b;
}
