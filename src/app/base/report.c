/* Shows progress and messages on a terminal, as lines or as JSON; see report.h. */
#include "app/base/report.h"

#include "app/base/stop.h"
#include "base/text/plain.h"
#include "base/text/text.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct tw_report {
    bool quiet, json, terminal;
    bool bar; /* true: a progress bar is shown in the last line of the terminal */
    /* true: the script's last output did not end with a newline, so no bar can be drawn */
    bool open_line;
    bool working;
    char work[120], unit[16];
    double total, done;
    double began, drawn_at; /* clock */
    pthread_mutex_t lock;
};

tw_status tw_report_create(bool quiet, bool json, tw_report **report) {
    tw_report *r = calloc(1, sizeof *r);
    if (!r) return tw_fail_memory();
    r->quiet = quiet;
    r->json = json;
    const char *term = getenv("TERM");
    r->terminal = isatty(STDERR_FILENO) && !(term && !strcmp(term, "dumb"));
    pthread_mutex_init(&r->lock, NULL);
    *report = r;
    return TW_OK;
}

/* ---- the bar ------------------------------------------------------------------------------- */

static void hide(tw_report *r) {
    if (!r->bar) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    r->bar = false;
}

static int columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
    return 80;
}

/* text: time left, like "1:05 left", estimated from the work done so far */
static void time_left(const tw_report *r, double now, char *text, size_t size) {
    double part = r->total > 0 ? r->done / r->total : 0;
    text[0] = '\0';
    if (part < 0.01 || now - r->began < 0.5) return;
    long s = (long)((now - r->began) * (1 - part) / part + 0.5);
    if (s >= 3600)
        snprintf(text, size, "%ld:%02ld:%02ld left", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(text, size, "%ld:%02ld left", s / 60, s % 60);
}

static void draw(tw_report *r, double now) {
    enum { CELLS = 30 };
    char left[32], bar[CELLS + 1], line[256];
    double part = r->total > 0 ? r->done / r->total : 1;
    int full = (int)(CELLS * (part < 0 ? 0 : part > 1 ? 1 : part));
    for (int i = 0; i < CELLS; i++) bar[i] = i < full ? '#' : '.';
    bar[CELLS] = '\0';
    time_left(r, now, left, sizeof left);
    snprintf(line, sizeof line, "%s [%s] %.*f/%.*f %s  %s", r->work, bar, r->unit[0] == 's' ? 2 : 0,
             r->done, r->unit[0] == 's' ? 2 : 0, r->total, r->unit, left);
    fprintf(stderr, "\r%.*s\033[K", columns() - 1, line);
    fflush(stderr);
    r->bar = true;
}

/* shows the progress if the last time was long enough ago: 0.1 s for a bar, 10 s for a line where
 * there is no terminal. now_or_never: redraws the bar at once, and writes no line */
static void update(tw_report *r, bool now_or_never) {
    if (r->quiet || r->json || !r->working || r->open_line) return;
    double now = tw_clock(), pause = r->terminal ? 0.1 : 10;
    if (!now_or_never && now - r->drawn_at < pause) return;
    r->drawn_at = now;
    if (r->terminal) {
        draw(r, now);
    } else if (!now_or_never) {
        char left[32];
        time_left(r, now, left, sizeof left);
        fprintf(stderr, "%s: %.*f of %.*f %s%s%s\n", r->work, r->unit[0] == 's' ? 2 : 0, r->done,
                r->unit[0] == 's' ? 2 : 0, r->total, r->unit, left[0] ? ", " : "", left);
    }
}

void tw_report_begin(tw_report *r, const char *work, double total, const char *unit) {
    pthread_mutex_lock(&r->lock);
    snprintf(r->work, sizeof r->work, "%s", work);
    tw_text_plain(r->work, strlen(r->work));
    snprintf(r->unit, sizeof r->unit, "%s", unit);
    r->total = total;
    r->done = 0;
    r->began = r->drawn_at = tw_clock();
    r->working = true;
    update(r, true);
    pthread_mutex_unlock(&r->lock);
}

void tw_report_at(tw_report *r, double done) {
    pthread_mutex_lock(&r->lock);
    r->done = done;
    update(r, false);
    pthread_mutex_unlock(&r->lock);
}

void tw_report_end(tw_report *r) {
    pthread_mutex_lock(&r->lock);
    hide(r);
    r->working = false;
    pthread_mutex_unlock(&r->lock);
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void json_text(const char *s, size_t n) {
    putchar('"');
    const char *end = s + n;
    for (char piece[TW_TEXT_JSON]; s < end;) {
        tw_text_json(&s, piece);
        fputs(piece, stdout);
    }
    putchar('"');
}

static void json_begin(const char *event, const char *scene) {
    printf("{\"event\": \"%s\"", event);
    if (!scene) return;
    fputs(", \"scene\": ", stdout);
    json_text(scene, strlen(scene));
}

static void json_field(const char *name, const char *text, size_t n) {
    printf(", \"%s\": ", name);
    json_text(text, n);
}

static void json_end(void) {
    fputs("}\n", stdout);
    fflush(stdout);
}

/* ---- lines --------------------------------------------------------------------------------- */

void tw_report_print(void *report, const char *text, size_t length) {
    tw_report *r = report;
    if (!length) return;
    pthread_mutex_lock(&r->lock);
    if (r->json) {
        json_begin("print", NULL);
        json_field("text", text, length);
        json_end();
    } else {
        hide(r);
        fwrite(text, 1, length, stdout);
        fflush(stdout);
        r->open_line = text[length - 1] != '\n';
        if (r->terminal) update(r, true);
    }
    pthread_mutex_unlock(&r->lock);
}

static void put_plain(const char *text) {
    for (size_t n; *text; text += n) {
        char part[512];
        n = strnlen(text, sizeof part);
        memcpy(part, text, n);
        tw_text_plain(part, n);
        fwrite(part, 1, n, stderr);
    }
}

void tw_report_line(tw_report *r, const char *kind, const char *scene, const char *text) {
    pthread_mutex_lock(&r->lock);
    if (r->json) {
        json_begin(kind, scene);
        json_field("text", text, strlen(text));
        json_end();
    }
    bool aside = !strcmp(kind, "done") || !strcmp(kind, "solve");
    if (!aside || !(r->quiet || r->json)) {
        hide(r);
        if (r->open_line && r->terminal) fputc('\n', stderr);
        put_plain(text);
        fputc('\n', stderr);
        fflush(stderr);
        if (r->terminal) update(r, true);
    }
    pthread_mutex_unlock(&r->lock);
}

void tw_report_notice(void *report, const char *text) {
    tw_report_line(report, "notice", NULL, text);
}

void tw_report_progress(void *report, const char *text) {
    tw_report_line(report, "solve", NULL, text);
}

void tw_report_scene(tw_report *r, const char *scene, int frames) {
    if (!r->json) return;
    pthread_mutex_lock(&r->lock);
    json_begin("scene", scene);
    printf(", \"frames\": %d", frames);
    json_end();
    pthread_mutex_unlock(&r->lock);
}

void tw_report_frame(tw_report *r, const char *scene, int frame, double time, const char *file,
                     bool drawn) {
    if (!r->json) return;
    pthread_mutex_lock(&r->lock);
    json_begin("frame", scene);
    printf(", \"frame\": %d, \"time\": %.17g", frame, time);
    if (file) json_field("file", file, strlen(file));
    printf(", \"drawn\": %s", drawn ? "true" : "false");
    json_end();
    pthread_mutex_unlock(&r->lock);
}

void tw_report_result(tw_report *r, const char *scene, tw_status status, int frames,
                      double seconds) {
    if (!r->json) return;
    pthread_mutex_lock(&r->lock);
    json_begin("result", scene);
    const char *text = status == TW_OK ? "" : tw_failure();
    printf(", \"status\": %d, \"frames\": %d, \"seconds\": %.3f", tw_status_exit(status), frames,
           seconds);
    if (*text) json_field("text", text, strlen(text));
    json_end();
    pthread_mutex_unlock(&r->lock);
}

tw_status tw_report_close(tw_report *r) {
    if (!r) return TW_OK;
    hide(r);
    pthread_mutex_destroy(&r->lock);
    free(r);
    fflush(stdout);
    if (ferror(stdout)) return tw_fail(TW_IO, "cannot write to the standard output");
    return TW_OK;
}
