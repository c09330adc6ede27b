-- How the commits of a project's jobs are made.

alter table project
  -- Who commits, such as 'Docs Bot <docs-bot@example.com>'; null: Copydesk under its own name.
  add column commit_author text,
  -- 'auto': commits are signed off where the repository asks for it; else 'always' or 'never'.
  add column sign_off text not null default 'auto' check (sign_off in ('auto', 'always', 'never'));
