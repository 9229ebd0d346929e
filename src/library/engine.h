/*
 * The library behind include/tauwerk.h: an engine is access to scripts by plain C values (tw_door,
 * script/door/door.h), and the text of its last failure. engine.c has life, objects and time;
 * draw.c pictures and films.
 */
#ifndef TW_LIBRARY_ENGINE_H
#define TW_LIBRARY_ENGINE_H

#include "base/status.h"
#include "base/thread.h"
#include "script/door/door.h"

struct tw_engine {
    tw_door door;
    tw_engine_options options;
    tw_team *team; /* threads that draw pictures, created by the first tw_draw; NULL before */
    /* number of calls that are running: of tw_play, and of the options' functions poll, output and
     * notice */
    int calls;
    char error[TW_FAILURE_TEXT];
};

/* copies the text of the last failure to e->error unless s is TW_OK; returns s */
tw_status tw_engine_done(tw_engine *e, tw_status s);
/* TW_OK, or TW_ARGUMENT if the engine is NULL */
tw_status tw_engine_check(const tw_engine *e);
/* true: a function of the program is running that the engine calls */
bool tw_engine_calls(const tw_engine *e);

#endif
