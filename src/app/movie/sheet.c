/*
 * Contact sheets; see sheet.h.
 *
 * Every picture is shrunk by averaging linear light (not sRGB bytes) over the area of each new
 * pixel (library/picture/paper.h), so that thin bright lines do not darken, and drawn on dark grey.
 */
#include "app/movie/sheet.h"

#include "app/base/report.h"
#include "app/base/stop.h"
#include "base/text/path.h"
#include "io/picture/image.h"
#include "io/picture/png/png_read.h"
#include "library/picture/paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 8, LETTERS = 13, LABEL = 18, PAPER = 0x1c1c1c };

typedef struct layout {
    int columns, rows;
    int cell_width, cell_height; /* largest size of a picture in the sheet, pixels */
    int width, height;           /* size of the sheet, pixels */
} layout;

/* ---- the sheet ------------------------------------------------------------------------------ */

static tw_status lay_out(const tw_sheet *s, layout *l) {
    int n = (int)s->frames->count, most = s->width > 0 ? s->width : TW_SHEET_WIDTH;
    l->columns = s->columns ? s->columns : (int)ceil(sqrt((double)n));
    if (l->columns > n) l->columns = n;
    l->rows = (n + l->columns - 1) / l->columns;
    /* the cells of the sheet have the proportions of the first picture; other pictures are shrunk
     * to fit in */
    int w, h;
    TW_TRY(tw_png_size(s->frames->data[0].path, &w, &h));
    l->cell_width = (most - (l->columns + 1) * GAP) / l->columns;
    if (l->cell_width > w) l->cell_width = w;
    if (l->cell_width < 8)
        return tw_fail(TW_USAGE, "sheet: %d columns do not fit into a width of %d pixels",
                       l->columns, most);
    l->cell_height = (int)fmax(1, floor((double)h * l->cell_width / w + 0.5));
    l->width = l->columns * (l->cell_width + GAP) + GAP;
    double height = (double)l->rows * (l->cell_height + LABEL + GAP) + GAP;
    if (height > TW_PICTURE_MOST)
        return tw_fail(TW_USAGE,
                       "sheet: %d pictures in %d columns would be %.0f pixels high, more than %d; "
                       "ask for more --columns or fewer pictures",
                       n, l->columns, height, TW_PICTURE_MOST);
    l->height = (int)height;
    return TW_OK;
}

static void label_of(const tw_sheet *s, size_t i, bool brief, char *text, size_t size) {
    const tw_movie_frame *f = &s->frames->data[i];
    if (s->labels)
        snprintf(text, size, "%s", s->labels[i]);
    else if (!f->number)
        snprintf(text, size, "%s", tw_path_name(f->path));
    else if (f->timed && !brief)
        snprintf(text, size, "%d   %.3f s", f->number, f->time);
    else
        snprintf(text, size, "%d", f->number);
}

/* draws the label of picture i, shortened so that it is not wider than `room` pixels */
static tw_status put_label(const tw_sheet *s, size_t i, tw_paper *sheet, int x, int y, int room) {
    static const tw_paper_ink ink = {0.86f, 0.86f, 0.84f};
    char text[256];
    double width, up;
    for (int brief = 0; brief < 2; brief++) {
        label_of(s, i, brief, text, sizeof text);
        TW_TRY(tw_paper_measure(text, LETTERS, &width, &up));
        if (width <= room) break;
    }
    for (size_t n = strlen(text); width > room && n > 0; n--) {
        /* shortens by a whole UTF-8 character */
        while (n > 1 && ((unsigned char)text[n - 1] & 0xc0) == 0x80) n--;
        text[n - 1] = '\0';
        TW_TRY(tw_paper_measure(text, LETTERS, &width, &up));
    }
    return tw_paper_label(sheet, x + 0.5 * (room - width), y + up + 1, LETTERS, text, ink);
}

static tw_status put_pictures(const tw_sheet *s, const layout *l, tw_paper *sheet) {
    for (size_t i = 0; i < s->frames->count; i++) {
        TW_TRY(tw_stop_poll(NULL));
        int width, height, row = (int)i / l->columns, column = (int)i % l->columns;
        int x = GAP + column * (l->cell_width + GAP);
        int y = GAP + row * (l->cell_height + LABEL + GAP);
        uint8_t *rgba;
        TW_TRY(tw_png_read(s->frames->data[i].path, &width, &height, &rgba));
        tw_paper_picture(sheet, rgba, width, height, x, y, l->cell_width, l->cell_height);
        free(rgba);
        TW_TRY(put_label(s, i, sheet, x, y + l->cell_height, l->cell_width));
    }
    return TW_OK;
}

