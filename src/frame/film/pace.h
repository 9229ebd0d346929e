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
    double film;  /* s since the film began, >= 0, rising */
    double scene; /* s, the scene's time; not falling */
    bool smooth;  /* the piece that ends here is smooth; false: straight */
} tw_knot;

typedef struct tw_hold {
    double at;      /* s, the scene's time */
    double seconds; /* length in the film, s, > 0 */
    char *file;     /* script line of the hold; owned */
    int line;
} tw_hold;

/* retiming as a script gives it; all zero: none */
typedef struct tw_retime {
    TW_ARRAY(tw_knot) knot;
    TW_ARRAY(tw_hold) hold;
    char *file; /* script that gave the knots; owned */
    int line;
} tw_retime;

void tw_retime_free(tw_retime *r);

/* one piece between two knots */
typedef struct tw_pace_piece {
    double film, scene;         /* beginning in the film and in the scene, s */
    double film_end, scene_end; /* s */
    double speed, speed_end;    /* s of the scene per s of the film */
    bool smooth;
} tw_pace_piece;

typedef struct tw_pace_stop {
    double film;    /* s of the film as it would be without stops */
    double seconds; /* s */
} tw_pace_stop;

typedef struct tw_pace {
    double begin, end;             /* s, the scene's times that the scene's own film shows */
    double length;                 /* s of the film */
    bool plain;                    /* film second u shows begin + u */
    TW_ARRAY(tw_pace_piece) piece; /* rising, without gaps */
    TW_ARRAY(tw_pace_stop) stop;   /* rising */
} tw_pace;

/* the pace of a film of the scene's times begin .. end; behind the last knot the film goes on as
 * fast as the scene until `end`, before the first one straight from `begin`. r may be NULL.
 * TW_SCRIPT with the script's line: a time lies outside. *p is to be freed in every case */
tw_status tw_pace_make(const tw_retime *r, double begin, double end, tw_pace *p);
void tw_pace_free(tw_pace *p);

/* the scene's time at second u of the film; before and behind the film it goes on as it began and
 * ended */
double tw_pace_time(const tw_pace *p, double u);
/* the second of the film at which the scene's time first is t, kept to 0 .. length */
double tw_pace_film(const tw_pace *p, double t);
/* number of pictures of so many seconds, at least 1 */
enum { TW_PACE_FRAMES = 10000000 }; /* most pictures of a film */
int tw_pace_frames(double seconds, double fps);

#endif
