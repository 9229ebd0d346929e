#!/bin/sh
# reach.sh SRC: includes of src/app past the library; see reach.awk.
awk_file=$(cd "$(dirname "$0")" && pwd)/reach.awk
cd "$1" || exit 2
grep -rH '^[ 	]*#[ 	]*include' --include='*.[ch]' . | awk -f "$awk_file"
