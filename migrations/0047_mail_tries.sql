-- When a mail of a notice was last tried: whether it went out is known only once it was answered.
ALTER TABLE notices ADD COLUMN mail_tried_at TEXT;
UPDATE notices SET mail_tried_at = mailed_at WHERE mailed_at IS NOT NULL;
