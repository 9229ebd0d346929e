/* Help from the tables; see help.h. */
#include "app/help.h"

#include "app/reference/index.h"
#include "base/text/color.h"
#include "base/text/memo.h"
#include "library/catalogue.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96 };

/* writes the words of `text` in lines up to WIDTH from column `indent` on; the cursor is at that
 * column */
void tw_help_wrap(FILE *out, const char *text, int indent) {
    int column = indent;
    for (const char *p = text; p && *p;) {
        int n = (int)strcspn(p, " ");
        if (column > indent && column + 1 + n > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", n, p);
        p += n;
        p += strspn(p, " ");
    }
    fputc('\n', out);
}

void tw_help_item(FILE *out, const char *name, const char *doc, int indent) {
    int n = fprintf(out, "  %-*s", indent - 3, name);
    if (n >= indent)
        fprintf(out, "\n%*s", indent, "");
    else
        fprintf(out, "%*s", indent - n, "");
    tw_help_wrap(out, doc ? doc : "", indent);
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static void put_kind(FILE *out, const char *what, const tw_kind *k) {
    fprintf(out, "%s (%s)\n\n  ", k->name, what);
    tw_help_wrap(out, k->doc, 2);
    tw_help_params(out, "Fields", k->params, k->param_count);
}

/* ---- topics -------------------------------------------------------------------------------- */

static void put_members_of(FILE *out, const tw_kind *k) {
    tw_kind_member m;
    bool numbers = false;
    fprintf(out, "\nPoints\n");
    tw_help_item(out, "center", "the centre of mass", 22);
    for (int i = 0; tw_catalogue_member(k, i, &m); i++) {
        char name[80];
        bool method = m.sort == TW_MEMBER_POINT_METHOD;
        if (m.sort == TW_MEMBER_NUMBER && !numbers) fprintf(out, "\nRead-outs\n");
        numbers = m.sort == TW_MEMBER_NUMBER;
        snprintf(name, sizeof name, method ? "%s(%s)" : "%s", m.name, m.argument);
        tw_help_item(out, name, m.doc, 22);
    }
}

/* words for a class of kinds: `one`, what an object of the class is called; `fields` and `title`,
 * headings of the lists of fields and of members */
static const struct class_words {
    const char *one, *fields;
    /* members: name of the class in the tables of members; NULL: the class has no members */
    const char *members, *title;
    tw_field_table table;
} classes[TW_KIND_CLASSES] = {
    [TW_KIND_BODY] = {"body", "Fields of all bodies", "body", "Methods and read-outs of all bodies",
                      TW_TABLE_BODY},
    [TW_KIND_FORCE] = {"force", "Fields of all forces", "force",
                       "Methods and read-outs of all forces", TW_TABLE_FORCE},
    [TW_KIND_CONSTRAINT] = {"constraint", "Fields of all constraints", "constraint",
                            "Methods and read-outs of all constraints", TW_TABLE_CONSTRAINT},
    [TW_KIND_PROP] = {"only in the picture", "Fields of all of them", NULL, NULL, TW_TABLE_PROP},
};

/* order in which names are looked up in the classes of kinds, and suggested */
static const tw_kind_class order[TW_KIND_CLASSES] = {TW_KIND_BODY, TW_KIND_FORCE, TW_KIND_PROP,
                                                     TW_KIND_CONSTRAINT};

static void put_common(FILE *out, tw_kind_class c) {
    const struct class_words *w = &classes[c];
    tw_help_table(out, w->fields, w->table);
    if (w->members) tw_help_members(out, w->members, w->title);
}

static bool put_any_kind(FILE *out, const char *name) {
    const tw_kind *k;
    for (int n = 0; n < TW_KIND_CLASSES; n++)
        for (int i = 0; (k = tw_catalogue_kind(order[n], i)); i++) {
            if (strcmp(name, k->name) != 0) continue;
            put_kind(out, classes[order[n]].one, k);
            if (order[n] == TW_KIND_BODY) put_members_of(out, k);
            put_common(out, order[n]);
            return true;
        }
    return false;
}

static void put_kinds(FILE *out, tw_kind_class c, int indent) {
    const tw_kind *k;
    for (int i = 0; (k = tw_catalogue_kind(c, i)); i++) tw_help_item(out, k->name, k->doc, indent);
}

static void topic_props(FILE *out) {
    fprintf(out, "Things that are only in the picture: scene:KIND{...}; they have no mass, and the "
                 "motion is the\nsame with them and without\n");
    const tw_kind *solid = NULL;
    put_kinds(out, TW_KIND_PROP, 16);
    tw_help_item(
        out, "text",
        "scene:text{\"...\" or function(t), at =, from =, to =, fade =, size =, color =, font =, "
        "anchor =, visible =, plate =}: letters in the picture; tauwerk help text",
        16);
    tw_help_item(out, "graph",
                 "scene:graph{of = f, ...}: curves that grow with the film; tauwerk help graph",
                 16);
    tw_help_item(out, "prop",
                 "scene:prop{kind = \"box\", ...}: looks as a body of that kind, with its fields",
                 16);
    char kinds[300] = "";
    const char *name;
    for (int i = 0; (name = tw_catalogue_solid(i, &solid)); i++) {
        size_t n = strlen(kinds);
        snprintf(kinds + n, sizeof kinds - n, "%s%s", i ? ", " : "", name);
    }
    tw_help_item(out, "  kinds", kinds, 16);
    if (solid) tw_help_params(out, "Fields of a prop, besides those of its kind", solid->params, 3);
    tw_help_table(out, "Fields of all of them", TW_TABLE_PROP);
}

static void topic_bodies(FILE *out) {
    fprintf(out, "Kinds of bodies: scene:KIND{...}\n");
    put_kinds(out, TW_KIND_BODY, 16);
    put_common(out, TW_KIND_BODY);
    tw_help_members(out, "point", "Methods and read-outs of points");
}

static void topic_forces(FILE *out) {
    fprintf(out, "Kinds of forces: scene:KIND{...}\n");
    put_kinds(out, TW_KIND_FORCE, 16);
    put_common(out, TW_KIND_FORCE);
}

static void topic_constraints(FILE *out) {
    fprintf(out, "Kinds of constraints: scene:KIND{...}; scene:connect(p, q) joins two points\n");
    put_kinds(out, TW_KIND_CONSTRAINT, 20);
    put_common(out, TW_KIND_CONSTRAINT);
}

/* writes a material preset: its name with its fields, like "red and dull: color {0.6, 0.09, 0.06},
 * roughness 0.7" */
static void put_material(FILE *out, const char *name, const char *doc) {
    tw_material_about m;
    char text[400];
    if (tw_catalogue_material_about(name, &m) != TW_OK) return;
    vec3 c = m.color, e = m.emission, d = m.texture_color;
    size_t n = (size_t)snprintf(text, sizeof text, "%s: color {%g, %g, %g}, roughness %g", doc, c.x,
                                c.y, c.z, m.roughness);
    if (m.metallic > 0 && n < sizeof text)
        n += (size_t)snprintf(text + n, sizeof text - n, ", metallic %g", m.metallic);
    if (v3_length(e) > 0 && n < sizeof text)
        n += (size_t)snprintf(text + n, sizeof text - n, ", emission {%g, %g, %g}", e.x, e.y, e.z);
    if (m.texture && n < sizeof text)
        snprintf(text + n, sizeof text - n, ", texture \"%s\" of {%g, %g, %g}, texture_scale %g",
                 m.texture, d.x, d.y, d.z, m.texture_scale);
    tw_help_item(out, name, text, 16);
}

static void topic_materials(FILE *out) {
    fprintf(out, "Materials: material = \"NAME\", or material = { \"NAME\", field = ... }\n");
    const char *doc, *name;
    for (int i = 0; (name = tw_catalogue_material(i, &doc)); i++) put_material(out, name, doc);
    tw_help_table(out, "Fields", TW_TABLE_MATERIAL);
}

static void topic_colors(FILE *out) {
    enum { COLUMNS = 3, ROOM = 32 };
    fputs(
        "Colours: color = \"tomato\", \"#ff6347\", \"#f63\" or {r, g, b}; also in functions of t, "
        "ramps and\nkeys. Names and bytes are sRGB and become linear light, Rec. 709; {r, g, b} "
        "are that already.\ntw.color(\"tomato\") is the vector, to reckon with. Of lights a name "
        "is the tint, at most 1:\ntw.color(\"gold\") * 3 is brighter.\n\n",
        out);
    unsigned rgb;
    int n = 0;
    for (const char *name; (name = tw_color_name(n, &rgb)); n++) {
        int used = fprintf(out, "  #%06x %s", rgb, name);
        bool last = n % COLUMNS == COLUMNS - 1 || !tw_color_name(n + 1, &rgb);
        fprintf(out, "%*s", last ? 0 : ROOM - used, "");
        if (last) fputc('\n', out);
    }
}

static void topic_steppers(FILE *out) {
    fprintf(out, "Steppers: tw.scene { stepper = \"NAME\" }\n");
    const char *name, *doc;
    for (int i = 0; (name = tw_catalogue_stepper(i, &doc)); i++) {
        char text[240];
        snprintf(text, sizeof text, "%s%s", doc, i ? "" : " (default)");
        tw_help_item(out, name, text, 16);
    }
    fputs("\nOrder, use, limits and contacts of one: tauwerk help timestep\n", out);
}

static void put_stepper(FILE *out, const char *name, const char *doc) {
    const char *text, *title;
    fprintf(out, "tw.scene{stepper = \"%s\"}\n\n  ", name);
    tw_help_wrap(out, doc, 2);
    fprintf(out, "\nAbout it\n");
    for (int k = 0; (text = tw_catalogue_stepper_text(name, k, &title)); k++)
        tw_help_item(out, title, text, 22);
    fprintf(out, "\nFields of the scene that it reads\n");
    tw_field_rows fields = tw_catalogue_rows(TW_TABLE_SCENE);
    for (int i = 0; i < fields.count; i++)
        if (tw_catalogue_stepper_reads(name, fields.row[i].name))
            tw_help_params(out, NULL, &fields.row[i], 1);
}

static void topic_scene(FILE *out) {
    fprintf(out, "A scene: tw.scene { ... }\n");
    tw_help_table(out, "Fields", TW_TABLE_SCENE);
    tw_help_table(out, "Fields of the picture", TW_TABLE_STAGE);
    tw_help_members(out, "scene", "Methods and read-outs of a scene");
    tw_help_members(out, "maker",
                    "What scenes and groups make, besides bodies, forces, constraints and props");
}

static void topic_time(FILE *out) {
    static const char *const names[] = {"duration", "fps", "tau", "stepper", "step"};
    fputs("Time is in seconds. The film begins at the scene's time when the script returns it, and "
          "shows\nframe k at (k - 1)/fps from there.\n\nFields of tw.scene{...}\n",
          out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tw_help_params(out, NULL, tw_catalogue_row(TW_TABLE_SCENE, names[i]), 1);
    fputs("\nNow: scene.time; further: scene:advance(dt), scene:advance_to(t)\n\n", out);
    tw_help_part(out, "timeline");
    fputc('\n', out);
    tw_help_part(out, "editing");
}

static void topic_camera(FILE *out) {
    fprintf(out, "The camera: scene.camera = { ... }; what is not given is framed automatically\n");
    tw_help_table(out, "Fields", TW_TABLE_CAMERA);
    fprintf(out,
            "  frame               body, group or a list of them: what an automatic camera frames; "
            "nil:\n"
            "                      everything\n"
            "eye, target: also { follow = body or group, offset = {x, y, z}, turn = false, smooth "
            "= s }\n"
            "focus: also { follow = body or group, smooth = s }: that is sharp\n");
}

static void topic_picture(FILE *out) {
    fprintf(out, "What a picture shows besides bodies: fields of the scene, scene.fog = { ... }\n");
    tw_help_table(out, "Fields", TW_TABLE_STAGE);
    tw_help_table(out, "scene.background = { top = ..., bottom = ... }", TW_TABLE_GRADIENT);
    tw_help_table(out, "scene.fog = { to = ... }; nil: none", TW_TABLE_FOG);
}

static void topic_light(FILE *out) {
    fprintf(out,
            "Lights: scene:light{ kind = ..., ... }; the first one replaces those of the look\n");
    tw_help_table(out, "Fields", TW_TABLE_LIGHT);
}

static void topic_ground(FILE *out) {
    fprintf(out, "The ground: scene:ground{ ... }\n");
    tw_help_table(out, "Fields", TW_TABLE_GROUND);
}

static void topic_looks(FILE *out) {
    fputs("Looks: scene.look = \"NAME\", or scene.look = { \"NAME\", field = ... }, or tauwerk run "
          "--look NAME\n\n"
          "A look gives lights, a floor, a background and a tone. What the scene says itself "
          "(lights,\nground, background, camera, tone, exposure, bounces) stays. Without a name: "
          "studio, and plain\nwhere the scene has lights of its own. Sizes follow what the film "
          "shows. Without scene:ground\nthe floor stands below that, in the picture only.\n\n",
          out);
    const char *name, *doc;
    for (int i = 0; (name = tw_catalogue_look(i, &doc)); i++) tw_help_item(out, name, doc, 16);
    tw_help_table(out, "Fields", TW_TABLE_LOOK);
}

static bool put_look(FILE *out, const char *name) {
    const struct tw_look_kind *look = tw_catalogue_find_look(name, NULL);
    if (!look) return false;
    const tw_look_about k = tw_catalogue_look_about(look);
    fprintf(out, "look = \"%s\"\n\n  ", k.name);
    tw_help_wrap(out, k.doc, 2);
    fprintf(out, "\n  floor %s, tone %s, exposure %g EV, bounces %d\n", k.floor, k.tone, k.exposure,
            k.bounces);
    tw_help_table(out, "Fields of all looks", TW_TABLE_LOOK);
    return true;
}

static void topic_contact(FILE *out) {
    fputs("Bodies with collide = true do not pass through each other, nor through the ground.\n\n"
          "  scene:collide(a, b, false)      this pair never; true: also where a constraint joins "
          "it;\n"
          "                                  a, b: body, group or \"ground\"\n"
          "  scene.contacts                  present contacts: a, b, ground, point, normal, gap, "
          "force\n"
          "  scene:on_contact{a =, b =, f}   f(scene, t, contact) when they begin to touch;\n"
          "                                  a, b: body, group, \"ground\" or nil, anything\n"
          "  scene:limit{joint =, lower =, upper =}   bounds of a joint's angle or position\n"
          "  scene:stats()                   contacts, depth, complementarity, unfinished, ...\n\n"
          "Steppers: auto, dopri, adams, bdf locate impacts in time, and hand over to timestep\n"
          "where they cannot go on (auto also while more than 12 contacts last); timestep takes\n"
          "fixed steps. rk4, wave and project refuse scenes with contacts.\n"
          "Friction of a pair: the geometric mean of the two; restitution, and the arms\n"
          "rolling_friction and spinning_friction (m) of the normal force: the larger one.\n",
          out);
}

static void topic_layers(FILE *out) {
    fprintf(out, "Layers: --draw NAME,NAME,... or scene.draw = \"NAME,NAME,...\"\n");
    const char *doc, *name;
    for (int i = 0; (name = tw_catalogue_layer(i, &doc)); i++) tw_help_item(out, name, doc, 16);
    fprintf(out, "\nLayers of files for compositing: --layers NAME,NAME,...; R, G, B (and A with "
                 "--alpha)\nare always there\n");
    for (int i = 0; (name = tw_catalogue_extra(i, &doc)); i++) tw_help_item(out, name, doc, 16);
}

static void topic_tolerances(FILE *out) {
    fprintf(out, "Regression runs: scene.check = { ... }; see tauwerk help check\n\n"
                 "A tolerance e allows |new - recorded| <= e max(1, |recorded|); 0, where none is "
                 "given:\nthe same bits.\n");
    tw_help_table(out, "Fields", TW_TABLE_CHECK);
}

static void topic_trust(FILE *out) {
    fputs(
        "A scene is a program: it may do what you may. Not so in a sandbox (--sandbox, the default "
        "of\ncheck, view and watch; --trust for none):\n\n"
        "  programs      none are started (os.execute, io.popen), nothing ends the process\n"
        "  code          text only: no bytecode, no C modules, of debug traceback and getinfo\n"
        "  reading       files below the scene's folder, the program's library; not through links "
        "that\n                lead out; no environment\n"
        "  writing       files below the folder of -o, if it is given\n"
        "  finalizers    none (__gc): nothing could stop them\n\n"
        "Bounds, which can be set with and without a sandbox (in brackets: what it has):\n\n"
        "  --limit-instructions N  of Lua, and as much work of its library (1e10): status 124\n"
        "  --limit-objects N       made by a script in all (200000)\n"
        "  --limit-frames N        of a film (100000)\n"
        "  --limit-pixels N        of a picture, drawn or read (4e7)\n"
        "  --limit-file MB         of a mesh, picture, robot or golden (1024)\n"
        "  --limit-memory MB       (Lua: 256; the process: 4096 more than it begins with): status "
        "5\n",
        out);
}

static const struct topic {
    const char *name, *doc;
    void (*put)(FILE *out);
} topics[] = {
    {"bodies", "kinds of bodies and their common fields", topic_bodies},
    {"forces", "kinds of forces", topic_forces},
    {"constraints", "kinds of constraints and their common fields", topic_constraints},
    {"props", "what is only in the picture: lines, arrows, rulers, texts and the like",
     topic_props},
    {"materials", "material presets and fields", topic_materials},
    {"colors", "names of colours, and how else they are given", topic_colors},
    {"steppers", "how the equations of motion are integrated", topic_steppers},
    {"scene", "fields of a scene", topic_scene},
    {"time", "seconds of scenes and films, and events in them", topic_time},
    {"camera", "fields of the camera", topic_camera},
    {"picture", "background, fog, bloom, tone, exposure", topic_picture},
    {"light", "fields of lights", topic_light},
    {"ground", "fields of the ground", topic_ground},
    {"looks", "what a whole picture looks like: studio, limbo, dark, ...", topic_looks},
    {"contact", "bodies that touch: filters, read-outs, events", topic_contact},
    {"layers", "layers of a picture", topic_layers},
    {"trust", "scenes of others: what a sandbox lets them do, and bounds", topic_trust},
    {"tolerances", "what may differ in a regression run (tauwerk check)", topic_tolerances},
};

enum { TOPICS = sizeof topics / sizeof topics[0] };

static void put_command(FILE *out, const tw_command *c) {
    fprintf(out, "tauwerk %s%s%s\n\n  ", c->name, *c->words ? " " : "", c->words);
    tw_help_wrap(out, c->doc, 2);
    if (!c->options) return;
    fprintf(out, "\nOptions\n");
    for (int i = 0; i < c->options->count; i++) {
        const tw_option *o = &c->options->option[i];
        char name[80], letter[8] = "";
        if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
        snprintf(name, sizeof name, "%s--%s%s%s", letter, o->name, o->argument ? " " : "",
                 o->argument ? o->argument : "");
        tw_help_item(out, name, o->doc, 28);
    }
}

void tw_help_overview(FILE *out) {
    fprintf(out,
            "tauwerk: models that assemble themselves and move, from Lua scripts to films\n\n");
    for (const tw_command *c = NULL; (c = tw_command_after(c));) {
        char name[80];
        snprintf(name, sizeof name, "tauwerk %s%s%s", c->name, *c->words ? " " : "", c->words);
        tw_help_item(out, name, c->doc, 40);
    }
    fprintf(out, "\nMore: tauwerk help NAME, where NAME is a command, a kind, or one of\n");
    for (int i = 0; i < TOPICS; i++) tw_help_item(out, topics[i].name, topics[i].doc, 16);
    tw_help_verbs_overview(out);
    fprintf(out, "\nExit status: 0 done, 1 script error, 2 usage, 3 simulation failed, 4 input or "
                 "output,\n5 memory, 6 a check failed, 124 time limit, 130 interrupted\n");
}

/* Words that have no help page of their own, each with the entry that explains it: names of pages,
 * parts of films and constraints, synonyms. */
static const struct {
    const char *word, *name;
} other_words[] = {
    {"colour", "colors"},   {"colours", "colors"},     {"grammar", "props"},
    {"audio", "film"},      {"sound", "film"},         {"title", "film"},
    {"fade", "film"},       {"cut", "film"},           {"shots", "film"},
    {"tau", "constraints"}, {"weight", "constraints"}, {"weights", "constraints"},
    {"gravity", "scene"},   {"conflict", "diagnose"},  {"conflicts", "diagnose"},
    {"dolly", "camera"},    {"crane", "camera"},       {"tracking", "camera"},
    {"onion", "strobe"},    {"onionskin", "strobe"},   {"ghosts", "strobe"},
};

const char *tw_help_topic_name(int i, const char **doc) {
    if (i < 0 || i >= TOPICS) return NULL;
    *doc = topics[i].doc;
    return topics[i].name;
}

/* writes help on a material preset or a stepper of that name; false: there is none */
static bool put_preset(FILE *out, const char *name) {
    const char *doc, *preset;
    for (int i = 0; (preset = tw_catalogue_material(i, &doc)); i++) {
        if (strcmp(preset, name) != 0) continue;
        fprintf(out, "material = \"%s\"\n\n", name);
        put_material(out, name, doc);
        tw_help_table(out, "Fields of materials", TW_TABLE_MATERIAL);
        return true;
    }
    for (int i = 0; (preset = tw_catalogue_stepper(i, &doc)); i++) {
        if (strcmp(preset, name) != 0) continue;
        put_stepper(out, name, doc);
        return true;
    }
    return false;
}

static tw_status unknown(const char *topic) {
    tw_suggestion s = tw_suggestion_for(topic);
    for (const tw_command *c = NULL; (c = tw_command_after(c));) tw_suggestion_offer(&s, c->name);
    for (int i = 0; i < TOPICS; i++) tw_suggestion_offer(&s, topics[i].name);
    const tw_kind *k;
    for (int n = 0; n < TW_KIND_CLASSES; n++)
        for (int i = 0; (k = tw_catalogue_kind(order[n], i)); i++) tw_suggestion_offer(&s, k->name);
    const char *look, *doc;
    for (int i = 0; (look = tw_catalogue_look(i, &doc)); i++) tw_suggestion_offer(&s, look);
    tw_help_verbs_offer(&s);
    if (s.best)
        return tw_fail(TW_USAGE, "help: nothing called '%s', did you mean '%s'?", topic, s.best);
    return tw_fail(TW_USAGE, "help: nothing called '%s'; 'tauwerk help' lists what there is",
                   topic);
}

/* writes the page of exactly that name; false: there is none; *rows: the page already lists all
 * members of the Lua module that have this name, so that they need not be added */
static bool put_page(FILE *out, const char *topic, bool *rows) {
    *rows = false;
    for (const tw_command *c = NULL; (c = tw_command_after(c));)
        if (!strcmp(c->name, topic)) return put_command(out, c), true;
    for (int i = 0; i < TOPICS; i++)
        if (!strcmp(topics[i].name, topic)) return topics[i].put(out), true;
    if (put_any_kind(out, topic) || put_look(out, topic) || put_preset(out, topic)) return true;
    *rows = tw_help_part(out, topic);
    if (*rows) return true;
    /* singular and plural, such as "stepper" and "steppers", are both accepted */
    size_t n = strlen(topic);
    for (int i = 0; i < TOPICS; i++) {
        const char *name = topics[i].name;
        size_t m = strlen(name);
        bool singular = n + 1 == m && name[m - 1] == 's' && !strncmp(name, topic, n);
        bool plural = n == m + 1 && topic[n - 1] == 's' && !strncmp(name, topic, m);
        if (singular || plural) return topics[i].put(out), true;
    }
    return false;
}

/* writes a line with the topics whose pages have all the words; *found: their number */
static tw_status put_topics_with(FILE *out, char *const *words, int count, bool first, int *found) {
    for (int i = 0; i < TOPICS; i++) {
        char *text;
        size_t size;
        FILE *page = tw_memo_open(&text, &size);
        if (!page) return tw_fail_memory();
        topics[i].put(page);
        if (fclose(page) != 0) {
            free(text);
            return tw_fail_memory();
        }
        bool all = true;
        for (int k = 0; k < count; k++) all = all && tw_index_has_word(text, words[k]);
        free(text);
        if (!all) continue;
        if (!(*found)++) fputs(first ? "Pages: tauwerk help" : "\nPages: tauwerk help", out);
        fprintf(out, "%s %s", *found > 1 ? "," : "", topics[i].name);
    }
    if (*found) fputc('\n', out);
    return TW_OK;
}

tw_status tw_help_words(FILE *out, char *const *words, int count) {
    int entries = tw_index_search(out, words, count), pages = 0;
    TW_TRY(put_topics_with(out, words, count, entries == 0, &pages));
    if (entries || pages) return TW_OK;
    if (count == 1) return unknown(words[0]);
    return tw_fail(TW_USAGE,
                   "help: nothing has all these words; 'tauwerk help' lists what there is");
}

tw_status tw_help_topic(FILE *out, const char *topic) {
    char *word = (char *)(uintptr_t)topic;
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (!strcmp(other_words[i].word, topic)) topic = other_words[i].name;
    bool rows;
    if (put_page(out, topic, &rows)) {
        tw_index_elsewhere(out, topic, topic, !rows);
        return TW_OK;
    }
    return tw_help_words(out, &word, 1);
}

tw_status tw_help_flushed(void) {
    fflush(stdout);
    return ferror(stdout) ? tw_fail(TW_IO, "cannot write to the standard output") : TW_OK;
}
