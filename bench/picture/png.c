/*
 * Writing a picture as PNG: Tauwerk's way against stb_image_write as it comes.
 *     bench_picture_png RUNS [WIDTH HEIGHT] < picture.rgba
 * A line a run: milliseconds of the processor and bytes, of Tauwerk and of stb, to files in /tmp.
 */
#include "io/picture/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static long size_of(const char *path) {
    struct stat s;
    return stat(path, &s) ? -1 : (long)s.st_size;
}

int main(int n, char **args) {
    /* the picture: raw RGBA on standard input */
    int width = n > 3 ? atoi(args[2]) : 1920, height = n > 3 ? atoi(args[3]) : 1080;
    size_t pixels = (size_t)width * (size_t)height;
    unsigned char *rgba = malloc(pixels * 4), *rgb = malloc(pixels * 3);
    if (n < 2 || !rgba || !rgb || fread(rgba, 4, pixels, stdin) != pixels) {
        fprintf(stderr, "usage: bench_picture_png RUNS [WIDTH HEIGHT] < picture.rgba\n");
        return 2;
    }
    for (size_t i = 0; i < pixels; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    static const char ours[] = "/tmp/bench_picture_ours.png",
                      theirs[] = "/tmp/bench_picture_stb.png";
    for (int i = 0; i < atoi(args[1]); i++) {
        double t0 = now();
        if (tw_png_write(ours, width, height, rgba, false)) return 1;
        double t1 = now();
        if (!stbi_write_png(theirs, width, height, 3, rgb, 3 * width)) return 1;
        double t2 = now();
        printf("%.1f %ld %.1f %ld\n", t1 - t0, size_of(ours), t2 - t1, size_of(theirs));
    }
    remove(ours);
    remove(theirs);
    free(rgba);
    free(rgb);
    return 0;
}
