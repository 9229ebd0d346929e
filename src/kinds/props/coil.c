/*
 * A coil: a spring drawn between two moving points, as a helix of round wire with straight ends.
 *
 * With s = 0 .. turns along the helix, and e the length of a straight end, the wire is at
 *     x(s) = from + (e + (L - 2 e) s/turns) n + R(s) (cos 2 pi s  u + sin 2 pi s  v),
 * where n is the direction to the other point, L the distance, u and v unit vectors perpendicular
 * to n. R grows from 0 to the coil's radius over the first half turn and shrinks over the last one.
 * u and v are those of tw_piece_along, with which the coil does not rotate about its own axis as
 * its ends move.
 */
#include "model/prop.h"

#include "base/math/elementary.h"

typedef struct coil {
    tw_station_list from, to;
    tw_value turns, radius, wire, ends;
} coil;

enum { FINEST = 48, COARSEST = 10 }; /* most and fewest straight pieces per turn */

/* over this many turns at each end the coil's radius R grows from 0 to its full value */
static const double grow = 0.5;

static double smooth(double u) {
    u = fmin(fmax(u, 0), 1);
    return u * u * (3 - 2 * u);
}

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const coil *o = in->own;
    vec3 from = in->station[0].spot[0].x, to = in->station[1].spot[0].x, d = v3_sub(to, from);
    double length = v3_length(d), turns = tw_value1(&o->turns, in->t);
    double R = tw_value1(&o->radius, in->t);
    double wire = tw_value_is_unset(&o->wire) ? 0.12 * R : tw_value1(&o->wire, in->t);
    double ends = tw_value_is_unset(&o->ends) ? 0.8 * R : tw_value1(&o->ends, in->t);
    if (!(length > 0) || !isfinite(length) || !(wire > 0)) return TW_OK;
    if (!(turns > 0) || !(R > 0)) return tw_piece_rod(out, from, to, wire);
    ends = fmin(ends, 0.2 * length);
    quat q = tw_piece_along(v3_scale(d, 1 / length));
    double each = floor(0.95 * TW_PROP_PIECES / turns);
    each = fmin(fmax(each, COARSEST), FINEST);
    int n = (int)fmin(ceil(each * turns), TW_PROP_PIECES - 2);
    vec3 last = v3_madd(from, ends / length, d);
    TW_TRY(tw_piece_rod(out, from, last, wire));
    for (int i = 1; i <= n; i++) {
        double s = turns * i / n, angle = 2 * M_PI * s, most = fmin(grow, 0.5 * turns);
        double r = R * smooth(s / most) * smooth((turns - s) / most);
        double z = ends + (length - 2 * ends) * s / turns;
        vec3 x = v3_add(from, q_rotate(q, v3(r * tw_cos(angle), r * tw_sin(angle), z)));
        TW_TRY(tw_piece_rod(out, last, x, wire));
        last = x;
    }
    return tw_piece_rod(out, last, to, wire);
}

#define ROW(field) .name = #field, .offset = offsetof(coil, field)

static const tw_param params[] = {
    {ROW(from), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_POINT, .doc = "one end"},
    {ROW(to), .type = TW_PARAM_STATIONS, .flags = TW_REQUIRED | TW_FRAME_POINT,
     .doc = "the other end"},
    {ROW(turns), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {8},
     .doc = "number of turns; 0: a straight wire"},
    {ROW(radius), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m", .preset = {0.1},
     .doc = "radius of the coil, to the middle of the wire"},
    {ROW(wire), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE, .unit = "m",
     .preset = {TW_UNSET}, .doc = "radius of the wire; unset: 0.12 times the coil's"},
    {ROW(ends), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE, .unit = "m",
     .preset = {TW_UNSET},
     .doc =
         "length of each straight end, a fifth of the distance at most; unset: 0.8 times radius"},
};

const tw_prop_kind tw_prop_coil = {
    .kind = {.name = "coil",
             .doc = "a spring between two moving points: it stretches with their distance",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(coil)},
    .anchor = TW_ANCHOR_PIECES,
    .show = show,
    .look = "steel",
    .color = {0.45, 0.46, 0.5},
};
