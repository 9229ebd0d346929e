/* A stepper's description for its users, part of its kind (stepper.h): the text of its help. */
#ifndef TW_STEPPERS_ABOUT_H
#define TW_STEPPERS_ABOUT_H

typedef struct tw_stepper_about {
    const char *order;    /* order of the error, drift of the energy */
    const char *use;      /* motions and purposes for which it is the right choice */
    const char *limits;   /* motions that it refuses, divides or follows badly */
    const char *contacts; /* treatment of contacts and of joints at their limits */
    const char *fields;   /* fields of tw.scene that it reads: "step, gradient" */
} tw_stepper_about;

#endif
