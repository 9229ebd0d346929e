/*
 * Recording a run. The simulation is that of `tauwerk run`; reading states at frames does not
 * change it. Scenes of a film that other scripts return are recorded by those scripts; here they
 * are not simulated, and only the head and the state at the begin of each is recorded. See
 * record.h.
 */
#include "app/check/record.h"

#include "app/base/stop.h"
#include "app/check/golden.h"
#include "app/run/run.h"
#include "base/file.h"
#include "base/hash.h"
#include "io/picture/image.h"
#include "library/catalogue.h"
#include "library/film.h"
#include "library/picture/picture.h"
#include "library/scripts.h"
#include "library/states.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH = 4096,
    NAME = 200,
    MARKED = 2000, /* approximate largest number of bodies' marks in a golden */
    SAMPLED =
        300, /* approximate largest number of samples of bodies, and of constraints, in a golden */
    CURVE_MOST = 61 /* largest number of frames at which the curves are sampled */
};

typedef struct recorder {
    FILE *out;
    tw_scene *scene;
    const tw_tolerances *allowed;
    const char *folder;
    char stem[NAME];                 /* first part of the names of the picture files */
    const struct tw_look_kind *look; /* look of the pictures; NULL: the scene's */
    int frames;                      /* planned */
    int seen;                        /* number of frames seen so far */
    int stride;                      /* every stride-th frame has marks */
    /* hash of the list of bodies' names that was written last; a list with the same hash is not
     * written again */
    uint64_t list;
    bool listed;
} recorder;

/* true: `frame` is one of the `want` frames spread evenly over 1 .. n: n, and for want > 1 also 1
 */
static bool chosen(int frame, int want, int n) {
    if (want >= n) return true;
    if (want == 1) return frame == n;
    for (int i = 0; i < want; i++)
        if (frame == 1 + (int)((long long)i * (n - 1) / (want - 1))) return true;
    return false;
}

/* ---- the state ----------------------------------------------------------------------------- */

static void put_list(recorder *r) {
    size_t n = tw_scene_state_of(r->scene).bodies;
    tw_hash h = tw_hash_begin();
    for (size_t i = 0; i < n; i++) {
        const char *name = tw_body_state_of(r->scene, i).o.name;
        h = tw_hash_bytes(h, name, strlen(name) + 1);
    }
    uint64_t list = tw_hash_end(h);
    if (r->listed && list == r->list) return;
    r->listed = true;
    r->list = list;
    fprintf(r->out, "bodies %zu\n", n);
    for (size_t i = 0; i < n; i++) {
        fputs("is ", r->out);
        tw_golden_put_text(r->out, tw_body_state_of(r->scene, i).o.name);
        fputc('\n', r->out);
    }
}

/* writes a mark: 18 bits of the hash of the numbers v [n] as three letters */
static void put_mark(FILE *out, const double *v, int n) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
    uint64_t h = tw_hash_end(tw_hash_bytes(tw_hash_begin(), v, (size_t)n * sizeof *v));
    for (int i = 0; i < TW_MARK; i++) fputc(letters[h >> (58 - 6 * i) & 63], out);
}

static void put_state(recorder *r, int frame) {
    size_t n = tw_scene_state_of(r->scene).bodies;
    bool marked = (frame - 1) % r->stride == 0;
    put_list(r);
    fprintf(r->out, "state %d %016" PRIx64, frame, tw_scene_digest(r->scene));
    if (marked && n) fputc(' ', r->out);
    for (size_t i = 0; marked && i < n; i++) {
        const tw_body_state b = tw_body_state_of(r->scene, i);
        double v[TW_BODY_NUMBERS];
        tw_body_numbers(&b, v);
        put_mark(r->out, v, 3);
        put_mark(r->out, v + 3, 4);
        put_mark(r->out, v + 7, 3);
        put_mark(r->out, v + 10, 3);
    }
    fputc('\n', r->out);
}

/* ---- samples and curves -------------------------------------------------------------------- */

static void put_sample(FILE *out, const char *kind, int frame, const double *v, int n,
                       const char *name) {
    fprintf(out, "%s %d", kind, frame);
    for (int i = 0; i < n; i++) tw_golden_put_number(out, v[i]);
    if (name) {
        fputc(' ', out);
        tw_golden_put_text(out, name);
    }
    fputc('\n', out);
}

/* sampling stride: every n-th object has samples in the golden, n = 1 unless there are many
 * objects. Marks and hashes cover all objects */
