/* stb_image, configured for the readers of pictures: PNG and Radiance's .hdr, in memory. */
#ifndef TW_IO_PICTURE_STB_H
#define TW_IO_PICTURE_STB_H

#include "io/picture/image.h"

#define STBI_ONLY_PNG
#define STBI_ONLY_HDR
#define STBI_NO_STDIO
#define STBI_NO_SIMD /* without SIMD code, results are the same on every machine */
#define STBI_MAX_DIMENSIONS TW_PICTURE_MOST
#include <stb_image.h>

#endif
