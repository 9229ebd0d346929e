/* Writing a baked film; see store.h. */
#include "base/file.h"
#include "frame/film.h"
#include "io/store/pack.h"
#include "io/store/store_record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct tw_store_writer {
    char *path, *part;
    int fd;
    uint64_t written, frames;
    tw_shared shared; /* meshes, pictures and light maps that are in the file already */
    tw_pack *pack;
    /* contents of events that are not yet in the file, as a record of events has them; `noted`:
     * number of these events */
    TW_ARRAY(unsigned char) notes;
    uint64_t noted;
};

static tw_status io_error(const tw_store_writer *w) {
    return tw_fail_system("cannot write '%s'", w->path);
}

static tw_status put(tw_store_writer *w, const void *data, size_t size) {
    const char *p = data;
    while (size) {
        ssize_t n = write(w->fd, p, size);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = ENOSPC;
        if (n <= 0) return io_error(w);
        p += n;
        size -= (size_t)n;
        w->written += (uint64_t)n;
    }
    return TW_OK;
}

/* writes header and contents of a record in one call, so that a process that reads the growing file
 * seldom finds only a part of the record */
static tw_status put_record(tw_store_writer *w, tw_record r, const void *data, size_t size) {
    unsigned char *bytes = malloc(sizeof r + size);
    if (!bytes) return tw_fail_memory();
    memcpy(r.mark, "TWR\n", 4);
    r.size = size;
    r.content = tw_record_sum(data, size);
    r.own = tw_record_own(&r);
    memcpy(bytes, &r, sizeof r);
    if (size) memcpy(bytes + sizeof r, data, size);
    tw_status s = put(w, bytes, sizeof r + size);
    free(bytes);
    return s;
}

static tw_status put_head(tw_store_writer *w, const tw_store_head *h) {
    const char *texts[] = {h->scene, h->script, h->made_by, h->audio ? h->audio : ""};
    tw_record_head r = {h->begin,  h->fps,     h->planned, h->width,          h->height,
                        h->layers, h->program, h->source,  (uint64_t)h->parts};
    int count = 4 + h->parts;
    size_t size = sizeof r;
    for (int i = 0; i < count; i++) size += strlen(i < 4 ? texts[i] : h->part[i - 4]) + 1;
    unsigned char *bytes = malloc(size), *at = bytes;
    if (!bytes) return tw_fail_memory();
    memcpy(at, &r, sizeof r);
    at += sizeof r;
    for (int i = 0; i < count; i++) {
        const char *text = i < 4 ? texts[i] : h->part[i - 4];
        memcpy(at, text, strlen(text) + 1);
        at += strlen(text) + 1;
    }
    tw_status s = put_record(w, (tw_record){.kind = TW_RECORD_HEAD}, bytes, size);
    free(bytes);
    return s;
}

/* writes a compressed record: two counts and up to three arrays */
static tw_status put_arrays(tw_store_writer *w, tw_record r, tw_record_counts counts, const void *a,
                            size_t a_size, const void *b, size_t b_size, const void *c,
                            size_t c_size) {
    size_t raw_size = sizeof counts + a_size + b_size + c_size, size;
    unsigned char *raw = malloc(raw_size), *bytes;
    if (!raw) return tw_fail_memory();
    memcpy(raw, &counts, sizeof counts);
    memcpy(raw + sizeof counts, a, a_size);
    if (b_size) memcpy(raw + sizeof counts + a_size, b, b_size);
    if (c_size) memcpy(raw + sizeof counts + a_size + b_size, c, c_size);
    tw_status s = tw_deflate(raw, raw_size, &bytes, &size);
    free(raw);
    if (s != TW_OK) return s;
    s = put_record(w, r, bytes, size);
    free(bytes);
    return s;
}

static tw_status put_mesh(tw_store_writer *w, const tw_mesh *m) {
    if (!m || tw_shared_mesh(&w->shared, m->hash)) return TW_OK;
    TW_TRY(put_arrays(w, (tw_record){.kind = TW_RECORD_MESH, .id = m->hash},
                      (tw_record_counts){m->vertex_count, m->triangle_count}, m->vertex,
                      3 * m->vertex_count * sizeof *m->vertex, m->triangle,
                      3 * m->triangle_count * sizeof *m->triangle, m->spot,
                      m->spot ? 6 * m->triangle_count * sizeof *m->spot : 0));
    return tw_shared_add_mesh(&w->shared, m);
}

