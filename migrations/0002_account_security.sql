-- When the person of a session last proved who they are, beyond holding a token. Epoch seconds.
ALTER TABLE sessions ADD COLUMN confirmed_at INTEGER;

-- Who did it, where that is somebody else than the account's owner.
ALTER TABLE sign_in_events ADD COLUMN actor_id INTEGER;

-- Addresses that wait for the link mailed to them to be opened, by the SHA-256 of the link's token.
CREATE TABLE email_changes (
  hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX email_changes_user ON email_changes (user_id);

-- From where a refresh token was used first: the same token from another address within the grace time is told to its owner.
ALTER TABLE refresh_tokens ADD COLUMN used_address TEXT;
