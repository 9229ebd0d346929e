/*
 * Light along the rays of a packet: paths with at most `bounces` reflections between things.
 *
 * At every vertex, each path sends one ray to every lamp (to a random point of the sun's disc, for
 * example), and one continuation in a direction chosen by the surface's reflection, which finds the
 * sky or the next vertex. Continuations find sharp reflections of the sun with less noise, rays to
 * lamps the dull ones: both are weighted by the power heuristic [Veach 1997] wherever the surface
 * has a lobe. wave.c: how paths go on from vertex to vertex, and how they end.
 */
#include "picture/tile/path.h"
#include "picture/draft/draft.h"
#include "picture/filter/split.h"
#include "picture/light/back.h"
#include "picture/rays/glow.h"
#include "picture/rays/turn.h"

static const float pi2 = 6.28318531f;

/* deactivates the rays of p, which go from the vertices of q to lamp `index`, that something blocks
 */
static void cast_shadows(const tw_view *s, const tw_path *q, int index, tw_packet *p) {
    const tw_shades *of = q->over ? &q->over->shades : NULL;
    if (!of || of->sun != index) {
        tw_unoccluded(s, p);
        return;
    }
    iv ground[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        ground[g] = p->active[g] & (p->own[g] == iv_all(TW_ITEM_GROUND));
        p->active[g] &= ~ground[g];
    }
    if (tw_any_active(p)) tw_shades_cast(s, of, 1, p);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv solid = p->active[g];
        p->active[g] = ground[g];
        ground[g] = solid;
    }
    if (of->count[0] > 0 && tw_any_active(p)) tw_shades_cast(s, of, 0, p);
    for (int g = 0; g < TW_GROUPS; g++) p->active[g] |= ground[g];
}

static void bring(tw_path *q, int g, iv lit, fv3 light, fv3 diffuse, fv3 lobe) {
    light = f3_select(lit, light, f3_all(0, 0, 0));
    if (!q->lit) {
        q->sum[g] = f3_add(q->sum[g], light);
        return;
    }
    q->lit->diffuse[g] = f3_add(q->lit->diffuse[g], f3_mul(light, diffuse));
    q->lit->lobe[g] = f3_add(q->lit->lobe[g], f3_mul(light, lobe));
}

/* adds the light of lamp `index` that the vertices of q reflect */
static void lamp_light(const tw_view *s, tw_tile_points *points, turn at, int index, tw_path *q) {
    const tw_lamp *m = &s->lamp[index];
    fv u[TW_GROUPS], v[TW_GROUPS];
    fv3 light[TW_GROUPS], glow[TW_GROUPS], diffuse[TW_GROUPS], lobe[TW_GROUPS];
    /* only the members that are used are set, not copied from q->ray, which is large */
    tw_packet shadow;
    shadow.salt = q->ray.salt;
    tw_points(points, at.dim, at.salt + (uint32_t)index, u, v);
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) {
        const tw_surface *a = &q->at[g];
        shadow.time[g] = q->ray.time[g];
        shadow.active[g] = iv_all(0);
        light[g] = glow[g] = diffuse[g] = lobe[g] = f3_all(0, 0, 0);
        if (!iv_any(q->ray.active[g])) continue;
        fv3 power;
        fv far, density, zero = fv_all(0);
        fv3 l = tw_toward(m, a->x, u[g], v[g], &power, &far);
        fv3 f = tw_bsdf(a, l, &density);
        fv plain = fv_max(f3_dot(a->n, l), zero) * fv_all(2 / pi2);
        if (q->lit) tw_lit_split(a, q->lit->tint[g], f, plain, &diffuse[g], &lobe[g]);
        if (m->kind == TW_LIGHT_SUN) {
            fv found = density * fv_all(pi2 * m->k), one = fv_all(1);
            fv share = fv_select(q->lobes[g], one / (one + found * found), one);
            f = f3_scale(f, share);
        }
        light[g] = f3_mul(f3_mul(f, power), q->weight[g]);
        if (s->bounces > 0) glow[g] = f3_mul(f3_scale(power, plain), q->last[g].albedo);
        iv lit = light[g].x + light[g].y + light[g].z > zero;
        shadow.o[g] = a->x;
        shadow.d[g] = l;
        shadow.t[g] = far;
        shadow.own[g] = q->ray.item[g];
        shadow.active[g] = q->ray.active[g] & lit;
        any |= shadow.active[g];
    }
    if (!iv_any(any)) return;
    iv lit[TW_GROUPS];
    bool clear = q->over && index < 32 && q->over->suns >> index & 1;
    for (int g = 0; g < TW_GROUPS; g++) {
        lit[g] = shadow.active[g] & (shadow.own[g] == iv_all(TW_ITEM_GROUND));
        if (!clear) lit[g] = iv_all(0);
        shadow.active[g] &= ~lit[g];
    }
    if (tw_any_active(&shadow)) cast_shadows(s, q, index, &shadow);
    for (int g = 0; g < TW_GROUPS; g++) {
        lit[g] |= shadow.active[g];
        if (!iv_any(lit[g])) continue;
        bring(q, g, lit[g], light[g], diffuse[g], lobe[g]);
        if (s->bounces == 0) continue;
        fv3 add = f3_select(lit[g], glow[g], f3_all(0, 0, 0));
        q->last[g].light = f3_add(q->last[g].light, add);
    }
}