tw_status tw_sheet_write(const tw_sheet *s, const char *path) {
    layout l = {0};
    TW_TRY(lay_out(s, &l));
    tw_paper *sheet;
    TW_TRY(tw_paper_create(l.width, l.height, PAPER, &sheet));
    tw_status status = put_pictures(s, &l, sheet);
    if (status == TW_OK) status = tw_paper_write(sheet, path);
    tw_paper_free(sheet);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

typedef struct sheet_options {
    tw_words words;
    const char *output;
    int columns, width, count;
    tw_frame_range range;
    bool quiet, json;
} sheet_options;

static tw_status set_width(void *place, const char *value) {
    int width;
    TW_TRY(tw_option_count(value, 64, &width));
    if (width > TW_PICTURE_MOST)
        return tw_fail(TW_USAGE, "expected at most %d, got '%s'", TW_PICTURE_MOST, value);
    *(int *)place = width;
    return TW_OK;
}

#define AT(member) offsetof(sheet_options, member)

static const tw_option options[] = {
    {"output", 'o', "FILE.png", "where the sheet goes", tw_set_word, AT(output)},
    {"columns", 0, "N", "pictures beside each other (default: about as many as rows)", tw_set_count,
     AT(columns)},
    {"width", 0, "N", "of the sheet in pixels (default 1920); pictures are never enlarged",
     set_width, AT(width)},
    {"frames", 0, "A-B[:S]", "only these, counted from 1, every S-th", tw_set_range, AT(range)},
    {"count", 0, "N", "N of them at equal distances, the first and the last among them",
     tw_set_count, AT(count)},
    {"quiet", 'q', NULL, "only failures", tw_set_switch, AT(quiet)},
    TW_OPTION_JSON(sheet_options, json),
};

const tw_option_table tw_sheet_table = {.command = "sheet",
                                        .option = options,
                                        .count = sizeof options / sizeof options[0],
                                        .word = tw_add_word,
                                        .word_place = AT(words)};

void tw_sheet_thin(tw_movie_frames *f, size_t count) {
    size_t n = f->count, kept = 0;
    if (count >= n) return;
    for (size_t i = 0; i < n; i++) {
        if (kept < count && i == (size_t)tw_spread((int)kept, (int)count, (int)n))
            f->data[kept++] = f->data[i];
        else
            free(f->data[i].path);
    }
    f->count = kept;
}

static tw_status work(const sheet_options *o, tw_movie_frames *frames, tw_report *report) {
    for (size_t i = 0; i < o->words.count; i++)
        TW_TRY(tw_movie_frames_add(frames, o->words.data[i]));
    if (o->range.first) TW_TRY(tw_movie_frames_choose(frames, o->range));
    if (o->count) tw_sheet_thin(frames, (size_t)o->count);
    tw_sheet sheet = {.frames = frames, .columns = o->columns, .width = o->width};
    TW_TRY(tw_sheet_write(&sheet, o->output));
    char line[4300];
    snprintf(line, sizeof line, "%s: %zu picture%s", o->output, frames->count,
             frames->count == 1 ? "" : "s");
    tw_report_line(report, "done", NULL, line);
    return TW_OK;
}

static tw_status check(const sheet_options *o) {
    if (!o->words.count)
        return tw_fail(TW_USAGE,
                       "sheet: expected pictures or a folder, got none (see 'tauwerk help sheet')");
    if (!o->output) return tw_fail(TW_USAGE, "sheet: option '-o': expected FILE.png, got none");
    if (!tw_ends_in(o->output, ".png"))
        return tw_fail(TW_USAGE, "sheet: option '-o': expected a name FILE.png, got '%s'",
                       o->output);
    return TW_OK;
}

tw_status tw_sheet_command(int argc, char *const *argv) {
    sheet_options o = {.width = TW_SHEET_WIDTH};
    tw_movie_frames frames = {0};
    tw_report *report = NULL;
    int used;
    tw_status status = tw_options_read(&tw_sheet_table, argc, argv, &o, &used);
    if (status == TW_OK) status = check(&o);
    if (status == TW_OK) status = tw_report_create(o.quiet, o.json, &report);
    if (status == TW_OK) status = work(&o, &frames, report);
    tw_kept kept = tw_failure_keep(status);
    tw_status closed = tw_report_close(report);
    tw_movie_frames_free(&frames);
    tw_array_free(&o.words);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
