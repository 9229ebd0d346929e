/* Control of the processes that simulate; see host.h. */
#include "app/view/process/host.h"

#include "app/base/stop.h"
#include "app/view/message/forms.h"
#include "app/view/message/json.h"
#include "app/view/view.h"
#include "base/text/memo.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    COPIES = 24, /* number of copies that are kept at most */
    /* largest number of orders that wait; if a window sends a further one, its connection is
     * closed */
    ORDERS = 1000,
    /* time to wait for the answer of a copy that is woken with another text, ms. The copy only
     * compiles the text, but on a busy machine it may not run for seconds, and a copy that is given
     * up costs a simulation from an earlier one */
    PATIENCE = 10000,
    START = 2000, /* most time for which orders wait until the live process goes on, ms */
    MESSAGE = 4096
};

/* ---- processes ------------------------------------------------------------------------------- */

static void end_process(tw_process *p) {
    if (p->line < 0) return;
    close(p->line);
    if (p->pid > 0) kill(p->pid, SIGKILL);
    *p = (tw_process){.line = -1};
}

/* collects the statuses of ended child processes, except those of `film` and `live`, which are read
 * elsewhere */
static void reap(const tw_host *h) {
    siginfo_t who = {.si_pid = 0};
    while (waitid(P_ALL, 0, &who, WEXITED | WNOHANG | WNOWAIT) == 0 && who.si_pid > 0) {
        if (who.si_pid == h->film.pid || who.si_pid == h->live.pid) return;
        waitpid(who.si_pid, NULL, 0);
        who.si_pid = 0;
    }
}

/* ends the copies that wait at frames after `frame`: the scene was changed there, so they are no
 * longer valid */
static void drop_copies(tw_host *h, int frame) {
    while (h->copy.count && h->copy.data[h->copy.count - 1].frame > frame)
        end_process(&h->copy.data[--h->copy.count]);
}

static void forget_live(tw_host *h) {
    end_process(&h->live);
    end_process(&h->drawing);
    h->standing = h->ended = h->drag = h->again = false;
    h->starts = 0;
}

/* keeps a copy of the text that runs from now on */
static tw_status keep_text(tw_host *h) {
    const tw_view_task *t = &h->viewer->task;
    free(h->text);
    h->text = NULL;
    h->size = 0;
    h->texts++;
    if (!t->text) return TW_OK;
    h->text = malloc(t->text_size + 1);
    if (!h->text) return tw_fail_memory();
    memcpy(h->text, t->text, t->text_size);
    h->size = t->text_size;
    return TW_OK;
}

/* the copies stay until the new film has begun: if its script fails, a better text may go on from
 * them */
tw_status tw_host_start(tw_host *h, bool keep) {
    char *task;
    size_t size;
    h->aged = true;
    if (!keep) drop_copies(h, -1);
    forget_live(h);
    TW_TRY(keep_text(h));
    TW_TRY(tw_task_write(&h->viewer->task, &task, &size));
    tw_status s = tw_launcher_start(&h->viewer->launcher, task, size, &h->live.pid, &h->live.line);
    free(task);
    return s;
}

/* if there are more than COPIES copies: ends the one whose two neighbours in the list are nearest
 * to each other in time, so that those left stay evenly spread */
static void thin(tw_host *h) {
    size_t least = 1;
    const tw_process *c = h->copy.data;
    if (h->copy.count <= COPIES) return;
    for (size_t i = 1; i + 1 < h->copy.count; i++)
        if (c[i + 1].frame - c[i - 1].frame < c[least + 1].frame - c[least - 1].frame) least = i;
    end_process(&h->copy.data[least]);
    for (size_t i = least + 1; i < h->copy.count; i++) h->copy.data[i - 1] = h->copy.data[i];
    h->copy.count--;
}

