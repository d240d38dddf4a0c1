-- How many rows each recorded table has: the total of an unfiltered list without a look at each row.
CREATE TABLE row_counts (
  entity TEXT PRIMARY KEY,
  "rows" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

DROP TRIGGER recording_write;

CREATE TRIGGER recording_write INSTEAD OF INSERT ON recording
BEGIN
  INSERT INTO history (entity, record_id, action, user_id, source, at, request_id, before, after)
  SELECT NEW.entity, NEW.record_id, NEW.action, user_id, source, at, request_id, NEW.before, NEW.after FROM writing;
  UPDATE row_counts SET "rows" = "rows" + iif(NEW.action = 'insert', 1, -1) WHERE entity = NEW.entity AND NEW.action <> 'update';
END;
