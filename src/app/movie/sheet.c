/*
 * Contact sheets; see sheet.h.
 *
 * Every picture is made smaller by the mean of the light (not of the sRGB bytes) over the area of
 * each new pixel, so that thin bright lines do not darken, and laid on dark grey.
 */
#include "app/movie/sheet.h"

#include "app/base/stop.h"
#include "base/text/path.h"
#include "io/picture/image.h"
#include "io/picture/png_read.h"
#include "picture/drawing/canvas.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 8, LETTERS = 13, LABEL = 18, PAPER = 28 };

typedef struct layout {
    int columns, rows;
    int cell_width, cell_height; /* of the pictures, pixels */
    int width, height;           /* of the sheet */
} layout;

/* ---- making a picture smaller --------------------------------------------------------------- */

/* light of the area x0 .. x1, y0 .. y1 of a picture, over the paper */
static void mean(const uint8_t *rgba, int width, int height, double x0, double y0, double x1,
                 double y1, uint8_t out[3]) {
    const float *table = tw_pixmap_light();
    double sum[3] = {0, 0, 0}, area = 0, paper = (double)table[PAPER];
    for (int j = (int)y0; j < height && j < y1; j++)
        for (int i = (int)x0; i < width && i < x1; i++) {
            double w = (fmin(i + 1, x1) - fmax(i, x0)) * (fmin(j + 1, y1) - fmax(j, y0));
            const uint8_t *p = rgba + 4 * ((size_t)j * (size_t)width + (size_t)i);
            double alpha = p[3] / 255.0;
            for (int c = 0; c < 3; c++)
                sum[c] += w * (alpha * (double)table[p[c]] + (1 - alpha) * paper);
            area += w;
        }
    for (int c = 0; c < 3; c++) out[c] = tw_pixmap_byte(area > 0 ? sum[c] / area : 0);
}

/* the picture into the box of w x h pixels at x, y, whole and in its own proportions */
static void place(tw_image *sheet, const uint8_t *rgba, int width, int height, int x, int y, int w,
                  int h) {
    double k = fmin(1, fmin((double)w / width, (double)h / height));
    int tw = (int)fmax(1, floor(width * k + 0.5)), th = (int)fmax(1, floor(height * k + 0.5));
    double kx = (double)width / tw, ky = (double)height / th;
    x += (w - tw) / 2;
    y += (h - th) / 2;
    for (int j = 0; j < th; j++)
        for (int i = 0; i < tw; i++) {
            uint8_t *to =
                sheet->srgb + 4 * ((size_t)(y + j) * (size_t)sheet->width + (size_t)(x + i));
            mean(rgba, width, height, i * kx, j * ky, (i + 1) * kx, (j + 1) * ky, to);
        }
}

/* ---- the sheet ------------------------------------------------------------------------------ */

static tw_status lay_out(const tw_sheet *s, layout *l) {
    int n = (int)s->frames->count, most = s->width > 0 ? s->width : TW_SHEET_WIDTH;
    l->columns = s->columns ? s->columns : (int)ceil(sqrt((double)n));
    if (l->columns > n) l->columns = n;
    l->rows = (n + l->columns - 1) / l->columns;
    /* proportions from the first picture; others are fitted in */
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

/* as much of the label as there is room for */
static tw_status put_label(const tw_sheet *s, size_t i, tw_image *sheet, int x, int y, int room) {
    static const tw_ink ink = {0.86f, 0.86f, 0.84f, 1};
    char text[256];
    double width, up, down;
    for (int brief = 0; brief < 2; brief++) {
        label_of(s, i, brief, text, sizeof text);
        TW_TRY(tw_text_measure(text, LETTERS, &width, &up, &down));
        if (width <= room) break;
    }
    for (size_t n = strlen(text); width > room && n > 0; n--) {
        /* never half of a character */
        while (n > 1 && ((unsigned char)text[n - 1] & 0xc0) == 0x80) n--;
        text[n - 1] = '\0';
        TW_TRY(tw_text_measure(text, LETTERS, &width, &up, &down));
    }
    return tw_text_draw(sheet, x + 0.5 * (room - width), y + up + 1, LETTERS, text, ink);
}

static tw_status put_pictures(const tw_sheet *s, const layout *l, tw_image *sheet) {
    for (size_t i = 0; i < s->frames->count; i++) {
        TW_TRY(tw_stop_poll(NULL));
        int width, height, row = (int)i / l->columns, column = (int)i % l->columns;
        int x = GAP + column * (l->cell_width + GAP);
        int y = GAP + row * (l->cell_height + LABEL + GAP);
        uint8_t *rgba;
        TW_TRY(tw_png_read(s->frames->data[i].path, &width, &height, &rgba));
        place(sheet, rgba, width, height, x, y, l->cell_width, l->cell_height);
        free(rgba);
        TW_TRY(put_label(s, i, sheet, x, y + l->cell_height, l->cell_width));
    }
    return TW_OK;
}

tw_status tw_sheet_write(const tw_sheet *s, const char *path) {
    layout l = {0};
    TW_TRY(lay_out(s, &l));
    tw_image sheet;
    TW_TRY(tw_image_create(l.width, l.height, &sheet));
    size_t pixels = (size_t)l.width * (size_t)l.height;
    for (size_t i = 0; i < pixels; i++) {
        memset(sheet.srgb + 4 * i, PAPER, 3);
        sheet.srgb[4 * i + 3] = 255;
    }
    tw_status status = put_pictures(s, &l, &sheet);
    if (status == TW_OK) status = tw_png_write(path, l.width, l.height, sheet.srgb, false);
    tw_image_free(&sheet);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

typedef struct sheet_options {
    tw_words words;
    const char *output;
    int columns, width, count;
    tw_frame_range range;
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

static tw_status work(const sheet_options *o, tw_movie_frames *frames) {
    for (size_t i = 0; i < o->words.count; i++)
        TW_TRY(tw_movie_frames_add(frames, o->words.data[i]));
    if (o->range.first) TW_TRY(tw_movie_frames_choose(frames, o->range));
    if (o->count) tw_sheet_thin(frames, (size_t)o->count);
    tw_sheet sheet = {.frames = frames, .columns = o->columns, .width = o->width};
    return tw_sheet_write(&sheet, o->output);
}

static tw_status check(const sheet_options *o) {
    if (!o->words.count)
        return tw_fail(TW_USAGE, "sheet: of which pictures? (see 'tauwerk help sheet')");
    if (!o->output) return tw_fail(TW_USAGE, "sheet: -o FILE.png says where it goes");
    if (!tw_ends_in(o->output, ".png"))
        return tw_fail(TW_USAGE, "sheet: option '-o': expected a name FILE.png, got '%s'",
                       o->output);
    return TW_OK;
}

tw_status tw_sheet_command(int argc, char *const *argv) {
    sheet_options o = {.width = TW_SHEET_WIDTH};
    tw_movie_frames frames = {0};
    int used;
    tw_status status = tw_options_read(&tw_sheet_table, argc, argv, &o, &used);
    if (status == TW_OK) status = check(&o);
    if (status == TW_OK) status = work(&o, &frames);
    tw_movie_frames_free(&frames);
    tw_array_free(&o.words);
    return status;
}
