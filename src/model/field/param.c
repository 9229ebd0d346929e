/* Parameter tables: sets defaults, copies and checks fields. Operations that depend on a field's
 * type are in param_type.c. */
#include "model/field/param_type.h"

#include "base/text/text.h"

#include <string.h>

size_t tw_param_size(tw_param_type type) {
    return tw_param_types[type].size;
}

const tw_value *tw_param_value(const tw_param *p, const void *base) {
    const tw_param_operations *type = &tw_param_types[p->type];
    if (!type->value || p->flags & TW_OF_PARAMETER) return NULL;
    return type->value((const char *)base + p->offset);
}

tw_status tw_param_preset(const tw_param *p, void *base) {
    const tw_param_operations *type = &tw_param_types[p->type];
    void *f = (char *)base + p->offset;
    memset(f, 0, type->size);
    return type->preset ? type->preset(p, f) : TW_OK;
}

tw_status tw_param_copy(const tw_param *p, const void *from_base, void *to_base) {
    const tw_param_operations *type = &tw_param_types[p->type];
    const void *from = (const char *)from_base + p->offset;
    void *to = (char *)to_base + p->offset;
    if (type->copy) return type->copy(from, to);
    memcpy(to, from, type->size);
    return TW_OK;
}

void tw_param_clear(const tw_param *p, void *base) {
    const tw_param_operations *type = &tw_param_types[p->type];
    if (type->clear) type->clear((char *)base + p->offset);
}

tw_status tw_param_check(const tw_param *p, const void *base, double t) {
    const tw_param_operations *type = &tw_param_types[p->type];
    return type->check ? type->check(p, (const char *)base + p->offset, t) : TW_OK;
}

tw_status tw_params_preset(const tw_param *p, int n, void *base) {
    for (int i = 0; i < n; i++) TW_TRY(tw_param_preset(&p[i], base));
    return TW_OK;
}

tw_status tw_params_copy(const tw_param *p, int n, const void *from_base, void *to_base) {
    for (int i = 0; i < n; i++) {
        tw_status s = tw_param_copy(&p[i], from_base, to_base);
        if (s == TW_OK) continue;
        tw_params_clear(p, i, to_base);
        return s;
    }
    return TW_OK;
}

void tw_params_clear(const tw_param *p, int n, void *base) {
    for (int i = 0; i < n; i++) tw_param_clear(&p[i], base);
}

const tw_param *tw_params_find(const tw_param *p, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (tw_text_same(p[i].name, name)) return &p[i];
    return NULL;
}
