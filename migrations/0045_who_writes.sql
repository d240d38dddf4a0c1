-- What every history row says about the write it comes from; a write outside the application has no context.
CREATE VIEW writing AS
SELECT c.user_id, ifnull(c.source, 'script') AS source, ifnull(c.at, datetime('now', '+7 hours')) AS at, c.request_id
FROM (SELECT 1) LEFT JOIN write_context c;
