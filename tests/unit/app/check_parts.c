/* What `tauwerk check` is made of: escaping, base64, dissimilarity of pictures, reading of goldens.
 */
#include "app/check/compare.h"
#include "base/file.h"
#include "io/picture/likeness.h"
#include "io/text/markup.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void written(void (*put)(FILE *out, const char *text), const char *text, const char *want) {
    char *got = NULL;
    size_t size;
    FILE *out = open_memstream(&got, &size);
    assert_non_null(out);
    put(out, text);
    fclose(out);
    assert_string_equal(got, want);
    free(got);
}

static void markup(void **state) {
    (void)state;
    written(tw_markup_text, "a<b> & \"c\" 'd'", "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    written(tw_markup_text, "τ = 1\n", "τ = 1\n");
    /* control characters, a lone byte, an overlong slash, a surrogate, a sequence that is cut off
     */
    written(tw_markup_text,
            "a\x01"
            "b",
            "a\xef\xbf\xbd"
            "b");
    written(tw_markup_text, "\xff", "\xef\xbf\xbd");
    written(tw_markup_text, "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    written(tw_markup_text, "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    written(tw_markup_text, "\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd");
    written(tw_markup_text, "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80");
    written(tw_markup_csv, "a b;'c'", "a b;'c'");
    written(tw_markup_csv, "a,b", "\"a,b\"");
    written(tw_markup_csv, "a \"b\"", "\"a \"\"b\"\"\"");
    written(tw_markup_csv, "a\nb", "\"a\nb\"");
    written(tw_markup_csv, "", "");
}

static void base64_text(FILE *out, const char *text) {
    tw_markup_base64(out, text, strlen(text));
}

/* the test vectors of RFC 4648 section 10 */
static void base64(void **state) {
    (void)state;
    written(base64_text, "", "");
    written(base64_text, "f", "Zg==");
    written(base64_text, "fo", "Zm8=");
    written(base64_text, "foo", "Zm9v");
    written(base64_text, "foob", "Zm9vYg==");
    written(base64_text, "fooba", "Zm9vYmE=");
    written(base64_text, "foobar", "Zm9vYmFy");
}

enum { W = 24, H = 17 };

static void fill(uint8_t *p, int (*value)(int x, int y, int c)) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            for (int c = 0; c < 4; c++)
                p[(y * W + x) * 4 + c] = (uint8_t)(c == 3 ? 255 : value(x, y, c));
}

static int dark(int x, int y, int c) {
    return (void)x, (void)y, (void)c, 60;
}
static int bright(int x, int y, int c) {
    return (void)x, (void)y, c == 1 ? 180 : 60;
}
static int checker(int x, int y, int c) {
    return (void)c, (x + y) % 2 ? 200 : 40;
}
static int inverse(int x, int y, int c) {
    return 240 - checker(x, y, c);
}

static double dssim(const uint8_t *a, const uint8_t *b, uint8_t *map) {
    double d = -1;
    assert_int_equal(tw_likeness(W, H, a, b, &d, map), TW_OK);
    return d;
}

static void likeness(void **state) {
    (void)state;
    static uint8_t a[W * H * 4], b[W * H * 4], map[W * H * 4];
    fill(a, checker);
    assert_true(dssim(a, a, map) == 0);
    assert_int_equal(map[0], 0);
    /* even pictures have no variance: what is left of SSIM is its first factor, here of one channel
     */
    fill(a, dark);
    fill(b, bright);
    double c1 = 2.55 * 2.55, s = (2 * 60.0 * 180 + c1) / (60.0 * 60 + 180.0 * 180 + c1);
    assert_true(fabs(dssim(a, b, map) - (1 - s) / 2) < 1e-12);
    assert_true(dssim(a, b, NULL) == dssim(b, a, NULL));
    assert_true(map[0] > 100);
    /* a negative: the covariance is minus the variance, and 1 - SSIM is nearly 2 */
    fill(a, checker);
    fill(b, inverse);
    double d = dssim(a, b, NULL);
    assert_true(d > 0.98 && d <= 1);
    /* one pixel by one step is seen, and is little */
    memcpy(b, a, sizeof b);
    b[(8 * W + 12) * 4]++;
    d = dssim(a, b, map);
    assert_true(d > 0 && d < 1e-4);
    assert_true(map[(8 * W + 12) * 4] > map[0]);
}

static const char whole[] =
    "tauwerk golden 1\nscene a b\nallowed 0 0 0 0 0 0 0 0 0 0 1\nbodies 2\nis one two\nis x\n"
    "state 1 0123456789abcdef aaabbbcccdddeeefffggghhh\nstate 2 0000000000000002\n"
    "body 1 1 2 3 1 0 0 0 0 0 0 0 0 0 one two\ncurve 1 1 2 3 4 5 6 7\n"
    "constraint 1 0.5 0 0 1 2 3 pin\npicture 1 a.0001.png\nfilm 2 30 0\nend\n";

static char path[64];

static tw_status read_text(const char *text, tw_golden *g) {
    assert_int_equal(tw_file_write(path, text, strlen(text)), TW_OK);
    return tw_golden_read(path, g);
}

static void goldens(void **state) {
    (void)state;
    tw_golden g;
    assert_int_equal(read_text(whole, &g), TW_OK);
    const tw_golden_scene *s = g.scenes.data;
    assert_int_equal(g.scenes.count, 1);
    assert_string_equal(s->name, "a b");
    assert_int_equal(s->states.count, 2);
    assert_true(s->states.data[0].hash == 0x0123456789abcdefu);
    assert_string_equal(s->names.data[0], "one two");
    assert_string_equal(s->bodies.data[0].name, "one two");
    assert_true(s->constraints.data[0].v[5] == 3);
    assert_int_equal(s->frames, 2);
    tw_golden_free(&g);
    /* wherever it is cut off, it is not taken for whole */
    for (size_t n = 0; n + 1 < sizeof whole - 1; n++) {
        char part[sizeof whole];
        memcpy(part, whole, n);
        part[n] = '\0';
        if (n == sizeof whole - 2) continue; /* only the last end of line is missing */
        assert_int_equal(read_text(part, &g), TW_IO);
        tw_golden_free(&g);
    }
    /* nor with any line changed to nonsense */
    static const char *const bad[] = {
        "tauwerk golden 2\nend\n",
        "tauwerk golden 1\nstate 1 0123456789abcdef\nend\n",
        "tauwerk golden 1\nscene a\nstate 1 0123456789abcdef\nend\n",
        "tauwerk golden 1\nscene a\nbodies 1\nstate 1 0123456789abcdef\nend\n",
        "tauwerk golden 1\nscene a\nbodies 0\nstate 1 0123456789abcde\nend\n",
        "tauwerk golden 1\nscene a\nbodies 0\nstate 1 0123456789abcdef abc\nend\n",
        "tauwerk golden 1\nscene a\npicture 1 ../x.png\nend\n",
        "tauwerk golden 1\nscene a\nbodies -1\nend\n",
        "tauwerk golden 1\nend\nscene a\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(read_text(bad[i], &g), TW_IO);
        tw_golden_free(&g);
    }
    unlink(path);
}

/* what differs between `whole` and it with one text for another; "" if nothing */
static const char *difference(const char *from, const char *to, size_t *count) {
    static char found[TW_FINDING_TEXT];
    char other[2 * sizeof whole];
    const char *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    tw_golden a, b;
    tw_comparison c;
    assert_int_equal(read_text(whole, &a), TW_OK);
    assert_int_equal(read_text(other, &b), TW_OK);
    a.scenes.data[0].pictures.count = b.scenes.data[0].pictures.count = 0;
    assert_int_equal(tw_compare(a.scenes.data, b.scenes.data, ".", ".", &c), TW_OK);
    *count = c.findings.count;
    snprintf(found, sizeof found, "%s", c.findings.count ? c.findings.data[0].text : "");
    tw_comparison_free(&c);
    tw_golden_free(&a);
    tw_golden_free(&b);
    unlink(path);
    return found;
}

static void expect_difference(const char *from, const char *to, const char *want) {
    size_t n;
    assert_string_equal(difference(from, to, &n), want);
    assert_int_equal(n, *want ? 1 : 0);
}

static void comparisons(void **state) {
    (void)state;
    expect_difference("end", "end", "");
    expect_difference("0123456789abcdef aaabbbcccdddeeefffggghhh",
                      "1123456789abcdef aaabbbcccdddeeefffggxhhh",
                      "frame 1 is the first that differs: body 'x', field velocity");
    expect_difference("is x", "is y", ""); /* the hash would tell */
    expect_difference("body 1 1 2 3", "body 1 1 2 3.0000000000000004",
                      "frame 1, body 'one two', field position: got (1, 2, 3.0000000000000004), "
                      "golden (1, 2, 3)");
    expect_difference("body 1 1 2 3", "body 1 1 2 nan",
                      "frame 1, body 'one two', field position: got (1, 2, nan), golden (1, 2, 3)");
    expect_difference("0.5 0 0 1 2 3 pin", "0.5 0 0 1 2 4 pin",
                      "frame 1, constraint 'pin', field force: got (1, 2, 4), golden (1, 2, 3)");
    expect_difference("curve 1 1 2", "curve 1 1 2.5",
                      "frame 1, potential energy (J): got 2.5, golden 2");
    expect_difference("film 2 30", "film 2 25",
                      "the film has 2 frames, 25 a second from 0 s on, in the golden 2, 30, 0");
    size_t n;
    assert_non_null(strstr(difference("scene a b", "scene ab", &n), "is called 'ab'"));
}

int main(void) {
    snprintf(path, sizeof path, "/tmp/check_parts.%ld", (long)getpid());
    const struct CMUnitTest tests[] = {cmocka_unit_test(markup), cmocka_unit_test(base64),
                                       cmocka_unit_test(likeness), cmocka_unit_test(goldens),
                                       cmocka_unit_test(comparisons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
