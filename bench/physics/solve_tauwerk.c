/* Tauwerk's own solver in the solver table. */
#include "solve.h"

#include <stddef.h>

static void *create(const system_t *s) {
    (void)s;
    return NULL;
}
static bool solve(void *self, double *x) {
    (void)self;
    (void)x;
    return false;
}
static void destroy(void *self) {
    (void)self;
}

const method method_tauwerk = {"tauwerk", false, create, solve, destroy};
