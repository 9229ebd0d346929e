/*
 * Frames as bytes, all little-endian, each section padded to 8 bytes:
 *
 *     u32 [8]   first frame, frames F, entries E, marks M, curve values V, cameras C (0 or F),
 *               lists L, N: sum of the lists' lengths
 *     f64 [F]   times, s
 *     u32 [F]   list of each frame; then [L + 1] index in the next section where each list begins
 *     u32 [N]   lists of things
 *     f32 [E][7]   poses of the frames, each in the order of its list: x y z, w x y z
 *     u32 [F + 1]  where the marks of each frame begin;  f32 [M][12] marks
 *     u32 [F + 1]  where the values of each frame begin; f32 [V] values of curves: k values of a
 *                  frame are those of the film's first k curves
 *     f32 [C][12]  cameras: eye, target, up, field of view (rad), height (m; 0: perspective), shot
 *
 * A frame's things are given by a list of their indices, since consecutive frames mostly have the
 * same list. An entry is a thing in a frame.
 */
#include "app/view/reel/reel.h"

#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the page reads numbers as little-endian machines have them in memory"
#endif

typedef struct put {
    FILE *out;
    size_t bytes;
} put;

static void bytes(put *p, const void *data, size_t size) {
    fwrite(data, 1, size, p->out);
    p->bytes += size;
}

static void word(put *p, size_t x) {
    uint32_t u = (uint32_t)x;
    bytes(p, &u, sizeof u);
}

/* writes `count` items of an array from index `first` on; an array to which nothing was ever added
 * is NULL */
static void items(put *p, const void *array, size_t first, size_t count, size_t size) {
    if (count) bytes(p, (const char *)array + first * size, count * size);
}

static void end_section(put *p) {
    while (p->bytes % 8) bytes(p, "", 1);
}

static bool same_list(const tw_reel *r, const tw_reel_frame *a, const tw_reel_frame *b) {
    return a->count == b->count &&
           (!a->count || !memcmp(r->which.data + a->first, r->which.data + b->first,
                                 a->count * sizeof *r->which.data));
}

/* number of changes of the frames' list of things, the first list included; *all: number of entries
 * of the lists after each change */
static size_t count_lists(const tw_reel *r, size_t from, size_t to, size_t *all) {
    size_t lists = 0;
    *all = 0;
    for (size_t k = from; k < to; k++) {
        const tw_reel_frame *f = &r->frame.data[k];
        if (k > from && same_list(r, f, f - 1)) continue;
        lists++;
        *all += f->count;
    }
    return lists;
}

static void put_lists(put *p, const tw_reel *r, size_t from, size_t to) {
    size_t list = 0, begin = 0;
    for (size_t k = from; k < to; k++) {
        const tw_reel_frame *f = &r->frame.data[k];
        list += k > from && !same_list(r, f, f - 1);
        word(p, list);
    }
    for (size_t k = from; k < to; k++) {
        const tw_reel_frame *f = &r->frame.data[k];
        if (k > from && same_list(r, f, f - 1)) continue;
        word(p, begin);
        begin += f->count;
    }
    word(p, begin);
    end_section(p);
    for (size_t k = from; k < to; k++) {
        const tw_reel_frame *f = &r->frame.data[k];
        if (k > from && same_list(r, f, f - 1)) continue;
        items(p, r->which.data, f->first, f->count, sizeof *r->which.data);
    }
    end_section(p);
}

void tw_reel_put_frames(FILE *out, const tw_reel *r, size_t from, size_t to) {
    put p = {.out = out};
    size_t entries = 0, marks = 0, values = 0, all, lists = count_lists(r, from, to, &all);
    for (size_t k = from; k < to; k++) {
        entries += r->frame.data[k].count;
        marks += r->frame.data[k].marks;
        values += r->frame.data[k].curves;
    }
    bool cameras = r->camera.count >= to * TW_REEL_CAMERA;
    const size_t head[] = {from,  to - from, entries, marks, values, cameras ? to - from : 0,
                           lists, all};
    for (int i = 0; i < 8; i++) word(&p, head[i]);
    for (size_t k = from; k < to; k++) bytes(&p, &r->frame.data[k].time, sizeof(double));
    put_lists(&p, r, from, to);
    for (size_t k = from; k < to; k++)
        items(&p, r->pose.data, r->frame.data[k].first, r->frame.data[k].count,
              TW_REEL_POSE * sizeof(float));
    end_section(&p);
    marks = values = 0;
    for (size_t k = from; k < to; marks += r->frame.data[k++].marks) word(&p, marks);
    word(&p, marks);
    end_section(&p);
    for (size_t k = from; k < to; k++)
        items(&p, r->mark.data, r->frame.data[k].first_mark, r->frame.data[k].marks,
              TW_REEL_MARK * sizeof(float));
    end_section(&p);
    for (size_t k = from; k < to; values += r->frame.data[k++].curves) word(&p, values);
    word(&p, values);
    end_section(&p);
    for (size_t k = from; k < to; k++)
        items(&p, r->value.data, r->frame.data[k].first_curve, r->frame.data[k].curves,
              sizeof(float));
    end_section(&p);
    if (cameras) items(&p, r->camera.data, from, to - from, TW_REEL_CAMERA * sizeof(float));
    end_section(&p);
}
