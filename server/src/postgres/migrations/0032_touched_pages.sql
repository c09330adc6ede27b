-- What a delivery does to each file, and the pages that readers know the file by: what is at stake is read from these for as long
-- as the job is there, when the repository may look different. Null in rows that are older.
alter table delivered_file
  add column change text check (change in ('added', 'changed', 'moved', 'removed')),
  add column moved_to text,
  -- Paths as page views have them; none for a file that becomes no page.
  add column pages text[],
  -- Pages of the docs that lead to it, as they were before the change; null where that was not counted.
  add column linked_from integer;
