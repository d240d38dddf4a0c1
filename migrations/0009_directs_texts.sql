-- All searched texts of a direct in one narrow index: parts of one or two characters, which the search table does not know, are found by reading it
-- instead of the wide rows.
CREATE INDEX directs_texts ON directs (name_fold, bukkenmei_fold, tokuisakimei_fold, hacchyuumoto_fold, hacchyuu_naiyou_fold);
