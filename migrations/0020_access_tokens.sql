-- Keys with which other programs read on a person's behalf, by the SHA-256 of the token. Times are office time; `entities` is a JSON array, NULL for all.
CREATE TABLE access_tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  entities TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  last_used_at TEXT,
  last_address TEXT,
  ended_at TEXT,
  ended_by INTEGER
) STRICT;
CREATE INDEX access_tokens_by_user ON access_tokens (user_id, ended_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at);
