#!/bin/sh
# The search's index of a built site as a script, for pages that are opened as files (theme/main.html).   index.sh FOLDER
set -eu
{
    printf 'var __search = { index: Promise.resolve('
    cat "$1/search/search_index.json"
    echo ') };'
} >"$1/search/search_index.js"
