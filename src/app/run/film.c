/*
 * One film of several scenes; see impl.h.
 *
 * Every scene is simulated once, in the order in which the shots first need it, with a take for
 * each of its shots. While scenes are simulated, earlier shots are drawn: a shot is drawn when it
 * and all shots before it are simulated, except for its last frames, which are held since a fade
 * may mix them with the first frames of the next shot. Frames are numbered through the film: in a
 * fade of F frames both shots have F frames, so the film is F frames shorter than the shots
 * together; in frame j = 1 .. F the share of the new shot is tw_mix_share(j, F). When baked, frames
 * are stored in the same order, without choices for all frames of a scene, which are made when they
 * are drawn.
 *
 * For a part of the film (--frames) a scene is simulated only if one of its frames is to be drawn,
 * if the folder has a picture of it that may be out of date, or if tables or sounds of all scenes
 * are wanted. The frames of other scenes are NULL and keep their planned numbers. If a scene that
 * is simulated ends early, so are all scenes with shots behind it, since the frames of these get
 * other numbers.
 *
 * If a scene ends before its shot, the shot becomes shorter, and a fade is shortened to the rest of
 * the shot.
 */
#include "app/base/stop.h"
#include "app/run/impl.h"
#include "library/frames.h"
#include "library/picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* duration of a title from the begin of its shot, s; a shorter shot has its title to its end */
#define TITLE_SECONDS 3.0
#define TITLE_FADE 0.5 /* duration of the fade-in and of the fade-out of a title, s */
#define TITLE_SIZE 0.07

/* a scene of the film, or a title card */
typedef struct part {
    tw_shot shot;
    TW_ARRAY(tw_take) takes; /* the scene's takes, one for each of its shots, in order */
    bool card;
    bool left;   /* true: the scene is not simulated, since no frame of it is needed */
    bool played; /* true: the takes are filled: with the simulated frames, or with NULL if `left` */
} part;

/* a place in the film: a shot, with the scene and take that it shows */
typedef struct place {
    const tw_script_shot *asked;
    size_t part, take;
    int planned; /* frames */
    /* index, from 0, of the shot's first frame in the film, and number of its frames; the planned
     * values until the shot is cut in */
    int start, count;
} place;

typedef struct film {
    tw_running *run;
    const tw_script_film *asked;
    TW_ARRAY(part) parts;
    TW_ARRAY(place) places;
    tw_shot whole; /* the output of the whole film: its pictures, video and tables */
    int overlap;   /* number of frames of a fade */
    size_t next;   /* index of the next shot to be cut in */
    /* [held_count] last frames of the shot that was cut in last, which the fade to the next shot
     * needs; owned */
    tw_frame **held;
    size_t held_count;
    int given; /* number of frames of the film given so far */
} film;

static part *part_of(const film *f, const place *p) {
    return &f->parts.data[p->part];
}

/* ---- the plan ------------------------------------------------------------------------------- */

static tw_status find_part(film *f, const tw_script_shot *s, size_t *index) {
    for (*index = 0; *index < f->parts.count; ++*index)
        if (f->parts.data[*index].shot.scene == s->scene) return TW_OK;
    TW_TRY(tw_reserve(&f->parts, f->parts.count + 1));
    part *p = &f->parts.data[f->parts.count++];
    *p = (part){.card = s->card};
    return tw_shot_begin(f->run, s->scene, &p->shot);
}

/* fails unless the time t of the shot `number`, s, lies in the scene's film; t = NAN: the script
 * does not give it */
static tw_status check_time(const film *f, size_t number, const tw_pace *p, const char *name,
                            double t) {
    if (isnan(t) || (t >= p->begin && t <= p->end)) return TW_OK;
    return tw_fail(TW_SCRIPT,
                   "%s:%d: tw.film: shot %zu: field '%s': expected a time of the scene from %g to "
                   "%g, got %g",
                   f->asked->file, f->asked->line, number, name, p->begin, p->end, t);
}

