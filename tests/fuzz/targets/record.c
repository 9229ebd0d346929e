/* Records: the first byte says golden, manifest, its journal, or a table of impacts. */
#include "file.h"

#include "app/check/golden.h"
#include "app/movie/clicks.h"
#include "app/render/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"a.golden", "manifest.json", "manifest.journal",
                                        "impacts.csv"};
    char folder[100], path[200];
    if (size < 1 || size > 1 << 16) return 0;
    fuzz_folder(folder, names[data[0] % 4], path);
    fuzz_file(path, data + 1, size - 1);
    if (data[0] % 4 == 3) {
        tw_impacts impacts = {0};
        tw_impacts_read(path, &impacts);
        tw_impacts_free(&impacts);
    } else if (data[0] % 4 == 0) {
        tw_golden golden;
        if (tw_golden_read(path, &golden) == TW_OK) tw_golden_free(&golden);
    } else {
        tw_manifest m;
        if (tw_manifest_read(folder, &m) == TW_OK) {
            tw_manifest_find(&m, "a.0001.png");
            tw_manifest_like(&m, 1);
        }
        tw_manifest_free(&m);
    }
    unlink(path);
    return 0;
}
