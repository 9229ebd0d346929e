#!/usr/bin/env bash
# Links of all pages (*.md) below a folder to files: names those that lead nowhere. scripts/links.sh FOLDER; status 6: there are some.
set -euo pipefail
cd "$1"
bad=0 count=0
while IFS=$'\t' read -r page link; do
    count=$((count + 1))
    [ -e "./${page%/*}/$link" ] || { echo "$page: no $link"; bad=$((bad + 1)); }
done < <(find . -name '*.md' -exec awk '
    FNR == 1 { code = 0 }
    /^ *```/ { code = !code; next }
    !code {
        gsub(/`[^`]*`/, "")
        while (match($0, /\]\([^) ]*/)) {
            link = substr($0, RSTART + 2, RLENGTH - 2)
            $0 = substr($0, RSTART + RLENGTH)
            sub(/#.*/, "", link)
            if (link != "" && link !~ /^[a-z]+:/) print FILENAME "\t" link
        }
    }' {} +)
echo "links: $count in pages, $bad lead nowhere"
[ $count -gt 0 ] && [ $bad -eq 0 ] || exit 6