/* adds the light of environment `index` that the vertices of q reflect, found by rays aimed at its
 * bright parts */
static void env_light(const tw_view *s, tw_tile_points *points, turn at, int index, tw_path *q) {
    tw_env_aim aim;
    uint32_t salt = at.salt + (uint32_t)(s->lamp_count + s->glow_count + index);
    if (!tw_env_toward(s, index, q->at, &q->ray, points, at.dim, salt, &aim)) return;
    iv open[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        open[g] = tw_over_free(q->over, &aim.ray, g);
        aim.ray.active[g] &= ~open[g];
    }
    if (tw_any_active(&aim.ray)) tw_unoccluded(s, &aim.ray);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 none = f3_all(0, 0, 0);
        open[g] |= aim.ray.active[g];
        if (!iv_any(open[g])) continue;
        fv plain = fv_max(f3_dot(q->at[g].n, aim.ray.d[g]), fv_all(0)) * fv_all(2 / pi2);
        fv3 diffuse = none, lobe = none;
        if (q->lit) tw_lit_split(&q->at[g], q->lit->tint[g], aim.f[g], plain, &diffuse, &lobe);
        bring(q, g, open[g], f3_mul(aim.light[g], q->weight[g]), diffuse, lobe);
        if (s->bounces == 0) continue;
        fv3 add = f3_mul(aim.spread[g], q->last[g].albedo);
        q->last[g].light = f3_add(q->last[g].light, f3_select(open[g], add, none));
    }
}

/* True: only rays drawn from a lobe go on from vertex number `depth`, the last one, because
 * s->further is 0. Rays aimed there at glowing solids bring all their diffuse light; where none can
 * be aimed, the last rays of the paths find it (wave.c). */
static bool only_mirrors_go_on(const tw_view *s, int depth) {
    return depth >= s->bounces && s->further == 0;
}

/* *p: rays from the vertices of q aimed at glowing solid `index`. light: light that each brings if
 * it hits the solid; spread, diffuse, lobe: the same split up as in `bring`; last:
 * only_mirrors_go_on from these vertices */
static void aim_at_glow(const tw_view *s, tw_tile_points *points, turn at, int index, bool last,
                        tw_path *q, tw_packet *p, fv3 *light, fv3 *spread, fv3 *diffuse,
                        fv3 *lobe) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    const float *e = s->solid[s->glow[index]].paint.emission;
    tw_points(points, at.dim, at.salt + (uint32_t)(s->lamp_count + index), u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        const tw_surface *a = &q->at[g];
        light[g] = spread[g] = diffuse[g] = lobe[g] = f3_all(0, 0, 0);
        p->active[g] = iv_all(0);
        if (!iv_any(q->ray.active[g])) continue;
        fv density, chance, zero = fv_all(0), one = fv_all(1);
        fv3 l = tw_glow_toward(s, index, a->x, q->ray.item[g], u[g], v[g], &chance);
        if (last) q->alone[g] |= (chance == zero) & tw_glow_may_see(s, index, q->ray.item[g]);
        fv3 f = tw_bsdf(a, l, &density);
        iv on = q->ray.active[g] & (chance > zero) & (f.x + f.y + f.z > zero);
        fv plain = fv_max(f3_dot(a->n, l), zero) * fv_all(2 / pi2);
        if (q->lit) tw_lit_split(a, q->lit->tint[g], f, plain, &diffuse[g], &lobe[g]);
        fv some = fv_select(on, chance, one), r = density / some;
        fv k = one / (some * (one + r * r));
        if (last) k = plain * (one - a->share) / (some * fv_select(on, density, one));
        light[g] = f3_mul(f3_scale(f3_mul(f, f3_all(e[0], e[1], e[2])), k), q->weight[g]);
        spread[g] = f3_scale(f3_mul(q->last[g].albedo, f3_all(e[0], e[1], e[2])), plain / some);
        p->o[g] = a->x;
        p->d[g] = l;
        p->t[g] = fv_all(INFINITY);
        p->time[g] = q->ray.time[g];
        p->own[g] = q->ray.item[g];
        p->active[g] = on;
    }
}

/* adds the light of glowing solid `index` that the vertices of q reflect, found by aimed rays;
 * last: only_mirrors_go_on from these vertices */
