/* Baked films (.twb): all that can be asked of one, and its frames. */
#include "file.h"

#include "frame/frame.h"
#include "io/store/store.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[100], path[200];
    tw_store *store;
    if (size > 1 << 20) return 0;
    fuzz_folder(folder, "film.twb", path);
    fuzz_file(path, data, size);
    if (tw_store_open(path, &store) != TW_OK) return 0;
    for (size_t i = 0; i < tw_store_count(store) && i < 8; i++) {
        tw_frame frame;
        tw_store_flags(store, i);
        if (tw_store_frame(store, i, &frame) == TW_OK) tw_frame_free(&frame);
    }
    for (size_t i = 0; i < tw_store_event_count(store) && i < 8; i++) tw_store_event_of(store, i);
    tw_store_digest(store);
    tw_store_close(store);
    return 0;
}
