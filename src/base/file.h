/*
 * Files that appear whole or not at all: written under a temporary name in the same folder, every
 * write checked, flushed to the device, then renamed. Only regular files are read and replaced. A
 * missing folder is an error; tw_folder_make makes it.
 */
#ifndef TW_BASE_FILE_H
#define TW_BASE_FILE_H

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* writes `size` bytes to `path` in one go */
tw_status tw_file_write(const char *path, const void *data, size_t size);

/* the same for what only this process reads, while it lives: no other name before, no flush */
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

/* told of every path that tw_file_read reads, by the thread that reads it; NULL: nobody is */
void tw_file_on_read(void (*told)(void *context, const char *path), void *context);

/* makes the folder and its parents */
tw_status tw_folder_make(const char *path);

#endif