static tw_status plan_shot(film *f, size_t i) {
    const tw_script_shot *s = &f->asked->shot.data[i];
    place where = {.asked = s};
    double from, to;
    TW_TRY(find_part(f, s, &where.part));
    part *p = part_of(f, &where);
    const tw_pace *pace = &p->shot.pace;
    TW_TRY(check_time(f, i + 1, pace, "from", s->from));
    TW_TRY(check_time(f, i + 1, pace, "to", s->to));
    tw_script_shot_of(s, pace, &from, &to);
    where.planned = tw_timing_pictures(to - from, p->shot.fps);
    where.take = p->takes.count;
    TW_TRY(tw_push(&p->takes, ((tw_take){.from = from, .planned = where.planned})));
    return tw_push(&f->places, where);
}

/* fails if a shot is shorter than its fades */
static tw_status check_lengths(const film *f) {
    for (size_t i = 0; i < f->places.count; i++) {
        int sides = (i > 0) + (i + 1 < f->places.count), need = sides * f->overlap;
        if (f->places.data[i].planned >= need) continue;
        return tw_fail(TW_SCRIPT,
                       "%s:%d: tw.film: shot %zu: expected at least %d frames for fades of %g s at "
                       "its ends, got %d",
                       f->asked->file, f->asked->line, i + 1, need, f->asked->fade,
                       f->places.data[i].planned);
    }
    return TW_OK;
}

static tw_status make_plan(film *f) {
    for (size_t i = 0; i < f->asked->shot.count; i++) TW_TRY(plan_shot(f, i));
    tw_shot *whole = &f->whole;
    const tw_shot *first = &f->parts.data[0].shot;
    char name[TW_RUN_NAME];
    tw_script_called_by(f->run->script, name, sizeof name);
    tw_path_word(f->asked->name ? f->asked->name : name, whole->name);
    whole->width = first->width;
    whole->height = first->height;
    whole->fps = first->fps;
    double overlap = floor(f->asked->fade * whole->fps + 0.5);
    if (overlap > 1e6 || (f->asked->fade > 0 && overlap < 1))
        return tw_fail(TW_SCRIPT,
                       "%s:%d: tw.film: field 'fade': expected 1 to 1e6 frames, got %g s at %g "
                       "frames a second",
                       f->asked->file, f->asked->line, f->asked->fade, whole->fps);
    f->overlap = (int)overlap;
    TW_TRY(check_lengths(f));
    for (size_t i = 0; i < f->places.count; i++) {
        place *p = &f->places.data[i];
        p->start = i > 0 ? whole->planned - f->overlap : 0;
        p->count = p->planned;
        whole->planned = p->start + p->count;
    }
    tw_shot_listen(whole, f->asked->audio);
    for (size_t i = 0; i < f->parts.count; i++) {
        part *p = &f->parts.data[i];
        whole->layers |= p->shot.layers;
        p->shot.part = (int)i;
        p->shot.listens = whole->listens;
        if (f->run->o.no_render) continue;
        p->shot.take = p->takes.data;
        p->shot.takes = (int)p->takes.count;
    }
    return TW_OK;
}

/* ---- cutting -------------------------------------------------------------------------------- */

/* draws or stores the next frame of the film, which it takes over in every case; NULL: the frame is
 * left out, and only counted */
static tw_status give(film *f, tw_frame *frame) {
    tw_shot *whole = &f->whole;
    f->given++;
    if (!frame) return TW_OK;
    frame->number = f->given;
    if (whole->writer) return tw_shot_store(whole, frame);
    bool chosen = tw_frame_chosen(frame->number, f->run->o.range);
    tw_status s = tw_shot_list(whole, frame);
    if (s == TW_OK)
        return (chosen ? tw_renderer_give : tw_renderer_pass)(whole->feed.renderer, frame);
    tw_frame_drop(frame);
    return s;
}

/* adds the title of a shot to its k-th frame, from 0, of n */
static tw_status put_title(film *f, const tw_script_shot *s, tw_frame *frame, size_t k, size_t n) {
    if (!s->title || !frame) return TW_OK;
    double u = (double)k / f->whole.fps, length = fmin((double)n / f->whole.fps, TITLE_SECONDS);
    double opacity = fmin(fmin(u, length - u) / TITLE_FADE, 1);
    if (!(opacity > 0)) return TW_OK;
    tw_caption c = {.text = s->title,
                    .at = TW_AT_BOTTOM,
                    .size = TITLE_SIZE,
                    .opacity = opacity,
                    .font = TW_FONT_BOLD,
                    .anchor_x = 0.5,
                    .anchor_y = 1,
                    .title = true};
    TW_TRY(tw_frame_write(frame, &c));
    tw_shot_check_letters(&f->whole, frame);
    return TW_OK;
}