static tw_status put_map(tw_store_writer *w, const tw_pixmap *m) {
    if (!m || tw_shared_map(&w->shared, m->hash)) return TW_OK;
    const tw_pixmap_level *l = &m->level[0];
    TW_TRY(put_arrays(w, (tw_record){.kind = TW_RECORD_MAP, .id = m->hash},
                      (tw_record_counts){(uint64_t)l->width, (uint64_t)l->height}, l->rgba,
                      4 * (size_t)l->width * (size_t)l->height, NULL, 0, NULL, 0));
    return tw_shared_add_map(&w->shared, m);
}

/* writes the record of a light map that came from a file, with the radiance of its texels */
static tw_status put_light(tw_store_writer *w, const tw_lightmap *m) {
    if (!m || m->source != TW_LIGHTMAP_FILE || tw_shared_light(&w->shared, m->hash)) return TW_OK;
    size_t n = (size_t)m->width * (size_t)m->height;
    float *rgb = malloc(3 * n * sizeof *rgb);
    if (!rgb) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) memcpy(rgb + 3 * i, m->texel + 4 * i, 3 * sizeof *rgb);
    tw_status s = put_arrays(w, (tw_record){.kind = TW_RECORD_LIGHT, .id = m->hash},
                             (tw_record_counts){(uint64_t)m->width, (uint64_t)m->height}, rgb,
                             3 * n * sizeof *rgb, NULL, 0, NULL, 0);
    free(rgb);
    return s == TW_OK ? tw_shared_add_light(&w->shared, m) : s;
}

static void writer_free(tw_store_writer *w) {
    if (w->fd >= 0) close(w->fd);
    tw_shared_free(&w->shared);
    tw_pack_free(w->pack);
    tw_array_free(&w->notes);
    free(w->path);
    free(w->part);
    free(w);
}

