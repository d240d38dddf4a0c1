-- A seal's rows are written once: the same person twice, or the same group of a department, is refused.
-- Rows that two calls wrote twice before are removed here, and the seals they belonged to are named in the history. What a seal
-- published is its document, which stays as it is: `npm run verify` compares the rows that remain with it.

CREATE TABLE doubled_seal_rows AS
SELECT r.id, r.seal_id FROM month_seal_rows r JOIN (
  SELECT MIN(id) AS first_id, seal_id, kind, user_id, dept_id, dept_grp_id FROM month_seal_rows
  GROUP BY seal_id, kind, user_id, iif(user_id IS NULL, dept_id, 0), iif(user_id IS NULL, dept_grp_id, 0) HAVING COUNT(*) > 1
) f ON r.seal_id = f.seal_id AND r.kind = f.kind AND r.user_id IS f.user_id AND r.id > f.first_id
  AND (f.user_id IS NOT NULL OR (r.dept_id IS f.dept_id AND r.dept_grp_id IS f.dept_grp_id));

INSERT INTO history (entity, record_id, action, source, at, before, after)
SELECT 'month_seals', s.id, 'update', 'script', datetime('now', '+7 hours'),
  json_object('month', s.month, 'version', s.version, 'rows', (SELECT COUNT(*) FROM month_seal_rows r WHERE r.seal_id = s.id)),
  json_object('month', s.month, 'version', s.version,
    'rows', (SELECT COUNT(*) FROM month_seal_rows r WHERE r.seal_id = s.id) - (SELECT COUNT(*) FROM doubled_seal_rows d WHERE d.seal_id = s.id))
FROM month_seals s WHERE s.id IN (SELECT seal_id FROM doubled_seal_rows);

INSERT OR REPLACE INTO write_context (id, source, at) VALUES (1, 'maintenance', datetime('now', '+7 hours'));
DELETE FROM month_seal_rows WHERE id IN (SELECT id FROM doubled_seal_rows);
DELETE FROM write_context;
DROP TABLE doubled_seal_rows;

CREATE UNIQUE INDEX month_seal_rows_person ON month_seal_rows (seal_id, kind, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX month_seal_rows_department ON month_seal_rows (seal_id, kind, ifnull(dept_id, 0), ifnull(dept_grp_id, 0)) WHERE user_id IS NULL;

-- Asked by every write of what all months follow from: whether a month is being locked.
CREATE INDEX month_locks_closing ON month_locks (closing_until) WHERE closing_until IS NOT NULL;
