-- What the columns of the file are, as JSON {heading: field}; NULL where its headings say so themselves.
ALTER TABLE imports ADD COLUMN mapping TEXT;

-- The last mapping of files of an entity with the same headings, to be offered for the next one.
CREATE TABLE import_mappings (
  entity TEXT NOT NULL,
  headings TEXT NOT NULL,
  mapping TEXT NOT NULL,
  used_at TEXT NOT NULL,
  PRIMARY KEY (entity, headings)
) STRICT;
