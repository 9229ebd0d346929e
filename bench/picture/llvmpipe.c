/*
 * The speed scene by Mesa's llvmpipe, off screen (OSMesa), as a game would draw it: a shadow map of
 * 2048 x 2048 with nine comparisons a pixel, then the picture, with 4 samples a pixel or 1; one
 * instanced call for each kind of solid; shading once a pixel; eight bits by the sRGB frame buffer.
 *     bench_picture_llvmpipe THOUSANDS SAMPLES RUNS [WIDTH HEIGHT [FILE.png]]
 * A line a run: CPU and wall milliseconds from the first call to the bytes in memory. What stands
 * on the graphics side from frame to frame (meshes, poses, shaders) is set up before.
 */
#include "scene.h"

#include "io/picture/image.h"

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>
#include <GL/osmesa.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAP = 2048 };

static const char vertex_shader[] =
    "#version 330 core\n"
    "layout(location=0) in vec3 p; layout(location=1) in vec3 n;\n"
    "layout(location=2) in vec4 r0; layout(location=3) in vec4 r1;\n"
    "layout(location=4) in vec4 r2; layout(location=5) in vec3 c;\n"
    "uniform mat4 camera, sun; out vec3 normal, color, shadow;\n"
    "void main() {\n"
    "  vec4 q = vec4(p, 1.0); vec4 x = vec4(dot(r0, q), dot(r1, q), dot(r2, q), 1.0);\n"
    "  normal = vec3(dot(r0.xyz, n), dot(r1.xyz, n), dot(r2.xyz, n)); color = c;\n"
    "  shadow = (sun * x).xyz * 0.5 + 0.5; gl_Position = camera * x;\n"
    "}\n";

static const char fragment_shader[] =
    "#version 330 core\n"
    "in vec3 normal, color, shadow; out vec4 light;\n"
    "uniform vec3 to, irradiance, sky; uniform sampler2DShadow map;\n"
    "void main() {\n"
    "  vec3 n = normalize(normal); float nl = max(dot(n, to), 0.0), lit = 0.0;\n"
    "  if (nl > 0.0) {\n"
    "    for (int j = -1; j <= 1; j++) for (int i = -1; i <= 1; i++)\n"
    "      lit += texture(map, vec3(shadow.xy + vec2(i, j) / 2048.0, shadow.z));\n"
    "  }\n"
    "  vec3 L = color * (irradiance * (nl * lit / 9.0 / 3.14159265) + sky * (0.5 + 0.5 * n.z));\n"
    "  light = vec4(L, 1.0);\n"
    "}\n";

/* the shadow map takes the depth alone */
static const char shadow_shader[] =
    "#version 330 core\n"
    "layout(location=0) in vec3 p; layout(location=2) in vec4 r0;\n"
    "layout(location=3) in vec4 r1; layout(location=4) in vec4 r2; uniform mat4 sun;\n"
    "void main() {\n"
    "  vec4 q = vec4(p, 1.0); gl_Position = sun * vec4(dot(r0, q), dot(r1, q), dot(r2, q), 1.0);\n"
    "}\n";

static const char nothing_shader[] = "#version 330 core\nvoid main() {}\n";

static void fail(const char *what) {
    fprintf(stderr, "llvmpipe: %s\n", what);
    exit(1);
}

static GLuint compile(GLenum kind, const char *text) {
    GLuint s = glCreateShader(kind);
    GLint ok;
    char log[1000];
    glShaderSource(s, 1, &text, NULL);
    glCompileShader(s);
    glGetShaderiv(s, GL_COMPILE_STATUS, &ok);
    if (!ok) {
        glGetShaderInfoLog(s, sizeof log, NULL, log);
        fail(log);
    }
    return s;
}

static GLuint link(const char *vertex, const char *fragment) {
    GLuint p = glCreateProgram();
    GLint ok;
    glAttachShader(p, compile(GL_VERTEX_SHADER, vertex));
    glAttachShader(p, compile(GL_FRAGMENT_SHADER, fragment));
    glLinkProgram(p);
    glGetProgramiv(p, GL_LINK_STATUS, &ok);
    if (!ok) fail("shaders do not link");
    return p;
}

