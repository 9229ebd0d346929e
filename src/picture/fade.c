/* Mixes two pictures for a fade; see fade.h. */
#include "picture/fade.h"

#include "shape/map/pixmap.h"

#include <math.h>

double tw_fade_share(size_t k, size_t n) {
    double u = (double)k / (double)(n + 1);
    return u * u * (3 - 2 * u);
}

void tw_fade_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share) {
    const float *light = tw_pixmap_light();
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *a = over + 4 * i;
        const uint8_t *b = under + 4 * i;
        if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3]) continue;
        double wa = share * a[3], wb = (1 - share) * b[3], sum = wa + wb;
        if (!(sum > 0)) wa = share, wb = 1 - share, sum = 1;
        for (int c = 0; c < 3; c++)
            a[c] = tw_pixmap_byte((wa * (double)light[a[c]] + wb * (double)light[b[c]]) / sum);
        a[3] = (uint8_t)floor(share * a[3] + (1 - share) * b[3] + 0.5);
    }
}

void tw_fade_light(float *over, const float *under, size_t pixels, double share) {
    for (size_t i = 0; i < 4 * pixels; i++)
        over[i] = (float)(share * (double)over[i] + (1 - share) * (double)under[i]);
}
