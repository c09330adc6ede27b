-- Automations: what begins jobs of a project by itself, what happened for them, and what they decided.

create table automation (
  id text primary key check (id ~ '^aut_[0-9A-Za-z]{22}$'),
  project_id text not null references project (id),
  name text not null,
  -- What begins its work, by its kind.
  trigger jsonb not null,
  prompt text not null,
  jobs_per_day integer not null check (jobs_per_day > 0),
  micro_usd_per_month bigint check (micro_usd_per_month > 0),
  quiet_hours jsonb,
  enabled boolean not null,
  created_at timestamptz not null default now(),
  -- What its kind remembers from one look to the next.
  state jsonb not null default '{}',
  -- When it looks by itself.
  next_at timestamptz,
  -- When it is to be looked at: by its time, by what happened, or because somebody has asked.
  due_at timestamptz,
  -- Until when a limit or a failure holds it.
  held_until timestamptz,
  leased_until timestamptz,
  epoch integer not null default 0,
  failures integer not null default 0
);

-- The one index of the scan for all projects.
create index automation_due on automation (due_at) where due_at is not null;
create index automation_of_project on automation (project_id, created_at, id);

create table automation_run (
  id text primary key check (id ~ '^run_[0-9a-hjkmnp-tv-z]{26}$'),
  automation_id text not null references automation (id) on delete cascade,
  created_at timestamptz not null default now(),
  begun_by text not null check (begun_by in ('time', 'event', 'hand')),
  decision text not null check (decision in ('waiting', 'job', 'message', 'nothing', 'put_off', 'failed')),
  why text not null,
  lane text not null default '',
  links text[] not null default '{}',
  events integer not null default 0,
  micro_usd bigint,
  job_id text references job (id),
  check ((job_id is not null) = (decision in ('job', 'message')))
);

create index automation_run_of_automation on automation_run (automation_id, id desc);
create index automation_run_begun on automation_run (automation_id, lane, id desc) where job_id is not null;
create index automation_run_of_job on automation_run (job_id) where job_id is not null;
create unique index automation_run_waiting on automation_run (automation_id) where decision = 'waiting';
create index automation_run_by_age on automation_run (created_at);

create table automation_event (
  automation_id text not null references automation (id) on delete cascade,
  -- Names what happened: the same is kept once, however often it is told.
  key text not null,
  event jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  primary key (automation_id, key)
);

create index automation_event_waiting on automation_event (automation_id, received_at, key) where handled_at is null;
create index automation_event_by_age on automation_event (received_at);
