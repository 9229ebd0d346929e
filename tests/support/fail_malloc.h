/*
 * Memory that runs out on command. A test that includes this is linked with --wrap for malloc,
 * calloc and realloc (tests/cmake/wrap.cmake): every allocation of the engine comes through here.
 */
#ifndef TW_TESTS_FAIL_MALLOC_H
#define TW_TESTS_FAIL_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* how many more allocations succeed; negative: all */
static long allocations_left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);

static bool memory_left(void) {
    if (allocations_left == 0) return false;
    if (allocations_left > 0) allocations_left--;
    return true;
}

void *__wrap_malloc(size_t size) {
    return memory_left() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return memory_left() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *p, size_t size) {
    return memory_left() ? __real_realloc(p, size) : NULL;
}

#endif
