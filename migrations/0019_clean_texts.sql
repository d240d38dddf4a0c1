-- Texts are cleaned before they are stored; those that are there already are cleaned by the step that reads this table and removes it.
CREATE TABLE texts_to_clean (name TEXT PRIMARY KEY, last_id INTEGER NOT NULL) STRICT;
