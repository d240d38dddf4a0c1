-- The statement of each person: review of a month, confirmations, questions, and the notices that tell of them.

CREATE TABLE month_reviews (
  month TEXT PRIMARY KEY,
  deadline TEXT NOT NULL,
  opened_by INTEGER NOT NULL,
  opened_at TEXT NOT NULL
);

-- The newest confirmation of a person and month counts; `figures` is what was confirmed, as canonical JSON.
CREATE TABLE statement_confirmations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  figures TEXT NOT NULL,
  confirmed_at TEXT NOT NULL
) STRICT;
CREATE INDEX statement_confirmations_month ON statement_confirmations (month, user_id, id);

CREATE TABLE questions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version INTEGER NOT NULL DEFAULT 1,
  user_id INTEGER NOT NULL,
  dept_id INTEGER,
  month TEXT NOT NULL,
  kind TEXT NOT NULL,
  record_id INTEGER,
  text TEXT NOT NULL,
  expected_point REAL,
  picture TEXT,
  record TEXT,
  status TEXT NOT NULL DEFAULT 'open',
  created_at TEXT NOT NULL,
  answered_at TEXT,
  closed_at TEXT
) STRICT;
CREATE INDEX questions_user ON questions (user_id, id);
CREATE INDEX questions_status ON questions (status, id);
CREATE INDEX questions_month ON questions (month, status);

-- The thread of a question. A correction made from inside it names the history row.
CREATE TABLE question_answers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  question_id INTEGER NOT NULL REFERENCES questions (id),
  user_id INTEGER NOT NULL,
  action TEXT NOT NULL,
  text TEXT,
  at TEXT NOT NULL
) STRICT;
CREATE INDEX question_answers_question ON question_answers (question_id, id);

-- One for each event and person; `event` names the event, so that repeating it adds nothing.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL,
  event TEXT NOT NULL,
  kind TEXT NOT NULL,
  params TEXT NOT NULL DEFAULT '{}',
  at TEXT NOT NULL,
  read_at TEXT,
  mailed_at TEXT,
  UNIQUE (user_id, event)
) STRICT;
CREATE INDEX notices_user ON notices (user_id, id);
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL;
CREATE INDEX notices_unmailed ON notices (id) WHERE mailed_at IS NULL;

-- A write that mends what a question asked about.
ALTER TABLE write_context ADD COLUMN question_id INTEGER;
ALTER TABLE history ADD COLUMN question_id INTEGER;
CREATE INDEX history_question ON history (question_id) WHERE question_id IS NOT NULL;

-- Why the points of a direct were set by hand.
ALTER TABLE directs ADD COLUMN adjust_reason TEXT;

-- Once an Admin asks for it, points are set by hand only with a reason, whatever path they come by.
CREATE TRIGGER directs_adjust_reason BEFORE UPDATE OF result_design_point, result_check_point ON directs
WHEN NEW.is_updated = 1 AND ifnull(NEW.adjust_reason, '') = ''
  AND (NEW.result_design_point IS NOT OLD.result_design_point OR NEW.result_check_point IS NOT OLD.result_check_point)
  AND EXISTS (SELECT 1 FROM security_settings WHERE key = 'adjust_reason_required' AND value = 1)
  AND EXISTS (SELECT 1 FROM write_context WHERE source IN ('screen', 'import'))
BEGIN
  SELECT RAISE(ABORT, 'reason_required');
END;
