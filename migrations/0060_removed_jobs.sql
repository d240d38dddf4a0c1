-- A job of the source that was taken out here, by a deletion or by the undo of its crawl, waits with the reason 'removed' until it is brought back:
-- `removed_by` is who did it, `history_id` the history row that did. So does one of which an undo took back what a crawl had written. Whatever makes
-- the job here again ends that: what the source said of it since is written by the next crawl.
ALTER TABLE crawl_waiting ADD COLUMN removed_by INTEGER;
ALTER TABLE crawl_waiting ADD COLUMN history_id INTEGER;
UPDATE crawl_waiting SET reason = 'removed' WHERE reason = 'undone';
DROP INDEX crawl_waiting_operation;

-- What the open write takes back: the source of the operation that it undoes; null where it is no undo.
CREATE VIEW undone_source AS SELECT o.source FROM write_context c JOIN operations u ON u.request_id = c.request_id JOIN operations o ON o.id = u.undo_of;

CREATE TRIGGER directs_removed AFTER DELETE ON directs WHEN OLD.external_id_key IS NOT NULL AND (OLD.upsert_by = 0 OR OLD.last_update IS NOT NULL)
BEGIN
  INSERT INTO crawl_waiting (external_id, external_id_key, name, henkyaku_hi, reason, since, job, removed_by, history_id)
  SELECT OLD.external_id, OLD.external_id_key, ifnull(OLD.name, ''), OLD.henkyaku_hi, 'removed', at, 'null', user_id,
    (SELECT max(id) FROM history WHERE entity = 'directs' AND record_id = OLD.id) FROM write_context WHERE true
  ON CONFLICT (external_id_key) DO UPDATE SET reason = 'removed', since = excluded.since, direct_id = NULL, month = NULL,
    removed_by = excluded.removed_by, history_id = excluded.history_id;
END;
CREATE TRIGGER directs_taken_back AFTER UPDATE ON directs WHEN NEW.external_id_key IS NOT NULL AND (SELECT source FROM undone_source) = 'crawl'
BEGIN
  INSERT INTO crawl_waiting (external_id, external_id_key, name, henkyaku_hi, direct_id, reason, since, job, removed_by, history_id)
  SELECT NEW.external_id, NEW.external_id_key, ifnull(NEW.name, ''), NEW.henkyaku_hi, NEW.id, 'removed', at, 'null', user_id,
    (SELECT max(id) FROM history WHERE entity = 'directs' AND record_id = NEW.id) FROM write_context WHERE true
  ON CONFLICT (external_id_key) DO UPDATE SET reason = 'removed', since = excluded.since, direct_id = excluded.direct_id, month = NULL,
    removed_by = excluded.removed_by, history_id = excluded.history_id;
END;
CREATE TRIGGER directs_returned AFTER INSERT ON directs WHEN NEW.external_id_key IS NOT NULL
BEGIN
  DELETE FROM crawl_waiting WHERE external_id_key = NEW.external_id_key AND reason = 'removed' AND job = 'null';
  UPDATE crawl_waiting SET reason = 'released', direct_id = NEW.id WHERE external_id_key = NEW.external_id_key AND reason = 'removed';
END;
CREATE TRIGGER directs_written_again AFTER UPDATE ON directs WHEN NEW.external_id_key IS NOT NULL AND (SELECT source FROM undone_source) = 'undo'
BEGIN
  DELETE FROM crawl_waiting WHERE external_id_key = NEW.external_id_key AND reason = 'removed' AND job = 'null';
  UPDATE crawl_waiting SET reason = 'released' WHERE external_id_key = NEW.external_id_key AND reason = 'removed';
END;
