/*
 * One rigid body made of several solids, its parts. The script places the parts in coordinates of
 * its own choice; the body's axes are parallel to those, and its origin is the centre of mass.
 */
#include "model/field/parts.h"

typedef struct compound {
    tw_parts *parts;
    vec3 origin;
} compound;

static tw_status form(const void *own, tw_form *f) {
    const compound *o = own;
    if (!o->parts || !o->parts->count)
        return tw_fail(TW_ARGUMENT, "field 'parts': expected at least one part");
    tw_form_begin_at(f, o->origin);
    return tw_parts_form(o->parts, f);
}

static const tw_param params[] = {
    {.name = "parts",
     .offset = offsetof(compound, parts),
     .type = TW_PARAM_PARTS,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "{{kind = \"box\", name =, position =, orientation =, density | mass =, color =, "
            "material =, and the fields of its kind}, ...}"},
    TW_FORM_ORIGIN(offsetof(compound, origin)),
};

const tw_body_kind tw_body_compound = {
    .kind =
        {.name = "compound",
         .doc =
             "one rigid body of several solids, also of compounds and meshes; compound:part(name) "
             "or part(i) has the points of a part",
         .params = params,
         .param_count = sizeof params / sizeof *params,
         .size = sizeof(compound)},
    .form = form,
};
