-- What the record of a kept row was called, beside its number.
ALTER TABLE operation_kept_rows ADD COLUMN title TEXT;
