/*
 * Stars: small smooth discs whose directions do not change.
 *
 * The six faces of a cube around the eye are cut into cells, in two layers: large cells with few
 * bright stars, small ones with many faint stars. A hash of the cell's number decides whether it
 * has a star and where. A disc has a radius of at least a pixel and a half, and its brightness
 * falls smoothly to its edge, so that one sample per pixel draws it without speckle and it does not
 * twinkle as the camera turns. Most stars are faint.
 */
#include "picture/light/back.h"
#include "picture/rays/sample.h"

#define EDGE 1.6f    /* least radius of a star's disc, pixels */
#define SIZE 0.0014f /* least radius of a star's disc, heights of the picture */
#define MARGIN 0.22f /* margin of a cell without centres of stars, as a share of the cell */
/* number of cells along an edge of a cube's face, in the layer of bright stars */
#define FEW 20
/* number of cells along an edge of a cube's face, in the layer of faint stars */
#define MANY 56
/* least ratio of an angle to the length that it spans on a cube's face; it is least at the face's
 * corners */
#define CORNER 0.4f

/* radiance of the stars of one layer of cells, for rays that meet the face at c. radius: of the
 * discs, rad; cells: along an edge; share: of cells that have a star; most: radiance of the
 * brightest star */
static fv3 layer(fv face, fv3 c, fv radius, int cells, float share, float most, uint32_t seed) {
    fv half = fv_all(0.5f * (float)cells), one = fv_all(1);
    fv a = (c.y + one) * half, b = (c.z + one) * half, i = fv_floor(a), k = fv_floor(b);
    iv face_at = iv_from(face), ia = iv_from(i), ib = iv_from(k);
    fv u, v, bright, warm;
    for (int n = 0; n < TW_LANES; n++) {
        uint32_t cell = ((uint32_t)face_at[n] * 4096u + (uint32_t)ia[n]) * 4096u + (uint32_t)ib[n];
        uint32_t h = tw_scramble(cell + seed), e = tw_scramble(h + 1);
        float m = (float)(e >> 16) * 0x1p-16f, m2 = m * m;
        u[n] = MARGIN + (1 - 2 * MARGIN) * ((float)(h >> 16) * 0x1p-16f);
        v[n] = MARGIN + (1 - 2 * MARGIN) * ((float)(h & 0xffff) * 0x1p-16f);
        bool there = (float)(e & 0xff) * 0x1p-8f < share;
        bright[n] = there ? most * (0.06f + 0.94f * m2 * m2 * m2) : 0;
        warm[n] = (float)(e >> 8 & 0xff) * 0x1p-8f;
    }
    /* star: direction to the star; away: from it to the direction of the ray */
    fv3 star = f3_normalized(f3(one, (i + u) / half - one, (k + v) / half - one));
    fv3 away = f3_sub(f3_normalized(c), star);
    fv s = fv_max(one - f3_dot(away, away) / (radius * radius), fv_all(0)), L = bright * s * s;
    fv cool = one - warm;
    return f3(L * (fv_all(0.72f) + fv_all(0.28f) * warm), L * fv_all(0.86f),
              L * (fv_all(0.70f) + fv_all(0.30f) * cool));
}

fv3 tw_stars(const tw_view *s, fv3 d) {
    fv ax = fv_abs(d.x), ay = fv_abs(d.y), az = fv_abs(d.z), zero = fv_all(0);
    iv x = (ax >= ay) & (ax >= az), y = ~x & (ay >= az);
    fv main = fv_select(x, d.x, fv_select(y, d.y, d.z)), w = fv_all(1) / fv_abs(main);
    /* number of the face, and the place (1, c.y, c.z) where the ray meets it */
    fv face = fv_select(x, zero, fv_select(y, fv_all(2), fv_all(4)));
    face = fv_select(main < zero, face + fv_all(1), face);
    fv3 c = f3(fv_all(1), fv_select(x, d.y, d.x) * w, fv_select(x | y, d.z, d.y) * w);
    float pixel = s->eye.pixel, least = SIZE * pixel * (float)s->eye.height;
    float radius = EDGE * pixel > least ? EDGE * pixel : least;
    /* greatest radii of the discs, rad, with which a disc does not reach beyond its cell */
    float few = 2 * MARGIN * CORNER / FEW, many = 2 * MARGIN * CORNER / MANY;
    fv3 bright =
        layer(face, c, fv_all(radius < few ? radius : few), FEW, 0.6f, s->back.stars, 0x51ed270bu);
    fv3 faint = layer(face, c, fv_all(radius < many ? radius : many), MANY, 0.55f,
                      0.35f * s->back.stars, 0x2545f491u);
    return f3_add(bright, faint);
}
