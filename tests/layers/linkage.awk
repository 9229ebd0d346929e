# Reads the output of nm -A -P over the objects of src and prints each link that the house forbids:
#   - upward: a file calls into a layer right of its own (-v layers="base steppers ...");
#   - a circle: rooms side by side in one folder that call each other, directly or by way of others;
#   - past the library: a file of app uses a function or table of the engine, so neither of app nor of
#     the library nor of the tools base and io.
# A folder's own files are its front: they and the rooms inside may call each other.
# Exit status 1 where there is any; 2 where there is nothing to read.

# CMakeFiles/tw_LAYER.dir/PATH.c.o -> LAYER/...: the file's path under src
function path_of(object) {
    sub(/\.o$/, "", object)
    if (object ~ /tauwerk\.dir\/(\.\/)?app\/main\.c$/) return "app/main.c"
    if (!match(object, /tw_[a-z]+\.dir\//)) return ""
    layer = substr(object, RSTART + 3, RLENGTH - 8)
    if (!(layer in rank)) return ""
    file = substr(object, RSTART + RLENGTH)
    sub(/^\.\//, "", file)
    return index(file, layer "/") == 1 ? file : layer "/" file
}

function room_of(file) {
    sub(/\/[^\/]*$/, "", file)
    return file
}

function inside(room, other) {
    return room == other || index(room, other "/") == 1
}

# the rooms below the deepest folder that has both, or "" where one is inside the other
function beside(a, b,    n, m, i, pa, pb, fa, fb) {
    if (inside(a, b) || inside(b, a)) return ""
    n = split(a, pa, "/")
    m = split(b, pb, "/")
    fa = pa[1]
    fb = pb[1]
    for (i = 2; fa == fb && i <= n && i <= m; i++) {
        fa = fa "/" pa[i]
        fb = fb "/" pb[i]
    }
    return fa SUBSEP fb
}

BEGIN {
    count = split(layers, name, " ")
    for (i = 1; i <= count; i++) rank[name[i]] = i
}

{
    object = $1
    sub(/:$/, "", object)
    file = path_of(object)
    if (file == "") next
    files[file] = 1
    if ($3 == "U") uses[file, $2] = 1
    else if ($3 ~ /^[TDRBVW]$/) home[$2] = file
}

END {
    for (file in files) read++
    if (!read) {
        print "linkage: no objects were read"
        exit 2
    }
    for (use in uses) {
        split(use, part, SUBSEP)
        from = part[1]
        to = home[part[2]]
        if (to == "" || to == from) continue
        lf = from; lt = to
        sub(/\/.*/, "", lf)
        sub(/\/.*/, "", lt)
        if (rank[lt] > rank[lf]) {
            print "upward: " from " calls " part[2] " of " to
            bad = 1
        }
        if (lf == "app" && lt !~ /^(app|library|base|io)$/) {
            print "past the library: " from " uses " part[2] " of " to
            bad = 1
        }
        pair = lf == lt ? beside(room_of(from), room_of(to)) : ""
        if (pair == "") continue
        split(pair, room, SUBSEP)
        rooms[room[1]] = rooms[room[2]] = 1
        reach[pair] = 1
        links[pair]++
        example[pair] = example[pair] "\n    " from " calls " part[2] " of " to
    }
    for (k in rooms)
        for (i in rooms)
            if ((i, k) in reach)
                for (j in rooms)
                    if ((k, j) in reach) reach[i, j] = 1
    for (pair in links) {
        split(pair, room, SUBSEP)
        if ((room[2], room[1]) in reach) {
            print "circle: " room[1] " -> " room[2] ", " links[pair] " links" \
                (links[pair] <= 40 ? example[pair] : "")
            bad = 1
        }
    }
    if (bad) exit 1
    print read " files: no upward link, no circle of rooms, nothing past the library"
}
