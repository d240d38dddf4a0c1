-- An unlock that ends by itself. `open_until`: when a month that is open is locked again; `open_for`: the only person who may write into it, nobody for
-- all who may. Writers are refused by the clock from then on, whoever locks and seals the month after that.
ALTER TABLE month_locks ADD COLUMN open_until TEXT;
ALTER TABLE month_locks ADD COLUMN open_for INTEGER;
CREATE INDEX month_locks_open ON month_locks (open_until) WHERE open_until IS NOT NULL;
-- Of such an unlock, and of the lock that ended it.
ALTER TABLE month_lock_events ADD COLUMN open_until TEXT;
