/* Gallery of a folder of scenes; see gallery.h. */
#include "app/view/gallery/gallery.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"
#include "app/view/gallery/poster.h"
#include "app/view/message/json.h"
#include "app/view/message/letter.h"
#include "base/file.h"
#include "base/text/memo.h"
#include "base/text/path.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    DEEP = 4,
    SCENES = 500,
    OPEN = 16,
    WORDS = 12,
    REST = 200,
    PATIENCE = 20,
    TITLE = 160,
    LONGEST = 256
};

typedef struct scene {
    char *path;  /* owned */
    char *title; /* title of the scene, the first comment of its script; owned */
    pid_t child; /* process `tauwerk view` that shows the scene; 0: none */
    /* pipe from which the child's address is read; -1: the address is known, or there is no
     * child */
    int out;
    char address[128];
    unsigned long wanted; /* value of gallery.wishes when a window last asked to open the scene */
} scene;

typedef struct gallery {
    const tw_view_options *o;
    tw_server *server;
    const tw_launcher *launcher;
    TW_ARRAY(scene) scene;
    size_t next; /* poster */
    pid_t drawing;
    /* line (letter.h) to the process that draws the present poster; -1: no poster is being drawn */
    int line;
    double began;
    pthread_mutex_t lock;
    TW_ARRAY(int) asked;  /* indices of the scenes that windows have asked to open */
    unsigned long wishes; /* number of requests of windows to open a scene, so far */
} gallery;

/* the only gallery of the process; static, since threads of the server may use it until the server
 * is closed */
static gallery the = {.line = -1};

/* ---- the list -------------------------------------------------------------------------------- */

static int by_path(const void *a, const void *b) {
    return strcmp(((const scene *)a)->path, ((const scene *)b)->path);
}

/* malloc'ed text of the script's first line if that is a comment "-- TEXT" (after an optional "#!"
 * line); "": there is no such comment; NULL: no memory */
static char *title_of(const char *path) {
    char *text, title[TITLE] = "";
    size_t size;
    if (tw_file_read(path, &text, &size) == TW_OK) {
        const char *p = text;
        if (*p == '#') p += strcspn(p, "\n");
        if (*p == '\n') p++;
        if (!strncmp(p, "-- ", 3))
            snprintf(title, sizeof title, "%.*s", (int)strcspn(p + 3, "\r\n"), p + 3);
        free(text);
    }
    return strdup(title);
}

static tw_status add_scene(gallery *g, const char *path) {
    scene s = {.path = strdup(path), .title = title_of(path), .out = -1};
    tw_status status = s.path && s.title ? TW_OK : tw_fail_memory();
    if (status == TW_OK) status = tw_push(&g->scene, s);
    if (status == TW_OK) return TW_OK;
    free(s.path);
    free(s.title);
    return status;
}

static tw_status list(gallery *g, const char *folder, int deep) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("cannot read the folder '%s'", folder);
    tw_status s = TW_OK;
    for (struct dirent *e;
         s == TW_OK && g->scene.count < SCENES && (e = tw_folder_next(d, folder, &s));) {
        char path[4096];
        struct stat what;
        if (!isalnum((unsigned char)e->d_name[0])) continue;
        int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n >= (int)sizeof path || stat(path, &what) != 0) continue;
        if (S_ISDIR(what.st_mode) && deep > 0)
            s = list(g, path, deep - 1);
        else if (S_ISREG(what.st_mode) && tw_ends_in(path, ".lua"))
            s = add_scene(g, path);
    }
    closedir(d);
    return s;
}

/* ---- messages -------------------------------------------------------------------------------- */

static tw_status say(gallery *g, FILE *out, char **bytes, size_t *size, uint32_t sort,
                     size_t first) {
    bool bad = fclose(out) != 0;
    tw_status s = bad ? tw_fail_memory()
                      : tw_server_say(g->server, true, sort, (uint32_t)first, *bytes, *size);
    free(*bytes);
    return s;
}

static tw_status say_list(gallery *g) {
    char *bytes;
    size_t size, skip = strlen(g->o->script) + 1;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    fputs("{\"type\":\"gallery\",\"name\":", out);
    tw_json_text(out, tw_path_name(g->o->script));
    fputs(",\"scenes\":[", out);
    for (size_t i = 0; i < g->scene.count; i++) {
        fputs(i ? ",{\"name\":" : "{\"name\":", out);
        tw_json_text(out, g->scene.data[i].path + skip);
        fputs(",\"title\":", out);
        tw_json_text(out, g->scene.data[i].title);
        fputc('}', out);
    }
    fputs("]}", out);
    return say(g, out, &bytes, &size, TW_SAY_FILM, 0);
}

