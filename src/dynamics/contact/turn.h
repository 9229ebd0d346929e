/* Rolling and spinning friction of contacts: turn.c */
#ifndef TW_DYNAMICS_CONTACT_TURN_H
#define TW_DYNAMICS_CONTACT_TURN_H

#include "dynamics/contact/contact.h"

struct tw_contact_set;
struct tw_contact_group;
struct tw_contact_task;
struct tw_twist;

/* unknowns of a contact along its frame: a force, and a torque on b about the contact (turn.c) */
enum { TW_TOUCH_FORCE = 3, TW_TOUCH_ROWS = 6 };

/* turn.c: rows of one contact against spinning, or against rolling, in the problem */
typedef struct tw_turn_row {
    int contact;    /* place in the group's list */
    int touching;   /* index in tw_contact_set.touching */
    int axis, rows; /* first axis of the frame and number of rows: spinning 0, 1; rolling 1, 2 */
    int first;      /* first row in tw_contact_set.capped_row */
    double arm;     /* m */
    double size;    /* m, that the rows are multiplied by */
    double limit;   /* N, or N s: of the rows' unknowns */
    /* problem of forces in which the contact turns: they are -limit along this direction */
    bool known;
    double along[2];
    double D[2][2][6]; /* [side][row] */
} tw_turn_row;

/* has it friction against rolling or spinning? */
bool tw_contact_turns(const tw_contact *c);
/* memory key of its torque */
static inline uint64_t tw_contact_turn_key(const tw_contact *c) {
    return c->key ^ UINT64_C(0x9e3779b97f4a7c15);
}
/* appends the rows of a group's rolling and spinning friction to s->capped_row and s->ball */
tw_status tw_contact_turn_begin(tw_dynamics *d, struct tw_contact_set *s,
                                const struct tw_contact_group *g,
                                const struct tw_contact_task *task, const struct tw_twist *v);
/* *again: the last solution's normal forces give other bounds, which are set now */
tw_status tw_contact_turn_again(struct tw_contact_set *s, int round, bool *again);
bool tw_contact_turn_gives_up(int round);
/* their torques into `touching`; the rows are taken out again */
void tw_contact_turn_end(struct tw_contact_set *s, const struct tw_contact_group *g);

#endif
