/*
 * Picture files read back by other means than those that wrote them: PNG by stb_image and a
 * checksum of our own, PFM and OpenEXR by readers written from the formats' descriptions, halves by
 * a search over all halves. Failures tell the path and leave nothing behind.
 */
#include "io/picture/image.h"
#include "io/text/wav.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../support/exr.h"
#include "../../support/fail_malloc.h"
#include "../../support/random.h"

#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_LINEAR
#include <stb_image.h>

static char folder[] = "/tmp/tauwerk-io-XXXXXX";
static char path[64];

static int make_folder(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/picture", folder);
    return 0;
}

static int files_in_folder(void) {
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

static int remove_folder(void **state) {
    (void)state;
    remove(path);
    return rmdir(folder);
}

static unsigned char *file_bytes(size_t *size) {
    char *data;
    assert_int_equal(tw_file_read(path, &data, size), TW_OK);
    return (unsigned char *)data;
}

/* ---- PNG ---- */

static uint32_t big32(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* bit by bit, from the definition [PNG, annex D] */
static uint32_t checksum(const unsigned char *p, size_t n) {
    uint32_t c = 0xffffffffu;
    for (size_t i = 0; i < n; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    }
    return ~c;
}

/* signature, chunks with right checksums, IHDR first, IEND last, nothing after it */
static void assert_chunks(const unsigned char *png, size_t size, int width, int height,
                          int color_type) {
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    assert_true(size > 8);
    assert_memory_equal(png, signature, 8);
    size_t at = 8;
    int chunks = 0;
    bool ended = false;
    while (at < size) {
        assert_false(ended);
        assert_true(size - at >= 12);
        size_t n = big32(png + at);
        assert_true(size - at - 12 >= n);
        const unsigned char *type = png + at + 4;
        assert_int_equal(checksum(type, n + 4), big32(type + 4 + n));
        if (chunks++ == 0) {
            assert_memory_equal(type, "IHDR", 4);
            assert_int_equal(big32(type + 4), width);
            assert_int_equal(big32(type + 8), height);
            assert_int_equal(type[12], 8);
            assert_int_equal(type[13], color_type);
        }
        ended = memcmp(type, "IEND", 4) == 0;
        at += n + 12;
    }
    assert_true(ended);
}

/* noise, or smooth: what the filter and the compressor make of them differs */
static uint8_t *random_picture(size_t pixels, bool noise) {
    uint8_t *p = malloc(pixels * 4);
    assert_non_null(p);
    for (size_t i = 0; i < 4 * pixels; i++)
        p[i] = noise ? (uint8_t)random_bits() : (uint8_t)(i / 7 + (random_bits() & 1));
    return p;
}

static void assert_png(int width, int height, bool alpha, bool noise) {
    size_t pixels = (size_t)width * (size_t)height, size;
    uint8_t *picture = random_picture(pixels, noise);
    assert_int_equal(tw_png_write(path, width, height, picture, alpha), TW_OK);
    unsigned char *png = file_bytes(&size);
    assert_chunks(png, size, width, height, alpha ? 6 : 2);
    int w, h, channels;
    unsigned char *back = stbi_load_from_memory(png, (int)size, &w, &h, &channels, 0);
    assert_non_null(back);
    assert_int_equal(w, width);
    assert_int_equal(h, height);
    assert_int_equal(channels, alpha ? 4 : 3);
    for (size_t i = 0; i < pixels; i++)
        assert_memory_equal(back + i * (size_t)channels, picture + 4 * i, (size_t)channels);
    stbi_image_free(back);
    free(png);
    free(picture);
}

static void png_gives_the_pixels_back(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1},  {1, 9},     {9, 1},     {16, 16},
                                   {17, 3}, {640, 361}, {16384, 1}, {1, 16384}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int k = 0; k < 4; k++) assert_png(sizes[i][0], sizes[i][1], k & 1, k & 2);
    for (int i = 0; i < 50; i++)
        assert_png(1 + random_int(60), 1 + random_int(60), random_int(2), random_int(2));
}

/* ---- PFM ---- */

