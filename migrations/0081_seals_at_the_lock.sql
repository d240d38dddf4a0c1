ALTER TABLE month_seals DROP COLUMN late;
