/*
 * Files that appear whole or not at all: written under a temporary name in the same folder, every
 * write checked, flushed to the device, then renamed, and the folder flushed. Only regular files
 * are read and replaced. If the name is that of a symbolic link, the link is replaced, never
 * followed, since its target may belong to anybody. A missing folder is an error; tw_folder_make
 * makes it.
 */
#ifndef TW_BASE_FILE_H
#define TW_BASE_FILE_H

#include "base/status.h"

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* writes `size` bytes to the file `path`, whole or not at all */
tw_status tw_file_write(const char *path, const void *data, size_t size);

/* like tw_file_write, but without temporary name and flush: for files that only this process reads
 * while it lives */
tw_status tw_file_write_aside(const char *path, const void *data, size_t size);

/* a file that is written under a temporary name; at `path` it appears, or changes, only by
 * tw_file_commit */
typedef struct tw_file tw_file;
tw_status tw_file_open(const char *path, tw_file **file);
FILE *tw_file_stream(tw_file *file);
tw_status
tw_file_commit(tw_file *file); /* flushes, closes and renames the file to its path, and flushes the
                                  folder; frees `file` in every case. After a failure before the
                                  renaming, the temporary file is gone and `path` unchanged */
void tw_file_discard(tw_file *file); /* closes and deletes the temporary file */

/* renames the file `from`, written in the same folder, to `path`, and flushes the folder */
tw_status tw_file_move(const char *from, const char *path);

/* reads a whole file; *data is malloc'ed and followed by a NUL byte that *size does not count */
tw_status tw_file_read(const char *path, char **data, size_t *size);

/* Sets bounds on the files that this process reads from now on: bytes of a file for
 * tw_file_read_bounded, and pixels of a picture; 0: no bound. A program calls it once, when it
 * begins */
void tw_file_bound(double bytes, double pixels);
/* fails with TW_IO if a picture file of this size, in pixels, exceeds the bound on pixels */
tw_status tw_file_may_hold(int width, int height);

/* tw_file_read for a file that others may have made; TW_IO: it exceeds the bound on bytes */
tw_status tw_file_read_bounded(const char *path, char **data, size_t *size);

/* sets a function that gets the path of every file that the functions above are to read, before
 * that is tried, in the thread that reads it; NULL: none */
void tw_file_on_read(void (*told)(void *context, const char *path), void *context);

typedef enum tw_file_kind {
    TW_FILE_NONE,
    TW_FILE_REGULAR,
    TW_FILE_FOLDER,
    TW_FILE_LINK, /* a symbolic link; reported only if links are not followed */
    TW_FILE_OTHER /* neither file, folder nor link, such as a pipe or a device */
} tw_file_kind;

/* Kind of the file with a name. TW_FILE_NONE: there certainly is none; if that cannot be
 * determined, the call fails. follow: links are followed, and one without a target gives
 * TW_FILE_NONE. */
tw_status tw_file_look(const char *path, bool follow, tw_file_kind *kind);

/* True: it is certain that no file of this name exists. A file whose kind cannot be determined
 * counts as present: an attempt to read it will give the reason. */
bool tw_file_absent(const char *path);

/* fails unless `path` is a regular file, a link, or does not exist */
tw_status tw_file_may_replace(const char *path);

/* Real path of a file below the folder, with all links followed, to be freed; the file need not
 * exist, the folder must. TW_ARGUMENT: the path leads out of the folder; the text does not reveal
 * whether a file is there. The last part may be a link only if its target is below the folder,
 * too. */
tw_status tw_file_below(const char *folder, const char *path, char **real);

/* makes the folder, and its parents, unless they exist */
tw_status tw_folder_make(const char *path);

/* the folder for temporary files: TMPDIR, or /tmp */
const char *tw_temporary_folder(void);
/* path [TW_TEMPORARY]: "FOLDER/NAME-XXXXXX" in that folder, a template of mkstemp and mkdtemp;
 * TW_IO: it is too long */
enum { TW_TEMPORARY = 1024 };
tw_status tw_temporary_path(const char *name, char *path);

/* removes a folder and all in it, without following links. What cannot be removed stays, and then
 * the call fails (TW_IO) */
tw_status tw_folder_remove(const char *folder);

/* The next entry of a folder that opendir has opened; NULL: there are no more entries, or *s is set
 * to a failure. The caller must set *s to TW_OK before. */
struct dirent *tw_folder_next(DIR *dir, const char *folder, tw_status *s);

#endif
