/* Nearest words: the number of edits against a brute-force search, and what counts as near. */
#include "base/text/suggest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const char *nearest(const char *word, const char *const *known) {
    tw_suggestion s = tw_suggestion_for(word);
    for (; *known; known++) tw_suggestion_offer(&s, *known);
    return s.best;
}

static void names_the_nearest(void **state) {
    (void)state;
    const char *const known[] = {"radius", "length", "density", "rod", "position", NULL};
    assert_string_equal(nearest("radios", known), "radius");
    assert_string_equal(nearest("raduis", known), "radius");
    assert_string_equal(nearest("Radius", known), "radius");
    assert_string_equal(nearest("lenght", known), "length");
    assert_string_equal(nearest("postion", known), "position");
    assert_string_equal(nearest("rood", known), "rod");
    assert_string_equal(nearest("dens", known), "density");
    assert_null(nearest("pos", known));
    assert_null(nearest("colour", known));
    assert_null(nearest("x", known));
    assert_null(nearest("", known));
}

static void names_the_same_meaning(void **state) {
    (void)state;
    const char *const cylinder[] = {"radius",      "height", "density", "position",
                                    "orientation", "color",  NULL};
    assert_string_equal(nearest("length", cylinder), "height");
    assert_string_equal(nearest("Length", cylinder), "height");
    assert_string_equal(nearest("rotation", cylinder), "orientation");
    assert_string_equal(nearest("mass", cylinder), "density");
    assert_string_equal(nearest("colour", cylinder), "color");
    assert_null(nearest("speed", cylinder));
    /* spelling comes after meaning, whatever the order */
    const char *const box[] = {"side", "extent", NULL}, *const turned[] = {"extent", "side", NULL};
    assert_string_equal(nearest("size", box), "extent");
    assert_string_equal(nearest("size", turned), "extent");
    assert_string_equal(nearest("sidee", box), "side");
    /* the first of several stays */
    const char *const both[] = {"length", "height", NULL};
    assert_string_equal(nearest("depth", both), "length");
}

/* edits of all kinds, one and two away, by trying them all on words of a small alphabet */
static int one_edit(const char *a, const char *b) {
    size_t m = strlen(a), n = strlen(b), p = 0;
    if (m > n) return one_edit(b, a);
    while (p < m && a[p] == b[p]) p++;
    if (m == n) {
        if (p == m) return 0;
        if (!strcmp(a + p + 1, b + p + 1)) return 1;
        return p + 1 < m && a[p] == b[p + 1] && a[p + 1] == b[p] && !strcmp(a + p + 2, b + p + 2);
    }
    return n == m + 1 && !strcmp(a + p, b + p + 1);
}

static void one_edit_is_distance_one(void **state) {
    (void)state;
    char word[2][6];
    for (int i = 0; i < 243; i++) {
        for (int j = 0; j < 243; j++) {
            int k[2] = {i, j};
            for (int w = 0; w < 2; w++) {
                /* five letters of a, b, c; the words end at the first c and may be empty */
                for (int c = 0; c < 5; c++, k[w] /= 3) word[w][c] = (char)('a' + k[w] % 3);
                word[w][5] = '\0';
                word[w][strcspn(word[w], "c")] = '\0';
            }
            tw_suggestion s = {word[0], NULL, 100};
            tw_suggestion_offer(&s, word[1]);
            if (!s.best) continue; /* nothing in common */
            assert_int_equal(s.distance == 1, one_edit(word[0], word[1]));
            assert_int_equal(s.distance == 0, !strcmp(word[0], word[1]));
        }
    }
}

static void long_words_are_left_alone(void **state) {
    (void)state;
    char word[200];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    const char *const known[] = {"radius", word, NULL};
    assert_null(nearest(word, known));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_the_nearest),
        cmocka_unit_test(names_the_same_meaning),
        cmocka_unit_test(one_edit_is_distance_one),
        cmocka_unit_test(long_words_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
