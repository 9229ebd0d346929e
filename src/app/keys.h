/* Characters that are typed while libedit reads a line, and the signals of the terminal. */
#ifndef TW_APP_KEYS_H
#define TW_APP_KEYS_H

#include <stdio.h>

/* a function for rl_getc_function: the next character; -1: the input has ended, or tw_stop_poll
 * asks for the end of the line. libedit's own function would miss a signal that comes while it
 * handles the character before */
int tw_keys_next(FILE *in);

/* before and after a line: text is UTF-8, and signals that stop the process or resize the terminal
 * are handled by tw_keys_next */
void tw_keys_begin(void);
void tw_keys_end(void);

#endif
