/*
 * XML files as a tree of elements with their lines, read by expat. A file may not declare entities
 * (they can grow without bound, and read other files), nor exceed the limits below. Comments and
 * processing instructions are ignored; the pieces of an element's text are joined.
 */
#ifndef TW_IO_TEXT_XML_H
#define TW_IO_TEXT_XML_H

#include "base/arena.h"
#include "base/array.h"
#include "base/status.h"

#include <stddef.h>

enum {
    TW_XML_BYTES = 64 << 20, /* largest size of a file that is parsed, bytes */
    TW_XML_DEPTH = 100,      /* largest depth of nested elements */
    TW_XML_ELEMENTS = 1 << 20
};

typedef struct tw_xml_element {
    const char *name;
    /* attributes of the element: name, value, name, value, ..., NULL */
    const char *const *attribute;
    /* text in this element outside of its children, the pieces joined, UTF-8; NULL: it has only
     * white space */
    const char *text;
    int line;   /* line of the element's start tag in the file, from 1 */
    int parent; /* index of the parent element in the list; -1: this is the root */
} tw_xml_element;

/* all elements of a file in their order: the root first, parents before their children */
typedef struct tw_xml {
    tw_arena arena;
    TW_ARRAY(tw_xml_element) element;
} tw_xml;

/* parses data [size], the contents of file `name`. TW_ARGUMENT: not well-formed or beyond the
 * limits, with an error "NAME:LINE: ...". *xml must be freed, also after a failure */
tw_status tw_xml_parse(const char *name, const char *data, size_t size, tw_xml *xml);
void tw_xml_free(tw_xml *xml);

#endif
