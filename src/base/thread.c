/* A team of POSIX threads; see thread.h. */
#include "base/thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct worker {
    tw_team *team;
    int number;
    pthread_t thread;
} worker;

struct tw_team {
    int threads;
    worker *workers; /* [threads - 1] the threads besides the calling one */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned long round; /* number of calls of tw_team_run so far */
    int busy; /* number of workers that have not finished the present call of tw_team_run */
    bool quit;
    tw_job run;
    void *context;
    int count;
    atomic_int next;
};

static void take_jobs(tw_team *t, int thread) {
    for (;;) {
        int job = atomic_fetch_add(&t->next, 1);
        if (job >= t->count) return;
        t->run(t->context, job, thread);
    }
}

static void *work(void *argument) {
    worker *w = argument;
    tw_team *t = w->team;
    unsigned long seen = 0;
    tw_thread_step_back();
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->quit && t->round == seen) pthread_cond_wait(&t->begin, &t->lock);
        if (t->quit) break;
        seen = t->round;
        pthread_mutex_unlock(&t->lock);
        take_jobs(t, w->number);
        pthread_mutex_lock(&t->lock);
        if (--t->busy == 0) pthread_cond_signal(&t->end);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

tw_status tw_team_create(int threads, tw_team **team) {
    if (threads < 1) return tw_fail(TW_ARGUMENT, "expected at least one thread, got %d", threads);
    tw_team *t = calloc(1, sizeof *t);
    if (!t) return tw_fail_memory();
    t->threads = 1;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->begin, NULL);
    pthread_cond_init(&t->end, NULL);
    if (threads > 1) t->workers = calloc((size_t)threads - 1, sizeof *t->workers);
    for (int i = 1; i < threads; i++) {
        worker *w = t->workers ? &t->workers[i - 1] : NULL;
        if (w) *w = (worker){t, i, 0};
        if (!w || pthread_create(&w->thread, NULL, work, w) != 0) {
            tw_team_destroy(t);
            return tw_fail(TW_MEMORY, "cannot start %d threads", threads);
        }
        t->threads++;
    }
    *team = t;
    return TW_OK;
}

void tw_team_destroy(tw_team *t) {
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->quit = true;
    pthread_cond_broadcast(&t->begin);
    pthread_mutex_unlock(&t->lock);
    for (int i = 1; i < t->threads; i++) pthread_join(t->workers[i - 1].thread, NULL);
    pthread_cond_destroy(&t->begin);
    pthread_cond_destroy(&t->end);
    pthread_mutex_destroy(&t->lock);
    free(t->workers);
    free(t);
}

int tw_team_threads(const tw_team *t) {
    return t->threads;
}

void tw_team_run(tw_team *t, int count, tw_job run, void *context) {
    pthread_mutex_lock(&t->lock);
    t->run = run;
    t->context = context;
    t->count = count;
    atomic_store(&t->next, 0);
    t->busy = t->threads - 1;
    t->round++;
    pthread_cond_broadcast(&t->begin);
    pthread_mutex_unlock(&t->lock);
    take_jobs(t, 0);
    pthread_mutex_lock(&t->lock);
    while (t->busy > 0) pthread_cond_wait(&t->end, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

void tw_thread_step_back(void) {
    enum { LESS = 5 };
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + LESS);
}

int tw_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}
