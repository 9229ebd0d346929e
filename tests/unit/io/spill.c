/* Records in memory and in a temporary file: all come back, whatever the bound; what fails says so.
 */
#include "io/store/spill.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

enum { RECORDS = 500, LONGEST = 3000 };

/* record k: its length and its bytes */
static size_t record(unsigned k, unsigned char data[LONGEST]) {
    size_t n = k * 2654435761u % LONGEST;
    for (size_t i = 0; i < n; i++) data[i] = (unsigned char)(k * 31 + i * i);
    return n;
}

static void come_back(size_t held) {
    tw_spill *s;
    uint64_t at[RECORDS];
    unsigned char data[LONGEST], read[LONGEST];
    assert_int_equal(tw_spill_create(held, &s), TW_OK);
    for (unsigned k = 0; k < RECORDS; k++) {
        assert_int_equal(tw_spill_add(s, data, record(k, data), &at[k]), TW_OK);
        unsigned early = k / 2; /* between others */
        size_t n = record(early, data);
        assert_int_equal(tw_spill_read(s, at[early], n, read), TW_OK);
        assert_memory_equal(read, data, n);
    }
    for (unsigned k = RECORDS; k-- > 0;) {
        size_t n = record(k, data);
        memset(read, 0, sizeof read);
        assert_int_equal(tw_spill_read(s, at[k], n, read), TW_OK);
        assert_memory_equal(read, data, n);
    }
    tw_spill_free(s);
}

static void all_come_back(void **state) {
    (void)state;
    come_back(0);
    come_back(1);
    come_back(100000);
    come_back(TW_SPILL_HELD);
}

static void no_folder_is_told(void **state) {
    (void)state;
    tw_spill *s;
    uint64_t at;
    char *before = getenv("TMPDIR");
    before = before ? strdup(before) : NULL;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_int_equal(tw_spill_create(4, &s), TW_OK);
    assert_int_equal(tw_spill_add(s, "1234", 4, &at), TW_OK);
    assert_int_equal(tw_spill_add(s, "5", 1, &at), TW_IO);
    assert_non_null(strstr(tw_failure(), "/nowhere/at/all/tauwerk-film-"));
    tw_spill_free(s);
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

/* a file that may not grow stands for a full disk */
static void full_disk_is_told(void **state) {
    (void)state;
    struct rlimit was, small;
    tw_spill *s;
    uint64_t at, second;
    char read[2000], data[2000] = {1, 2, 3};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
    small = (struct rlimit){3000, was.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_int_equal(tw_spill_create(0, &s), TW_OK);
    assert_int_equal(tw_spill_add(s, data, sizeof data, &at), TW_OK);
    assert_int_equal(tw_spill_add(s, data, sizeof data, &second), TW_IO);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
    /* earlier records stay */
    assert_int_equal(tw_spill_read(s, at, sizeof read, read), TW_OK);
    assert_memory_equal(read, data, sizeof data);
    tw_spill_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_come_back),
        cmocka_unit_test(no_folder_is_told),
        cmocka_unit_test(full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
