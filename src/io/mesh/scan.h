/* Shared functions of the readers of meshes: words and numbers of a text, and growing lists. */
#ifndef TW_IO_MESH_SCAN_H
#define TW_IO_MESH_SCAN_H

#include "io/mesh/mesh.h"

typedef struct tw_scan {
    const char *at, *end;
    int line;
} tw_scan;

typedef struct tw_word {
    const char *at;
    size_t size;
} tw_word;

/* *w: the next word of the present line; false: the line or the text has ended. joined: a backslash
 * at the end of a line continues the line on the next one */
bool tw_scan_word(tw_scan *s, bool joined, tw_word *w);
/* *w: the next word of the present or a later line; false: the text has ended */
bool tw_scan_any(tw_scan *s, tw_word *w);
/* moves to the next line of the text; false: the text has ended */
bool tw_scan_line(tw_scan *s);
bool tw_word_is(tw_word w, const char *text);
bool tw_word_number(tw_word w, double *x);
bool tw_word_integer(tw_word w, long long *i);
/* returns the word for error messages, in buf [TW_WORD_TEXT]: cut off if too long, '?' for
 * characters that cannot be printed */
enum { TW_WORD_TEXT = 40 };
const char *tw_word_text(tw_word w, char *buf);

/* a mesh that is being read: growing lists of its vertices, triangles and texture coordinates */
typedef struct tw_mesh_builder {
    tw_mesh_data *data;
    size_t vertex_room, triangle_room, spot_room;
    /* corners of the face that is being read: index of each corner's vertex, and of its texture
     * coordinates in `spot` (-1: none) */
    int32_t *corner, *corner_spot;
    size_t corner_count;
    float *spot; /* [spot_count][2] the file's texture coordinates u, v so far */
    size_t spot_count, list_room;
    bool lines; /* true: the line of each triangle in the file is stored, for errors */
} tw_mesh_builder;

tw_status tw_mesh_add_vertex(tw_mesh_builder *b, const double *v);
tw_status tw_mesh_add_spot(tw_mesh_builder *b, const double *uv);
/* adds a triangle of the vertices v [3], indices from 0. spot [3]: indices of its corners' texture
 * coordinates, -1: none; NULL: none for all. line: line of the triangle in the file */
tw_status tw_mesh_add_triangle(tw_mesh_builder *b, const int32_t *v, const int32_t *spot, int line);
/* tw_mesh_add_corner adds a corner to the present face; vertex, spot: indices from 0, spot -1: no
 * texture coordinates. tw_mesh_close_face divides the face into triangles and begins the next.
 * line: number of the line, for errors; 0: a binary file, which has no lines */
tw_status tw_mesh_add_corner(tw_mesh_builder *b, long long vertex, long long spot, int line);
tw_status tw_mesh_close_face(tw_mesh_builder *b, int line);

tw_status tw_mesh_read_obj(tw_scan *s, tw_mesh_builder *b);
tw_status tw_mesh_read_stl(tw_scan *s, tw_mesh_builder *b);
tw_status tw_mesh_read_ply(tw_scan *s, tw_mesh_builder *b);

#endif
