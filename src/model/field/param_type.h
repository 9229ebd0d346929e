/* Operations on the memory of a field, chosen by the type of its row. */
#ifndef TW_MODEL_FIELD_PARAM_TYPE_H
#define TW_MODEL_FIELD_PARAM_TYPE_H

#include "model/field/param.h"

/* function that is called for each object to which a field refers (class_: a tw_class); it returns
 * true to end the visits */
typedef bool tw_param_visit(void *context, int class_, tw_id id);

typedef struct tw_param_operations {
    size_t size;
    /* sets the field, which is zeroed memory, to the row's default; NULL: zeros are the default */
    tw_status (*preset)(const tw_param *p, void *field);
    /* makes a deep copy in memory that is not initialised; NULL: the bytes are copied */
    tw_status (*copy)(const void *from, void *to);
    /* frees what the field owns; NULL: the type owns nothing */
    void (*clear)(void *field);
    /* checks the field; a function of time is evaluated at t. TW_ARGUMENT: the value is not valid,
     * the message says why. NULL: any value is valid */
    tw_status (*check)(const tw_param *p, const void *field, double t);
    /* the field's tw_value; NULL, or a result of NULL: the field has none */
    const tw_value *(*value)(const void *field);
    /* calls `visit` for the objects that the field refers to, until a call returns true; returns
     * whether one did. NULL: the type refers to no objects */
    bool (*refer)(const void *field, tw_param_visit *visit, void *context);
} tw_param_operations;

extern const tw_param_operations tw_param_types[TW_PARAM_TYPE_COUNT];

#endif