static size_t step_of(const recorder *r, size_t objects) {
    size_t most = SAMPLED / (size_t)r->allowed->samples + 1;
    return objects <= most ? 1 : (objects + most - 1) / most;
}

static tw_status put_samples(recorder *r, int frame) {
    const tw_scene_state now = tw_scene_state_of(r->scene);
    for (size_t i = 0, step = step_of(r, now.bodies); i < now.bodies; i += step) {
        const tw_body_state b = tw_body_state_of(r->scene, i);
        double v[TW_BODY_NUMBERS];
        tw_body_numbers(&b, v);
        put_sample(r->out, "body", frame, v, TW_BODY_NUMBERS, b.o.name);
    }
    for (size_t i = 0, step = step_of(r, now.constraints); i < now.constraints; i += step) {
        tw_constraint_state c;
        TW_TRY(tw_constraint_state_of(r->scene, i, &c));
        const double v[TW_CONSTRAINT_NUMBERS] = {c.deviation, c.rate,    c.residual,
                                                 c.force.x,   c.force.y, c.force.z};
        put_sample(r->out, "constraint", frame, v, TW_CONSTRAINT_NUMBERS, c.o.name);
    }
    return TW_OK;
}

static tw_status put_curve(recorder *r, int frame) {
    const tw_scene_state now = tw_scene_state_of(r->scene);
    double kinetic, potential, deviation = 0, residual = 0;
    tw_contacts_state contacts;
    TW_TRY(tw_scene_energy(r->scene, &kinetic, &potential));
    for (size_t i = 0; i < now.constraints; i++) {
        tw_constraint_state c;
        TW_TRY(tw_constraint_state_of(r->scene, i, &c));
        deviation = fmax(deviation, c.deviation);
        residual = fmax(residual, c.residual);
    }
    TW_TRY(tw_scene_contacts_state(r->scene, &contacts));
    const double v[TW_CURVES] = {
        kinetic,        potential,        deviation, residual, (double)contacts.count,
        contacts.depth, contacts.residual};
    put_sample(r->out, "curve", frame, v, TW_CURVES, NULL);
    return TW_OK;
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    recorder *r = context;
    TW_TRY(tw_scene_at_frame(r->scene, number, t, frame));
    put_state(r, number);
    r->seen = number;
    bool curve = chosen(number, CURVE_MOST, r->frames);
    bool sample = chosen(number, r->allowed->samples, r->frames);
    if (sample) TW_TRY(put_samples(r, number));
    return curve ? put_curve(r, number) : TW_OK;
}

/* ---- pictures ------------------------------------------------------------------------------ */

static tw_status put_picture(recorder *r, const tw_frame *frame, const tw_picture_options *o) {
    char path[PATH], file[NAME + 20];
    snprintf(file, sizeof file, "%s.%04d.png", r->stem, frame->number);
    if (snprintf(path, sizeof path, "%s/%s", r->folder, file) >= PATH)
        return tw_fail(TW_IO, "the path of %s is too long", file);
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(tw_frame_png(frame, o, path));
    char *bytes;
    size_t size;
    TW_TRY(tw_file_read(path, &bytes, &size));
    free(bytes);
    if (size > TW_GOLDEN_PICTURE_MOST)
        return tw_fail(
            TW_SCRIPT,
            "the picture of frame %d takes %zu kB, more than the 64 kB that a golden may "
            "have: choose a smaller scene.check.width",
            frame->number, size >> 10);
    fprintf(r->out, "picture %d %s\n", frame->number, file);
    return TW_OK;
}

static tw_status put_pictures(recorder *r, const tw_film *film, int height) {
    tw_picture_options o = {.width = r->allowed->width,
                            .height = height,
                            .quality = TW_QUALITY_NORMAL,
                            .poll.ask = tw_stop_poll};
    int n = (int)film->frames.count;
    if (!r->allowed->pictures) return TW_OK;
    for (int i = 0; i < n; i++)
        if (chosen(i + 1, r->allowed->pictures, n))
            TW_TRY(put_picture(r, film->frames.data[i], &o));
    return TW_OK;
}

/* ---- a scene ------------------------------------------------------------------------------- */

static void put_head(FILE *out, const char *name, const tw_tolerances *t) {
    const double allowed[TW_ALLOWED] = {
        t->position, t->orientation, t->velocity, t->angular_velocity, t->energy, t->deviation,
        t->residual, t->force,       t->contact,  t->picture,          t->hash};
    fputs("scene ", out);
    tw_golden_put_text(out, name);
    fputs("\nallowed", out);
    for (int i = 0; i < TW_ALLOWED; i++)
        tw_golden_put_number(out, isnan(allowed[i]) ? t->tolerance : allowed[i]);
    fputc('\n', out);
}

