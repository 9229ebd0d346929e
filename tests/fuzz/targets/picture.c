/* Pictures: the first byte says texture (PNG, JPEG), sky (Radiance HDR, OpenEXR), or a picture of a
 * film (PNG). */
#include "file.h"

#include "io/picture/lightmap.h"
#include "io/picture/pixmap.h"
#include "io/picture/png/png_read.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"

static void read_film(const char *bytes, size_t size) {
    char folder[100], path[200];
    uint8_t *rgba;
    int width, height;
    fuzz_folder(folder, "film.png", path);
    fuzz_file(path, (const uint8_t *)bytes, size);
    tw_png_size(path, &width, &height);
    if (tw_png_read(path, &width, &height, &rgba) == TW_OK) free(rgba);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 1 << 20) return 0;
    char *bytes = fuzz_text(data + 1, size - 1);
    tw_pixmap *map;
    tw_lightmap *light;
    if (data[0] % 3 == 2)
        read_film(bytes, size - 1);
    else if (data[0] % 3 == 1) {
        if (tw_pixmap_parse(bytes, size - 1, &map) == TW_OK) tw_pixmap_release(map);
    } else if (tw_lightmap_parse(bytes, size - 1, &light) == TW_OK) {
        tw_lightmap_release(light);
    }
    free(bytes);
    return 0;
}
