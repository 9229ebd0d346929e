/* Editing the script's text from windows; see source.h. */
#include "app/view/source/source.h"

#include "app/view/message/json.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/text/memo.h"
#include "base/text/path.h"
#include "base/text/utf8.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LONGEST = 1 << 20,
    DIGEST = 16
}; /* LONGEST: largest size of a script, bytes; DIGEST: length of a digest, characters */

typedef struct content {
    char *data; /* [size] bytes and a NUL, owned; NULL: there is no text */
    size_t size;
} content;

struct tw_source {
    tw_server *server;
    const char *script;
    char *real;           /* real path of the script's file, with links followed; owned */
    char why[400];        /* reason why the file cannot be edited; "": it can be */
    content disk;         /* bytes of the file when it was last read or written */
    content base;         /* text of the file from which the text `now` was edited */
    content now;          /* the text that runs at present */
    pthread_mutex_t lock; /* guards the members below, which threads of the server write */
    bool open;            /* true: the source can be edited */
    content asked; /* the text that a window has sent and that does not run yet; NULL: none */
    content to_save;
    /* numbers of the windows that sent the last edit (by) and the last save (save_by); each
     * window chooses its number */
    double by, save_by;
    char seen[DIGEST + 1]; /* digest of the file's text as the window that saves has last seen it */
};

static void drop(content *c) {
    free(c->data);
    *c = (content){.data = NULL};
}

static tw_status copy(content *to, const char *data, size_t size) {
    char *p = malloc(size + 1);
    if (!p) return tw_fail_memory();
    memcpy(p, data, size);
    p[size] = '\0';
    drop(to);
    *to = (content){p, size};
    return TW_OK;
}

static bool same(const content *a, const content *b) {
    return !a->data == !b->data && a->size == b->size &&
           (!a->data || !memcmp(a->data, b->data, a->size));
}

static void digest(const content *c, char text[DIGEST + 1]) {
    uint64_t h = tw_hash_end(tw_hash_bytes(tw_hash_begin(), c->data, c->size));
    snprintf(text, DIGEST + 1, "%016llx", (unsigned long long)h);
    if (!c->data) snprintf(text, DIGEST + 1, "none");
}

/* ---- messages from windows ------------------------------------------------------------------- */

static tw_heard hear_edit(tw_source *e, const char *text, double by) {
    pthread_mutex_lock(&e->lock);
    bool good = e->open && copy(&e->asked, text, strlen(text)) == TW_OK;
    e->by = by;
    pthread_mutex_unlock(&e->lock);
    return good ? TW_SERVER_TAKEN : TW_SERVER_BAD;
}

static tw_heard hear_save(tw_source *e, const char *text, const char *seen, double by) {
    pthread_mutex_lock(&e->lock);
    bool good = e->open && strlen(seen) <= DIGEST &&
                copy(&e->to_save, text, strlen(text)) == TW_OK &&
                copy(&e->asked, text, strlen(text)) == TW_OK;
    if (good) snprintf(e->seen, sizeof e->seen, "%s", seen);
    e->by = e->save_by = by;
    pthread_mutex_unlock(&e->lock);
    return good ? TW_SERVER_TAKEN : TW_SERVER_BAD;
}

static tw_heard hear(void *context, const char *type, const cJSON *m) {
    tw_source *e = context;
    bool edit = !strcmp(type, "edit"), save = !strcmp(type, "save");
    if (!edit && !save) return TW_SERVER_NOT_MINE;
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "text"));
    const char *seen = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "seen"));
    const cJSON *by = cJSON_GetObjectItemCaseSensitive(m, "by");
    if (!text || strlen(text) > LONGEST || !cJSON_IsNumber(by)) return TW_SERVER_BAD;
    if (edit) return hear_edit(e, text, by->valuedouble);
    return seen ? hear_save(e, text, seen, by->valuedouble) : TW_SERVER_BAD;
}

