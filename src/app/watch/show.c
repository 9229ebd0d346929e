/*
 * Showing a picture in the terminal; see watch.h: by the program chafa, which supports kitty's and
 * sixel graphics and detects what the terminal can do, if that is missing by half-block characters
 * in 24-bit colours: each cell shows two pixels, one above the other.
 */
#include "app/watch/watch.h"

#include "app/base/spawn.h"
#include "app/base/tools.h"
#include "io/picture/png/png_read.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* largest size of a picture in the terminal: columns and rows of character cells */
static void room(int *columns, int *rows) {
    struct winsize w;
    *columns = 80, *rows = 23;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col < 2 || w.ws_row < 4) return;
    *columns = w.ws_col;
    *rows = w.ws_row - 2; /* two lines are left for text */
}

static bool by_chafa(const char *path, int columns, int rows) {
    char size[40];
    snprintf(size, sizeof size, "%dx%d", columns, rows);
    const char *const argv[] = {"chafa", "--animate", "off", "--size", size, path, NULL};
    pid_t child;
    int how;
    fflush(stdout);
    if (tw_spawn(&(tw_program){.argv = argv}, &child)) return false;
    return tw_wait_for(child, &how) && tw_exit_of(how) == 0;
}

/* out: mean colour of an area of a picture of sRGB bytes, composited over black */
static void mean(const uint8_t *rgba, int width, int x0, int y0, int x1, int y1, int out[3]) {
    long sum[3] = {0, 0, 0}, n = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++, n++) {
            const uint8_t *p = rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
            for (int c = 0; c < 3; c++) sum[c] += p[c] * p[3] / 255;
        }
    for (int c = 0; c < 3; c++) out[c] = n ? (int)(sum[c] / n) : 0;
}

static tw_status by_blocks(const char *path, int columns, int rows) {
    int width, height;
    uint8_t *rgba;
    TW_TRY(tw_png_read(path, &width, &height, &rgba));
    /* a cell is about twice as high as wide, so its halves are square pixels */
    int w = columns < width ? columns : width, h = (int)((double)height * w / width + 0.5);
    if (h > 2 * rows) {
        h = 2 * rows;
        w = (int)((double)width * h / height + 0.5);
    }
    if (w < 1) w = 1;
    h = h < 2 ? 2 : h - h % 2;
    for (int y = 0; y < h; y += 2) {
        for (int x = 0; x < w; x++) {
            int x0 = x * width / w, x1 = (x + 1) * width / w, up[3], down[3];
            mean(rgba, width, x0, y * height / h, x1, (y + 1) * height / h, up);
            mean(rgba, width, x0, (y + 1) * height / h, x1, (y + 2) * height / h, down);
            printf("\033[38;2;%d;%d;%d;48;2;%d;%d;%dm\u2580", up[0], up[1], up[2], down[0], down[1],
                   down[2]);
        }
        puts("\033[0m");
    }
    free(rgba);
    return TW_OK;
}

tw_status tw_watch_show(const char *path, tw_show show, bool clear) {
    int columns, rows;
    char found[4096];
    if (show == TW_SHOW_NONE) return TW_OK;
    room(&columns, &rows);
    if (clear) fputs("\033[H\033[2J", stdout);
    bool chafa = show != TW_SHOW_BLOCKS && tw_tool_find("chafa", found, sizeof found);
    if (show == TW_SHOW_CHAFA && !chafa)
        return tw_fail(TW_IO, "watch: the program chafa is not there; --show blocks needs none");
    tw_status s = TW_OK;
    if (!chafa || !by_chafa(path, columns, rows)) s = by_blocks(path, columns, rows);
    fflush(stdout);
    return s;
}
