-- Locked months that have jobs which the source changed since, each with the time from which it has some: until none is left it is one event.
CREATE TABLE crawl_changed_months (
  month TEXT PRIMARY KEY,
  since TEXT NOT NULL
) STRICT, WITHOUT ROWID;
