/*
 * A dark room with soft boxes, arranged as product photographers do: a large key light on the left,
 * in front and above, a tall cool strip on the right, a weak fill light beside the camera, and a
 * warm strip behind. They give metal edges and gradients to reflect.
 *
 * A box is a rectangle in the plane at distance 1 from the centre of the room, at right angles to
 * the direction of the box's middle; a direction d meets this plane at some point. The box's light
 * fades over a narrow rim, and a little from the middle to the edge, like that of a lamp behind
 * cloth.
 */
#include "shape/map/lightmap.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

enum { WIDTH = 512, HEIGHT = 256 };

typedef struct box {
    double to[3];       /* direction of the box's middle; any length */
    double half[2];     /* half the box's width and height, at distance 1 */
    double rim;         /* width of the border over which the light fades, at distance 1 */
    double radiance[3]; /* radiance in the box's middle */
} box;

static const box boxes[] = {
    {{-0.65, -0.75, 1.15}, {0.42, 0.42}, 0.05, {5.2, 4.9, 4.5}},
    {{0.95, -0.15, 0.42}, {0.09, 0.62}, 0.03, {3.6, 4.1, 4.9}},
    {{0.45, -0.95, 0.25}, {0.45, 0.35}, 0.15, {0.50, 0.52, 0.56}},
    {{0.35, 0.95, 0.75}, {0.50, 0.10}, 0.03, {3.6, 3.3, 2.9}},
};
enum { BOXES = sizeof boxes / sizeof *boxes };

typedef struct frame {
    double x[3], y[3], z[3];
} frame;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static frame frame_of(const box *b) {
    frame f;
    double r = sqrt(dot(b->to, b->to)), flat = sqrt(b->to[0] * b->to[0] + b->to[1] * b->to[1]);
    for (int i = 0; i < 3; i++) f.z[i] = b->to[i] / r;
    f.x[0] = b->to[1] / flat, f.x[1] = -b->to[0] / flat, f.x[2] = 0;
    f.y[0] = f.x[1] * f.z[2] - f.x[2] * f.z[1];
    f.y[1] = f.x[2] * f.z[0] - f.x[0] * f.z[2];
    f.y[2] = f.x[0] * f.z[1] - f.x[1] * f.z[0];
    return f;
}

static double smooth(double s) {
    s = fmin(fmax(s, 0), 1);
    return s * s * (3 - 2 * s);
}

/* radiance of a box in direction d relative to that of its middle, 0 .. 1 */
static double shine(const box *b, const frame *f, const double d[3]) {
    double z = dot(d, f->z);
    if (!(z > 0.1)) return 0;
    double x = fabs(dot(d, f->x) / z), y = fabs(dot(d, f->y) / z);
    double rim = smooth((b->half[0] + b->rim / 2 - x) / b->rim) *
                 smooth((b->half[1] + b->rim / 2 - y) / b->rim);
    double u = x / b->half[0], v = y / b->half[1];
    return rim * (1 - 0.25 * fmin((u * u + v * v) / 2, 1));
}

/* radiance of floor, walls and ceiling in directions with the z component z */
static double room(double z) {
    double floor = 0.055 + 0.05 * smooth(1 + z / 0.9), wall = 0.105 - 0.065 * smooth(z / 0.8);
    return z < 0 ? floor : wall;
}

tw_status tw_lightmap_studio(tw_lightmap **map) {
    float *rgb = malloc(3 * (size_t)(WIDTH * HEIGHT) * sizeof *rgb), *to = rgb;
    if (!rgb) return tw_fail_memory();
    frame f[BOXES];
    for (int i = 0; i < BOXES; i++) f[i] = frame_of(&boxes[i]);
    double sine[WIDTH], cosine[WIDTH];
    for (int x = 0; x < WIDTH; x++) {
        double q = 2 * pi * ((x + 0.5) / WIDTH - 0.5);
        sine[x] = tw_sin(q);
        cosine[x] = tw_cos(q);
    }
    for (int y = 0; y < HEIGHT; y++) {
        double p = pi * (y + 0.5) / HEIGHT, r = tw_sin(p), z = tw_cos(p), wall = room(z);
        for (int x = 0; x < WIDTH; x++, to += 3) {
            const double d[3] = {r * sine[x], r * cosine[x], z};
            double c[3] = {0.97 * wall, 0.99 * wall, 1.04 * wall};
            for (int i = 0; i < BOXES; i++) {
                double k = shine(&boxes[i], &f[i], d);
                for (int a = 0; k > 0 && a < 3; a++) c[a] += k * boxes[i].radiance[a];
            }
            for (int a = 0; a < 3; a++) to[a] = (float)c[a];
        }
    }
    tw_status st = tw_lightmap_make(rgb, WIDTH, HEIGHT, TW_LIGHTMAP_STUDIO, 0, map);
    free(rgb);
    return st;
}
