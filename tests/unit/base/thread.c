/*
 * Teams of threads: every job once, by a thread of the team, all done at return; results do not
 * depend on the number of threads; what happens when memory or threads run out.
 */
#include "base/thread.h"

#include "../../support/fail_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* how many more threads can be started; negative: all */
static int threads_left = -1;
static int threads_started;

int __real_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x);

int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) {
    if (threads_left == 0) return EAGAIN;
    if (threads_left > 0) threads_left--;
    threads_started++;
    return __real_pthread_create(t, a, f, x);
}

enum { JOBS = 1000, MOST = 8 };

typedef struct tally {
    atomic_int done[JOBS];   /* how often each job ran */
    atomic_int by[MOST];     /* jobs per thread */
    atomic_int active[MOST]; /* jobs a thread works on at the moment */
    atomic_int wrong;        /* a thread's number out of range, or used by two at once */
    uint64_t result[JOBS];   /* depends on the job alone */
    int threads;
} tally;

static void count(void *context, int job, int thread) {
    tally *t = context;
    if (thread < 0 || thread >= t->threads || atomic_fetch_add(&t->active[thread], 1) != 0) {
        atomic_fetch_add(&t->wrong, 1);
        return;
    }
    atomic_fetch_add(&t->done[job], 1);
    atomic_fetch_add(&t->by[thread], 1);
    uint64_t x = (uint64_t)job + 1;
    for (int i = 0; i < job % 50; i++) x = x * 6364136223846793005u + 1442695040888963407u;
    t->result[job] = x;
    atomic_fetch_sub(&t->active[thread], 1);
}

static void every_job_once(void **state) {
    (void)state;
    static tally t;
    static uint64_t first[JOBS];
    for (int threads = 1; threads <= MOST; threads++) {
        tw_team *team;
        threads_started = 0;
        assert_int_equal(tw_team_create(threads, &team), TW_OK);
        assert_int_equal(threads_started, threads - 1); /* the caller works too */
        assert_int_equal(tw_team_threads(team), threads);
        for (int round = 0; round < 100; round++) {
            /* also fewer jobs than threads, and none at all */
            int n = round % 3 == 0 ? JOBS : round % 3 == 1 ? round % 7 : 0;
            memset(&t, 0, sizeof t);
            t.threads = threads;
            tw_team_run(team, n, count, &t);
            int sum = 0;
            for (int i = 0; i < MOST; i++) sum += t.by[i];
            assert_int_equal(sum, n);
            assert_int_equal(t.wrong, 0);
            for (int i = 0; i < JOBS; i++) assert_int_equal(t.done[i], i < n);
            if (n < JOBS) continue;
            if (threads == 1) memcpy(first, t.result, sizeof first);
            assert_memory_equal(first, t.result, sizeof first);
        }
        tw_team_destroy(team);
    }
}

/* jobs that wait for each other: they can only end when all threads of the team work at once */
static void meet(void *context, int job, int thread) {
    (void)job, (void)thread;
    atomic_int *here = context;
    atomic_fetch_add(here, 1);
    while (atomic_load(here) < 4) continue;
}

static void threads_work_at_once(void **state) {
    (void)state;
    tw_team *team;
    assert_int_equal(tw_team_create(4, &team), TW_OK);
    for (int round = 0; round < 20; round++) {
        atomic_int here = 0;
        tw_team_run(team, 4, meet, &here);
        assert_int_equal(here, 4);
    }
    tw_team_destroy(team);
}

static void failures(void **state) {
    (void)state;
    tw_team *team = NULL;
    assert_int_equal(tw_team_create(0, &team), TW_ARGUMENT);
    assert_string_equal(tw_failure(), "expected at least one thread, got 0");
    for (threads_left = 0; threads_left < 3; threads_left++) {
        int left = threads_left;
        assert_int_equal(tw_team_create(4, &team), TW_MEMORY); /* and the others are joined */
        assert_string_equal(tw_failure(), "cannot start 4 threads");
        threads_left = left;
    }
    threads_left = -1;
    for (long left = 0; left < 2; left++) {
        allocations_left = left;
        tw_status s = tw_team_create(2, &team);
        allocations_left = -1;
        assert_int_equal(s, TW_MEMORY);
    }
    assert_null(team);
    tw_team_destroy(NULL);
}

static void processors(void **state) {
    (void)state;
    assert_in_range(tw_processors(), 1, 1024);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_once),
        cmocka_unit_test(threads_work_at_once),
        cmocka_unit_test(failures),
        cmocka_unit_test(processors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