static float *random_light(size_t pixels) {
    float *p = malloc(pixels * 4 * sizeof *p);
    assert_non_null(p);
    for (size_t i = 0; i < 4 * pixels; i++) p[i] = (float)ldexp(uniform(0, 1), random_int(40) - 20);
    return p;
}

static void pfm_gives_the_pixels_back(void **state) {
    (void)state;
    const int width = 13, height = 7;
    float *picture = random_light(13 * 7);
    assert_int_equal(tw_pfm_write(path, width, height, picture), TW_OK);
    size_t size;
    unsigned char *data = file_bytes(&size);
    const char header[] = "PF\n13 7\n-1.0\n";
    size_t head = strlen(header);
    assert_memory_equal(data, header, head);
    assert_int_equal(size, head + 13 * 7 * 12);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 3; c++) {
                const unsigned char *p = data + head + (((height - 1 - y) * width + x) * 3 + c) * 4;
                uint32_t u = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                             (uint32_t)p[3] << 24;
                float f;
                memcpy(&f, &u, 4);
                assert_true(f == picture[(y * width + x) * 4 + c]);
            }
    free(data);
    free(picture);
}

/* ---- OpenEXR ---- */

static uint32_t little32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

typedef struct exr {
    int width, height, channels, compression;
    char names[8];
    uint16_t *half; /* [height][channels][width] */
} exr;

/* the header's attributes; returns where the table of blocks begins */
static size_t read_header(const unsigned char *b, size_t size, exr *e) {
    assert_true(size > 8);
    assert_int_equal(little32(b), 20000630);
    assert_int_equal(little32(b + 4), 2);
    size_t at = 8;
    int seen = 0;
    while (b[at]) {
        const char *name = (const char *)b + at, *type = name + strlen(name) + 1;
        const unsigned char *value = (const unsigned char *)type + strlen(type) + 1;
        size_t n = little32(value);
        value += 4;
        if (!strcmp(name, "channels")) {
            const unsigned char *c = value;
            for (; *c; c += strlen((const char *)c) + 17) {
                e->names[e->channels++] = (char)*c;
                assert_int_equal(little32(c + strlen((const char *)c) + 1), 1); /* half */
            }
            assert_int_equal(c + 1 - value, n);
            seen |= 1;
        } else if (!strcmp(name, "compression")) {
            e->compression = value[0];
            seen |= 2;
        } else if (!strcmp(name, "dataWindow")) {
            e->width = (int)(little32(value + 8) - little32(value) + 1);
            e->height = (int)(little32(value + 12) - little32(value + 4) + 1);
            seen |= 4;
        } else if (!strcmp(name, "displayWindow")) {
            seen |= 8;
        } else if (!strcmp(name, "lineOrder")) {
            assert_int_equal(value[0], 0);
            seen |= 16;
        } else if (!strcmp(name, "pixelAspectRatio") || !strcmp(name, "screenWindowWidth")) {
            assert_int_equal(little32(value), 0x3f800000); /* 1 */
            seen |= name[0] == 'p' ? 32 : 64;
        } else if (!strcmp(name, "screenWindowCenter")) {
            assert_int_equal(n, 8);
            seen |= 128;
        }
        at = (size_t)(value - b) + n;
    }
    assert_int_equal(seen, 255); /* all that the format requires */
    return at + 1;
}

/* undoes compression, differences and the split into even and odd bytes */
static void unpack(const unsigned char *data, size_t n, unsigned char *out, size_t bytes) {
    if (n == bytes) { /* stored as it is */
        memcpy(out, data, n);
        return;
    }
    unsigned char *t = malloc(bytes);
    assert_non_null(t);
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    size_t got;
    assert_int_equal(libdeflate_zlib_decompress(d, data, n, t, bytes, &got), LIBDEFLATE_SUCCESS);
    assert_int_equal(got, bytes);
    libdeflate_free_decompressor(d);
    for (size_t i = 1; i < bytes; i++) t[i] = (unsigned char)(t[i - 1] + t[i] - 128);
    for (size_t i = 0; i < bytes; i++) out[i] = t[i % 2 ? (bytes + 1) / 2 + i / 2 : i / 2];
    free(t);
}

