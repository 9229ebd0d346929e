/* Iteration over all entries of help, and search; see index.h. */
#include "app/reference/index.h"

#include "app/help.h"
#include "app/reference/api.h"
#include "library/catalogue.h"

#include <ctype.h>
#include <string.h>

typedef struct walk {
    void (*visit)(void *context, const tw_index_entry *e);
    void *context;
} walk;

static void tell(const walk *w, const char *name, const char *text, const char *doc,
                 const char *page) {
    w->visit(w->context, &(tw_index_entry){name, text, doc ? doc : "", page, false});
}

static void tell_params(const walk *w, const char *format, const char *of, const tw_param *p, int n,
                        const char *page) {
    char text[160], use[96];
    for (int i = 0; i < n; i++) {
        snprintf(use, sizeof use, format, of);
        snprintf(text, sizeof text, "%s{%s =}", use, p[i].name);
        tell(w, p[i].name, text, p[i].doc, page);
    }
}

static void tell_kind(const walk *w, const tw_kind *k) {
    char text[96];
    snprintf(text, sizeof text, "scene:%s{...}", k->name);
    tell(w, k->name, text, k->doc, k->name);
    tell_params(w, "scene:%s", k->name, k->params, k->param_count, k->name);
}

static void tell_members(const walk *w, const tw_kind *k) {
    tw_kind_member m;
    for (int i = 0; tw_catalogue_member(k, i, &m); i++) {
        bool method = m.sort == TW_MEMBER_POINT_METHOD;
        char text[96];
        snprintf(text, sizeof text, method ? "%s:%s(%s)" : "%s.%s", k->name, m.name, m.argument);
        tell(w, m.name, text, m.doc, k->name);
    }
}

static void tell_kinds(const walk *w) {
    const tw_kind *k;
    for (tw_kind_class c = 0; c < TW_KIND_CLASSES; c++)
        for (int i = 0; (k = tw_catalogue_kind(c, i)); i++) {
            tell_kind(w, k);
            tell_members(w, k);
        }
}

static void tell_commands(const walk *w) {
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        char text[200];
        snprintf(text, sizeof text, "tauwerk %s", c->name);
        tell(w, c->name, text, c->doc, c->name);
        for (int i = 0; c->options && i < c->options->count; i++) {
            const tw_option *o = &c->options->option[i];
            snprintf(text, sizeof text, "tauwerk %s --%s%s%s", c->name, o->name,
                     o->argument ? " " : "", o->argument ? o->argument : "");
            tell(w, o->name, text, o->doc, c->name);
        }
    }
}

static void tell_presets(const walk *w) {
    const char *name, *doc;
    char text[96];
    for (int i = 0; (name = tw_catalogue_material(i, &doc)); i++) {
        snprintf(text, sizeof text, "material = \"%s\"", name);
        tell(w, name, text, doc, name);
    }
    for (int i = 0; (name = tw_catalogue_stepper(i, &doc)); i++) {
        snprintf(text, sizeof text, "stepper = \"%s\"", name);
        tell(w, name, text, doc, name);
    }
    for (int i = 0; (name = tw_catalogue_look(i, &doc)); i++) {
        snprintf(text, sizeof text, "look = \"%s\"", name);
        tell(w, name, text, doc, name);
    }
    for (int i = 0; (name = tw_catalogue_layer(i, &doc)); i++) {
        snprintf(text, sizeof text, "draw = \"%s\"", name);
        tell(w, name, text, doc, "layers");
    }
    for (int i = 0; (name = tw_catalogue_extra(i, &doc)); i++) {
        snprintf(text, sizeof text, "--layers %s", name);
        tell(w, name, text, doc, "layers");
    }
}

static void tell_tables(const walk *w) {
    const struct {
        const char *use, *page;
        tw_field_table table;
    } tables[] = {
        {"tw.scene", "scene", TW_TABLE_SCENE},
        {"tw.scene", "picture", TW_TABLE_STAGE},
        {"body ", "bodies", TW_TABLE_BODY},
        {"force ", "forces", TW_TABLE_FORCE},
        {"constraint ", "constraints", TW_TABLE_CONSTRAINT},
        {"prop ", "props", TW_TABLE_PROP},
        {"scene.camera = ", "camera", TW_TABLE_CAMERA},
        {"scene:light", "light", TW_TABLE_LIGHT},
        {"scene:ground", "ground", TW_TABLE_GROUND},
        {"scene.background = ", "picture", TW_TABLE_GRADIENT},
        {"scene.fog = ", "picture", TW_TABLE_FOG},
        {"scene.look = ", "looks", TW_TABLE_LOOK},
        {"material = ", "materials", TW_TABLE_MATERIAL},
        {"scene.check = ", "tolerances", TW_TABLE_CHECK},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        tw_field_rows rows = tw_catalogue_rows(tables[i].table);
        tell_params(w, "%s", tables[i].use, rows.row, rows.count, tables[i].page);
    }
}

