/*
 * Writes the shell scripts of a farm; see farm.h. They are POSIX sh with every path quoted, which
 * users can read and start by hand.
 */
#include "app/base/tools.h"
#include "app/farm/farm.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

static void quoted(FILE *out, const char *before, const char *word) {
    fputs(before, out);
    tw_tool_quote(out, word);
}

static tw_status begin(const tw_farm *f, const char *name, const char *what, tw_file **file) {
    char path[TW_FARM_PATH + 32];
    snprintf(path, sizeof path, "%s/%s", f->farm, name);
    TW_TRY(tw_file_open(path, file));
    if (what) fprintf(tw_file_stream(*file), "#!/bin/sh\n# Written by tauwerk farm: %s\n", what);
    return TW_OK;
}

/* ---- tasks --------------------------------------------------------------------------------- */

/* writes the file of tasks: each line is a block of frames, A-B or, with a step S, A-B:S */
static tw_status write_tasks(const tw_farm *f, int *tasks) {
    tw_frame_range r = f->range;
    int first = r.first ? r.first : 1, step = r.first ? r.step : 1;
    int last = r.first && r.last && r.last < f->frames ? r.last : f->frames;
    int n = first <= last ? (last - first) / step + 1 : 0;
    if (!n)
        return tw_fail(TW_USAGE, "farm: option '--frames': the film '%s' has %d frames, got %d",
                       f->name, f->frames, first);
    int k = f->tasks < n ? f->tasks : n;
    tw_file *file;
    TW_TRY(begin(f, "tasks", NULL, &file));
    for (int i = 0; i < k; i++) {
        /* 64 bits, since the product n i may exceed an int */
        int a = (int)((long long)n * i / k), b = (int)((long long)n * (i + 1) / k) - 1;
        fprintf(tw_file_stream(file), "%d-%d", first + a * step, first + b * step);
        if (step > 1) fprintf(tw_file_stream(file), ":%d", step);
        fputc('\n', tw_file_stream(file));
    }
    *tasks = k;
    return tw_file_commit(file);
}

/* ---- scripts of jobs ----------------------------------------------------------------------- */

/* writes the command `tauwerk render FILE -o DIR OPTIONS` */
static void put_render(FILE *out, const tw_farm *f) {
    quoted(out, "", f->program);
    quoted(out, " render ", f->film);
    quoted(out, " -o ", f->pictures);
    if (f->size) quoted(out, " --size ", f->size);
    if (f->quality) quoted(out, " --quality ", f->quality);
    if (f->samples) quoted(out, " --samples ", f->samples);
    if (f->format) quoted(out, " --format ", f->format);
    if (f->look) quoted(out, " --look ", f->look);
    if (f->layers) quoted(out, " --layers ", f->layers);
    if (f->alpha) fputs(" --alpha", out);
    if (f->ground) quoted(out, " --ground ", f->ground);
    fprintf(out, " --threads %d --quiet", f->threads);
}

static tw_status write_bake(const tw_farm *f) {
    tw_file *file;
    TW_TRY(begin(f, "bake.sh", "the simulation", &file));
    FILE *out = tw_file_stream(file);
    quoted(out, "exec ", f->program);
    quoted(out, " bake ", f->script);
    quoted(out, " -o ", f->film);
    for (size_t i = 0; i < f->sets.count; i++) quoted(out, " --set ", f->sets.data[i]);
    if (f->layers) quoted(out, " --layers ", f->layers);
    fputs(" --quiet\n", out);
    return tw_file_commit(file);
}

static tw_status write_frames(const tw_farm *f) {
    tw_file *file;
    TW_TRY(begin(f, "frames.sh",
                 "one task, frames.sh A-B, or the one that Slurm's array says.\n"
                 "# Draws only what is missing, so it may be killed and started again.",
                 &file));
    FILE *out = tw_file_stream(file);
    quoted(out, "frames=${1:-$(sed -n \"${SLURM_ARRAY_TASK_ID:?}p\" ", f->farm);
    fputs("/tasks)}\n"
          "for attempt in 1 2 3; do\n    ",
          out);
    put_render(out, f);
    fputs(" --frames \"$frames\"\n"
          "    status=$?\n"
          "    case $status in\n"
          "    # 3: the simulation has failed, its good part is drawn; the last job tells it\n"
          "    0 | 3) exit 0 ;;\n"
          "    130 | 143) exit $status ;;\n"
          "    esac\n"
          "    # killed, or the folder was not there for a moment: once more\n"
          "    [ $status -gt 128 ] || [ $status -eq 4 ] || exit $status\n"
          "    echo \"frames.sh: $frames: status $status at attempt $attempt\" >&2\n"
          "    sleep 1\n"
          "done\n"
          "exit $status\n",
          out);
    return tw_file_commit(file);
}