static tw_status release_held(film *f, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tw_frame *frame = f->held[i];
        f->held[i] = NULL;
        TW_TRY(give(f, frame));
    }
    return TW_OK;
}

/* adds a shot's frames to the film: mixes its first frames with the held ones of the shot before,
 * and holds its last frames for the next fade */
static tw_status cut_in(film *f, place *p) {
    tw_take *take = &part_of(f, p)->takes.data[p->take];
    tw_frame **all = take->frames.data;
    size_t n = take->frames.count, mixed = f->held_count < n ? f->held_count : n;
    p->start = f->given + (int)(f->held_count - mixed);
    p->count = (int)n;
    for (size_t k = 0; k < n; k++) {
        if (all[k]) all[k]->part = (int)p->part;
        if (all[k]) all[k]->shot = (int)f->next;
        TW_TRY(put_title(f, p->asked, all[k], k, n));
    }
    TW_TRY(release_held(f, f->held_count - mixed));
    for (size_t k = 0; k < mixed; k++) {
        tw_frame *frame = all[k], **goes = &f->held[f->held_count - mixed + k];
        all[k] = NULL;
        if (frame && *goes) {
            frame->fades = *goes;
            frame->share = tw_mix_share(k + 1, mixed);
        } else if (*goes) {
            /* the other shot's frame is left out (NULL), so the fade is not drawn */
            tw_frame_drop(*goes);
        }
        *goes = NULL;
        TW_TRY(give(f, frame));
    }
    bool last = f->next + 1 == f->places.count;
    size_t rest = n - mixed, keep = last                        ? 0
                                    : (size_t)f->overlap < rest ? (size_t)f->overlap
                                                                : rest;
    for (size_t k = mixed; k < n - keep; k++) {
        tw_frame *frame = all[k];
        all[k] = NULL;
        TW_TRY(give(f, frame));
    }
    f->held_count = keep;
    for (size_t k = 0; k < keep; k++) {
        f->held[k] = all[n - keep + k];
        all[n - keep + k] = NULL;
    }
    return TW_OK;
}

/* adds shots to the film in their order, up to the first whose scene has not been simulated yet */
static tw_status cut(film *f) {
    if (!f->held) return TW_OK;
    while (f->next < f->places.count && part_of(f, &f->places.data[f->next])->played) {
        TW_TRY(cut_in(f, &f->places.data[f->next]));
        f->next++;
    }
    return TW_OK;
}

/* ---- the run -------------------------------------------------------------------------------- */

/* The scene `early` has ended early, so that the shots behind it come earlier than planned and
 * their frames get other numbers. Scenes with such shots that were to be left out are simulated
 * after all */
static void take_back(film *f, const part *early) {
    bool any = false;
    for (size_t i = f->next; i < f->places.count; i++) {
        part *p = part_of(f, &f->places.data[i]);
        if (!p->left) continue;
        any = true;
        p->left = p->played = false;
        for (size_t k = 0; k < p->takes.count; k++) p->takes.data[k].frames.count = 0;
    }
    char line[2 * TW_RUN_NAME + 120];
    snprintf(line, sizeof line, "%s: '%s' ends early: the scenes behind it are simulated, too",
             f->whole.name, early->shot.name);
    if (any) tw_report_line(f->run->report, "notice", f->whole.name, line);
}

static bool ended_early(const part *p) {
    for (size_t k = 0; k < p->takes.count; k++)
        if (p->takes.data[k].frames.count < (size_t)p->takes.data[k].planned) return true;
    return false;
}

/* simulates a scene. If the simulation fails, *failed keeps the failure, and the frames before it
 * are used */
