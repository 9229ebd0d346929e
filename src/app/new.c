/* The starter scene; see new.h. */
#include "app/new.h"

#include "base/text/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 2048 };

static const char *const head =
    "-- %s: a rod flies to a nail, hangs there, and swings; a ball drops beside it.\n"
    "--   tauwerk run %s.lua                      the film, to renders/%s/\n"
    "--   tauwerk run %s.lua --quality draft --video %s.mp4\n";

static const char *const body =
    "-- SI units, radians, Z up; a quaternion is (w, x, y, z). `tauwerk help bodies`, `help\n"
    "-- constraints`, `help forces`, `help rod`, ... say what there is and what it takes.\n"
    "local tw = require \"tauwerk\"\n"
    "\n"
    "-- `tauwerk run ... --set length=1.5` changes it\n"
    "local length = tw.param(\"length\", 1, { min = 0.2, max = 1.8, doc = \"of the rod, m\" })\n"
    "\n"
    "local scene = tw.scene {\n"
    "  name = \"%s\", duration = 5, fps = 30, size = { 1280, 720 },\n"
    "  tau = 0.3, -- s: constraints pull together in about 10 tau\n"
    "}\n"
    "scene:ground { height = 0, restitution = 0.6 }\n"
    "\n"
    "-- bodies: a place and a turn, and a material (`tauwerk help materials`)\n"
    "local rod = scene:rod { name = \"rod\", length = length, radius = 0.05, material = "
    "\"steel\",\n"
    "                        position = { -1.2, 0.3, 0.8 }, orientation = tw.euler(0.3, 1.2, 0) }\n"
    "local ball = scene:sphere { name = \"ball\", radius = 0.15, material = \"gold\",\n"
    "                            position = { 0.8, 0, 1.5 }, collide = true, restitution = 0.6 }\n"
    "\n"
    "-- a constraint: the rod's end goes to the nail, and stays there\n"
    "local hang = scene:connect(rod.end2, scene:nail { 0, 0, 2 }, { name = \"hang\" })\n"
    "\n"
    "-- air, as a force: it takes the swing away slowly\n"
    "scene:drag { rate = 0.2 }\n"
    "\n"
    "-- a story in order: weightless at first, then the earth pulls\n"
    "scene:timeline(function(tl)\n"
    "  tl:wait(2)\n"
    "  scene.gravity = \"earth\"\n"
    "end)\n"
    "\n"
    "-- the camera; without it everything is framed by itself\n"
    "scene.camera = { eye = { 1.2, -6, 1.6 }, target = { 0, 0, 1.2 }, fov = tw.deg(30) }\n"
    "\n"
    "-- what shall be true; the film is made all the same, but the run ends with status 6\n"
    "scene:expect { \"the rod hangs\", value = function() return hang.deviation:length() end,\n"
    "               within = 1e-4, equals = 0, at = \"end\" }\n"
    "scene:expect { \"the ball fell\", value = function() return ball.position.z < 1.5 and 1 or 0 "
    "end,\n"
    "               equals = 1, at = \"end\" }\n"
    "\n"
    "return scene\n";

const tw_option_table tw_new_table = {.command = "new", .only_word = "scene"};

/* "a/b.lua" or "a/b": the file, and the scene's name "b" */
static tw_status names(const char *word, char file[PATH], char scene[PATH]) {
    const char *base = tw_path_name(word);
    int length = (int)tw_path_stem(base, ".lua");
    bool good = length > 0 && length < 100 && base[0] != '.' && base[0] != '-';
    for (int i = 0; i < length; i++)
        if ((unsigned char)base[i] < 0x20 || strchr("\"\\", base[i])) good = false;
    if (!good)
        return tw_fail(TW_USAGE,
                       "new: expected a name such as 'swing', without quotes and backslashes, "
                       "got '%s'",
                       word);
    if (snprintf(file, PATH, "%s%s", word, tw_ends_in(word, ".lua") ? "" : ".lua") >= PATH)
        return tw_fail(TW_USAGE, "new: the name is too long");
    snprintf(scene, PATH, "%.*s", length, base);
    return TW_OK;
}

tw_status tw_new(int argc, char *const *argv) {
    const char *word = NULL;
    char file[PATH], scene[PATH];
    int used;
    TW_TRY(tw_options_read(&tw_new_table, argc, argv, &word, &used));
    if (!word) return tw_fail(TW_USAGE, "new: which name? (see 'tauwerk help new')");
    TW_TRY(names(word, file, scene));
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST)
        return tw_fail(TW_IO, "new: %s is there already and stays as it is", file);
    if (fd < 0) return tw_fail_system("new: cannot make %s", file);
    FILE *out = fdopen(fd, "w");
    int e = errno;
    bool whole = false;
    if (out) {
        int n = fprintf(out, head, scene, scene, scene, scene, scene) + fprintf(out, body, scene);
        whole = n > 0 && !ferror(out);
        whole = fclose(out) == 0 && whole;
        e = errno;
    } else {
        close(fd);
    }
    if (!whole) {
        unlink(file); /* it is ours: it was not there before */
        errno = e;
        return tw_fail_system("new: cannot write %s", file);
    }
    printf("%s: a scene to begin with; tauwerk run %s\n", file, file);
    return fflush(stdout) == 0 ? TW_OK : tw_fail(TW_IO, "cannot write to the standard output");
}
