/* YUV4MPEG2 and BT.709; see y4m.h. */
#include "io/picture/y4m.h"

#include <math.h>
#include <stdio.h>

static const double kr = 0.2126, kg = 0.7152, kb = 0.0722;

static uint8_t whole(double x) {
    return (uint8_t)floor(x + 0.5); /* x is in 16 .. 240, so the conversion to a byte is defined */
}

int tw_y4m_header(char *buf, size_t size, int width, int height, int rate_above, int rate_below,
                  tw_chroma chroma) {
    return snprintf(buf, size, "YUV4MPEG2 W%d H%d F%d:%d Ip A1:1 C%s XCOLORRANGE=LIMITED\n", width,
                    height, rate_above, rate_below, chroma == TW_CHROMA_444 ? "444" : "420mpeg2");
}

size_t tw_y4m_size(int width, int height, tw_chroma chroma) {
    size_t w = (size_t)width, h = (size_t)height;
    if (chroma == TW_CHROMA_444) return 3 * w * h;
    return w * h + 2 * ((w + 1) / 2) * ((h + 1) / 2);
}

static void luma(const uint8_t *rgba, size_t pixels, uint8_t *y) {
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = rgba + 4 * i;
        y[i] = whole(16 + 219.0 / 255 * (kr * p[0] + kg * p[1] + kb * p[2]));
    }
}

static void colour(const double rgb[3], uint8_t *cb, uint8_t *cr) {
    double e = kr * rgb[0] + kg * rgb[1] + kb * rgb[2];
    *cb = whole(128 + 224.0 / 255 * (rgb[2] - e) / (2 * (1 - kb)));
    *cr = whole(128 + 224.0 / 255 * (rgb[0] - e) / (2 * (1 - kr)));
}

/* rgb: weighted mean of the pixels around column 2 i and in rows 2 j and 2 j + 1, for the chroma
 * sample (i, j) of 4:2:0 */
static void around(const uint8_t *rgba, int width, int height, int i, int j, double rgb[3]) {
    static const double weight[3] = {0.25, 0.5, 0.25};
    rgb[0] = rgb[1] = rgb[2] = 0;
    for (int dy = 0; dy < 2; dy++)
        for (int dx = -1; dx < 2; dx++) {
            int x = 2 * i + dx, y = 2 * j + dy;
            x = x < 0 ? 0 : x >= width ? width - 1 : x;
            y = y >= height ? height - 1 : y;
            const uint8_t *p = rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
            for (int c = 0; c < 3; c++) rgb[c] += 0.5 * weight[dx + 1] * p[c];
        }
}

void tw_y4m_planes(const uint8_t *rgba, int width, int height, tw_chroma chroma, uint8_t *planes) {
    size_t pixels = (size_t)width * (size_t)height;
    luma(rgba, pixels, planes);
    if (chroma == TW_CHROMA_444) {
        for (size_t i = 0; i < pixels; i++) {
            const uint8_t *p = rgba + 4 * i;
            colour((double[]){p[0], p[1], p[2]}, planes + pixels + i, planes + 2 * pixels + i);
        }
        return;
    }
    int w = (width + 1) / 2, h = (height + 1) / 2;
    uint8_t *cb = planes + pixels, *cr = cb + (size_t)w * (size_t)h;
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            double rgb[3];
            around(rgba, width, height, i, j, rgb);
            colour(rgb, cb++, cr++);
        }
}
