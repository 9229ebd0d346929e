/* The command `tauwerk farm`; see farm.h. */
#include "app/farm/farm.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"
#include "app/base/tools.h"
#include "app/movie/movie.h"
#include "app/run/run.h"
#include "base/file.h"
#include "base/process/self.h"
#include "base/text/path.h"
#include "io/store/store.h"
#include "library/film.h"
#include "library/states.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- options ------------------------------------------------------------------------------- */

static tw_status set_by(tw_farm_by *had, tw_farm_by by) {
    if (*had && *had != by) return tw_fail(TW_USAGE, "expected one of --slurm and --parallel");
    *had = by;
    return TW_OK;
}

static tw_status set_slurm(void *place, const char *value) {
    (void)value;
    return set_by(place, TW_FARM_SLURM);
}

static tw_status set_parallel(void *place, const char *value) {
    (void)value;
    return set_by(place, TW_FARM_PARALLEL);
}

static tw_status set_video(void *place, const char *value) {
    if (!strcmp(value, "-")) return tw_fail(TW_USAGE, "expected a file, got '-'");
    return tw_set_movie(place, value);
}

/* The options for drawing are only checked by the following functions; the text that the user gave
 * is passed to each task. */

static tw_status set_size(void *place, const char *value) {
    int w, h;
    TW_TRY(tw_option_size(value, &w, &h));
    return tw_set_word(place, value);
}

static tw_status set_quality(void *place, const char *value) {
    tw_quality quality;
    TW_TRY(tw_set_quality(&quality, value));
    return tw_set_word(place, value);
}

static tw_status set_samples(void *place, const char *value) {
    int samples;
    TW_TRY(tw_set_samples(&samples, value));
    return tw_set_word(place, value);
}

static tw_status set_format(void *place, const char *value) {
    tw_format format;
    TW_TRY(tw_set_format(&format, value));
    return tw_set_word(place, value);
}

static tw_status set_ground(void *place, const char *value) {
    tw_catch ground;
    TW_TRY(tw_set_ground(&ground, value));
    return tw_set_word(place, value);
}

static tw_status set_layers(void *place, const char *value) {
    unsigned which;
    TW_TRY(tw_set_extras(&which, value));
    return tw_set_word(place, value);
}

static tw_status add_sbatch(void *place, const char *value) {
    if (value[0] != '-') return tw_fail(TW_USAGE, "expected an option of sbatch, got '%s'", value);
    return tw_add_word(place, value);
}

#define AT(member) offsetof(tw_farm, member)

