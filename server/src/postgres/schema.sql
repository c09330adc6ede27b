-- The migrated schema, written by `npm run schema`. Do not edit: write a migration.

create table api_key (
  id text not null,
  organisation_id text not null,
  project_id text,
  name text not null,
  hash bytea not null,
  hint text not null,
  scopes text[] not null,
  allowed_addresses cidr[],
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_by text not null default ''::text,
  rotated_to text,
  constraint api_key_pkey PRIMARY KEY (id),
  constraint api_key_hash_key UNIQUE (hash),
  constraint api_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint api_key_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint api_key_rotated_to_fkey FOREIGN KEY (rotated_to) REFERENCES api_key(id),
  constraint api_key_hash_check CHECK ((octet_length(hash) = 32)),
  constraint api_key_scopes_check CHECK ((cardinality(scopes) > 0))
);
CREATE INDEX api_key_of_organisation ON public.api_key USING btree (organisation_id, created_at, id);
CREATE INDEX api_key_of_project ON public.api_key USING btree (project_id, created_at, id);
CREATE INDEX api_key_rotated_to ON public.api_key USING btree (rotated_to) WHERE (rotated_to IS NOT NULL);

create table audit_entry (
  id bigint not null,
  organisation_id text not null,
  at timestamp with time zone not null default now(),
  actor_kind text not null,
  actor_id text,
  actor_name text not null,
  address inet,
  action text not null,
  project_id text,
  subject_kind text not null,
  subject_id text,
  subject_name text not null default ''::text,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['person'::text, 'key'::text, 'command'::text, 'system'::text])))
);
CREATE INDEX audit_entry_by_action ON public.audit_entry USING btree (organisation_id, action, id DESC);
CREATE INDEX audit_entry_by_actor ON public.audit_entry USING btree (organisation_id, actor_id, id DESC);
CREATE INDEX audit_entry_by_actor_kind ON public.audit_entry USING btree (organisation_id, actor_kind, id DESC);
CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (organisation_id, at);
CREATE INDEX audit_entry_of_organisation ON public.audit_entry USING btree (organisation_id, id DESC);
CREATE INDEX audit_entry_of_project ON public.audit_entry USING btree (project_id, id DESC);

create table automation (
  id text not null,
  project_id text not null,
  name text not null,
  trigger jsonb not null,
  prompt text not null,
  jobs_per_day integer not null,
  micro_usd_per_month bigint,
  quiet_hours jsonb,
  enabled boolean not null,
  created_at timestamp with time zone not null default now(),
  state jsonb not null default '{}'::jsonb,
  next_at timestamp with time zone,
  due_at timestamp with time zone,
  held_until timestamp with time zone,
  leased_until timestamp with time zone,
  epoch integer not null default 0,
  failures integer not null default 0,
  constraint automation_pkey PRIMARY KEY (id),
  constraint automation_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint automation_id_check CHECK ((id ~ '^aut_[0-9A-Za-z]{22}$'::text)),
  constraint automation_jobs_per_day_check CHECK ((jobs_per_day > 0)),
  constraint automation_micro_usd_per_month_check CHECK ((micro_usd_per_month > 0))
);
CREATE INDEX automation_due ON public.automation USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX automation_of_project ON public.automation USING btree (project_id, created_at, id);

create table automation_event (
  automation_id text not null,
  key text not null,
  event jsonb not null,
  received_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  constraint automation_event_pkey PRIMARY KEY (automation_id, key),
  constraint automation_event_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES automation(id) ON DELETE CASCADE
);
CREATE INDEX automation_event_by_age ON public.automation_event USING btree (received_at);
CREATE INDEX automation_event_waiting ON public.automation_event USING btree (automation_id, received_at, key) WHERE (handled_at IS NULL);

create table automation_run (
  id text not null,
  automation_id text not null,
  created_at timestamp with time zone not null default now(),
  begun_by text not null,
  decision text not null,
  why text not null,
  lane text not null default ''::text,
  links text[] not null default '{}'::text[],
  events integer not null default 0,
  micro_usd bigint,
  job_id text,
  constraint automation_run_pkey PRIMARY KEY (id),
  constraint automation_run_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES automation(id) ON DELETE CASCADE,
  constraint automation_run_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint automation_run_begun_by_check CHECK ((begun_by = ANY (ARRAY['time'::text, 'event'::text, 'hand'::text]))),
  constraint automation_run_check CHECK (((job_id IS NOT NULL) = (decision = ANY (ARRAY['job'::text, 'message'::text])))),
  constraint automation_run_decision_check CHECK ((decision = ANY (ARRAY['waiting'::text, 'job'::text, 'message'::text, 'nothing'::text, 'put_off'::text, 'failed'::text]))),
  constraint automation_run_id_check CHECK ((id ~ '^run_[0-9a-hjkmnp-tv-z]{26}$'::text))
);
CREATE INDEX automation_run_begun ON public.automation_run USING btree (automation_id, lane, id DESC) WHERE (job_id IS NOT NULL);
CREATE INDEX automation_run_by_age ON public.automation_run USING btree (created_at);
CREATE INDEX automation_run_of_automation ON public.automation_run USING btree (automation_id, id DESC);
CREATE INDEX automation_run_of_job ON public.automation_run USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE UNIQUE INDEX automation_run_waiting ON public.automation_run USING btree (automation_id) WHERE (decision = 'waiting'::text);

create table backup (
  made_at timestamp with time zone not null,
  file text not null,
  bytes bigint not null,
  machine text not null,
  constraint backup_pkey PRIMARY KEY (made_at)
);

