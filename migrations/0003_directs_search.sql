-- Substring search of directs. The columns hold the folded texts, so the tokenizer itself compares exactly.
CREATE VIRTUAL TABLE directs_search USING fts5(
  name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou,
  content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TRIGGER directs_search_insert AFTER INSERT ON directs BEGIN
  INSERT INTO directs_search (rowid, name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou)
  VALUES (NEW.id, NEW.name_fold, NEW.bukkenmei_fold, NEW.tokuisakimei_fold, NEW.hacchyuumoto_fold, NEW.hacchyuu_naiyou_fold);
END;

CREATE TRIGGER directs_search_update
AFTER UPDATE OF name_fold, bukkenmei_fold, tokuisakimei_fold, hacchyuumoto_fold, hacchyuu_naiyou_fold ON directs
WHEN OLD.name_fold IS NOT NEW.name_fold OR OLD.bukkenmei_fold IS NOT NEW.bukkenmei_fold
  OR OLD.tokuisakimei_fold IS NOT NEW.tokuisakimei_fold OR OLD.hacchyuumoto_fold IS NOT NEW.hacchyuumoto_fold
  OR OLD.hacchyuu_naiyou_fold IS NOT NEW.hacchyuu_naiyou_fold
BEGIN
  DELETE FROM directs_search WHERE rowid = OLD.id;
  INSERT INTO directs_search (rowid, name, bukkenmei, tokuisakimei, hacchyuumoto, hacchyuu_naiyou)
  VALUES (NEW.id, NEW.name_fold, NEW.bukkenmei_fold, NEW.tokuisakimei_fold, NEW.hacchyuumoto_fold, NEW.hacchyuu_naiyou_fold);
END;

CREATE TRIGGER directs_search_delete AFTER DELETE ON directs BEGIN
  DELETE FROM directs_search WHERE rowid = OLD.id;
END;
