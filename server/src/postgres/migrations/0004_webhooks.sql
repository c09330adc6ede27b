-- Webhooks of projects, what they were sent, and how each attempt ended.

create table webhook (
  id text primary key check (id ~ '^whk_[0-9A-Za-z]{22}$'),
  project_id text not null references project,
  url text not null,
  -- The signing secret, sealed with the installation's key.
  secret bytea not null,
  events text[] not null check (cardinality(events) > 0),
  created_at timestamptz not null default now(),
  -- Since when there were nothing but failures; null after a success.
  failing_since timestamptz,
  disabled_at timestamptz,
  -- 'gone': the receiver answered 410; 'failing': it failed for days.
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  check ((disabled_at is null) = (disabled_reason is null))
);

create index webhook_of_project on webhook (project_id, created_at, id);

-- The intent, written with the change that it tells of. Its id is the `webhook-id` of every attempt.
create table webhook_delivery (
  id text primary key check (id ~ '^msg_[0-9A-Za-z]{22}$'),
  webhook_id text not null references webhook on delete cascade,
  project_id text not null references project,
  -- Null for a test.
  job_id text references job,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  -- The number of the last attempt; an outcome is stored only while it is the last, so it is the lease's epoch too.
  attempts integer not null default 0,
  -- Those before the last redelivery, which begins the schedule anew.
  attempts_before integer not null default 0,
  -- Null when it is over.
  next_attempt_at timestamptz,
  -- Until when the process that sends it may take; one that was killed is followed by another then.
  leased_until timestamptz,
  delivered_at timestamptz,
  given_up_at timestamptz,
  check ((next_attempt_at is null) = (delivered_at is not null or given_up_at is not null)),
  check (delivered_at is null or given_up_at is null),
  check (attempts_before <= attempts)
);

create index webhook_delivery_due on webhook_delivery (next_attempt_at) where next_attempt_at is not null;
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, created_at desc, id desc);
create index webhook_delivery_by_age on webhook_delivery (created_at);

create table webhook_attempt (
  delivery_id text not null references webhook_delivery on delete cascade,
  number integer not null,
  at timestamptz not null default now(),
  -- Of the answer; null without one.
  status integer,
  -- Null while it is under way, and for ever when its process was killed.
  milliseconds integer,
  -- Why it failed, for people; null for a success.
  error text,
  primary key (delivery_id, number)
);
