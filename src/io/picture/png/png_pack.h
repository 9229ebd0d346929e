/*
 * Deflate [RFC 1951] in a zlib stream [RFC 1950] for one kind of data: differences of neighbouring
 * pixels, which are small and mostly noise. It takes half the time of general libraries at their
 * fastest setting.
 */
#ifndef TW_IO_PICTURE_PNG_PNG_PACK_H
#define TW_IO_PICTURE_PNG_PNG_PACK_H

#include <stddef.h>
#include <stdint.h>

/* largest number of bytes that tw_png_pack writes for `size` bytes */
size_t tw_png_pack_bound(size_t size);

/*
 * Compresses `size` bytes of rows, each `row` bytes long: one byte for the filter, then pixels of
 * `pixel` bytes each. Returns the number of bytes written to `to`, or 0 if there is no memory.
 */
size_t tw_png_pack(const uint8_t *from, size_t size, size_t row, size_t pixel, uint8_t *to);

#endif
