/* Reads and writes manifests, lists of drawn pictures and their digests; see manifest.h. */
#include "app/render/manifest.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text/path.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

tw_status tw_digest_file(const char *path, uint64_t *digest) {
    char *data;
    size_t size;
    *digest = 0;
    TW_TRY(tw_file_read(path, &data, &size));
    *digest = tw_hash_bytes(tw_hash_begin(), data, size);
    free(data);
    return TW_OK;
}

uint64_t tw_file_size(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) ? (uint64_t)s.st_size : 0;
}

/* "a/b" in malloc'ed memory */
static char *joined(const char *a, const char *b) {
    size_t n = strlen(a) + strlen(b) + 2;
    char *s = malloc(n);
    if (s) snprintf(s, n, "%s/%s", a, b);
    return s;
}

/* ---- records ------------------------------------------------------------------------------- */

static int by_file(const void *a, const void *b) {
    const tw_picture_record *x = a, *y = b;
    return strcmp(x->file, y->file);
}

static int by_file_and_serial(const void *a, const void *b) {
    const tw_picture_record *x = a, *y = b;
    int c = by_file(a, b);
    return c ? c : (x->serial > y->serial) - (x->serial < y->serial);
}

/* sorts the records by file and keeps for each file only the record that was read last */
static void sort(tw_manifest *m) {
    size_t kept = 0, n = m->records.count;
    tw_picture_record *r = m->records.data;
    if (n) qsort(r, n, sizeof *r, by_file_and_serial);
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n && !strcmp(r[i].file, r[i + 1].file))
            free(r[i].file);
        else
            r[kept++] = r[i];
    }
    m->records.count = kept;
}

static tw_picture_record *find(const tw_manifest *m, const char *file) {
    if (!m->records.count) return NULL;
    tw_picture_record key = {.file = (char *)(uintptr_t)file};
    return bsearch(&key, m->records.data, m->records.count, sizeof key, by_file);
}

static tw_status add(tw_manifest *m, const tw_picture_record *r) {
    tw_picture_record copy = *r;
    copy.serial = m->read++;
    copy.file = malloc(strlen(r->file) + 1);
    if (!copy.file) return tw_fail_memory();
    memcpy(copy.file, r->file, strlen(r->file) + 1);
    if (tw_push(&m->records, copy) == TW_OK) return TW_OK;
    free(copy.file);
    return TW_MEMORY;
}

enum { LINE = 600 };

/* writes a record as JSON, without comma and newline; returns its length */
static int spell(const tw_picture_record *r, char line[LINE]) {
    return snprintf(line, LINE,
                    "{\"file\": \"%s\", \"frame\": %d, \"time\": %.17g, \"bytes\": %" PRIu64
                    ", \"digest\": \"%016" PRIx64 "\", \"content\": \"%016" PRIx64
                    "\", \"bare\": \"%016" PRIx64 "\", \"at\": %.17g, \"film\": \"%016" PRIx64
                    "\"%s}",
                    r->file, r->frame, r->time, r->bytes, r->digest, r->content, r->bare, r->at,
                    r->film, r->stale ? ", \"stale\": true" : "");
}

/* reads a member of a JSON object that is 16 hexadecimal digits; false: it is missing or has
 * another form */
static bool read_digest(const cJSON *record, const char *member, uint64_t *digest) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, member));
    if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
    *digest = strtoull(text, NULL, 16);
    return true;
}

static bool read_number(const cJSON *record, const char *member, double most, double *value) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(record, member);
    if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) <= most)) return false;
    *value = item->valuedouble;
    return true;
}

/* Reads a record that `spell` wrote; false: it is none. Members that older programs did not write
 * may be missing. */
static bool read_record(const cJSON *record, char file[300], tw_picture_record *r) {
    *r = (tw_picture_record){.file = file};
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "file"));
    double frame, bytes;
    if (!name || strlen(name) >= 300 || !tw_path_is_word(name)) return false;
    memcpy(file, name, strlen(name) + 1);
    if (!read_number(record, "frame", INT_MAX, &frame) ||
        !read_number(record, "time", DBL_MAX, &r->time) ||
        !read_number(record, "bytes", 0x1p53, &bytes) || bytes < 0 ||
        !read_digest(record, "digest", &r->digest) || !read_digest(record, "content", &r->content))
        return false;
    r->frame = (int)frame;
    r->bytes = (uint64_t)bytes;
    read_digest(record, "bare", &r->bare);
    r->at = r->time;
    if (read_number(record, "at", DBL_MAX, &r->at)) read_digest(record, "film", &r->film);
    r->stale = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(record, "stale"));
    return true;
}

/* set by our allocator for cJSON: cJSON_Parse returns NULL both for invalid JSON and if memory runs
 * out */
