-- What readers say of pages. Nothing of who they are: no address, no user agent, only what somebody wrote as a contact.

create table feedback (
  -- Time-ordered.
  id text primary key check (id ~ '^fbk_[0-9a-hjkmnp-tv-z]{26}$'),
  project_id text not null references project (id),
  -- The sender's own, by which it counts once.
  sent_id uuid not null,
  created_at timestamptz not null,
  -- As page views have it.
  path text not null,
  source text not null check (source in ('contextual', 'thumbs_only', 'code_snippet', 'agent')),
  sent_by text not null check (sent_by in ('browser', 'server')),
  helpful boolean,
  comment text not null,
  contact text,
  code text,
  code_place text,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'resolved', 'dismissed')),
  status_at timestamptz not null,
  -- The job that was given it last.
  job_id text references job (id),
  -- Whether what becomes of that job changes its state: not any more once somebody has set it by hand.
  follows_job boolean not null default false,
  resolved_number integer,
  resolved_link text,
  unique (project_id, sent_id),
  check (not follows_job or job_id is not null)
);

create index feedback_of_project on feedback (project_id, id desc);
create index feedback_by_status on feedback (project_id, status, id desc);
create index feedback_by_source on feedback (project_id, source, id desc);
create index feedback_of_page on feedback (project_id, path, id desc);
create index feedback_of_job on feedback (job_id) where job_id is not null;
create index feedback_by_age on feedback (created_at);

-- What was sent and not kept, by day (UTC) and reason.
create table feedback_dropped (
  project_id text not null references project (id),
  day date not null,
  reason text not null,
  count integer not null,
  primary key (project_id, day, reason)
);

create index feedback_dropped_by_age on feedback_dropped (day);
