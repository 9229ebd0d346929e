/*
 * Files that appear whole or not at all: written under a temporary name in the same folder, every
 * write checked, flushed to the device, then renamed, and the folder flushed. Only regular files
 * are read and replaced. A link under the name is replaced, never followed: its target may belong
 * to anybody. A missing folder is an error; tw_folder_make makes it.
 */
#ifndef TW_BASE_FILE_H
#define TW_BASE_FILE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* writes `size` bytes to `path` in one go */
tw_status tw_file_write(const char *path, const void *data, size_t size);

/* the same for files that only this process reads while it lives: without temporary name and flush
 */
tw_status tw_file_write_aside(const char *path, const void *data, size_t size);

/* a stream that becomes `path` only at commit */
typedef struct tw_file tw_file;
tw_status tw_file_open(const char *path, tw_file **file);
FILE *tw_file_stream(tw_file *file);
tw_status tw_file_commit(tw_file *file); /* closes and renames; frees `file` in every case */
void tw_file_discard(tw_file *file);     /* closes and deletes the temporary */

/* a file that was written under another name in the same folder becomes `path` */
tw_status tw_file_move(const char *from, const char *path);

/* reads a whole file; *data is malloc'ed and followed by a NUL byte that *size does not count */
tw_status tw_file_read(const char *path, char **data, size_t *size);

/* Bounds on files read by this process from now on, set once by a program as it begins: bytes of a
 * file that tw_file_read_bounded reads, pixels of a picture; 0: any number */
void tw_file_bound(double bytes, double pixels);
/* TW_IO: a picture of this size, in a file, has too many pixels */
tw_status tw_file_may_hold(int width, int height);

/* the same for a file that somebody else may have made; TW_IO: the file is larger than the bound */
tw_status tw_file_read_bounded(const char *path, char **data, size_t *size);

/* receiver of every path that they read, called by the reading thread; NULL: none */
void tw_file_on_read(void (*told)(void *context, const char *path), void *context);

typedef enum tw_file_kind {
    TW_FILE_NONE,
    TW_FILE_REGULAR,
    TW_FILE_FOLDER,
    TW_FILE_LINK, /* link; only where links are not followed */
    TW_FILE_OTHER /* a pipe, a device */
} tw_file_kind;

/* Sort of file under a name. TW_FILE_NONE: certainly none; if that cannot be known, the call fails.
 * Of followed links, one that leads nowhere is TW_FILE_NONE. */
tw_status tw_file_look(const char *path, bool follow, tw_file_kind *kind);

/* Is it certain that there is nothing? A file that cannot be looked at is not absent: reading it
 * gives the reason. */
bool tw_file_absent(const char *path);

/* a failure unless nothing, a regular file or a link stands there */
tw_status tw_file_may_replace(const char *path);

/* Real path of a file below the folder, with all links followed, to be freed; the file need not
 * exist, the folder must. TW_ARGUMENT: the path leads out of the folder; the text does not reveal
 * whether a file is there. The last part may be a link only if its target is below the folder, too.
 */
tw_status tw_file_below(const char *folder, const char *path, char **real);

/* makes the folder and its parents */
tw_status tw_folder_make(const char *path);

/* removes a folder and all in it, as far as that is possible; links are not followed */
void tw_folder_remove(const char *folder);

#endif
