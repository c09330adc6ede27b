-- Triggers: addresses by which other programs start jobs of a project.

create table trigger (
  id text primary key check (id ~ '^trg_[0-9A-Za-z]{22}$'),
  project_id text not null references project (id),
  name text not null,
  prompt text not null,
  scheme text not null check (scheme in ('bearer', 'hmac', 'slack', 'standard')),
  -- Sealed: signatures are made with it.
  secret bytea not null,
  fields jsonb not null default '{}',
  conditions jsonb not null default '{}',
  per_hour integer not null check (per_hour > 0),
  created_at timestamptz not null default now(),
  used_at timestamptz
);

create index trigger_of_project on trigger (project_id, created_at, id);
