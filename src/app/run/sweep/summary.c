/* The file of --summary: values at the end of each scene; see sweep.h. */
#include "app/run/sweep/sweep.h"

#include "base/file.h"
#include "library/states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tw_summary {
    tw_file *file;
};

tw_status tw_summary_open(const char *path, tw_summary **out) {
    tw_summary *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    tw_status status = tw_file_open(path, &s->file);
    if (status == TW_OK)
        fputs("key,value\n", tw_file_stream(s->file));
    else
        free(s);
    if (status == TW_OK) *out = s;
    return status;
}

/* writes a line PREFIX KEY,VALUE; the key in quotes if CSV requires it */
static void put(tw_summary *s, const char *prefix, const char *key, double value) {
    FILE *out = tw_file_stream(s->file);
    char text[600];
    snprintf(text, sizeof text, "%s%s", prefix, key);
    bool quote = strpbrk(text, ",\"\n") != NULL;
    if (quote) fputc('"', out);
    for (const char *p = text; *p; p++) {
        if (*p == '"') fputc('"', out);
        fputc(*p == '\n' ? ' ' : *p, out);
    }
    if (quote) fputc('"', out);
    fprintf(out, ",%.17g\n", value);
}

/* writes the last sample of a record */
static void put_last(tw_summary *s, const char *prefix, const tw_record *r) {
    size_t k = r->count - 1;
    char key[600];
    if (!r->vector[k]) {
        put(s, prefix, r->name, r->v[k]);
        return;
    }
    const double xyz[] = {r->xyz[k].x, r->xyz[k].y, r->xyz[k].z};
    for (int i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "%.590s.%c", r->name, "xyz"[i]);
        put(s, prefix, key, xyz[i]);
    }
}

tw_status tw_summary_scene(tw_summary *s, const char *prefix, tw_scene *scene, int passed,
                           int failed) {
    if (!s) return TW_OK;
    double kinetic, potential;
    TW_TRY(tw_scene_energy(scene, &kinetic, &potential));
    put(s, prefix, "time", tw_scene_state_of(scene).time);
    put(s, prefix, "kinetic", kinetic);
    put(s, prefix, "potential", potential);
    put(s, prefix, "energy", kinetic + potential);
    put(s, prefix, "checks_passed", passed);
    put(s, prefix, "checks_failed", failed);
    tw_record r;
    for (int i = 0; tw_scene_recorded(scene, i, &r); i++)
        if (r.count) put_last(s, prefix, &r);
    return TW_OK;
}

tw_status tw_summary_close(tw_summary *s) {
    if (!s) return TW_OK;
    tw_file *file = s->file;
    free(s);
    return tw_file_commit(file);
}

void tw_summary_discard(tw_summary *s) {
    if (s) tw_file_discard(s->file);
    free(s);
}
