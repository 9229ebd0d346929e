/* The generator xoshiro256**; see random.h. */
#include "base/math/random.h"

static uint64_t rotate(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

tw_random tw_random_seed(uint64_t seed) {
    tw_random r;
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        r.s[i] = z ^ (z >> 31);
    }
    return r;
}

uint64_t tw_random_u64(tw_random *r) {
    uint64_t *s = r->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

double tw_random_uniform(tw_random *r) {
    return (double)(tw_random_u64(r) >> 11) * 0x1p-53;
}

/* rejection method: random points of the cube until one lies in the ball; it needs no elementary
 * functions */
vec3 tw_random_direction(tw_random *r) {
    for (;;) {
        vec3 v;
        v.x = 2 * tw_random_uniform(r) - 1;
        v.y = 2 * tw_random_uniform(r) - 1;
        v.z = 2 * tw_random_uniform(r) - 1;
        double n = v3_dot(v, v);
        if (n > 1e-4 && n <= 1) return v3_scale(v, 1 / sqrt(n));
    }
}

quat tw_random_rotation(tw_random *r) {
    for (;;) {
        quat q;
        q.w = 2 * tw_random_uniform(r) - 1;
        q.x = 2 * tw_random_uniform(r) - 1;
        q.y = 2 * tw_random_uniform(r) - 1;
        q.z = 2 * tw_random_uniform(r) - 1;
        double n = q_dot(q, q);
        if (n > 1e-4 && n <= 1) return q_normalized(q);
    }
}
