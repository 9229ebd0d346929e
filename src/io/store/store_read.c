/* Reading a baked film; see store.h. When it is opened, the headers of all its records are checked,
 * and the contents of all but the frames; those of a frame are checked when it is read. */
#include "base/text/path.h"
#include "io/store/pack.h"
#include "io/store/store_record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct entry {
    uint64_t offset; /* offset of the record's contents in the file, bytes */
    tw_record r;
} entry;

/* records of a frame, and, if `fades`, of the frame that fades out */
typedef struct moment {
    entry frame, fade;
    bool fades;
} moment;

struct tw_store {
    char *path;
    int fd;
    uint64_t size;
    tw_store_head head;
    tw_store_end end;
    bool headed, ended;
    char *head_bytes, *end_bytes; /* memory with the texts to which `head` and `end` point */
    TW_ARRAY(moment) frames;
    /* if `fades`: record of a frame that fades out, which is kept until the record of the frame
     * that fades in is read */
    entry fade;
    bool fades;
    const char **part; /* names of the parts, which point into head_bytes */
    TW_ARRAY(tw_store_event) events;
    TW_ARRAY(void *) notes; /* blocks of memory with the texts to which `events` point */
    tw_shared shared;
    tw_pack *pack;
    /* index of the frame that `pack` can read next; SIZE_MAX: none was read, so only a key frame
     * can be read */
    size_t next;
};

static tw_status damaged(const tw_store *s, uint64_t offset, const char *what) {
    return tw_fail(TW_IO, "'%s' is damaged: %s, at byte %" PRIu64, s->path, what, offset);
}

