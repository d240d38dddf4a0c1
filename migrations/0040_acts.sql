-- What somebody does beside the records is an operation too, which no undo takes back: `act` is the table where it stands. A request that writes
-- records as well has both. An act of the program itself has no request.
ALTER TABLE operations ADD COLUMN act TEXT;
CREATE TRIGGER month_lock_events_act AFTER INSERT ON month_lock_events
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'month_locks' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER statement_confirmations_act AFTER INSERT ON statement_confirmations
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'statement_confirmations' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER questions_act AFTER INSERT ON questions
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'questions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER question_answers_act AFTER INSERT ON question_answers
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'questions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER second_factors_act_on AFTER UPDATE OF confirmed_at ON second_factors WHEN OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'second_factors' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER second_factors_act_off AFTER DELETE ON second_factors WHEN OLD.confirmed_at IS NOT NULL
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'second_factors' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
-- Whoever signs out, or in again on the same device, has done nothing that anybody looks for.
CREATE TRIGGER sessions_act AFTER UPDATE OF ended_at ON sessions
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.end_reason NOT IN ('logout', 'signed_in_again', 'refresh_reuse')
BEGIN
  INSERT INTO operations (request_id, user_id, source, at, act)
  SELECT request_id, user_id, source, at, 'sessions' FROM write_context WHERE request_id IS NOT NULL ON CONFLICT DO NOTHING;
END;