create table carried_job (
  job_id text not null,
  kind text not null,
  of_job_id text not null,
  pull_request_number integer not null,
  request_id text not null,
  constraint carried_job_pkey PRIMARY KEY (job_id),
  constraint carried_job_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE,
  constraint carried_job_of_job_id_fkey FOREIGN KEY (of_job_id) REFERENCES job(id) ON DELETE CASCADE,
  constraint carried_job_kind_check CHECK ((kind = ANY (ARRAY['undo'::text, 'backport'::text])))
);
CREATE INDEX carried_job_of ON public.carried_job USING btree (of_job_id);
CREATE INDEX carried_job_request ON public.carried_job USING btree (request_id);

create table checked_commit (
  job_id text not null,
  commit text not null,
  number integer not null,
  since timestamp with time zone not null default now(),
  ask_after timestamp with time zone not null,
  asked integer not null default 0,
  asked_at timestamp with time zone,
  state text not null default 'none'::text,
  found jsonb not null default '{}'::jsonb,
  listed jsonb not null default '{}'::jsonb,
  ended_at timestamp with time zone,
  outcome text,
  constraint checked_commit_pkey PRIMARY KEY (job_id, commit),
  constraint checked_commit_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint checked_commit_check CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint checked_commit_state_check CHECK ((state = ANY (ARRAY['none'::text, 'running'::text, 'passed'::text, 'failed'::text])))
);
CREATE INDEX checked_commit_due ON public.checked_commit USING btree (ask_after) WHERE (ended_at IS NULL);

create table code_host_connection (
  project_id text not null,
  host text not null,
  api_url text not null,
  repository text not null,
  credential bytea not null,
  credential_kind text not null,
  hint text not null,
  login text,
  webhook_secret bytea not null,
  mention text not null default 'copydesk'::text,
  draft boolean not null default false,
  labels text[] not null default '{}'::text[],
  reviewers text[] not null default '{}'::text[],
  synced_until timestamp with time zone not null default now(),
  poll_after timestamp with time zone not null default now(),
  webhook_seen_at timestamp with time zone,
  attend_after timestamp with time zone not null default now(),
  attend_epoch integer not null default 0,
  attend_failures integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint code_host_connection_pkey PRIMARY KEY (project_id),
  constraint code_host_connection_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint code_host_connection_credential_kind_check CHECK ((credential_kind = ANY (ARRAY['token'::text, 'app'::text, 'password'::text]))),
  constraint code_host_connection_host_check CHECK ((host = ANY (ARRAY['github'::text, 'gitlab'::text, 'gitea'::text, 'forgejo'::text, 'bitbucket'::text, 'git'::text])))
);
CREATE INDEX code_host_connection_due ON public.code_host_connection USING btree (poll_after);

create table context_repository (
  project_id text not null,
  name text not null,
  repository_kind text not null,
  repository text not null,
  ref text,
  created_at timestamp with time zone not null default now(),
  constraint context_repository_pkey PRIMARY KEY (project_id, name),
  constraint context_repository_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint context_repository_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint context_repository_repository_kind_check CHECK ((repository_kind = ANY (ARRAY['url'::text, 'path'::text])))
);

create table database_move (
  moved_at timestamp with time zone not null default now(),
  moved_to text not null,
  constraint database_move_pkey PRIMARY KEY (moved_at)
);

create table delivered_file (
  job_id text not null,
  delivery integer not null,
  path text not null,
  change text,
  moved_to text,
  pages text[],
  linked_from integer,
  constraint delivered_file_job_id_delivery_fkey FOREIGN KEY (job_id, delivery) REFERENCES job_delivery(job_id, number),
  constraint delivered_file_change_check CHECK ((change = ANY (ARRAY['added'::text, 'changed'::text, 'moved'::text, 'removed'::text])))
);
CREATE INDEX delivered_file_by_job ON public.delivered_file USING btree (job_id, delivery);
CREATE INDEX delivered_file_by_path ON public.delivered_file USING hash (path);

create table feedback (
  id text not null,
  project_id text not null,
  sent_id uuid not null,
  created_at timestamp with time zone not null,
  path text not null,
  source text not null,
  sent_by text not null,
  helpful boolean,
  comment text not null,
  contact text,
  code text,
  code_place text,
  status text not null default 'pending'::text,
  status_at timestamp with time zone not null,
  job_id text,
  follows_job boolean not null default false,
  resolved_number integer,
  resolved_link text,
  given_with integer not null default 0,
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_project_id_sent_id_key UNIQUE (project_id, sent_id),
  constraint feedback_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint feedback_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint feedback_check CHECK (((NOT follows_job) OR (job_id IS NOT NULL))),
  constraint feedback_id_check CHECK ((id ~ '^fbk_[0-9a-hjkmnp-tv-z]{26}$'::text)),
  constraint feedback_sent_by_check CHECK ((sent_by = ANY (ARRAY['browser'::text, 'server'::text]))),
  constraint feedback_source_check CHECK ((source = ANY (ARRAY['contextual'::text, 'thumbs_only'::text, 'code_snippet'::text, 'agent'::text]))),
  constraint feedback_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'resolved'::text, 'dismissed'::text])))
);
CREATE INDEX feedback_by_age ON public.feedback USING btree (created_at);
CREATE INDEX feedback_by_source ON public.feedback USING btree (project_id, source, id DESC);
CREATE INDEX feedback_by_status ON public.feedback USING btree (project_id, status, id DESC);
CREATE INDEX feedback_of_job ON public.feedback USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX feedback_of_page ON public.feedback USING btree (project_id, path, id DESC);
CREATE INDEX feedback_of_project ON public.feedback USING btree (project_id, id DESC);