static tw_status play(film *f, part *p, tw_kept *failed) {
    tw_status s = tw_shot_play(&p->shot, !p->card);
    *failed = tw_failure_keep(s);
    if (s != TW_OK && tw_status_exit(s) != 3) {
        tw_shot_abandon(&p->shot, s);
        return s;
    }
    p->played = true;
    if (s == TW_OK && ended_early(p)) take_back(f, p);
    TW_TRY(cut(f));
    if (s != TW_OK) return TW_OK;
    return p->card ? TW_OK : tw_shot_check(&p->shot);
}

/* true: a frame of the shot is to be drawn, or a picture with the number of one is recorded */
static bool is_shown(const film *f, const place *p) {
    for (int k = p->start + 1; k <= p->start + p->count; k++)
        if (tw_frame_chosen(k, f->run->o.range) || tw_renderer_has(f->whole.feed.renderer, k))
            return true;
    return false;
}

static tw_status leave_take(tw_take *take) {
    TW_TRY(tw_reserve(&take->frames, (size_t)take->planned));
    for (int k = 0; k < take->planned; k++) take->frames.data[k] = NULL;
    take->frames.count = (size_t)take->planned;
    return TW_OK;
}

/* marks scenes as left out if no picture needs them */
static tw_status leave_scenes(film *f) {
    const tw_run_options *o = &f->run->o;
    bool tables = o->trace || o->constraints || o->events || o->records || o->summary;
    int left = 0, scenes = 0;
    bool before = false; /* true: a shot that may be left out stands before one that is shown */
    if (!f->whole.feed.renderer || !o->range.first || tables || f->whole.listens) return TW_OK;
    for (size_t i = 0; i < f->parts.count; i++) f->parts.data[i].left = true;
    for (size_t i = 0; i < f->places.count; i++)
        if (is_shown(f, &f->places.data[i])) part_of(f, &f->places.data[i])->left = false;
    for (size_t i = 0; i < f->parts.count; i++) {
        part *p = &f->parts.data[i];
        scenes += !p->card;
        if (!p->left) continue;
        left += !p->card;
        p->played = true;
        for (size_t k = 0; k < p->takes.count; k++) TW_TRY(leave_take(&p->takes.data[k]));
    }
    for (size_t i = 0, gap = 0; i < f->places.count; i++) {
        const part *p = part_of(f, &f->places.data[i]);
        gap |= p->left && !p->card;
        before |= gap && !p->left;
    }
    char line[TW_RUN_NAME + 200];
    snprintf(line, sizeof line,
             "%s: %d of %d scenes are not simulated: no chosen frame shows them%s", f->whole.name,
             left, scenes, before ? "; the frames behind them are numbered as planned" : "");
    if (left) tw_report_line(f->run->report, "notice", f->whole.name, line);
    return TW_OK;
}

/* collects the impacts of all shots, with their times in the film */
static tw_status collect_impacts(film *f) {
    for (size_t i = 0; i < f->places.count; i++) {
        const place *p = &f->places.data[i];
        const tw_shot *s = &part_of(f, p)->shot;
        double fps = f->whole.fps, from = part_of(f, p)->takes.data[p->take].from;
        for (size_t k = 0; k < s->impacts.count; k++) {
            tw_impact m = s->impacts.data[k];
            double u = tw_timing_second(&s->pace, m.time) - from;
            if (!(u >= 0 && u < p->count / fps)) continue;
            m.at = p->start / fps + u;
            m.a = strdup(m.a);
            m.b = strdup(m.b);
            tw_status status = tw_fail_memory();
            if (m.a && m.b) status = tw_push(&f->whole.impacts, m);
            if (status == TW_OK) continue;
            free(m.a);
            free(m.b);
            return status;
        }
    }
    return TW_OK;
}

static part *next_part(const film *f) {
    for (size_t i = 0; i < f->parts.count; i++)
        if (!f->parts.data[i].played) return &f->parts.data[i];
    return NULL;
}

