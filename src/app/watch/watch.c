/* Watching a scene; see watch.h. */
#include "app/watch/watch.h"

#include "app/base/stop.h"
#include "app/movie/sheet.h"
#include "app/run/run.h"
#include "app/run/sweep/points.h"
#include "app/watch/saves.h"
#include "base/file.h"
#include "base/text/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PATH = 2048,
    REST = 50,
    CALM = 120
}; /* REST: time between checks for saved files, ms; CALM: time without a save that must pass before
      a run begins, ms */

typedef struct watcher {
    const tw_watch_options *o;
    /* beside: the folder in which the script is, whose files are watched, too */
    char folder[PATH], still[PATH], beside[PATH];
    tw_saves *saves; /* detects saved files; NULL: not opened yet */
    /* true: a file of the folder that can change the film was saved while the watcher waited */
    bool saved;
    tw_watch_run run;
    bool terminal;
    bool others; /* true: files other than the script were saved since the last run began */
    double began;
} watcher;

/* ---- saves ---------------------------------------------------------------------------------- */

static bool matters(const char *name) {
    static const char *const endings[] = {".lua", ".obj", ".stl", ".ply", ".png", ".jpg", ".jpeg"};
    if (*name == '.') return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (tw_ends_in(name, endings[i])) return true;
    return false;
}

static void take(void *context, const char *name) {
    watcher *w = context;
    if (!matters(name) || !strcmp(name, tw_path_name(w->still))) return;
    w->saved = true;
    w->others |= strcmp(name, tw_path_name(w->o->script)) != 0;
}

/* waits at most `ms` for the save of a file that can change the film; false: there was none */
static bool wait_for(watcher *w, int ms) {
    w->saved = false;
    tw_saves_wait(w->saves, ms, take, w);
    return w->saved;
}

/* ---- a run ---------------------------------------------------------------------------------- */

static tw_status make_still(watcher *w) {
    tw_movie_frames *f = &w->run.frames;
    if (w->o->frame) {
        char *data;
        size_t size;
        TW_TRY(tw_file_read(f->data[f->count - 1].path, &data, &size));
        tw_status s = tw_file_write(w->still, data, size);
        free(data);
        return s;
    }
    tw_sheet_thin(f, (size_t)w->o->count);
    tw_sheet sheet = {.frames = f, .width = TW_SHEET_WIDTH};
    return tw_sheet_write(&sheet, w->still);
}

/* text that says from which frame the simulation continued; "": the run began at the start */
static const char *simulated(const watcher *w) {
    static char text[80];
    text[0] = '\0';
    if (w->run.resumed)
        snprintf(text, sizeof text, ", simulated from frame %d on", w->run.resumed);
    else if (w->run.refused)
        snprintf(text, sizeof text, ", simulated from the start: what changed is needed early");
    return text;
}

static tw_status show_run(watcher *w) {
    int films = (int)w->run.frames.count, drawn = w->run.drawn;
    bool pictures = films > 0;
    if (pictures) {
        TW_TRY(make_still(w));
        TW_TRY(tw_watch_show(w->still, w->o->show, w->terminal));
    }
    if (w->run.said.count) fwrite(w->run.said.data, 1, w->run.said.count, stdout);
    if (w->run.status)
        printf("%s: status %d: %s\n", w->o->script, w->run.status,
               *w->run.failure ? w->run.failure : "no reason given");
    else
        printf("%s: %d picture%s, %d drawn (%.1f s), %s%s\n", w->o->script, films,
               films == 1 ? "" : "s", drawn, tw_clock() - w->began, w->still, simulated(w));
    fflush(stdout);
    return ferror(stdout) ? tw_fail(TW_IO, "cannot write to the standard output") : TW_OK;
}

static tw_status start(watcher *w) {
    bool copies = !w->others;
    w->began = tw_clock();
    w->others = w->run.refused = false;
    return tw_watch_start(w->o, w->folder, copies, &w->run);
}

/* restarts a run without valid result: its child was a copy that could not continue with the
 * changed script, or the output of the copy names lines of the script as they were before the
 * change */
static tw_status start_again(watcher *w, bool *ended) {
    bool no = w->run.no;
    bool wrong = w->run.resumed && w->run.moved && (w->run.status || w->run.noted);
    if (!no && !wrong) return TW_OK;
    w->run.no = false;
    *ended = false;
    return tw_watch_start(w->o, w->folder, no, &w->run);
}

/* waits for the end of the run and shows its result; if a file is saved meanwhile, starts a new
 * run */
static tw_status finish(watcher *w) {
    for (bool ended = false; !ended;) {
        TW_TRY(tw_stop_poll(NULL));
        if (wait_for(w, w->run.child ? REST / 5 : 0)) {
            tw_watch_stop(&w->run);
            while (wait_for(w, CALM)) TW_TRY(tw_stop_poll(NULL));
            TW_TRY(start(w));
        }
        TW_TRY(tw_watch_ended(&w->run, &ended));
        if (ended) TW_TRY(start_again(w, &ended));
    }
    return show_run(w);
}