static const tw_option options[] = {
    {"slurm", 0, NULL, "by Slurm: an array job, and one that encodes after it", set_slurm, AT(by)},
    {"parallel", 0, NULL, "by GNU parallel, here or over ssh; waits for the end", set_parallel,
     AT(by)},
    {"output", 'o', "DIR", "folder of the pictures (default renders/NAME); all machines see it",
     tw_set_folder, AT(folder)},
    {"frames", 0, "A-B[:S]", "draw only these, counted from 1, every S-th", tw_set_range,
     AT(range)},
    {"tasks", 0, "N", "blocks of frames that the work is cut into (default 16)", tw_set_count,
     AT(tasks)},
    {"threads", 0, "N", "threads, and Slurm's processors, of a task (default 1)", tw_set_threads,
     AT(threads)},
    {"jobs", 0, "N", "parallel: tasks at a time on each host (default: its processors)",
     tw_set_count, AT(jobs)},
    {"hosts", 0, "FILE", "parallel: hosts for ssh, one a line as [N/][USER@]HOST; ':' is here",
     tw_set_word, AT(hosts)},
    {"sbatch", 0, "OPTION", "Slurm: a further option, as --sbatch=--partition=day; repeatable",
     add_sbatch, AT(sbatch)},
    {"wait", 0, NULL, "Slurm: wait for the end, and end with the status of the last job",
     tw_set_switch, AT(wait)},
    {"video", 0, "FILE", "the film as FILE.mp4, .mkv, .webm, .gif, .apng or .y4m in the end",
     set_video, AT(video)},
    {"size", 0, "WxH", "size of the pictures in pixels (default: the scene's)", set_size, AT(size)},
    {"quality", 0, "Q", "draft, normal (default), fine or final", set_quality, AT(quality)},
    {"samples", 0, "N", "coverage samples a pixel of --quality draft: 1 (default) or 16",
     set_samples, AT(samples)},
    {"format", 0, "F", "png (default), pfm or exr (both linear)", set_format, AT(format)},
    {"layers", 0, "NAMES", "layers for compositing in exr files (tauwerk help layers)", set_layers,
     AT(layers)},
    {"alpha", 0, NULL, "transparent background, and ground", tw_set_switch, AT(alpha)},
    {"ground", 0, "WHAT", "of the ground --alpha leaves: shadow (default), light or opaque",
     set_ground, AT(ground)},
    {"look", 0, "NAME", "look of the picture instead of the scene's (tauwerk help looks)",
     tw_set_look_name, AT(look)},
    {"set", 0, "NAME=VALUE", "with SCENE.lua: a parameter that the script reads; repeatable",
     tw_add_setting, AT(sets)},
    {"dry-run", 0, NULL, "write the scripts into DIR/farm/, and start nothing", tw_set_switch,
     AT(dry_run)},
    {"quiet", 'q', NULL, "only failures and notices", tw_set_switch, AT(quiet)},
};

const tw_option_table tw_farm_table = {.command = "farm",
                                       .option = options,
                                       .count = sizeof options / sizeof options[0],
                                       .only_word = "film",
                                       .word_place = AT(source)};

static tw_status check(const tw_farm *f) {
    if (!f->source)
        return tw_fail(
            TW_USAGE,
            "farm: expected a script or a baked film, got none (see 'tauwerk help farm')");
    if (!f->by) return tw_fail(TW_USAGE, "farm: expected --slurm or --parallel, got neither");
    if (f->by != TW_FARM_PARALLEL && (f->hosts || f->jobs))
        return tw_fail(TW_USAGE, "farm: --hosts and --jobs need --parallel");
    if (f->by != TW_FARM_SLURM && (f->sbatch.count || f->wait))
        return tw_fail(TW_USAGE, "farm: --sbatch and --wait need --slurm");
    if (f->video && f->format && strcmp(f->format, "png"))
        return tw_fail(TW_USAGE, "farm: --video is made of pictures in the format png");
    if (f->layers && f->video)
        return tw_fail(TW_USAGE, "farm: --layers are exr files, of which no --video is made");
    if (f->layers && f->format && strcmp(f->format, "exr"))
        return tw_fail(TW_USAGE, "farm: --layers are written in the format exr");
    if (f->layers && f->quality && !strcmp(f->quality, "draft"))
        return tw_fail(TW_USAGE, "farm: --layers needs --quality normal, fine or final");
    if (f->ground && !f->alpha) return tw_fail(TW_USAGE, "farm: --ground needs --alpha");
    if (f->samples && (!f->quality || strcmp(f->quality, "draft")))
        return tw_fail(TW_USAGE, "farm: --samples needs --quality draft");
    return TW_OK;
}

/* ---- the film ------------------------------------------------------------------------------ */

static bool is_script(const tw_farm *f) {
    return tw_ends_in(f->source, ".lua");
}

static tw_status plan_scene(tw_farm *f, tw_script *script) {
    if (tw_script_returned(script) != 1)
        return tw_fail(TW_USAGE,
                       "farm: %s returns %d scenes, expected one scene or one film of several "
                       "(tw.film)",
                       f->source, tw_script_returned(script));
    const tw_scene_state now = tw_scene_state_of(tw_script_nth(script, 0));
    tw_pace pace;
    tw_status s = tw_scene_timing(tw_script_nth(script, 0), &pace, &f->frames);
    tw_timing_free(&pace);
    tw_path_word(now.named ? now.name : "", f->name);
    return s;
}

