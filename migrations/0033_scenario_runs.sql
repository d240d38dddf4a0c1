-- Runs that try a scenario on months. `months` holds, for each, the hashes of the live rules and of the tried ones and the expressions of the
-- totals; `place`, `read_date` and `read_id` say how far the directs were read; rules written after `history_id` are not in the results.
CREATE TABLE rule_scenario_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scenario_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  from_month TEXT NOT NULL,
  to_month TEXT NOT NULL,
  requested_by INTEGER,
  months TEXT NOT NULL DEFAULT '[]',
  place INTEGER NOT NULL DEFAULT 0,
  read_date TEXT NOT NULL DEFAULT '',
  read_id INTEGER NOT NULL DEFAULT 0,
  history_id INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  before REAL,
  after REAL,
  up INTEGER NOT NULL DEFAULT 0,
  down INTEGER NOT NULL DEFAULT 0,
  same INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  stale INTEGER NOT NULL DEFAULT 0,
  message TEXT,
  created_at TEXT NOT NULL,
  progress_at TEXT NOT NULL,
  finished_at TEXT,
  claim TEXT,
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX rule_scenario_runs_active ON rule_scenario_runs (scenario_id) WHERE status IN ('queued', 'running');
CREATE INDEX rule_scenario_runs_scenario ON rule_scenario_runs (scenario_id, id);

-- What each direct has and would have. `state`: computed; kept, as a calculation would leave it; failed, as the rules give it no result.
CREATE TABLE rule_scenario_results (
  run_id INTEGER NOT NULL,
  direct_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  customer_id INTEGER,
  dept_id INTEGER,
  user_id INTEGER,
  chekkusha_id INTEGER,
  before_design REAL,
  before_check REAL,
  after_design REAL,
  after_check REAL,
  state TEXT NOT NULL,
  stale INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run_id, direct_id)
) STRICT, WITHOUT ROWID;

-- What each person has and would have in a month.
CREATE TABLE rule_scenario_people (
  run_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  month TEXT NOT NULL,
  direct_before REAL NOT NULL,
  direct_after REAL NOT NULL,
  total_1_before REAL,
  total_1_after REAL,
  total_2_before REAL,
  total_2_after REAL,
  PRIMARY KEY (run_id, user_id, month)
) STRICT, WITHOUT ROWID;