static tw_status loop(watcher *w) {
    for (;;) {
        TW_TRY(start(w));
        TW_TRY(finish(w));
        if (w->o->once) return TW_OK;
        while (!wait_for(w, 4 * REST)) TW_TRY(tw_stop_poll(NULL));
        /* waits until CALM has passed without a save, so that several saves in succession cause
         * only one run */
        while (wait_for(w, CALM)) TW_TRY(tw_stop_poll(NULL));
    }
}

/* ---- the command ---------------------------------------------------------------------------- */

static tw_status set_still(void *place, const char *value) {
    if (!tw_ends_in(value, ".png"))
        return tw_fail(TW_USAGE, "expected a name FILE.png, got '%s'", value);
    return tw_set_word(place, value);
}

static tw_status set_show(void *place, const char *value) {
    static const char *const names[] = {"auto", "chafa", "blocks", "none", NULL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_show *)place = (tw_show)i;
    return TW_OK;
}

static tw_status set_size(void *target, const char *value) {
    tw_watch_options *o = target;
    return tw_option_size(value, &o->width, &o->height);
}

#define AT(member) offsetof(tw_watch_options, member)

static const tw_option options[] = {
    {"output", 'o', "FILE.png", "the still (default: preview.png in the folder)", set_still,
     AT(still)},
    {"folder", 0, "DIR", "of the pictures (default renders/NAME.watch)", tw_set_folder, AT(folder)},
    {"size", 0, "WxH", "size of the pictures (default 480x270)", set_size, 0},
    {"frame", 0, "N", "the still shows this frame, or the last one (default: a sheet)",
     tw_set_count, AT(frame)},
    {"count", 0, "N", "pictures of the sheet, at equal distances (default 6)", tw_set_count,
     AT(count)},
    {"show", 0, "HOW",
     "in the terminal: auto (chafa if it is there, else blocks; nothing if it is no terminal), "
     "chafa, blocks or none",
     set_show, AT(show)},
    {"look", 0, "NAME", "look of the picture instead of the scene's (tauwerk help looks)",
     tw_set_look_name, AT(look)},
    TW_OPTION_SETS(tw_watch_options, sets),
    TW_OPTION_TRUST(tw_watch_options, trust),
    {"once", 0, NULL, "run and show once, with the status of the run", tw_set_switch, AT(once)},
};

const tw_option_table tw_watch_table = {.command = "watch",
                                        .option = options,
                                        .count = sizeof options / sizeof options[0],
                                        .only_word = "script",
                                        .word_place = AT(script)};

static tw_status find_places(watcher *w) {
    const tw_watch_options *o = w->o;
    const char *slash = strrchr(o->script, '/'), *base = tw_path_name(o->script);
    size_t stem = tw_path_stem(base, ".lua");
    int n[3];
    n[0] = slash == o->script ? snprintf(w->beside, PATH, "/")
           : slash ? snprintf(w->beside, PATH, "%.*s", (int)(slash - o->script), o->script)
                   : snprintf(w->beside, PATH, ".");
    n[1] = o->folder ? snprintf(w->folder, PATH, "%s", o->folder)
                     : snprintf(w->folder, PATH, "renders/%.*s.watch", (int)stem, base);
    n[2] = o->still ? snprintf(w->still, PATH, "%s", o->still)
                    : snprintf(w->still, PATH, "%.*s/preview.png", PATH - 20, w->folder);
    for (int i = 0; i < 3; i++)
        if (n[i] >= PATH) return tw_fail(TW_IO, "watch: a path is too long");
    if (access(o->script, R_OK) != 0) return tw_fail_system("cannot read '%s'", o->script);
    return TW_OK;
}

static tw_status work(tw_watch_options *o) {
    watcher w = {.o = o, .terminal = isatty(STDOUT_FILENO) == 1};
    if (o->show == TW_SHOW_AUTO && !w.terminal) o->show = TW_SHOW_NONE;
    tw_status s = find_places(&w);
    if (s == TW_OK) s = tw_saves_open(w.beside, &w.saves);
    if (s == TW_OK) s = loop(&w);
    if (s == TW_OK && w.run.status)
        s = tw_fail(tw_sweep_status(w.run.status), "%s",
                    *w.run.failure ? w.run.failure : "the run failed");
    tw_kept kept = tw_failure_keep(s);
    tw_watch_free(&w.run);
    tw_saves_close(w.saves);
    return tw_failure_again(&kept);
}

tw_status tw_watch_command(int argc, char *const *argv) {
    tw_watch_options o = {.width = 480, .height = 270, .count = 6};
    int used;
    tw_status s = tw_options_read(&tw_watch_table, argc, argv, &o, &used);
    if (s == TW_OK && !o.script)
        s = tw_fail(TW_USAGE, "watch: expected a script, got none (see 'tauwerk help watch')");
    if (s == TW_OK) s = tw_trust_settle(&o.trust, "watch", true);
    if (s == TW_OK) s = work(&o);
    tw_array_free(&o.sets);
    return s;
}
