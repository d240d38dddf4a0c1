-- Ways to show a list that people saved: `state` is the JSON of worker/contracts/view-state.ts.
CREATE TABLE views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  shared TEXT NOT NULL DEFAULT 'none',
  user_id INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX views_entity ON views (entity, user_id);
