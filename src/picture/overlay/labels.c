/*
 * Placing of names; see labels.h.
 *
 * Labels are placed one after the other, by rank. A label's possible positions lie in eight
 * directions on rings around its anchor; each position is moved into the picture if it would hang
 * out. Of those that cover no text the cheapest is taken. Far positions cost more than near ones,
 * covering a mark costs as much as a ring and a half of distance, and the directions are ordered by
 * cost, so that in an empty picture all names stand above and to the right, as in maps [Imhof
 * 1975].
 */
#include "picture/overlay/labels.h"

#include <math.h>

enum { RINGS = 9 };

static const double ring_cost = 1, side_cost = 0.06, busy_cost = 1.5, moved_cost = 0.8;

/* the label's box in its direction (dx, dy), touching the circle of radius dist around its anchor;
 * it moves continuously with the direction */
static tw_box box_along(const tw_label *l, double dist) {
    double n = sqrt(l->dx * l->dx + l->dy * l->dy), dx = l->dx / n, dy = l->dy / n;
    /* half extent of the box along the direction */
    double hx = 0.5 * l->width / fmax(fabs(dx), 1e-9), hy = 0.5 * l->height / fmax(fabs(dy), 1e-9);
    double far = dist + fmin(hx, hy), x = l->x + far * dx, y = l->y + far * dy;
    return (tw_box){x - 0.5 * l->width, y - 0.5 * l->height, x + 0.5 * l->width,
                    y + 0.5 * l->height};
}

static bool move_inside(tw_box *b, double width, double height) {
    double dx = b->x0 < 0 ? -b->x0 : b->x1 > width ? width - b->x1 : 0;
    double dy = b->y0 < 0 ? -b->y0 : b->y1 > height ? height - b->y1 : 0;
    b->x0 += dx, b->x1 += dx, b->y0 += dy, b->y1 += dy;
    return dx != 0 || dy != 0;
}

static bool hits(const tw_box *b, const tw_box *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (tw_boxes_overlap(b, &list[i])) return true;
    return false;
}

static size_t hit_count(const tw_box *b, const tw_box *list, size_t count) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) n += tw_boxes_overlap(b, &list[i]);
    return n;
}

static double between(double lo, double x, double hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

static void finish(tw_label *l, const tw_box *b) {
    l->placed = true;
    l->box = *b;
    l->lx = between(b->x0, l->x, b->x1);
    l->ly = between(b->y0, l->y, b->y1);
    double dx = l->lx - l->x, dy = l->ly - l->y;
    l->leader = dx * dx + dy * dy > 4 * l->gap * l->gap;
}

static void place(tw_label *l, const tw_box *taken, size_t count, const tw_box *busy,
                  size_t busy_count, double width, double height) {
    l->placed = false;
    if (!(l->x >= 0 && l->y >= 0 && l->x <= width && l->y <= height)) return;
    if (l->width > width || l->height > height) return;
    double least = INFINITY;
    tw_box best = {0, 0, 0, 0};
    double gap = fmax(l->gap, l->from), step = fmax(0.6 * l->height, (l->far - gap) / RINGS);
    for (int ring = 0; ring < RINGS && ring * ring_cost < least; ring++) {
        double dist = gap + ring * step;
        if (dist > l->far && ring) break;
        for (int side = l->dx != 0 || l->dy != 0 ? -1 : 0; side < TW_NAME_SIDES; side++) {
            bool first = side < 0 || (l->dx == 0 && l->dy == 0 && side == (int)l->side);
            double cost = ring * ring_cost + (first ? 0 : (side + 1) * side_cost);
            if (cost >= least) continue;
            tw_box b =
                side < 0 ? box_along(l, dist)
                         : tw_box_beside(l->x, l->y, l->width, l->height, (tw_name_side)side, dist);
            if (move_inside(&b, width, height)) cost += moved_cost;
            if (cost >= least || hits(&b, taken, count)) continue;
            if (!l->steady) cost += busy_cost * (double)hit_count(&b, busy, busy_count);
            if (cost < least) least = cost, best = b;
        }
    }
    if (least < INFINITY) finish(l, &best);
}

void tw_labels_place(tw_label *label, size_t labels, const tw_box *taken, size_t count,
                     const tw_box *busy, size_t busy_count, double width, double height,
                     tw_box *memory, size_t *order) {
    for (size_t i = 0; i < count; i++) memory[i] = taken[i];
    /* insertion sort, since it is stable and the labels are mostly in order already */
    for (size_t i = 0; i < labels; i++) {
        size_t j = i;
        for (; j > 0 && label[order[j - 1]].rank < label[i].rank; j--) order[j] = order[j - 1];
        order[j] = i;
    }
    for (size_t i = 0; i < labels; i++) {
        tw_label *l = &label[order[i]];
        place(l, memory, count, busy, busy_count, width, height);
        if (l->placed) memory[count++] = l->box;
    }
}
