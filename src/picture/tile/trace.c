/* Where paths begin: at the eye, and on open ground. */
#include "picture/filter/split.h"
#include "picture/light/back.h"
#include "picture/tile/path.h"

/* the camera's rays: background where they meet nothing */
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

void tw_trace_seen(const tw_view *s, tw_tile_points *points, const tw_tile *tile,
                   const tw_packet *p, tw_wait_place *later, tw_lit *lit) {
    tw_path q; /* what is not set here is set where a ray arrives */
    fv3 on[TW_GROUPS], none = f3_all(0, 0, 0);
    q.ray = *p;
    q.sum = lit->other;
    q.lit = lit;
    q.over = &tile->over;
    q.rays = q.open = 0;
    for (int k = 0; k < 3; k++) q.sky[k] = (tw_quad){0};
    first(s, &q, lit->hit);
    for (int g = 0; g < TW_GROUPS; g++) {
        lit->item[g] = q.ray.item[g];
        lit->diffuse[g] = lit->lobe[g] = lit->kd[g] = lit->tint[g] = on[g] = none;
        lit->to_diffuse[g] = lit->to_lobe[g] = none;
    }
    lit->lobes = false;
    if (!tw_any_active(&q.ray)) return;
    /* a sample sees half a pixel */
    tw_path_meet(s, points, &q, 0, fv_all(s->eye.pixel * 0.5f));
    q.sum = on;
    q.lit = NULL;
    if (later)
        tw_path_put_off(s, &q, later);
    else
        tw_path_follow(s, points, &q, 0);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 light = f3_select(lit->hit[g], on[g], none);
        lit->diffuse[g] = f3_add(lit->diffuse[g], f3_mul(light, lit->to_diffuse[g]));
        lit->lobe[g] = f3_add(lit->lobe[g], f3_mul(light, lit->to_lobe[g]));
    }
}

/* paths that leave the ground along the rays p, weighted */
static void leave_ground(const tw_view *s, tw_tile_points *points, const tw_packet *p,
                         const tw_outlook *from, fv3 weight, fv3 radiance[TW_GROUPS]) {
    tw_path q;
    fv3 none = f3_all(0, 0, 0), albedo = f3_all(from->albedo[0], from->albedo[1], from->albedo[2]);
    q.sum = radiance;
    q.lit = NULL;
    q.over = NULL;
    q.rays = from->open;
    q.open = from->open;
    for (int k = 0; k < 3; k++) q.sky[k] = (tw_quad){from->seen[k]};
    q.ray.salt = p->salt;
    for (int g = 0; g < TW_GROUPS; g++) {
        q.ray.o[g] = p->o[g];
        q.ray.d[g] = p->d[g];
        q.ray.t[g] = fv_all(INFINITY);
        q.ray.time[g] = p->time[g];
        q.ray.own[g] = q.ray.item[g] = iv_all(TW_ITEM_GROUND);
        q.ray.active[g] = p->active[g];
        q.weight[g] = weight;
        q.lobes[g] = q.mirrored[g] = q.alone[g] = q.seen[g] = iv_all(0);
        q.way[g] = q.density[g] = fv_all(0);
        q.blur[g] = fv_all(1);
        q.own[g] = none;
        q.last[g] = (tw_outgoing){albedo, f3_all(from->light[0], from->light[1], from->light[2])};
    }
    tw_path_follow(s, points, &q, 0);
}

void tw_trace_on(const tw_view *s, tw_tile_points *points, const tw_packet *p,
                 const tw_outlook *from, fv3 radiance[TW_GROUPS]) {
    for (int g = 0; g < TW_GROUPS; g++) radiance[g] = f3_all(0, 0, 0);
    leave_ground(s, points, p, from, f3_all(1, 1, 1), radiance);
}
