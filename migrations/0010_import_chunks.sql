-- Where the reading of a file stands: what was known after each chunk of its rows, and the keys that are new in it. Kept until the file is read.
CREATE TABLE import_chunks (
  import_id INTEGER NOT NULL,
  done INTEGER NOT NULL,
  state TEXT NOT NULL,
  "keys" TEXT NOT NULL,
  PRIMARY KEY (import_id, done)
);
