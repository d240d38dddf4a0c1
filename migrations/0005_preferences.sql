-- What a person chose about a screen: columns, their order. One JSON value per screen.
CREATE TABLE user_preferences (
  user_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (user_id, name)
) WITHOUT ROWID;
