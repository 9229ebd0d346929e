/* Operations on the memory of a field, by the type of its row. */
#ifndef TW_MODEL_FIELD_PARAM_TYPE_H
#define TW_MODEL_FIELD_PARAM_TYPE_H

#include "model/field/param.h"

/* an object that a field names, class_ a tw_class; true: no more are asked for */
typedef bool tw_param_visit(void *context, int class_, tw_id id);

typedef struct tw_param_operations {
    size_t size;
    /* puts the default into memory of zeros; NULL: these are it */
    tw_status (*preset)(const tw_param *p, void *field);
    tw_status (*copy)(const void *from, void *to); /* into raw memory; NULL: its bytes */
    /* releases the memory that the field owns; NULL: it owns none */
    void (*clear)(void *field);
    /* TW_ARGUMENT with what was expected; functions of t are asked at t; NULL: all is right */
    tw_status (*check)(const tw_param *p, const void *field, double t);
    /* the function of time in it; NULL, or none: it is the same at every time */
    const tw_value *(*value)(const void *field);
    /* visits the objects that it names, until a visit says true; NULL: it names none */
    bool (*refer)(const void *field, tw_param_visit *visit, void *context);
} tw_param_operations;

extern const tw_param_operations tw_param_types[TW_PARAM_TYPE_COUNT];

#endif