static tw_status get(const tw_store *s, uint64_t offset, void *data, size_t size) {
    char *p = data;
    while (size) {
        ssize_t n = pread(s->fd, p, size, (off_t)offset);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return tw_fail_system("cannot read '%s'", s->path);
        if (n == 0) return damaged(s, offset, "it has become shorter");
        p += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return TW_OK;
}

/* reads the contents of a record to *bytes, malloc'ed and followed by a NUL, and compares their
 * checksum; what: name of the record, for errors */
static tw_status contents(const tw_store *s, const entry *e, const char *what,
                          unsigned char **bytes) {
    size_t size = (size_t)e->r.size;
    unsigned char *b = malloc(size + 1);
    if (!b) return tw_fail_memory();
    tw_status status = get(s, e->offset, b, size);
    b[size] = 0;
    if (status == TW_OK && tw_record_sum(b, size) != e->r.content) {
        char text[120];
        snprintf(text, sizeof text, "the checksum of %s is wrong", what);
        status = damaged(s, e->offset, text);
    }
    if (status == TW_OK)
        *bytes = b;
    else
        free(b);
    return status;
}

/* the n-th text, from 0, of those that begin at `at`, each ended by a NUL; NULL: there are fewer
 * before `end` */
static const char *text(const char *at, const char *end, int n) {
    for (; n > 0 && at < end; n--) at += strlen(at) + 1;
    return at < end ? at : NULL;
}

static tw_status read_head(tw_store *s, const entry *e) {
    unsigned char *bytes;
    TW_TRY(contents(s, e, "the film's head", &bytes));
    s->head_bytes = (char *)bytes;
    tw_record_head r;
    const char *end = s->head_bytes + e->r.size, *at = s->head_bytes + sizeof r;
    if (e->r.size < sizeof r) return damaged(s, e->offset, "the film's head is too short");
    memcpy(&r, bytes, sizeof r);
    if (r.parts > e->r.size || !text(at, end, 3 + (int)r.parts))
        return damaged(s, e->offset, "the film's head is too short");
    bool sized = r.width > 0 && r.width <= 16384 && r.height > 0 && r.height <= 16384;
    if (!sized || !(r.fps > 0 && isfinite(r.fps) && isfinite(r.begin)))
        return damaged(s, e->offset, "the film's size, rate or time is none");
    if (!tw_path_is_word(text(at, end, 0)))
        return damaged(s, e->offset, "the film's name is none that names files");
    s->part = calloc((size_t)r.parts + 1, sizeof *s->part);
    if (!s->part) return tw_fail_memory();
    for (int i = 0; i < (int)r.parts; i++) s->part[i] = text(at, end, 4 + i);
    s->head = (tw_store_head){.scene = text(at, end, 0),
                              .script = text(at, end, 1),
                              .made_by = text(at, end, 2),
                              .audio = text(at, end, 3),
                              .part = s->part,
                              .parts = (int)r.parts,
                              .begin = r.begin,
                              .fps = r.fps,
                              .planned = (int)r.planned,
                              .width = (int)r.width,
                              .height = (int)r.height,
                              .layers = (unsigned)r.layers,
                              .program = r.program,
                              .source = r.source};
    s->headed = true;
    return TW_OK;
}

static tw_status read_end(tw_store *s, const entry *e) {
    unsigned char *bytes;
    TW_TRY(contents(s, e, "the film's end", &bytes));
    s->end_bytes = (char *)bytes;
    tw_record_end r;
    if (e->r.size < sizeof r + 1) return damaged(s, e->offset, "the film's end is too short");
    memcpy(&r, bytes, sizeof r);
    if (r.frames != s->frames.count || s->fades) return damaged(s, e->offset, "frames are missing");
    s->end = (tw_store_end){(int)r.status, r.time, s->end_bytes + sizeof r};
    s->ended = true;
    return TW_OK;
}

static tw_status make_mesh(tw_store *s, const entry *e, tw_record_counts n, unsigned char *raw,
                           size_t size) {
    bool fits = n.b <= TW_MESH_TRIANGLES && n.a <= 3 * (uint64_t)TW_MESH_TRIANGLES;
    size_t plain = fits ? sizeof n + 24 * (size_t)n.a + 12 * (size_t)n.b : 0;
    bool spots = fits && n.b > 0 && size == plain + 24 * (size_t)n.b;
    if (!fits || (size != plain && !spots))
        return damaged(s, e->offset, "a mesh of another size than it says");
    tw_mesh_data d = {.vertex = malloc(24 * (size_t)n.a + 1),
                      .vertex_count = (size_t)n.a,
                      .triangle = malloc(12 * (size_t)n.b + 1),
                      .triangle_count = (size_t)n.b};
    if (spots) d.spot = malloc(24 * (size_t)n.b);
    if (!d.vertex || !d.triangle || (spots && !d.spot)) {
        tw_mesh_data_free(&d);
        return tw_fail_memory();
    }
    memcpy(d.vertex, raw + sizeof n, 24 * (size_t)n.a);
    memcpy(d.triangle, raw + sizeof n + 24 * (size_t)n.a, 12 * (size_t)n.b);
    if (spots) memcpy(d.spot, raw + plain, 24 * (size_t)n.b);
    tw_mesh *mesh;
    TW_TRY(tw_mesh_create(&d, &mesh));
    tw_status status = mesh->hash == e->r.id ? tw_shared_add_mesh(&s->shared, mesh)
                                             : damaged(s, e->offset, "a mesh is not itself");
    tw_mesh_release(mesh);
    return status;
}

static tw_status make_map(tw_store *s, const entry *e, tw_record_counts n, unsigned char *raw,
                          size_t size) {
    if (n.a < 1 || n.a > TW_PIXMAP_MOST || n.b < 1 || n.b > TW_PIXMAP_MOST ||
        size != sizeof n + 4 * (size_t)n.a * (size_t)n.b)
        return damaged(s, e->offset, "a picture of another size than it says");
    tw_pixmap *map;
    tw_status status = tw_pixmap_create(raw + sizeof n, (int)n.a, (int)n.b, &map);
    if (status == TW_ARGUMENT) return damaged(s, e->offset, "a picture of too many pixels");
    TW_TRY(status);
    status = map->hash == e->r.id ? tw_shared_add_map(&s->shared, map)
                                  : damaged(s, e->offset, "a picture is not itself");
    tw_pixmap_release(map);
    return status;
}

static tw_status make_lightmap(tw_store *s, const entry *e, tw_record_counts n, unsigned char *raw,
                               size_t size) {
    bool fits = n.a >= 2 && n.a <= TW_LIGHTMAP_MOST && n.b <= TW_LIGHTMAP_MOST;
    if (!fits || size != sizeof n + 12 * (size_t)n.a * (size_t)n.b)
        return damaged(s, e->offset, "a light map of another size than it says");
    tw_lightmap *map;
    tw_status status =
        tw_lightmap_create((const float *)(void *)(raw + sizeof n), (int)n.a, (int)n.b, &map);
    if (status == TW_ARGUMENT) return damaged(s, e->offset, "a light map is not itself");
    TW_TRY(status);
    status = map->hash == e->r.id ? tw_shared_add_light(&s->shared, map)
                                  : damaged(s, e->offset, "a light map is not itself");
    tw_lightmap_release(map);
    return status;
}

/* reads and decompresses a record to *raw [*size], to be freed */
static tw_status inflated(tw_store *s, const entry *e, const char *what, void **raw, size_t *size) {
    unsigned char *bytes;
    TW_TRY(contents(s, e, what, &bytes));
    tw_status status = tw_inflate(bytes, (size_t)e->r.size, raw, size);
    free(bytes);
    return status == TW_IO ? damaged(s, e->offset, tw_failure()) : status;
}

static tw_status read_arrays(tw_store *s, const entry *e) {
    bool mesh = e->r.kind == TW_RECORD_MESH, light = e->r.kind == TW_RECORD_LIGHT;
    void *raw;
    size_t size;
    TW_TRY(inflated(s, e, mesh ? "a mesh" : light ? "a light map" : "a picture", &raw, &size));
    tw_record_counts n = {0, 0};
    if (size >= sizeof n) memcpy(&n, raw, sizeof n);
    tw_status status = mesh    ? make_mesh(s, e, n, raw, size)
                       : light ? make_lightmap(s, e, n, raw, size)
                               : make_map(s, e, n, raw, size);
    free(raw);
    return status;
}

/* adds a record's events to s->events; at .. end: the record's contents, ended by a NUL, to which
 * the texts of the events point */
static tw_status split_events(tw_store *s, const entry *e, const char *at, const char *end) {
    for (uint64_t i = 0; i < e->r.id; i++) {
        tw_record_event r;
        const char *texts = at + sizeof r;
        if ((size_t)(end - at) < sizeof r || !text(texts, end, 2))
            return damaged(s, e->offset, "events are missing");
        memcpy(&r, at, sizeof r);
        if (r.sort >= TW_STORE_SORTS) return damaged(s, e->offset, "an event of unknown kind");
        if (r.part > 0 && r.part >= (uint64_t)s->head.parts)
            return damaged(s, e->offset, "an event of no scene of the film");
        tw_store_event event = {.sort = (tw_store_sort)r.sort,
                                .part = (int)r.part,
                                .time = r.time,
                                .file = text(texts, end, 0),
                                .line = (int)r.line,
                                .a = text(texts, end, 1),
                                .b = text(texts, end, 2),
                                .point = {r.point[0], r.point[1], r.point[2]},
                                .normal = {r.normal[0], r.normal[1], r.normal[2]},
                                .rate = r.rate};
        TW_TRY(tw_push(&s->events, event));
        at = event.b + strlen(event.b) + 1;
    }
    return at == end ? TW_OK : damaged(s, e->offset, "more events than it says");
}

static tw_status read_events(tw_store *s, const entry *e) {
    void *raw;
    size_t size;
    TW_TRY(inflated(s, e, "events", &raw, &size));
    tw_status status = tw_push(&s->notes, raw);
    if (status != TW_OK) {
        free(raw);
        return status;
    }
    const char *at = raw;
    if (!size || at[size - 1]) return damaged(s, e->offset, "events are cut off");
    return split_events(s, e, at, at + size);
}

/* adds a frame's record to the index. The record of the frame that fades out comes first, and is
 * kept in s->fade until the other one comes */
static tw_status index_frame(tw_store *s, const entry *e) {
    if (e->r.id != s->frames.count + 1) return damaged(s, e->offset, "a frame is missing");
    if (!s->frames.count && !e->r.key) return damaged(s, e->offset, "no key at its beginning");
    if (e->r.kind == TW_RECORD_FADE) {
        if (s->fades) return damaged(s, e->offset, "a frame is missing");
        s->fades = true;
        s->fade = *e;
        return TW_OK;
    }
    moment m = {.frame = *e, .fade = s->fade, .fades = s->fades};
    s->fades = false;
    if (m.fades && m.fade.r.key != e->r.key) return damaged(s, e->offset, "half a fade is a key");
    return tw_push(&s->frames, m);
}

static tw_status index_record(tw_store *s, const entry *e) {
    if (!s->headed && e->r.kind != TW_RECORD_HEAD)
        return damaged(s, e->offset, "it does not begin with its head");
    switch (e->r.kind) {
    case TW_RECORD_HEAD:
        if (s->headed) return damaged(s, e->offset, "it has two heads");
        return read_head(s, e);
    case TW_RECORD_MESH:
    case TW_RECORD_MAP:
    case TW_RECORD_LIGHT:
        return read_arrays(s, e);
    case TW_RECORD_FADE:
    case TW_RECORD_FRAME:
        return index_frame(s, e);
    case TW_RECORD_END:
        return read_end(s, e);
    case TW_RECORD_EVENTS:
        return read_events(s, e);
    default:
        return damaged(s, e->offset, "a record of unknown kind");
    }
}

/* reads the headers of all records, and the contents of all but frames; a record cut off at the end
 * is ignored */
static tw_status scan(tw_store *s) {
    uint64_t at = TW_STORE_MAGIC;
    while (!s->ended) {
        entry e = {.offset = at + sizeof e.r};
        if (s->size - at < sizeof e.r) break;
        TW_TRY(get(s, at, &e.r, sizeof e.r));
        if (memcmp(e.r.mark, "TWR\n", 4) != 0 || e.r.own != tw_record_own(&e.r))
            return damaged(s, at, "the checksum of a record's header is wrong");
        if (e.r.size > s->size - e.offset) break;
        TW_TRY(index_record(s, &e));
        at = e.offset + e.r.size;
    }
    if (s->ended && at < s->size) return damaged(s, at, "there is something behind its end");
    if (!s->headed) return tw_fail(TW_IO, "'%s' has been cut off before its first frame", s->path);
    return TW_OK;
}

static tw_status check_magic(tw_store *s) {
    char magic[TW_STORE_MAGIC], right[TW_STORE_MAGIC];
    tw_store_magic(right);
    if (s->size < sizeof magic)
        return tw_fail(TW_IO, "'%s' is no baked film, or cut off at its beginning", s->path);
    TW_TRY(get(s, 0, magic, sizeof magic));
    if (memcmp(magic, right, TW_STORE_MAGIC - 1) != 0)
        return tw_fail(TW_IO, "'%s' is no baked film", s->path);
    int version = (unsigned char)magic[TW_STORE_MAGIC - 1];
    if (version != TW_STORE_VERSION)
        return tw_fail(TW_IO,
                       "'%s' is a baked film of format %d, this program reads format %d: "
                       "bake it again",
                       s->path, version, TW_STORE_VERSION);
    return TW_OK;
}

static tw_status open_file(tw_store *s, const char *path) {
    size_t n = strlen(path) + 8;
    s->path = malloc(n);
    if (!s->path) return tw_fail_memory();
    snprintf(s->path, n, "%s", path);
    s->fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (s->fd < 0 && errno == ENOENT) {
        snprintf(s->path, n, "%s.part", path);
        s->fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (s->fd < 0 && errno == ENOENT) snprintf(s->path, n, "%s", path);
    }
    struct stat st;
    if (s->fd < 0 || fstat(s->fd, &st) != 0) return tw_fail_system("cannot read '%s'", s->path);
    if (!S_ISREG(st.st_mode))
        return tw_fail(TW_IO, "cannot read '%s': it is %s", s->path,
                       S_ISDIR(st.st_mode) ? "a folder" : "not a regular file");
    s->size = (uint64_t)st.st_size;
    return TW_OK;
}

tw_status tw_store_open(const char *path, tw_store **store) {
    tw_store *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    s->fd = -1;
    s->next = SIZE_MAX;
    tw_status status = open_file(s, path);
    if (status == TW_OK) status = check_magic(s);
    if (status == TW_OK) status = scan(s);
    if (status == TW_OK) status = tw_pack_create(&s->shared, &s->pack);
    if (status == TW_OK)
        *store = s;
    else
        tw_store_close(s);
    return status;
}

void tw_store_close(tw_store *s) {
    if (!s) return;
    if (s->fd >= 0) close(s->fd);
    tw_array_free(&s->frames);
    for (size_t i = 0; i < s->notes.count; i++) free(s->notes.data[i]);
    tw_array_free(&s->notes);
    tw_array_free(&s->events);
    tw_shared_free(&s->shared);
    tw_pack_free(s->pack);
    free(s->part);
    free(s->head_bytes);
    free(s->end_bytes);
    free(s->path);
    free(s);
}

const tw_store_head *tw_store_head_of(const tw_store *s) {
    return &s->head;
}

const tw_store_end *tw_store_end_of(const tw_store *s) {
    return s->ended ? &s->end : NULL;
}

uint64_t tw_store_digest(const tw_store *s) {
    tw_hash h = tw_hash_begin();
    for (size_t i = 0; i < s->frames.count; i++) {
        const moment *m = &s->frames.data[i];
        if (m->fades) h = tw_hash_bytes(h, &m->fade.r.content, sizeof m->fade.r.content);
        h = tw_hash_bytes(h, &m->frame.r.content, sizeof m->frame.r.content);
    }
    return tw_hash_end(tw_hash_bytes(h, &s->head.source, sizeof s->head.source));
}

size_t tw_store_count(const tw_store *s) {
    return s->frames.count;
}

unsigned tw_store_flags(const tw_store *s, size_t index) {
    return s->frames.data[index].frame.r.flags;
}

size_t tw_store_event_count(const tw_store *s) {
    return s->events.count;
}

const tw_store_event *tw_store_event_of(const tw_store *s, size_t index) {
    return &s->events.data[index];
}

static tw_status unpack_record(tw_store *s, const entry *e, tw_frame *frame) {
    char what[40];
    snprintf(what, sizeof what, "frame %d", (int)e->r.id);
    unsigned char *bytes;
    TW_TRY(contents(s, e, what, &bytes));
    tw_status status = tw_unpack_frame(s->pack, bytes, (size_t)e->r.size, frame);
    free(bytes);
    if (status == TW_IO) return damaged(s, e->offset, tw_failure());
    if (status != TW_OK || !frame->part) return status;
    if (frame->part > 0 && frame->part < s->head.parts) return TW_OK;
    tw_frame_free(frame);
    return damaged(s, e->offset, "a frame of no scene of the film");
}

static tw_status unpack(tw_store *s, size_t index, tw_frame *frame) {
    const moment *m = &s->frames.data[index];
    tw_frame *fades = NULL;
    s->next = SIZE_MAX;
    if (m->frame.r.key) tw_pack_key(s->pack);
    if (m->fades) {
        fades = calloc(1, sizeof *fades);
        if (!fades) return tw_fail_memory();
        tw_status status = unpack_record(s, &m->fade, fades);
        if (status != TW_OK) {
            free(fades);
            return status;
        }
    }
    tw_status status = unpack_record(s, &m->frame, frame);
    if (status != TW_OK) {
        tw_frame_destroy(fades);
        return status;
    }
    frame->fades = fades;
    s->next = index + 1;
    return TW_OK;
}

tw_status tw_store_frame(tw_store *s, size_t index, tw_frame *frame) {
    size_t from = index;
    while (from > 0 && from != s->next && !s->frames.data[from].frame.r.key) from--;
    for (; from < index; from++) {
        TW_TRY(unpack(s, from, frame));
        tw_frame_free(frame);
    }
    return unpack(s, index, frame);
}
