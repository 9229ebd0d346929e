/* Encodes pictures, one after the other, to a video; see movie.h. */
#include "app/movie/movie.h"

#include "app/base/stop.h"
#include "app/movie/pipe.h"
#include "base/file.h"
#include "base/text/path.h"
#include "io/picture/apng.h"
#include "io/picture/image.h"
#include "io/picture/png/png_read.h"
#include "library/picture/picture.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef enum container { MP4, MKV, WEBM, GIF, Y4M, APNG } container;

static const char *const endings[] = {".mp4", ".mkv", ".webm", ".gif", ".y4m", ".apng"};

enum { ENDINGS = sizeof endings / sizeof endings[0] };

struct tw_encoder {
    tw_movie m;        /* copy of the movie's struct; its texts belong to the caller */
    const char *first; /* path of the first picture, owned; NULL: none yet */
    container container;
    tw_codec codec;
    int width, height; /* size of the pictures, pixels */
    int padded[2];     /* size of the video, pixels: made even if the codec requires it */
    int rate_above, rate_below;
    uint8_t *row_major; /* [padded[1]][padded[0]] rgba of a picture with its padding; NULL: no
                           padding is needed */
    uint8_t *planes;
    size_t plane_bytes;
    tw_file *file; /* the output file for y4m and apng; NULL: standard output */
    tw_pipe *pipe; /* pipe to ffmpeg; NULL: y4m or apng, which need no program */
    tw_apng *apng; /* writer of the animated PNG; NULL: another container */
};

/* ---- options ------------------------------------------------------------------------------ */

static bool kind_of(const char *output, container *c) {
    if (!strcmp(output, "-")) {
        *c = Y4M;
        return true;
    }
    for (int i = 0; i < ENDINGS; i++) {
        if (!tw_ends_in(output, endings[i])) continue;
        *c = (container)i;
        return true;
    }
    return false;
}

tw_status tw_movie_name(const char *output) {
    container c;
    if (kind_of(output, &c)) return TW_OK;
    return tw_fail(TW_USAGE, "expected FILE.mp4, .mkv, .webm, .gif, .apng, .y4m or -, got '%s'",
                   output);
}

/* *above / *below: fraction for the frame rate fps: the one with the smallest denominator, at most
 * 1001, that equals fps to eleven digits, such as 24000/1001; if there is none, fps rounded to
 * thousandths. TW_USAGE: the numerator would not be 1 to 1,000,000 */
static tw_status fraction(double fps, int *above, int *below) {
    for (int d = 1; d <= 1001; d++) {
        double n = floor(fps * d + 0.5);
        if (n < 1 || n > 1e6 || fabs(n - fps * d) > 1e-11 * n) continue;
        *above = (int)n;
        *below = d;
        return TW_OK;
    }
    double n = floor(fps * 1000 + 0.5);
    if (!(n >= 1 && n <= 1e6))
        return tw_fail(TW_USAGE, "movie: expected 0.001 to 1000 pictures a second, got %g", fps);
    *above = (int)n;
    *below = 1000;
    return TW_OK;
}

static tw_status choose(tw_encoder *e) {
    const tw_movie *m = &e->m;
    if (!kind_of(m->output, &e->container)) return tw_movie_name(m->output);
    e->codec = m->codec ? m->codec : e->container == WEBM ? TW_CODEC_AV1 : TW_CODEC_H264;
    if (e->container == WEBM && e->codec == TW_CODEC_H264)
        return tw_fail(TW_USAGE, "movie: a .webm holds no H.264; ask for .mp4 or .mkv, or for "
                                 "--codec av1");
    const char *ending = endings[e->container] + 1;
    if (e->container >= GIF && m->codec)
        return tw_fail(TW_USAGE, "movie: %s has no codec; --codec is for .mp4, .mkv and .webm",
                       ending);
    if (e->container >= GIF && m->crf >= 0)
        return tw_fail(TW_USAGE, "movie: %s has no quality; --crf is for .mp4, .mkv and .webm",
                       ending);
    if (e->container >= GIF && m->audio && !m->beside)
        return tw_fail(
            TW_USAGE, "movie: %s holds no sound; --audio FILE is for .mp4, .mkv and .webm", ending);
    /* formats without sound: the sound stays in its own file */
    if (e->container >= GIF) e->m.audio = NULL;
    if (e->container == GIF && m->fps > 50)
        return tw_fail(TW_USAGE,
                       "movie: a .gif shows at most 50 pictures a second, got %g: choose with "
                       "--frames A-B:S or --fps",
                       m->fps);
    if (e->container == GIF || e->container == APNG) e->m.chroma = TW_CHROMA_444;
    int most = e->codec == TW_CODEC_H264 ? 51 : 63;
    if (m->crf > most)
        return tw_fail(TW_USAGE, "movie: option '--crf': expected 0 to %d, got %d", most, m->crf);
    return fraction(m->fps, &e->rate_above, &e->rate_below);
}

