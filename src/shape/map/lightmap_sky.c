/*
 * The sky of a clear day, for a height of the sun.
 *
 * Luminance Y and colour x, y of the sky: Preetham, Shirley, Smits, "A Practical Analytic Model for
 * Daylight" (1999), appendix A.2, at turbidity 2.5. Each of Y, x, y is its value at the zenith
 * times F(t, g) / F(0, t_s), where t is the angle from the zenith, g the angle from the sun, t_s
 * the sun's t, and F(t, g) = (1 + A exp(B / cos t)) (1 + C exp(D g) + E cos^2 g)       [Perez et
 * al. 1993].
 *
 * The overall brightness is not the paper's, which is far too high at sunset. Level ground gets 0.8
 * + 15.5 sqrt(sin h) klx from a clear sky with the sun at height h [Gillette, Pierpoint, Treado
 * 1984; IESNA]; for each degree of the sun below the horizon it gets less by the factor 10^0.41,
 * about as measured until the end of nautical twilight. The sun's irradiance is 128 klx above the
 * atmosphere, attenuated as in A.1 of the paper by Rayleigh scattering and haze, at the wavelengths
 * of the three colours.
 *
 * One unit of light in the scene is 30 klx (30 kcd/m^2 of radiance), so that a high sun has about
 * the 3 W/m^2 of the default sun. Below the horizon lies ground that reflects a fifth of the light
 * that falls on it.
 */
#include "shape/map/lightmap.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846, turbidity = 2.5, unit = 30;

enum { WIDTH = 256, HEIGHT = 128 };

/* [Y, x, y][A .. E] Perez's coefficients: change per unit of turbidity, and value at turbidity 0 */
static const double perez[3][5][2] = {
    {{0.1787, -1.4630}, {-0.3554, 0.4275}, {-0.0227, 5.3251}, {0.1206, -2.5771}, {-0.0670, 0.3703}},
    {{-0.0193, -0.2592},
     {-0.0665, 0.0008},
     {-0.0004, 0.2125},
     {-0.0641, -0.8989},
     {-0.0033, 0.0452}},
    {{-0.0167, -0.2608},
     {-0.0950, 0.0092},
     {-0.0079, 0.2102},
     {-0.0441, -1.6537},
     {-0.0109, 0.0529}}};

/* [x, y] chromaticity at the zenith: a polynomial in the turbidity T and the sun's angle from the
 * zenith t_s; rows: T^2, T, 1; columns: t_s^3, t_s^2, t_s, 1 */
static const double zenith[2][3][4] = {{{0.00166, -0.00375, 0.00209, 0},
                                        {-0.02903, 0.06377, -0.03202, 0.00394},
                                        {0.11693, -0.21196, 0.06052, 0.25886}},
                                       {{0.00275, -0.00610, 0.00317, 0},
                                        {-0.04214, 0.08970, -0.04153, 0.00516},
                                        {0.15346, -0.26756, 0.06670, 0.26688}}};

typedef struct sky {
    /* [Y, x, y][A .. E] coefficients of Perez' formula for luminance Y and chromaticity x, y */
    double c[3][5];
    /* values of Y, x, y at the zenith divided by F(0, t_s); times F(t, g) they are the values in
     * other directions */
    double scale[3];
    double sun[3]; /* direction */
    double klx;    /* illuminance of level ground in the light of the sky alone, klx */
} sky;

static double smooth(double s) {
    s = fmin(fmax(s, 0), 1);
    return s * s * (3 - 2 * s);
}

static void direction(double sun, double to[3]) {
    double flat = tw_cos(sun), half = sqrt(0.5);
    to[0] = to[1] = -flat * half;
    to[2] = tw_sin(sun);
}

static sky sky_of(double sun) {
    sky s;
    direction(sun, s.sun);
    double height = tw_asin(fmin(fmax(s.sun[2], -1), 1)), degrees = height * 180 / pi;
    double t = pi / 2 - fmax(height, 0), t2 = t * t, T = turbidity, value[3];
    value[0] =
        (4.0453 * T - 4.9710) * tw_tan((4.0 / 9 - T / 120) * (pi - 2 * t)) - 0.2155 * T + 2.4192;
    for (int k = 0; k < 2; k++) {
        value[k + 1] = 0;
        const double by[3] = {T * T, T, 1};
        for (int i = 0; i < 3; i++) {
            const double *z = zenith[k][i];
            value[k + 1] += by[i] * (z[0] * t2 * t + z[1] * t2 + z[2] * t + z[3]);
        }
    }
    for (int k = 0; k < 3; k++) {
        double *c = s.c[k];
        for (int i = 0; i < 5; i++) c[i] = perez[k][i][0] * T + perez[k][i][1];
        double cosine = tw_cos(t);
        double F =
            (1 + c[0] * tw_exp(c[1])) * (1 + c[2] * tw_exp(c[3] * t) + c[4] * cosine * cosine);
        s.scale[k] = value[k] / F;
    }
    s.klx = 0.8 + 15.5 * sqrt(fmax(s.sun[2], 0));
    if (degrees < 0) s.klx *= tw_pow(10, 0.41 * fmax(degrees, -12));
    return s;
}

