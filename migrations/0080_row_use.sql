-- Rows that the server read and wrote in a month (YYYY-MM, UTC), which its plan is counted by.
CREATE TABLE row_use (
  month TEXT PRIMARY KEY,
  rows_read INTEGER NOT NULL,
  rows_written INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
