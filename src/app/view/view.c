/* The command `tauwerk view`; see view.h. */
#include "app/view/view.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"
#include "app/base/tools.h"
#include "app/view/gallery/gallery.h"
#include "app/view/live/live.h"
#include "app/view/reel/page.h"
#include "app/view/source/kinds.h"
#include "base/file.h"
#include "base/text/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { REST = 20 }; /* least time between checks of the files for changes, ms */

/* ---- files ---------------------------------------------------------------------------------- */

static void stamp(const char *path, int64_t *saved, int64_t *size) {
    struct stat s;
    bool there = stat(path, &s) == 0;
    *saved = there ? (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec : -1;
    *size = there ? (int64_t)s.st_size : -1;
}

bool tw_view_is_baked(const tw_view_options *o) {
    return tw_ends_in(o->script, ".twb");
}

/* if memory runs out for a file, its changes will not be noticed; that is no failure */
tw_status tw_view_file_read(tw_viewer *v, const char *path, int64_t saved, int64_t size) {
    for (size_t i = 0; i < v->file.count; i++)
        if (!strcmp(v->file.data[i].path, path)) return TW_OK;
    tw_view_file f = {.path = strdup(path), .saved = saved, .size = size};
    if (f.path && tw_push(&v->file, f) != TW_OK) free(f.path);
    return TW_OK;
}

static void forget_files(tw_viewer *v) {
    for (size_t i = 0; i < v->file.count; i++) free(v->file.data[i].path);
    v->file.count = 0;
}

/* the script's file is as it was when it was last read */
static void stamp_again(tw_viewer *v, int64_t saved, int64_t size) {
    for (size_t i = 0; i < v->file.count; i++) {
        if (strcmp(v->file.data[i].path, v->options->script) != 0) continue;
        v->file.data[i].saved = saved;
        v->file.data[i].size = size;
    }
}

/* true: a file was saved, a text edited, or a slider moved. Files are checked at most 50 times a
 * second */
static bool has_changed(tw_viewer *v) {
    double now = tw_clock();
    if (v->changed || now - v->looked < 1e-3 * REST) return v->changed;
    v->looked = now;
    bool written;
    v->changed = tw_source_asked(v->edit, &written) || tw_server_asked(v->server);
    if (written) {
        int64_t saved, size;
        stamp(v->options->script, &saved, &size);
        stamp_again(v, saved, size);
    }
    for (size_t i = 0; i < v->file.count && !v->changed; i++) {
        int64_t saved, size;
        stamp(v->file.data[i].path, &saved, &size);
        /* a file that is missing at present is probably being replaced, so it does not count as
         * changed yet */
        v->changed = saved >= 0 && (saved != v->file.data[i].saved || size != v->file.data[i].size);
    }
    return v->changed;
}

/* ---- sliders -------------------------------------------------------------------------------- */

/* index in `moved` of the setting "NAME=VALUE" of a slider; if it has none, the number of settings.
 * `name` ends at '=' or at its end */
static size_t find_moved(const tw_viewer *v, const char *name) {
    size_t n = strcspn(name, "="), i = 0;
    const tw_words *m = &v->task.moved;
    while (i < m->count && (strncmp(m->data[i], name, n) != 0 || m->data[i][n] != '=')) i++;
    return i;
}

static void free_moved(tw_viewer *v, size_t i) {
    /* const is cast away: take_setting has malloc'ed the text */
    free((char *)(uintptr_t)v->task.moved.data[i]);
}

static void take_setting(void *context, const char *setting) {
    tw_viewer *v = context;
    size_t i = find_moved(v, setting);
    char *copy = strdup(setting);
    if (!copy) return;
    if (i < v->task.moved.count) {
        free_moved(v, i);
        v->task.moved.data[i] = copy;
    } else if (i == TW_VIEW_MOVED || tw_push(&v->task.moved, copy) != TW_OK) {
        free(copy);
    }
}

void tw_view_unread(tw_viewer *v, const char *name) {
    tw_words *m = &v->task.moved;
    size_t i = find_moved(v, name);
    if (i == m->count) return;
    free_moved(v, i);
    for (m->count--; i < m->count; i++) m->data[i] = m->data[i + 1];
}

/* ---- the loop ------------------------------------------------------------------------------- */

static tw_status loop(tw_viewer *v) {
    for (;;) {
        int64_t saved, size;
        bool goes = false, moved = tw_server_settings(v->server, take_setting, v);
        v->changed = false;
        stamp(v->options->script, &saved, &size);
        TW_TRY(tw_source_begin(v->edit, &v->task.text, &v->task.text_size));
        if (!moved) TW_TRY(tw_host_go_on(&v->host, &goes));
        if (goes) {
            stamp_again(v, saved, size);
        } else {
            forget_files(v);
            TW_TRY(tw_view_file_read(v, v->options->script, saved, size));
            TW_TRY(tw_host_start(&v->host, !moved));
        }
        while (!has_changed(v) && !(v->host.again && v->host.ended)) {
            TW_TRY(tw_stop_poll(NULL));
            TW_TRY(tw_host_work(&v->host, REST));
        }
    }
}

static void open_browser(const char *address) {
    char path[4096];
    pid_t child;
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
    if (!tw_tool_find("xdg-open", path, sizeof path)) return;
    const char *const argv[] = {path, address, NULL};
    tw_spawn(&(tw_program){.argv = argv, .group = true}, &child);
}

static void announce(const tw_view_options *o, const tw_server *server) {
    printf("%s\n", tw_server_address(server));
    fflush(stdout);
    if (!o->quiet) open_browser(tw_server_address(server));
}

static tw_status view_folder(const tw_view_options *o) {
    tw_server *server = NULL;
    tw_launcher launcher;
    TW_TRY(tw_gallery_launch(o, &launcher));
    tw_status s = tw_server_open(o->port, &server);
    if (s == TW_OK) s = tw_gallery_open(o, server, &launcher);
    if (s == TW_OK) {
        announce(o, server);
        s = tw_gallery_work();
    }
    tw_kept kept = tw_failure_keep(s);
    if (server) tw_server_close(server);
    tw_gallery_close();
    tw_launcher_close(&launcher);
    return tw_failure_again(&kept);
}

static bool is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static tw_status view(const tw_view_options *o) {
    tw_viewer v = {.options = o};
    if (access(o->script, R_OK) != 0) return tw_fail_system("cannot read '%s'", o->script);
    TW_TRY(tw_page_there("view"));
    if (is_folder(o->script)) return view_folder(o);
    TW_TRY(tw_trust_memory(&o->trust, 0));
    TW_TRY(tw_launcher_open(&v.launcher, tw_view_work, (void *)(uintptr_t)o));
    tw_status s = tw_server_open(o->port, &v.server);
    if (s == TW_OK) s = tw_source_open(v.server, o->script, &v.edit);
    if (s == TW_OK) s = tw_kinds_say(v.server);
    if (s == TW_OK) s = tw_host_open(&v.host, &v, v.server);
    if (s == TW_OK) announce(o, v.server);
    if (s == TW_OK) s = loop(&v);
    tw_kept kept = tw_failure_keep(s);
    tw_host_close(&v.host);
    if (v.server) tw_server_close(v.server);
    tw_source_close(v.edit);
    tw_launcher_close(&v.launcher);
    forget_files(&v);
    tw_array_free(&v.file);
    for (size_t i = 0; i < v.task.moved.count; i++) free_moved(&v, i);
    tw_array_free(&v.task.moved);
    return tw_failure_again(&kept);
}

static tw_status set_port(void *place, const char *value) {
    TW_TRY(tw_option_count(value, 1, place));
    return *(int *)place < 65536 ? TW_OK
                                 : tw_fail(TW_USAGE, "expected 1 to 65535, got '%s'", value);
}

static const tw_option options[] = {
    {"port", 'p', "N", "the port of 127.0.0.1 to listen on (any that is free)", set_port,
     offsetof(tw_view_options, port)},
    {"no-browser", 0, NULL, "print the address only", tw_set_switch,
     offsetof(tw_view_options, quiet)},
    TW_OPTION_SETS(tw_view_options, sets),
    TW_OPTION_TRUST(tw_view_options, trust),
};

const tw_option_table tw_view_table = {.command = "view",
                                       .option = options,
                                       .count = sizeof options / sizeof options[0],
                                       .only_word = "script",
                                       .word_place = offsetof(tw_view_options, script)};

tw_status tw_view_command(int argc, char *const *argv) {
    tw_view_options o = {.script = NULL};
    int used;
    tw_status s = tw_options_read(&tw_view_table, argc, argv, &o, &used);
    if (s == TW_OK && !o.script)
        s = tw_fail(TW_USAGE, "view: expected a script, got none (see 'tauwerk help view')");
    if (s == TW_OK) s = tw_trust_settle(&o.trust, "view", true);
    if (s == TW_OK) s = view(&o);
    tw_array_free(&o.sets);
    return s;
}
