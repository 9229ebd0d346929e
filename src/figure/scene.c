/* All steps from a frame to the visible and hidden runs of its curves; see impl.h. */
#include "figure/impl.h"

#include <stdlib.h>
#include <string.h>

/* sets s->unit, the radius of the largest shape, and s->eye.near, which is a multiple of it */
static void measure(fig_scene *s, const tw_frame *f) {
    s->unit = 0;
    for (size_t i = 0; i < f->item_count; i++)
        s->unit = fmax(s->unit, tw_shape_radius(&f->item[i].shape));
    if (!(s->unit > 0)) s->unit = 1;
    s->eye.near = s->eye.parallel ? 0 : 1e-5 * s->unit;
}

tw_status fig_scene_make(const tw_frame *f, const tw_figure_options *o, fig_scene *s) {
    memset(s, 0, sizeof *s);
    s->o = o;
    fig_eye_make(f, o->width, o->height, &s->eye);
    measure(s, f);
    TW_TRY(fig_scene_solids(s, f));
    TW_TRY(fig_cells_make(s));
    for (size_t i = 0; i < s->solid.count; i++)
        if (s->solid.data[i].drawn) TW_TRY(fig_outline(s, (int)i));
    TW_TRY(fig_meetings(s));
    for (size_t i = 0; i < s->curve.count; i++) {
        if (i % 256 == 0) TW_TRY(tw_poll_ask(s->o->poll));
        TW_TRY(fig_sample_curve(s, &s->curve.data[i]));
    }
    TW_TRY(fig_cross(s));
    return fig_runs(s);
}

void fig_scene_free(fig_scene *s) {
    for (size_t i = 0; i < s->mesh.count; i++) tw_mesh_release(s->mesh.data[i]);
    tw_array_free(&s->mesh);
    tw_array_free(&s->solid);
    tw_array_free(&s->curve);
    tw_array_free(&s->point);
    tw_array_free(&s->sample);
    tw_array_free(&s->crossing);
    tw_array_free(&s->place);
    tw_array_free(&s->run);
    free(s->cell);
    free(s->cell_solid);
    s->cell = NULL;
    s->cell_solid = NULL;
}

tw_status tw_figure_make(const tw_frame *frame, const tw_figure_options *o, tw_figure *figure) {
    fig_scene s;
    memset(figure, 0, sizeof *figure);
    tw_status st = fig_scene_make(frame, o, &s);
    if (st == TW_OK) st = fig_join(&s, figure);
    fig_scene_free(&s);
    return st;
}

void tw_figure_free(tw_figure *figure) {
    tw_array_free(&figure->piece);
    tw_array_free(&figure->line);
}