typedef struct batch {
    GLuint array;
    GLsizei indices, instances;
} batch;

static GLuint buffer(GLenum target, const void *data, size_t size) {
    GLuint b;
    glGenBuffers(1, &b);
    glBindBuffer(target, b);
    glBufferData(target, (GLsizeiptr)size, data, GL_STATIC_DRAW);
    return b;
}

static batch upload(const float *vertex, int vertices, const int *index, int indices,
                    const float *instance, int instances) {
    batch b = {.indices = indices, .instances = instances};
    glGenVertexArrays(1, &b.array);
    glBindVertexArray(b.array);
    buffer(GL_ARRAY_BUFFER, vertex, (size_t)vertices * 6 * sizeof *vertex);
    for (GLuint i = 0; i < 2; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 24, (const void *)(size_t)(12 * i));
    }
    buffer(GL_ARRAY_BUFFER, instance, (size_t)instances * 15 * sizeof *instance);
    for (GLuint i = 0; i < 4; i++) {
        glEnableVertexAttribArray(2 + i);
        glVertexAttribPointer(2 + i, i < 3 ? 4 : 3, GL_FLOAT, GL_FALSE, 60,
                              (const void *)(size_t)(16 * i));
        glVertexAttribDivisor(2 + i, 1);
    }
    buffer(GL_ELEMENT_ARRAY_BUFFER, index, (size_t)indices * sizeof *index);
    return b;
}

static batch upload_kind(const bench_scene *s, int kind) {
    const bench_mesh *m = &s->mesh[kind];
    float *v = malloc((size_t)m->vertices * 6 * sizeof *v);
    float *in = malloc((size_t)s->solids * 15 * sizeof *in);
    int n = 0;
    if (!v || !in) fail("out of memory");
    for (int i = 0; i < m->vertices; i++)
        for (int k = 0; k < 3; k++) {
            v[6 * i + k] = (float)m->vertex[3 * i + k];
            v[6 * i + 3 + k] = (float)m->normal[3 * i + k];
        }
    for (int i = 0; i < s->solids; i++) {
        const bench_solid *o = &s->solid[i];
        double r[9];
        if (o->kind != kind) continue;
        bench_rotation(o->q, r);
        float *to = in + 15 * n++;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < 3; j++) to[4 * k + j] = (float)r[3 * k + j];
            to[4 * k + 3] = (float)o->x[k];
            to[12 + k] = (float)o->color[k];
        }
    }
    batch b = upload(v, m->vertices, m->index, 3 * m->triangles, in, n);
    free(v);
    free(in);
    return b;
}

static batch upload_ground(const bench_scene *s) {
    const float f = 2e5f;
    const float v[24] = {-f, -f, 0, 0, 0, 1, f,  -f, 0, 0, 0, 1,
                         f,  f,  0, 0, 0, 1, -f, f,  0, 0, 0, 1};
    const int index[6] = {0, 1, 2, 0, 2, 3};
    float in[15] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, (float)s->ground};
    for (int i = 0; i < 3; i++) in[12 + i] = (float)s->ground_color[i];
    return upload(v, 4, index, 6, in, 1);
}

/* ---- matrices, column by column -------------------------------------------------------------- */

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double *a, const double *b, double *c) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static void normalize(double *a) {
    double l = sqrt(dot(a, a));
    for (int i = 0; i < 3; i++) a[i] /= l;
}

static void camera_of(const bench_scene *s, double aspect, float m[16]) {
    double f[3], r[3], u[3], near = 1, far = 1e5, h = tan(s->fov / 2);
    for (int i = 0; i < 3; i++) f[i] = s->target[i] - s->eye[i];
    normalize(f);
    cross(f, s->up, r);
    normalize(r);
    cross(r, f, u);
    double k = (far + near) / (far - near), d = 2 * far * near / (far - near);
    double row[4][4] = {{0}};
    for (int i = 0; i < 3; i++) {
        row[0][i] = r[i] / (h * aspect);
        row[1][i] = u[i] / h;
        row[2][i] = f[i] * k;
        row[3][i] = f[i];
    }
    for (int i = 0; i < 4; i++) row[i][3] = -dot(row[i], s->eye) - (i == 2 ? d : 0);
    for (int i = 0; i < 16; i++) m[i] = (float)row[i % 4][i / 4];
}

