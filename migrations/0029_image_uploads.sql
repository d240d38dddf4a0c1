-- Who uploaded which image: only they may put it into a text or a question that did not show it. Of images from before nobody is known.
CREATE TABLE image_uploads (
  name TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  PRIMARY KEY (name, user_id)
) WITHOUT ROWID;
