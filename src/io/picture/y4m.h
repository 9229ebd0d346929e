/*
 * YUV4MPEG2, the plainest video: a line of text, then for each picture the line FRAME and its
 * planes Y, Cb, Cr.
 *
 * Colours are BT.709 at studio range from the picture's coded bytes R, G, B (0 .. 255):
 *
 *     E  = 0.2126 R + 0.7152 G + 0.0722 B              [ITU-R BT.709-6, item 3.2]
 *     Y  =  16 + 219 E / 255
 *     Cb = 128 + 224 (B - E) / (1.8556 255)            1.8556 = 2 (1 - 0.0722)
 *     Cr = 128 + 224 (R - E) / (1.5748 255)            1.5748 = 2 (1 - 0.2126)
 *
 * rounded to the nearest whole number. In 4:2:0 a chroma sample lies on the left one of two columns
 * and between two rows, as in MPEG-2 and H.264: weights 1/4 1/2 1/4 across, 1/2 1/2 down; beyond
 * the border the last pixel is repeated.
 */
#ifndef TW_IO_PICTURE_Y4M_H
#define TW_IO_PICTURE_Y4M_H

#include <stddef.h>
#include <stdint.h>

typedef enum tw_chroma { TW_CHROMA_420, TW_CHROMA_444 } tw_chroma;

/* writes the file's first line, with newline, to buf [size]; returns its length. rate_above /
 * rate_below: frame rate, 1/s */
int tw_y4m_header(char *buf, size_t size, int width, int height, int rate_above, int rate_below,
                  tw_chroma chroma);

/* bytes of the planes of one picture, without the line FRAME; width and height may be odd */
size_t tw_y4m_size(int width, int height, tw_chroma chroma);

/* planes [tw_y4m_size]: the planes Y, Cb, Cr of the picture rgba [height][width][4]; alpha is
 * ignored */
void tw_y4m_planes(const uint8_t *rgba, int width, int height, tw_chroma chroma, uint8_t *planes);

#endif
