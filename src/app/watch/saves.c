/* Detection of saved files; see saves.h. */
#include "app/watch/saves.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__linux__) && !defined(TW_POSIX)

#include <sys/inotify.h>

struct tw_saves {
    int events;
};

tw_status tw_saves_open(const char *folder, tw_saves **saves) {
    tw_saves *s = malloc(sizeof *s);
    if (!s) return tw_fail_memory();
    s->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    tw_status status = TW_OK;
    if (s->events < 0) status = tw_fail_system("watch: cannot be notified of saved files");
    /* the folder is watched, not the file, since editors write a new file and rename it */
    else if (inotify_add_watch(s->events, folder, IN_CLOSE_WRITE | IN_MOVED_TO) < 0)
        status = tw_fail_system("watch: cannot watch the folder '%s'", folder);
    if (status == TW_OK)
        *saves = s;
    else
        tw_saves_close(s);
    return status;
}

void tw_saves_close(tw_saves *s) {
    if (s && s->events >= 0) close(s->events);
    free(s);
}

void tw_saves_wait(tw_saves *s, int ms, tw_saves_report report, void *context) {
    _Alignas(struct inotify_event) char buffer[16384];
    struct pollfd p = {.fd = s->events, .events = POLLIN};
    if (poll(&p, 1, ms) <= 0) return;
    for (ssize_t n; (n = read(s->events, buffer, sizeof buffer)) > 0;)
        for (char *at = buffer; at < buffer + n;) {
            const struct inotify_event *e = (const struct inotify_event *)(const void *)at;
            if (e->len) report(context, e->name);
            at += sizeof *e + e->len;
        }
}

#else

#include "base/array.h"

#include <dirent.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* a file, and its state when it was last checked */
typedef struct entry {
    char *name; /* owned */
    struct timespec time;
    off_t size;
    ino_t number;
} entry;

struct tw_saves {
    char *folder;
    TW_ARRAY(entry) entry;
};

static entry *find(tw_saves *s, const char *name) {
    for (size_t i = 0; i < s->entry.count; i++)
        if (!strcmp(s->entry.data[i].name, name)) return &s->entry.data[i];
    return NULL;
}

static void keep(tw_saves *s, entry now) {
    if (now.name && tw_push(&s->entry, now) == TW_OK) return;
    free(now.name);
}

/* checks all files and reports those that have changed; report NULL: their states are only stored
 */
static void look(tw_saves *s, tw_saves_report report, void *context) {
    DIR *d = opendir(s->folder);
    if (!d) return;
    for (const struct dirent *e; (e = readdir(d));) {
        struct stat st;
        char path[4096];
        if (snprintf(path, sizeof path, "%s/%s", s->folder, e->d_name) >= (int)sizeof path ||
            stat(path, &st) != 0 || !S_ISREG(st.st_mode))
            continue;
        entry *was = find(s, e->d_name);
        entry now = {was ? was->name : strdup(e->d_name), st.st_mtim, st.st_size, st.st_ino};
        bool same = was && was->time.tv_sec == now.time.tv_sec &&
                    was->time.tv_nsec == now.time.tv_nsec && was->size == now.size &&
                    was->number == now.number;
        if (!same && report) report(context, e->d_name);
        if (was)
            *was = now;
        else
            keep(s, now);
    }
    closedir(d);
}

tw_status tw_saves_open(const char *folder, tw_saves **saves) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("watch: cannot watch the folder '%s'", folder);
    closedir(d);
    tw_saves *s = calloc(1, sizeof *s);
    if (s) s->folder = strdup(folder);
    if (!s || !s->folder) {
        tw_saves_close(s);
        return tw_fail_memory();
    }
    look(s, NULL, NULL);
    *saves = s;
    return TW_OK;
}

void tw_saves_close(tw_saves *s) {
    if (!s) return;
    for (size_t i = 0; i < s->entry.count; i++) free(s->entry.data[i].name);
    tw_array_free(&s->entry);
    free(s->folder);
    free(s);
}

void tw_saves_wait(tw_saves *s, int ms, tw_saves_report report, void *context) {
    poll(NULL, 0, ms);
    look(s, report, context);
}

#endif