static exr read_exr(void) {
    exr e = {0};
    size_t size;
    unsigned char *b = file_bytes(&size);
    size_t table = read_header(b, size, &e);
    assert_int_equal(e.compression, 3);
    size_t line = (size_t)e.width * (size_t)e.channels * 2;
    e.half = malloc(line * (size_t)e.height);
    unsigned char *raw = malloc(line * 16);
    assert_non_null(e.half);
    assert_non_null(raw);
    size_t end = table + 8 * (size_t)((e.height + 15) / 16);
    for (int y = 0; y < e.height; y += 16, table += 8) {
        assert_int_equal(little32(b + table), end); /* blocks follow one another */
        assert_int_equal(little32(b + table + 4), 0);
        assert_int_equal(little32(b + end), y);
        size_t n = little32(b + end + 4), lines = (size_t)(e.height - y < 16 ? e.height - y : 16);
        unpack(b + end + 8, n, raw, line * lines);
        for (size_t i = 0; i < line * lines / 2; i++)
            e.half[(size_t)y * line / 2 + i] = (uint16_t)(raw[2 * i] | raw[2 * i + 1] << 8);
        end += 8 + n;
    }
    assert_int_equal(end, size);
    free(raw);
    free(b);
    return e;
}

/* from the definition: 5 bits of exponent, 10 of fraction */
static double half_value(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h & 0x8000 ? -v : v;
}

/* the nearest finite half, ties to the even one, by bisection over all of them */
static uint16_t nearest_half(float f) {
    if (isnan(f)) return 0;
    double x = fabs((double)f);
    uint16_t sign = signbit(f) ? 0x8000 : 0, low = 0, high = 0x7bff;
    if (x >= half_value(high)) return sign | high;
    while (high - low > 1) {
        uint16_t middle = (uint16_t)((low + high) / 2);
        if (half_value(middle) <= x)
            low = middle;
        else
            high = middle;
    }
    double below = x - half_value(low), above = half_value(high) - x;
    if (below < above || (below == above && low % 2 == 0)) return sign | low;
    return sign | high;
}

static size_t channel_of(const exr *e, char name) {
    const char *p = strchr(e->names, name);
    assert_non_null(p);
    return (size_t)(p - e->names);
}

static void assert_exr(int width, int height, const float *rgba, bool alpha) {
    assert_int_equal(exr_write(path, width, height, rgba, alpha), TW_OK);
    exr e = read_exr();
    assert_int_equal(e.width, width);
    assert_int_equal(e.height, height);
    assert_string_equal(e.names, alpha ? "ABGR" : "BGR"); /* sorted, as the format asks for */
    for (size_t c = 0; c < (alpha ? 4u : 3u); c++)
        for (size_t y = 0; y < (size_t)height; y++)
            for (size_t x = 0; x < (size_t)width; x++) {
                float f = rgba[(y * (size_t)width + x) * 4 + c];
                size_t row = y * (size_t)e.channels + channel_of(&e, "RGBA"[c]);
                assert_int_equal(e.half[row * (size_t)width + x], nearest_half(f));
            }
    free(e.half);
}

static void exr_gives_the_pixels_back(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 16}, {5, 17}, {64, 48}, {101, 67}, {16384, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        float *p = random_light((size_t)sizes[i][0] * (size_t)sizes[i][1]);
        assert_exr(sizes[i][0], sizes[i][1], p, i & 1);
        /* the same everywhere: blocks that shrink */
        for (int k = 0; k < 4 * sizes[i][0] * sizes[i][1]; k++) p[k] = 0.25f;
        assert_exr(sizes[i][0], sizes[i][1], p, true);
        free(p);
    }
}

/* every half, every middle between two, and the floats beside both, with both signs; what is beyond
 * the largest half; what is no number */