static tw_status absolute(const char *path, bool there, char out[TW_FARM_PATH]);

/* sets f->audio if a video of the whole film is asked for; audio: the file that the film's script
 * names; "": no sound; "clicks": no sound, but a notice, since only `run` can make clicks */
static tw_status take_audio(tw_farm *f, const char *audio) {
    if (!f->video || f->range.first || !*audio) return TW_OK;
    if (strcmp(audio, "clicks")) return absolute(audio, true, f->audio);
    fprintf(stderr, "farm: notice: the video has no sound: the clicks of impacts are made by "
                    "'tauwerk run --video'\n");
    return TW_OK;
}

static tw_status plan_film(tw_farm *f, tw_script *script) {
    const char *audio = tw_script_cut(script)->audio;
    tw_film_cut cut;
    tw_status s = tw_film_plan(script, &cut);
    f->frames = cut.frames;
    snprintf(f->name, sizeof f->name, "%s", cut.name);
    tw_array_free(&cut.shots);
    TW_TRY(s);
    return take_audio(f, audio ? audio : "");
}

static tw_status plan_script(void *farm, tw_script *script) {
    tw_farm *f = farm;
    TW_TRY(tw_script_sets(script, f->sets.data, f->sets.count));
    TW_TRY(tw_script_do_file(script, f->source, 0, NULL));
    return tw_script_cut(script) ? plan_film(f, script) : plan_scene(f, script);
}

/* finds the length of the script's film, without simulating it */
static tw_status read_script(tw_farm *f) {
    return tw_script_with(&(tw_script_options){.poll.ask = tw_stop_poll}, plan_script, f);
}

static tw_status read_store(tw_farm *f) {
    if (f->sets.count) return tw_fail(TW_USAGE, "farm: --set needs a script, not a baked film");
    tw_store *store;
    TW_TRY(tw_store_open(f->source, &store));
    const tw_store_head *head = tw_store_head_of(store);
    bool whole = tw_store_end_of(store) != NULL;
    f->frames = (int)tw_store_count(store);
    snprintf(f->name, sizeof f->name, "%s", head->scene);
    tw_status s = take_audio(f, head->audio);
    tw_store_close(store);
    if (whole || s != TW_OK) return s;
    return tw_fail(TW_IO, "farm: %s is not whole: bake it to its end first", f->source);
}

/* ---- paths --------------------------------------------------------------------------------- */

/* out: absolute path of a file. there: the file must exist; false: only its folder must exist */
static tw_status absolute(const char *path, bool there, char out[TW_FARM_PATH]) {
    char *real = realpath(path, NULL);
    const char *base = tw_path_name(path);
    int n = 0;
    if (real) {
        n = snprintf(out, TW_FARM_PATH, "%s", real);
    } else if (!there) {
        char folder[TW_FARM_PATH];
        snprintf(folder, sizeof folder, "%.*s", base > path ? (int)(base - path) : 1,
                 base > path ? path : ".");
        real = realpath(folder, NULL);
        if (real) n = snprintf(out, TW_FARM_PATH, "%s/%s", real, base);
    }
    if (!real) return tw_fail_system("farm: %s", path);
    free(real);
    if (n >= TW_FARM_PATH) return tw_fail(TW_IO, "farm: the path of %s is too long", path);
    if (strchr(out, '\n'))
        return tw_fail(TW_IO, "farm: the path of %s contains a line break", path);
    return TW_OK;
}

