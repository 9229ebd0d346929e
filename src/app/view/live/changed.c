/* Going on with another text of the script from a frame of the film so far; see live.h. */
#include "app/view/live/live.h"

#include "library/resume.h"

#include <limits.h>
#include <string.h>

tw_status tw_changed_note(tw_work *w) {
    const tw_view_task *t = &w->task;
    return tw_resume_note_text(w->script, w->options->script, t->text, t->text_size);
}

/* true: a line of the script behind `from` has made the object */
static bool made_behind(const tw_work *w, const tw_origin *o, int from) {
    return o->line > from && o->file && !strcmp(o->file, w->options->script);
}

/* true: windows have been told lines of objects that the new text has elsewhere */
static bool lines_differ(const tw_work *w, int from) {
    const tw_scene_state now = tw_scene_state_of(w->scene);
    bool differ = false;
    for (size_t i = 0; i < now.bodies && !differ; i++) {
        const tw_body_state b = tw_body_state_of(w->scene, i);
        differ = made_behind(w, &b.o, from);
    }
    for (size_t i = 0; i < now.constraints && !differ; i++) {
        const tw_constraint_state c = tw_constraint_about(w->scene, i);
        differ = made_behind(w, &c.o, from);
    }
    for (size_t i = 0; i < now.forces && !differ; i++) {
        const tw_force_state f = tw_force_about(w->scene, i);
        differ = made_behind(w, &f.o, from);
    }
    for (size_t i = 0; i < now.points && !differ; i++) {
        const tw_point_state p = tw_point_state_of(w->scene, i);
        differ = made_behind(w, &p.o, from);
    }
    return differ;
}

bool tw_changed_with(tw_work *w, const char *text, size_t size) {
    if (!w->scene || w->touched || w->hand.holds) return false;
    if (!tw_resume_with_text(w->script, text, size, &w->from)) return false;
    return w->from == INT_MAX || !lines_differ(w, w->from);
}
