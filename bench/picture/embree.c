/*
 * The speed scene's rays by Embree: what `normal` traces (16 samples a pixel; from what each meets
 * one ray to a point of the sun and one to the sky), on triangles, in packets, one thread.
 *     bench_picture_embree THOUSANDS PACKET RUNS [WIDTH HEIGHT [FILE.pfm]]
 * PACKET: 16, 8, 4 or 1. A line a run: milliseconds of the processor for the whole picture, and in
 * Embree's calls alone. The sample points, packets and their order are Tauwerk's own; the shading
 * is the least that tells light from dark. Building the tree is not counted.
 */
#include "picture/rays/sample.h"
#include "scene.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080, TILE = 16 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* a packet as this program keeps it; copied to Embree's layout, which is the same for 16 */
typedef struct rays {
    struct RTCRayHit16 _Alignas(64) r;
} rays;

typedef struct work {
    bench_scene scene;
    RTCScene rtc;
    float (*albedo)[3]; /* of each solid, the ground last */
    int packet;
    double traced; /* clock ticks in Embree, ms */
    tw_pattern pattern;
    float eye[3], right[3], up[3], forward[3];
    float *image; /* [height][width][3] */
    int width, height;
} work;

static void put3(float *to, const double *a) {
    for (int i = 0; i < 3; i++) to[i] = (float)a[i];
}

/* ---- the scene ------------------------------------------------------------------------------ */

static void attach(work *w, RTCDevice device, int solid) {
    const bench_solid *o = &w->scene.solid[solid];
    const bench_mesh *m = &w->scene.mesh[o->kind];
    RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *v = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                       3 * sizeof *v, (size_t)m->vertices);
    unsigned *t = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                          3 * sizeof *t, (size_t)m->triangles);
    double r[9];
    bench_rotation(o->q, r);
    for (int i = 0; i < m->vertices; i++)
        for (int k = 0; k < 3; k++) {
            const double *x = m->vertex + 3 * i;
            v[3 * i + k] =
                (float)(r[3 * k] * x[0] + r[3 * k + 1] * x[1] + r[3 * k + 2] * x[2] + o->x[k]);
        }
    for (int i = 0; i < 3 * m->triangles; i++) t[i] = (unsigned)m->index[i];
    rtcCommitGeometry(g);
    rtcAttachGeometryByID(w->rtc, g, (unsigned)solid);
    rtcReleaseGeometry(g);
    put3(w->albedo[solid], o->color);
}

static void attach_ground(work *w, RTCDevice device) {
    RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *v =
        rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof *v, 4);
    unsigned *t =
        rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof *t, 2);
    static const unsigned index[6] = {0, 1, 2, 0, 2, 3};
    for (int i = 0; i < 4; i++) {
        v[3 * i] = i == 1 || i == 2 ? 1e5f : -1e5f;
        v[3 * i + 1] = i >= 2 ? 1e5f : -1e5f;
        v[3 * i + 2] = (float)w->scene.ground;
    }
    memcpy(t, index, sizeof index);
    rtcCommitGeometry(g);
    rtcAttachGeometryByID(w->rtc, g, (unsigned)w->scene.solids);
    rtcReleaseGeometry(g);
    put3(w->albedo[w->scene.solids], w->scene.ground_color);
}

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void unit(double *a) {
    double n = sqrt(dot(a, a));
    for (int i = 0; i < 3; i++) a[i] /= n;
}

