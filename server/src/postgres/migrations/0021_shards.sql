-- The page views of a large project lie in several shards: `copydesk database slices`. The tables of page views know a shard by a
-- number that stands where that of the project does, so that on a cluster each is on a node of its own; the first shard has
-- the project's number, and the names of its pages. Here are the others.
create table view_shard (
  number integer primary key,
  project integer not null references project (number) on delete cascade,
  place integer not null check (place > 0),
  -- By then views had been placed by the id among fewer; within 30 days their ids are looked for there.
  made_at timestamptz not null,
  unique (project, place)
);