static tw_status add_copy(tw_host *h, const tw_letter *l) {
    tw_process p = {.pid = l->pid, .line = l->line, .frame = (int)l->first, .text = h->texts};
    size_t i = 0;
    while (i < h->copy.count && h->copy.data[i].frame < p.frame) i++;
    if (i < h->copy.count && h->copy.data[i].frame == p.frame) {
        end_process(&h->copy.data[i]);
        h->copy.data[i] = p;
        return TW_OK;
    }
    if (tw_push(&h->copy, p) != TW_OK) {
        end_process(&p); /* memory ran out: this copy is ended, as if it had not been made */
        return TW_OK;
    }
    for (size_t k = h->copy.count - 1; k > i; k--) h->copy.data[k] = h->copy.data[k - 1];
    h->copy.data[i] = p;
    thin(h);
    return TW_OK;
}

/* ---- letters of processes -------------------------------------------------------------------- */

static tw_status say_word(tw_host *h, uint32_t sort, const char *type, const char *text) {
    char *bytes;
    size_t size;
    FILE *out = tw_memo_open(&bytes, &size);
    if (!out) return tw_fail_memory();
    fprintf(out, "{\"type\":\"%s\",\"text\":", type);
    tw_json_text(out, text);
    fputc('}', out);
    bool bad = fclose(out) != 0;
    tw_status s = bad ? tw_fail_memory() : tw_server_say(h->server, true, sort, 0, bytes, size);
    free(bytes);
    return s;
}

static tw_status take_end(tw_host *h, const tw_letter *l) {
    h->ended = true;
    h->standing = false;
    h->starts = 0;
    if (h->again) return TW_OK;
    return l->sort == TW_OK ? say_word(h, TW_SAY_STATE, "done", "")
                            : say_word(h, TW_SAY_STATE, "error", l->data);
}

/* the windows forget the film before, and so its copies are of no use */
static void begin_film(tw_host *h) {
    if (h->aged) drop_copies(h, -1);
    h->aged = false;
}

/* Drops the copies that wait at frames behind a batch, as windows drop those frames (reel_batch.c):
 * a film that went on from such a copy would lack the frames before it */
static void take_frames(tw_host *h, const tw_letter *l) {
    uint32_t batch[2]; /* number of the first frame; count of frames */
    if (l->bytes < sizeof batch) return;
    memcpy(batch, l->data, sizeof batch);
    drop_copies(h, (int)(batch[0] + batch[1]) - 1);
}

static tw_status take(tw_host *h, tw_letter *l) {
    switch ((tw_letter_kind)l->kind) {
    case TW_LETTER_SAY:
        if (l->sort == TW_SAY_FILM) begin_film(h);
        if (l->sort == TW_SAY_FRAMES) take_frames(h, l);
        return tw_server_say(h->server, l->text, l->sort, l->first, l->data, l->bytes);
    case TW_LETTER_READ:
        return tw_view_file_read(h->viewer, l->data, l->saved, l->size);
    case TW_LETTER_UNREAD:
        h->again = true;
        /* the script has failed, so all copies are of the film before, which ran with the slider */
        drop_copies(h, -1);
        tw_view_unread(h->viewer, l->data);
        return TW_OK;
    case TW_LETTER_COPY:
        return add_copy(h, l);
    case TW_LETTER_DRAW:
        end_process(&h->drawing);
        h->drawing = (tw_process){.pid = l->pid, .line = l->line};
        return TW_OK;
    case TW_LETTER_STAND:
        h->standing = true;
        h->live.pid = l->pid;
        h->frame = (int)l->first;
        return TW_OK;
    case TW_LETTER_GO:
        h->standing = false;
        h->starts = 0;
        h->live.pid = l->pid;
        drop_copies(h, (int)l->first);
        return TW_OK;
    case TW_LETTER_AGAIN:
        h->again = true;
        return TW_OK;
    case TW_LETTER_END:
        return take_end(h, l);
    case TW_LETTER_CHANGED:
    case TW_LETTER_ORDER:
    case TW_LETTER_WAKE:
    case TW_LETTER_LAUNCH:
    case TW_LETTER_LAUNCHED:
        break;
    }
    if (l->line >= 0) close(l->line);
    return TW_OK;
}

/* handles the letters that have arrived; TW_IO: the process has ended */
static tw_status take_all(tw_host *h, const tw_process *p) {
    int line = p->line;
    /* at most 64 letters, so that orders of windows are handled in between */
    for (int n = 0; n < 64; n++) {
        tw_letter l;
        bool came;
        TW_TRY(tw_letter_take(line, 0, &l, &came));
        if (!came) return TW_OK;
        tw_status s = take(h, &l);
        free(l.data);
        if (s != TW_OK) return s == TW_IO ? tw_fail_memory() : s;
    }
    return TW_OK;
}