/* opens FILE.twb.part, locks it until it is closed, also by the process's death, and empties it */
static tw_status open_part(tw_store_writer *w) {
    TW_TRY(tw_file_may_replace(w->path));
    w->fd = open(w->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (w->fd < 0) return io_error(w);
    if (flock(w->fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) return io_error(w);
        close(w->fd);
        w->fd = -1;
        return tw_fail(TW_IO, "cannot write '%s': another process is writing it", w->path);
    }
    return ftruncate(w->fd, 0) == 0 ? TW_OK : io_error(w);
}

tw_status tw_store_create(const char *path, const tw_store_head *head, tw_store_writer **writer) {
    tw_store_writer *w = calloc(1, sizeof *w);
    if (!w) return tw_fail_memory();
    size_t n = strlen(path) + 8;
    char magic[TW_STORE_MAGIC];
    w->fd = -1;
    w->path = malloc(n);
    w->part = malloc(n);
    tw_status s = w->path && w->part ? TW_OK : tw_fail_memory();
    if (s == TW_OK) {
        snprintf(w->path, n, "%s", path);
        snprintf(w->part, n, "%s.part", path);
        s = open_part(w);
    }
    tw_store_magic(magic);
    if (s == TW_OK) s = tw_pack_create(&w->shared, &w->pack);
    if (s == TW_OK) s = put(w, magic, sizeof magic);
    if (s == TW_OK) s = put_head(w, head);
    if (s == TW_OK)
        *writer = w;
    else
        tw_store_discard(w);
    return s;
}

static tw_status put_bytes(tw_store_writer *w, const void *data, size_t size) {
    TW_TRY(tw_reserve(&w->notes, w->notes.count + size));
    memcpy(w->notes.data + w->notes.count, data, size);
    w->notes.count += size;
    return TW_OK;
}

tw_status tw_store_note(tw_store_writer *w, const tw_store_event *e) {
    vec3 p = e->point, n = e->normal;
    tw_record_event r = {(uint32_t)e->sort,
                         (uint32_t)e->line,
                         (uint64_t)e->part,
                         e->time,
                         {p.x, p.y, p.z},
                         {n.x, n.y, n.z},
                         e->rate};
    const char *texts[] = {e->file, e->a, e->b};
    TW_TRY(put_bytes(w, &r, sizeof r));
    for (int i = 0; i < 3; i++) TW_TRY(put_bytes(w, texts[i], strlen(texts[i]) + 1));
    w->noted++;
    return TW_OK;
}

static tw_status put_notes(tw_store_writer *w) {
    if (!w->noted) return TW_OK;
    unsigned char *bytes;
    size_t size;
    TW_TRY(tw_deflate(w->notes.data, w->notes.count, &bytes, &size));
    tw_status s = put_record(w, (tw_record){.kind = TW_RECORD_EVENTS, .id = w->noted}, bytes, size);
    free(bytes);
    w->notes.count = 0;
    w->noted = 0;
    return s;
}

/* writes those meshes, pictures and light maps of the frame that are not in the file yet */
static tw_status put_shared(tw_store_writer *w, const tw_frame *f) {
    for (size_t i = 0; i < f->item_count; i++) {
        TW_TRY(put_mesh(w, f->item[i].shape.mesh));
        TW_TRY(put_map(w, f->item[i].material.map));
    }
    TW_TRY(put_map(w, f->ground.map));
    for (size_t i = 0; i < f->light_count; i++) TW_TRY(put_light(w, f->light[i].map));
    return TW_OK;
}

static tw_status put_frame(tw_store_writer *w, const tw_frame *f, tw_record r) {
    unsigned char *bytes;
    size_t size;
    TW_TRY(tw_pack_frame(w->pack, f, &bytes, &size));
    tw_status s = put_record(w, r, bytes, size);
    free(bytes);
    return s;
}

tw_status tw_store_add(tw_store_writer *w, const tw_frame *f) {
    const tw_frame *g = f->fades;
    tw_record r = {.kind = TW_RECORD_FRAME, .id = (uint64_t)f->number};
    if (tw_frame_alone(f) && (!g || tw_frame_alone(g))) r.flags |= TW_STORE_ALONE;
    if (f->mark_count || f->plot_count || (g && (g->mark_count || g->plot_count)))
        r.flags |= TW_STORE_MARKS;
    r.key = w->frames % TW_STORE_KEYS == 0;
    TW_TRY(put_notes(w));
    if (g) TW_TRY(put_shared(w, g));
    TW_TRY(put_shared(w, f));
    if (r.key) tw_pack_key(w->pack);
    if (g) TW_TRY(put_frame(w, g, (tw_record){.kind = TW_RECORD_FADE, .id = r.id, .key = r.key}));
    w->frames++;
    return put_frame(w, f, r);
}

uint64_t tw_store_written(const tw_store_writer *w) {
    return w->written;
}

static tw_status put_end(tw_store_writer *w, const tw_store_end *e) {
    tw_record_end r = {e->status, e->time, w->frames};
    size_t n = strlen(e->failure) + 1;
    unsigned char *bytes = malloc(sizeof r + n);
    if (!bytes) return tw_fail_memory();
    memcpy(bytes, &r, sizeof r);
    memcpy(bytes + sizeof r, e->failure, n);
    tw_status s = put_record(w, (tw_record){.kind = TW_RECORD_END}, bytes, sizeof r + n);
    free(bytes);
    return s;
}

tw_status tw_store_commit(tw_store_writer *w, const tw_store_end *end) {
    tw_status s = put_notes(w);
    if (s == TW_OK) s = put_end(w, end);
    if (s == TW_OK && fsync(w->fd) != 0 && errno != EINVAL) s = io_error(w);
    /* the file is renamed while the lock is held, so that no other process begins to write a film
     * under this name meanwhile */
    if (s == TW_OK) s = tw_file_move(w->part, w->path);
    if (s != TW_OK) {
        tw_kept kept = tw_failure_keep(s);
        tw_store_discard(w);
        return tw_failure_again(&kept);
    }
    int fd = w->fd;
    w->fd = -1;
    /* fsync has written all data, so an error of close has no meaning */
    close(fd);
    writer_free(w);
    return TW_OK;
}

void tw_store_discard(tw_store_writer *w) {
    if (!w) return;
    if (w->fd >= 0 && w->part) unlink(w->part);
    writer_free(w);
}