static _Thread_local bool out_of_memory;

static void *take_memory(size_t size) {
    void *p = malloc(size);
    out_of_memory = out_of_memory || !p;
    return p;
}

/* parses a line of the manifest or journal; *good: the line is a record */
static tw_status parse(const char *line, size_t size, char file[300], tw_picture_record *r,
                       bool *good) {
    out_of_memory = false;
    cJSON *record = cJSON_ParseWithLength(line, size);
    *good = record && read_record(record, file, r);
    cJSON_Delete(record);
    return out_of_memory ? tw_fail_memory() : TW_OK;
}

/* length of NAME in NAME.0001.png; for other names their whole length */
static size_t stem(const char *file) {
    size_t n = strlen(file), at = n;
    while (at > 0 && file[at - 1] != '.') at--;
    if (at < 2) return n;
    size_t end = --at;
    while (at > 0 && file[at - 1] >= '0' && file[at - 1] <= '9') at--;
    return at == end || at < 2 || file[at - 1] != '.' ? n : at - 1;
}

static bool same_stem(const char *a, const char *b) {
    size_t n = stem(a);
    return stem(b) == n && !strncmp(a, b, n);
}

/* marks pictures as stale that have the same NAME as the record's picture, but belong to another
 * film */
static void supersede(tw_manifest *m, const tw_picture_record *r) {
    for (size_t i = 0; i < m->records.count; i++) {
        tw_picture_record *other = &m->records.data[i];
        if (other->film != r->film && same_stem(other->file, r->file)) other->stale = true;
    }
}

/* adds the records in a text, which is modified. A last line without newline is ignored: its
 * writing was interrupted. journal: lines also have information on processes */
static tw_status read_lines(tw_manifest *m, char *text, bool journal) {
    char last[300] = "";
    uint64_t film = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        tw_picture_record r = {0};
        char file[300];
        bool good;
        TW_TRY(parse(line, (size_t)(end - line), file, &r, &good));
        if (!good) continue;
        TW_TRY(add(m, &r));
        bool news = journal && !r.stale && (r.film != film || !same_stem(file, last));
        if (!news) continue;
        supersede(m, &r);
        film = r.film;
        memcpy(last, file, sizeof last);
    }
    sort(m);
    return TW_OK;
}

/* adds the records in a file; a missing file has no records */
static tw_status read_from(tw_manifest *m, const char *path) {
    char *text;
    size_t size;
    tw_file_kind kind;
    TW_TRY(tw_file_look(path, true, &kind));
    if (kind == TW_FILE_NONE) return TW_OK;
    TW_TRY(tw_file_read(path, &text, &size));
    m->there |= size > 0;
    tw_status s = read_lines(m, text, path == m->journal);
    free(text);
    return s;
}

tw_status tw_manifest_read(const char *folder, tw_manifest *m) {
    cJSON_InitHooks(&(cJSON_Hooks){take_memory, free});
    *m = (tw_manifest){.folder = strdup(folder),
                       .path = joined(folder, "manifest.json"),
                       .journal = joined(folder, "manifest.journal"),
                       .fd = -1};
    if (!m->folder || !m->path || !m->journal) return tw_fail_memory();
    TW_TRY(read_from(m, m->path));
    return read_from(m, m->journal);
}

bool tw_manifest_there(const tw_manifest *m) {
    return m->there;
}

/* true: the file exists with the bytes that were written when it was recorded */
static bool whole(const tw_picture_record *r, const char *folder, const char *file) {
    if (!r->bytes) return false;
    char *path = joined(folder, file);
    uint64_t content;
    bool same = path && tw_file_size(path) == r->bytes && tw_digest_file(path, &content) == TW_OK &&
                content == r->content;
    free(path);
    return same;
}

bool tw_manifest_has(const tw_manifest *m, const char *folder, const char *file, uint64_t digest) {
    const tw_picture_record *r = find(m, file);
    return r && r->digest == digest && whole(r, folder, file);
}

bool tw_manifest_has_bare(const tw_manifest *m, const char *folder, const char *file,
                          uint64_t bare) {
    const tw_picture_record *r = find(m, file);
    return r && r->bare == bare && whole(r, folder, file);
}

const tw_picture_record *tw_manifest_find(const tw_manifest *m, const char *file) {
    return find(m, file);
}

const tw_picture_record *tw_manifest_like(const tw_manifest *m, uint64_t digest) {
    size_t i;
    return tw_alike_find(&m->alike, digest, &i) ? &m->records.data[i] : NULL;
}

/* ---- the journal --------------------------------------------------------------------------- */

/* true: the name is that of an unfinished picture or manifest, "NAME.0001.png.PID.N.part", or of a
 * guess (lane.h), in which ".ahead" precedes the numbers */
