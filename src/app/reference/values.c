/* Values of options and words of commands, for completion; see shell.h. */
#include "app/reference/shell.h"

#include "app/reference/index.h"
#include "library/catalogue.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static void add(char *text, size_t size, const char *word) {
    size_t n = strlen(text);
    snprintf(text + n, size - n, "%s%s", n ? " " : "", word);
}

bool tw_option_values(const tw_option *o, char *text, size_t size) {
    static const struct {
        const char *name, *argument, *values;
    } known[] = {
        {"quality", "Q", "draft normal fine final"},
        {"format", "F", "png pfm exr"},
        {"style", "NAME", "ink blueprint"},
        {"hidden", "HOW", "dashed none"},
        {"ground", "WHAT", "shadow light opaque"},
        {"show", "HOW", "auto chafa blocks none"},
        {"codec", "C", "h264 av1"},
        {"chroma", "C", "420 444"},
    };
    const char *doc, *name;
    text[0] = '\0';
    if (!o->argument) return false;
    if (!strcmp(o->name, "look"))
        for (int i = 0; (name = tw_catalogue_look(i, &doc)); i++) add(text, size, name);
    if (!strcmp(o->name, "draw")) {
        add(text, size, "final debug");
        for (int i = 0; (name = tw_catalogue_layer(i, &doc)); i++) add(text, size, name);
    }
    if (!strcmp(o->name, "layers"))
        for (int i = 0; (name = tw_catalogue_extra(i, &doc)); i++) add(text, size, name);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(o->name, known[i].name) && !strcmp(o->argument, known[i].argument))
            add(text, size, known[i].values);
    return *text != '\0';
}

bool tw_option_takes_folder(const tw_option *o) {
    return o->argument && !strcmp(o->argument, "DIR");
}

bool tw_option_takes_file(const tw_option *o) {
    return o->argument && (!strncmp(o->argument, "FILE", 4) || !strcmp(o->name, "audio"));
}

tw_command_words tw_command_takes(const tw_command *c) {
    tw_command_words w = {NULL, false, NULL};
    w.help = !strcmp(c->name, "help");
    bool lua = strstr(c->words, ".lua") != NULL;
    bool baked = !strncmp(c->words, "FILE.twb", 8) || strstr(c->words, "|FILE.twb");
    if (!strcmp(c->name, "completion")) w.words = "bash zsh fish";
    if (lua && baked) w.endings = ".lua .twb";
    if (lua && !baked) w.endings = ".lua";
    if (!lua && baked) w.endings = ".twb";
    if (!strncmp(c->words, "DIR", 3) || !strncmp(c->words, "[PATH", 5)) w.endings = "";
    return w;
}

/* ---- pages of help -------------------------------------------------------------------------- */

typedef struct page_name {
    char text[48];
} page_name;

typedef struct pages {
    TW_ARRAY(page_name) list;
    tw_status status;
} pages;

static void page_of(void *context, const tw_index_entry *e) {
    pages *p = context;
    page_name name;
    if (p->status != TW_OK || strcmp(e->name, e->page) != 0) return;
    for (size_t i = 0; i < p->list.count; i++)
        if (!strcmp(p->list.data[i].text, e->page)) return;
    snprintf(name.text, sizeof name.text, "%s", e->page);
    p->status = tw_push(&p->list, name);
}

tw_status tw_help_pages(FILE *out, const char *between) {
    pages p = {.status = TW_OK};
    tw_index_each(page_of, &p);
    for (size_t i = 0; i < p.list.count; i++)
        fprintf(out, "%s%s", i ? between : "", p.list.data[i].text);
    tw_array_free(&p.list);
    return p.status;
}
