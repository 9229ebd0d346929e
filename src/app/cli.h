/* Entry of the program: finds the command that the command line names, and runs it. */
#ifndef TW_APP_CLI_H
#define TW_APP_CLI_H

/* runs the command of argv [argc] and returns the exit status of the process */
int tw_cli(int argc, char *const *argv);

#endif
