-- Signs that read alike are one sign in the forms by which texts are searched, sorted and told apart: `text_forms_to_make` asks for those of the
-- records that are there to be made again after the migrations, and goes when that is done.
CREATE TABLE text_forms_to_make (asked INTEGER NOT NULL) STRICT;
