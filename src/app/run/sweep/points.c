/*
 * The points of a sweep; see points.h.
 *
 * A point's process is this program again: `run` with the words of the sweep's command line, except
 * the sweep's own options, and --set for the parameters. When it ends, point.txt gets the digest of
 * its input and its status; a wrong use, an unreadable or unwritable file, lack of memory, a time
 * limit and an interruption (status 2, 4, 5, 124, 130) are no results of the point, so the next
 * sweep runs it again.
 */
#include "app/run/sweep/points.h"

#include "app/base/spawn.h"
#include "app/render/manifest.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process/self.h"
#include "base/text/path.h"
#include "base/thread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 100000, PATH = 4096 };

tw_status tw_sweep_status(int exit_status) {
    for (int s = TW_OK; s < TW_STATUS_COUNT; s++)
        if (tw_status_exit((tw_status)s) == exit_status) return (tw_status)s;
    return TW_IO;
}

static bool is_result(int status) {
    return status == 0 || status == 1 || status == 3 || status == 6;
}

/* ---- common to all points ------------------------------------------------------------------- */

static tw_status keep(tw_sweep_points *p, const char *word) {
    char *copy = strdup(word);
    if (!copy) return tw_fail_memory();
    if (tw_push(&p->words, copy) == TW_OK) return TW_OK;
    free(copy);
    return TW_MEMORY;
}

static bool among(const char *name, const char *const *names) {
    for (; *names; names++)
        if (!strcmp(name, *names)) return true;
    return false;
}

/* option of `run` that the word of a command line names; *next: the option's argument is the next
 * word. NULL: the word is no option */
static const tw_option *option_of(const char *word, bool *next) {
    for (int i = 0; i < tw_run_table.count; i++) {
        const tw_option *o = &tw_run_table.option[i];
        size_t n = strlen(o->name);
        if (word[1] == '-' && !strncmp(word + 2, o->name, n) &&
            (word[2 + n] == '\0' || word[2 + n] == '=')) {
            *next = o->argument && !word[2 + n];
            return o;
        }
        if (word[1] != '-' && o->letter && word[1] == o->letter) {
            *next = o->argument && !word[2];
            return o;
        }
    }
    *next = false;
    return NULL;
}

/* stores the words of the command line, without the options for the sweep itself and those that
 * each point gets with values of its own */
static tw_status keep_words(tw_sweep_points *p, int argc, char *const *argv) {
    static const char *const own[] = {"sweep",       "jobs",   "output",  "trace",   "video",
                                      "constraints", "events", "records", "solved",  "limit-time",
                                      "summary",     "quiet",  "json",    "threads", NULL};
    for (int i = 0; i < argc; i++) {
        bool next = false;
        const tw_option *o = argv[i][0] == '-' && argv[i][1] ? option_of(argv[i], &next) : NULL;
        if (!o || !among(o->name, own)) {
            TW_TRY(keep(p, argv[i]));
            if (next && i + 1 < argc) TW_TRY(keep(p, argv[i + 1]));
        }
        i += next;
    }
    return TW_OK;
}

static int is_lua(const struct dirent *e) {
    return tw_ends_in(e->d_name, ".lua");
}