static void put_film(recorder *r, const tw_film *film) {
    fprintf(r->out, "film %d", r->seen);
    tw_golden_put_number(r->out, tw_scene_state_of(r->scene).fps);
    tw_golden_put_number(r->out, film->begin);
    fputc('\n', r->out);
}

static tw_status record_scene(recorder *r) {
    const tw_scene_state now = tw_scene_state_of(r->scene);
    double aspect = (double)now.width / now.height;
    int height = (int)floor(r->allowed->width / aspect + 0.5);
    if (height < 1) height = 1;
    r->frames = tw_scene_frames(r->scene);
    size_t cells = (now.bodies ? now.bodies : 1) * (size_t)r->frames;
    r->stride = (int)((cells + MARKED - 1) / MARKED);
    put_head(r->out, now.name, r->allowed);
    if (r->look) fprintf(r->out, "look %s\n", tw_catalogue_look_about(r->look).name);
    tw_film_options o = {.snapshot = {.layers = now.layers, .look = r->look},
                         .frames = r->allowed->pictures > 0,
                         .aspect = (double)r->allowed->width / height,
                         .look = look,
                         .context = r};
    tw_film film;
    tw_status s = tw_scene_film(r->scene, &o, &film);
    if (s == TW_OK) {
        put_film(r, &film);
        s = put_pictures(r, &film, height);
    }
    tw_film_drop(&film);
    return s;
}

/* writes only the head of a scene in a film of several: `of` names the script that records the
 * rest */
static void record_begin(recorder *r, const char *of) {
    const tw_scene_state now = tw_scene_state_of(r->scene);
    r->stride = 1;
    put_head(r->out, now.name, r->allowed);
    fputs("of ", r->out);
    tw_golden_put_text(r->out, of);
    fprintf(r->out, "\nfilm %d", tw_scene_frames(r->scene));
    tw_golden_put_number(r->out, now.fps);
    tw_golden_put_number(r->out, now.time);
    fputc('\n', r->out);
    put_state(r, 1);
}

/* ---- the script ---------------------------------------------------------------------------- */

/* name of the required script that records the scene of a film; NULL: this script records it. That
 * is also so for a scene of a module whose name begins with _, since `check` does not run such a
 * script */
static const char *recorded_by(const tw_script *script, const tw_scene *scene) {
    const char *of = tw_script_cut(script) ? tw_script_borrowed(scene) : NULL;
    const char *point = of ? strrchr(of, '.') : NULL;
    return of && (point ? point + 1 : of)[0] != '_' ? of : NULL;
}

static void tell(void *context, const tw_check *c) {
    (void)context;
    if (!c->passed) printf("%s:%d: check '%s' failed: %s\n", c->file, c->line, c->label, c->text);
}

/* out: first part of file names, made of the script's stem and the scene's name */
static void stem_of(const char *stem, const char *scene, char out[NAME]) {
    snprintf(out, NAME, "%s%s%s", stem, scene ? "." : "", scene ? scene : "");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c <= 0x20 || *c == 0x7f || strchr("/\\\"", *c)) *c = '_';
}

/* records the shots of a film of several scenes as they are planned, before any scene is
 * simulated */
static tw_status record_cut(tw_script *script, FILE *out) {
    tw_film_cut cut;
    tw_status s = tw_film_plan(script, &cut);
    if (s == TW_OK) {
        /* a film has no tolerances of its own: those of its first shot's scene are written */
        put_head(out, cut.name, tw_scene_allowed(tw_script_cut(script)->shot.data[0].scene));
        fprintf(out, "film %d", cut.frames);
        tw_golden_put_number(out, cut.fps);
        tw_golden_put_number(out, 0);
        fputc('\n', out);
    }
    for (size_t i = 0; s == TW_OK && i < cut.shots.count; i++) {
        const tw_film_shot *shot = &cut.shots.data[i];
        fprintf(out, "shot %d %d", shot->start, shot->frames);
        tw_golden_put_number(out, shot->from);
        fputc(' ', out);
        tw_golden_put_text(out, shot->scene);
        fputc('\n', out);
    }
    tw_array_free(&cut.shots);
    return s;
}

