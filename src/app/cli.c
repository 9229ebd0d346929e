/* Commands of the program; see cli.h. */
#include "app/cli.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"
#include "app/check/check.h"
#include "app/doctor.h"
#include "app/export/draw.h"
#include "app/export/export.h"
#include "app/farm/farm.h"
#include "app/help.h"
#include "app/import/import.h"
#include "app/lua.h"
#include "app/movie/movie.h"
#include "app/movie/sheet.h"
#include "app/new.h"
#include "app/plot/plot.h"
#include "app/reference/shell.h"
#include "app/reference/stubs.h"
#include "app/run/run.h"
#include "app/version.h"
#include "app/view/view.h"
#include "app/watch/watch.h"
#include "base/text/path.h"
#include "base/text/suggest.h"

#include <stdio.h>
#include <string.h>

static tw_status flushed(void) {
    fflush(stdout);
    return ferror(stdout) ? tw_fail(TW_IO, "cannot write to the standard output") : TW_OK;
}

static tw_status help(int argc, char *const *argv) {
    if (argc == 0)
        tw_help_overview(stdout);
    else if (argc > 1)
        TW_TRY(tw_help_words(stdout, argv, argc));
    else
        TW_TRY(tw_help_topic(stdout, argv[0]));
    return flushed();
}

static tw_status version(int argc, char *const *argv) {
    (void)argv;
    if (argc) return tw_fail(TW_USAGE, "version: no arguments expected");
    printf("tauwerk %s\n", TW_VERSION);
    return flushed();
}

const tw_command tw_commands[] = {
    {"run", "SCENE.lua [OPTION]...",
     "simulate the scenes that a script returns, and draw them as a film", &tw_run_table, tw_run},
    {"lua", "[FILE.lua [ARG]...]",
     "run a Lua program with the module, without a film; without a file: a prompt", &tw_lua_table,
     tw_lua},
    {"sheet", "DIR|FILE... -o SHEET.png", "the pictures of a film side by side in one picture",
     &tw_sheet_table, tw_sheet_command},
    {"movie", "DIR|FILE... -o FILE.mp4|.mkv|.webm|.gif|.apng|.y4m|-",
     "pictures to a video: H.264, AV1 or GIF through ffmpeg, or APNG, y4m", &tw_movie_table, tw_movie_command},
    {"plot", "SCENE.lua -o FILE.svg|.png", "deviations, energies, forces over time", &tw_plot_table,
     tw_plot_command},
    {"draw", "SCENE.lua|FILE.twb -o FILE.svg|.pdf [OPTION]...",
     "one picture of a film as a figure of lines", &tw_draw_table, tw_draw_command},
    {"check", "[PATH]... [OPTION]...",
     "regression runs: compare scenes (files, or all in folders) with their records",
     &tw_check_table, tw_check_command},
    {"farm", "FILE.twb|SCENE.lua --slurm|--parallel [OPTION]...",
     "draw a baked film on many machines, through Slurm or GNU parallel", &tw_farm_table,
     tw_farm_command},
    {"new", "NAME", "write a commented scene to begin with; existing files stay", &tw_new_table,
     tw_new},
    {"doctor", "",
     "abilities of this machine, and whether the program computes the right bits here",
     &tw_doctor_table, tw_doctor},
    {"export", "SCENE.lua|FILE.twb -o FILE.html|.glb|.usda|.csv|.npy",
     "a page with a player; the motion for other programs: animated glTF, tables", &tw_export_table,
     tw_export_command},
    {"import", "FILE.urdf|.xml|.sdf [-o SCENE.lua]",
     "a robot's file as a script that makes the same robot, to go on with", &tw_import_table,
     tw_import_command},
    {"view", "SCENE.lua|FILE.twb [OPTION]...",
     "show a scene in the browser while it is written: live reload, scrub, sliders", &tw_view_table,
     tw_view_command},
    {"watch", "SCENE.lua [OPTION]...",
     "run again at every save, with a preview in the terminal (in a browser: view)",
     &tw_watch_table, tw_watch_command},
    {"bake", "SCENE.lua -o FILE.twb [OPTION]...",
     "simulate once, and keep the frames in a file instead of drawing them", &tw_bake_table,
     tw_bake},
    {"render", "FILE.twb [OPTION]...", "draw a baked film, or any part of it", &tw_render_table,
     tw_render_baked},
    {"stubs", "[-o FILE]",
     "the Lua module for editors: kinds, fields and methods with types (LuaLS)", &tw_stubs_table,
     tw_stubs_command},
    {"completion", "bash|zsh|fish [-o FILE]",
     "completion of commands, options and files for a shell", &tw_completion_table,
     tw_completion_command},
    {"man", "[COMMAND] [-o DIR]", "man pages of the program and of its commands", &tw_man_table,
     tw_man_command},
    {"help", "[COMMAND|KIND|TOPIC|WORD...]",
     "what there is, and what it takes; a word that is none of them is searched for", NULL, help},
    {"version", "", "the version of the program (also --version)", NULL, version},
    {0}};

tw_status tw_command_find(const char *name, const tw_command **command) {
    tw_suggestion s = tw_suggestion_for(name);
    for (const tw_command *c = tw_commands; c->name; c++) {
        *command = c;
        if (!strcmp(c->name, name)) return TW_OK;
        tw_suggestion_offer(&s, c->name);
    }
    if (tw_ends_in(name, ".lua"))
        return tw_fail(TW_USAGE, "unknown command '%s', did you mean 'tauwerk run %s'?", name,
                       name);
    if (s.best) return tw_fail(TW_USAGE, "unknown command '%s', did you mean '%s'?", name, s.best);
    return tw_fail(TW_USAGE, "unknown command '%s' (see 'tauwerk help')", name);
}

static tw_status dispatch(int argc, char *const *argv) {
    const char *word = argv[1];
    const tw_command *command;
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) return version(argc - 2, argv + 2);
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) return help(argc - 2, argv + 2);
    TW_TRY(tw_command_find(word, &command));
    if (argc > 2 && (!strcmp(argv[2], "--help") || !strcmp(argv[2], "-h")))
        return help(1, argv + 1);
    return command->run(argc - 2, argv + 2);
}

int tw_cli(int argc, char *const *argv) {
    if (argc < 2) {
        tw_help_overview(stderr);
        return tw_status_exit(TW_USAGE);
    }
    tw_stop_install();
    tw_spawn_follow();
    tw_status status = dispatch(argc, argv);
    if (status == TW_OK) return 0;
    /* errors of a script begin with its file and line, so that editors can jump there */
    bool script = tw_status_exit(status) == tw_status_exit(TW_SCRIPT);
    const char *text = *tw_failure() ? tw_failure() : tw_status_text(status);
    fprintf(stderr, "%s%s\n", script ? "" : "tauwerk: ", text);
    return tw_status_exit(status);
}
