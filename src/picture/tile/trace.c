/* The first rays of paths: from the eye, and from open ground (tile/open.h). */
#include "picture/filter/split.h"
#include "picture/light/back.h"
#include "picture/tile/wave.h"

/* Sets `hit`, the mask of the camera rays q->ray that hit something, whose hits are known; the
 * other rays get the background's light */
static void first(const tw_view *s, tw_path *q, iv hit[TW_GROUPS]) {
    for (int g = 0; g < TW_GROUPS; g++) {
        iv on = q->ray.active[g];
        hit[g] = on & (q->ray.item[g] != iv_all(TW_ITEM_NONE));
        q->ray.active[g] = hit[g];
        q->weight[g] = f3_all(1, 1, 1);
        q->lobes[g] = iv_all(0);
        q->blur[g] = q->density[g] = fv_all(0);
        q->own[g] = f3_all(0, 0, 0);
        q->last[g] = (tw_outgoing){f3_all(0, 0, 0), f3_all(0, 0, 0)};
        q->way[g] = fv_all(0);
        q->seen[g] = on;
        q->sum[g] = f3_all(0, 0, 0);
        if (iv_any(on & ~hit[g]))
            q->sum[g] = f3_select(on & ~hit[g], tw_background(s, q->ray.d[g]), q->sum[g]);
    }
}

void tw_trace_eye(const tw_view *s, const tw_tile *tile, tw_packet *p) {
    tw_nearest_of(s, p, tile->near, tile->near_count);
}

/* adds the light that the paths of a wave's place have found to the light *lit at their first
 * vertices */
static void add_wave(const tw_wave_place *a, tw_lit *lit) {
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 light = tw_wave_light(a, g);
        lit->diffuse[g] = f3_add(lit->diffuse[g], f3_mul(light, lit->to_diffuse[g]));
        lit->lobe[g] = f3_add(lit->lobe[g], f3_mul(light, lit->to_lobe[g]));
    }
}

void tw_trace_seen(const tw_view *s, tw_tile_points *points, const tw_tile *tile,
                   const tw_packet *p, tw_wait_place *sky, tw_wave_place *more, tw_lit *lit) {
    /* not initialised here: tw_path_meet sets the other members for the rays that are active */
    tw_path q;
    fv3 none = f3_all(0, 0, 0);
    q.ray = *p;
    q.sum = lit->other;
    q.lit = lit;
    q.over = &tile->over;
    first(s, &q, lit->hit);
    for (int g = 0; g < TW_GROUPS; g++) {
        lit->item[g] = q.ray.item[g];
        lit->diffuse[g] = lit->lobe[g] = lit->kd[g] = lit->tint[g] = none;
        lit->to_diffuse[g] = lit->to_lobe[g] = none;
    }
    lit->lobes = false;
    if (more) more->on = 0;
    if (!tw_any_active(&q.ray)) return;
    /* a sample stands for a footprint half as wide as a pixel */
    tw_path_meet(s, points, &q, 0, fv_all(s->eye.pixel * 0.5f));
    q.lit = NULL;
    if (sky) {
        tw_path_put_off(s, &q, sky);
        for (int g = 0; g < TW_GROUPS; g++) {
            sky->diffuse[g] = f3_mul(sky->sky[g], lit->to_diffuse[g]);
            sky->lobe[g] = f3_mul(sky->sky[g], lit->to_lobe[g]);
        }
        return;
    }
    tw_wave_place own;
    tw_wave wave = {&own, 1, q.ray.salt};
    tw_wave_put(s, points, &q, more ? more : &own);
    for (int g = 0; more && g < TW_GROUPS; g++) {
        more->to_diffuse[g] = lit->to_diffuse[g];
        more->to_lobe[g] = lit->to_lobe[g];
    }
    if (more) return;
    tw_wave_run(s, points, &wave);
    add_wave(&own, lit);
}

void tw_trace_on(const tw_view *s, const tw_tile_points *points, const tw_packet *p,
                 const tw_outlook *from, tw_wave_place *to) {
    tw_path q;
    fv3 none = f3_all(0, 0, 0), albedo = f3_all(from->albedo[0], from->albedo[1], from->albedo[2]);
    for (int g = 0; g < TW_GROUPS; g++) {
        q.ray.o[g] = p->o[g];
        q.ray.d[g] = p->d[g];
        q.ray.time[g] = p->time[g];
        q.ray.own[g] = iv_all(TW_ITEM_GROUND);
        q.ray.active[g] = p->active[g];
        q.weight[g] = f3_all(1, 1, 1);
        q.lobes[g] = q.mirrored[g] = q.alone[g] = q.seen[g] = iv_all(0);
        q.way[g] = q.density[g] = fv_all(0);
        q.blur[g] = fv_all(1);
        q.own[g] = none;
        q.last[g] = (tw_outgoing){albedo, f3_all(from->light[0], from->light[1], from->light[2])};
    }
    tw_wave_put(s, points, &q, to);
    to->rays = to->open = from->open;
    for (int k = 0; k < 3; k++) to->sky[k] = from->seen[k];
}