create table feedback_dropped (
  project_id text not null,
  day date not null,
  reason text not null,
  count integer not null,
  constraint feedback_dropped_pkey PRIMARY KEY (project_id, day, reason),
  constraint feedback_dropped_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX feedback_dropped_by_age ON public.feedback_dropped USING btree (day);

create table host_event (
  project_id text not null,
  key text not null,
  event jsonb not null,
  received_at timestamp with time zone not null default now(),
  not_before timestamp with time zone not null default now(),
  attempts integer not null default 0,
  handled_at timestamp with time zone,
  outcome text,
  constraint host_event_pkey PRIMARY KEY (project_id, key),
  constraint host_event_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX host_event_by_age ON public.host_event USING btree (received_at);
CREATE INDEX host_event_due ON public.host_event USING btree (not_before) WHERE (handled_at IS NULL);

create table idempotency_key (
  project_id text not null,
  key text not null,
  request_hash bytea not null,
  job_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (project_id, key),
  constraint idempotency_key_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint idempotency_key_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at);
CREATE INDEX idempotency_key_of_job ON public.idempotency_key USING btree (job_id);

create table job (
  id text not null,
  organisation_id text not null,
  project_id text not null,
  status text not null,
  model text not null,
  source_repository text not null,
  base_ref text not null,
  branch text not null,
  pr_link text,
  error jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  epoch bigint not null default 0,
  leased_by text,
  leased_until timestamp with time zone,
  not_before timestamp with time zone not null default now(),
  attempts integer not null default 0,
  messages integer not null default 0,
  messages_read integer not null default 0,
  events integer not null default 0,
  steps integer not null default 0,
  turn integer not null default 0,
  base_commit text,
  turn_started_at timestamp with time zone,
  tree text,
  branch_base text,
  branch_head text,
  retries integer not null default 0,
  waiting jsonb,
  waiting_since timestamp with time zone,
  budget_start integer not null default 0,
  merge_head text,
  context_pins jsonb,
  author_kind text not null default ''::text,
  author_id text,
  author_name text not null default ''::text,
  summary text not null default ''::text,
  outcome jsonb,
  words tsvector default to_tsvector('simple'::regconfig, regexp_replace(summary, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+'::text, ' '::text, 'g'::text)),
  as_draft boolean not null default false,
  constraint job_pkey PRIMARY KEY (id),
  constraint job_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint job_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint job_author_kind_check CHECK ((author_kind = ANY (ARRAY[''::text, 'person'::text, 'key'::text, 'command'::text, 'system'::text]))),
  constraint job_check CHECK (((status <> 'active'::text) OR (pr_link IS NULL))),
  constraint job_check1 CHECK (((status = 'archived'::text) = (archived_at IS NOT NULL))),
  constraint job_check2 CHECK (((status <> 'failed'::text) OR (error IS NOT NULL))),
  constraint job_check3 CHECK (((status = ANY (ARRAY['failed'::text, 'archived'::text])) OR (error IS NULL))),
  constraint job_check4 CHECK ((messages_read <= messages)),
  constraint job_id_check CHECK ((id ~ '^job_[0-9a-hjkmnp-tv-z]{26}$'::text)),
  constraint job_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'archived'::text, 'failed'::text]))),
  constraint job_waiting_check CHECK (((waiting IS NULL) = (waiting_since IS NULL)))
);
CREATE INDEX job_by_author ON public.job USING btree (project_id, author_id, id DESC);
CREATE INDEX job_by_words ON public.job USING gin (words);
CREATE INDEX job_held ON public.job USING btree (project_id) WHERE ((status = 'active'::text) AND (leased_by IS NOT NULL));
CREATE INDEX job_idle ON public.job USING btree (updated_at) WHERE (status = ANY (ARRAY['completed'::text, 'failed'::text]));
CREATE INDEX job_of_branch ON public.job USING btree (project_id, branch) WHERE (status <> 'archived'::text);
CREATE INDEX job_of_project ON public.job USING btree (project_id, id DESC);
CREATE INDEX job_of_project_by_status ON public.job USING btree (project_id, status, id DESC);
CREATE INDEX job_of_test ON public.job USING btree (updated_at) WHERE (starts_with(organisation_id, 'test_'::text) AND (status <> 'active'::text));
CREATE INDEX job_queue ON public.job USING btree (project_id, not_before, id) WHERE (status = 'active'::text);

create table job_delivery (
  job_id text not null,
  number integer not null,
  turn integer not null,
  branch text not null,
  commit text not null,
  expected_head text,
  title text not null,
  description text not null,
  intended_at timestamp with time zone not null default now(),
  pushed_at timestamp with time zone,
  pull_request_number integer,
  pull_request_link text,
  finished_at timestamp with time zone,
  reconciled_at timestamp with time zone,
  pull_request_state text,
  conflicts_since timestamp with time zone,
  draft boolean not null default false,
  pull_request_ended_at timestamp with time zone,
  effect_attempted_at timestamp with time zone,
  effect_ended_at timestamp with time zone,
  constraint job_delivery_pkey PRIMARY KEY (job_id, number),
  constraint job_delivery_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_delivery_pull_request_state_check CHECK ((pull_request_state = ANY (ARRAY['open'::text, 'merged'::text, 'closed'::text])))
);
CREATE INDEX job_delivery_merged ON public.job_delivery USING btree (pull_request_ended_at) WHERE (pull_request_state = 'merged'::text);
CREATE INDEX job_delivery_of_pull_request ON public.job_delivery USING btree (pull_request_number) WHERE (finished_at IS NOT NULL);
CREATE INDEX job_delivery_unknown ON public.job_delivery USING btree (intended_at) WHERE ((finished_at IS NULL) AND (reconciled_at IS NULL));

create table job_event (
  job_id text not null,
  sequence integer not null,
  at timestamp with time zone not null default now(),
  type text not null,
  data jsonb not null,
  constraint job_event_pkey PRIMARY KEY (job_id, sequence),
  constraint job_event_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id)
);

