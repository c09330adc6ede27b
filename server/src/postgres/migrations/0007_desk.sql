-- What people do in a browser: who they are and what they may do, what they did, and what the pages show.

alter table person
  -- 'owner': everything; 'editor': jobs, merges, settings of projects; 'viewer': reads.
  add column role text not null default 'owner' check (role in ('owner', 'editor', 'viewer')),
  -- As it was given; it is compared without regard to case. Null for who signs in by links alone.
  add column email text check (length(email) between 3 and 320),
  -- A PHC string (algorithm, parameters, salt, hash); null for who has none.
  add column password text,
  -- Who they are at the OpenID provider: its issuer and the subject there.
  add column oidc_issuer text,
  add column oidc_subject text,
  -- The first session; null as long as an invitation was not taken up.
  add column joined_at timestamptz,
  add column last_seen_at timestamptz,
  -- Removed people stay, so that the audit log can name them; they can do nothing.
  add column removed_at timestamptz,
  add column revision integer not null default 0,
  add check ((oidc_issuer is null) = (oidc_subject is null));

update person set joined_at = created_at;
alter table person alter column role drop default;

create unique index person_by_email on person (organisation_id, lower(email)) where removed_at is null;
create unique index person_by_subject on person (oidc_issuer, oidc_subject) where removed_at is null;
create index person_of_organisation on person (organisation_id, created_at, id);

-- All sessions of a person end at once.
create index session_of_person on session (person_id);
create index key_session_of_key on key_session (key_id);
create index sign_in_link_of_person on sign_in_link (person_id);
alter table session
  add column method text not null default 'link' check (method in ('link', 'password', 'oidc')),
  add column user_agent text not null default '';

-- A link that makes the first owner of an organisation.
create table owner_link (
  hash bytea primary key check (octet_length(hash) = 32),
  organisation_id text not null references organisation,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Who did what, when and from where. Append-only: the trigger refuses every change.
create table audit_entry (
  id bigint generated always as identity primary key,
  organisation_id text not null references organisation,
  at timestamptz not null default now(),
  -- 'person', 'key', 'command' (on the server's own terminal) or 'system'.
  actor_kind text not null check (actor_kind in ('person', 'key', 'command', 'system')),
  actor_id text,
  actor_name text not null,
  address inet,
  action text not null,
  project_id text,
  subject_kind text not null,
  subject_id text,
  subject_name text not null default '',
  detail jsonb not null default '{}'
);
create index audit_entry_of_organisation on audit_entry (organisation_id, id desc);
create index audit_entry_of_project on audit_entry (project_id, id desc);
create index audit_entry_by_action on audit_entry (organisation_id, action, id desc);
create index audit_entry_by_actor on audit_entry (organisation_id, actor_id, id desc);
create index audit_entry_by_actor_kind on audit_entry (organisation_id, actor_kind, id desc);
create index audit_entry_by_time on audit_entry (organisation_id, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end
$$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_keep before truncate on audit_entry
  for each statement execute function refuse_change();

-- A key that is rotated lives on for an hour beside the one that takes its place.
alter table api_key
  add column created_by text not null default '',
  add column rotated_to text references api_key;
drop index api_key_of_organisation;
create index api_key_of_organisation on api_key (organisation_id, created_at, id);
create index api_key_of_project on api_key (project_id, created_at, id);
create index api_key_rotated_to on api_key (rotated_to) where rotated_to is not null;

alter table project
  -- Counts changes of the settings: who saves a form that was opened before another change is told.
  add column revision integer not null default 0,
  -- A deleted project is gone for everybody at once; its rows follow in pieces.
  add column deleted_at timestamptz;

-- Two projects of one name may not be, unless one is deleted.
alter table project drop constraint project_organisation_id_name_key;
create unique index project_by_name on project (organisation_id, name) where deleted_at is null;
create index project_deleted on project (deleted_at) where deleted_at is not null;

-- What hangs on a project or a job is found when these go.
create index webhook_delivery_of_job on webhook_delivery (job_id) where job_id is not null;
create index idempotency_key_of_job on idempotency_key (job_id);

alter table job
  -- Who asked for it: 'person', 'key', 'command', 'system'; '' for jobs older than this column.
  add column author_kind text not null default '' check (author_kind in ('', 'person', 'key', 'command', 'system')),
  add column author_id text,
  add column author_name text not null default '',
  -- The beginning of the first prompt, for lists and for finding jobs by words.
  add column summary text not null default '',
  -- What came of it when it was completed: {kind, text}; null before, and of a job that goes on after a message.
  add column outcome jsonb;
update job set summary = left(first.prompt, 500)
  from job_message first where first.job_id = job.id and first."position" = 0;
update job set outcome = jsonb_build_object(
    'kind', case when pr_link is null then 'nothing_to_do' else 'changed' end, 'text', left(ended.data ->> 'summary', 2000)
  )
  from job_event ended
  where job.status in ('completed', 'archived') and ended.job_id = job.id and ended.type = 'completed'
    and ended.sequence = (select max(sequence) from job_event where job_id = job.id and type = 'completed');
-- Without its ASCII punctuation: the parser takes a path such as docs/index.md for a single word.
alter table job add column words tsvector generated always as (
  to_tsvector('simple', regexp_replace(summary, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g'))
) stored;
create index job_by_words on job using gin (words);
create index job_by_author on job (project_id, author_id, id desc);

-- Pages are found by words of their paths. New ones are few beside their views.
create index view_page_by_words on view_page using gin
  (to_tsvector('simple', regexp_replace(path, '[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]+', ' ', 'g')));

-- Files of a pull request that somebody has viewed, as they were then.
create table viewed_file (
  project_id text not null references project,
  number integer not null,
  viewer_id text not null,
  path text not null,
  -- What the file was when it was viewed: another content is to be viewed again.
  content text not null,
  viewed_at timestamptz not null default now(),
  primary key (project_id, number, viewer_id, path)
);

-- Links by which the readers of a project are shown without signing in; also its badge.
create table share_link (
  id text primary key,
  project_id text not null references project,
  -- The token stands in the address; only its hash is stored.
  hash bytea not null unique check (octet_length(hash) = 32),
  hint text not null,
  name text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index share_link_of_project on share_link (project_id, created_at);

-- What was made by a request with an idempotency key, or by a form that was sent twice.
create table made_once (
  organisation_id text not null references organisation,
  key text not null,
  request_hash bytea not null,
  subject_id text not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, key)
);
create index made_once_by_age on made_once (created_at);

-- Where the readers of one page came from, and those who asked for one that is not there.
create index view_of_page_with_referrer on view (project_id, page, found, at) where referrer is not null;

-- Which jobs touched a page: the files of each delivery, which stay when those of the turn are dropped. By hash, since a
-- path may be longer than an entry of a tree.
create table delivered_file (
  job_id text not null,
  delivery integer not null,
  path text not null,
  foreign key (job_id, delivery) references job_delivery (job_id, number)
);
create index delivered_file_by_path on delivered_file using hash (path);
create index delivered_file_by_job on delivered_file (job_id, delivery);
