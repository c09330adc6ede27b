-- The reports of a project may be sent when a week or month is over.

alter table project
  add column report_periods text[] not null default '{}' check (report_periods <@ array['week', 'month']),
  add column report_recipients text[] not null default '{}' check (cardinality(report_recipients) <= 20);

-- The report of a week or month that is over, as it was when it was first made.
create table report (
  project_id text not null references project,
  period text not null check (period in ('week', 'month')),
  starts_on date not null,
  content jsonb not null,
  made_at timestamptz not null,
  primary key (project_id, period, starts_on)
);

-- Who is to get which report, and whether they have got it.
create table report_sending (
  project_id text not null references project,
  period text not null check (period in ('week', 'month')),
  starts_on date not null,
  channel text not null check (channel in ('webhook', 'email')),
  -- An e-mail address; empty for the webhooks of the project, which have deliveries of their own.
  recipient text not null check ((channel = 'email') = (recipient <> '')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- Why the last attempt failed.
  reason text,
  primary key (project_id, period, starts_on, channel, recipient),
  check ((next_attempt_at is null) = (sent_at is not null or given_up_at is not null)),
  check (sent_at is null or given_up_at is null)
);
create index report_sending_due on report_sending (next_attempt_at) where next_attempt_at is not null;
