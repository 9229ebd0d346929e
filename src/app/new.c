/* The command `tauwerk new`: writes a starter scene, and settings of editors; see new.h. */
#include "app/new.h"

#include "app/reference/stubs.h"
#include "base/text/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

/* file: "a/b.lua" for the word "a/b.lua" or "a/b"; scene: its name, "b" */
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

/* ---- beside the scene: settings of editors and of luacheck ----------------------------------- */

/* writes a file unless it exists; *made: the file was written */
static tw_status write_once(const char *file, const char *text, bool *made) {
    *made = false;
    int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0 && errno == EEXIST) return TW_OK;
    if (fd < 0) return tw_fail_system("new: cannot make %s", file);
    size_t n = strlen(text), done = 0;
    int e = 0;
    while (done < n && !e) {
        ssize_t k = write(fd, text + done, n - done);
        if (k > 0) done += (size_t)k;
        if (k < 0 && errno != EINTR) e = errno;
    }
    if (close(fd) != 0 && !e) e = errno;
    *made = !e;
    if (!e) return TW_OK;
    unlink(file); /* removing is safe, since the file did not exist before this call */
    errno = e;
    return tw_fail_system("new: cannot write %s", file);
}

enum {
    FOLDER = 3300,
    ESCAPED = 6
}; /* FOLDER: largest size of a path, bytes; ESCAPED: largest size of a character in JSON */

/* out [ESCAPED * FOLDER + 3]: the text as a string of JSON, in quotes */
static void put_json(char *out, const char *text) {
    *out++ = '"';
    for (; *text; text++) {
        if (strchr("\"\\", *text)) *out++ = '\\';
        if ((unsigned char)*text < 0x20)
            out += snprintf(out, ESCAPED + 1, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            *out++ = *text;
    }
    memcpy(out, "\"", 2);
}

/* writes .luarc.json in the folder of the scene's file, which tells LuaLS where the module's stubs
 * are */
static tw_status write_editor(const char *file, bool *made) {
    char folder[FOLDER], path[PATH + 16], quoted[ESCAPED * FOLDER + 3], text[sizeof quoted + 200];
    *made = false;
    bool there;
    TW_TRY(tw_stubs_folder(folder, sizeof folder, &there));
    if (!there) {
        printf(".luarc.json for editors was not written: no stubs beside the program (see "
               "'tauwerk help stubs')\n");
        return TW_OK;
    }
    put_json(quoted, folder);
    snprintf(text, sizeof text,
             "{\n  \"runtime.version\": \"Lua 5.4\",\n  \"workspace.library\": [%s],\n"
             "  \"workspace.checkThirdParty\": false\n}\n",
             quoted);
    snprintf(path, sizeof path, "%.*s.luarc.json", (int)(tw_path_name(file) - file), file);
    return write_once(path, text, made);
}

static tw_status write_luacheck(const char *file, bool *made) {
    char path[PATH + 16];
    snprintf(path, sizeof path, "%.*s.luacheckrc", (int)(tw_path_name(file) - file), file);
    return write_once(path, "std = \"lua54\"\nmax_line_length = 120\n", made);
}

tw_status tw_new(int argc, char *const *argv) {
    const char *word = NULL;
    char file[PATH], scene[PATH];
    int used;
    bool editor, luacheck;
    TW_TRY(tw_options_read(&tw_new_table, argc, argv, &word, &used));
    if (!word) return tw_fail(TW_USAGE, "new: expected a name, got none (see 'tauwerk help new')");
    TW_TRY(names(word, file, scene));
    char text[8192];
    bool made;
    int n = snprintf(text, sizeof text, head, scene, scene, scene, scene, scene);
    if (n < (int)sizeof text) n += snprintf(text + n, sizeof text - (size_t)n, body, scene);
    if (n >= (int)sizeof text) return tw_fail(TW_USAGE, "new: the name is too long");
    TW_TRY(write_once(file, text, &made));
    if (!made) return tw_fail(TW_IO, "new: %s is there already and stays as it is", file);
    TW_TRY(write_editor(file, &editor));
    TW_TRY(write_luacheck(file, &luacheck));
    printf("%s: a scene to begin with; tauwerk run %s\n", file, file);
    if (editor || luacheck)
        printf("%s%s%s beside it: for editors with LuaLS, and for luacheck\n",
               editor ? ".luarc.json" : "", editor && luacheck ? ", " : "",
               luacheck ? ".luacheckrc" : "");
    return fflush(stdout) == 0 ? TW_OK : tw_fail(TW_IO, "cannot write to the standard output");
}
