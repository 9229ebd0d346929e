/*
 * Files that appear whole or not at all. Whatever fails (no folder, no permission, a full disk, a
 * limit on size, memory, fsync, fclose, rename), the old contents stay, the temporary is gone and
 * the text names the path and the reason.
 */
#include "base/file.h"
#include "base/hash.h"
#include "base/process/self.h"

#include "../../support/fail_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fsync_fails, rename_fails, fclose_fails;

int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __real_fclose(FILE *f);
int __wrap_fsync(int fd);
int __wrap_rename(const char *from, const char *to);
int __wrap_fclose(FILE *f);

int __wrap_fsync(int fd) {
    if (!fsync_fails) return __real_fsync(fd);
    errno = EIO;
    return -1;
}

int __wrap_rename(const char *from, const char *to) {
    if (!rename_fails) return __real_rename(from, to);
    errno = EXDEV;
    return -1;
}

int __wrap_fclose(FILE *f) {
    int r = __real_fclose(f);
    if (!fclose_fails) return r;
    errno = EDQUOT;
    return EOF;
}

static char folder[64], path[128];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/tw-file-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/data", folder);
    return 0;
}

/* number of entries of the folder, which are removed too when asked */
static int entries(const char *name, bool clear) {
    DIR *d = opendir(name);
    if (!d) return -1;
    int n = 0;
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        n++;
        char full[512];
        snprintf(full, sizeof full, "%s/%s", name, e->d_name);
        if (!clear) continue;
        if (entries(full, true) >= 0) continue;
        remove(full);
    }
    closedir(d);
    if (clear) rmdir(name);
    return n;
}

static int remove_folder(void **state) {
    (void)state;
    entries(folder, true);
    return access(folder, F_OK) == 0 ? -1 : 0;
}

static void expect_contents(const char *name, const char *text) {
    char *data;
    size_t size;
    assert_int_equal(tw_file_read(name, &data, &size), TW_OK);
    assert_int_equal(size, strlen(text));
    assert_string_equal(data, text);
    free(data);
}

static void expect_failure(tw_status s, const char *doing, const char *name, int error) {
    char text[512];
    snprintf(text, sizeof text, "cannot %s '%s': %s", doing, name, strerror(error));
    assert_int_equal(s, TW_IO);
    assert_string_equal(tw_failure(), text);
}

static void whole_or_not_at_all(void **state) {
    (void)state;
    tw_file *f;
    assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
    expect_contents(path, "old");
    assert_int_equal(tw_file_open(path, &f), TW_OK);
    fputs("new contents", tw_file_stream(f));
    fflush(tw_file_stream(f));
    expect_contents(path, "old");
    assert_int_equal(entries(folder, false), 2);
    assert_int_equal(tw_file_commit(f), TW_OK);
    expect_contents(path, "new contents");
    assert_int_equal(tw_file_open(path, &f), TW_OK);
    fputs("never seen", tw_file_stream(f));
    tw_file_discard(f);
    tw_file_discard(NULL);
    expect_contents(path, "new contents");
    assert_int_equal(tw_file_write(path, NULL, 0), TW_OK);
    expect_contents(path, "");
    assert_int_equal(entries(folder, false), 1);
}

static void two_writers_do_not_meet(void **state) {
    (void)state;
    tw_file *a, *b;
    assert_int_equal(tw_file_open(path, &a), TW_OK);
    assert_int_equal(tw_file_open(path, &b), TW_OK);
    fputs("first", tw_file_stream(a));
    fputs("second", tw_file_stream(b));
    assert_int_equal(tw_file_commit(b), TW_OK);
    expect_contents(path, "second");
    assert_int_equal(tw_file_commit(a), TW_OK);
    expect_contents(path, "first");
    assert_int_equal(entries(folder, false), 1);
}

static void large_and_binary(void **state) {
    (void)state;
    enum { SIZE = 1000003 };
    char *out = malloc(SIZE), *in;
    size_t size;
    assert_non_null(out);
    for (size_t i = 0; i < SIZE; i++) out[i] = (char)(i * i >> 3);
    assert_int_equal(tw_file_write(path, out, SIZE), TW_OK);
    assert_int_equal(tw_file_read(path, &in, &size), TW_OK);
    assert_int_equal(size, SIZE);
    assert_memory_equal(in, out, SIZE);
    assert_int_equal(in[SIZE], 0);
    free(in);
    free(out);
}