/* sends the message {"type": TYPE, "scene": N, NAME: TEXT} */
static tw_status say_scene(gallery *g, const char *type, size_t number, const char *name,
                           const char *text, uint32_t sort) {
    char *bytes;
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    fprintf(out, "{\"type\":\"%s\",\"scene\":%zu,\"%s\":", type, number, name);
    tw_json_text(out, text);
    fputc('}', out);
    return say(g, out, &bytes, &size, sort, number);
}

/* ---- posters --------------------------------------------------------------------------------- */

static void end_drawing(gallery *g) {
    if (g->line < 0) return;
    close(g->line);
    kill(g->drawing, SIGKILL);
    waitpid(g->drawing, NULL, 0);
    g->line = -1;
    g->next++;
}

static tw_status begin_drawing(gallery *g) {
    if (g->line >= 0 || g->next >= g->scene.count) return TW_OK;
    const char *path = g->scene.data[g->next].path;
    TW_TRY(tw_launcher_start(g->launcher, path, strlen(path), &g->drawing, &g->line));
    g->began = tw_clock();
    return TW_OK;
}

static tw_status take_poster(gallery *g) {
    tw_letter l = {.sort = TW_SCRIPT, .line = -1};
    bool came;
    const char *failed = NULL;
    tw_status s = tw_letter_take(g->line, 0, &l, &came);
    if (s == TW_OK && !came && tw_clock() - g->began < PATIENCE) return TW_OK;
    if (s != TW_OK || !came) failed = s == TW_OK ? "it takes too long" : "it ended unexpectedly";
    const char *text = failed ? failed : l.data;
    size_t folder = strlen(g->o->script);
    /* the name is sent without its folder, since windows must not see paths of the machine */
    if ((failed || l.sort) && !strncmp(text, g->o->script, folder) && text[folder] == '/')
        text += folder + 1;
    s = say_scene(g, "poster", g->next, failed || l.sort ? "error" : "image", text, TW_SAY_POSTER);
    free(l.data);
    end_drawing(g);
    return s;
}

/* ---- scenes that are shown ------------------------------------------------------------------- */

static tw_status start(gallery *g, scene *s) {
    const tw_view_options *o = g->o;
    const char *argv[WORDS + TW_TRUST_WORDS];
    char bounds[TW_TRUST_WORDS][TW_TRUST_WORD];
    int end[2];
    size_t n = 0;
    if (pipe(end) != 0) return tw_fail_system("view: cannot make a pipe");
    fcntl(end[0], F_SETFD, FD_CLOEXEC);
    fcntl(end[1], F_SETFD, FD_CLOEXEC);
    argv[n++] = "tauwerk";
    argv[n++] = "view";
    argv[n++] = "--no-browser";
    size_t asked = tw_trust_words(&o->trust, bounds);
    for (size_t i = 0; i < asked; i++) argv[n++] = bounds[i];
    argv[n++] = "--";
    argv[n++] = s->path;
    argv[n] = NULL;
    const tw_redirect files[] = {{.to = 0, .path = "/dev/null", .flags = O_RDONLY},
                                 {.to = 1, .from = end[1]}};
    int e = tw_spawn(
        &(tw_program){.argv = argv, .self = true, .group = true, .redirect = files, .redirects = 2},
        &s->child);
    close(end[1]);
    if (e) {
        close(end[0]);
        errno = e;
        return tw_fail_system("cannot start `tauwerk view`");
    }
    s->out = end[0];
    return TW_OK;
}

static void stop(scene *s) {
    int how;
    if (!s->child) return;
    kill(s->child, SIGTERM);
    tw_wait_for(s->child, &how);
    if (s->out >= 0) close(s->out);
    s->child = 0;
    s->out = -1;
    *s->address = '\0';
}

/* if too many scenes are open, ends the process of the one whose last request is oldest */
static void make_room(gallery *g) {
    int shown = 0;
    scene *oldest = NULL;
    for (size_t i = 0; i < g->scene.count; i++) {
        scene *s = &g->scene.data[i];
        if (!s->child) continue;
        if (!oldest || s->wanted < oldest->wanted) oldest = s;
        shown++;
    }
    if (shown >= OPEN) stop(oldest);
}

static tw_status show(gallery *g, size_t i) {
    scene *s = &g->scene.data[i];
    s->wanted = ++g->wishes;
    if (s->child && waitpid(s->child, NULL, WNOHANG) == s->child) {
        s->child = 0;
        if (s->out >= 0) close(s->out);
        s->out = -1;
        *s->address = '\0';
    }
    if (*s->address) return say_scene(g, "opened", i, "address", s->address, TW_SAY_ONCE);
    if (s->child) return TW_OK;
    make_room(g);
    return start(g, s);
}

