# memory that fails on command, and LAPACK that does not converge
foreach(test tape spline ramp model_memory save_memory picture_memory memo)
  tw_wrap(${test} malloc calloc realloc)
endforeach()
tw_wrap(lsq LAPACKE_dgesdd_work)
# who draws is counted
tw_wrap(repeat tw_picture_draw)
# windows in place of connections
tw_wrap(outbox mg_websocket_write)