/* fitted to the solids along two axes across the sun */
static void sun_of(const bench_scene *s, float m[16]) {
    double f[3], r[3], u[3], x[3] = {1, 0, 0}, row[4][4] = {{0}};
    for (int i = 0; i < 3; i++) f[i] = -s->sun[i];
    cross(f, x, u);
    normalize(u);
    cross(u, f, r);
    normalize(r);
    const double *axis[3] = {r, u, f};
    row[3][3] = 1;
    for (int k = 0; k < 3; k++) {
        double lo = 1e30, hi = -1e30;
        for (int i = 0; i < s->solids; i++) {
            const bench_solid *o = &s->solid[i];
            double q[9], reach = o->size[0] + o->size[1], at = dot(axis[k], o->x);
            bench_rotation(o->q, q);
            if (o->kind == BENCH_TOWER) {
                reach = 0;
                for (int j = 0; j < 3; j++) {
                    double c[3] = {q[j], q[3 + j], q[6 + j]};
                    reach += fabs(dot(axis[k], c)) * o->size[j] / 2;
                }
            }
            lo = fmin(lo, at - reach);
            hi = fmax(hi, at + reach);
        }
        /* the plain lies behind all: nothing of it casts shadows */
        for (int i = 0; i < 3; i++) row[k][i] = axis[k][i] * 2 / (hi - lo);
        row[k][3] = -(hi + lo) / (hi - lo);
    }
    for (int i = 0; i < 16; i++) m[i] = (float)row[i % 4][i / 4];
}

/* ---- frames -----------------------------------------------------------------------------------
 */

typedef struct stage {
    GLuint look, cast, map, map_target, target, resolved;
    batch batch[BENCH_KINDS + 1];
    int width, height, samples;
    float camera[16], sun[16];
    const bench_scene *scene;
} stage;

static void check_target(void) {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        fail("no such frame buffer");
}

static GLuint target_of(int samples, int width, int height, int depth) {
    GLuint f, b[2];
    glGenFramebuffers(1, &f);
    glBindFramebuffer(GL_FRAMEBUFFER, f);
    glGenRenderbuffers(2, b);
    glBindRenderbuffer(GL_RENDERBUFFER, b[0]);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_SRGB8_ALPHA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, b[0]);
    if (depth) {
        glBindRenderbuffer(GL_RENDERBUFFER, b[1]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH_COMPONENT24, width,
                                         height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, b[1]);
    }
    check_target();
    return f;
}

static void make_map(stage *s) {
    const GLfloat far[4] = {1, 1, 1, 1};
    glGenTextures(1, &s->map);
    glBindTexture(GL_TEXTURE_2D, s->map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, MAP, MAP, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, far);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glGenFramebuffers(1, &s->map_target);
    glBindFramebuffer(GL_FRAMEBUFFER, s->map_target);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, s->map, 0);
    glDrawBuffer(GL_NONE);
    check_target();
}

static void stage_make(const bench_scene *scene, int width, int height, int samples, stage *s) {
    *s = (stage){.width = width, .height = height, .samples = samples, .scene = scene};
    s->look = link(vertex_shader, fragment_shader);
    s->cast = link(shadow_shader, nothing_shader);
    for (int i = 0; i < BENCH_KINDS; i++) s->batch[i] = upload_kind(scene, i);
    s->batch[BENCH_KINDS] = upload_ground(scene);
    make_map(s);
    s->target = target_of(samples > 1 ? samples : 0, width, height, 1);
    s->resolved = samples > 1 ? target_of(0, width, height, 0) : s->target;
    camera_of(scene, (double)width / height, s->camera);
    sun_of(scene, s->sun);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
}

static void uniform3(GLuint p, const char *name, const double *v) {
    glUniform3f(glGetUniformLocation(p, name), (float)v[0], (float)v[1], (float)v[2]);
}

static void draw_batches(const stage *s, int count) {
    for (int i = 0; i < count; i++) {
        const batch *b = &s->batch[i];
        glBindVertexArray(b->array);
        glDrawElementsInstanced(GL_TRIANGLES, b->indices, GL_UNSIGNED_INT, NULL, b->instances);
    }
}

