/* Check of the size of pictures to be written, the same for all formats; see image.h. */
#include "io/picture/image.h"

tw_status tw_picture_size_check(int width, int height) {
    if (width >= 1 && height >= 1 && width <= TW_PICTURE_MOST && height <= TW_PICTURE_MOST)
        return TW_OK;
    return tw_fail(TW_ARGUMENT, "a picture has 1 to %d pixels each way, got %d x %d",
                   TW_PICTURE_MOST, width, height);
}
