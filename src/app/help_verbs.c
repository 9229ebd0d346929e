/* Help on functions of the Lua module, which have no parameter tables; see help.h. */
#include "app/help.h"

#include "app/reference/api.h"

#include <string.h>

static void put(FILE *out, const tw_api *row) {
    char use[80];
    char class_[40];
    snprintf(class_, sizeof class_, "%.*s", (int)strcspn(row->owner, " "), row->owner);
    snprintf(use, sizeof use, "%s.%s", class_, row->name);
    fprintf(out, "  %s\n        ", row->use ? row->use : use);
    tw_help_wrap(out, row->doc, 8);
}

void tw_help_verbs_overview(FILE *out) {
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++) tw_help_item(out, p->name, p->doc, 16);
}

void tw_help_verbs_offer(tw_suggestion *s) {
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++) {
        tw_suggestion_offer(s, p->name);
        for (int k = 0; k < p->count; k++) tw_suggestion_offer(s, p->row[k].name);
    }
    for (const tw_api_class *c = tw_api_classes; c->name; c++) tw_suggestion_offer(s, c->name);
}

/* writes the members of that name of all classes; false: there are none */
static bool put_verbs(FILE *out, const char *name) {
    const tw_api_part *p;
    bool any = false;
    for (int i = 0; (p = tw_api_part_at(i)); i++)
        for (int k = 0; k < p->count; k++)
            if (!strcmp(p->row[k].name, name)) {
                put(out, &p->row[k]);
                any = true;
            }
    return any;
}

void tw_help_members(FILE *out, const char *class_, const char *title) {
    const tw_api_part *p;
    bool any = false;
    for (int i = 0; (p = tw_api_part_at(i)); i++)
        for (int k = 0; k < p->count; k++) {
            if (!tw_api_owned(&p->row[k], class_)) continue;
            if (!any) fprintf(out, "\n%s\n", title);
            any = true;
            put(out, &p->row[k]);
        }
}

/* writes the constructor and the members of a class, like "vec3"; false: there is none of that name
 */
static bool put_class(FILE *out, const char *name) {
    const tw_api_class *c = tw_api_class_named(name);
    if (!c) return false;
    fprintf(out, "%s: %s\n", c->name, c->doc);
    put_verbs(out, name);
    tw_help_members(out, name, "Members");
    if (c->base) {
        char title[80];
        snprintf(title, sizeof title, "As a %s", c->base);
        tw_help_members(out, c->base, title);
    }
    return true;
}

bool tw_help_part(FILE *out, const char *name) {
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++) {
        if (strcmp(p->name, name) != 0) continue;
        fprintf(out, "%c%s\n", p->doc[0] - ('a' <= p->doc[0] && p->doc[0] <= 'z' ? 'a' - 'A' : 0),
                p->doc + 1);
        for (int k = 0; k < p->count; k++) put(out, &p->row[k]);
        return true;
    }
    return put_class(out, name) || put_verbs(out, name);
}