create table job_file (
  job_id text not null,
  path text not null,
  content bytea,
  mode text not null default '100644'::text,
  constraint job_file_pkey PRIMARY KEY (job_id, path),
  constraint job_file_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint job_file_mode_check CHECK ((mode = ANY (ARRAY['100644'::text, '100755'::text])))
);

create table job_message (
  job_id text not null,
  "position" integer not null,
  prompt text not null,
  accepted_at timestamp with time zone not null default now(),
  read_at_step integer,
  origin jsonb,
  outcome jsonb,
  answered_at timestamp with time zone,
  constraint job_message_pkey PRIMARY KEY (job_id, "position"),
  constraint job_message_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id)
);
CREATE UNIQUE INDEX job_message_of_comment ON public.job_message USING btree (job_id, ((origin ->> 'commentId'::text))) WHERE (origin IS NOT NULL);
CREATE INDEX job_message_unanswered ON public.job_message USING btree (job_id, "position") WHERE ((origin IS NOT NULL) AND (answered_at IS NULL));

create table job_missed_path (
  job_id text not null,
  "position" integer not null,
  path text not null,
  human integer not null,
  ai integer not null,
  constraint job_missed_path_pkey PRIMARY KEY (job_id, "position"),
  constraint job_missed_path_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id) ON DELETE CASCADE
);

create table job_step (
  job_id text not null,
  number integer not null,
  turn integer not null,
  messages json not null,
  tree text not null,
  usage jsonb not null,
  finish_reason text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone not null,
  helper_calls jsonb,
  constraint job_step_pkey PRIMARY KEY (job_id, number),
  constraint job_step_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id)
);

create table key_session (
  hash bytea not null,
  key_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint key_session_pkey PRIMARY KEY (hash),
  constraint key_session_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id),
  constraint key_session_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX key_session_of_key ON public.key_session USING btree (key_id);

create table machine (
  id text not null,
  name text not null,
  constraint machine_pkey PRIMARY KEY (id)
);

create table made_once (
  organisation_id text not null,
  key text not null,
  request_hash bytea not null,
  subject_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint made_once_pkey PRIMARY KEY (organisation_id, key),
  constraint made_once_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id)
);
CREATE INDEX made_once_by_age ON public.made_once USING btree (created_at);

create table merge_watch (
  job_id text not null,
  number integer not null,
  head text not null,
  delivered_at timestamp with time zone not null,
  decision text not null default 'waits'::text,
  reasons text[] not null default '{}'::text[],
  due timestamp with time zone,
  look_after timestamp with time zone not null,
  epoch integer not null default 0,
  refusals integer not null default 0,
  failures integer not null default 0,
  ended_at timestamp with time zone,
  constraint merge_watch_pkey PRIMARY KEY (job_id, number),
  constraint merge_watch_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint merge_watch_check CHECK (((decision <> 'merged'::text) OR (ended_at IS NOT NULL))),
  constraint merge_watch_decision_check CHECK ((decision = ANY (ARRAY['waits'::text, 'person'::text, 'merging'::text, 'merged'::text])))
);
CREATE INDEX merge_watch_due ON public.merge_watch USING btree (look_after) WHERE (ended_at IS NULL);

create table migration (
  version integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (version)
);

create table model_key (
  project_id text not null,
  provider text not null,
  base_url text,
  key bytea,
  hint text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint model_key_pkey PRIMARY KEY (project_id, provider),
  constraint model_key_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint model_key_provider_check CHECK ((provider = ANY (ARRAY['anthropic'::text, 'openai'::text, 'google'::text, 'compatible'::text])))
);

create table open_id_sign_in (
  nonce_hash bytea not null,
  at timestamp with time zone not null,
  constraint open_id_sign_in_pkey PRIMARY KEY (nonce_hash)
);
CREATE INDEX open_id_sign_in_at ON public.open_id_sign_in USING btree (at);

create table organisation (
  id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  test_of text,
  constraint organisation_pkey PRIMARY KEY (id),
  constraint organisation_test_of_fkey FOREIGN KEY (test_of) REFERENCES organisation(id),
  constraint organisation_test_check CHECK (
CASE
    WHEN (test_of IS NULL) THEN (id !~ '^test_'::text)
    ELSE (id = ('test_'::text || test_of))
END)
);

create table owner_link (
  hash bytea not null,
  organisation_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint owner_link_pkey PRIMARY KEY (hash),
  constraint owner_link_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint owner_link_hash_check CHECK ((octet_length(hash) = 32))
);

