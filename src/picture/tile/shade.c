/*
 * Which solids may stand between a lamp and a rectangle of ground. Errors are on the safe side (too
 * many solids).
 *
 * In a sun's light, a ball's shadow on the ground is an ellipse that widens with the distance. For
 * other lamps, rays from the ground to the lamp stay within the hull of two balls, one around the
 * ground and one around the lamp, which is a cone around the line of their centres.
 */
#include "picture/again/wake.h"
#include "picture/tile/open.h"

enum { DEPTH = 64 };

bool tw_open_rect_of(const tw_view *s, double x0, double y0, double x1, double y1,
                     tw_open_rect *to) {
    for (int i = 0; i < 2; i++) {
        to->lo[i] = INFINITY;
        to->hi[i] = -INFINITY;
    }
    if (!tw_over_ground(s, x0, y0, x1, y1, to->lo, to->hi)) return false;
    float a = to->hi[0] - to->lo[0], b = to->hi[1] - to->lo[1];
    to->z = s->ground_z;
    to->radius = sqrtf(a * a + b * b) * 0.50001f;
    return true;
}

/* a ball around a solid, or around a node's box */
typedef struct ball {
    float x[3], r;
} ball;

static ball ball_of_node(const tw_tree_node *n) {
    ball b = {.r = n->reach};
    for (int i = 0; i < 3; i++) b.x[i] = (n->hi[i] + n->lo[i]) / 2;
    return b;
}

static ball ball_of_solid(const tw_solid *a) {
    return (ball){{a->center[0], a->center[1], a->center[2]}, a->radius * 1.0001f};
}

static bool sun_shades(const tw_lamp *m, const tw_open_rect *on, ball b) {
    float up = m->to[2], height = b.x[2] - on->z, gap = 0;
    if (height + b.r < 0) return false;
    /* way: distance along the sun's direction from the ball's centre to the ground; far: the
     * greatest such distance; wide: width of the penumbra per distance, larger where the sun is low
     */
    float way = height / up, far = (height + b.r) / up + b.r;
    float wide = sqrtf(2 * m->k) * 1.1f / (1 - sqrtf(2 * m->k) * 1.1f / up);
    float r = (b.r + far * wide) / up * 1.01f;
    for (int i = 0; i < 2; i++) {
        float middle = (on->hi[i] + on->lo[i]) / 2, half = (on->hi[i] - on->lo[i]) / 2;
        float d = fabsf(b.x[i] - middle - way * m->to[i]) - half;
        gap += d > 0 ? d * d : 0;
    }
    return gap <= r * r;
}

static bool lamp_shades(const tw_lamp *m, const tw_open_rect *on, ball b) {
    float axis[3], way[3], len = 0, along = 0, all = 0;
    for (int i = 0; i < 3; i++) {
        float from = i < 2 ? (on->hi[i] + on->lo[i]) / 2 : on->z;
        axis[i] = m->x[i] - from;
        way[i] = b.x[i] - from;
        len += axis[i] * axis[i];
        along += axis[i] * way[i];
        all += way[i] * way[i];
    }
    if (b.x[2] + b.r < on->z) return false;
    len = sqrtf(len);
    along /= len;
    if (along < -on->radius - b.r || along > len + m->radius + b.r) return false;
    /* sine of the angle between the axis of the cone and its side */
    float sine = (m->radius - on->radius) / len;
    if (fabsf(sine) >= 1) return true;
    float across = sqrtf(fmaxf(all - along * along, 0));
    float out = across * sqrtf(1 - sine * sine) - along * sine - on->radius;
    return out <= b.r + 1e-5f * len;
}

static bool shades(const tw_lamp *m, const tw_open_rect *on, ball b) {
    return m->kind == TW_LIGHT_SUN ? sun_shades(m, on, b) : lamp_shades(m, on, b);
}

/* adds those of the solids order[0 .. n - 1] that may shade the ground to the list of *to; false:
 * there are too many */
static bool add(const tw_view *s, const tw_lamp *m, const tw_open_rect *on, const int32_t *order,
                int n, tw_open_lamp *to) {
    for (int i = 0; i < n; i++) {
        if (!shades(m, on, ball_of_solid(&s->solid[order[i]]))) continue;
        if (to->count == TW_OPEN_SHADES) return false;
        to->solid[to->count++] = order[i];
    }
    return true;
}

static bool add_from_tree(const tw_view *s, const tw_lamp *m, const tw_open_rect *on,
                          tw_open_lamp *to) {
    int stack[DEPTH], depth = 0;
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        if (!shades(m, on, ball_of_node(n))) continue;
        if (n->count == 0) {
            stack[depth++] = n->first + 1;
            stack[depth++] = n->first;
        } else if (!add(s, m, on, s->order + n->first, n->count, to)) {
            return false;
        }
    }
    return true;
}

/* true: the lamp is no sun, or its whole disc is so high that shadows on level ground have a finite
 * length */
static bool shadows_end(const tw_lamp *m) {
    return m->kind != TW_LIGHT_SUN || m->to[2] > fmaxf(0.05f, 2.5f * sqrtf(2 * m->k));
}

void tw_open_shade(const tw_view *s, const tw_open_rect *on, const tw_open_lamp *within,
                   tw_open_lamp *lamp) {
    for (int i = 0; i < s->lamp_count; i++) {
        const tw_lamp *m = &s->lamp[i];
        tw_open_lamp *to = &lamp[i];
        for (int k = 0; tw_wake_watched(s) && k < s->wake->count; k++)
            tw_wake_met = shadows_end(m) && shades(m, on, ball_of_node(&s->wake->box[k]));
        to->count = 0;
        to->listed = shadows_end(m);
        if (to->listed) {
            if (within && within[i].listed)
                to->listed = add(s, m, on, within[i].solid, within[i].count, to);
            else
                to->listed = add_from_tree(s, m, on, to);
        }
        to->clear = to->listed && to->count == 0 && tw_open_holds(m, on);
    }
}

/* squared distance between the ground's rectangle and a box, m^2 */
static float gap_to(const tw_open_rect *on, const float *lo, const float *hi) {
    float up = fmaxf(lo[2] - on->z, 0), sum = up * up;
    for (int i = 0; i < 2; i++) {
        float d = fmaxf(lo[i] - on->hi[i], on->lo[i] - hi[i]);
        sum += d > 0 ? d * d : 0;
    }
    return sum;
}

bool tw_open_far(const tw_view *s, const tw_open_rect *on, float far) {
    int stack[DEPTH], depth = 0;
    for (int k = 0; tw_wake_watched(s) && k < s->wake->count; k++) {
        const tw_tree_node *n = &s->wake->box[k];
        tw_wake_met = n->hi[2] >= on->z && gap_to(on, n->lo, n->hi) < far * far;
    }
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        if (n->hi[2] < on->z || gap_to(on, n->lo, n->hi) >= far * far) continue;
        if (n->count == 0) {
            stack[depth++] = n->first + 1;
            stack[depth++] = n->first;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++) {
            const tw_solid *b = &s->solid[s->order[i]];
            if (b->hi[2] >= on->z && gap_to(on, b->lo, b->hi) < far * far) return false;
        }
    }
    return true;
}
