-- A partial index cannot give the order of the whole list; a unique one takes any number of empty values anyway.
DROP INDEX directs_external;
CREATE UNIQUE INDEX directs_external ON directs (external_id);
