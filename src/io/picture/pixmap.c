/* Reads pictures, PNG by stb_image and JPEG by libjpeg; see pixmap.h. */
#include "io/picture/pixmap.h"

#include "base/file.h"
#include "io/picture/image.h"
#include "io/picture/jpeg.h"

#include "io/picture/png/png_read.h"
#include "io/picture/stb.h"

#include <limits.h>

static tw_status read_png(const void *bytes, size_t size, int *width, int *height, uint8_t **rgba) {
    int channels;
    if (!tw_is_png(bytes, size) ||
        !stbi_info_from_memory(bytes, (int)size, width, height, &channels))
        return tw_fail(TW_IO, "expected a picture, PNG or JPEG");
    /* checked before memory is allocated: a small file may claim a huge size */
    TW_TRY(tw_pixmap_check(*width, *height, TW_IO));
    TW_TRY(tw_file_may_hold(*width, *height));
    if (!tw_png_holds(bytes, size)) return tw_image_failure(NULL, "it is cut off");
    *rgba = stbi_load_from_memory(bytes, (int)size, width, height, &channels, 4);
    return *rgba ? TW_OK : tw_image_failure(NULL, stbi_failure_reason());
}

tw_status tw_pixmap_parse(const void *bytes, size_t size, tw_pixmap **map) {
    int width, height;
    uint8_t *rgba;
    if (size > INT_MAX) return tw_fail(TW_IO, "the picture is larger than 2 GB");
    TW_TRY(
        (tw_is_jpeg(bytes, size) ? tw_jpeg_read : read_png)(bytes, size, &width, &height, &rgba));
    tw_status s = tw_pixmap_create(rgba, width, height, map);
    free(rgba);
    return s;
}

void tw_pixmap_drop(tw_pixmap *map) {
    tw_pixmap_release(map);
}