/* ---- messages to windows --------------------------------------------------------------------- */

static void put_text(FILE *out, const char *name, const char *text) {
    fprintf(out, ",\"%s\":", name);
    tw_json_text(out, text);
}

/* sends the message `source`: the script's text, the file's if it differs, and whether it can be
 * edited */
static tw_status say_source(tw_source *e, double by) {
    char *bytes, seen[DIGEST + 1];
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    digest(&e->disk, seen);
    fprintf(out, "{\"type\":\"source\",\"edit\":%s", *e->why ? "false" : "true");
    put_text(out, "why", e->why);
    put_text(out, "file", tw_path_name(e->script));
    put_text(out, "text", e->now.data);
    put_text(out, "seen", seen);
    fprintf(out, ",\"saved\":%s", same(&e->disk, &e->now) ? "true" : "false");
    if (!same(&e->disk, &e->base)) put_text(out, "disk", e->disk.data);
    fputs(",\"by\":", out);
    tw_json_number(out, by);
    fputc('}', out);
    bool bad = ferror(out);
    bad = fclose(out) != 0 || bad;
    tw_status s = bad ? tw_fail_memory() : tw_server_keep(e->server, "source", bytes, size);
    free(bytes);
    return s;
}

static void say_saved(tw_source *e, double by, tw_status status, bool changed) {
    char *bytes;
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return;
    fprintf(out, "{\"type\":\"saved\",\"good\":%s,\"changed\":%s,\"by\":",
            status == TW_OK ? "true" : "false", changed ? "true" : "false");
    tw_json_number(out, by);
    put_text(out, "text", status == TW_OK ? "" : tw_failure());
    fputc('}', out);
    /* the message is kept for later films, too, so that later windows get it */
    if (fclose(out) == 0) tw_server_keep(e->server, "saved", bytes, size);
    free(bytes);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* determines whether the script can be edited; if not, e->why gets the reason */
static void look_at(tw_source *e) {
    struct stat st;
    static const char *const others[] = {".twb", ".urdf", ".xml", ".sdf", ".world"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (tw_ends_in(e->script, others[i])) {
            snprintf(e->why, sizeof e->why, "%s is no script", tw_path_name(e->script));
            return;
        }
    char *folder = tw_path_folder(e->script);
    if (!folder || tw_file_below(folder, e->script, &e->real) != TW_OK)
        snprintf(e->why, sizeof e->why,
                 "%s leads out of its folder: edit the file that it leads to",
                 tw_path_name(e->script));
    else if (stat(e->real, &st) == 0 && (!S_ISREG(st.st_mode) || st.st_size > LONGEST))
        snprintf(e->why, sizeof e->why, "%s is longer than %d bytes, or no file",
                 tw_path_name(e->script), LONGEST);
    free(folder);
}

/* reads the file into e->disk; if the file is missing, e->disk is empty */
static tw_status read_disk(tw_source *e) {
    content c = {.data = NULL};
    if (!tw_file_absent(e->real)) TW_TRY(tw_file_read(e->real, &c.data, &c.size));
    drop(&e->disk);
    e->disk = c;
    return TW_OK;
}

/* true: the text can be sent as JSON and back without changes */
static bool is_text(const content *c) {
    for (size_t i = 0; i < c->size;) {
        int n = c->data[i] ? tw_utf8_length(c->data + i) : 0;
        if (!n) return false;
        i += (size_t)n;
    }
    return true;
}

/* writes the file, whole or not at all, with its previous permissions */
static tw_status write_disk(tw_source *e, const content *c) {
    struct stat st;
    tw_file *file;
    bool there = stat(e->real, &st) == 0;
    TW_TRY(tw_file_open(e->real, &file));
    FILE *out = tw_file_stream(file);
    fwrite(c->data, 1, c->size, out);
    if (there && fchmod(fileno(out), st.st_mode & 0777) != 0) {
        tw_status s = tw_fail_system("cannot write '%s'", e->real);
        tw_file_discard(file);
        return s;
    }
    return tw_file_commit(file);
}

static bool save(tw_source *e, const content *c, const char *seen, double by) {
    char now[DIGEST + 1];
    bool changed = false;
    tw_status s = read_disk(e);
    if (s == TW_OK) {
        digest(&e->disk, now);
        changed = strcmp(now, seen) != 0;
        if (changed)
            s = tw_fail(TW_IO, "%s has changed on the disk meanwhile", tw_path_name(e->script));
    }
    if (s == TW_OK) s = write_disk(e, c);
    if (s == TW_OK) s = copy(&e->disk, c->data, c->size);
    if (s == TW_OK) s = copy(&e->base, c->data, c->size);
    say_saved(e, by, s, changed);
    say_source(e, by);
    return s == TW_OK;
}

/* ---- a run ----------------------------------------------------------------------------------- */

bool tw_source_asked(tw_source *e, bool *saved) {
    content c;
    char seen[DIGEST + 1];
    pthread_mutex_lock(&e->lock);
    c = e->to_save;
    e->to_save = (content){.data = NULL};
    double by = e->save_by;
    memcpy(seen, e->seen, sizeof seen);
    /* the text asked for is already running, so there is nothing new to run */
    if (e->asked.data && same(&e->asked, &e->now)) drop(&e->asked);
    bool asked = e->asked.data != NULL;
    pthread_mutex_unlock(&e->lock);
    *saved = c.data && save(e, &c, seen, by);
    drop(&c);
    return asked;
}

tw_status tw_source_begin(tw_source *e, const char **text, size_t *size) {
    double by = 0;
    *text = NULL;
    *size = 0;
    if (*e->why) return say_source(e, 0);
    tw_status s = read_disk(e);
    if (s == TW_OK && !is_text(&e->disk)) {
        snprintf(e->why, sizeof e->why, "%s is not UTF-8 text", tw_path_name(e->script));
        pthread_mutex_lock(&e->lock);
        e->open = false;
        pthread_mutex_unlock(&e->lock);
        return say_source(e, 0);
    }
    /* no window has changed the text: the file's new text replaces it */
    if (s == TW_OK && same(&e->now, &e->base) && e->disk.data) {
        s = copy(&e->now, e->disk.data, e->disk.size);
        if (s == TW_OK) s = copy(&e->base, e->disk.data, e->disk.size);
    }
    pthread_mutex_lock(&e->lock);
    if (s == TW_OK && e->asked.data) {
        drop(&e->now);
        e->now = e->asked;
        e->asked = (content){.data = NULL};
        by = e->by;
        /* the edited text equals the file's text, so it counts as unchanged */
        if (same(&e->now, &e->disk)) s = copy(&e->base, e->disk.data, e->disk.size);
    }
    pthread_mutex_unlock(&e->lock);
    if (s == TW_OK) s = say_source(e, by);
    *text = e->now.data;
    *size = e->now.size;
    return s;
}

tw_status tw_source_open(tw_server *server, const char *script, tw_source **edit) {
    tw_source *e = calloc(1, sizeof *e);
    *edit = NULL;
    if (!e) return tw_fail_memory();
    e->server = server;
    e->script = script;
    if (pthread_mutex_init(&e->lock, NULL) != 0) {
        free(e);
        return tw_fail_memory();
    }
    look_at(e);
    e->open = !*e->why;
    tw_server_listen(server, (tw_listener){hear, e, 2 * LONGEST});
    *edit = e;
    return TW_OK;
}

void tw_source_close(tw_source *e) {
    if (!e) return;
    drop(&e->disk);
    drop(&e->base);
    drop(&e->now);
    drop(&e->asked);
    drop(&e->to_save);
    free(e->real);
    pthread_mutex_destroy(&e->lock);
    free(e);
}