create table person (
  id text not null,
  organisation_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  role text not null,
  email text,
  password text,
  oidc_issuer text,
  oidc_subject text,
  joined_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  removed_at timestamp with time zone,
  revision integer not null default 0,
  constraint person_pkey PRIMARY KEY (id),
  constraint person_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint person_check CHECK (((oidc_issuer IS NULL) = (oidc_subject IS NULL))),
  constraint person_email_check CHECK (((length(email) >= 3) AND (length(email) <= 320))),
  constraint person_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX person_by_email ON public.person USING btree (organisation_id, lower(email)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX person_by_subject ON public.person USING btree (oidc_issuer, oidc_subject) WHERE (removed_at IS NULL);
CREATE INDEX person_of_organisation ON public.person USING btree (organisation_id, created_at, id);

create table project (
  id text not null,
  organisation_id text not null,
  name text not null,
  repository_kind text not null,
  repository text not null,
  ref text not null,
  docs_folder text not null default ''::text,
  model text,
  last_pull_request integer not null default 0,
  created_at timestamp with time zone not null default now(),
  number integer not null,
  origins text[] not null default '{}'::text[],
  people_from text,
  concurrency integer,
  budget_steps integer,
  budget_tokens bigint,
  budget_micro_usd bigint,
  budget_minutes integer,
  instructions text not null default ''::text,
  pages_at text,
  checks text not null default 'draft'::text,
  guard_views integer not null default 100,
  site_url text,
  revision integer not null default 0,
  deleted_at timestamp with time zone,
  commit_author text,
  sign_off text not null default 'auto'::text,
  max_output_tokens integer,
  effort text,
  temperature double precision,
  parallel_calls boolean,
  archive_on text[] not null default '{}'::text[],
  ci_rounds integer not null default 2,
  ci_wait_minutes integer not null default 60,
  max_changed_files integer,
  max_changed_lines integer,
  images text not null default 'auto'::text,
  helper_model text,
  allow text[] not null default '{}'::text[],
  merge_by text not null default 'anyone'::text,
  page_code text not null default 'auto'::text,
  new_hosts text not null default 'mark'::text,
  install_commands text not null default 'mark'::text,
  refuse_files_over integer default 2000,
  refuse_bytes_over integer default 20000000,
  refuse_deleted_over integer default 25,
  reader_rules jsonb not null default '[]'::jsonb,
  exclude_addresses text[] not null default '{}'::text[],
  exclude_paths text[] not null default '{}'::text[],
  exclude_user_agents text[] not null default '{}'::text[],
  people_chosen boolean not null default false,
  people_decided_at timestamp with time zone,
  repository_machine text,
  new_paths_per_day integer not null default 50000,
  test_of text,
  test_views_until date,
  shared_files text not null default 'tell'::text,
  effect_comment text not null default 'off'::text,
  report_periods text[] not null default '{}'::text[],
  report_recipients text[] not null default '{}'::text[],
  merge_policy jsonb,
  readability_off text[] not null default '{}'::text[],
  questions_model text,
  constraint project_pkey PRIMARY KEY (id),
  constraint project_number_key UNIQUE (number),
  constraint project_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint project_test_of_fkey FOREIGN KEY (test_of) REFERENCES project(id) ON DELETE SET NULL,
  constraint project_allow_check CHECK ((cardinality(allow) <= 50)),
  constraint project_archive_on_check CHECK ((archive_on <@ ARRAY['merge'::text, 'close'::text])),
  constraint project_budget_micro_usd_check CHECK ((budget_micro_usd > 0)),
  constraint project_budget_minutes_check CHECK ((budget_minutes > 0)),
  constraint project_budget_steps_check CHECK ((budget_steps > 0)),
  constraint project_budget_tokens_check CHECK ((budget_tokens > 0)),
  constraint project_checks_check CHECK ((checks = ANY (ARRAY['strict'::text, 'draft'::text]))),
  constraint project_ci_rounds_check CHECK (((ci_rounds >= 0) AND (ci_rounds <= 10))),
  constraint project_ci_wait_minutes_check CHECK (((ci_wait_minutes >= 1) AND (ci_wait_minutes <= 1440))),
  constraint project_concurrency_check CHECK (((concurrency >= 1) AND (concurrency <= 10000))),
  constraint project_effect_comment_check CHECK ((effect_comment = ANY (ARRAY['off'::text, 'on'::text]))),
  constraint project_effort_check CHECK ((effort = ANY (ARRAY['none'::text, 'minimal'::text, 'low'::text, 'medium'::text, 'high'::text, 'xhigh'::text, 'max'::text]))),
  constraint project_exclude_addresses_check CHECK ((cardinality(exclude_addresses) <= 100)),
  constraint project_exclude_paths_check CHECK ((cardinality(exclude_paths) <= 100)),
  constraint project_exclude_user_agents_check CHECK ((cardinality(exclude_user_agents) <= 100)),
  constraint project_guard_views_check CHECK (((guard_views >= 0) AND (guard_views <= 1000000000))),
  constraint project_id_check CHECK ((id ~ '^prj_[0-9A-Za-z]{22}$'::text)),
  constraint project_images_check CHECK ((images = ANY (ARRAY['auto'::text, 'on'::text, 'off'::text]))),
  constraint project_install_commands_check CHECK ((install_commands = ANY (ARRAY['refuse'::text, 'mark'::text, 'allow'::text]))),
  constraint project_instructions_check CHECK ((length(instructions) <= 20000)),
  constraint project_max_changed_files_check CHECK (((max_changed_files >= 1) AND (max_changed_files <= 1000000))),
  constraint project_max_changed_lines_check CHECK (((max_changed_lines >= 1) AND (max_changed_lines <= 1000000000))),
  constraint project_max_output_tokens_check CHECK (((max_output_tokens >= 1) AND (max_output_tokens <= 1000000))),
  constraint project_merge_by_check CHECK ((merge_by = ANY (ARRAY['anyone'::text, 'other'::text]))),
  constraint project_new_hosts_check CHECK ((new_hosts = ANY (ARRAY['refuse'::text, 'mark'::text, 'allow'::text]))),
  constraint project_new_paths_per_day_check CHECK (((new_paths_per_day >= 0) AND (new_paths_per_day <= 10000000))),
  constraint project_page_code_check CHECK ((page_code = ANY (ARRAY['auto'::text, 'refuse'::text, 'mark'::text, 'allow'::text]))),
  constraint project_people_from_check CHECK ((people_from = ANY (ARRAY['browser'::text, 'server'::text]))),
  constraint project_reader_rules_check CHECK (((jsonb_typeof(reader_rules) = 'array'::text) AND (jsonb_array_length(reader_rules) <= 100))),
  constraint project_refuse_bytes_over_check CHECK (((refuse_bytes_over >= 1) AND (refuse_bytes_over <= 1000000000))),
  constraint project_refuse_deleted_over_check CHECK (((refuse_deleted_over >= 1) AND (refuse_deleted_over <= 99))),
  constraint project_refuse_files_over_check CHECK (((refuse_files_over >= 1) AND (refuse_files_over <= 1000000))),
  constraint project_report_periods_check CHECK ((report_periods <@ ARRAY['week'::text, 'month'::text])),
  constraint project_report_recipients_check CHECK ((cardinality(report_recipients) <= 20)),
  constraint project_repository_kind_check CHECK ((repository_kind = ANY (ARRAY['url'::text, 'path'::text, 'kept'::text]))),
  constraint project_shared_files_check CHECK ((shared_files = ANY (ARRAY['tell'::text, 'wait'::text]))),
  constraint project_sign_off_check CHECK ((sign_off = ANY (ARRAY['auto'::text, 'always'::text, 'never'::text]))),
  constraint project_temperature_check CHECK (((temperature >= (0)::double precision) AND (temperature <= (2)::double precision)))
);
CREATE UNIQUE INDEX project_by_name ON public.project USING btree (organisation_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX project_deleted ON public.project USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX project_test_of ON public.project USING btree (test_of) WHERE ((test_of IS NOT NULL) AND (deleted_at IS NULL));

create table pull_request (
  project_id text not null,
  number integer not null,
  job_id text,
  title text not null,
  description text not null,
  base_ref text not null,
  head_ref text not null,
  base_commit text not null,
  head_commit text not null,
  state text not null default 'open'::text,
  merge_commit text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_by text,
  draft boolean not null default false,
  constraint pull_request_pkey PRIMARY KEY (project_id, number),
  constraint pull_request_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint pull_request_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint pull_request_check CHECK (((state = 'merged'::text) = (merge_commit IS NOT NULL))),
  constraint pull_request_check1 CHECK (((state = 'open'::text) = (ended_at IS NULL))),
  constraint pull_request_check2 CHECK (((state = 'open'::text) = (ended_by IS NULL))),
  constraint pull_request_state_check CHECK ((state = ANY (ARRAY['open'::text, 'merged'::text, 'closed'::text])))
);
CREATE INDEX pull_request_merged ON public.pull_request USING btree (project_id, ended_at) WHERE (state = 'merged'::text);
CREATE INDEX pull_request_of_branch ON public.pull_request USING btree (project_id, head_ref);
CREATE INDEX pull_request_of_job ON public.pull_request USING btree (job_id);
CREATE UNIQUE INDEX pull_request_open_by_head ON public.pull_request USING btree (project_id, head_ref) WHERE (state = 'open'::text);

create table pushed_branch (
  project_id text not null,
  branch text not null,
  key_id text not null,
  made boolean not null,
  pushed_at timestamp with time zone not null default now(),
  constraint pushed_branch_pkey PRIMARY KEY (project_id, branch, key_id),
  constraint pushed_branch_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_key(id),
  constraint pushed_branch_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);

create table quota_use (
  owner_id text not null,
  kind text not null,
  window_start timestamp with time zone not null,
  used integer not null,
  constraint quota_use_pkey PRIMARY KEY (owner_id, kind, window_start)
);
CREATE INDEX quota_use_by_age ON public.quota_use USING btree (window_start);

create table report (
  project_id text not null,
  period text not null,
  starts_on date not null,
  content jsonb not null,
  made_at timestamp with time zone not null,
  constraint report_pkey PRIMARY KEY (project_id, period, starts_on),
  constraint report_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint report_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text])))
);

