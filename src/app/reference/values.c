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

/* appends the ending of a file that a command takes. part [length]: a piece of the command's
 * `words`: "SCENE.lua", ".xml", or "ROBOT", which stands for four endings */
static void add_ending(tw_command_words *w, const char *part, size_t length) {
    const char *dot = memchr(part, '.', length);
    char ending[32] = ".urdf .xml .sdf .world";
    bool robot = length == 5 && !memcmp(part, "ROBOT", 5);
    if (!robot && !dot) return;
    if (!robot) snprintf(ending, sizeof ending, "%.*s", (int)(part + length - dot), dot);
    add(w->endings, sizeof w->endings, ending);
    w->files = true;
}

tw_command_words tw_command_takes(const tw_command *c) {
    tw_command_words w = {.help = !strcmp(c->name, "help")};
    const char *part = c->words + (*c->words == '[');
    if (!strcmp(c->name, "completion")) w.words = "bash zsh fish";
    w.files = !strncmp(part, "DIR", 3) || !strncmp(part, "PATH", 4); /* any */
    if (w.help || w.words || w.files || *part == '-') return w;
    for (size_t n; *part && *part != ' '; part += n + (part[n] == '|')) {
        n = strcspn(part, "| ");
        add_ending(&w, part, n);
    }
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
