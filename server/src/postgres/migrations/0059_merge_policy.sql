-- Small changes may be merged without a person, where a project says so.

alter table project
  -- The kinds of changes, their size, and how long they are left alone before; null where a person merges everything.
  add column merge_policy jsonb;

-- Pull requests of jobs that may be merged so: one row each, from its first delivery on.
create table merge_watch (
  job_id text not null references job (id),
  -- The number of the pull request.
  number integer not null,
  -- The commit that was delivered last, and when: whatever people do later is not Copydesk's.
  head text not null,
  delivered_at timestamptz not null,
  -- What is decided about that commit, and why; at first nothing.
  decision text not null default 'waits' check (decision in ('waits', 'person', 'merging', 'merged')),
  reasons text[] not null default '{}',
  due timestamptz,
  -- When it is judged next; while a worker judges it, when another may.
  look_after timestamptz not null,
  -- Raised by each worker that takes it, so that a slow one stores nothing afterwards.
  epoch integer not null default 0,
  -- How often the code host has refused to merge this commit, and how often in a row judging it has failed.
  refusals integer not null default 0,
  failures integer not null default 0,
  ended_at timestamptz,
  primary key (job_id, number),
  check (decision <> 'merged' or ended_at is not null)
);

create index merge_watch_due on merge_watch (look_after) where ended_at is null;
