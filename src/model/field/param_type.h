/* Operations on the memory of a field, by the type of its row. */
#ifndef TW_MODEL_FIELD_PARAM_TYPE_H
#define TW_MODEL_FIELD_PARAM_TYPE_H

#include "model/field/param.h"

/* called with an object that a field refers to (class_: a tw_class); true ends the visit */
typedef bool tw_param_visit(void *context, int class_, tw_id id);

typedef struct tw_param_operations {
    size_t size;
    /* writes the default into zeroed memory; NULL: zeros are the default */
    tw_status (*preset)(const tw_param *p, void *field);
    /* deep copy into raw memory; NULL: of its bytes */
    tw_status (*copy)(const void *from, void *to);
    /* frees what the field owns; NULL: it owns nothing */
    void (*clear)(void *field);
    /* TW_ARGUMENT: not valid, the text says why; functions are evaluated at t; NULL: always valid
     */
    tw_status (*check)(const tw_param *p, const void *field, double t);
    /* the field's function of time; NULL, or a result of NULL: the field is constant */
    const tw_value *(*value)(const void *field);
    /* visits the objects that the field refers to, until a visit returns true; NULL: it has none */
    bool (*refer)(const void *field, tw_param_visit *visit, void *context);
} tw_param_operations;

extern const tw_param_operations tw_param_types[TW_PARAM_TYPE_COUNT];

#endif
