// The same chain in C++: failures become exceptions, the engine closes itself.
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <tauwerk.h>
#include <vector>

namespace {

struct Engine {
    Engine() {
        tw_engine *e = nullptr;
        if (tw_open(nullptr, &e) != TW_OK) throw std::runtime_error(tw_last_error(nullptr));
        handle.reset(e);
    }
    void need(tw_status status) const {
        if (status != TW_OK) throw std::runtime_error(tw_last_error(handle.get()));
    }
    tw_ref make(tw_ref owner, const char *kind, const std::vector<tw_entry> &fields) const {
        tw_ref object;
        need(tw_make(handle.get(), owner, kind, fields.data(), fields.size(), &object));
        return object;
    }
    tw_ref join(tw_ref scene, tw_ref a, tw_ref b) const {
        tw_ref joint;
        need(tw_connect(handle.get(), scene, a, b, &joint));
        return joint;
    }
    tw_ref end(tw_ref rod, const char *name) const {
        tw_ref point;
        need(tw_get_ref(handle.get(), rod, name, &point));
        return point;
    }
    std::unique_ptr<tw_engine, void (*)(tw_engine *)> handle{nullptr, tw_close};
};

constexpr int rods = 16;
constexpr double span = 4, top = 3; // m

double height(int i) { return top - 0.015625 * i * (rods - i); }

void run(const char *path) {
    const Engine engine;
    const tw_entry settings[] = {{"name", tw_text("tower")}, {"gravity", tw_text("earth")}};
    tw_ref scene;
    engine.need(tw_scene_new(engine.handle.get(), settings, 2, &scene));
    tw_ref last = engine.make(scene, "nail", {{"position", tw_vector(-span / 2, 0, top)}});
    for (int i = 0; i < rods; i++) {
        const double x = span / rods * i - span / 2;
        const tw_ref rod = engine.make(scene, "rod",
                                       {{"radius", tw_number(0.03)},
                                        {"from", tw_vector(x, 0, height(i))},
                                        {"to", tw_vector(x + span / rods, 0, height(i + 1))}});
        engine.join(scene, last, engine.end(rod, "end1"));
        last = engine.end(rod, "end2");
    }
    engine.join(scene, last, engine.make(scene, "nail", {{"position", tw_vector(span / 2, 0, top)}}));
    const tw_ref wrong = engine.join(
        scene, last, engine.make(scene, "nail", {{"position", tw_vector(span / 2, 0, top - 1)}}));
    const char *why = nullptr;
    engine.need(tw_explain(engine.handle.get(), scene, &why));
    std::printf("%s\n", why);
    engine.need(tw_remove(engine.handle.get(), wrong));
    engine.need(tw_advance(engine.handle.get(), scene, 1.5));
    std::uint64_t hash = 0;
    engine.need(tw_hash(engine.handle.get(), scene, &hash));
    std::printf("%016" PRIx64 "\n", hash);
    const tw_draw_options size = {sizeof size, 320, 180, TW_DRAW_DRAFT, false, nullptr};
    engine.need(tw_draw(engine.handle.get(), scene, &size, nullptr, path));
}

} // namespace

int main(int argc, char **argv) {
    try {
        run(argc > 1 ? argv[1] : "tower.png");
        return 0;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "tower: %s\n", e.what());
        return 1;
    }
}
