/* Growing arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

tw_status tw_array_reserve(void **data, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity) return TW_OK;
    if (need > SIZE_MAX / 2 / size) return tw_fail_memory(); /* so that growth cannot wrap */
    size_t n = *capacity ? *capacity : 8;
    while (n < need) n += n / 2 + 1;
    void *p = realloc(*data, n * size);
    if (!p) return tw_fail_memory();
    *data = p;
    *capacity = n;
    return TW_OK;
}
