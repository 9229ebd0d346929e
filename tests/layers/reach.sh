#!/bin/sh
# reach.sh SRC LIST: reach of src/app past the library, LIST being what it may reach; see reach.awk.
awk_file=$(cd "$(dirname "$0")" && pwd)/reach.awk
cd "$1" || exit 2
grep -rH '^[ 	]*#[ 	]*include' --include='*.[ch]' . | awk -v list="$2" -f "$awk_file" "$2" -
