-- When a worker was told to take no more jobs and to end with those that it has; null while it takes them.
alter table worker add column draining_since timestamptz;
