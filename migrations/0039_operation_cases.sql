-- A queued write of rules that breaks worked examples ends until somebody accepts them: `broken_cases` is JSON of the examples, `accepted_by` who did.
-- `accept_broken`: its request accepted beforehand whatever breaks.
ALTER TABLE operation_runs ADD COLUMN accept_broken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE operation_runs ADD COLUMN broken_cases TEXT;
ALTER TABLE operation_runs ADD COLUMN accepted_by INTEGER;