static int by_bytes(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static tw_status digest_add(tw_hash *h, const char *path) {
    uint64_t d;
    TW_TRY(tw_digest_file(path, &d));
    *h = tw_hash_bytes(*h, &d, sizeof d);
    return TW_OK;
}

/* adds the script and the Lua files beside it, which it may require, to the digest; of one that is
 * no regular file only its name is added */
static tw_status digest_scripts(tw_hash *h, const char *script) {
    char folder[PATH];
    const char *slash = strrchr(script, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - script) : 1,
             slash ? script : ".");
    struct dirent **list;
    int n = scandir(*folder ? folder : "/", &list, is_lua, by_bytes);
    if (n < 0) return tw_fail_system("cannot read the folder '%s'", folder);
    tw_status status = TW_OK;
    for (int i = 0; i < n; i++) {
        char path[PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
        *h = tw_hash_bytes(*h, list[i]->d_name, strlen(list[i]->d_name) + 1);
        tw_file_kind kind = TW_FILE_NONE;
        if (status == TW_OK) status = tw_file_look(path, true, &kind);
        if (status == TW_OK && kind == TW_FILE_REGULAR) status = digest_add(h, path);
        free(list[i]);
    }
    free(list);
    TW_TRY(status);
    return digest_add(h, script);
}

static tw_status digest_all(tw_sweep_points *p, const char *script) {
    uint64_t program;
    TW_TRY(tw_self_digest(&program));
    tw_hash h = tw_hash_bytes(tw_hash_begin(), &program, sizeof program);
    TW_TRY(digest_scripts(&h, script));
    for (size_t i = 0; i < p->words.count; i++)
        h = tw_hash_bytes(h, p->words.data[i], strlen(p->words.data[i]) + 1);
    p->digest = tw_hash_end(h);
    return TW_OK;
}

/* ---- their names ---------------------------------------------------------------------------- */

const char *tw_sweep_value(const tw_sweep_points *p, size_t i, size_t axis) {
    for (size_t a = p->axes; a-- > axis + 1;) i /= p->axis[a].value.count;
    return p->axis[axis].value.data[i % p->axis[axis].value.count];
}

/* name: folder of point i, like "tau=0.1,n=4" */
static tw_status name_of(const tw_sweep_points *p, size_t i, char name[256]) {
    size_t n = 0;
    for (size_t a = 0; a < p->axes && n < 256; a++)
        n += (size_t)snprintf(name + n, 256 - n, "%s%s=%s", a ? "," : "", p->axis[a].name,
                              tw_sweep_value(p, i, a));
    if (n >= 256) return tw_fail(TW_USAGE, "run: option '--sweep': a point's name is too long");
    for (char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < 0x20 || *c == '\\' || *c == '"') *c = '_';
    if (*name == '.') *name = '_';
    return TW_OK;
}

static tw_status name_points(tw_sweep_points *p) {
    size_t n = 1;
    for (size_t a = 0; a < p->axes; a++) {
        n *= p->axis[a].value.count;
        if (n > MOST) return tw_fail(TW_USAGE, "run: --sweep asks for more than %d points", MOST);
    }
    for (size_t i = 0; i < n; i++) {
        char name[256];
        TW_TRY(name_of(p, i, name));
        for (size_t k = 0; k < p->point.count; k++)
            if (!strcmp(p->point.data[k].name, name))
                return tw_fail(TW_USAGE, "run: --sweep: two points would have the folder %s", name);
        tw_sweep_point point = {.name = strdup(name)};
        if (!point.name) return tw_fail_memory();
        if (tw_push(&p->point, point) != TW_OK) {
            free(point.name);
            return TW_MEMORY;
        }
    }
    return TW_OK;
}

static tw_status read_axes(const tw_run_options *o, tw_sweep_points *p) {
    p->axis = calloc(o->sweeps.count, sizeof *p->axis);
    if (!p->axis) return tw_fail_memory();
    for (size_t a = 0; a < o->sweeps.count; a++) {
        TW_TRY(tw_sweep_parse(o->sweeps.data[a], &p->axis[a]));
        p->axes++;
        for (size_t b = 0; b < a; b++)
            if (!strcmp(p->axis[b].name, p->axis[a].name))
                return tw_fail(TW_USAGE,
                               "run: option '--sweep': expected each name once, got %s twice",
                               p->axis[a].name);
    }
    return TW_OK;
}

/* adds an option with a file's name to the words of every point: each point writes that file in its
 * own folder */
static tw_status keep_file(tw_sweep_points *p, const char *option, const char *path) {
    if (!path) return TW_OK;
    TW_TRY(keep(p, option));
    return keep(p, tw_path_name(path));
}

tw_status tw_sweep_points_make(const tw_run_options *o, int argc, char *const *argv,
                               const char *folder, int jobs, tw_sweep_points *p) {
    *p = (tw_sweep_points){.folder = folder};
    TW_TRY(read_axes(o, p));
    TW_TRY(name_points(p));
    TW_TRY(keep_file(p, "--trace", o->trace));
    TW_TRY(keep_file(p, "--constraints", o->constraints));
    TW_TRY(keep_file(p, "--events", o->events));
    TW_TRY(keep_file(p, "--records", o->records));
    TW_TRY(keep_file(p, "--solved", o->solved));
    TW_TRY(keep_file(p, "--video", o->video));
    TW_TRY(keep_words(p, argc, argv));
    TW_TRY(digest_all(p, o->script));
    int share = tw_processors() / jobs;
    p->threads = o->threads ? o->threads : share > 0 ? share : 1;
    return TW_OK;
}

static void forget(tw_sweep_point *p) {
    for (size_t i = 0; i < p->facts.count; i++) {
        free(p->facts.data[i].key);
        free(p->facts.data[i].value);
    }
    p->facts.count = 0;
}

void tw_sweep_points_free(tw_sweep_points *p) {
    for (size_t i = 0; i < p->point.count; i++) {
        forget(&p->point.data[i]);
        tw_array_free(&p->point.data[i].facts);
        free(p->point.data[i].name);
    }
    tw_array_free(&p->point);
    for (size_t a = 0; a < p->axes; a++) tw_sweep_axis_free(&p->axis[a]);
    free(p->axis);
    for (size_t i = 0; i < p->words.count; i++) free(p->words.data[i]);
    tw_array_free(&p->words);
}

/* ---- their results -------------------------------------------------------------------------- */

static void path_in(const tw_sweep_points *all, const tw_sweep_point *p, const char *file,
                    char path[PATH]) {
    snprintf(path, PATH, "%s/%s/%s", all->folder, p->name, file);
}

/* reads a line of summary.csv, KEY,VALUE with the key perhaps in quotes */
static tw_status add_fact(tw_sweep_point *p, char *line) {
    char *comma = strrchr(line, ',');
    if (!comma) return TW_OK;
    *comma = '\0';
    char *key = line, *to = line;
    bool quoted = *key == '"';
    /* removes the quotes of the key; the writer of the table adds quotes where they are needed */
    for (char *c = line + quoted; *c; c++) {
        if (quoted && *c == '"' && *++c != '"') break;
        *to++ = *c;
    }
    *to = '\0';
    tw_sweep_fact f = {strdup(key), strdup(comma + 1)};
    if (f.key && f.value && tw_push(&p->facts, f) == TW_OK) return TW_OK;
    free(f.key);
    free(f.value);
    return tw_fail_memory();
}

static tw_status read_summary(tw_sweep_point *p, const char *path) {
    char *text;
    size_t size;
    if (tw_file_absent(path)) return TW_OK;
    TW_TRY(tw_file_read(path, &text, &size));
    tw_status s = TW_OK;
    char *line = text + strcspn(text, "\n");
    while (s == TW_OK && *line) {
        line++;
        size_t n = strcspn(line, "\n");
        char *end = line + n, last = *end;
        *end = '\0';
        if (n) s = add_fact(p, line);
        *end = last;
        line = end;
    }
    free(text);
    return s;
}

static tw_status read_log(tw_sweep_point *p, const char *path) {
    char *text;
    size_t size;
    *p->words = '\0';
    if (tw_file_absent(path)) return TW_OK;
    TW_TRY(tw_file_read(path, &text, &size));
    while (size && text[size - 1] == '\n') text[--size] = '\0';
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    if (!strncmp(line, "tauwerk: ", 9)) line += 9;
    snprintf(p->words, sizeof p->words, "%s", line);
    free(text);
    return TW_OK;
}

tw_status tw_sweep_point_read(const tw_sweep_points *all, tw_sweep_point *p) {
    char path[PATH];
    path_in(all, p, "point.txt", path);
    forget(p);
    char *text = NULL;
    size_t size;
    uint64_t digest = 0;
    int status = 0;
    if (!tw_file_absent(path)) TW_TRY(tw_file_read(path, &text, &size));
    p->done = text && sscanf(text, "made %" SCNx64 "\nstatus %d\n", &digest, &status) == 2 &&
              digest == all->digest && is_result(status);
    free(text);
    if (p->done) p->status = status;
    path_in(all, p, "log.txt", path);
    if (p->status) TW_TRY(read_log(p, path));
    if (!p->done) return TW_OK;
    path_in(all, p, "summary.csv", path);
    return read_summary(p, path);
}

/* ---- running -------------------------------------------------------------------------------- */

static tw_status start(tw_sweep_point *p, const char *const *argv, const char *log) {
    const tw_redirect files[] = {
        {.to = 0, .path = "/dev/null", .flags = O_RDONLY},
        {.to = 1, .path = log, .flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW},
        {.to = 2, .from = 1},
    };
    /* only the sweep gets Ctrl-C, and then stops its points itself */
    int e = tw_spawn(
        &(tw_program){.argv = argv, .self = true, .group = true, .redirect = files, .redirects = 3},
        &p->child);
    errno = e;
    return e ? tw_fail_system("cannot start the point %s", p->name) : TW_OK;
}

static bool takes_file(const char *word) {
    return !strcmp(word, "--trace") || !strcmp(word, "--constraints") ||
           !strcmp(word, "--events") || !strcmp(word, "--records") || !strcmp(word, "--video") ||
           !strcmp(word, "--solved");
}

/* command line of a point: tauwerk run --quiet --set NAME=VALUE ... -o FOLDER --summary FILE WORDS.
 * Texts made for it are owned by `own` */
typedef TW_ARRAY(char *) texts;

static tw_status own_text(texts *own, texts *line, const char *a, const char *b, const char *c) {
    size_t n = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = malloc(n);
    if (!text) return tw_fail_memory();
    snprintf(text, n, "%s%s%s", a, b, c);
    if (tw_push(own, text) != TW_OK) {
        free(text);
        return TW_MEMORY;
    }
    return tw_push(line, text);
}

static tw_status command_line(const tw_sweep_points *all, const tw_sweep_point *p, texts *own,
                              texts *line) {
    static char program[] = "tauwerk", run[] = "run", set[] = "--set", output[] = "-o",
                summary[] = "--summary", quiet[] = "--quiet";
    char folder[PATH];
    path_in(all, p, "", folder);
    TW_TRY(tw_push(line, program));
    TW_TRY(tw_push(line, run));
    TW_TRY(tw_push(line, quiet));
    size_t i = (size_t)(p - all->point.data);
    for (size_t a = 0; a < all->axes; a++) {
        TW_TRY(tw_push(line, set));
        TW_TRY(own_text(own, line, all->axis[a].name, "=", tw_sweep_value(all, i, a)));
    }
    char threads[16];
    snprintf(threads, sizeof threads, "%d", all->threads);
    TW_TRY(own_text(own, line, "--threads=", threads, ""));
    TW_TRY(tw_push(line, output));
    TW_TRY(own_text(own, line, folder, "", ""));
    TW_TRY(tw_push(line, summary));
    TW_TRY(own_text(own, line, folder, "summary.csv", ""));
    /* the user's words come last, since they may have --, which ends the options */
    bool file = false;
    for (size_t w = 0; w < all->words.count; w++) {
        if (file)
            TW_TRY(own_text(own, line, folder, all->words.data[w], ""));
        else
            TW_TRY(tw_push(line, all->words.data[w]));
        file = takes_file(all->words.data[w]);
    }
    return tw_push(line, (char *)NULL);
}

tw_status tw_sweep_point_start(const tw_sweep_points *all, tw_sweep_point *p) {
    char path[PATH];
    path_in(all, p, "", path);
    TW_TRY(tw_folder_make(path));
    /* results of an earlier sweep in the point's folder, which are removed */
    static const char *const stale[] = {"point.txt", "summary.csv"};
    for (int i = 0; i < 2; i++) {
        path_in(all, p, stale[i], path);
        if (remove(path) != 0 && errno != ENOENT) return tw_fail_system("cannot remove '%s'", path);
    }
    texts own = {0}, line = {0};
    tw_status s = command_line(all, p, &own, &line);
    path_in(all, p, "log.txt", path);
    if (s == TW_OK) s = start(p, (const char *const *)line.data, path);
    for (size_t i = 0; i < own.count; i++) free(own.data[i]);
    tw_array_free(&own);
    tw_array_free(&line);
    return s;
}

/* sets the status of a point whose run has ended; if the run is a result, writes point.txt, whole
 * or not at all */
static tw_status conclude(const tw_sweep_points *all, tw_sweep_point *p, int how) {
    char path[PATH], text[80];
    p->child = 0;
    p->status = tw_exit_of(how);
    if (!is_result(p->status)) return TW_OK;
    path_in(all, p, "point.txt", path);
    int n = snprintf(text, sizeof text, "made %016" PRIx64 "\nstatus %d\n", all->digest, p->status);
    return tw_file_write(path, text, (size_t)n);
}

tw_status tw_sweep_ended(tw_sweep_points *all, tw_sweep_point **ended) {
    *ended = NULL;
    for (size_t i = 0; i < all->point.count; i++) {
        tw_sweep_point *p = &all->point.data[i];
        int how;
        if (!p->child || waitpid(p->child, &how, WNOHANG) != p->child) continue;
        *ended = p;
        return conclude(all, p, how);
    }
    return TW_OK;
}

void tw_sweep_kill(tw_sweep_points *all) {
    for (size_t i = 0; i < all->point.count; i++)
        if (all->point.data[i].child) kill(all->point.data[i].child, SIGTERM);
    for (size_t i = 0; i < all->point.count; i++) {
        tw_sweep_point *p = &all->point.data[i];
        int how;
        if (p->child) tw_wait_for(p->child, &how);
        p->child = 0;
    }
}
