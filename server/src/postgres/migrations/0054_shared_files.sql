-- Jobs that change the same files may wait for one another.

alter table project
  -- What a job does whose change touches files of another open pull request: says so, or waits until that has ended.
  add column shared_files text not null default 'tell' check (shared_files in ('tell', 'wait'));

-- Changes that are ready, of projects where such jobs wait: one row a job, of its last turn that came so far.
create table shared_wait (
  job_id text primary key references job (id),
  turn integer not null,
  -- Null until it waits.
  since timestamptz,
  -- When it goes on whatever the others do.
  until timestamptz,
  -- The jobs that it waits for, or waited for, and why, for people.
  waits_for text[] not null default '{}',
  detail text not null default '',
  -- Files in which it and the base branch had changed the same lines when it had waited.
  conflicts text[] not null default '{}',
  -- When it went on to its delivery; null while it waits.
  passed_at timestamptz,
  check ((since is null) = (until is null)),
  check (since is not null or passed_at is not null)
);

-- Those that wait are looked at every few seconds.
create index shared_wait_open on shared_wait (job_id) where passed_at is null;