static tw_status find_paths(tw_farm *f) {
    char folder[TW_FARM_PATH];
    int n = f->folder ? snprintf(folder, sizeof folder, "%s", f->folder)
                      : snprintf(folder, sizeof folder, "renders/%s", f->name);
    if (n >= TW_FARM_PATH) return tw_fail(TW_IO, "farm: the path of the folder is too long");
    TW_TRY(tw_folder_make(folder));
    TW_TRY(absolute(folder, true, f->pictures));
    char self[TW_SELF_PATH];
    TW_TRY(tw_self_program(self));
    TW_TRY(absolute(self, true, f->program));
    n = snprintf(f->farm, TW_FARM_PATH, "%s/farm", f->pictures);
    if (is_script(f)) {
        TW_TRY(absolute(f->source, true, f->script));
        n += snprintf(f->film, TW_FARM_PATH, "%s/%s.twb", f->farm, f->name) - n;
    } else {
        TW_TRY(absolute(f->source, true, f->film));
    }
    if (n >= TW_FARM_PATH) return tw_fail(TW_IO, "farm: the path of %s is too long", f->pictures);
    if (f->video) TW_TRY(absolute(f->video, false, f->video_path));
    if (f->hosts) TW_TRY(absolute(f->hosts, true, f->hosts_path));
    return TW_OK;
}

/* ---- the work ------------------------------------------------------------------------------ */

static tw_status need(const char *program, const char *what) {
    char path[TW_FARM_PATH];
    if (tw_tool_find(program, path, sizeof path)) return TW_OK;
    return tw_fail(TW_IO, "farm: '%s' (%s) is not there; --dry-run writes the scripts only",
                   program, what);
}

/* runs `sh submit.sh`, which gets the terminal's signals, too; *result: its exit status */
static tw_status submit(const tw_farm *f, int *result) {
    char path[TW_FARM_PATH + 16];
    snprintf(path, sizeof path, "%s/submit.sh", f->farm);
    const char *const words[] = {"sh", path, NULL};
    pid_t child;
    int how, e = tw_spawn(&(tw_program){.argv = words}, &child);
    errno = e;
    if (e) return tw_fail_system("farm: cannot start sh");
    if (!tw_wait_for(child, &how)) return tw_fail_system("farm");
    *result = tw_exit_of(how);
    return TW_OK;
}

static tw_status start(const tw_farm *f) {
    int result = 0;
    if (f->by == TW_FARM_SLURM) {
        TW_TRY(need("sbatch", "of Slurm"));
        TW_TRY(need("squeue", "of Slurm"));
    } else {
        TW_TRY(need("parallel", "GNU parallel"));
    }
    TW_TRY(submit(f, &result));
    TW_TRY(tw_stop_poll(NULL));
    if (!result) return TW_OK;
    tw_status s = result == 3 ? TW_DIVERGED : result == 5 ? TW_MEMORY : TW_IO;
    return tw_fail(s, "farm: %s/submit.sh ended with status %d; %s/log has what jobs said", f->farm,
                   result, f->farm);
}

static tw_status work(tw_farm *f) {
    int tasks;
    TW_TRY(check(f));
    TW_TRY(is_script(f) ? read_script(f) : read_store(f));
    TW_TRY(find_paths(f));
    TW_TRY(tw_farm_write(f, &tasks));
    if (!f->quiet) printf("%s: %d tasks in %s\n", f->name, tasks, f->farm);
    if (fflush(stdout) != 0) return tw_fail(TW_IO, "cannot write to the standard output");
    return f->dry_run ? TW_OK : start(f);
}

tw_status tw_farm_command(int argc, char *const *argv) {
    tw_farm *f = calloc(1, sizeof *f);
    if (!f) return tw_fail_memory();
    f->tasks = 16;
    f->threads = 1;
    f->range.step = 1;
    int used;
    tw_status s = tw_options_read(&tw_farm_table, argc, argv, f, &used);
    if (s == TW_OK) s = work(f);
    tw_kept kept = tw_failure_keep(s);
    tw_array_free(&f->sbatch);
    tw_array_free(&f->sets);
    free(f);
    return tw_failure_again(&kept);
}
