-- Organisations, projects, people and API keys; agent jobs with their journal; pull requests of the local host.

create table organisation (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table project (
  id text primary key check (id ~ '^prj_[0-9A-Za-z]{22}$'),
  organisation_id text not null references organisation,
  name text not null,
  -- 'url': a git server; 'path': a repository on this machine; 'kept': made and kept by Copydesk in its data directory.
  repository_kind text not null check (repository_kind in ('url', 'path', 'kept')),
  -- The URL without credentials, or the absolute path.
  repository text not null,
  ref text not null,
  -- The folder of the docs within the repository, '' for all of it.
  docs_folder text not null default '',
  model text,
  last_pull_request integer not null default 0,
  created_at timestamptz not null default now(),
  unique (organisation_id, name)
);

create table person (
  id text primary key,
  organisation_id text not null references organisation,
  name text not null,
  created_at timestamptz not null default now()
);

-- Only SHA-256 of a token is ever stored.
create table sign_in_link (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id text not null references person,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table session (
  hash bytea primary key check (octet_length(hash) = 32),
  person_id text not null references person,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table api_key (
  id text primary key,
  organisation_id text not null references organisation,
  project_id text references project,
  name text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  -- The last four characters, to tell keys apart in a list.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  allowed_addresses cidr[],
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index api_key_of_organisation on api_key (organisation_id, created_at);

-- A browser that was signed in with an API key: it may do what the key may, for as long as the key is valid.
create table key_session (
  hash bytea primary key check (octet_length(hash) = 32),
  key_id text not null references api_key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- The job row is the queue: a worker leases an active row, and every write of its turn carries the lease's epoch.
create table job (
  id text primary key check (id ~ '^job_[0-9a-hjkmnp-tv-z]{26}$'),
  organisation_id text not null references organisation,
  project_id text not null references project,
  status text not null check (status in ('active', 'completed', 'archived', 'failed')),
  model text not null,
  source_repository text not null,
  base_ref text not null,
  branch text not null,
  pr_link text,
  error jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,

  epoch bigint not null default 0,
  leased_by text,
  leased_until timestamptz,
  not_before timestamptz not null default now(),
  -- How often the job was claimed since its last journaled progress.
  attempts integer not null default 0,

  -- Accepted and read messages; a job settles only when the two are equal, which one conditional update can tell.
  messages integer not null default 0,
  messages_read integer not null default 0,
  events integer not null default 0,
  steps integer not null default 0,
  turn integer not null default 0,

  -- The turn: where it began, when (author and committer time of its commit), and its tree after the last step.
  -- Null between turns.
  base_commit text,
  turn_started_at timestamptz,
  tree text,
  -- Where the present branch began, and the last commit that was delivered to it.
  branch_base text,
  branch_head text,

  check (status <> 'active' or pr_link is null),
  check ((status = 'archived') = (archived_at is not null)),
  check (status <> 'failed' or error is not null),
  check (status in ('failed', 'archived') or error is null),
  check (messages_read <= messages)
);

create index job_queue on job (not_before) where status = 'active';
create index job_idle on job (updated_at) where status in ('completed', 'failed');
create index job_of_project on job (project_id, id desc);
create index job_of_project_by_status on job (project_id, status, id desc);

create table job_message (
  job_id text not null references job,
  position integer not null,
  prompt text not null,
  accepted_at timestamptz not null default now(),
  read_at_step integer,
  primary key (job_id, position)
);

-- A step is stored whole: what was said to the model, what it answered, what its tools answered, the tree after it.
create table job_step (
  job_id text not null references job,
  number integer not null,
  turn integer not null,
  messages jsonb not null,
  tree text not null,
  usage jsonb not null,
  finish_reason text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  primary key (job_id, number)
);

-- The files of the turn that differ from its base commit; null content is a deletion.
create table job_file (
  job_id text not null references job,
  path text not null,
  content bytea,
  mode text not null default '100644' check (mode in ('100644', '100755')),
  primary key (job_id, path)
);

create table job_event (
  job_id text not null references job,
  sequence integer not null,
  at timestamptz not null default now(),
  type text not null,
  data jsonb not null,
  primary key (job_id, sequence)
);

-- Effects outside the database: the intent before, the outcome after.
create table job_delivery (
  job_id text not null references job,
  number integer not null,
  turn integer not null,
  branch text not null,
  commit text not null,
  -- What the branch must point at for the push to be accepted; null when it must not exist.
  expected_head text,
  title text not null,
  description text not null,
  intended_at timestamptz not null default now(),
  pushed_at timestamptz,
  pull_request_number integer,
  pull_request_link text,
  finished_at timestamptz,
  primary key (job_id, number)
);

create table idempotency_key (
  project_id text not null references project,
  key text not null,
  request_hash bytea not null,
  job_id text not null references job,
  created_at timestamptz not null default now(),
  primary key (project_id, key)
);

create index idempotency_key_by_age on idempotency_key (created_at);

create table quota_use (
  -- The project or organisation that the quota belongs to.
  owner_id text not null,
  kind text not null,
  window_start timestamptz not null,
  used integer not null,
  primary key (owner_id, kind, window_start)
);

create index quota_use_by_age on quota_use (window_start);

-- Pull requests of the local code host.
create table pull_request (
  project_id text not null references project,
  number integer not null,
  job_id text references job,
  title text not null,
  description text not null,
  base_ref text not null,
  head_ref text not null,
  base_commit text not null,
  head_commit text not null,
  state text not null default 'open' check (state in ('open', 'merged', 'closed')),
  merge_commit text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The name of the person or key that merged or closed it.
  ended_by text,
  primary key (project_id, number),
  check ((state = 'merged') = (merge_commit is not null)),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'open') = (ended_by is null))
);

create unique index pull_request_open_by_head on pull_request (project_id, head_ref) where state = 'open';
create index pull_request_of_branch on pull_request (project_id, head_ref);
create index pull_request_of_job on pull_request (job_id);

-- Workers that are alive, so that a person who waits can be told when there is none.
create table worker (
  id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