static bool unfinished(const char *name) {
    size_t n = strlen(name);
    if (n < 10 || strcmp(name + n - 5, ".part") != 0) return false;
    const char *p = name + n - 5;
    for (int numbers = 0; numbers < 2; numbers++) {
        const char *end = p;
        while (p > name && p[-1] >= '0' && p[-1] <= '9') p--;
        if (p == end || p == name || p[-1] != '.') return false;
        p--;
    }
    static const char *const endings[] = {".png", ".pfm", ".exr", ".json", ".ahead", ".part"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t e = strlen(endings[i]);
        if ((size_t)(p - name) > e && !strncmp(p - e, endings[i], e)) return true;
    }
    return false;
}

/* removes unfinished files; no other process may be working in the folder */
static tw_status clean(const char *folder) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("cannot read the folder '%s'", folder);
    tw_status s = TW_OK;
    for (struct dirent *e; s == TW_OK && (e = tw_folder_next(d, folder, &s));) {
        if (!unfinished(e->d_name)) continue;
        char *path = joined(folder, e->d_name);
        if (!path) s = tw_fail_memory();
        if (path) unlink(path);
        free(path);
    }
    closedir(d);
    return s;
}

/* appends a line to the journal by one call of write. If only a part of it was written, a newline
 * and the whole line follow: readers ignore the incomplete line */
static tw_status append(const tw_manifest *m, const char *line, size_t size) {
    for (int attempt = 0; attempt < 3; attempt++) {
        ssize_t n;
        do n = write(m->fd, line, size);
        while (n < 0 && errno == EINTR);
        if (n == (ssize_t)size) return TW_OK;
        if (n < 0) return tw_fail_system("cannot write '%s'", m->journal);
        if (write(m->fd, "\n", 1) < 0) return tw_fail_system("cannot write '%s'", m->journal);
    }
    errno = ENOSPC;
    return tw_fail_system("cannot write '%s'", m->journal);
}

/* ---- who works in the folder ---------------------------------------------------------------- */

/* Writes a line about this process to the journal. how: "alone": this process begins, and no other
 * works in the folder; "beside": it begins while others work there; "left": it has ended its work
 */
static tw_status sign(const tw_manifest *m, const char *how) {
    char line[100], last = '\n';
    off_t end = lseek(m->fd, 0, SEEK_END);
    bool torn = end > 0 && pread(m->fd, &last, 1, end - 1) == 1 && last != '\n';
    int n = snprintf(line, sizeof line,
                     "%s{\"%s\": \"%016" PRIx64 "\", \"film\": \"%016" PRIx64 "\"}\n",
                     torn ? "\n" : "", how, m->name, m->film);
    return append(m, line, (size_t)n);
}

/* *film: key of the film of our own name that another process is drawing in the folder; false: no
 * process is. Reads lines of `sign` without allocations, whose failure could hide a process. */
static bool film_drawn(const char *text, uint64_t our_name, uint64_t *film) {
    int working = 0;
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        char how[8];
        uint64_t name, its;
        if (sscanf(line, "{\"%7[a-z]\": \"%16" SCNx64 "\", \"film\": \"%16" SCNx64 "\"}", how,
                   &name, &its) != 3)
            continue;
        if (!strcmp(how, "alone")) working = 0;
        if (name != our_name) continue;
        if (working == 0) *film = its;
        if (its == *film) working += strcmp(how, "left") != 0 ? 1 : working > 0 ? -1 : 0;
    }
    return working > 0;
}

/* Fails if another process is drawing a different film of the same name, since their pictures would
 * be mixed. */
static tw_status check_others(const tw_manifest *m, const char *name) {
    char *text;
    size_t size;
    uint64_t first;
    TW_TRY(tw_file_read(m->journal, &text, &size));
    bool some = film_drawn(text, m->name, &first);
    free(text);
    if (!some || first == m->film) return TW_OK;
    return tw_fail(
        TW_IO,
        "another run draws another film '%s' in '%s': wait for its end, or give another folder",
        name, m->folder);
}

/* Opens the journal with a shared lock and writes this process into it; if no other process works
 * in the folder, first removes unfinished files. Tries again if the journal was removed between
 * opening and locking */