/* reports that the live process has ended unexpectedly */
static tw_status lose(tw_host *h) {
    char text[120] = "the simulation has ended unexpectedly";
    int how = 0;
    if (h->live.pid > 0 && waitpid(h->live.pid, &how, 0) == h->live.pid && WIFSIGNALED(how))
        snprintf(text, sizeof text, "the simulation was ended by signal %d (%s)", WTERMSIG(how),
                 strsignal(WTERMSIG(how)));
    close(h->live.line);
    h->live = (tw_process){.line = -1};
    h->standing = h->drag = false;
    h->starts = 0;
    return say_word(h, TW_SAY_STATE, "error", text);
}

/* ---- orders ---------------------------------------------------------------------------------- */

static tw_status refuse(tw_host *h, const char *why) {
    return say_word(h, TW_SAY_ONCE, "refused", why);
}

/* *lost: there is no live process, or it is too busy to read its line */
static tw_status try_give(tw_host *h, const char *text, bool *lost) {
    tw_letter l = {.kind = TW_LETTER_ORDER, .bytes = (uint32_t)strlen(text), .line = -1};
    *lost = true;
    if (h->live.line < 0) return TW_OK;
    return tw_letter_try(h->live.line, &l, text, lost) == TW_OK ? TW_OK : lose(h);
}

/* an order that is lost is usually a move of the hand, and another follows */
static tw_status give(tw_host *h, const char *text) {
    bool lost;
    return try_give(h, text, &lost);
}

/* tells the live process, which stands, to go on. Until it says so, a seek to that frame would find
 * it standing there, or wake a copy that lacks what was changed: other orders wait */
static tw_status give_start(tw_host *h, const char *text) {
    bool lost;
    h->starts = tw_clock() + 1e-3 * START;
    TW_TRY(try_give(h, text, &lost));
    if (!lost) return TW_OK;
    h->starts = 0;
    return refuse(h, "the simulation is too busy to go on: try again");
}

/* wakes a copy, whose fork is to continue to `frame`, with the text that runs. *p: that fork;
 * false: the copy has ended, or cannot go on with this text */
static bool wake_one(const tw_host *h, const tw_process *copy, int frame, tw_process *p) {
    int end[2];
    bool other = copy->text != h->texts;
    if ((other && !h->text) || tw_line_make(end) != TW_OK) return false;
    tw_letter l = {.kind = TW_LETTER_WAKE,
                   .first = (uint32_t)frame,
                   .bytes = other ? (uint32_t)h->size : 0,
                   .line = end[1]};
    tw_letter answer = {.line = -1};
    bool good = tw_letter_send(copy->line, &l, h->text) == TW_OK, came = false;
    close(end[1]);
    if (good && other) {
        good = tw_letter_take(end[0], PATIENCE, &answer, &came) == TW_OK && came &&
               answer.kind == TW_LETTER_CHANGED;
        if (came) free(answer.data);
    }
    *p = (tw_process){.pid = good ? answer.pid : 0, .line = end[0], .frame = frame};
    if (!good) end_process(p);
    return good;
}

/* wakes the last copy that waits at or before the frame: its fork becomes the live process; *woken:
 * false if there is no such copy */
static tw_status wake(tw_host *h, int frame, bool *woken) {
    size_t i = h->aged ? 0 : h->copy.count;
    *woken = false;
    while (i-- > 0) {
        tw_process *c = &h->copy.data[i], p;
        if (c->frame > frame) continue;
        if (wake_one(h, c, frame, &p)) {
            end_process(&h->live);
            h->live = p;
            h->standing = h->ended = h->drag = false;
            h->starts = 0;
            *woken = true;
            return TW_OK;
        }
        /* this copy has ended, or cannot go on: the one before it is tried */
        end_process(c);
        for (size_t k = i + 1; k < h->copy.count; k++) h->copy.data[k - 1] = h->copy.data[k];
        h->copy.count--;
    }
    return TW_OK;
}

