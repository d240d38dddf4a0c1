-- What the history triggers insert into. They stand on every table and the server reads all of them for every call, so each only hands
-- over its record; how a history row is made is written here once.
CREATE VIEW recording AS
SELECT entity, record_id, action, before, after FROM history;

CREATE TRIGGER recording_write INSTEAD OF INSERT ON recording
BEGIN
  INSERT INTO history (entity, record_id, action, user_id, source, at, request_id, before, after)
  SELECT NEW.entity, NEW.record_id, NEW.action, user_id, source, at, request_id, NEW.before, NEW.after FROM writing;
END;
