/*
 * The pace of a film: which time of the scene each of its moments shows.
 *
 * A film runs as fast as its scene unless the scene is retimed: knots (film second, scene time)
 * with straight or smooth pieces between them, and holds, at which the picture stands still. Only
 * pictures follow the pace; the motion, its events and its records do not know of it. Time never
 * runs backwards.
 *
 * Smooth pieces are cubic: their ends have the speed of a straight neighbour, else the harmonic
 * mean of the mean speeds on both sides [Fritsch, Butland 1984], at most three times the mean speed
 * of the piece, so that they rise everywhere [Fritsch, Carlson 1980].
 */
#ifndef TW_FRAME_FILM_PACE_H
#define TW_FRAME_FILM_PACE_H

#include "base/array.h"

#include <stdbool.h>

typedef struct tw_knot {
    double film;  /* s since the film's beginning, >= 0, rising from knot to knot */
    double scene; /* time of the scene, s; does not fall from knot to knot */
    bool smooth;  /* true: the piece that ends at this knot is smooth; false: straight */
} tw_knot;

typedef struct tw_hold {
    double at;      /* s, the scene's time */
    double seconds; /* length of the hold in the film, s, > 0 */
    char *file;     /* script that made the hold, owned; its line follows */
    int line;
} tw_hold;

/* retiming as a script gives it; all zero: none */
typedef struct tw_retime {
    TW_ARRAY(tw_knot) knot;
    TW_ARRAY(tw_hold) hold;
    char *file; /* script that gave the knots, owned; its line follows */
    int line;
} tw_retime;

void tw_retime_free(tw_retime *r);

/* one piece between two knots */
typedef struct tw_pace_piece {
    /* beginning of the piece: second of the film without its holds; time of the scene, s */
    double film, scene;
    double film_end, scene_end; /* s */
    double speed,
        /* speeds at the piece's beginning and end: seconds of the scene per second of the film */
        speed_end;
    bool smooth;
} tw_pace_piece;

typedef struct tw_pace_stop {
    double film;    /* second of the film, without holds before it, at which the hold begins */
    double seconds; /* s */
} tw_pace_stop;

typedef struct tw_pace {
    double begin, end;             /* times of the scene that a film without a pace shows, s */
    double length;                 /* s of the film */
    bool plain;                    /* no retiming: film second u shows the scene's time begin + u */
    TW_ARRAY(tw_pace_piece) piece; /* rising, without gaps */
    TW_ARRAY(tw_pace_stop) stop;   /* rising */
} tw_pace;

/* *p: pace of a film of the scene's times begin .. end (s). Before the first knot it is straight
 * from `begin` on; after the last one it is as fast as the scene, up to `end`. r NULL: no retiming.
 * TW_SCRIPT, with the script's line: a knot or hold lies outside. *p must be freed, also after a
 * failure */
tw_status tw_pace_make(const tw_retime *r, double begin, double end, tw_pace *p);
void tw_pace_free(tw_pace *p);

/* the scene's time at second u of the film; before its beginning and after its end continued with
 * the speed there */
double tw_pace_time(const tw_pace *p, double u);
/* second of the film, 0 .. its length, at which the scene's time first is t */
double tw_pace_film(const tw_pace *p, double t);
/* number of pictures of a film of so many seconds: 1 .. TW_PACE_FRAMES */
enum { TW_PACE_FRAMES = 10000000 }; /* most pictures of a film */
int tw_pace_frames(double seconds, double fps);

#endif