static void each_last_step_counts(void **state) {
    (void)state;
    assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
    fsync_fails = true;
    tw_status s = tw_file_write(path, "new", 3);
    fsync_fails = false;
    expect_failure(s, "write", path, EIO);
    fclose_fails = true;
    s = tw_file_write(path, "new", 3);
    fclose_fails = false;
    expect_failure(s, "write", path, EDQUOT);
    rename_fails = true;
    s = tw_file_write(path, "new", 3);
    rename_fails = false;
    expect_failure(s, "write", path, EXDEV);
    expect_contents(path, "old");
    assert_int_equal(entries(folder, false), 1);
}

/* writes 200 kB in pieces and as one, where only less has room */
static void expect_no_room(const char *name, int error) {
    char piece[1000];
    memset(piece, 'x', sizeof piece);
    tw_file *f;
    assert_int_equal(tw_file_open(name, &f), TW_OK);
    for (int i = 0; i < 200; i++) fwrite(piece, 1, sizeof piece, tw_file_stream(f));
    errno = 0;
    expect_failure(tw_file_commit(f), "write", name, error);
    char *all = calloc(200, 1000);
    assert_non_null(all);
    expect_failure(tw_file_write(name, all, 200000), "write", name, error);
    free(all);
}

static void size_limit(void **state) {
    (void)state;
    struct rlimit before, limit;
    assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    limit = before;
    limit.rlim_cur = 65536;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    expect_no_room(path, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    expect_contents(path, "old");
    assert_int_equal(entries(folder, false), 1);
}

static void full_disk(void **state) {
    (void)state;
    if (mount("tmpfs", folder, "tmpfs", 0, "size=65536") != 0) {
        print_message("    not allowed to mount a small disk: %s\n", strerror(errno));
        skip();
    }
    tw_status s = tw_file_write(path, "old", 3);
    int n = 0;
    if (s == TW_OK) {
        expect_no_room(path, ENOSPC);
        expect_contents(path, "old");
        n = entries(folder, false);
    }
    assert_int_equal(umount(folder), 0);
    assert_int_equal(s, TW_OK);
    assert_int_equal(n, 1);
}

static void folder_not_writable(void **state) {
    (void)state;
    uid_t user = geteuid();
    assert_int_equal(chmod(folder, 0555), 0);
    if (user == 0) assert_int_equal(seteuid(65534), 0); /* permissions do not bind root */
    tw_status s = tw_file_write(path, "x", 1);
    if (user == 0) assert_int_equal(seteuid(0), 0);
    expect_failure(s, "write", path, EACCES);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(entries(folder, false), 0);
}

static void wrong_places(void **state) {
    (void)state;
    char name[256], text[512], *data;
    size_t size;
    snprintf(name, sizeof name, "%s/no/data", folder);
    expect_failure(tw_file_write(name, "x", 1), "write", name, ENOENT);
    expect_failure(tw_file_read(name, &data, &size), "read", name, ENOENT);
    snprintf(text, sizeof text, "cannot write '%s': it is a folder", folder);
    assert_int_equal(tw_file_write(folder, "x", 1), TW_IO);
    assert_string_equal(tw_failure(), text);
    snprintf(text, sizeof text, "cannot read '%s': it is a folder", folder);
    assert_int_equal(tw_file_read(folder, &data, &size), TW_IO);
    assert_string_equal(tw_failure(), text);
    /* a device is never replaced by a file, a pipe is not waited for */
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(text, sizeof text, "cannot read '%s': it is not a regular file", path);
    assert_int_equal(tw_file_read(path, &data, &size), TW_IO);
    assert_string_equal(tw_failure(), text);
    assert_int_equal(tw_file_write(path, "x", 1), TW_IO);
    assert_int_equal(tw_file_write("/dev/full", "x", 1), TW_IO);
    assert_string_equal(tw_failure(), "cannot write '/dev/full': it is not a regular file");
    assert_int_equal(entries(folder, false), 1);
}

static void links_are_replaced(void **state) {
    (void)state;
    char link[256];
    tw_file_kind kind;
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
    for (int how = 0; how < 3; how++) {
        assert_int_equal(symlink("data", link), 0);
        assert_int_equal(tw_file_look(link, false, &kind), TW_OK);
        assert_int_equal(kind, TW_FILE_LINK);
        if (how == 0) assert_int_equal(tw_file_write(link, "new", 3), TW_OK);
        if (how == 1) assert_int_equal(tw_file_write_aside(link, "new", 3), TW_OK);
        if (how == 2) {
            char from[256];
            snprintf(from, sizeof from, "%s/from", folder);
            assert_int_equal(tw_file_write(from, "new", 3), TW_OK);
            assert_int_equal(tw_file_move(from, link), TW_OK);
        }
        expect_contents(path, "old");
        expect_contents(link, "new");
        assert_int_equal(unlink(link), 0);
    }
}

static void looks(void **state) {
    (void)state;
    char name[256], lots[6000];
    tw_file_kind kind;
    assert_int_equal(tw_file_look(path, true, &kind), TW_OK);
    assert_int_equal(kind, TW_FILE_NONE);
    assert_true(tw_file_absent(path));
    assert_int_equal(tw_file_write(path, "x", 1), TW_OK);
    assert_int_equal(tw_file_look(path, true, &kind), TW_OK);
    assert_int_equal(kind, TW_FILE_REGULAR);
    snprintf(name, sizeof name, "%s/below", path); /* below a file is nothing */
    assert_true(tw_file_absent(name));
    assert_int_equal(tw_file_look(folder, true, &kind), TW_OK);
    assert_int_equal(kind, TW_FILE_FOLDER);
    assert_int_equal(tw_file_look("/dev/null", true, &kind), TW_OK);
    assert_int_equal(kind, TW_FILE_OTHER);
    /* it cannot be told: a link to itself, a name that is too long */
    snprintf(name, sizeof name, "%s/loop", folder);
    assert_int_equal(symlink("loop", name), 0);
    expect_failure(tw_file_look(name, true, &kind), "look at", name, ELOOP);
    assert_false(tw_file_absent(name));
    memset(lots, 'a', sizeof lots);
    lots[sizeof lots - 1] = '\0';
    assert_int_equal(tw_file_look(lots, true, &kind), TW_IO);
    assert_false(tw_file_absent(lots));
}

static void folders(void **state) {
    (void)state;
    char name[256], file[300];
    snprintf(name, sizeof name, "%s/a//b/c/", folder);
    assert_int_equal(tw_folder_make(name), TW_OK);
    assert_int_equal(tw_folder_make(name), TW_OK);
    snprintf(file, sizeof file, "%sf", name);
    assert_int_equal(tw_file_write(file, "x", 1), TW_OK);
    expect_failure(tw_folder_make(file), "make the folder", file, ENOTDIR);
    assert_int_equal(tw_folder_make("/"), TW_OK);
    expect_failure(tw_folder_make(""), "make the folder", "", ENOENT);
}

static void no_memory(void **state) {
    (void)state;
    char *data;
    size_t size;
    assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
    for (long k = 0; k < 2; k++) {
        allocations_left = k;
        tw_status s = tw_file_write(path, "new", 3);
        allocations_left = -1;
        assert_int_equal(s, TW_MEMORY);
        expect_contents(path, "old");
        assert_int_equal(entries(folder, false), 1);
    }
    allocations_left = 0;
    tw_status s = tw_file_read(path, &data, &size);
    allocations_left = -1;
    assert_int_equal(s, TW_MEMORY);
}

/* the digest of a program is that of the id which readelf reads in its file */
static void digest_of_program(void **state) {
    (void)state;
    char program[4096], command[4200], line[256], digits[256] = "";
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    assert_true(n > 0);
    program[n] = 0;
    snprintf(command, sizeof command, "readelf -n '%s'", program);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) sscanf(line, " Build ID: %255[0-9a-f]", digits);
    assert_int_equal(pclose(f), 0);
    assert_int_equal(strlen(digits), 40);
    uint64_t digest, want = tw_hash_begin();
    for (const char *s = digits; *s; s += 2) {
        unsigned byte;
        assert_int_equal(sscanf(s, "%2x", &byte), 1);
        want = tw_hash_bytes(want, &(unsigned char){(unsigned char)byte}, 1);
    }
    assert_int_equal(tw_self_digest(&digest), TW_OK);
    assert_true(digest == want);
}

int main(void) {
#define IN_FOLDER(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(whole_or_not_at_all),
        IN_FOLDER(two_writers_do_not_meet),
        IN_FOLDER(large_and_binary),
        IN_FOLDER(each_last_step_counts),
        IN_FOLDER(size_limit),
        IN_FOLDER(full_disk),
        IN_FOLDER(folder_not_writable),
        IN_FOLDER(wrong_places),
        IN_FOLDER(links_are_replaced),
        IN_FOLDER(looks),
        IN_FOLDER(folders),
        IN_FOLDER(no_memory),
        cmocka_unit_test(digest_of_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
