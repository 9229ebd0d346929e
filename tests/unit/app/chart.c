/* Charts of curves: pieces between gaps, as paths of the SVG. */
#include "app/plot/chart.h"
#include "base/file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* the SVG of one curve */
static char *chart_of(const double (*xy)[2], size_t n) {
    tw_chart chart = {.title = strdup("a"), .x0 = 0, .x1 = 5};
    tw_panel *panel;
    tw_curve *curve;
    char *text, folder[] = "/tmp/tauwerk-chart-XXXXXX", name[64];
    size_t size;
    assert_non_null(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/chart.svg", folder);
    assert_int_equal(tw_chart_panel(&chart, "b", "m", false, &panel), TW_OK);
    assert_int_equal(tw_panel_curve(panel, "c", false, &curve), TW_OK);
    for (size_t i = 0; i < n; i++) assert_int_equal(tw_curve_add(curve, xy[i][0], xy[i][1]), TW_OK);
    assert_int_equal(tw_chart_write(&chart, name), TW_OK);
    tw_chart_free(&chart);
    assert_int_equal(tw_file_read(name, &text, &size), TW_OK);
    unlink(name);
    rmdir(folder);
    return text;
}

static int times(const char *text, const char *word) {
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)); p++) n++;
    return n;
}

/* a curve is cut where its time or its value is no number, and nothing else is drawn there */
static void gaps(void **state) {
    (void)state;
    const double whole[][2] = {{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}};
    const double cut[][2] = {{0, 0}, {1, 1}, {2, (double)NAN}, {3, 1}, {4, 0}};
    const double out[][2] = {{0, 0}, {1, 1}, {2, (double)INFINITY}, {3, 1}, {4, 0}};
    const double late[][2] = {{0, 0}, {1, 1}, {(double)NAN, 0}, {3, 1}, {4, 0}};
    char *text = chart_of(whole, 5);
    int paths = times(text, "<polyline"), words = times(text, "nan") + times(text, "inf");
    free(text);
    const double(*curves[])[2] = {cut, out, late};
    for (int i = 0; i < 3; i++) {
        text = chart_of(curves[i], 5);
        assert_int_equal(times(text, "<polyline"), paths + 1);
        assert_int_equal(times(text, "nan") + times(text, "inf"), words);
        free(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(gaps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
