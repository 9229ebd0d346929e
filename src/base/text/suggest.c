/* Nearest word; see suggest.h. */
#include "base/text/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { WORD = 48 };

static int min2(int a, int b) {
    return a < b ? a : b;
}

static int letter(const char *s, size_t i) {
    return tolower((unsigned char)s[i]);
}

/* number of edits (insert, delete, replace, swap) between two words of at most WORD letters; upper
 * and lower case are equal */
static int edits(const char *a, size_t m, const char *b, size_t n) {
    int d[3][WORD + 1]; /* the last three rows of the table of distances, in turn */
    for (size_t j = 0; j <= n; j++) d[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *row = d[i % 3], *up = d[(i + 2) % 3], *up2 = d[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            int same = letter(a, i - 1) == letter(b, j - 1);
            row[j] = min2(min2(up[j] + 1, row[j - 1] + 1), up[j - 1] + !same);
            if (i > 1 && j > 1 && letter(a, i - 1) == letter(b, j - 2) &&
                letter(a, i - 2) == letter(b, j - 1))
                row[j] = min2(row[j], up2[j - 2] + 1);
        }
    }
    return d[m % 3][n];
}

/* largest number of edits by which a word of this length still counts as similar */
static int near_edits(size_t length) {
    return (int)(length + 2) / 3;
}

/* true: the word is a beginning of the candidate and has at least SHORTEST letters; upper and lower
 * case are equal */
static bool begins(const char *word, size_t m, const char *candidate, size_t n) {
    enum { SHORTEST = 4 }; /* least length of a beginning that counts as similar */
    if (m < SHORTEST || m > n) return false;
    for (size_t i = 0; i < m; i++)
        if (letter(word, i) != letter(candidate, i)) return false;
    return true;
}

/* Groups of words with the same meaning, each ended by NULL: a user who types one word may mean
 * another of its group. A word may be in several groups. */
static const char *const synonyms[][8] = {
    {"length", "height", "thickness", "depth"},
    {"rest", "length", "rest_length", "natural_length"},
    {"length", "duration", "seconds"},
    {"width", "breadth"},
    {"along", "direction", "dir"},
    {"radius", "diameter"},
    {"size", "extent", "extents", "dimensions", "half_extents", "scale"},
    {"size", "resolution"},
    {"color", "colour", "tint", "albedo"},
    {"orientation", "rotation", "attitude", "quaternion"},
    {"position", "location", "place", "translation", "at"},
    {"velocity", "speed"},
    {"angular_velocity", "omega", "rotation_rate"},
    {"density", "mass", "weight"},
    {"stiffness", "spring_constant"},
    {"damping", "viscosity"},
    {"restitution", "bounce", "bounciness", "elasticity"},
    {"opacity", "alpha", "transparency"},
    {"fov", "field_of_view"},
    {"eye", "position", "location"},
    {"target", "look_at", "center"},
    {"fps", "frame_rate", "framerate"},
    {"step", "dt", "time_step"},
    {"fixed", "static", "anchored"},
    {"collide", "collision", "collides"},
    {"from", "start", "begin"},
    {"to", "stop", "finish"},
    {"within", "tolerance", "epsilon"},
};

static bool same_word(const char *a, const char *b) {
    size_t n = strlen(a);
    if (n != strlen(b)) return false;
    for (size_t i = 0; i < n; i++)
        if (letter(a, i) != letter(b, i)) return false;
    return true;
}

static bool same_meaning(const char *a, const char *b) {
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        bool has_a = false, has_b = false;
        for (const char *const *w = synonyms[i]; *w; w++) {
            has_a = has_a || same_word(a, *w);
            has_b = has_b || same_word(b, *w);
        }
        if (has_a && has_b) return true;
    }
    return false;
}

tw_suggestion tw_suggestion_for(const char *word) {
    return (tw_suggestion){word, NULL, near_edits(strlen(word)) + 1};
}

void tw_suggestion_offer(tw_suggestion *s, const char *candidate) {
    size_t m = strlen(s->word), n = strlen(candidate);
    if (m > WORD || n > WORD) return;
    /* a word with the same meaning is preferred to any similar spelling */
    if (s->distance > 0 && same_meaning(s->word, candidate)) {
        s->distance = 0;
        s->best = candidate;
        return;
    }
    int d = edits(s->word, m, candidate, n);
    if (begins(s->word, m, candidate, n)) d = min2(d, near_edits(m));
    /* a distance as large as the longer word means that the words have no letter in common, so
     * short words do not count as near by their shortness */
    if (d < s->distance && d < (int)(m > n ? m : n)) {
        s->distance = d;
        s->best = candidate;
    }
}
