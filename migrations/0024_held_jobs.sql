-- Jobs whose crawl was undone wait too, with the reason 'undone', until they are released: `operation_id` is the crawl's operation.
-- `job` is the JSON null until the source sends the job again.
ALTER TABLE crawl_waiting ADD COLUMN operation_id INTEGER;
CREATE INDEX crawl_waiting_operation ON crawl_waiting (operation_id) WHERE operation_id IS NOT NULL;
