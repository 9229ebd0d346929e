/*
 * Curves over time in panels one below the other, with one axis of time: as SVG, or as PNG by the
 * project's own canvas.
 */
#ifndef TW_APP_PLOT_CHART_H
#define TW_APP_PLOT_CHART_H

#include "base/array.h"

#include <stdbool.h>

typedef struct tw_curve {
    char *name;          /* owned */
    bool dashed;         /* a closed form, over the curve before it and in its colour */
    TW_ARRAY(double) xy; /* t, value, t, value, ...; a NAN begins a new piece */
} tw_curve;

typedef struct tw_panel {
    char *title;    /* "deviation |D|"; owned */
    char *unit;     /* "m"; owned */
    bool magnitude; /* values are never negative: the axis begins at 0 */
    TW_ARRAY(tw_curve) curve;
} tw_panel;

typedef struct tw_chart {
    char *title;   /* owned */
    double x0, x1; /* s */
    bool log;      /* magnitudes on a logarithmic axis */
    TW_ARRAY(tw_panel) panel;
} tw_chart;

/* the panel of that title and unit, made when there is none */
tw_status tw_chart_panel(tw_chart *chart, const char *title, const char *unit, bool magnitude,
                         tw_panel **panel);
tw_status tw_panel_curve(tw_panel *panel, const char *name, bool dashed, tw_curve **curve);
tw_status tw_curve_add(tw_curve *curve, double t, double value);
void tw_chart_free(tw_chart *chart);

/* FILE.svg or FILE.png */
tw_status tw_chart_write(const tw_chart *chart, const char *path);

/* 1, 2 or 5 times a power of ten: a step that makes at most `most` steps of `range` */
double tw_tick_step(double range, int most);

#endif
