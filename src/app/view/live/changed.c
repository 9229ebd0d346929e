/* Going on with another text of the script from a frame of the film so far; see live.h. */
#include "app/view/live/live.h"

#include "library/resume.h"

#include <limits.h>
#include <string.h>

tw_status tw_changed_note(tw_work *w) {
    const tw_view_task *t = &w->task;
    return tw_resume_note_text(w->script, w->options->script, t->text, t->text_size);
}

typedef bool (*elsewhere)(const tw_work *w, const tw_origin *o);

/* true: a line of the script behind w->from has made the object */
static bool made_behind(const tw_work *w, const tw_origin *o) {
    return o->line > w->from && o->file && !strcmp(o->file, w->options->script);
}

/* true: a function that has made the object stands in other lines of the present text */
static bool made_by_moved(const tw_work *w, const tw_origin *o) {
    return made_behind(w, o) && !tw_resume_line_stays(w->script, o->line);
}

/* true: `is` holds for an object of the scene */
static bool any(const tw_work *w, elsewhere is) {
    const tw_scene_state now = tw_scene_state_of(w->scene);
    bool found = false;
    for (size_t i = 0; i < now.bodies && !found; i++) {
        const tw_body_state b = tw_body_state_of(w->scene, i);
        found = is(w, &b.o);
    }
    for (size_t i = 0; i < now.constraints && !found; i++) {
        const tw_constraint_state c = tw_constraint_about(w->scene, i);
        found = is(w, &c.o);
    }
    for (size_t i = 0; i < now.forces && !found; i++) {
        const tw_force_state f = tw_force_about(w->scene, i);
        found = is(w, &f.o);
    }
    for (size_t i = 0; i < now.points && !found; i++) {
        const tw_point_state p = tw_point_state_of(w->scene, i);
        found = is(w, &p.o);
    }
    return found;
}

bool tw_changed_with(tw_work *w, const char *text, size_t size) {
    if (!w->scene || w->touched || w->hand.holds) return false;
    if (!tw_resume_with_text(w->script, text, size, &w->from)) return false;
    return w->from == INT_MAX || !any(w, made_behind);
}

bool tw_changed_lines_differ(const tw_work *w) {
    /* changes by hand would be lost by a run from the start */
    return w->scene && !w->touched && w->from != INT_MAX && any(w, made_by_moved);
}