/* *p: fork of the last copy that can go on with the present text, at its frame; false: none can. If
 * one can, those before it can, too */
static bool wake_last(const tw_host *h, tw_process *p) {
    const tw_process *c = h->copy.data;
    size_t low = 0, high = h->copy.count;
    if (high == 0 || !wake_one(h, &c[0], c[0].frame, p)) return false;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        tw_process later;
        if (wake_one(h, &c[middle], c[middle].frame, &later)) {
            end_process(p);
            *p = later;
            low = middle;
        } else {
            high = middle;
        }
    }
    return true;
}

tw_status tw_host_go_on(tw_host *h, bool *goes) {
    static const char advance[] = "{\"type\":\"advance\",\"on\":true,\"anew\":true}";
    const tw_view_task *t = &h->viewer->task;
    tw_process p;
    *goes = false;
    if (!h->text || !t->text || t->text_size == 0) return TW_OK;
    if (h->size == t->text_size && !memcmp(h->text, t->text, h->size)) return TW_OK;
    TW_TRY(keep_text(h));
    if (!wake_last(h, &p)) return TW_OK;
    forget_live(h);
    h->live = p;
    h->frame = p.frame;
    h->standing = *goes = true;
    h->aged = false;
    drop_copies(h, p.frame);
    TW_TRY(say_word(h, TW_SAY_STATE, "running", ""));
    return give_start(h, advance);
}

/* makes the live process, or a woken copy, wait at the frame; orders that are sent meanwhile wait
 * in its line */
static tw_status go_to(tw_host *h, int frame, bool *there) {
    *there = h->live.line >= 0 && h->standing && h->frame == frame;
    if (*there) return TW_OK;
    TW_TRY(wake(h, frame, there));
    h->standing = *there;
    h->frame = frame;
    return *there ? TW_OK : refuse(h, "there is no earlier motion to return to");
}

static tw_status order_drag(tw_host *h, const cJSON *m, const char *text) {
    const char *what = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "what"));
    if (!strcmp(what, "begin")) {
        bool there;
        TW_TRY(go_to(h, (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(m, "frame")),
                     &there));
        if (!there) return TW_OK;
        h->drag = true;
    }
    if (!h->drag) return TW_OK;
    if (!strcmp(what, "end")) h->drag = false;
    return give(h, text);
}

static tw_status order_film(tw_host *h, const cJSON *m) {
    if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(m, "on"))) return tw_job_stop(&h->film);
    tw_status s = tw_job_start(&h->film, h->viewer);
    return s == TW_OK || s == TW_MEMORY ? s : refuse(h, tw_failure());
}

static tw_status order_advance(tw_host *h, const cJSON *m, const char *text) {
    bool goes = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(m, "on"));
    return goes && h->standing && !h->drag ? give_start(h, text) : give(h, text);
}

static tw_status order(tw_host *h, const char *text) {
    cJSON *m = cJSON_Parse(text);
    if (!m) return tw_fail_memory();
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(m, "type"));
    const cJSON *frame = cJSON_GetObjectItemCaseSensitive(m, "frame");
    tw_status s = TW_OK;
    bool there = true;
    if (!strcmp(type, "reset"))
        h->viewer->changed = true;
    else if (!strcmp(type, "drag"))
        s = order_drag(h, m, text);
    else if (!strcmp(type, "render-film"))
        s = order_film(h, m);
    else if (!strcmp(type, "picture"))
        s = tw_job_picture(
            &h->film, (int)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(m, "number")));
    else if (!strcmp(type, "advance"))
        s = order_advance(h, m, text);
    else if (!strcmp(type, "render"))
        s = give(h, text);
    else if (!strcmp(type, "seek"))
        s = go_to(h, (int)cJSON_GetNumberValue(frame), &there);
    else {
        if (frame) s = go_to(h, (int)cJSON_GetNumberValue(frame), &there);
        if (s == TW_OK && there) s = give(h, text);
    }
    cJSON_Delete(m);
    return s;
}