create table report_sending (
  project_id text not null,
  period text not null,
  starts_on date not null,
  channel text not null,
  recipient text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  reason text,
  constraint report_sending_pkey PRIMARY KEY (project_id, period, starts_on, channel, recipient),
  constraint report_sending_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint report_sending_channel_check CHECK ((channel = ANY (ARRAY['webhook'::text, 'email'::text]))),
  constraint report_sending_check CHECK (((channel = 'email'::text) = (recipient <> ''::text))),
  constraint report_sending_check1 CHECK (((next_attempt_at IS NULL) = ((sent_at IS NOT NULL) OR (given_up_at IS NOT NULL)))),
  constraint report_sending_check2 CHECK (((sent_at IS NULL) OR (given_up_at IS NULL))),
  constraint report_sending_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text])))
);
CREATE INDEX report_sending_due ON public.report_sending USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

create table repository_mirror (
  project_id text not null,
  refs bytea,
  mirrored_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  constraint repository_mirror_pkey PRIMARY KEY (project_id),
  constraint repository_mirror_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint repository_mirror_check CHECK (((refs IS NULL) = (mirrored_at IS NULL))),
  constraint repository_mirror_check1 CHECK (((failed_at IS NULL) = (failure IS NULL))),
  constraint repository_mirror_refs_check CHECK ((octet_length(refs) = 32))
);

create table session (
  hash bytea not null,
  person_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  method text not null default 'link'::text,
  user_agent text not null default ''::text,
  constraint session_pkey PRIMARY KEY (hash),
  constraint session_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint session_hash_check CHECK ((octet_length(hash) = 32)),
  constraint session_method_check CHECK ((method = ANY (ARRAY['link'::text, 'password'::text, 'oidc'::text])))
);
CREATE INDEX session_of_person ON public.session USING btree (person_id);