static void glow_light(const tw_view *s, tw_tile_points *points, turn at, int index, bool last,
                       tw_path *q) {
    fv3 light[TW_GROUPS], spread[TW_GROUPS], diffuse[TW_GROUPS], lobe[TW_GROUPS];
    fv3 none = f3_all(0, 0, 0);
    tw_packet p;
    p.salt = q->ray.salt;
    aim_at_glow(s, points, at, index, last, q, &p, light, spread, diffuse, lobe);
    if (!tw_any_active(&p)) return;
    tw_nearest(s, &p);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv lit = p.active[g] & (p.item[g] == iv_all(s->glow[index]));
        bring(q, g, lit, light[g], diffuse[g], lobe[g]);
        q->last[g].light = f3_add(q->last[g].light, f3_select(lit, spread[g], none));
    }
}

fv3 tw_path_far(const tw_view *s, const tw_path *q, int g) {
    fv3 d = q->ray.d[g], L = tw_dome(s, d);
    return s->env_count ? f3_add(L, tw_env_found(s, d, q->density[g])) : L;
}

fv3 tw_path_sky(const tw_view *s, const tw_path *q, int g, fv3 L) {
    if (iv_any(q->lobes[g]))
        L = f3_add(L, tw_suns_found(s, q->lobes[g], q->density[g], q->ray.d[g]));
    return f3_mul(L, q->weight[g]);
}

/* Adds the haze between the eye and the hits of group g. At the distance r along the path, haze
 * leaves the share 1 - k(r) of light. So a path that the eye follows in mirrors from the distance r
 * to r' loses the share 1 - (1 - k(r')) / (1 - k(r)) of its weight, and gets the haze's own light
 * in its place */
static void enter_fog(const tw_view *s, tw_path *q, int g) {
    q->seen[g] &= q->ray.active[g];
    if (!iv_any(q->seen[g])) return;
    fv one = fv_all(1), zero = fv_all(0), before = one - tw_fog_share(s, q->way[g]);
    q->way[g] += fv_select(q->seen[g], q->ray.t[g], zero);
    fv left = one - tw_fog_share(s, q->way[g]);
    iv thin = q->seen[g] & (before > zero);
    left = fv_select(thin, left / fv_select(thin, before, one), one);
    fv3 fog = f3_mul(f3_scale(tw_fog_color(s, q->ray.d[g]), one - left), q->weight[g]);
    q->sum[g] = f3_add(q->sum[g], fog);
    q->weight[g] = f3_scale(q->weight[g], left);
}

/* Sets q->at to the surfaces that the rays hit, and adds their emitted light. Lobes are made
 * rougher, up to alpha = sqrt(alpha of the roughest reflection before), at most 0.3: seen by way of
 * a dull surface, a sharp mirror of the sun would bring rare and bright samples. Mirrors seen in
 * mirrors stay sharp */
static void arrive(const tw_view *s, tw_path *q, int depth, fv width) {
    for (int g = 0; g < TW_GROUPS; g++) {
        if (!iv_any(q->ray.active[g])) continue;
        if (s->has_fog) enter_fog(s, q, g);
        fv one = fv_all(1), own = one, looked = tw_glow_density(s, &q->ray, g);
        /* weight of the glow that a continued ray finds by itself; rays aimed at the solid bring
         * the rest */
        if (depth > 0 && !only_mirrors_go_on(s, depth - 1)) {
            fv r = looked / fv_max(q->density[g], fv_all(1e-12f));
            own = one / (one + r * r);
        }
        tw_surface_of(s, &q->ray, g, width, &q->at[g]);
        q->at[g].alpha = fv_max(q->at[g].alpha, fv_min(fv_sqrt(q->blur[g]), fv_all(0.3f)));
        q->lobes[g] = q->at[g].share > fv_all(0);
        fv3 e = f3_scale(f3_mul(q->at[g].emission, q->weight[g]), own);
        q->sum[g] = f3_add(q->sum[g], f3_select(q->ray.active[g], e, f3_all(0, 0, 0)));
        if (s->bounces == 0) continue;
        q->before[g] = q->last[g];
        q->own_before[g] = q->own[g];
        /* q->own, the light that the vertex emits itself, counts as 0 if rays were aimed at its
         * solid from the vertex before: these have brought this light already */
        q->own[g] = f3_select(looked > fv_all(0), f3_all(0, 0, 0), q->at[g].emission);
        q->last[g] = (tw_outgoing){f3_add(q->at[g].kd, q->at[g].f0), q->own[g]};
    }
}

/* true: a vertex of the packet has a lobe */
static bool any_lobe(const tw_path *q) {
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= q->lobes[g] & q->ray.active[g];
    return iv_any(any);
}

