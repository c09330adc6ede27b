-- What each import of logs has added, so that it can be taken off again, and which lines were counted, for as long as the
-- counts live.

create table view_import_run (
  project_id integer not null,
  number integer not null,
  files text[] not null,
  started_at timestamptz not null default now(),
  -- Null while it is under way, and of one that was killed.
  ended_at timestamptz,
  undone_at timestamptz,
  lines bigint not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  -- The first and the last view that it has added.
  first_at timestamptz,
  last_at timestamptz,
  primary key (project_id, number)
);

-- What an import has added to the counts of a day, packed as the journal is; single views may be gone.
create table view_import_count (
  project_id integer not null,
  import integer not null,
  day date not null,
  part integer not null,
  entries bytea not null,
  primary key (project_id, import, day, part)
);

-- The lines that an import has counted, by the day that they tell of: 8 bytes of the id of each.
create table view_import_line (
  project_id integer not null,
  day date not null,
  import integer not null,
  part integer not null,
  digests bytea not null,
  primary key (project_id, day, import, part)
);
-- They do not compress.
alter table view_import_line alter column digests set storage external;

-- The import that a view came with; null: none, or one before there were any.
alter table view add column import integer;
alter table view_event_id add column import integer;

-- How far a log was imported before imports were kept: undoing one goes back no further.
alter table view_import
  add column untracked_position bigint not null default 0,
  add column untracked_lines bigint not null default 0;
update view_import set untracked_position = position, untracked_lines = lines;
