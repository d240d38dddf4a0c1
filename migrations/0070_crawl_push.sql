-- How the source takes its token; NULL before a test of the connection found out.
ALTER TABLE crawl_settings ADD COLUMN token_kind TEXT CHECK (token_kind IN ('access_token_v2', 'access_token'));

-- When the source may be read next because it said that a job changed, in epoch milliseconds; `is_due` while a message waits for that. One row.
CREATE TABLE crawl_push (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  is_due INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
