/* Types of fields in LuaCATS; see stubs.h. */
#include "app/reference/stubs.h"

#include <string.h>

/* writes a list of choices as a type: "a"|"b" */
static void choices(const tw_param *p, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; p->choices && p->choices[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? "|" : "", p->choices[i]);
}

/* LuaCATS types of fields whose type depends on no flag of the row */
static const char *const plain[TW_PARAM_TYPE_COUNT] = {
    [TW_PARAM_NUMBER] = "number",
    [TW_PARAM_INTEGER] = "integer",
    [TW_PARAM_VEC3] = "tauwerk.vector",
    [TW_PARAM_QUAT] = "tauwerk.rotation",
    [TW_PARAM_MAT3] = "number[]|number[][]",
    [TW_PARAM_VALUE] = "tauwerk.scalar",
    [TW_PARAM_VALUE4] = "tauwerk.rotations",
    [TW_PARAM_BODY] = "tauwerk.body",
    [TW_PARAM_POINTS] = "tauwerk.point[]",
    [TW_PARAM_FORMULA] = "function",
    [TW_PARAM_JOINT] = "tauwerk.constraint",
    [TW_PARAM_PLACE] = "tauwerk.vectors|tauwerk.point",
    [TW_PARAM_AXIS] = "tauwerk.vectors",
    [TW_PARAM_DIRECTION] = "tauwerk.vectors|{ [1]: tauwerk.body, [2]: tauwerk.vector }",
    [TW_PARAM_MATERIAL] = "string|tauwerk.material.fields",
    [TW_PARAM_TEXTURE] = "string",
    [TW_PARAM_PARTS] = "tauwerk.part.fields[]",
};

void tw_stub_type(const tw_param *p, char *text, size_t size) {
    const char *type = plain[p->type];
    unsigned f = p->flags;
    switch (p->type) {
    case TW_PARAM_CHOICE:
        choices(p, text, size);
        return;
    case TW_PARAM_BOOL:
        type = f & TW_OR_CALLBACK ? "boolean|tauwerk.spline|fun(t: number): boolean" : "boolean";
        break;
    case TW_PARAM_TEXT:
        type = f & TW_OR_CALLBACK ? "string|fun(t: number): string" : "string";
        break;
    case TW_PARAM_VALUE3:
        type = f & TW_COLOR ? "tauwerk.color" : "tauwerk.vectors";
        break;
    case TW_PARAM_POINT:
        type = f & TW_OR_BODY ? "tauwerk.point|tauwerk.body" : "tauwerk.point";
        break;
    case TW_PARAM_BODIES:
        type = f & TW_OR_GROUP ? "tauwerk.body|tauwerk.group|table" : "tauwerk.body[]";
        break;
    case TW_PARAM_TURN:
        type = f & TW_OR_BODY ? "tauwerk.rotations|tauwerk.body|number|string"
                              : "tauwerk.rotation|number|string";
        break;
    case TW_PARAM_MESH:
        type = strcmp(p->name, "file") ? "table" : "string";
        break;
    case TW_PARAM_STATIONS:
        type = f & TW_LISTED ? "tauwerk.point|tauwerk.body|tauwerk.vectors|table"
                             : "tauwerk.point|tauwerk.body|tauwerk.vectors";
        break;
    default:
        break;
    }
    snprintf(text, size, "%s", type ? type : "any");
}
