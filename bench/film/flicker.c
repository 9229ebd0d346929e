/*
 * Does the filter flicker? A scene moves before a camera that stands still. For each frame there is
 * a converged picture; the error of a picture is its difference from that one. Flicker is by how
 * much errors change from frame to frame, rms over pixels and frames, of the scale from black to
 * white as it is shown (sRGB). Three rows: quality normal; the same unfiltered; unfiltered with
 * twice the samples (the mean of two sets of them).
 *
 *     bench_flicker [FRAMES [WIDTH [PATTERNS]]]     default 60 320 1
 *
 * The converged picture is the mean of PATTERNS unfiltered ones of quality final with other points.
 * The status is 1 if normal flickers more than twice the samples do.
 */
#include "picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOLIDS = 6 };

typedef struct film {
    tw_frame f;
    tw_frame_item item[SOLIDS];
    tw_pose pose[SOLIDS];
    tw_frame_light light[2];
} film;

static void fail(const char *why) {
    fprintf(stderr, "bench_flicker: %s\n", why);
    exit(1);
}

/* solids of several materials that roll and turn over a ground */
static void make(film *s, int frame) {
    static const double color[SOLIDS][3] = {{.7, .2, .15}, {.2, .4, .7}, {.8, .7, .3},
                                            {.6, .6, .6},  {.3, .6, .3}, {.7, .5, .6}};
    double t = frame / 30.0;
    memset(s, 0, sizeof *s);
    s->f = (tw_frame){.item = s->item, .pose = s->pose, .light = s->light, .item_count = SOLIDS};
    for (size_t i = 0; i < SOLIDS; i++) {
        double phase = t * (0.6 + 0.1 * (double)i) + 1.1 * (double)i;
        tw_shape_type type[] = {TW_SHAPE_SPHERE, TW_SHAPE_BOX, TW_SHAPE_CAPSULE};
        tw_frame_item *it = &s->item[i];
        it->shape = (tw_shape){.type = type[i % 3], .p = {0.4, 0.5, 0.6}};
        if (i % 3 == 2) it->shape.p[0] = 0.15;
        it->first_pose = i;
        it->tag = (uint32_t)i + 1;
        it->material = (tw_material){.model = TW_SURFACE_STANDARD, .opacity = 1};
        it->material.color = (tw_rgb){color[i][0], color[i][1], color[i][2]};
        it->material.roughness = 0.2 + 0.12 * (double)i;
        it->material.metallic = i == 3;
        it->material.texture = i == 1 ? TW_TEXTURE_CHECKER : TW_TEXTURE_NONE;
        it->material.texture_scale = 0.15;
        s->pose[i].x = v3(1.3 * ((double)(i % 3) - 1) + 0.4 * sin(phase), (double)(i / 3) * 1.2,
                          0.5 + 0.1 * cos(phase));
        s->pose[i].q = q_normalized((quat){cos(phase), sin(phase), 0.3 * sin(phase), 0.2});
    }
    s->f.pose_count = 1;
    s->f.camera = (tw_camera){.eye = {0.2, -6, 2}, .target = {0, 0.5, 0.4}, .up = {0, 0, 1}};
    s->f.camera.fov = 0.6;
    s->f.camera.focus = 6;
    s->f.has_ground = true;
    s->f.ground = (tw_material){.model = TW_SURFACE_LAMBERT, .color = {.5, .5, .5}, .opacity = 1};
    s->f.bounces = 1;
    s->light[0] = (tw_frame_light){
        .kind = TW_LIGHT_SKY, .top = {.4, .5, .7}, .horizon = {.7, .7, .7}, .bottom = {.2, .2, .2}};
    s->light[1] = (tw_frame_light){.kind = TW_LIGHT_AREA,
                                   .position = v3(-3, -3, 4),
                                   .direction = v3(3, 3, -4),
                                   .power = {150, 140, 130},
                                   .radius = 0.7};
    s->f.light_count = 2;
}

/* linear light as it is shown, 0 .. 1 */
static double shown(double v) {
    v = fmin(fmax(v, 0), 1);
    return v < 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

/* adds a picture to `to`, RGB times `part` */
static void add(const film *s, tw_picture_options o, tw_team *team, double part, double *to) {
    tw_image image;
    if (tw_image_create_for(&o, &image) != TW_OK ||
        tw_picture_draw(&s->f, &o, team, &image) != TW_OK)
        fail(tw_failure());
    for (int i = 0; i < o.width * o.height; i++)
        for (int c = 0; c < 3; c++) to[3 * i + c] += part * (double)image.linear[4 * i + c];
    tw_image_free(&image);
}

int main(int count, char **word) {
    static const char *name[] = {"normal", "unfiltered", "unfiltered, twice the samples"};
    int frames = count > 1 ? atoi(word[1]) : 60, width = count > 2 ? atoi(word[2]) : 320;
    int patterns = count > 3 ? atoi(word[3]) : 1;
    if (frames < 2 || width < 16 || patterns < 1) fail("[FRAMES [WIDTH [PATTERNS]]]");
    int height = width * 9 / 16, n = 3 * width * height;
    tw_team *team;
    if (tw_team_create(2, &team) != TW_OK) fail(tw_failure());
    double *truth = malloc((size_t)n * sizeof *truth), *error[2][3];
    for (int i = 0; i < 6; i++) error[i / 3][i % 3] = malloc((size_t)n * sizeof(double));
    double still[3] = {0}, flicker[3] = {0};
    for (int frame = 0; frame < frames; frame++) {
        film s;
        make(&s, frame);
        tw_picture_options o = {.width = width, .height = height, .quality = TW_QUALITY_FINAL};
        memset(truth, 0, (size_t)n * sizeof *truth);
        o.unfiltered = true;
        for (int k = 0; k < patterns; k++) {
            o.pattern = 2 + (uint32_t)k;
            add(&s, o, team, 1.0 / patterns, truth);
        }
        double **now = error[frame % 2], **before = error[1 - frame % 2];
        for (int i = 0; i < 3; i++) {
            o = (tw_picture_options){
                .width = width, .height = height, .quality = TW_QUALITY_NORMAL};
            o.unfiltered = i > 0;
            memset(now[i], 0, (size_t)n * sizeof *now[i]);
            for (int k = 0; k < (i == 2 ? 2 : 1); k++) {
                o.pattern = (uint32_t)k;
                add(&s, o, team, i == 2 ? 0.5 : 1, now[i]);
            }
            for (int j = 0; j < n; j++) {
                now[i][j] = shown(now[i][j]) - shown(truth[j]);
                still[i] += now[i][j] * now[i][j];
                double change = frame ? now[i][j] - before[i][j] : 0;
                flicker[i] += change * change;
            }
        }
    }
    printf("%-32s %12s %12s\n", "", "error", "flicker");
    for (int i = 0; i < 3; i++)
        printf("%-32s %12.5f %12.5f\n", name[i], sqrt(still[i] / n / frames),
               sqrt(flicker[i] / n / (frames - 1)));
    printf("flicker of normal, in parts of twice the samples: %.2f\n",
           sqrt(flicker[0] / flicker[2]));
    for (int i = 0; i < 6; i++) free(error[i / 3][i % 3]);
    free(truth);
    tw_team_destroy(team);
    return flicker[0] > flicker[2];
}