static void tell_module(const walk *w) {
    const tw_api_part *p;
    for (int i = 0; (p = tw_api_part_at(i)); i++) {
        tell(w, p->name, p->name, p->doc, p->name);
        for (int k = 0; k < p->count; k++) {
            const tw_api *row = &p->row[k];
            char use[96];
            snprintf(use, sizeof use, "%.*s.%s", (int)strcspn(row->owner, " "), row->owner,
                     row->name);
            w->visit(w->context, &(tw_index_entry){row->name, row->use ? row->use : use, row->doc,
                                                   p->name, true});
        }
    }
}

void tw_index_each(void (*visit)(void *context, const tw_index_entry *e), void *context) {
    const walk w = {visit, context};
    const char *name, *doc;
    tell_commands(&w);
    for (int i = 0; (name = tw_help_topic_name(i, &doc)); i++) tell(&w, name, name, doc, name);
    tell_kinds(&w);
    tell_tables(&w);
    tell_presets(&w);
    tell_module(&w);
}

/* ---- searching ------------------------------------------------------------------------------ */

bool tw_index_has_word(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *p = text; *p; p++) {
        if (p > text && isalnum((unsigned char)p[-1])) continue;
        size_t k = 0;
        while (k < n && tolower((unsigned char)p[k]) == tolower((unsigned char)word[k])) k++;
        if (k < n) continue;
        if (p[n] == 's') n++;
        bool whole = !isalnum((unsigned char)p[n]);
        n = strlen(word);
        if (whole) return true;
    }
    return false;
}

typedef struct search {
    FILE *out;
    char *const *words;
    int count, found;
    /* true: reports entries that have all words in their names; false: only entries that do not, so
     * that two passes report each entry once */
    bool in_names;
    /* of an exact search: entries with this name on help pages other than `page` are reported */
    const char *name, *page;
    bool rows;
} search;

static void put(FILE *out, const tw_index_entry *e) {
    fprintf(out, "  %s\n        ", e->text);
    tw_help_wrap(out, *e->doc ? e->doc : e->page, 8);
}

static void look_at(void *context, const tw_index_entry *e) {
    search *s = context;
    bool names = true, all = true;
    for (int i = 0; i < s->count; i++) {
        names = names && tw_index_has_word(e->name, s->words[i]);
        all = all &&
              (tw_index_has_word(e->name, s->words[i]) || tw_index_has_word(e->text, s->words[i]) ||
               tw_index_has_word(e->doc, s->words[i]));
    }
    if (!all || names != s->in_names) return;
    if (!s->found) {
        fprintf(s->out, "Found:");
        for (int i = 0; i < s->count; i++) fprintf(s->out, " %s", s->words[i]);
        fputs("\n\n", s->out);
    }
    s->found++;
    put(s->out, e);
}

int tw_index_search(FILE *out, char *const *words, int count) {
    search s = {.out = out, .words = words, .count = count, .in_names = true};
    for (int i = 0; i < count; i++)
        if (!*words[i]) return 0;
    tw_index_each(look_at, &s);
    s.in_names = false;
    tw_index_each(look_at, &s);
    return s.found;
}

static void look_elsewhere(void *context, const tw_index_entry *e) {
    search *s = context;
    if (strcmp(e->name, s->name) != 0 || !strcmp(e->page, s->page) || (e->row && !s->rows)) return;
    if (!s->found) fputs("\nElsewhere\n", s->out);
    s->found++;
    put(s->out, e);
}

int tw_index_elsewhere(FILE *out, const char *name, const char *page, bool rows) {
    search s = {.out = out, .name = name, .page = page, .rows = rows};
    tw_index_each(look_elsewhere, &s);
    return s.found;
}