static tw_status write_encode(const tw_farm *f) {
    tw_file *file;
    TW_TRY(begin(f, "encode.sh", "what no task has drawn is drawn now; then the film", &file));
    FILE *out = tw_file_stream(file);
    char frames[80] = "";
    tw_frame_range r = f->range;
    if (r.first && r.last)
        snprintf(frames, sizeof frames, " --frames %d-%d:%d", r.first, r.last, r.step);
    else if (r.first)
        snprintf(frames, sizeof frames, " --frames %d-:%d", r.first, r.step);
    put_render(out, f);
    fprintf(out, "%s\nstatus=$?\n", frames);
    fputs("[ $status -eq 0 ] || [ $status -eq 3 ] || exit $status\n", out);
    if (f->video) {
        quoted(out, "", f->program);
        quoted(out, " movie ", f->pictures);
        quoted(out, " -o ", f->video_path);
        if (*f->audio) quoted(out, " --audio ", f->audio);
        fprintf(out, "%s --quiet || exit\n", frames);
    }
    fputs("exit $status\n", out);
    return tw_file_commit(file);
}

/* ---- how they are started ------------------------------------------------------------------ */

/* writes a command that submits the job `job` and sets a shell variable to its number, which is
 * also stored in the file `jobs` */
static void put_sbatch(FILE *out, const tw_farm *f, const char *job, const char *options,
                       const char *log) {
    fprintf(out, "%s=$(sbatch --parsable --cpus-per-task=%d --requeue --open-mode=append", job,
            f->threads);
    fputs(options, out);
    char name[300];
    snprintf(name, sizeof name, "%.200s-%s", f->name, job);
    quoted(out, " --job-name=", name);
    quoted(out, " --chdir=", f->farm);
    quoted(out, " --output=", f->farm);
    fprintf(out, "/log/%s.txt", log);
    for (size_t i = 0; i < f->sbatch.count; i++) quoted(out, " ", f->sbatch.data[i]);
    fprintf(out,
            " ./%s.sh) || give_up\n"
            "%s=${%s%%%%;*}\n"
            "echo \"$%s\" >>jobs\n",
            job, job, job, job);
}

static void put_slurm(FILE *out, const tw_farm *f, int tasks) {
    char options[200];
    fputs("if [ -s jobs ]; then\n"
          "    busy=$(squeue -h -o %A -j \"$(paste -sd, jobs)\" 2>/dev/null | sort -u | tr '\\n' ' "
          "')\n"
          "    if [ -n \"$busy\" ]; then\n"
          "        echo \"submit.sh: jobs of this film are still there: $busy\" >&2\n"
          "        exit 4\n"
          "    fi\n"
          "fi\n"
          ": >jobs || exit 4\n"
          "give_up() {\n"
          "    [ -s jobs ] && scancel $(cat jobs)\n"
          "    exit 4\n"
          "}\n",
          out);
    if (*f->script) put_sbatch(out, f, "bake", "", "bake");
    snprintf(options, sizeof options, " --array=1-%d%s", tasks,
             *f->script ? " --kill-on-invalid-dep=yes --dependency=\"afterok:$bake\"" : "");
    put_sbatch(out, f, "frames", options, "frames-%a");
    /* afterany: the last job runs even if tasks failed, to draw the missing pictures or to report
     * why it cannot */
    put_sbatch(out, f, "encode", " --dependency=\"afterany:$frames\"", "encode");
    fputs("echo \"jobs: \"$(cat jobs)\n", out);
    if (f->wait)
        fputs("while [ -n \"$(squeue -h -o %A -j \"$encode\" 2>/dev/null)\" ]; do sleep 1; done\n"
              "status=$(scontrol show job -o \"$encode\" |\n"
              "    sed -n 's/.* ExitCode=\\([0-9]*\\):\\([0-9]*\\).*/\\1 \\2/p')\n"
              "[ -n \"$status\" ] || exit 4\n"
              "[ \"${status#* }\" = 0 ] || exit $((128 + ${status#* }))\n"
              "exit \"${status% *}\"\n",
              out);
}

static void put_parallel(FILE *out, const tw_farm *f) {
    if (*f->script)
        fputs("sh ./bake.sh || { status=$?; [ $status -eq 3 ] || exit $status; }\n", out);
    fputs("parallel --retries 3 --joblog joblog", out);
    if (f->jobs) fprintf(out, " --jobs %d", f->jobs);
    if (f->hosts) quoted(out, " --sshloginfile ", f->hosts_path);
    quoted(out, " -q sh ", f->farm);
    fputs("/frames.sh {} :::: tasks\n"
          "# what a task has left out, this one draws, or says why it cannot\n"
          "exec sh ./encode.sh\n",
          out);
}

static tw_status write_submit(const tw_farm *f, int tasks) {
    tw_file *file;
    TW_TRY(begin(f, "submit.sh", "starts the jobs; also to be started by hand, again", &file));
    FILE *out = tw_file_stream(file);
    quoted(out, "cd ", f->farm);
    fputs(" || exit 4\n", out);
    if (f->by == TW_FARM_SLURM)
        put_slurm(out, f, tasks);
    else
        put_parallel(out, f);
    return tw_file_commit(file);
}

tw_status tw_farm_write(const tw_farm *f, int *tasks) {
    char log[TW_FARM_PATH + 8];
    snprintf(log, sizeof log, "%s/log", f->farm);
    TW_TRY(tw_folder_make(log));
    TW_TRY(write_tasks(f, tasks));
    if (*f->script) TW_TRY(write_bake(f));
    TW_TRY(write_frames(f));
    TW_TRY(write_encode(f));
    return write_submit(f, *tasks);
}
