-- How many paths that a project has not had before it may get for one day; what is beyond is counted as '(other)'.
alter table project add column new_paths_per_day integer not null default 50000
  check (new_paths_per_day between 0 and 10000000);
