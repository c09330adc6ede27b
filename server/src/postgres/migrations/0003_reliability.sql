-- Limits of what runs at once, jobs that wait, budgets, workers that can be told dead, deliveries of unknown outcome.

alter table project
  -- Jobs that are worked on at once; null for the installation's default.
  add column concurrency integer check (concurrency between 1 and 10000),
  -- What a job may use before it stops; null for the installation's defaults.
  add column budget_steps integer check (budget_steps > 0),
  add column budget_tokens bigint check (budget_tokens > 0),
  add column budget_micro_usd bigint check (budget_micro_usd > 0),
  add column budget_minutes integer check (budget_minutes > 0);

alter table job
  -- How often, since its last progress, the job was put off for a fault that may pass; `attempts` counts crashes.
  add column retries integer not null default 0,
  -- Why the job is put off until `not_before`, {code, detail}, and since when without progress.
  add column waiting jsonb,
  add column waiting_since timestamptz,
  -- The steps before the present budget: a message to a settled job begins a new one.
  add column budget_start integer not null default 0,
  add constraint job_waiting_check check ((waiting is null) = (waiting_since is null));

-- Leases are renewed in place: no index names what a renewal changes, and the pages have room for it.
alter table job set (fillfactor = 70);

drop index job_queue;
create index job_queue on job (project_id, not_before, id) where status = 'active';
create index job_held on job (project_id) where status = 'active' and leased_by is not null;

alter table worker
  -- The machine and its process, so that others on the same machine can tell at once that it has ended.
  add column machine text,
  add column process_id integer,
  add column process_started text;

alter table job_delivery
  -- When a delivery of unknown outcome was looked up at the code host after its job had ended.
  add column reconciled_at timestamptz;

create index job_delivery_unknown on job_delivery (intended_at) where finished_at is null and reconciled_at is null;
