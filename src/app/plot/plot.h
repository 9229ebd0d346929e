/* `tauwerk plot`: plots deviations, energies, forces, speeds and records of a scene over time. */
#ifndef TW_APP_PLOT_PLOT_H
#define TW_APP_PLOT_PLOT_H

#include "app/base/options.h"

extern const tw_option_table tw_plot_table;

tw_status tw_plot_command(int argc, char *const *argv);

#endif