/* rgb: radiance in direction d above the horizon, before it is scaled to the right brightness; row:
 * the factor 1 + A exp(B / cos t) of Y, x and y, the same for all directions of one height */
static void look(const sky *s, const double row[3], const double d[3], double rgb[3]) {
    double cosine = d[0] * s->sun[0] + d[1] * s->sun[1] + d[2] * s->sun[2], v[3];
    cosine = fmin(fmax(cosine, -1), 1);
    double g = tw_acos(cosine);
    for (int k = 0; k < 3; k++) {
        const double *c = s->c[k];
        v[k] = s->scale[k] * row[k] * (1 + c[2] * tw_exp(c[3] * g) + c[4] * cosine * cosine);
    }
    double Y = v[0], y = fmax(v[2], 1e-3);
    double X = Y * v[1] / y, Z = Y * (1 - v[1] - v[2]) / y;
    rgb[0] = fmax(3.2404542 * X - 1.5371385 * Y - 0.4985314 * Z, 0);
    rgb[1] = fmax(-0.9692660 * X + 1.8760108 * Y + 0.0415560 * Z, 0);
    rgb[2] = fmax(0.0556434 * X - 0.2040259 * Y + 1.0572252 * Z, 0);
}

static void row_of(const sky *s, double height, double row[3]) {
    for (int k = 0; k < 3; k++) row[k] = 1 + s->c[k][0] * tw_exp(s->c[k][1] / fmax(height, 0.01));
}

void tw_lightmap_sun(double sun, double to[3], double irradiance[3]) {
    /* wavelengths of the three primaries, um */
    static const double wave[3] = {0.611, 0.549, 0.464};
    direction(sun, to);
    double height = tw_asin(fmin(fmax(to[2], -1), 1));
    double t = 90 - fmax(height, 0) * 180 / pi;
    double mass = 1 / (tw_cos(t * pi / 180) + 0.15 * tw_pow(93.885 - t, -1.253));
    double haze = 0.04608 * turbidity - 0.04586;
    /* while the disc sets, its light falls linearly, from all of it when the centre is on the
     * horizon to none when the centre is one radius below */
    double seen = fmin(fmax(1 + height / 0.00465, 0), 1);
    for (int k = 0; k < 3; k++)
        irradiance[k] =
            seen * 128 / unit *
            tw_exp(-mass * (0.008735 * tw_pow(wave[k], -4.08) + haze * tw_pow(wave[k], -1.3)));
}

/* paints the rows above the horizon; light: returns the irradiance of level ground in their light
 */
static void paint_above(const sky *s, float *rgb, double light[3]) {
    for (int y = 0; y < HEIGHT / 2; y++) {
        double p = pi * (y + 0.5) / HEIGHT, row[3], d[3], c[3];
        double solid = tw_sin(p) * (pi / HEIGHT) * (2 * pi / WIDTH);
        d[2] = tw_cos(p);
        row_of(s, d[2], row);
        for (int x = 0; x < WIDTH; x++) {
            double q = 2 * pi * ((x + 0.5) / WIDTH - 0.5);
            d[0] = tw_sin(p) * tw_sin(q);
            d[1] = tw_sin(p) * tw_cos(q);
            look(s, row, d, c);
            for (int k = 0; k < 3; k++) {
                rgb[3 * (y * WIDTH + x) + k] = (float)c[k];
                light[k] += c[k] * d[2] * solid;
            }
        }
    }
    double scale = s->klx / unit / (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]);
    for (int k = 0; k < 3; k++) light[k] *= scale;
    for (int i = 0; i < 3 * WIDTH * HEIGHT / 2; i++) rgb[i] = (float)(scale * (double)rgb[i]);
}

/* paints the rows below the horizon, which show ground; light: irradiance of the ground. Within
 * four degrees below the horizon the colour passes from that of the sky to that of the ground */
static void paint_below(float *rgb, const double light[3]) {
    const float *horizon = rgb + 3 * (HEIGHT / 2 - 1) * WIDTH;
    for (int y = HEIGHT / 2; y < HEIGHT; y++) {
        double k = smooth((180 * (y + 0.5) / HEIGHT - 90) / 4);
        for (int i = 0; i < 3 * WIDTH; i++) {
            double ground = 0.2 * light[i % 3] / pi, far = (double)horizon[i];
            rgb[3 * y * WIDTH + i] = (float)(far + k * (ground - far));
        }
    }
}

tw_status tw_lightmap_sky(double sun, tw_lightmap **map) {
    float *rgb = malloc(3 * WIDTH * HEIGHT * sizeof *rgb);
    if (!rgb) return tw_fail_memory();
    sky s = sky_of(sun);
    double light[3] = {0, 0, 0}, to[3], direct[3];
    paint_above(&s, rgb, light);
    tw_lightmap_sun(sun, to, direct);
    for (int k = 0; k < 3; k++) light[k] += direct[k] * fmax(to[2], 0);
    paint_below(rgb, light);
    tw_status st = tw_lightmap_make(rgb, WIDTH, HEIGHT, TW_LIGHTMAP_SKY, sun, map);
    free(rgb);
    return st;
}
