-- An operation is what one request wrote: its history rows are found together.
CREATE INDEX history_request ON history (request_id) WHERE request_id IS NOT NULL;
