/*
 * Charts: curves over time in panels one below the other, with a common axis of time; written as
 * SVG, or as PNG by the project's own drawing functions.
 */
#ifndef TW_APP_PLOT_CHART_H
#define TW_APP_PLOT_CHART_H

#include "base/array.h"

#include <stdbool.h>

typedef struct tw_curve {
    char *name; /* owned */
    /* true: this is the closed form of the previous curve of the panel, drawn over it as a thin
     * dark dashed line */
    bool dashed;
    /* points of the curve: t, value, t, value, ...; a pair of NAN separates pieces */
    TW_ARRAY(double) xy;
} tw_curve;

typedef struct tw_panel {
    char *title;    /* title, such as "deviation |D|"; owned */
    char *unit;     /* "m"; owned */
    bool magnitude; /* true: values of the panel are never negative, so its axis begins at 0 */
    TW_ARRAY(tw_curve) curve;
} tw_panel;

typedef struct tw_chart {
    char *title;   /* owned */
    double x0, x1; /* s */
    bool log;      /* true: the axes of panels of magnitudes are logarithmic */
    TW_ARRAY(tw_panel) panel;
} tw_chart;

/* *panel: the panel with that title and unit; it is made if there is none */
tw_status tw_chart_panel(tw_chart *chart, const char *title, const char *unit, bool magnitude,
                         tw_panel **panel);
tw_status tw_panel_curve(tw_panel *panel, const char *name, bool dashed, tw_curve **curve);
tw_status tw_curve_add(tw_curve *curve, double t, double value);
void tw_chart_free(tw_chart *chart);

/* writes the chart to FILE.svg or FILE.png */
tw_status tw_chart_write(const tw_chart *chart, const char *path);

#endif
