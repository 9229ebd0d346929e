/* Pictures: the first byte says texture (PNG) or sky (Radiance HDR, OpenEXR). */
#include "file.h"

#include "io/picture/lightmap.h"
#include "io/picture/pixmap.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 1 << 20) return 0;
    char *bytes = fuzz_text(data + 1, size - 1);
    tw_pixmap *map;
    tw_lightmap *light;
    if (data[0] % 2) {
        if (tw_pixmap_parse(bytes, size - 1, &map) == TW_OK) tw_pixmap_release(map);
    } else {
        if (tw_lightmap_parse(bytes, size - 1, &light) == TW_OK) tw_lightmap_release(light);
    }
    free(bytes);
    return 0;
}
