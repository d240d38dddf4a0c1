-- When each seal was last compared with what it sealed, and what differed then.
CREATE TABLE month_seal_proofs (
  seal_id INTEGER PRIMARY KEY,
  proved_at TEXT NOT NULL,
  problem TEXT
) STRICT;
