/* A solid box of uniform density. */
#include "kinds/bodies/_block.h"

TW_BLOCK_KIND(box, "a solid box");