/* ---- ffmpeg --------------------------------------------------------------------------------- */

/* ffmpeg's arguments for the sound. A sound longer than the film is cut at its end and fades out
 * over the last second (of a film shorter than 3 s: over the last third); one that is shorter is
 * followed by silence. The file's name cannot be mistaken for an option or a protocol */
static void sound_words(const tw_encoder *e, char file[4200], char filter[200], char seconds[40]) {
    double t = e->m.seconds, fade = fmin(1, t / 3);
    snprintf(file, 4200, "file:%s", e->m.audio);
    snprintf(filter, 200, "apad,afade=t=out:st=%.6f:d=%.6f", t - fade, fade);
    snprintf(seconds, 40, "%.6f", t);
}

/* filter for GIF: one palette for the whole film, chosen from the parts of the pictures that
 * move, and error diffusion only within the rectangle that has changed, so that parts at rest do
 * not flicker */
static const char palette[] =
    "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,split[a][b];"
    "[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle";

static tw_status start_ffmpeg(tw_encoder *e) {
    static const char *const muxers[] = {"mp4", "matroska", "webm"};
    static const char *const gif[] = {"-vf", palette, "-fflags",        "+bitexact",
                                      "-f",  "gif",   "file:/dev/fd/3", NULL};
    char crf[16];
    bool h264 = e->codec == TW_CODEC_H264;
    /* SVT-AV1 is faster than libaom, but supports neither small pictures nor full chroma */
    bool svt = !h264 && e->padded[0] >= 64 && e->padded[1] >= 64 && e->m.chroma == TW_CHROMA_420;
    snprintf(crf, sizeof crf, "%d", e->m.crf >= 0 ? e->m.crf : h264 ? 18 : 30);
    const char *video[] = {
        /* tags of the colour space, both as options and as a filter, since some encoders read only
         * one of the two */
        "-vf", "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709",
        "-color_range", "tv", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace",
        "bt709", "-c:v",
        h264  ? "libx264"
        : svt ? "libsvtav1"
              : "libaom-av1",
        "-crf", crf, "-b:v", "0",
        svt    ? "-preset"
        : h264 ? "-preset"
               : "-cpu-used",
        svt    ? "8"
        : h264 ? "medium"
               : "6",
        /* the same bytes on every machine: fixed number of threads, no dates, no versions */
        "-threads", "4", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1",
        "-f", e->container < GIF ? muxers[e->container] : "gif", "file:/dev/fd/3", NULL};
    const char *const silent[] = {"-an", NULL};
    const char *const input[] = {"ffmpeg", "-hide_banner", "-nostats", "-loglevel", "error", "-y",
                                 "-f",     "yuv4mpegpipe", "-i",       "pipe:0",    NULL};
    char sound_file[4200], filter[200], seconds[40];
    const char *const sound[] = {"-i",        sound_file, "-map",
                                 "0:v:0",     "-map",     "1:a:0",
                                 "-af",       filter,     "-t",
                                 seconds,     "-c:a",     e->container == WEBM ? "libopus" : "aac",
                                 "-b:a",      "160k",     "-flags:a",
                                 "+bitexact", NULL};
    if (e->m.audio) sound_words(e, sound_file, filter, seconds);
    const char *argv[80];
    size_t n = 0;
    const char *const *const parts[] = {input, e->m.audio ? sound : silent,
                                        e->container == GIF ? gif : video};
    for (int p = 0; p < 3; p++)
        for (const char *const *w = parts[p]; *w; w++) argv[n++] = *w;
    argv[n] = NULL;
    bool missing;
    tw_status s = tw_pipe_open(argv, fileno(tw_file_stream(e->file)), &missing, &e->pipe);
    if (s == TW_IO && missing)
        return tw_fail(TW_IO,
                       "cannot make %s: the program ffmpeg is not there; install it, or ask "
                       "for FILE.y4m or .apng, which need none",
                       e->m.output);
    return s;
}

