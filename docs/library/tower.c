/* A chain between two towers: rods and ball joints, one nail too many, a picture. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <tauwerk.h>

enum { RODS = 16 };
static const double span = 4, top = 3; /* m */
static tw_engine *engine;

/* every call is looked at once, here */
static void need(tw_status status) {
    if (status == TW_OK) return;
    fprintf(stderr, "tower: %s\n", tw_last_error(engine));
    exit(1);
}

/* the chain hangs: a parabola through both nails */
static double height(int i) {
    return top - 0.015625 * i * (RODS - i);
}

static tw_ref nail(tw_ref scene, double x, double z) {
    const tw_entry at = {"position", tw_vector(x, 0, z)};
    tw_ref point;
    need(tw_make(engine, scene, "nail", &at, 1, &point));
    return point;
}

int main(int argc, char **argv) {
    const tw_entry settings[] = {{"name", tw_text("tower")}, {"gravity", tw_text("earth")}};
    tw_ref scene, rod, end, wrong;
    need(tw_open(NULL, &engine));
    need(tw_scene_new(engine, settings, 2, &scene));
    tw_ref last = nail(scene, -span / 2, top);
    for (int i = 0; i < RODS; i++) {
        double x = span / RODS * i - span / 2;
        const tw_entry fields[] = {{"radius", tw_number(0.03)},
                                   {"from", tw_vector(x, 0, height(i))},
                                   {"to", tw_vector(x + span / RODS, 0, height(i + 1))}};
        need(tw_make(engine, scene, "rod", fields, 3, &rod));
        need(tw_get_ref(engine, rod, "end1", &end));
        need(tw_connect(engine, scene, last, end, NULL));
        need(tw_get_ref(engine, rod, "end2", &last));
    }
    need(tw_connect(engine, scene, last, nail(scene, span / 2, top), NULL));
    need(tw_connect(engine, scene, last, nail(scene, span / 2, top - 1), &wrong));
    const char *why;
    need(tw_explain(engine, scene, &why));
    printf("%s\n", why);
    need(tw_remove(engine, wrong));
    need(tw_advance(engine, scene, 1.5));
    uint64_t hash;
    need(tw_hash(engine, scene, &hash));
    printf("%016" PRIx64 "\n", hash);
    tw_draw_options size = {sizeof size, 320, 180, TW_DRAW_DRAFT, false, NULL};
    need(tw_draw(engine, scene, &size, NULL, argc > 1 ? argv[1] : "tower.png"));
    tw_close(engine);
}
