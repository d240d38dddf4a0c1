-- What a run did with the month's directs: with those it computed, together all that the month has.
ALTER TABLE calculation_runs ADD COLUMN kept_points INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calculation_runs ADD COLUMN edited_meanwhile INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calculation_runs ADD COLUMN skipped_checked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calculation_runs ADD COLUMN skipped_without_points INTEGER NOT NULL DEFAULT 0;
ALTER TABLE calculation_runs ADD COLUMN skipped_adjusted INTEGER NOT NULL DEFAULT 0;
