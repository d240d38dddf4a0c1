-- An attempt counts as a failure from before its password is hashed until it succeeds; `settled` says that it has failed.
ALTER TABLE login_failures ADD COLUMN attempt TEXT;
ALTER TABLE login_failures ADD COLUMN settled INTEGER NOT NULL DEFAULT 1;
CREATE INDEX login_failures_attempt ON login_failures (attempt);
CREATE INDEX login_failures_at ON login_failures (at);

-- A token's successor follows from the token and the server's secret, so it need not be kept.
ALTER TABLE refresh_tokens DROP COLUMN successor;

CREATE TABLE sign_in_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  user_id INTEGER,
  session_id TEXT,
  address TEXT,
  user_agent TEXT
);
CREATE INDEX sign_in_events_user ON sign_in_events (user_id, id);
CREATE INDEX sign_in_events_at ON sign_in_events (at);
CREATE INDEX sign_in_events_kind ON sign_in_events (kind, id);