static tw_status record_scenes(tw_script *script, const char *folder, const char *stem,
                               const char *look, const tw_trust *trust, FILE *out,
                               tw_tally *checks) {
    int n = tw_script_returned(script);
    for (int i = 0; i < n; i++) {
        tw_scene *scene = tw_script_nth(script, i);
        const tw_scene_state now = tw_scene_state_of(scene);
        recorder r = {.out = out,
                      .scene = scene,
                      .allowed = tw_scene_allowed(scene),
                      .look = look ? tw_catalogue_find_look(look, NULL) : NULL,
                      .folder = folder};
        stem_of(stem, n > 1 && now.named ? now.name : NULL, r.stem);
        const char *of = recorded_by(script, scene);
        if (of) {
            record_begin(&r, of);
            tw_tally_leave(scene);
            continue;
        }
        TW_TRY(tw_trust_film(trust, r.stem, tw_scene_frames(scene), now.width, now.height));
        TW_TRY(record_scene(&r));
        TW_TRY(tw_tally_scene(checks, scene));
    }
    return TW_OK;
}

/* sets the script's parameters from the words of its line "-- as a test: --set n=8 --set m=4" */
static tw_status set_words(tw_script *script, const char *path, int line, char *words) {
    bool value = false;
    for (char *w = strtok(words, " \t\r"); w; w = strtok(NULL, " \t\r")) {
        const char *wanted = value ? "NAME=VALUE" : "--set NAME=VALUE";
        if (value ? !strchr(w, '=') : strcmp(w, "--set") != 0)
            return tw_fail(TW_SCRIPT, "%s:%d: as a test: expected %s, got '%.100s'", path, line,
                           wanted, w);
        if (value) TW_TRY(tw_script_sets(script, (const char *const[]){w}, 1));
        value = !value;
    }
    return value ? tw_fail(TW_SCRIPT, "%s:%d: as a test: --set without NAME=VALUE", path, line)
                 : TW_OK;
}

static tw_status set_parameters(tw_script *script, const char *path) {
    static const char begin[] = "-- as a test: ";
    char *text, *next;
    size_t size;
    TW_TRY(tw_file_read(path, &text, &size));
    tw_status s = TW_OK;
    int number = 1;
    for (char *at = text; s == TW_OK && at; at = next, number++) {
        next = strchr(at, '\n');
        if (next) *next++ = '\0';
        if (!strncmp(at, begin, sizeof begin - 1))
            s = set_words(script, path, number, at + sizeof begin - 1);
    }
    free(text);
    return s;
}

/* the arguments of tw_check_record */
typedef struct record_job {
    const char *path, *folder, *stem, *look;
    const tw_trust *trust;
    bool *returned;
} record_job;

static tw_status record_script(void *context, tw_script *script) {
    const record_job *job = context;
    const char *path = job->path, *folder = job->folder;
    char record[PATH];
    tw_tally checks = {.report = tell};
    TW_TRY(set_parameters(script, path));
    TW_TRY(tw_script_do_file(script, path, 0, NULL));
    bool film = *job->returned = tw_script_returned(script) > 0;
    if (film) {
        tw_file *file;
        if (snprintf(record, sizeof record, "%s/record", folder) >= PATH)
            return tw_fail(TW_IO, "the path of the folder %s is too long", folder);
        TW_TRY(tw_file_open(record, &file));
        FILE *out = tw_file_stream(file);
        fputs("tauwerk golden 1\n", out);
        tw_status s = tw_script_cut(script) ? record_cut(script, out) : TW_OK;
        if (s == TW_OK)
            s = record_scenes(script, folder, job->stem, job->look, job->trust, out, &checks);
        fputs("end\n", out);
        if (s != TW_OK) {
            tw_file_discard(file);
            return s;
        }
        TW_TRY(tw_file_commit(file));
    }
    TW_TRY(tw_tally_script(&checks, script));
    TW_TRY(tw_tally_status(&checks));
    if (film || checks.passed) return TW_OK;
    return tw_fail(TW_SCRIPT,
                   "%s: the script returns no scene and checks nothing; a file that others use is "
                   "left out when its name begins with _",
                   path);
}

tw_status tw_check_record(const char *script, const char *folder, const char *stem,
                          const char *look, const tw_trust *trust, bool *film) {
    *film = false;
    tw_script_options options = {.poll.ask = tw_stop_poll,
                                 .bounds = tw_trust_bounds(trust, NULL),
                                 .memory = tw_trust_heap(trust, 0)};
    record_job job = {script, folder, stem, look, trust, film};
    return tw_script_with(&options, record_script, &job);
}
