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
