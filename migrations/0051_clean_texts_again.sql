-- More of what nobody sees in a text is taken out, and names that an import made are cleaned too: those that are there already are cleaned once more.
CREATE TABLE IF NOT EXISTS texts_to_clean (name TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;