/* ---- pictures ------------------------------------------------------------------------------- */

/* composites transparent pictures over black */
static void flatten(uint8_t *rgba, size_t pixels) {
    for (size_t i = 0; i < pixels; i++) {
        uint8_t *p = rgba + 4 * i;
        if (p[3] == 255) continue;
        for (int c = 0; c < 3; c++) p[c] = (uint8_t)((p[c] * p[3] + 127) / 255);
    }
}

/* copies the picture to one whose size is even, repeating the last column or row; returns `rgba`
 * itself if no padding is needed */
static const uint8_t *pad(const tw_encoder *e, const uint8_t *rgba) {
    if (!e->row_major) return rgba;
    size_t w = (size_t)e->width, h = (size_t)e->height;
    size_t pw = (size_t)e->padded[0], ph = (size_t)e->padded[1];
    for (size_t y = 0; y < ph; y++) {
        const uint8_t *from = rgba + 4 * w * (y < h ? y : h - 1);
        uint8_t *to = e->row_major + 4 * pw * y;
        memcpy(to, from, 4 * w);
        if (pw > w) memcpy(to + 4 * w, from + 4 * (w - 1), 4);
    }
    return e->row_major;
}

static tw_status put(tw_encoder *e, const void *data, size_t size) {
    if (e->pipe) return tw_pipe_write(e->pipe, data, size);
    FILE *out = e->file ? tw_file_stream(e->file) : stdout;
    if (fwrite(data, 1, size, out) == size) return TW_OK;
    return tw_fail(TW_IO, "cannot write to %s", e->file ? e->m.output : "the standard output");
}

/* *rgba: the picture at `path`, composited over black; fails if its size is not the film's */
static tw_status read_picture(tw_encoder *e, const char *path, uint8_t **rgba) {
    int width, height;
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(tw_png_read(path, &width, &height, rgba));
    if (!e->first) e->first = strdup(path);
    tw_status s = e->first ? TW_OK : tw_fail_memory();
    if (s == TW_OK && (width != e->width || height != e->height))
        s = tw_fail(TW_IO, "%s: expected a picture of %d x %d pixels like %s, got %d x %d", path,
                    e->width, e->height, e->first, width, height);
    if (s == TW_OK)
        flatten(*rgba, (size_t)width * (size_t)height);
    else
        free(*rgba);
    return s;
}

tw_status tw_encoder_put(tw_encoder *e, const char *path) {
    return tw_encoder_put_fade(e, path, NULL, 1);
}

tw_status tw_encoder_put_fade(tw_encoder *e, const char *path, const char *under, double share) {
    uint8_t *rgba, *goes = NULL;
    TW_TRY(read_picture(e, path, &rgba));
    tw_status s = under ? read_picture(e, under, &goes) : TW_OK;
    if (s == TW_OK) {
        if (under) tw_mix_bytes(rgba, goes, (size_t)e->width * (size_t)e->height, share);
        if (under) free(goes);
    }
    if (s == TW_OK && e->apng) {
        s = tw_apng_put(e->apng, rgba);
    } else if (s == TW_OK) {
        tw_y4m_planes(pad(e, rgba), e->padded[0], e->padded[1], e->m.chroma, e->planes);
        s = put(e, "FRAME\n", 6);
        if (s == TW_OK) s = put(e, e->planes, e->plane_bytes);
    }
    free(rgba);
    return s;
}

static tw_status put_header(tw_encoder *e) {
    char header[160];
    if (e->container == APNG)
        return tw_apng_open(tw_file_stream(e->file), e->width, e->height, e->rate_above,
                            e->rate_below, &e->apng);
    int n = tw_y4m_header(header, sizeof header, e->padded[0], e->padded[1], e->rate_above,
                          e->rate_below, e->m.chroma);
    return put(e, header, (size_t)n);
}

