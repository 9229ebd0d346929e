/*
 * The pace of a film: which time of the scene each second of the film shows.
 *
 * A film runs as fast as its scene unless the script retimes it: by knots (film second, scene time)
 * with straight or smooth pieces between them, and by holds, at which the picture stands still.
 * Only pictures follow the pace; the motion, its events and its records are those of the scene.
 * Time never runs backwards. Smooth pieces are cubic: at an end beside a straight piece they have
 * that piece's speed, beside a smooth piece the harmonic mean of the two pieces' mean speeds
 * [Fritsch, Butland 1984], at an end of the film their own mean speed, but at most three times
 * their own mean speed, so that the time never falls within them [Fritsch, Carlson 1980].
 */
#ifndef TW_FRAME_FILM_PACE_H
#define TW_FRAME_FILM_PACE_H

#include "base/array.h"

#include <stdbool.h>

typedef struct tw_knot {
    double film;  /* second of the film, >= 0; rises from knot to knot */
    double scene; /* time of the scene, s; does not fall from knot to knot */
    bool smooth;  /* true: the piece that ends at this knot is smooth; false: straight */
} tw_knot;

typedef struct tw_hold {
    double at;      /* time of the scene at which the picture is held, s */
    double seconds; /* how long it is held, seconds of the film, > 0 */
    char *file;     /* script file and line that made the hold; the string is owned */
    int line;
} tw_hold;

/* retiming as the script gives it; all zero: the film is not retimed */
typedef struct tw_retime {
    TW_ARRAY(tw_knot) knot;
    TW_ARRAY(tw_hold) hold;
    char *file; /* script file and line that gave the knots; the string is owned */
    int line;
} tw_retime;

void tw_retime_free(tw_retime *r);

/* the part of a film between two knots, in which the scene's time runs at a constant speed, or at
 * one that changes smoothly */
typedef struct tw_pace_piece {
    /* beginning of the piece: film: second of the film, holds not counted; scene: time of the
     * scene, s */
    double film, scene;
    double film_end, scene_end; /* s */
    /* speeds at the beginning and the end of the piece: seconds of the scene per second of the film
     */
    double speed, speed_end;
    bool smooth;
} tw_pace_piece;

typedef struct tw_pace_stop {
    double film;    /* second of the film, holds before it not counted, at which this hold begins */
    double seconds; /* s */
} tw_pace_stop;

typedef struct tw_pace {
    double begin, end; /* times of the scene at which the film begins and ends, s */
    double length;     /* length of the film, holds included, s */
    bool plain; /* true: not retimed: second u of the film shows the scene's time begin + u */
    /* pieces in order, each beginning where the one before it ends */
    TW_ARRAY(tw_pace_piece) piece;
    TW_ARRAY(tw_pace_stop) stop; /* rising */
} tw_pace;

/* *p: pace of a film of the scene's times begin .. end, s. From `begin` to the first knot it is a
 * piece, smooth or straight as that knot says; from the last knot to `end` it is as fast as the
 * scene. r NULL: not retimed. TW_SCRIPT, with the script's line: a knot or hold lies outside begin
 * .. end. *p must be freed, also after a failure */
tw_status tw_pace_make(const tw_retime *r, double begin, double end, tw_pace *p);
void tw_pace_free(tw_pace *p);

/* time of the scene at second u of the film; before the film's beginning and after its end the time
 * goes on with the speed that it has there */
double tw_pace_time(const tw_pace *p, double u);
/* first second of the film, 0 .. its length, at which the scene's time is t */
double tw_pace_film(const tw_pace *p, double t);
/* number of pictures of a film of that many seconds: 1 .. TW_PACE_FRAMES */
enum { TW_PACE_FRAMES = 10000000 }; /* greatest number of pictures of a film */
int tw_pace_frames(double seconds, double fps);

#endif
