/* `tauwerk run` for a viewed script; see job.h. */
#include "app/view/process/job.h"

#include "app/base/spawn.h"
#include "app/view/message/json.h"
#include "app/view/message/letter.h"
#include "app/view/view.h"
#include "base/file.h"
#include "base/text/memo.h"
#include "io/text/markup.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 16, PICTURES = 1000000 };

/* ---- messages -------------------------------------------------------------------------------- */

static tw_status say_progress(const tw_film_job *j) {
    char text[200];
    int n =
        snprintf(text, sizeof text,
                 "{\"type\":\"progress\",\"pictures\":%d,\"of\":%d,\"fps\":%.9g,\"running\":%s}",
                 j->pictures, j->planned, j->fps, j->pid ? "true" : "false");
    return tw_server_say(j->server, true, TW_SAY_ONCE, 0, text, (size_t)n);
}

static tw_status say_text(const tw_film_job *j, const char *text) {
    char *bytes;
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    fputs("{\"type\":\"refused\",\"text\":", out);
    tw_json_text(out, text);
    fputc('}', out);
    bool bad = fclose(out) != 0;
    tw_status s =
        bad ? tw_fail_memory() : tw_server_say(j->server, true, TW_SAY_ONCE, 0, bytes, size);
    free(bytes);
    return s;
}

static tw_status note_picture(tw_film_job *j, int number, const char *path) {
    if (number < 1 || number > PICTURES || !path) return TW_OK;
    while (j->path.count <= (size_t)number) TW_TRY(tw_push(&j->path, NULL));
    char *copy = strdup(path);
    if (!copy) return tw_fail_memory();
    j->pictures += j->path.data[number] == NULL;
    free(j->path.data[number]);
    j->path.data[number] = copy;
    return TW_OK;
}

/* handles a line of the output of `run --json` */
static tw_status read_line(tw_film_job *j, const char *line) {
    cJSON *m = cJSON_Parse(line);
    const char *event = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "event"));
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "text"));
    tw_status s = TW_OK;
    if (event && !strcmp(event, "frame")) {
        const cJSON *frame = cJSON_GetObjectItemCaseSensitive(m, "frame");
        const char *file = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "file"));
        if (cJSON_IsNumber(frame)) s = note_picture(j, frame->valueint, file);
        if (s == TW_OK) s = say_progress(j);
    } else if (event && !strcmp(event, "scene")) {
        const cJSON *frames = cJSON_GetObjectItemCaseSensitive(m, "frames");
        if (cJSON_IsNumber(frames)) j->planned = frames->valueint;
    } else if (event && !strcmp(event, "result") && text && *text) {
        snprintf(j->failure, sizeof j->failure, "%s", text);
    }
    cJSON_Delete(m);
    return s;
}

static tw_status take(tw_film_job *j, const char *p, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char c = p[i] == '\n' ? '\0' : p[i];
        TW_TRY(tw_push(&j->line, c));
        if (c) continue;
        TW_TRY(read_line(j, j->line.data));
        j->line.count = 0;
    }
    return TW_OK;
}

static tw_status ended(tw_film_job *j) {
    int how = 0;
    close(j->out);
    j->out = -1;
    tw_wait_for(j->pid, &how);
    j->pid = 0;
    if (tw_exit_of(how) != 0 && *j->failure) TW_TRY(say_text(j, j->failure));
    return say_progress(j);
}

tw_status tw_job_read(tw_film_job *j) {
    char bytes[8192];
    ssize_t n = read(j->out, bytes, sizeof bytes);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return TW_OK;
    return n > 0 ? take(j, bytes, (size_t)n) : ended(j);
}

/* ---- life ------------------------------------------------------------------------------------ */

void tw_job_open(tw_film_job *j, tw_server *server) {
    *j = (tw_film_job){.server = server, .out = -1};
}

static void forget(tw_film_job *j) {
    for (size_t i = 0; i < j->path.count; i++) {
        if (j->path.data[i]) unlink(j->path.data[i]);
        free(j->path.data[i]);
    }
    j->path.count = 0;
    j->pictures = j->planned = 0;
    j->line.count = 0;
    if (*j->folder) {
        char manifest[128];
        snprintf(manifest, sizeof manifest, "%s/manifest.json", j->folder);
        unlink(manifest);
        rmdir(j->folder);
    }
    *j->folder = *j->failure = '\0';
}

tw_status tw_job_stop(tw_film_job *j) {
    int how;
    if (!j->pid) return TW_OK;
    kill(j->pid, SIGTERM);
    tw_wait_for(j->pid, &how);
    close(j->out);
    j->pid = 0;
    j->out = -1;
    return say_progress(j);
}

