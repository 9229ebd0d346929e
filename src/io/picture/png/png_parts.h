/* Writing chunks of PNG files, also of animated ones. */
#ifndef TW_IO_PICTURE_PNG_PNG_PARTS_H
#define TW_IO_PICTURE_PNG_PNG_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* sizes in bytes: of a PNG's signature; of a chunk without its data; of the data of the chunk
 * IHDR */
enum { TW_PNG_SIGNATURE = 8, TW_PNG_CHUNK = 12, TW_PNG_HEADER = 13 };

extern const uint8_t tw_png_signature[TW_PNG_SIGNATURE];

void tw_png_put32(uint8_t *to, uint32_t a);
/* completes the chunk at `to`, whose data of `size` bytes are already at to + 8, by its length,
 * type and checksum; returns its end */
uint8_t *tw_png_chunk(uint8_t *to, const char *type, size_t size);
/* writes the data of the chunk IHDR */
void tw_png_header(uint8_t *to, int width, int height, bool alpha);

/* packs a picture; the result is malloc'ed: `before` free bytes, the compressed picture of *size
 * bytes as the chunk IDAT has it, TW_PNG_CHUNK free bytes. stride: distance from one row of rgba to
 * the next, pixels. NULL: no memory */
uint8_t *tw_png_packed(const uint8_t *rgba, int width, int height, size_t stride, bool alpha,
                       size_t before, size_t *size);

#endif
