/* The program. */
#include "app/cli.h"

int main(int argc, char **argv) {
    return tw_cli(argc, argv);
}
