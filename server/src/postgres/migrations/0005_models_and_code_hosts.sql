-- What real models and real code hosts need: credentials, what comes in from the hosts, and what is posted there.

alter table project
  -- What the people of the project want of the agent, in their own words; '' for nothing.
  add column instructions text not null default '' check (length(instructions) <= 20000),
  -- Where the docs begin on their host, as page views know it, such as '/docs'; null where the site's configuration says it.
  add column pages_at text;

-- Keys and addresses of models that a project brings itself; where it has none, those of the installation count.
create table model_key (
  project_id text not null references project,
  provider text not null check (provider in ('anthropic', 'openai', 'google', 'compatible')),
  -- Null for the address of the installation.
  base_url text,
  -- Sealed; null for an endpoint that asks for none.
  key bytea,
  -- The last four characters, to tell keys apart.
  hint text not null default '',
  updated_at timestamptz not null default now(),
  primary key (project_id, provider)
);

-- Repositories that the agent may read beside the docs, such as the product's source.
create table context_repository (
  project_id text not null references project,
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  repository_kind text not null check (repository_kind in ('url', 'path')),
  repository text not null,
  -- Null for the default branch.
  ref text,
  created_at timestamptz not null default now(),
  primary key (project_id, name)
);

create table code_host_connection (
  project_id text primary key references project,
  -- 'git': a git server alone, whose pull requests are with Copydesk.
  host text not null check (host in ('github', 'gitlab', 'gitea', 'forgejo', 'git')),
  -- The base address of its API, without a slash at the end; '' for 'git'.
  api_url text not null,
  -- What the host calls the repository: 'owner/name', 'group/subgroup/name'.
  repository text not null,
  -- Sealed JSON.
  credential bytea not null,
  credential_kind text not null check (credential_kind in ('token', 'app', 'password')),
  hint text not null,
  -- The account that acts, as the host calls it; null where it is not known.
  login text,
  -- Sealed: what the host signs its webhooks with.
  webhook_secret bytea not null,
  -- The name by which comments address Copydesk, without the @.
  mention text not null default 'copydesk',
  draft boolean not null default false,
  labels text[] not null default '{}',
  reviewers text[] not null default '{}',
  -- Comments and states are known up to here.
  synced_until timestamptz not null default now(),
  -- The next time to ask the host what is new.
  poll_after timestamptz not null default now(),
  -- The last time that a verified webhook came in.
  webhook_seen_at timestamptz,
  -- Nobody attends to the host for this project before: a worker does, or the host is given a pause.
  attend_after timestamptz not null default now(),
  -- Raised whenever a worker begins to: who began before stores nothing more of it here.
  attend_epoch integer not null default 0,
  -- How often in a row the host could not be attended to.
  attend_failures integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index code_host_connection_due on code_host_connection (poll_after);

-- What a code host has told, by webhook or when asked: stored before it is answered, handled once.
create table host_event (
  project_id text not null references project,
  -- Names what happened, not how it was heard of: the same comment by webhook and by polling is one row.
  key text not null,
  event jsonb not null,
  received_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  attempts integer not null default 0,
  handled_at timestamptz,
  -- What came of it, for operators.
  outcome text,
  primary key (project_id, key)
);

create index host_event_due on host_event (not_before) where handled_at is null;
create index host_event_by_age on host_event (received_at);

alter table job_message
  -- The comment that it came from, and where its answer belongs; null for what came by the API.
  add column origin jsonb,
  -- What became of it, when its turn ended and the job went on with others; null as long as the job's end tells it.
  add column outcome jsonb,
  add column answered_at timestamptz;

-- A comment gives work once, however often it is told.
create unique index job_message_of_comment on job_message (job_id, (origin ->> 'commentId')) where origin is not null;
create index job_message_unanswered on job_message (job_id, position) where origin is not null and answered_at is null;

alter table job_delivery
  -- The pull request as its host last told it.
  add column pull_request_state text check (pull_request_state in ('open', 'merged', 'closed')),
  -- Since when its branch conflicts with the base branch; null while it does not.
  add column conflicts_since timestamptz;

create index job_delivery_of_pull_request on job_delivery (pull_request_number) where finished_at is not null;

alter table job
  -- Of a turn that merges the base branch into its own: the head of its own branch, which its commit gets as a parent.
  add column merge_head text,
  -- The commits at which a turn reads the context repositories, with its number: a turn that is resumed reads the same.
  add column context_pins jsonb;

-- As text: jsonb orders the fields of objects anew, so that a job that goes on after a crash would send another
-- conversation than before, of which the provider has nothing in its cache.
alter table job_step alter column messages type json using messages::json;
