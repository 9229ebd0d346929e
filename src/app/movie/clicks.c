/* Writes a film's impacts as a table and as sound; see clicks.h. */
#include "app/movie/clicks.h"

#include "base/file.h"
#include "base/math/elementary.h"
#include "io/text/markup.h"
#include "io/text/wav.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char columns[] = "at,time,a,b,x,y,z,speed";

tw_status tw_impacts_add(tw_impacts *l, const tw_store_event *e) {
    tw_impact i = {.time = e->time, .point = e->point, .speed = fmax(-e->rate, 0)};
    i.a = strdup(e->a);
    i.b = strdup(*e->b ? e->b : "ground");
    tw_status s = tw_fail_memory();
    if (i.a && i.b) s = tw_push(l, i);
    if (s == TW_OK) return TW_OK;
    free(i.a);
    free(i.b);
    return s;
}

void tw_impacts_free(tw_impacts *l) {
    for (size_t i = 0; i < l->count; i++) {
        free(l->data[i].a);
        free(l->data[i].b);
    }
    tw_array_free(l);
}

/* ---- the table ------------------------------------------------------------------------------ */

tw_status tw_impacts_write(const tw_impacts *l, const char *path) {
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    FILE *out = tw_file_stream(file);
    fprintf(out, "%s\n", columns);
    for (size_t i = 0; i < l->count; i++) {
        const tw_impact *m = &l->data[i];
        fprintf(out, "%.17g,%.17g,", m->at, m->time);
        tw_markup_csv(out, m->a ? m->a : "");
        fputc(',', out);
        tw_markup_csv(out, m->b ? m->b : "");
        fprintf(out, ",%.17g,%.17g,%.17g,%.17g\n", m->point.x, m->point.y, m->point.z, m->speed);
    }
    return tw_file_commit(file);
}

/* reads a line of the table: the first number is i->at, the last one i->speed */
static bool read_line(const char *line, tw_impact *i) {
    char *end;
    const char *last = strrchr(line, ',');
    *i = (tw_impact){.at = strtod(line, &end)};
    if (end == line || *end != ',' || !last) return false;
    i->speed = strtod(last + 1, &end);
    return end != last + 1 && *end == '\0' && isfinite(i->at) && i->speed >= 0 &&
           isfinite(i->speed);
}

tw_status tw_impacts_read(const char *path, tw_impacts *l) {
    char *text;
    size_t size;
    TW_TRY(tw_file_read(path, &text, &size));
    tw_status s = TW_OK;
    int number = 1;
    for (char *line = text, *end; s == TW_OK && (end = strchr(line, '\n')); line = end + 1) {
        tw_impact i;
        *end = '\0';
        if (number == 1 ? !strcmp(line, columns) : read_line(line, &i))
            s = number == 1 ? TW_OK : tw_push(l, i);
        else
            s = tw_fail(TW_IO, "%s:%d: expected a table of impacts with the columns %s", path,
                        number, columns);
        number++;
    }
    free(text);
    return s;
}

/* ---- the sound ------------------------------------------------------------------------------ */

enum { RATE = 48000, CLICK = RATE / 20 };

#define LOUDEST 0.9

/* click: the samples of a click, the sum of two decaying tones */
static void make_click(double click[CLICK]) {
    const double turn = 6.283185307179586;
    for (int i = 0; i < CLICK; i++) {
        double t = (double)i / RATE;
        click[i] = 0.7 * tw_sin(turn * 1900 * t) * tw_exp(-t / 0.005) +
                   0.3 * tw_sin(turn * 4700 * t) * tw_exp(-t / 0.002);
    }
}

static double fastest(const tw_impacts *l) {
    double most = 0;
    for (size_t i = 0; i < l->count; i++) most = fmax(most, l->data[i].speed);
    return most;
}

tw_status tw_clicks_write(const tw_impacts *l, double seconds, const char *path) {
    double click[CLICK], most = fastest(l), peak = 0;
    double samples = floor(seconds * RATE + 0.5);
    if (!(samples >= 0 && samples < 2e9))
        return tw_fail(TW_IO, "cannot write %s: %g seconds are too long", path, seconds);
    size_t count = (size_t)samples;
    double *sound = calloc(count + 1, sizeof *sound);
    if (!sound) return tw_fail_memory();
    make_click(click);
    for (size_t i = 0; i < l->count && most > 0; i++) {
        double begin = floor(l->data[i].at * RATE + 0.5), gain = sqrt(l->data[i].speed / most);
        if (!(begin >= 0 && begin < samples)) continue;
        for (size_t k = 0, at = (size_t)begin; k < CLICK && at < count; k++, at++)
            sound[at] += gain * click[k];
    }
    for (size_t i = 0; i < count; i++) peak = fmax(peak, fabs(sound[i]));
    for (size_t i = 0; i < count && peak > 0; i++) sound[i] *= LOUDEST / peak;
    tw_status s = tw_wav_write(path, sound, count, RATE);
    free(sound);
    return s;
}
