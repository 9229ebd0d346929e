/* Meshes: the first byte says OBJ, STL or PLY; what is read is made a mesh. */
#include "file.h"

#include "io/mesh/mesh.h"
#include "shape/mesh/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"a.obj", "a.stl", "a.ply"};
    if (size < 1 || size > 1 << 16) return 0;
    char *text = fuzz_text(data + 1, size - 1);
    tw_mesh_data d = {0};
    tw_mesh *mesh;
    if (tw_mesh_parse(names[data[0] % 3], text, size - 1, &d) == TW_OK) {
        if (d.triangle_count < 2000 && tw_mesh_create(&d, &mesh) == TW_OK) tw_mesh_release(mesh);
        tw_mesh_data_free(&d);
    }
    free(text);
    return 0;
}
