/* Changes scenes interactively, for `tauwerk view`; see live.h. */
#include "library/live.h"

#include "analysis/assembly/assemble.h"
#include "timeline/sim.h"

void tw_live_stop(tw_scene *scene) {
    tw_sim_stop_here(tw_scene_sim(scene));
}

const char *tw_live_stepper(const tw_scene *scene) {
    return tw_sim_stepper(tw_scene_sim(scene));
}

tw_status tw_live_open(tw_door *door, const tw_script_options *options) {
    return tw_door_open(door, options, NULL);
}

tw_status tw_live_scene_ref(tw_door *door, tw_scene *scene, tw_ref *ref) {
    return tw_door_object(door, scene, NULL, ref);
}

tw_status tw_live_release(tw_door *door, tw_ref ref) {
    return tw_door_release(door, ref);
}

tw_status tw_live_set(tw_door *door, tw_ref ref, const char *field, const tw_variant *value) {
    return tw_door_set(door, ref, field, value);
}

tw_status tw_live_call(tw_door *door, tw_ref ref, const char *method, const tw_variant *argument,
                       size_t count, tw_variant *result) {
    return tw_door_call(door, ref, method, argument, count, result);
}

tw_status tw_live_ref(tw_door *door, tw_scene *scene, double serial, tw_ref *ref) {
    const tw_object *o = tw_states_find(scene, serial);
    if (!o) return tw_fail(TW_ARGUMENT, "there is no such object now");
    return tw_door_object(door, scene, o, ref);
}

tw_status tw_live_mass(tw_scene *scene, size_t body, double *mass) {
    tw_dynamics *d;
    TW_TRY(tw_sim_engine(tw_scene_sim(scene), &d));
    return tw_assemble_mass(d, (int)body, mass);
}

tw_status tw_live_pull(tw_scene *scene, uint32_t serial) {
    const tw_object *o = tw_states_find(scene, serial);
    tw_dynamics *d;
    double deviation;
    TW_TRY(tw_sim_engine(tw_scene_sim(scene), &d));
    if (!o || o->class_ != TW_CONSTRAINT)
        return tw_fail(TW_ARGUMENT, "the body that the hand held was removed");
    return tw_assemble_pull(d, (const tw_constraint *)o, &deviation);
}

tw_status tw_live_settle(tw_scene *scene) {
    const tw_assembly_options options = {.restarts = -1};
    tw_assembly_report report;
    tw_dynamics *d;
    TW_TRY(tw_sim_engine(tw_scene_sim(scene), &d));
    return tw_assemble_world(d, &options, &report);
}

void tw_live_place(tw_scene *scene, const tw_pose *pose, size_t count) {
    tw_world *w = tw_scene_world(scene);
    for (size_t i = 0; i < w->body.count && i < count; i++) {
        tw_body *b = w->body.data[i];
        b->position = pose[i].x;
        b->orientation = pose[i].q;
        b->o.jumps++;
    }
    tw_world_touch_state(w);
}
