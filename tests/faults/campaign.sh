# Calls of the system that fail once, or from some call on, in every command that makes something: the result is the
# finished bytes with status 0, or a reason with the right status and no wrong file under a final name.
#   sh campaign.sh PROGRAM SOURCE_FOLDER VERSION LIBRARY DRIVER
# TAUWERK_FAULTS: calls tried of each command and class (2; all: each of them alone, each fourth with all later ones;
# step5: every fifth)
# TAUWERK_VERBS: commands (those of the suite, `few` of commands.sh; with more tries all of them)
# TAUWERK_CLASSES: classes of interpose.c (all)
[ -w /dev/shm ] && export TMPDIR=/dev/shm # it syncs very often
. "$2/tests/cli/lib.sh"
library=${4:-}
[ -n "$library" ] && [ -e "$library" ] || { echo "skipped: no library of faults"; exit 77; }
drive=$5 tries=${TAUWERK_FAULTS:-2} bad=0
faults=$2/tests/faults
classes=${TAUWERK_CLASSES:-write look read place memory map start}

. "$faults/commands.sh"
if [ "$tries" = 2 ]; then verbs=$few; else verbs="$few $more"; fi
verbs=${TAUWERK_VERBS:-$verbs}
command -v node >/dev/null || verbs=$(echo "$verbs" | sed 's/\<view\>//')

# campaign CLASS ON: tries $verb, $words
campaign() {
    calls=$(sed -n "s/^$1 //p" "count.$verb")
    [ "${calls:-0}" -gt 0 ] || return
    step="/$tries"
    case $tries in
    all) step=${2:+4}; step=${step:-1} ;; # a call from which on all fail: every fourth
    step*) step=${tries#step} ;;
    2) [ "$1,$verb" = memory,goal ] && step=/16 ;; # a search once went another way where memory had failed
    esac
    # shellcheck disable=SC2086
    "$drive" "$verb" "$1" "$2" "$calls" "$step" $variable "$library" $words || bad=1
}

for verb in $verbs; do
    words_of "$verb"
    words="$tauwerk $the" variable=LD_PRELOAD
    [ ! -e "begun.$verb" ] || words="sh begun.sh begun.$verb $words"
    [ "$verb" != view ] || words="node $faults/view.mjs $words" variable=TAUWERK_FAULT_LIBRARY
    rm -rf out && mkdir out
    # shellcheck disable=SC2086
    expect 0 $words
    cp -r out "good.$verb"
    cp .out "said.$verb"
    # shellcheck disable=SC2086
    "$drive" "$verb" write,look,read,place,memory,map,start "" 0 1 $variable "$library" $words || { bad=1; continue; }
    mv count "count.$verb"
    for class in $classes; do
        campaign "$class" ""
        case $class,$verb in memory,* | write,* | read,[!v]* | look,[!v]* | place,[!v]*) campaign "$class" 1 ;; esac
    done
done
[ -z "${TAUWERK_KEEP:-}" ] || cp count.* "$TAUWERK_KEEP"
exit $bad