static void draw(const stage *s, unsigned char *bytes) {
    const bench_scene *c = s->scene;
    glBindFramebuffer(GL_FRAMEBUFFER, s->map_target);
    glViewport(0, 0, MAP, MAP);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(2, 4);
    glUseProgram(s->cast);
    glUniformMatrix4fv(glGetUniformLocation(s->cast, "sun"), 1, GL_FALSE, s->sun);
    draw_batches(s, BENCH_KINDS);
    glDisable(GL_POLYGON_OFFSET_FILL);

    glBindFramebuffer(GL_FRAMEBUFFER, s->target);
    glViewport(0, 0, s->width, s->height);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClearColor((float)c->sky[0], (float)c->sky[1], (float)c->sky[2], 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(s->look);
    glUniformMatrix4fv(glGetUniformLocation(s->look, "camera"), 1, GL_FALSE, s->camera);
    glUniformMatrix4fv(glGetUniformLocation(s->look, "sun"), 1, GL_FALSE, s->sun);
    uniform3(s->look, "to", c->sun);
    uniform3(s->look, "irradiance", c->irradiance);
    uniform3(s->look, "sky", c->sky);
    glBindTexture(GL_TEXTURE_2D, s->map);
    draw_batches(s, BENCH_KINDS + 1);
    if (s->samples > 1) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, s->target);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->resolved);
        glBlitFramebuffer(0, 0, s->width, s->height, 0, 0, s->width, s->height, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, s->resolved);
    glReadPixels(0, 0, s->width, s->height, GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    glFinish();
}

/* the first row of OpenGL's pictures is the lowest */
static void write_png(const char *path, int width, int height, unsigned char *bytes) {
    size_t row = 4 * (size_t)width;
    unsigned char *swap = malloc(row);
    if (!swap) fail("out of memory");
    for (int y = 0; y < height / 2; y++) {
        unsigned char *a = bytes + (size_t)y * row, *b = bytes + (size_t)(height - 1 - y) * row;
        memcpy(swap, a, row);
        memcpy(a, b, row);
        memcpy(b, swap, row);
    }
    free(swap);
    if (tw_png_write(path, width, height, bytes, false) != TW_OK) fail(tw_failure());
}

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main(int n, char **args) {
    bench_scene scene;
    int samples = n > 2 ? atoi(args[2]) : 0;
    int width = n > 5 ? atoi(args[4]) : 1920, height = n > 5 ? atoi(args[5]) : 1080;
    if (n < 4 || samples < 1 || !atoi(args[1]) || bench_scene_create(atoi(args[1]), &scene)) {
        fprintf(stderr,
                "usage: bench_picture_llvmpipe 1000|96 1|4 RUNS [WIDTH HEIGHT [FILE.png]]\n");
        return 2;
    }
    const int attributes[] = {OSMESA_FORMAT,
                              OSMESA_RGBA,
                              OSMESA_PROFILE,
                              OSMESA_CORE_PROFILE,
                              OSMESA_CONTEXT_MAJOR_VERSION,
                              3,
                              OSMESA_CONTEXT_MINOR_VERSION,
                              3,
                              0};
    unsigned char *bytes = malloc((size_t)width * (size_t)height * 4), small[4 * 16 * 16];
    OSMesaContext context = OSMesaCreateContextAttribs(attributes, NULL);
    if (!bytes || !context || !OSMesaMakeCurrent(context, small, GL_UNSIGNED_BYTE, 16, 16))
        fail("no context");
    if (!strstr((const char *)glGetString(GL_RENDERER), "llvmpipe")) fail("this is not llvmpipe");
    stage s;
    stage_make(&scene, width, height, samples, &s);
    for (int i = 0; i < atoi(args[3]); i++) {
        double cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
        draw(&s, bytes);
        cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        printf("%.1f %.1f\n", cpu, now(CLOCK_MONOTONIC) - wall);
        fflush(stdout);
    }
    if (glGetError() != GL_NO_ERROR) fail("an error of OpenGL");
    if (n > 6) write_png(args[6], width, height, bytes);
    OSMesaDestroyContext(context);
    free(bytes);
    bench_scene_free(&scene);
    return 0;
}