/* q->ray of group g: the rays that go on in directions l, in those lanes of `some` whose paths
 * still carry light; density: probability density of these directions, 1/sr */
static void leave(tw_path *q, int g, fv3 l, fv density, iv some) {
    q->density[g] = density;
    q->seen[g] &= q->mirrored[g];
    iv on = q->ray.active[g] & some;
    on &= q->weight[g].x + q->weight[g].y + q->weight[g].z > fv_all(0);
    q->ray.active[g] = on;
    q->ray.o[g] = q->at[g].x;
    q->ray.d[g] = l;
    q->ray.t[g] = fv_all(INFINITY);
    q->ray.own[g] = q->ray.item[g];
}

/* draws one continuing ray from every vertex */
static void go_on(tw_tile_points *points, turn at, tw_path *q) {
    fv u[TW_GROUPS], v[TW_GROUPS], c[TW_GROUPS], unused[TW_GROUPS], zero = fv_all(0);
    /* decided for the packet as a whole, not for each group of lanes: the bytes must not depend on
     * the number of lanes */
    bool lobes = any_lobe(q);
    tw_points(points, at.dim + 1, at.salt, u, v);
    if (lobes) tw_points(points, at.dim + 2, at.salt, c, unused);
    for (int g = 0; g < TW_GROUPS; g++) {
        const tw_surface *a = &q->at[g];
        if (!iv_any(q->ray.active[g])) continue;
        fv3 l = tw_bsdf_sample(a, u[g], v[g], lobes ? c[g] : fv_all(1));
        if (!lobes) {
            /* diffuse directions are drawn with the density of the cosine, so f n.l / density is
             * just the albedo */
            fv3 f = a->kd;
            if (q->lit)
                tw_lit_split(a, q->lit->tint[g], f, fv_all(1), &q->lit->to_diffuse[g],
                             &q->lit->to_lobe[g]);
            q->weight[g] = f3_mul(q->weight[g], a->kd);
            q->blur[g] = fv_all(1);
            q->mirrored[g] = iv_all(0);
            fv nl = f3_dot(a->n, l);
            leave(q, g, l, nl * fv_all(2 / pi2), nl > zero);
            continue;
        }
        fv density;
        fv3 f = tw_bsdf(a, l, &density);
        fv plain = fv_max(f3_dot(a->n, l), zero) * fv_all(2 / pi2);
        if (q->lit)
            tw_lit_split(a, q->lit->tint[g], f, plain, &q->lit->to_diffuse[g], &q->lit->to_lobe[g]);
        iv some = density > fv_all(1e-12f);
        fv3 ratio = f3_scale(f, fv_all(1) / fv_select(some, density, fv_all(1)));
        q->weight[g] = f3_mul(q->weight[g], ratio);
        q->mirrored[g] = c[g] < a->share;
        q->blur[g] = fv_max(q->blur[g], fv_select(q->mirrored[g], a->alpha, fv_all(1)));
        leave(q, g, l, density, some);
    }
}
void tw_path_meet(const tw_view *s, tw_tile_points *points, tw_path *q, int depth, fv width) {
    turn at = turn_of(depth);
    if (!tw_any_active(&q->ray)) return;
    q->ray.salt = tw_scramble(q->ray.salt + (uint32_t)depth);
    arrive(s, q, depth, width);
    if (q->lit) q->lit->lobes = any_lobe(q);
    for (int g = 0; q->lit && g < TW_GROUPS; g++)
        tw_lit_describe(&q->at[g], q->ray.active[g], q->lobes[g], g, q->lit);
    for (int i = 0; i < s->lamp_count; i++) lamp_light(s, points, at, i, q);
    for (int i = 0; i < s->env_count; i++) env_light(s, points, at, i, q);
    bool last = only_mirrors_go_on(s, depth);
    for (int g = 0; g < TW_GROUPS; g++)
        q->alone[g] = last && s->glow_more ? q->ray.active[g] : iv_all(0);
    for (int i = 0; i < s->glow_count; i++) glow_light(s, points, at, i, last, q);
    go_on(points, at, q);
}
void tw_path_put_off(const tw_view *s, tw_path *q, tw_wait_place *to) {
    for (int g = 0; g < TW_GROUPS; g++) {
        iv on = q->ray.active[g];
        to->later[g] = to->open[g] = iv_all(0);
        if (!iv_any(on)) continue;
        to->open[g] = tw_over_free(q->over, &q->ray, g);
        if (s->has_ground) on &= ~tw_ends_on_ground(s, &q->ray, g);
        to->later[g] = on & ~to->open[g];
        to->sky[g] = tw_path_sky(s, q, g, tw_path_far(s, q, g));
        to->o[g] = q->ray.o[g];
        to->d[g] = q->ray.d[g];
        to->time[g] = q->ray.time[g];
        to->own[g] = q->ray.own[g];
    }
}
