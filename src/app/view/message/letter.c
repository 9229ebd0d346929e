/* Letters between processes; see letter.h. */
#define _GNU_SOURCE /* close_range */
#include "app/view/message/letter.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct head {
    uint32_t kind, sort, first, text;
    int64_t saved, size;
    int32_t pid;
    uint32_t bytes;
} head;

typedef union carrier {
    struct cmsghdr align;
    char room[CMSG_SPACE(sizeof(int))];
} carrier;

tw_status tw_line_make(int end[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) == 0) return TW_OK;
    return tw_fail_system("view: cannot connect to another process");
}

void tw_line_alone(int line) {
    unsigned last = ~0u, own = (unsigned)line;
    if ((own <= 3 || close_range(3, own - 1, 0) == 0) && close_range(own + 1, last, 0) == 0) return;
    /* a kernel before Linux 5.9 */
    long top = sysconf(_SC_OPEN_MAX);
    if (top <= 0 || top > 65536) top = 65536;
    for (int i = 3; i < (int)top; i++)
        if (i != line) close(i);
}

static tw_status gone(void) {
    return tw_fail(TW_IO, "view: the other process is gone");
}

static tw_status send_rest(int line, const char *p, size_t n) {
    while (n > 0) {
        ssize_t done = send(line, p, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return gone();
        p += done;
        n -= (size_t)done;
    }
    return TW_OK;
}

/* sends head and data in one piece, which the kernel queues whole or not at all if it is small: a
 * full line cannot take the head alone, after which the sender would have to wait. *lost: true:
 * nothing was sent, since the line is full and flags have MSG_DONTWAIT */
static tw_status send_letter(int line, const tw_letter *l, const char *data, int flags,
                             bool *lost) {
    head h = {l->kind, l->sort, l->first, l->text, l->saved, l->size, l->pid, l->bytes};
    carrier with;
    struct iovec part[] = {{&h, sizeof h}, {(char *)data, l->bytes}};
    struct msghdr m = {.msg_iov = part, .msg_iovlen = 2};
    if (l->line >= 0) {
        memset(&with, 0, sizeof with);
        m.msg_control = with.room;
        m.msg_controllen = sizeof with.room;
        struct cmsghdr *c = CMSG_FIRSTHDR(&m);
        c->cmsg_level = SOL_SOCKET;
        c->cmsg_type = SCM_RIGHTS;
        c->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(c), &l->line, sizeof(int));
    }
    ssize_t done;
    do done = sendmsg(line, &m, MSG_NOSIGNAL | flags);
    while (done < 0 && errno == EINTR);
    *lost = done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (*lost) return TW_OK;
    if (done <= 0) return gone();
    size_t sent = (size_t)done;
    if (sent < sizeof h) {
        TW_TRY(send_rest(line, (const char *)&h + sent, sizeof h - sent));
        sent = sizeof h;
    }
    sent -= sizeof h;
    return sent < l->bytes ? send_rest(line, data + sent, l->bytes - sent) : TW_OK;
}

tw_status tw_letter_send(int line, const tw_letter *l, const void *data) {
    bool lost;
    return send_letter(line, l, data, 0, &lost);
}

tw_status tw_letter_try(int line, const tw_letter *l, const void *data, bool *lost) {
    return send_letter(line, l, data, MSG_DONTWAIT, lost);
}

static tw_status take_rest(int line, char *p, size_t n) {
    while (n > 0) {
        ssize_t done = recv(line, p, n, 0);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return gone();
        p += done;
        n -= (size_t)done;
    }
    return TW_OK;
}

static tw_status take_head(int line, head *h, int *with) {
    carrier carried;
    struct iovec part = {h, sizeof *h};
    struct msghdr m = {.msg_iov = &part,
                       .msg_iovlen = 1,
                       .msg_control = carried.room,
                       .msg_controllen = sizeof carried.room};
    ssize_t done;
    do done = recvmsg(line, &m, MSG_CMSG_CLOEXEC);
    while (done < 0 && errno == EINTR);
    if (done <= 0) return gone();
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
        memcpy(with, CMSG_DATA(c), sizeof *with);
    return take_rest(line, (char *)h + done, sizeof *h - (size_t)done);
}

tw_status tw_letter_take(int line, int ms, tw_letter *l, bool *came) {
    struct pollfd p = {.fd = line, .events = POLLIN};
    head h;
    *came = false;
    int n = poll(&p, 1, ms);
    if (n < 0 && errno != EINTR) return gone();
    if (n <= 0) return TW_OK;
    *l = (tw_letter){.line = -1};
    tw_status s = take_head(line, &h, &l->line);
    if (s == TW_OK) {
        *l = (tw_letter){.kind = h.kind,
                         .sort = h.sort,
                         .first = h.first,
                         .text = h.text,
                         .saved = h.saved,
                         .size = h.size,
                         .pid = h.pid,
                         .bytes = h.bytes,
                         .data = malloc((size_t)h.bytes + 1),
                         .line = l->line};
        s = l->data ? take_rest(line, l->data, h.bytes) : tw_fail_memory();
    }
    if (s == TW_OK) {
        l->data[h.bytes] = '\0';
        *came = true;
        return TW_OK;
    }
    if (l->line >= 0) close(l->line);
    free(l->data);
    return s;
}
