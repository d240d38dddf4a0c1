-- Stored images that no text, person or question names, with the time since when (office time). They are removed after 30 days.
CREATE TABLE unused_images (
  name TEXT PRIMARY KEY,
  since TEXT NOT NULL
);

-- Few texts hold an image: those that do are found without reading all the others.
CREATE INDEX directs_with_images ON directs (id) WHERE instr(description, '/api/v1/files/') > 0;
CREATE INDEX history_with_images ON history (id)
  WHERE entity = 'directs' AND (instr(before, '/api/v1/files/') > 0 OR instr(after, '/api/v1/files/') > 0);
