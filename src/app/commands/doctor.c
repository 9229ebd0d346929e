/* Entry of `tauwerk doctor` in the list of commands (tw_verb_kinds). */
#include "app/doctor.h"
#include "app/help.h"

const tw_command tw_verb_doctor = {
    .name = "doctor",
    .words = "",
    .doc = "abilities of this machine, and whether the program computes the right bits here",
    .options = &tw_doctor_table,
    .run = tw_doctor,
    .place = 10,
};
