# Reach of the commands (src/app) past the library. Input: the lines "PATH:#include "NAME"" of src. It fails where a
# file of src/app
#   - includes a header that is not of src/app, src/library or the tools base and io, or
#   - sees the engine's state, directly or through other headers.
BEGIN { state = "^(model/[^/]*[.]h|numeric/(cone|linear|search)/|contact/|dynamics/|analysis/|timeline/|steppers/|kinds/)" }

{
    split($0, part, ":")
    path = part[1]
    sub(/^\.\//, "", path)
    if (match($0, /#[ \t]*include[ \t]*"[^"]+"/) == 0) next
    name = substr($0, RSTART, RLENGTH)
    gsub(/^[^"]*"|"$/, "", name)
    includes[path] = includes[path] " " name
    if (path !~ /^app\//) next
    apps[path] = 1
    if (name ~ /^(app|base|io|library)\//) next
    past[path " " name] = 1
}

# the chain of headers by which `path` sees the engine's state; "": it does not
function seen(path, depth,    name, n, i, chain) {
    if (path in visited) return ""
    visited[path] = 1
    n = split(includes[path], name, " ")
    for (i = 1; i <= n; i++) {
        if (name[i] ~ state) return path " -> " name[i]
        chain = seen(name[i], depth + 1)
        if (chain != "") return path " -> " chain
    }
    return ""
}

END {
    for (pair in past) { print "past the library: " pair; bad = 1 }
    for (path in apps) {
        split("", visited)
        chain = seen(path, 0)
        if (chain != "") { print "sees the engine's state: " chain; bad = 1 }
        count++
    }
    if (!count) { print "no files of src/app"; bad = 1 }
    if (!bad) print count " files of src/app include the library only, and see no state of the engine"
    exit bad
}