static char *next_heard(tw_host *h) {
    char *text = NULL;
    pthread_mutex_lock(&h->lock);
    if (h->heard.count) {
        text = h->heard.data[0];
        h->heard.count--;
        memmove(h->heard.data, h->heard.data + 1, h->heard.count * sizeof *h->heard.data);
    }
    pthread_mutex_unlock(&h->lock);
    return text;
}

static tw_status order_all(tw_host *h) {
    char *text, bytes[256];
    while (read(h->wake[0], bytes, sizeof bytes) > 0) {
    }
    while (tw_clock() >= h->starts && (text = next_heard(h))) {
        tw_status s = order(h, text);
        free(text);
        TW_TRY(s);
    }
    return TW_OK;
}

/* callback for messages of windows, in threads of the server: orders are queued for the main
 * thread */
static tw_heard hear(void *context, const char *type, const cJSON *message) {
    tw_host *h = context;
    tw_heard fits = tw_forms_fit(type, message);
    if (fits != TW_SERVER_TAKEN) return fits;
    char *text = cJSON_PrintUnformatted(message);
    if (!text) return TW_SERVER_BAD;
    pthread_mutex_lock(&h->lock);
    bool room = !h->closed && h->heard.count < ORDERS && tw_push(&h->heard, text) == TW_OK;
    /* if the pipe is full, the reader will wake up anyway */
    ssize_t told = room ? write(h->wake[1], "", 1) : 0;
    (void)told;
    pthread_mutex_unlock(&h->lock);
    if (!room) {
        cJSON_free(text);
        return TW_SERVER_BAD;
    }
    return TW_SERVER_TAKEN;
}

/* ---- the loop -------------------------------------------------------------------------------- */

tw_status tw_host_work(tw_host *h, int ms) {
    struct pollfd p[] = {{.fd = h->wake[0], .events = POLLIN},
                         {.fd = h->live.line, .events = POLLIN},
                         {.fd = h->drawing.line, .events = POLLIN},
                         {.fd = h->film.out, .events = POLLIN}};
    if (poll(p, 4, ms) < 0 && errno != EINTR)
        return tw_fail_system("view: cannot wait for messages");
    if (p[1].revents) {
        tw_status s = take_all(h, &h->live);
        if (s == TW_IO) s = lose(h);
        TW_TRY(s);
    }
    if (h->drawing.line >= 0 && p[2].revents) {
        tw_status s = take_all(h, &h->drawing);
        if (s == TW_IO)
            end_process(&h->drawing);
        else
            TW_TRY(s);
    }
    if (h->film.out >= 0 && p[3].revents) TW_TRY(tw_job_read(&h->film));
    TW_TRY(order_all(h));
    reap(h);
    return TW_OK;
}

tw_status tw_host_open(tw_host *h, tw_viewer *viewer, tw_server *server) {
    *h = (tw_host){.viewer = viewer,
                   .server = server,
                   .live = {.line = -1},
                   .drawing = {.line = -1},
                   .wake = {-1, -1}};
    tw_job_open(&h->film, server);
    if (pipe(h->wake) != 0) return tw_fail_system("view: cannot make a pipe");
    for (int i = 0; i < 2; i++) {
        fcntl(h->wake[i], F_SETFL, O_NONBLOCK);
        fcntl(h->wake[i], F_SETFD, FD_CLOEXEC);
    }
    if (pthread_mutex_init(&h->lock, NULL) != 0) return tw_fail_memory();
    tw_server_listen(server, (tw_listener){.hear = hear, .context = h, .most = MESSAGE});
    return TW_OK;
}

void tw_host_close(tw_host *h) {
    if (!h->server) return;
    drop_copies(h, -1);
    end_process(&h->live);
    end_process(&h->drawing);
    tw_array_free(&h->copy);
    free(h->text);
    /* the lock is taken since the server's threads may still call `hear` */
    pthread_mutex_lock(&h->lock);
    h->closed = true;
    for (size_t i = 0; i < h->heard.count; i++) free(h->heard.data[i]);
    tw_array_free(&h->heard);
    for (int i = 0; i < 2; i++)
        if (h->wake[i] >= 0) close(h->wake[i]);
    pthread_mutex_unlock(&h->lock);
    tw_job_close(&h->film);
    reap(h);
}
