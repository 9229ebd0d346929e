#!/bin/sh
# Where the time of a frame goes, by parts: samples of Linux' perf, one thread.
#   bench/film/profile.sh SCRIPT [PROGRAM] [OPTION ...]
# A line for each part: milliseconds of the processor a frame, and its share. FRAMES (default 24) from number 60 on.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
script=$1 program=${2:-$here/../../build/release/tauwerk} frames=${FRAMES:-24}
[ $# -lt 2 ] && shift || shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
perf record -q -o "$work/data" -e cpu-clock -F 1999 "$program" run "$script" -q -o "$work/film" --threads 1 --size 1280x720 \
    --frames "60-$((59 + frames))" "$@" >/dev/null
perf report -i "$work/data" --stdio -F sample,sym 2>/dev/null | awk -v frames="$frames" '
    function part(f) {
        if (f ~ /^(meet|walk|hit|visit_any|tw_nearest|tw_unoccluded|tw_solid_pose|tw_ray|box_meets|within|tw_mesh_hit|meet_)/) return "rays: tree, solids"
        if (f ~ /^(tw_toward|lamp_light|glow|tw_glow|tw_shades|cast)/) return "rays: lamps"
        if (f ~ /^(tw_surface|apply|tw_bsdf|noise|wood|checker|normal|tw_texture|tw_picture_color|sample_lobe|lambda)/) return "surfaces, textures, reflection"
        if (f ~ /^(tw_points|shuffle_tree|fill|tw_aim|aim|tw_disc)/) return "sample points, camera rays"
        if (f ~ /^(follow|meet_vertices|go_on|arrive|add_sky|sky_light|tw_trace|first|look_for|end_paths|the_rest|add_the|leave|tw_wait|tw_path|tw_wave|take|append|describe|put_paths|bring|way_of|sort|light_vertices|find_the)/) return "paths"
        if (f ~ /^(tw_open|find_|ground_block|sky_block|look|blocked|place_of|bring|smooth|weights|tw_over|over|put|shades|put_open)/) return "open ground and sky"
        if (f ~ /^(draw_rounds|draw_packet|draw_tile|tw_tile|add_packet|add_columns|choose_noisy|look_near|tw_block_beam|tw_tree|tw_beam|cone_meets|beam)/) return "tiles: samples, noise"
        if (f ~ /^tw_(filter|guide)|filter/) return "filter"
        if (f ~ /^(resolve|encode|dither|film|tw_resolve|bloom|tw_bloom)/) return "tone, bytes"
        if (f ~ /^(tw_png|put_|match|huff|tw_digest|tw_hash|tw_deflate|libdeflate|adler|crc|rows|pack|code)/) return "PNG, digest"
        if (f ~ /^tw_again/ || f ~ /^(copy|mem|__mem)/) return "copies"
        return "simulation, script, system"
    }
    /^ +[0-9]+ +\[[.k]\]/ { n[part($3)] += $1; all += $1 }
    END { for (p in n) printf "%8.1f ms %5.1f %%  %s\n", 1000 * n[p] / 1999 / frames, 100 * n[p] / all, p
          printf "%8.1f ms          all\n", 1000 * all / 1999 / frames }' | sort -rn
