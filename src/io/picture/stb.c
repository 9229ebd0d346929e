/* The code of stb_image; see stb.h. */
#define STB_IMAGE_IMPLEMENTATION
#include "io/picture/stb.h"