create table share_link (
  id text not null,
  project_id text not null,
  hash bytea not null,
  hint text not null,
  name text not null default ''::text,
  created_by text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint share_link_pkey PRIMARY KEY (id),
  constraint share_link_hash_key UNIQUE (hash),
  constraint share_link_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint share_link_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX share_link_of_project ON public.share_link USING btree (project_id, created_at);

create table shared_wait (
  job_id text not null,
  turn integer not null,
  since timestamp with time zone,
  until timestamp with time zone,
  waits_for text[] not null default '{}'::text[],
  detail text not null default ''::text,
  conflicts text[] not null default '{}'::text[],
  passed_at timestamp with time zone,
  constraint shared_wait_pkey PRIMARY KEY (job_id),
  constraint shared_wait_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint shared_wait_check CHECK (((since IS NULL) = (until IS NULL))),
  constraint shared_wait_check1 CHECK (((since IS NOT NULL) OR (passed_at IS NOT NULL)))
);
CREATE INDEX shared_wait_open ON public.shared_wait USING btree (job_id) WHERE (passed_at IS NULL);

create table sign_in_link (
  hash bytea not null,
  person_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sign_in_link_pkey PRIMARY KEY (hash),
  constraint sign_in_link_person_id_fkey FOREIGN KEY (person_id) REFERENCES person(id),
  constraint sign_in_link_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE INDEX sign_in_link_of_person ON public.sign_in_link USING btree (person_id);

create table trigger (
  id text not null,
  project_id text not null,
  name text not null,
  prompt text not null,
  scheme text not null,
  secret bytea not null,
  fields jsonb not null default '{}'::jsonb,
  conditions jsonb not null default '{}'::jsonb,
  per_hour integer not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  disabled_at timestamp with time zone,
  recent jsonb not null default '[]'::jsonb,
  constraint trigger_pkey PRIMARY KEY (id),
  constraint trigger_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint trigger_id_check CHECK ((id ~ '^trg_[0-9A-Za-z]{22}$'::text)),
  constraint trigger_per_hour_check CHECK ((per_hour > 0)),
  constraint trigger_scheme_check CHECK ((scheme = ANY (ARRAY['bearer'::text, 'hmac'::text, 'slack'::text, 'standard'::text])))
);
CREATE INDEX trigger_of_project ON public.trigger USING btree (project_id, created_at, id);

create table view (
  project_id integer not null,
  at timestamp with time zone not null,
  page integer not null,
  reader integer not null,
  referrer integer,
  visitor bigint,
  surface smallint not null,
  found boolean not null,
  import integer
);
CREATE INDEX view_by_time ON ONLY public.view USING btree (project_id, at);
CREATE INDEX view_of_page_with_referrer ON ONLY public.view USING btree (project_id, page, found, at) WHERE (referrer IS NOT NULL);

create table view_event_id (
  project_id integer not null,
  id uuid not null,
  received_on date not null,
  import integer,
  constraint view_event_id_pkey PRIMARY KEY (project_id, id)
);
CREATE INDEX view_event_id_by_age ON public.view_event_id USING brin (received_on) WITH (pages_per_range='32');

create table view_fold (
  project_id integer not null,
  folder uuid not null,
  leased_at timestamp with time zone not null,
  leased_until timestamp with time zone not null,
  constraint view_fold_pkey PRIMARY KEY (project_id)
);

create table view_growth (
  project_id integer not null,
  day date not null,
  dictionary text not null,
  added integer not null,
  constraint view_growth_pkey PRIMARY KEY (project_id, day, dictionary),
  constraint view_growth_dictionary_check CHECK ((dictionary = ANY (ARRAY['page'::text, 'referrer'::text, 'reader'::text])))
);

create table view_health (
  project_id integer not null,
  day date not null,
  name text not null,
  count bigint not null,
  writer smallint not null default 0,
  constraint view_health_pkey PRIMARY KEY (project_id, day, name, writer)
);

create table view_import (
  project_id integer not null,
  fingerprint bytea not null,
  "position" bigint not null,
  lines bigint not null,
  file text not null,
  updated_at timestamp with time zone not null default now(),
  untracked_position bigint not null default 0,
  untracked_lines bigint not null default 0,
  constraint view_import_pkey PRIMARY KEY (project_id, fingerprint)
);

create table view_import_count (
  project_id integer not null,
  import integer not null,
  day date not null,
  part integer not null,
  entries bytea not null,
  constraint view_import_count_pkey PRIMARY KEY (project_id, import, day, part)
);

create table view_import_line (
  project_id integer not null,
  day date not null,
  import integer not null,
  part integer not null,
  digests bytea not null,
  constraint view_import_line_pkey PRIMARY KEY (project_id, day, import, part)
);

create table view_import_run (
  project_id integer not null,
  number integer not null,
  files text[] not null,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  undone_at timestamp with time zone,
  lines bigint not null default 0,
  accepted bigint not null default 0,
  duplicates bigint not null default 0,
  first_at timestamp with time zone,
  last_at timestamp with time zone,
  source text,
  constraint view_import_run_pkey PRIMARY KEY (project_id, number)
);

create table view_journal (
  project_id integer not null,
  number bigint not null,
  first_day date not null,
  last_day date not null,
  views integer not null,
  entries bytea not null,
  written_at timestamp with time zone not null default now(),
  constraint view_journal_pkey PRIMARY KEY (project_id, number)
);

create table view_kind (
  project_id integer not null,
  number integer not null,
  class text not null,
  agent text not null,
  operator text not null,
  purpose text not null,
  source text not null default ''::text,
  constraint view_kind_pkey PRIMARY KEY (project_id, number),
  constraint view_kind_project_id_class_agent_operator_purpose_source_key UNIQUE (project_id, class, agent, operator, purpose, source),
  constraint view_kind_class_check CHECK ((class = ANY (ARRAY['human'::text, 'ai'::text, 'bot'::text])))
);

create table view_page (
  project_id integer not null,
  number integer not null,
  path text not null,
  constraint view_page_pkey PRIMARY KEY (project_id, number),
  constraint view_page_project_id_path_key UNIQUE (project_id, path)
);
CREATE INDEX view_page_by_words ON public.view_page USING gin (to_tsvector('simple'::regconfig, regexp_replace(path, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+'::text, ' '::text, 'g'::text)));

create table view_reader (
  project_id integer not null,
  number integer not null,
  digest bytea not null,
  rules text not null,
  evidence jsonb not null,
  kind integer not null,
  verification smallint not null,
  rule text not null,
  judged_by text not null,
  constraint view_reader_pkey PRIMARY KEY (project_id, number),
  constraint view_reader_project_id_digest_rules_key UNIQUE (project_id, digest, rules),
  constraint view_reader_digest_check CHECK ((octet_length(digest) = 32))
);

create table view_referrer (
  project_id integer not null,
  number integer not null,
  host text not null,
  constraint view_referrer_pkey PRIMARY KEY (project_id, number),
  constraint view_referrer_project_id_host_key UNIQUE (project_id, host)
);

create table view_rollup (
  project_id integer not null,
  level text not null,
  start date not null,
  pages bytea not null,
  hours bytea not null,
  kinds bytea not null,
  site bytea not null,
  missing bytea not null,
  referrers bytea not null,
  surfaces bytea not null default '\x'::bytea,
  first integer not null default 0,
  recent boolean not null default false,
  constraint view_rollup_pkey PRIMARY KEY (project_id, level, start, recent, first),
  constraint view_rollup_level_check CHECK ((level = ANY (ARRAY['day'::text, 'month'::text])))
);

create table view_salt (
  project_id integer not null,
  day date not null,
  salt bytea not null,
  constraint view_salt_pkey PRIMARY KEY (project_id, day),
  constraint view_salt_salt_check CHECK ((octet_length(salt) = 32))
);
CREATE INDEX view_salt_by_age ON public.view_salt USING btree (day);

create table view_shard (
  number integer not null,
  project integer not null,
  place integer not null,
  made_at timestamp with time zone not null,
  constraint view_shard_pkey PRIMARY KEY (number),
  constraint view_shard_project_place_key UNIQUE (project, place),
  constraint view_shard_project_fkey FOREIGN KEY (project) REFERENCES project(number) ON DELETE CASCADE,
  constraint view_shard_place_check CHECK ((place > 0))
);

create table view_site (
  project_id integer not null,
  pages integer not null default 0,
  referrers integer not null default 0,
  readers integer not null default 0,
  kinds integer not null default 0,
  judgements integer not null default 0,
  raw_from timestamp with time zone not null default '-infinity'::timestamp with time zone,
  surfaces_from date not null default '-infinity'::date,
  constraint view_site_pkey PRIMARY KEY (project_id)
);

create table viewed_file (
  project_id text not null,
  number integer not null,
  viewer_id text not null,
  path text not null,
  content text not null,
  viewed_at timestamp with time zone not null default now(),
  constraint viewed_file_pkey PRIMARY KEY (project_id, number, viewer_id, path),
  constraint viewed_file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);

create table webhook (
  id text not null,
  project_id text not null,
  url text not null,
  secret bytea not null,
  events text[] not null,
  created_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint webhook_check CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhook_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  constraint webhook_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_id_check CHECK ((id ~ '^whk_[0-9A-Za-z]{22}$'::text))
);
CREATE INDEX webhook_of_project ON public.webhook USING btree (project_id, created_at, id);

create table webhook_attempt (
  delivery_id text not null,
  number integer not null,
  at timestamp with time zone not null default now(),
  status integer,
  milliseconds integer,
  error text,
  constraint webhook_attempt_pkey PRIMARY KEY (delivery_id, number),
  constraint webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE
);

create table webhook_delivery (
  id text not null,
  webhook_id text not null,
  project_id text not null,
  job_id text,
  type text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  attempts_before integer not null default 0,
  next_attempt_at timestamp with time zone,
  leased_until timestamp with time zone,
  delivered_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_job_id_fkey FOREIGN KEY (job_id) REFERENCES job(id),
  constraint webhook_delivery_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE,
  constraint webhook_delivery_check CHECK (((next_attempt_at IS NULL) = ((delivered_at IS NOT NULL) OR (given_up_at IS NOT NULL)))),
  constraint webhook_delivery_check1 CHECK (((delivered_at IS NULL) OR (given_up_at IS NULL))),
  constraint webhook_delivery_check2 CHECK ((attempts_before <= attempts)),
  constraint webhook_delivery_id_check CHECK ((id ~ '^msg_[0-9A-Za-z]{22}$'::text))
);
CREATE INDEX webhook_delivery_by_age ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_of_job ON public.webhook_delivery USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX webhook_delivery_of_webhook ON public.webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);

create table worker (
  id text not null,
  started_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  machine text,
  process_id integer,
  process_started text,
  elsewhere text[] not null default '{}'::text[],
  draining_since timestamp with time zone,
  constraint worker_pkey PRIMARY KEY (id)
);

CREATE OR REPLACE FUNCTION public.all_or_nothing(statement text, VARIADIC arguments text[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  done boolean;
begin
  execute statement into done using arguments;
  if done is not true then
    raise exception sqlstate 'CD001';
  end if;
  return true;
exception when unique_violation or sqlstate 'CD001' then
  -- Whatever was done since "begin" is undone.
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION public.all_or_nothing_of(project integer, condition text, statements text[], VARIADIC arguments text[])
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  holds boolean;
  one text;
begin
  execute condition into holds using arguments;
  if holds is not true then
    return false;
  end if;
  foreach one in array statements loop
    execute one using arguments;
  end loop;
  return true;
exception
  when unique_violation then
    -- Whatever was done since "begin" is undone.
    return false;
  when internal_error then
    -- Where Citus sends a statement to another node, it tells what went wrong there by the message alone.
    if sqlerrm like '%duplicate key value violates unique constraint%' then
      return false;
    end if;
    raise;
end
$function$;

CREATE OR REPLACE FUNCTION public.distribute_with_views(added regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1 and partmethod = ''h'')'
      into is_distributed using 'view_site'::regclass;
  end if;
  if is_distributed then
    execute 'select create_distributed_table($1, ''project_id'', colocate_with => ''view_site'')' using added;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only';
end
$function$;
