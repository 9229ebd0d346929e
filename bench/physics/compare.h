/* What the comparison's files share: runs of the engines' programs, accuracy classes, searches. */
#ifndef BENCH_PHYSICS_COMPARE_H
#define BENCH_PHYSICS_COMPARE_H

#include <stdbool.h>

enum { ENGINES = 4, CLASSES = 3, RUNS = 15, WORDS = 160 };

typedef enum engine_id { TAUWERK, ODE, BULLET, MUJOCO } engine_id;
extern const char *const engine_name[ENGINES];

typedef struct accuracy {
    const char *name;
    double gap, drift; /* at most; m, 1 */
} accuracy;
extern const accuracy accuracies[CLASSES];

typedef struct place {
    const char *name;
    int size;
} place;

typedef struct outcome {
    double startup, wall, cpu, steps, gap, drift; /* run.h */
    char end[16];
} outcome;

typedef struct options {
    const char *programs; /* folder */
    const char *only;     /* scenes, separated by commas; NULL: all */
    const char *engines;  /* the same */
    const char *keep;     /* file of settings found; NULL: none */
    double limit;         /* s of stepping per run */
    int runs;
    bool by_cpu; /* rank and print processor seconds, for busy machines */
    bool verbose;
} options;

/* runs an engine's program once; false: it could not (end says why) */
bool run_once(const options *o, engine_id e, const place *p, const char *words, outcome *out);
/* seconds per simulated second, by the chosen clock */
double cost_of(const options *o, const outcome *out);
bool reaches(const outcome *out, const accuracy *a);

/* the cheapest setting of one engine that reaches a class */
typedef struct finalist {
    bool found;
    char words[WORDS];
    outcome seen; /* in the search */
    double cost[RUNS];
    int runs;
} finalist;

/* tries the engine's solvers and steps; best [CLASSES]; what costs more than bound [CLASSES] s per
 * simulated second is not looked for */
void search(const options *o, engine_id e, const place *p, const double *bound, finalist *best);
bool has_loops(const place *p);

/* keep.c: settings found before; false: there are none */
bool kept(const options *o, engine_id e, const place *p, finalist *best);
void keep(const options *o, engine_id e, const place *p, const finalist *best);

#endif
