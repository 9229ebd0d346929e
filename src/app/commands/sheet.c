/* Entry of `tauwerk sheet` in the list of commands (tw_verb_kinds). */
#include "app/movie/sheet.h"
#include "app/help.h"

const tw_command tw_verb_sheet = {
    .name = "sheet",
    .words = "DIR|FILE... -o SHEET.png",
    .doc = "the pictures of a film side by side in one picture",
    .options = &tw_sheet_table,
    .run = tw_sheet_command,
    .place = 3,
};
