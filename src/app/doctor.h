/*
 * `tauwerk doctor`: a report on programs and folders of this machine, and whether Tauwerk computes
 * the right bits here.
 *
 * A program that is not installed is no failure; wrong bits are (status 6), and folders that cannot
 * be written to (status 4).
 */
#ifndef TW_APP_DOCTOR_H
#define TW_APP_DOCTOR_H

#include "app/base/options.h"

extern const tw_option_table tw_doctor_table;

tw_status tw_doctor(int argc, char *const *argv);

#endif
