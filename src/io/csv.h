/*
 * Tables of numbers and names as comma-separated values [RFC 4180], with plain newlines: a file
 * that appears at commit or not at all. Numbers read back as the same doubles; a text with a comma,
 * a quote or a line end stands in quotes. The first failure is kept and told at commit.
 */
#ifndef TW_IO_CSV_H
#define TW_IO_CSV_H

#include "base/status.h"

typedef struct tw_csv tw_csv;

tw_status tw_csv_open(const char *path, tw_csv **csv);
void tw_csv_text(tw_csv *csv, const char *text);
void tw_csv_number(tw_csv *csv, double x); /* also inf, -inf, nan */
void tw_csv_integer(tw_csv *csv, long long n);
void tw_csv_end_row(tw_csv *csv);
/* every row must have as many fields as the first: TW_ARGUMENT otherwise; frees `csv` in every case
 */
tw_status tw_csv_commit(tw_csv *csv);
void tw_csv_discard(tw_csv *csv);

#endif
