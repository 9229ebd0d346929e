/*
 * Memory of Lua when it ends. Lua itself: each request of tests/data/lua_memory.lua fails in turn,
 * in an allocator that never uses an address again and takes freed blocks out of the process, so
 * that any use after free is a crash, whatever built the library. Ours: small requests do not fail.
 * TAUWERK_FAULTS=all: every request, else some.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "script/lua/heap.h"
#include "script/script.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- an allocator with fences --------------------------------------------------------------- */

static const size_t page = 4096, reserved = (size_t)1 << 34;

typedef struct fence {
    char *region;
    size_t top;
    long calls;       /* requests for more memory so far */
    long first, last; /* numbers of those that fail, from 1; first 0: none */
} fence;

static size_t whole_pages(size_t n) {
    return (n + page - 1) / page * page;
}

static char *first_page(const fence *f, const void *block) {
    size_t offset = (size_t)((const char *)block - f->region);
    return f->region + offset / page * page;
}

/* lua_Alloc: a block ends where its pages end; the next page belongs to nobody */
static void *fenced(void *context, void *block, size_t old, size_t size) {
    fence *f = context;
    void *fresh = NULL;
    if (size) {
        if (block && size <= old) return block;
        f->calls++;
        if (f->first && f->calls >= f->first && f->calls <= f->last) return NULL;
        size_t pages = whole_pages(size);
        char *begin = f->region + f->top;
        f->top += pages + page;
        if (f->top > reserved || mprotect(begin, pages, PROT_READ | PROT_WRITE) != 0) abort();
        fresh = begin + ((pages - size) & ~(size_t)15);
        if (block) memcpy(fresh, block, old < size ? old : size);
    }
    if (block && old) {
        char *begin = first_page(f, block);
        size_t pages = whole_pages((size_t)((char *)block - begin) + old);
        if (mprotect(begin, pages, PROT_NONE) != 0) abort();
        (void)madvise(begin, pages, MADV_DONTNEED);
    }
    return fresh;
}

/* ---- Lua itself ----------------------------------------------------------------------------- */

static int open_and_run(lua_State *L) {
    luaL_openlibs(L);
    lua_pushstring(L, lua_touserdata(L, 1));
    lua_setglobal(L, "mode");
    if (luaL_loadfile(L, "tests/data/lua_memory.lua") != LUA_OK) return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

/* the life of a state in which requests first to last fail; number of requests, or -1: the program
 * has failed without one */
static long live(const char *mode, long first, long last) {
    fence f = {.first = first, .last = last};
    f.region = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (f.region == MAP_FAILED) abort();
    lua_State *L = lua_newstate(fenced, &f);
    if (L) {
        lua_pushcfunction(L, open_and_run);
        lua_pushlightuserdata(L, (void *)(uintptr_t)mode);
        bool good = lua_pcall(L, 1, 0, 0) == LUA_OK;
        if (!good && !first) return -1;
        lua_close(L);
    }
    munmap(f.region, reserved);
    return f.calls;
}

/* cmocka's handlers would go on with the tests in the child */
static void default_signals(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
}

/* signal, or a sanitizer's status, that ends a process with such a life; 0: none */
static int signal_of(const char *mode, long first, long last) {
    pid_t child = fork();
    if (child == 0) {
        default_signals();
        alarm(60);
        live(mode, first, last);
        _exit(0);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    return WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how);
}

static void a_use_after_free_is_seen(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        default_signals();
        fence f = {.region = mmap(NULL, reserved, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)};
        volatile char *block = fenced(&f, NULL, 0, 100);
        block[0] = block[99] = 1;
        fenced(&f, (void *)(uintptr_t)block, 100, 0);
        block[0] = 1;
        _exit(0);
    }
    int how;
    assert_int_equal(waitpid(child, &how, 0), child);
    /* a sanitizer ends it by a status of its own */
    assert_true(WIFSIGNALED(how) || WEXITSTATUS(how) != 0);
}

static void lua_survives_failed_requests(void **state) {
    (void)state;
    static const char *const modes[] = {"incremental", "generational"};
    const char *all = getenv("TAUWERK_FAULTS");
    long step = all && !strcmp(all, "all") ? 1 : 149, tried = 0;
    for (size_t m = 0; m < 2; m++) {
        long calls = live(modes[m], 0, 0);
        assert_true(calls > 500);
        /* one fails, and the next one after a collection does not; both fail; all later ones fail
         */
        static const long lengths[] = {1, 2, 1000000000};
        for (int l = 0; l < 3; l++)
            for (long k = 1; k <= calls; k += step, tried++) {
                int signal = signal_of(modes[m], k, k + lengths[l] - 1);
                if (signal)
                    fail_msg("%s: requests %ld to %ld of %ld fail: signal %d", modes[m], k,
                             k + lengths[l] - 1, calls, signal);
            }
    }
    print_message("%ld failing requests\n", tried);
}

/* ---- ours ----------------------------------------------------------------------------------- */

static void small_requests_do_not_fail(void **state) {
    (void)state;
    tw_heap h;
    assert_int_equal(tw_heap_create(&h, 1 << 20), TW_OK);
    assert_null(tw_heap_alloc(&h, NULL, 0, 2 << 20));
    assert_false(tw_heap_over(&h));
    for (int i = 0; i < 40; i++) assert_non_null(tw_heap_alloc(&h, NULL, 0, TW_HEAP_SMALL));
    assert_true(tw_heap_over(&h));
    assert_null(tw_heap_alloc(&h, NULL, 0, TW_HEAP_SMALL + 1));
    void *small = tw_heap_alloc(&h, NULL, 0, 16);
    assert_non_null(small);
    assert_non_null(small = tw_heap_alloc(&h, small, 16, 1000));
    assert_null(tw_heap_alloc(&h, small, 1000, TW_HEAP_SMALL + 1));
    tw_heap_destroy(&h);
}

static void run(const char *text, tw_status expected) {
    tw_script *s;
    assert_int_equal(tw_script_create(&(tw_script_options){.memory = (size_t)16 << 20}, &s), TW_OK);
    assert_int_equal(tw_script_run_text(s, "memory.lua", text, strlen(text)), expected);
    if (expected != TW_OK)
        assert_string_equal(tw_failure(), "out of memory: the script may use 16 MB");
    tw_script_destroy(s);
}

static void a_script_is_stopped_for_them(void **state) {
    (void)state;
    run("local t = {} while true do t = { t } end", TW_MEMORY);
    run("coroutine.wrap(function() local t = {} while true do t = { t } end end)()", TW_MEMORY);
    run("local s = 'x' while true do s = s .. s end", TW_MEMORY);
    /* garbage is none of it */
    run("for i = 1, 1e6 do local t = { i } end", TW_OK);
    /* a script may catch it, give memory back and go on; while it does not, it is stopped again */
    run("local t = {} local function more() while true do t = { t } end end\n"
        "for i = 1, 3 do\n"
        "  local ok, why = pcall(more) assert(not ok and why == 'not enough memory')\n"
        "end\n"
        "t = nil assert(#{ ('x'):rep(1000) } == 1)",
        TW_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_use_after_free_is_seen),
        cmocka_unit_test(lua_survives_failed_requests),
        cmocka_unit_test(small_requests_do_not_fail),
        cmocka_unit_test(a_script_is_stopped_for_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