static void halves_are_the_nearest(void **state) {
    (void)state;
    enum { WIDTH = 1024, HEIGHT = 372 };
    float *p = calloc(WIDTH * HEIGHT * 4, sizeof *p);
    assert_non_null(p);
    size_t n = 0;
    for (uint16_t h = 0; h <= 0x7bff; h++) {
        float value = (float)half_value(h);
        float middle = (float)((half_value(h) + (h < 0x7bff ? half_value(h + 1) : 65536)) / 2);
        float f[] = {value,  nextafterf(value, -1),  nextafterf(value, INFINITY),
                     middle, nextafterf(middle, -1), nextafterf(middle, INFINITY)};
        for (int k = 0; k < 6; k++, n += 2) {
            p[n] = f[k];
            p[n + 1] = -f[k];
        }
    }
    static const float special[] = {INFINITY, -INFINITY, NAN, 1e30f, -1e30f, 1e-45f, 65520, 65519};
    for (size_t k = 0; k < sizeof special / sizeof special[0]; k++) p[n++] = special[k];
    assert_true(n <= WIDTH * HEIGHT * 4);
    assert_exr(WIDTH, HEIGHT, p, true);
    free(p);
}

/* ---- failures ---- */

static tw_status write_any(int format, const char *to, int width, int height) {
    static const uint8_t bytes[16 * 4];
    static const float floats[16 * 4];
    if (format == 0) return tw_png_write(to, width, height, bytes, false);
    if (format == 1) return tw_pfm_write(to, width, height, floats);
    return exr_write(to, width, height, floats, true);
}

static void sizes_are_checked(void **state) {
    (void)state;
    static const int wrong[][2] = {{0, 4}, {4, 0}, {-1, 4}, {16385, 1}, {1, 16385}, {INT32_MAX, 1}};
    remove(path);
    for (int format = 0; format < 3; format++)
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            assert_int_equal(write_any(format, path, wrong[i][0], wrong[i][1]), TW_ARGUMENT);
            assert_non_null(strstr(tw_failure(), "1 to 16384 pixels"));
            assert_int_equal(files_in_folder(), 0);
        }
}

static void unwritable_paths_are_told(void **state) {
    (void)state;
    char missing[96];
    snprintf(missing, sizeof missing, "%s/none/a.png", folder);
    const char *paths[] = {missing, folder, "/dev/full"};
    remove(path);
    for (int format = 0; format < 3; format++)
        for (int i = 0; i < 3; i++) {
            assert_int_equal(write_any(format, paths[i], 4, 4), TW_IO);
            assert_non_null(strstr(tw_failure(), paths[i]));
            assert_int_equal(files_in_folder(), 0);
        }
}

/* the k-th allocation fails, for every k: told, and the old file stays */
static void memory_runs_out(void **state) {
    (void)state;
    for (int format = 0; format < 3; format++) {
        assert_int_equal(tw_file_write(path, "old", 3), TW_OK);
        long k = 0;
        for (;; k++) {
            allocations_left = k;
            tw_status s = write_any(format, path, 4, 4);
            allocations_left = -1;
            if (s == TW_OK) break;
            assert_int_equal(s, TW_MEMORY);
            assert_int_equal(files_in_folder(), 1);
            size_t size;
            free(file_bytes(&size));
            assert_int_equal(size, 3);
        }
        assert_true(k >= 3 && k < 100);
    }
}

/* 16 bits, little endian, behind 44 bytes of head; cut off beyond -1 .. 1 */
static void wav_has_the_samples(void **state) {
    (void)state;
    const double sample[] = {0, 0.5, -0.5, 1, -1, 3, -3};
    const int expected[] = {0, 16384, -16383, 32767, -32767, 32767, -32767};
    char name[] = "/tmp/tauwerk_wav_XXXXXX";
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(tw_wav_write(name, sample, 7, 48000), TW_OK);
    char *data;
    size_t size;
    assert_int_equal(tw_file_read(name, &data, &size), TW_OK);
    assert_int_equal(size, 44 + 14);
    for (int i = 0; i < 7; i++) {
        const uint8_t *p = (const uint8_t *)data + 44 + 2 * i;
        int bits = p[0] | p[1] << 8;
        assert_int_equal(bits < 0x8000 ? bits : bits - 0x10000, expected[i]);
    }
    free(data);
    unlink(name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_gives_the_pixels_back), cmocka_unit_test(pfm_gives_the_pixels_back),
        cmocka_unit_test(exr_gives_the_pixels_back), cmocka_unit_test(halves_are_the_nearest),
        cmocka_unit_test(sizes_are_checked),         cmocka_unit_test(unwritable_paths_are_told),
        cmocka_unit_test(wav_has_the_samples),       cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
