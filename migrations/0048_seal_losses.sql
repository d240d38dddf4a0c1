-- Copies of seals of a former database, which somebody accepted as lost after a restore.
CREATE TABLE month_seal_losses (
  file TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  accepted_at TEXT NOT NULL
) STRICT;
