/* A card: a thin box, as for a house of cards [BB88 fig. 24]. */
#include "kinds/bodies/_block.h"

TW_BLOCK_KIND(card, "a thin box, like a playing card");