/* ---- the film ------------------------------------------------------------------------------- */

static tw_status make_room(tw_encoder *e) {
    bool even = e->container < GIF;
    e->padded[0] = even ? e->width + e->width % 2 : e->width;
    e->padded[1] = even ? e->height + e->height % 2 : e->height;
    size_t pixels = (size_t)e->padded[0] * (size_t)e->padded[1];
    e->plane_bytes = tw_y4m_size(e->padded[0], e->padded[1], e->m.chroma);
    e->planes = malloc(e->plane_bytes);
    if (!e->planes) return tw_fail_memory();
    if (e->padded[0] == e->width && e->padded[1] == e->height) return TW_OK;
    e->row_major = malloc(4 * pixels);
    if (!e->row_major) return tw_fail_memory();
    char line[200];
    snprintf(line, sizeof line,
             "%s: the pictures of %d x %d are padded to %d x %d: video sizes are even", e->m.title,
             e->width, e->height, e->padded[0], e->padded[1]);
    tw_report_line(e->m.report, "notice", NULL, line);
    return TW_OK;
}

/* Closes the pipe, if any, s: status with which the writing of pictures ended. If ffmpeg has ended
 * by itself, its own error is the result; after any other failure ffmpeg is killed, and s is the
 * result */
static tw_status close_pipe(tw_encoder *e, tw_status s) {
    tw_pipe *p = e->pipe;
    e->pipe = NULL;
    if (!p) return s;
    bool gone = s == TW_IO && !strncmp(tw_failure(), "cannot write to 'ffmpeg'", 24);
    if (s != TW_OK && !gone) {
        tw_kept kept = tw_failure_keep(s);
        tw_pipe_kill(p);
        return tw_failure_again(&kept);
    }
    tw_status ended = tw_pipe_close(p);
    /* Ctrl-C also ends ffmpeg; then the user's interruption is the reason, not the failure of
     * ffmpeg */
    TW_TRY(tw_stop_poll(NULL));
    if (ended != TW_OK) return ended;
    return gone ? tw_fail(TW_IO, "'ffmpeg' ended before the film did") : TW_OK;
}

static tw_status finish(tw_encoder *e, tw_status s) {
    if (e->apng && s == TW_OK) s = tw_apng_end(e->apng);
    s = close_pipe(e, s);
    tw_file *file = e->file;
    e->file = NULL;
    if (!file) {
        if (s == TW_OK && fflush(stdout) != 0)
            s = tw_fail(TW_IO, "cannot write to the standard output");
        return s;
    }
    struct stat st;
    if (s == TW_OK && e->container < Y4M &&
        (fstat(fileno(tw_file_stream(file)), &st) != 0 || st.st_size == 0))
        s = tw_fail(TW_IO, "'ffmpeg' ended well but wrote nothing to %s", e->m.output);
    if (s == TW_OK) return tw_file_commit(file);
    tw_file_discard(file);
    return s;
}

tw_status tw_encoder_close(tw_encoder *e, tw_status s) {
    s = finish(e, s);
    tw_apng_free(e->apng);
    free(e->planes);
    free(e->row_major);
    free((char *)(uintptr_t)e->first);
    free(e);
    return s;
}

static tw_status open_encoder(tw_encoder *e) {
    TW_TRY(choose(e));
    TW_TRY(make_room(e));
    if (strcmp(e->m.output, "-")) TW_TRY(tw_file_open(e->m.output, &e->file));
    if (e->container < Y4M) TW_TRY(start_ffmpeg(e));
    return put_header(e);
}

tw_status tw_encoder_open(const tw_movie *m, int width, int height, tw_encoder **encoder) {
    tw_encoder *e = calloc(1, sizeof *e);
    if (!e) return tw_fail_memory();
    e->m = *m;
    e->width = width;
    e->height = height;
    tw_status s = open_encoder(e);
    if (s != TW_OK) return tw_encoder_close(e, s);
    *encoder = e;
    return TW_OK;
}
