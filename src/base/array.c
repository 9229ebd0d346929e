/* Growing arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

tw_status tw_array_reserve(void *data, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity) return TW_OK;
    /* bound on `need` below which the growth of the capacity, by half each time, cannot overflow */
    if (need > SIZE_MAX / 2 / size) return tw_fail_memory();
    size_t n = *capacity ? *capacity : 8;
    while (n < need) n += n / 2 + 1;
    /* value of the pointer to the elements; read and written by memcpy, since the pointer's type
     * is not known here */
    void *p;
    memcpy(&p, data, sizeof p);
    p = realloc(p, n * size);
    if (!p) return tw_fail_memory();
    memcpy(data, &p, sizeof p);
    *capacity = n;
    return TW_OK;
}
