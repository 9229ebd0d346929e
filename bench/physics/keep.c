/*
 * Settings that were found stay in a file (--keep), so that another comparison on the same machine
 * need not search the peers again: one line per engine, scene and class,
 *
 *     SCENE SIZE ENGINE CLASS LIMIT COST GAP DRIFT STEPS STARTUP | SETTING=VALUE ...
 *
 * with COST 0 and no settings where none was found within the limit. Lines of other limits do not
 * count. Tauwerk, which changes, is always searched.
 */
#include "compare.h"

#include <stdio.h>
#include <string.h>

static int class_of(const char *name) {
    for (int c = 0; c < CLASSES; c++)
        if (!strcmp(name, accuracies[c].name)) return c;
    return -1;
}

bool kept(const options *o, engine_id e, const place *p, finalist *best) {
    char line[512], scene[32], engine[32], class[32];
    int found = 0;
    FILE *f = o->keep && e != TAUWERK ? fopen(o->keep, "r") : NULL;
    if (!f) return false;
    memset(best, 0, CLASSES * sizeof *best);
    while (fgets(line, sizeof line, f)) {
        int size;
        double limit, cost;
        outcome seen = {.end = "done"};
        char *words = strstr(line, " | ");
        if (!words ||
            sscanf(line, "%31s %d %31s %31s %lf %lf %lf %lf %lf %lf", scene, &size, engine, class,
                   &limit, &cost, &seen.gap, &seen.drift, &seen.steps, &seen.startup) != 10)
            continue;
        int c = class_of(class);
        if (strcmp(scene, p->name) || size != p->size || strcmp(engine, engine_name[e]) || c < 0 ||
            limit < o->limit || limit > o->limit)
            continue;
        words += 3;
        words[strcspn(words, "\n")] = '\0';
        seen.wall = seen.cpu = cost;
        best[c] = (finalist){.found = cost > 0, .seen = seen};
        snprintf(best[c].words, sizeof best[c].words, "%s", words);
        found++;
    }
    fclose(f);
    return found >= CLASSES;
}

void keep(const options *o, engine_id e, const place *p, const finalist *best) {
    FILE *f = o->keep && e != TAUWERK ? fopen(o->keep, "a") : NULL;
    if (!f) return;
    for (int c = 0; c < CLASSES; c++) {
        const outcome *s = &best[c].seen;
        fprintf(f, "%s %d %s %s %g %g %g %g %g %g | %s\n", p->name, p->size, engine_name[e],
                accuracies[c].name, o->limit, best[c].found ? cost_of(o, s) : 0, s->gap, s->drift,
                s->steps, s->startup, best[c].words);
    }
    fclose(f);
}