/* reads the child's address, a line that the child writes by one call, and sends it to the windows;
 * without such a line, tells them that the scene cannot be shown */
static tw_status read_address(gallery *g, size_t i) {
    scene *s = &g->scene.data[i];
    char text[sizeof s->address];
    ssize_t n = read(s->out, text, sizeof text - 1);
    close(s->out);
    s->out = -1;
    if (n <= 0) return say_scene(g, "refused", i, "text", "the scene cannot be shown", TW_SAY_ONCE);
    text[n] = '\0';
    text[strcspn(text, "\n")] = '\0';
    snprintf(s->address, sizeof s->address, "%s", text);
    return say_scene(g, "opened", i, "address", s->address, TW_SAY_ONCE);
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* receives {"type":"open","scene":N} in a thread of the server */
static tw_heard hear(void *context, const char *type, const cJSON *message) {
    gallery *g = context;
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(message, "scene");
    if (strcmp(type, "open") != 0) return TW_SERVER_NOT_MINE;
    if (!cJSON_IsNumber(number) || number->valuedouble != (double)number->valueint ||
        number->valueint < 0 || (size_t)number->valueint >= g->scene.count)
        return TW_SERVER_BAD;
    pthread_mutex_lock(&g->lock);
    bool good = g->asked.count < SCENES && tw_push(&g->asked, number->valueint) == TW_OK;
    pthread_mutex_unlock(&g->lock);
    return good ? TW_SERVER_TAKEN : TW_SERVER_BAD;
}

static int next_asked(gallery *g) {
    int i = -1;
    pthread_mutex_lock(&g->lock);
    if (g->asked.count) i = g->asked.data[--g->asked.count];
    pthread_mutex_unlock(&g->lock);
    return i;
}

static tw_status work(gallery *g) {
    for (;;) {
        struct pollfd p[1 + OPEN] = {{.fd = g->line, .events = POLLIN}};
        size_t of[1 + OPEN], n = 1;
        TW_TRY(tw_stop_poll(NULL));
        TW_TRY(begin_drawing(g));
        p[0].fd = g->line;
        for (size_t i = 0; i < g->scene.count && n < 1 + OPEN; i++)
            if (g->scene.data[i].out >= 0) {
                of[n] = i;
                p[n++] = (struct pollfd){.fd = g->scene.data[i].out, .events = POLLIN};
            }
        if (poll(p, (nfds_t)n, REST / 4) < 0 && errno != EINTR)
            return tw_fail_system("view: cannot wait for messages");
        if (g->line >= 0) TW_TRY(take_poster(g));
        for (size_t k = 1; k < n; k++)
            if (p[k].revents) TW_TRY(read_address(g, of[k]));
        for (int i; (i = next_asked(g)) >= 0;) TW_TRY(show(g, (size_t)i));
    }
}

static void close_gallery(gallery *g) {
    end_drawing(g);
    for (size_t i = 0; i < g->scene.count; i++) {
        stop(&g->scene.data[i]);
        free(g->scene.data[i].path);
        free(g->scene.data[i].title);
    }
    tw_array_free(&g->scene);
}

static void draw_poster(void *options, const char *path, size_t size, int line) {
    const tw_view_options *o = options;
    (void)size;
    tw_poster_work(path, &o->trust, line);
}

tw_status tw_gallery_launch(const tw_view_options *o, tw_launcher *launcher) {
    return tw_launcher_open(launcher, draw_poster, (void *)(uintptr_t)o);
}

tw_status tw_gallery_open(const tw_view_options *o, tw_server *server,
                          const tw_launcher *launcher) {
    the = (gallery){.o = o, .server = server, .launcher = launcher, .line = -1};
    if (pthread_mutex_init(&the.lock, NULL) != 0) return tw_fail_memory();
    TW_TRY(list(&the, o->script, DEEP));
    if (!the.scene.count) return tw_fail(TW_SCRIPT, "%s: no scenes (.lua) are in it", o->script);
    qsort(the.scene.data, the.scene.count, sizeof *the.scene.data, by_path);
    tw_server_listen(server, (tw_listener){.hear = hear, .context = &the, .most = LONGEST});
    return say_list(&the);
}

tw_status tw_gallery_work(void) {
    return work(&the);
}

void tw_gallery_close(void) {
    close_gallery(&the);
    tw_array_free(&the.asked);
}