static tw_status open_journal(const char *folder, const char *name, tw_manifest *m) {
    for (int attempt = 0; attempt < 100; attempt++) {
        m->fd = open(m->journal, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (m->fd < 0) return tw_fail_system("cannot write '%s'", m->journal);
        bool alone = flock(m->fd, LOCK_EX | LOCK_NB) == 0;
        if (alone) {
            TW_TRY(clean(folder));
            TW_TRY(sign(m, "alone"));
        }
        struct stat ours, named;
        bool there = flock(m->fd, LOCK_SH) == 0 && fstat(m->fd, &ours) == 0 &&
                     stat(m->journal, &named) == 0 && ours.st_ino == named.st_ino;
        if (there && !alone) TW_TRY(sign(m, "beside"));
        if (there) return check_others(m, name);
        close(m->fd);
        m->fd = -1;
    }
    errno = EBUSY;
    return tw_fail_system("cannot lock '%s'", m->journal);
}

tw_status tw_manifest_open(const char *folder, const char *name, uint64_t film, tw_manifest *m) {
    *m = (tw_manifest){.fd = -1};
    TW_TRY(tw_manifest_read(folder, m));
    m->name = tw_hash_end(tw_hash_bytes(tw_hash_begin(), name, strlen(name)));
    m->film = film;
    TW_TRY(open_journal(folder, name, m));
    /* records that other processes have written to the journal before it was locked */
    TW_TRY(read_from(m, m->journal));
    for (size_t i = 0; i < m->records.count; i++)
        TW_TRY(tw_alike_put(&m->alike, m->records.data[i].digest, i));
    return TW_OK;
}

tw_status tw_manifest_note(tw_manifest *m, const tw_picture_record *r) {
    char line[LINE];
    int n = spell(r, line);
    line[n++] = '\n';
    return append(m, line, (size_t)n);
}

static tw_status write_whole(const tw_manifest *m, const char *facts) {
    tw_file *file;
    TW_TRY(tw_file_open(m->path, &file));
    FILE *out = tw_file_stream(file);
    fprintf(out, "{\n%s  \"pictures\": [\n", facts);
    for (size_t i = 0; i < m->records.count; i++) {
        char line[LINE];
        spell(&m->records.data[i], line);
        fprintf(out, "    %s%s\n", line, i + 1 < m->records.count ? "," : "");
    }
    fputs("  ]\n}\n", out);
    return tw_file_commit(file);
}

/* ---- the end -------------------------------------------------------------------------------- */

static bool of_film(const tw_picture_record *r, const tw_manifest_film *f) {
    size_t n = strlen(f->name);
    return stem(r->file) == n && !strncmp(r->file, f->name, n);
}

/* true: the record is that of a picture of the film's name and format whose number is beyond the
 * film's last frame */
static bool beyond(const tw_picture_record *r, const tw_manifest_film *f) {
    const char *ending = strrchr(r->file, '.');
    return f->frames > 0 && r->frame > f->frames && of_film(r, f) && ending &&
           !strcmp(ending, f->ending);
}

/* removes a picture that no longer belongs to a film, unless the file was changed since it was
 * written */
static tw_status remove_picture(const tw_picture_record *r, const char *folder, int *removed) {
    if (!whole(r, folder, r->file)) return TW_OK;
    char *path = joined(folder, r->file);
    if (!path) return tw_fail_memory();
    tw_status s =
        unlink(path) == 0 || errno == ENOENT ? TW_OK : tw_fail_system("cannot remove '%s'", path);
    free(path);
    *removed += s == TW_OK;
    return s;
}

static tw_status leave_film(tw_manifest *m, const tw_manifest_film *film, tw_manifest_rest *rest) {
    tw_status s = TW_OK;
    size_t kept = 0;
    for (size_t i = 0; i < m->records.count; i++) {
        tw_picture_record *r = &m->records.data[i];
        bool out = beyond(r, film);
        if (out && film->whole && s == TW_OK) {
            s = remove_picture(r, m->folder, &rest->removed);
            free(r->file);
            continue;
        }
        r->stale |= out;
        rest->stale += r->stale && of_film(r, film);
        m->records.data[kept++] = *r;
    }
    m->records.count = kept;
    return s;
}

tw_status tw_manifest_close(tw_manifest *m, const char *facts, const tw_manifest_film *film,
                            tw_manifest_rest *rest) {
    tw_manifest_rest own = {0};
    TW_TRY(sign(m, "left"));
    if (flock(m->fd, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? TW_OK : tw_fail_system("cannot lock '%s'", m->journal);
    /* records that other processes have added to the manifest since it was read */
    TW_TRY(read_from(m, m->path));
    TW_TRY(read_from(m, m->journal));
    TW_TRY(leave_film(m, film, &own));
    if (rest) *rest = own;
    TW_TRY(write_whole(m, facts));
    return unlink(m->journal) == 0 ? TW_OK : tw_fail_system("cannot remove '%s'", m->journal);
}

void tw_manifest_free(tw_manifest *m) {
    for (size_t i = 0; i < m->records.count; i++) free(m->records.data[i].file);
    tw_array_free(&m->records);
    tw_alike_free(&m->alike);
    if (m->fd >= 0) close(m->fd);
    free(m->folder);
    free(m->path);
    free(m->journal);
    *m = (tw_manifest){.fd = -1};
}
