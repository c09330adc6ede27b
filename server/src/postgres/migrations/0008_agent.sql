-- How the commits of a project's jobs are made, and how its model is asked, and when
-- its jobs are over.

alter table project
  -- Who commits, such as 'Docs Bot <docs-bot@example.com>'; null: Copydesk under its own name.
  add column commit_author text,
  -- 'auto': commits are signed off where the repository asks for it; else 'always' or 'never'.
  add column sign_off text not null default 'auto' check (sign_off in ('auto', 'always', 'never')),
  -- How the model is asked; null: as its provider does when nothing is said.
  add column max_output_tokens integer check (max_output_tokens between 1 and 1000000),
  add column effort text check (effort in ('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')),
  add column temperature double precision check (temperature between 0 and 2),
  add column parallel_calls boolean,
  -- Which ends of its pull request archive a job: 'merge' and 'close'.
  add column archive_on text[] not null default '{}' check (archive_on <@ array['merge', 'close']);

-- Commits that pull requests at code hosts ended with, whose checks are followed or were.
create table checked_commit (
  job_id text not null references job,
  commit text not null,
  -- The pull request's.
  number integer not null,
  since timestamptz not null default now(),
  ask_after timestamptz not null,
  asked integer not null default 0,
  asked_at timestamptz,
  -- What the checks were together when they were last asked for; 'none': there was none yet.
  state text not null default 'none' check (state in ('none', 'running', 'passed', 'failed')),
  -- What the host said of them then, as the job shows it, and what a list of jobs shows of that; empty before.
  found jsonb not null default '{}',
  listed jsonb not null default '{}',
  -- When they were followed no further, and why.
  ended_at timestamptz,
  outcome text,
  primary key (job_id, commit),
  check ((ended_at is null) = (outcome is null))
);

create index checked_commit_due on checked_commit (ask_after) where ended_at is null;

alter table project
  -- How many turns in a row a job may begin by itself to correct what checks of its pull request find.
  add column ci_rounds integer not null default 2 check (ci_rounds between 0 and 10),
  -- How long those checks are waited for.
  add column ci_wait_minutes integer not null default 60 check (ci_wait_minutes between 1 and 1440);

alter table project
  -- How large a pull request the reviewers ask for at most; null: any.
  add column max_changed_files integer check (max_changed_files between 1 and 1000000),
  add column max_changed_lines integer check (max_changed_lines between 1 and 1000000000);

alter table project
  -- Whether the model is shown images; 'auto': where it is known to take them.
  add column images text not null default 'auto' check (images in ('auto', 'on', 'off'));

alter table project
  -- A cheaper model that describes changes and reads long pages for the other; null: none.
  add column helper_model text;

alter table job_step
  -- Calls of a helper model within the step, each [{"model": …, "usage": …}]; null: none.
  add column helper_calls jsonb;

alter table project
  -- Globs of what its jobs may write besides the docs.
  add column allow text[] not null default '{}' check (cardinality(allow) <= 50);

-- The keys that have pushed a branch over git, to repositories that are here.
create table pushed_branch (
  project_id text not null references project,
  branch text not null,
  key_id text not null references api_key,
  -- Whether there was no such branch before: then it is this key's own.
  made boolean not null,
  pushed_at timestamptz not null default now(),
  primary key (project_id, branch, key_id)
);

alter table project
  -- Who merges pull requests of the local host; 'other': another than those who asked for the change.
  add column merge_by text not null default 'anyone' check (merge_by in ('anyone', 'other')),
  -- What becomes of code that a change brings into pages; 'auto': refused where it runs when the site is built, else told.
  add column page_code text not null default 'auto' check (page_code in ('auto', 'refuse', 'mark', 'allow')),
  -- What becomes of hosts and install commands that the docs did not have.
  add column new_hosts text not null default 'mark' check (new_hosts in ('refuse', 'mark', 'allow')),
  add column install_commands text not null default 'mark' check (install_commands in ('refuse', 'mark', 'allow')),
  -- Over how many files, and bytes of new contents, a change is refused; null: never.
  add column refuse_files_over integer default 2000 check (refuse_files_over between 1 and 1000000),
  add column refuse_bytes_over integer default 20000000 check (refuse_bytes_over between 1 and 1000000000),
  -- How many percent of the pages a change may delete; null: any.
  add column refuse_deleted_over integer default 25 check (refuse_deleted_over between 1 and 99);

-- Whose job a branch is that somebody pushes.
create index job_of_branch on job (project_id, branch) where status <> 'archived';