void tw_job_close(tw_film_job *j) {
    (void)tw_job_stop(j);
    forget(j);
    tw_array_free(&j->path);
    tw_array_free(&j->line);
}

/* fails if the text shown differs from the file, since `tauwerk run` would draw the file */
static tw_status check_text(const tw_viewer *v) {
    char *text;
    size_t size;
    if (!v->task.text) return TW_OK;
    TW_TRY(tw_file_read(v->options->script, &text, &size));
    bool same = size == v->task.text_size && !memcmp(text, v->task.text, size);
    free(text);
    return same ? TW_OK : tw_fail(TW_ARGUMENT, "the film is drawn from the file: save it first");
}

static tw_status spawn(tw_film_job *j, const tw_viewer *v, const char **argv, int out) {
    size_t sets = v->options->sets.count, n = 0;
    char bounds[TW_TRUST_WORDS][TW_TRUST_WORD];
    const bool baked = tw_view_is_baked(v->options);
    const char *const words[] = {"tauwerk", baked ? "render" : "run", "--json", "-o", j->folder};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) argv[n++] = words[i];
    size_t asked = baked ? 0 : tw_trust_words(&v->options->trust, bounds);
    for (size_t i = 0; i < asked; i++) argv[n++] = bounds[i];
    for (size_t i = 0; !baked && i < sets + v->task.moved.count; i++) {
        argv[n++] = "--set";
        argv[n++] = i < sets ? v->options->sets.data[i] : v->task.moved.data[i - sets];
    }
    argv[n++] = "--";
    argv[n++] = v->options->script;
    argv[n] = NULL;
    const tw_redirect files[] = {{.to = 0, .path = "/dev/null", .flags = O_RDONLY},
                                 {.to = 1, .from = out},
                                 {.to = 2, .path = "/dev/null", .flags = O_WRONLY}};
    int e = tw_spawn(
        &(tw_program){.argv = argv, .self = true, .group = true, .redirect = files, .redirects = 3},
        &j->pid);
    errno = e;
    return e ? tw_fail_system("cannot start `tauwerk run`") : TW_OK;
}

tw_status tw_job_start(tw_film_job *j, const tw_viewer *v) {
    const char *base = getenv("TMPDIR");
    int end[2];
    TW_TRY(check_text(v));
    TW_TRY(tw_job_stop(j));
    forget(j);
    int n = snprintf(j->folder, sizeof j->folder, "%.60s/tauwerk-view-XXXXXX",
                     base && strlen(base) < 60 ? base : "/tmp");
    if (n >= (int)sizeof j->folder || !mkdtemp(j->folder)) {
        *j->folder = '\0';
        return tw_fail_system("cannot make a folder for the film");
    }
    const char **argv =
        malloc((WORDS + TW_TRUST_WORDS + 2 * (v->options->sets.count + v->task.moved.count)) *
               sizeof *argv);
    if (!argv) return tw_fail_memory();
    tw_status s = pipe(end) == 0 ? TW_OK : tw_fail_system("no pipe");
    if (s == TW_OK) {
        fcntl(end[0], F_SETFD, FD_CLOEXEC);
        fcntl(end[1], F_SETFD, FD_CLOEXEC);
        fcntl(end[0], F_SETFL, O_NONBLOCK);
        s = spawn(j, v, argv, end[1]);
        close(end[1]);
        j->out = end[0];
        if (s != TW_OK) close(end[0]), j->out = -1;
    }
    free(argv);
    return s == TW_OK ? say_progress(j) : s;
}

tw_status tw_job_picture(tw_film_job *j, int number) {
    char *png, *bytes;
    size_t size, length;
    if (number < 1 || (size_t)number >= j->path.count || !j->path.data[number])
        return say_text(j, "that picture is not drawn");
    TW_TRY(tw_file_read(j->path.data[number], &png, &size));
    FILE *out = tw_memo_open(&bytes, &length);
    if (out) {
        fprintf(out, "{\"type\":\"picture\",\"frame\":%d,\"quality\":\"film\",\"image\":\"",
                number - 1);
        tw_markup_base64(out, png, size);
        fputs("\"}", out);
    }
    free(png);
    bool bad = !out || fclose(out) != 0;
    tw_status s =
        bad ? tw_fail_memory() : tw_server_say(j->server, true, TW_SAY_ONCE, 0, bytes, length);
    if (out) free(bytes);
    return s;
}
