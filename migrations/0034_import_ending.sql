-- Of an import that writes all rows or nothing and has to take back what it wrote: JSON of how it ends then, and how far it is.
ALTER TABLE imports ADD COLUMN ending TEXT;