static void cross(const double *a, const double *b, double *c) {
    for (int i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void look(work *w) {
    const bench_scene *s = &w->scene;
    double f[3], r[3], u[3], k = tan(s->fov / 2);
    for (int i = 0; i < 3; i++) f[i] = s->target[i] - s->eye[i];
    unit(f);
    cross(f, s->up, r);
    unit(r);
    cross(r, f, u);
    for (int i = 0; i < 3; i++) {
        r[i] *= k * w->width / w->height;
        u[i] *= k;
    }
    put3(w->eye, s->eye);
    put3(w->forward, f);
    put3(w->right, r);
    put3(w->up, u);
}

/* ---- packets -------------------------------------------------------------------------------- */

static void load(const float *a, fv *x) {
    memcpy(x, a, sizeof *x);
}

static void set(struct RTCRay16 *r, int g, fv3 o, fv3 d, float near) {
    int at = g * TW_LANES;
    fv n = fv_all(near), far = fv_all(INFINITY), zero = fv_all(0);
    iv mask = iv_all(-1), none = iv_all(0);
    memcpy(r->org_x + at, &o.x, sizeof o.x);
    memcpy(r->org_y + at, &o.y, sizeof o.y);
    memcpy(r->org_z + at, &o.z, sizeof o.z);
    memcpy(r->dir_x + at, &d.x, sizeof d.x);
    memcpy(r->dir_y + at, &d.y, sizeof d.y);
    memcpy(r->dir_z + at, &d.z, sizeof d.z);
    memcpy(r->tnear + at, &n, sizeof n);
    memcpy(r->tfar + at, &far, sizeof far);
    memcpy(r->time + at, &zero, sizeof zero);
    memcpy(r->mask + at, &mask, sizeof mask);
    memcpy(r->flags + at, &none, sizeof none);
}

#define COPY_RAY(N, to, from, at)                           \
    do {                                                    \
        memcpy((to)->org_x, (from)->org_x + (at), 4 * (N)); \
        memcpy((to)->org_y, (from)->org_y + (at), 4 * (N)); \
        memcpy((to)->org_z, (from)->org_z + (at), 4 * (N)); \
        memcpy((to)->dir_x, (from)->dir_x + (at), 4 * (N)); \
        memcpy((to)->dir_y, (from)->dir_y + (at), 4 * (N)); \
        memcpy((to)->dir_z, (from)->dir_z + (at), 4 * (N)); \
        memcpy((to)->tnear, (from)->tnear + (at), 4 * (N)); \
        memcpy((to)->tfar, (from)->tfar + (at), 4 * (N));   \
        memcpy((to)->time, (from)->time + (at), 4 * (N));   \
        memcpy((to)->mask, (from)->mask + (at), 4 * (N));   \
        memcpy((to)->flags, (from)->flags + (at), 4 * (N)); \
    } while (0)

/* the packet in pieces of 8 */
static void eights(work *w, int any, const int *valid, rays *p, struct RTCIntersectContext *c) {
    for (int at = 0; at < 16; at += 8) {
        struct RTCRayHit8 _Alignas(32) q;
        int _Alignas(32) on[8];
        memcpy(on, valid + at, sizeof on);
        COPY_RAY(8, &q.ray, &p->r.ray, at);
        memset(q.hit.geomID, 0xff, sizeof q.hit.geomID);
        memset(q.hit.instID, 0xff, sizeof q.hit.instID);
        if (any)
            rtcOccluded8(on, w->rtc, c, &q.ray);
        else
            rtcIntersect8(on, w->rtc, c, &q);
        memcpy(p->r.ray.tfar + at, q.ray.tfar, sizeof q.ray.tfar);
        if (any) continue;
        memcpy(p->r.hit.geomID + at, q.hit.geomID, sizeof q.hit.geomID);
        memcpy(p->r.hit.Ng_x + at, q.hit.Ng_x, sizeof q.hit.Ng_x);
        memcpy(p->r.hit.Ng_y + at, q.hit.Ng_y, sizeof q.hit.Ng_y);
        memcpy(p->r.hit.Ng_z + at, q.hit.Ng_z, sizeof q.hit.Ng_z);
    }
}

static void ones(work *w, int any, const int *valid, rays *p, struct RTCIntersectContext *c) {
    for (int i = 0; i < 16; i++) {
        if (!valid[i]) continue;
        struct RTCRayHit q = {.hit = {.geomID = RTC_INVALID_GEOMETRY_ID}};
        q.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        const struct RTCRay16 *r = &p->r.ray;
        q.ray = (struct RTCRay){r->org_x[i], r->org_y[i], r->org_z[i], r->tnear[i],
                                r->dir_x[i], r->dir_y[i], r->dir_z[i], r->time[i],
                                r->tfar[i],  r->mask[i],  0,           0};
        if (any)
            rtcOccluded1(w->rtc, c, &q.ray);
        else
            rtcIntersect1(w->rtc, c, &q);
        p->r.ray.tfar[i] = q.ray.tfar;
        p->r.hit.geomID[i] = q.hit.geomID;
        p->r.hit.Ng_x[i] = q.hit.Ng_x;
        p->r.hit.Ng_y[i] = q.hit.Ng_y;
        p->r.hit.Ng_z[i] = q.hit.Ng_z;
    }
}

static void trace(work *w, int any, const int *valid, rays *p) {
    struct RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    c.flags =
        any == 2 ? RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT : RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    unsigned long long before = __builtin_ia32_rdtsc();
    if (w->packet == 16 && any)
        rtcOccluded16(valid, w->rtc, &c, &p->r.ray);
    else if (w->packet == 16)
        rtcIntersect16(valid, w->rtc, &c, &p->r);
    else if (w->packet == 8)
        eights(w, any, valid, p, &c);
    else
        ones(w, any, valid, p, &c);
    w->traced += (double)(__builtin_ia32_rdtsc() - before);
}

typedef struct shaded {
    fv3 x[TW_GROUPS], n[TW_GROUPS];
    float albedo[3][16];
} shaded;

static void across(fv3 n, fv3 *s, fv3 *t) {
    fv one = fv_all(1), sign = fv_sign(one, n.z), a = -one / (sign + n.z), b = n.x * n.y * a;
    *s = f3(one + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t = f3(b, sign + n.y * n.y * a, -n.y);
}

/* light from the sun (lamp) or the sky: adds albedo * power * visible to sum */
static void light(work *w, tw_tile_points *points, int lamp, const int *valid, const shaded *at,
                  float *sum) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    float _Alignas(32) weight[16];
    int _Alignas(64) on[16];
    static _Thread_local rays p;
    const bench_scene *s = &w->scene;
    double to[3] = {s->sun[0], s->sun[1], s->sun[2]};
    fv3 sun = f3_all((float)to[0], (float)to[1], (float)to[2]), a, b;
    across(sun, &a, &b);
    fv k = fv_all((float)(1 - cos(s->sun_diameter / 2))), one = fv_all(1), zero = fv_all(0);
    tw_points(points, TW_DIM_VERTEX + (lamp ? 0 : 1), 0, u, v);
    int some = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        fv x, y;
        fv3 l, n = at->n[g];
        tw_disc(u[g], v[g], &x, &y);
        fv rr = x * x + y * y;
        if (lamp) {
            fv h = fv_sqrt(k * (fv_all(2) - rr * k));
            l = f3_madd(f3_madd(f3_scale(sun, one - rr * k), x * h, a), y * h, b);
        } else {
            fv3 c, d;
            across(n, &c, &d);
            l = f3_madd(f3_madd(f3_scale(c, x), y, d), fv_root(one - rr), n);
        }
        fv nl = f3_dot(n, l), f = lamp ? fv_max(nl, zero) * fv_all(0.318309886f) : one;
        memcpy(weight + g * TW_LANES, &f, sizeof f);
        set(&p.r.ray, g, at->x[g], l, 1e-3f);
        for (int i = 0; i < TW_LANES; i++) {
            on[g * TW_LANES + i] = valid[g * TW_LANES + i] && nl[i] > 0 ? -1 : 0;
            some |= on[g * TW_LANES + i];
        }
    }
    if (!some) return;
    trace(w, lamp ? 1 : 2, on, &p);
    const double *power = lamp ? s->irradiance : s->sky;
    for (int i = 0; i < 16; i++)
        if (on[i] && p.r.ray.tfar[i] > 0)
            for (int c = 0; c < 3; c++) sum[c] += at->albedo[c][i] * weight[i] * (float)power[c];
}

static void pixel(work *w, tw_tile_points *points, int x, int y) {
    static _Thread_local rays p;
    fv u[TW_GROUPS], v[TW_GROUPS];
    int _Alignas(64) valid[16];
    float sum[3] = {0, 0, 0};
    fv3 eye = f3_all(w->eye[0], w->eye[1], w->eye[2]);
    fv3 f = f3_all(w->forward[0], w->forward[1], w->forward[2]);
    fv3 r = f3_all(w->right[0], w->right[1], w->right[2]),
        up = f3_all(w->up[0], w->up[1], w->up[2]);
    tw_points(points, TW_DIM_PIXEL, 0, u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv a = (u[g] + fv_all((float)x)) * fv_all(2 / (float)w->width) - fv_all(1);
        fv b = fv_all(1) - (v[g] + fv_all((float)y)) * fv_all(2 / (float)w->height);
        set(&p.r.ray, g, eye, f3_normalized(f3_madd(f3_madd(f, a, r), b, up)), 0);
    }
    memset(valid, 0xff, sizeof valid);
    memset(p.r.hit.geomID, 0xff, sizeof p.r.hit.geomID);
    memset(p.r.hit.instID, 0xff, sizeof p.r.hit.instID);
    trace(w, 0, valid, &p);
    shaded at;
    int some = 0;
    for (int i = 0; i < 16; i++) {
        unsigned id = p.r.hit.geomID[i];
        valid[i] = id == RTC_INVALID_GEOMETRY_ID ? 0 : -1;
        some |= valid[i];
        for (int c = 0; c < 3; c++) {
            if (valid[i])
                at.albedo[c][i] = w->albedo[id][c];
            else
                sum[c] += (float)w->scene.sky[c];
        }
    }
    for (int g = 0; some && g < TW_GROUPS; g++) {
        fv3 n, d;
        fv t;
        load(p.r.hit.Ng_x + g * TW_LANES, &n.x);
        load(p.r.hit.Ng_y + g * TW_LANES, &n.y);
        load(p.r.hit.Ng_z + g * TW_LANES, &n.z);
        load(p.r.ray.dir_x + g * TW_LANES, &d.x);
        load(p.r.ray.dir_y + g * TW_LANES, &d.y);
        load(p.r.ray.dir_z + g * TW_LANES, &d.z);
        load(p.r.ray.tfar + g * TW_LANES, &t);
        n = f3_normalized(n);
        n = f3_select(f3_dot(n, d) > fv_all(0), f3_scale(n, fv_all(-1)), n);
        /* where nothing is met: something harmless */
        iv on = t < fv_all(INFINITY);
        at.x[g] = f3_select(on, f3_madd(eye, t, d), eye);
        at.n[g] = f3_select(on, n, f3_all(0, 0, 1));
    }
    if (some) {
        light(w, points, 1, valid, &at, sum);
        light(w, points, 0, valid, &at, sum);
    }
    float *to = w->image + 3 * ((size_t)y * (size_t)w->width + (size_t)x);
    for (int c = 0; c < 3; c++) to[c] = sum[c] / 16;
}

static int every_other(int i, int shift) {
    int r = 0;
    for (int k = 0; k < 4; k++) r |= (i >> (2 * k + shift) & 1) << k;
    return r;
}

static void draw(work *w) {
    static tw_tile_points points;
    for (int y0 = 0; y0 < w->height; y0 += TILE)
        for (int x0 = 0; x0 < w->width; x0 += TILE) {
            uint32_t row = (uint32_t)(y0 / TILE), column = (uint32_t)(x0 / TILE);
            tw_tile_points_begin(&points, &w->pattern, 4, tw_scramble(row * 0x10001u + column));
            for (int i = 0; i < TILE * TILE; i++) {
                int x = x0 + every_other(i, 0), y = y0 + every_other(i, 1);
                points.packet = (uint32_t)i;
                if (x < w->width && y < w->height) pixel(w, &points, x, y);
            }
        }
}

static void save(const work *w, const char *path) {
    FILE *f = fopen(path, "wb");
    if (!f) exit(1);
    fprintf(f, "PF\n%d %d\n-1.0\n", w->width, w->height);
    for (int y = w->height; y-- > 0;)
        fwrite(w->image + 3 * (size_t)y * (size_t)w->width, 12, (size_t)w->width, f);
    fclose(f);
}

int main(int n, char **args) {
    static work w;
    if (n < 4 || bench_scene_create(atoi(args[1]), &w.scene) || !w.scene.triangles) {
        fprintf(stderr,
                "usage: bench_picture_embree 1000|96 16|8|1 RUNS [WIDTH HEIGHT [FILE.pfm]]\n");
        return 2;
    }
    w.packet = atoi(args[2]);
    w.width = n > 5 ? atoi(args[4]) : WIDTH;
    w.height = n > 5 ? atoi(args[5]) : HEIGHT;
    w.albedo = calloc((size_t)w.scene.solids + 1, sizeof *w.albedo);
    w.image = calloc((size_t)w.width * (size_t)w.height, 3 * sizeof(float));
    RTCDevice device = rtcNewDevice("threads=1");
    if (!w.albedo || !w.image || !device) return 1;
    if (w.packet == 16 && !rtcGetDeviceProperty(device, RTC_DEVICE_PROPERTY_NATIVE_RAY16_SUPPORTED))
        fprintf(stderr, "Embree has no packets of 16 of its own on this processor\n");
    w.rtc = rtcNewScene(device);
    for (int i = 0; i < w.scene.solids; i++) attach(&w, device, i);
    attach_ground(&w, device);
    rtcCommitScene(w.rtc);
    look(&w);
    tw_pattern_make(&w.pattern, false);
    for (int i = 0; i < atoi(args[3]); i++) {
        w.traced = 0;
        double before = now();
        unsigned long long ticks = __builtin_ia32_rdtsc();
        draw(&w);
        double spent = now() - before;
        printf("%.1f %.1f\n", spent, w.traced * spent / (double)(__builtin_ia32_rdtsc() - ticks));
        fflush(stdout);
    }
    if (n > 6) save(&w, args[6]);
    rtcReleaseScene(w.rtc);
    rtcReleaseDevice(device);
    bench_scene_free(&w.scene);
    free(w.albedo);
    free(w.image);
    return 0;
}
