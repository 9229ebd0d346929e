/*
 * XML files as a tree of elements with their lines, read by expat. What a file may not do: declare
 * entities (they can grow without bound, and read other files), be larger or deeper than the limits
 * below. Comments and processing instructions are passed over; texts of elements are joined.
 */
#ifndef TW_IO_TEXT_XML_H
#define TW_IO_TEXT_XML_H

#include "base/arena.h"
#include "base/array.h"
#include "base/status.h"

#include <stddef.h>

enum {
    TW_XML_BYTES = 64 << 20, /* size of a file, at most */
    TW_XML_DEPTH = 100,      /* depth of nested elements, at most */
    TW_XML_ELEMENTS = 1 << 20
};

typedef struct tw_xml_element {
    const char *name;
    const char *const *attribute; /* name, value, name, value, ..., NULL */
    const char *text; /* text of the element itself, in UTF-8; NULL: none but white space */
    int line;         /* line, from 1 */
    int parent;       /* number of the parent; -1: the root */
} tw_xml_element;

/* elements in the order of the file: parents before their children; the first is the root */
typedef struct tw_xml {
    tw_arena arena;
    TW_ARRAY(tw_xml_element) element;
} tw_xml;

/* data [size] as a tree; TW_ARGUMENT: "NAME:LINE: why not". To be freed in either case */
tw_status tw_xml_parse(const char *name, const char *data, size_t size, tw_xml *xml);
void tw_xml_free(tw_xml *xml);

#endif