static tw_status play_all(film *f) {
    tw_kept failed = {.status = TW_OK};
    for (part *p; failed.status == TW_OK && (p = next_part(f));) TW_TRY(play(f, p, &failed));
    for (size_t i = 0; i < f->parts.count; i++)
        if (f->parts.data[i].left) tw_tally_leave(f->parts.data[i].shot.scene);
    if (f->held) TW_TRY(release_held(f, f->held_count));
    if (f->whole.feed.renderer) {
        tw_renderer_rest(f->whole.feed.renderer);
        TW_TRY(tw_shot_close_renderer(&f->whole, f->given));
    }
    TW_TRY(collect_impacts(f));
    TW_TRY(tw_shot_sound(&f->whole, f->held ? f->given : f->whole.planned));
    f->whole.film.end = f->given / f->whole.fps;
    TW_TRY(tw_shot_close_store(&f->whole, failed.status, failed.text));
    return failed.status == TW_OK ? TW_OK
                                  : tw_fail(failed.status, "%s: %s", f->whole.name, failed.text);
}

static tw_status open_store(film *f) {
    const char **name = calloc(f->parts.count, sizeof *name);
    if (!name) return tw_fail_memory();
    for (size_t i = 0; i < f->parts.count; i++)
        name[i] = f->parts.data[i].card ? "" : f->parts.data[i].shot.name;
    tw_store_head head = {.audio = f->asked->audio, .part = name, .parts = (int)f->parts.count};
    tw_status s = tw_shot_open_store(&f->whole, &head);
    free(name);
    for (size_t i = 0; i < f->parts.count; i++) f->parts.data[i].shot.notes = f->whole.writer;
    return s;
}

static tw_status open_film(film *f) {
    const tw_run_options *o = &f->run->o;
    TW_TRY(make_plan(f));
    tw_keep_choose(&f->run->keep, f->whole.planned, &f->run->o.range);
    TW_TRY(tw_shot_place(&f->whole));
    tw_report_scene(f->run->report, f->whole.name, f->whole.planned);
    if (o->no_render) return TW_OK;
    f->held = calloc((size_t)f->overlap + 1, sizeof *f->held);
    if (!f->held) return tw_fail_memory();
    if (o->bake) return open_store(f);
    TW_TRY(tw_shot_open_renderer(&f->whole));
    TW_TRY(leave_scenes(f));
    return o->video ? tw_shot_open_video(&f->whole) : TW_OK;
}

static void free_film(film *f) {
    for (size_t i = 0; i < f->parts.count; i++) {
        part *p = &f->parts.data[i];
        for (size_t k = 0; k < p->takes.count; k++) tw_take_drop(&p->takes.data[k]);
        tw_array_free(&p->takes);
        tw_shot_end(&p->shot);
    }
    for (size_t i = 0; f->held && i < f->held_count; i++) tw_frame_drop(f->held[i]);
    free(f->held);
    tw_array_free(&f->parts);
    tw_array_free(&f->places);
    tw_shot_end(&f->whole);
}

tw_status tw_film_plan(tw_script *script, tw_film_cut *out) {
    tw_running r = {.script = script};
    film f = {.run = &r, .asked = tw_script_cut(script), .whole = {.run = &r}};
    tw_status s = make_plan(&f);
    *out = (tw_film_cut){.frames = f.whole.planned, .fps = f.whole.fps};
    snprintf(out->name, sizeof out->name, "%s", f.whole.name);
    for (size_t i = 0; s == TW_OK && i < f.places.count; i++) {
        const place *p = &f.places.data[i];
        const part *of = part_of(&f, p);
        tw_film_shot shot = {
            .from = of->takes.data[p->take].from, .start = p->start, .frames = p->count};
        snprintf(shot.scene, sizeof shot.scene, "%s", of->card ? "card" : of->shot.name);
        if (tw_push(&out->shots, shot) != TW_OK) s = tw_fail_memory();
    }
    free_film(&f);
    return s;
}

tw_status tw_run_film(tw_running *r, const tw_script_film *asked) {
    film f = {.run = r, .asked = asked, .whole = {.run = r, .began = tw_clock()}};
    tw_status s = open_film(&f);
    if (s == TW_OK) s = play_all(&f);
    tw_shot_abandon(&f.whole, s);
    free_film(&f);
    tw_report_result(r->report, f.whole.name, s, f.whole.frames, tw_clock() - f.whole.began);
    return s;
}
