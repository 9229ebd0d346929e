/* The implementation of stb_image, compiled once; see stb.h. */
#define STB_IMAGE_IMPLEMENTATION
#include "io/picture/stb.h"
