-- Page views: single views by month, packed roll-ups by day and month, and what they are numbered by.
-- Every table is keyed by project_id first and refers to no other, so that it can be sharded by it.

alter table project
  -- What page views know a project by: 4 bytes in tables and indexes of millions of rows, where its id takes 27.
  add column number integer generated always as identity unique,
  -- Origins whose browsers may send views without a key: https://docs.example.com
  add column origins text[] not null default '{}',
  -- Where people are counted; null as long as nobody has said: at both.
  add column people_from text check (people_from in ('browser', 'server'));

-- One row a project: how many numbers its dictionaries have given out.
create table view_site (
  project_id integer primary key,
  pages integer not null default 0,
  referrers integer not null default 0,
  readers integer not null default 0,
  kinds integer not null default 0,
  -- How often readers of the project were judged anew: who remembers their verdicts compares it.
  judgements integer not null default 0,
  -- Single views before this were dropped: a bound within a day before it is answered by whole days.
  raw_from timestamptz not null default '-infinity'
);

-- Paths in their one form; number 0 is '(other)', for what is new beyond a day's share.
create table view_page (
  project_id integer not null,
  number integer not null,
  path text collate "C" not null,
  primary key (project_id, number),
  unique (project_id, path)
);

-- Hosts of other sites; number 0 is '(other)'.
create table view_referrer (
  project_id integer not null,
  number integer not null,
  host text collate "C" not null,
  primary key (project_id, number),
  unique (project_id, host)
);

-- What a view counts as. agent, operator and purpose are '' unless the class is ai; a bot may have a name.
create table view_kind (
  project_id integer not null,
  number integer not null,
  class text not null check (class in ('human', 'ai', 'bot')),
  agent text not null,
  operator text not null,
  purpose text not null,
  primary key (project_id, number),
  unique (project_id, class, agent, operator, purpose)
);

-- Who read, as far as it may be known: the evidence, never an address nor the full user agent of a person, and the
-- verdict on it. Many views share one reader.
create table view_reader (
  project_id integer not null,
  number integer not null,
  -- SHA-256 of the evidence.
  digest bytea not null check (octet_length(digest) = 32),
  -- The version of the rule set that the reader was first judged by. The same evidence is another reader under another
  -- version, so that a view never counts by a verdict that was changed behind it.
  rules text not null,
  evidence jsonb not null,
  kind integer not null,
  -- As verificationNumber tells it: 0 for what is no AI view.
  verification smallint not null,
  rule text not null,
  -- The version of the rule set that decided last.
  judged_by text not null,
  primary key (project_id, number),
  unique (project_id, digest, rules)
);

-- How many new names a dictionary took on a day, which is bounded.
create table view_growth (
  project_id integer not null,
  day date not null,
  dictionary text not null check (dictionary in ('page', 'referrer', 'reader')),
  added integer not null,
  primary key (project_id, day, dictionary)
);

-- Ids of the events of the last 30 days: the same id counts once.
create table view_event_id (
  project_id integer not null,
  id uuid not null,
  received_on date not null,
  primary key (project_id, id)
);

create index view_event_id_by_age on view_event_id using brin (received_on) with (pages_per_range = 32);

-- Single views, in partitions by month that are made when they are needed and dropped when they are too old.
create table view (
  project_id integer not null,
  at timestamptz not null,
  page integer not null,
  reader integer not null,
  referrer integer,
  -- 64 bits of a hash of address and user agent with the project's salt of the day.
  visitor bigint,
  -- 0 html, 1 markdown, 2 llms.txt
  surface smallint not null,
  -- Whether the page was there.
  found boolean not null
) partition by range (at);

create index view_by_time on view (project_id, at);

-- The roll-ups: one row a project and day, and one a project and month, each column a packed table of counts.
create table view_rollup (
  project_id integer not null,
  level text not null check (level in ('day', 'month')),
  start date not null,
  -- page → human, ai
  pages bytea not null,
  -- hour, page → human, ai; empty for months
  hours bytea not null,
  -- kind, page → views, for all kinds but people
  kinds bytea not null,
  -- hour, kind, surface, verification → views, last second of the hour; the hour is 0 for months
  site bytea not null,
  -- kind, page → views that were answered 404 or 410
  missing bytea not null,
  -- referrer, class → views
  referrers bytea not null,
  primary key (project_id, level, start)
);

alter table view_rollup alter column pages set storage external;
alter table view_rollup alter column hours set storage external;
alter table view_rollup alter column kinds set storage external;
alter table view_rollup alter column site set storage external;
alter table view_rollup alter column missing set storage external;
alter table view_rollup alter column referrers set storage external;

-- What was counted and is not yet in view_rollup: written in the transaction of the views, folded a little later.
-- The truth is always the sum of both.
create table view_journal (
  project_id integer not null,
  number bigint generated always as identity,
  -- The days that it has views of.
  first_day date not null,
  last_day date not null,
  views integer not null,
  entries bytea not null,
  written_at timestamptz not null default now(),
  primary key (project_id, number)
);

-- Rows live for seconds: without this, dead ones would pile up between two vacuums.
alter table view_journal set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What arrived, by the day of arrival: 'accepted', 'duplicate', 'late', 'dropped:<reason>', 'refused:<code>', 'people:<source>'.
create table view_health (
  project_id integer not null,
  day date not null,
  name text not null,
  count bigint not null,
  primary key (project_id, day, name)
);

-- Salts of the visitors' hashes; deleted after two days.
create table view_salt (
  project_id integer not null,
  day date not null,
  salt bytea not null check (octet_length(salt) = 32),
  primary key (project_id, day)
);

create index view_salt_by_age on view_salt (day);

-- How far each log file was imported: the place after the last line that is counted.
create table view_import (
  project_id integer not null,
  -- SHA-256 of the beginning of the file.
  fingerprint bytea not null,
  position bigint not null,
  lines bigint not null,
  file text not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, fingerprint)
);
