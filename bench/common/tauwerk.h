/* Tauwerk for programs that measure it: whatever fails ends the program. */
#ifndef BENCH_COMMON_TAUWERK_H
#define BENCH_COMMON_TAUWERK_H

#include "settings.h"

#include "model/world.h"

#include <string.h>

static inline void bench_must(tw_status status) {
    if (status != TW_OK) bench_fail("%s", tw_failure());
}

/* the number of a choice of one of the world's settings */
static inline int bench_choice(const char *setting, const char *value) {
    for (int i = 0; i < tw_settings_param_count; i++) {
        const tw_param *p = &tw_settings_params[i];
        if (strcmp(p->name, setting)) continue;
        for (int k = 0; p->choices[k]; k++)
            if (!strcmp(p->choices[k], value)) return k;
    }
    bench_fail("%s: no '%s'", setting, value);
    return 0;
}

/* the memory of a field of a draft */
static inline void *bench_field(void *object, const char *name) {
    void *base;
    const tw_param *p = tw_object_param(object, name, &base);
    if (!p) bench_fail("no field '%s'", name);
    return (char *)base + p->offset;
}

#endif
